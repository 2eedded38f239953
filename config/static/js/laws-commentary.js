// Shows and hides commentary by kind as soon as a box is ticked, and remembers the choice for the next law.
//
// Without this module the form sends the choice, and the links of the page carry it on. A choice in the address goes before
// the remembered one, so that a link somebody was given shows what it showed to them.

const KEY = "rectify.laws.commentary";

const form = document.querySelector("form.kinds");
const boxes = [...form.querySelectorAll("input[type=checkbox][name=show]")];
const unfold = form.querySelector("input[name=unfold]");
const status = form.querySelector("[role=status]");

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return null; // storage is switched off, or somebody else wrote there
  }
}

function remember(hidden) {
  try {
    localStorage.setItem(KEY, JSON.stringify(hidden));
  } catch {
    // the choice then holds for this page only
  }
}

function apply() {
  const shown = new Map(boxes.map((box) => [box.value, box.checked]));
  for (const one of document.querySelectorAll("main [data-kind]")) {
    if (shown.has(one.dataset.kind)) one.hidden = !shown.get(one.dataset.kind);
  }
}

form.querySelector("button").hidden = true;
// The kinds that are hidden, not those that are shown: a kind that this law lacks must not count as unticked on the next.
const hidden = remembered();
if (Array.isArray(hidden) && !new URLSearchParams(location.search).has("show")) {
  for (const box of boxes) box.checked = !hidden.includes(box.value);
  // Whoever does not see all of it must see why.
  if (boxes.some((box) => !box.checked)) form.closest("details").open = true;
}
apply();

form.addEventListener("change", (event) => {
  if (event.target === unfold) {
    for (const fold of document.querySelectorAll("details.remarks")) fold.open = unfold.checked;
    return;
  }
  apply();
  const others = (remembered() ?? []).filter((kind) => !boxes.some((box) => box.value === kind));
  remember([...others, ...boxes.filter((box) => !box.checked).map((box) => box.value)]);
  status.textContent = boxes
    .filter((box) => box.checked)
    .map((box) => box.labels[0].textContent.trim())
    .join(", ");
});
form.addEventListener("submit", (event) => event.preventDefault());
