// A result: which question is being read, and steps to the next or the last one that lost marks, by a press or by N and P.
// Without it the list of questions and the links under them do as much.

const between = document.querySelector(".between");
const dots = [...document.querySelectorAll(".overview .dots a")];
const questions = dots.map((dot) => document.querySelector(dot.hash));
// The places, in the list of all, of those that lost marks.
const lost = dots.flatMap((dot, at) => (dot.matches(".wrong, .part") ? [at] : []));
const READ_AT = 0.35; // of the window's height: what has come up to there is being read

function reading() {
  const line = window.innerHeight * READ_AT;
  const ended = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
  const begun = questions.findLastIndex((one) => one.getBoundingClientRect().top <= line);
  // The last ones may be too short to come up that far: what was stepped to and is in sight is read.
  const stepped = questions.findIndex((one) => one.contains(document.activeElement));
  return ended && stepped > begun ? stepped : begun;
}

const before = (at) => lost.findLast((one) => one < at);
const after = (at) => lost.find((one) => one > at);

let shown = null; // the place that is marked as being read

function tell() {
  const at = reading();
  if (at === shown) return;
  shown = at;
  for (const [place, dot] of dots.entries()) {
    if (place === at) dot.setAttribute("aria-current", "true");
    else dot.removeAttribute("aria-current");
  }
  if (at >= 0) keepInSight(dots[at]);
  if (!between) return;
  for (const [step, to] of [["back", before(at)], ["on", after(at)]]) {
    const link = between.querySelector(`[data-step="${step}"]`);
    link.hidden = to === undefined;
    if (to !== undefined) link.hash = dots[to].hash;
  }
  if (at < 0) return;
  const place = lost.indexOf(at);
  const words = place < 0 ? between.dataset.other : between.dataset.place;
  const told = words.replace("{n}", at + 1).replace("{place}", place + 1).replace("{all}", lost.length);
  between.querySelector("[role=status]").textContent = told;
}

// The list may be longer than the window, and scrolls for itself: the page must not move with it.
function keepInSight(dot) {
  const list = dot.closest(".dots");
  if (list.scrollHeight <= list.clientHeight) return;
  const [one, all] = [dot.getBoundingClientRect(), list.getBoundingClientRect()];
  if (one.top < all.top) list.scrollTop -= all.top - one.top;
  else if (one.bottom > all.bottom) list.scrollTop += one.bottom - all.bottom;
}

function go(at) {
  const question = questions[at];
  question.querySelector("details").open = true;
  const heading = question.querySelector("h3");
  heading.tabIndex = -1;
  question.scrollIntoView({ block: "start" });
  heading.focus({ preventScroll: true });
  tell();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  const at = link?.hash && link.closest(".review") ? dots.findIndex((dot) => dot.hash === link.hash) : -1;
  if (at < 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(at);
  history.replaceState(null, "", link.hash);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  const to = { n: after, p: before }[event.key.toLowerCase()]?.(reading());
  if (to !== undefined) go(to);
});

let waits = false;
document.addEventListener("scroll", () => {
  if (waits) return;
  waits = true;
  requestAnimationFrame(() => {
    waits = false;
    tell();
  });
}, { passive: true });

tell();
