// The invigilator's board: the times left tick here, from the server's; htmx asks for the table, and here it is told what
// the page has already, so that an unchanged room costs nothing. Without this script the page is right when it is loaded.
import { asClock, Clock } from "./sitting-clock.js";

const board = () => document.getElementById("board");
let clock;

function learn() {
  const now = Number(board().dataset.now);
  if (clock) clock.learn({ now, deadline: 0 });
  else clock = new Clock({ now, deadline: 0 });
}

function show() {
  for (const left of document.querySelectorAll("[data-deadline]")) {
    const seconds = Math.max(0, Math.ceil((Number(left.dataset.deadline) - clock.now) / 1000));
    left.textContent = asClock(seconds);
    left.classList.toggle("short", seconds <= 300);
  }
}

// When the server was last heard of, by the body's clock; an unchanged room is news too.
function sayWhen() {
  const asOf = document.getElementById("as-of");
  const time = new Intl.DateTimeFormat("en-GB", { timeZone: asOf.dataset.zone, timeStyle: "medium" });
  asOf.textContent = asOf.dataset.words.replace("{t}", time.format(clock.now));
}

function isBoards(event) {
  return event.detail.elt?.id === "board" || event.target.id === "board";
}

if (board()) {
  learn();
  show();
  setInterval(show, 1000);

  document.body.addEventListener("htmx:configRequest", (event) => {
    if (isBoards(event)) event.detail.headers["If-None-Match"] = board().dataset.etag;
  });

  const stale = document.getElementById("board-stale");
  let heard = performance.now();
  const words = stale.dataset.since;
  const say = () => {
    const seconds = Math.round((performance.now() - heard) / 1000);
    stale.hidden = seconds < 15;
    if (!stale.hidden) stale.textContent = words.replace("{n}", String(seconds - (seconds % 5)));
  };
  setInterval(say, 5000);

  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (!isBoards(event)) return;
    const { xhr } = event.detail;
    if (xhr.status === 304 || xhr.status === 200) heard = performance.now();
    if (xhr.status === 304) sayWhen();
    say();
    // Nothing has changed, or the session is over and a form to sign in came instead: what is shown stays.
    if (xhr.status !== 200 || !xhr.responseText.includes('id="board"')) event.detail.shouldSwap = false;
  });
  document.body.addEventListener("htmx:afterSwap", () => {
    learn();
    show();
  });
}
