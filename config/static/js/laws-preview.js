// The text of a provision beside its citation chip: on hover, on focus, and on a first tap.
//
// A chip is a link with `data-preview`, the address of a fragment; without this module it simply leads to the provision.
// WCAG 1.4.13: the preview stays while the pointer is on the chip or on the preview, Escape closes it, nothing else does
// before the pointer or the focus goes away.

const OPEN_AFTER = 250; // ms: passing over a chip should not open it
const CLOSE_AFTER = 200; // ms: enough to move the pointer from the chip into the preview
const GAP = 6; // px between chip and preview

const fragments = new Map(); // address -> promise of its HTML
let chip = null; // the chip whose preview is open or about to open
let timer = 0;
let touched = false; // whether the press under way comes from a finger

const panel = document.createElement("div");
panel.id = "law-preview";
panel.className = "law-preview";
panel.setAttribute("role", "tooltip");
panel.setAttribute("popover", "manual");
document.body.append(panel);

function fragment(address) {
  if (!fragments.has(address)) {
    const asked = fetch(address).then((answer) => {
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
      return answer.text();
    });
    // A failure is not kept: the next hover asks again.
    asked.catch(() => fragments.delete(address));
    fragments.set(address, asked);
  }
  return fragments.get(address);
}

function place() {
  const at = chip.getBoundingClientRect();
  const size = panel.getBoundingClientRect();
  const room = document.documentElement.clientWidth;
  const below = at.bottom + GAP;
  const fits = below + size.height <= document.documentElement.clientHeight;
  panel.style.left = `${Math.max(GAP, Math.min(at.left, room - size.width - GAP))}px`;
  panel.style.top = `${fits ? below : Math.max(GAP, at.top - GAP - size.height)}px`;
}

async function open(wanted) {
  clearTimeout(timer);
  if (chip === wanted && panel.matches(":popover-open")) return;
  close();
  chip = wanted;
  let html;
  try {
    html = await fragment(wanted.dataset.preview);
  } catch {
    return; // the link still works
  }
  if (chip !== wanted) return; // the reader has moved on
  panel.innerHTML = html; // our own fragment, escaped by the server
  panel.showPopover();
  wanted.setAttribute("aria-describedby", panel.id);
  place();
}

function close() {
  clearTimeout(timer);
  chip?.removeAttribute("aria-describedby");
  chip = null;
  if (panel.matches(":popover-open")) panel.hidePopover();
}

function soon(action, delay) {
  clearTimeout(timer);
  timer = setTimeout(action, delay);
}

const chipOf = (event) => event.target.closest?.("a[data-preview]");

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch") return;
  const over = chipOf(event);
  if (over) soon(() => open(over), OPEN_AFTER);
  else if (panel.contains(event.target)) clearTimeout(timer);
});
document.addEventListener("pointerout", (event) => {
  if (event.pointerType === "touch") return;
  if (chipOf(event) || panel.contains(event.target)) {
    // Focus keeps a preview open that the pointer leaves.
    soon(() => document.activeElement !== chip && close(), CLOSE_AFTER);
  }
});
document.addEventListener("focusin", (event) => {
  const focused = chipOf(event);
  if (focused && !touched) open(focused);
});
document.addEventListener("focusout", (event) => {
  if (chipOf(event) === chip) close();
});
document.addEventListener("pointerdown", (event) => {
  touched = event.pointerType === "touch";
  if (!chipOf(event) && !panel.contains(event.target)) close();
});
document.addEventListener("click", (event) => {
  const pressed = chipOf(event);
  // The first tap shows the text, the second follows the link. A mouse or the keyboard has seen the text already.
  if (pressed && touched && chip !== pressed) {
    event.preventDefault();
    open(pressed);
  }
  touched = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && chip) close();
});
addEventListener("scroll", () => panel.matches(":popover-open") && place(), { passive: true });
