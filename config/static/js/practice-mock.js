/* A mock exam: the time left, each change kept at once, and handing in when the time is up. Without this script the same form
 * posts itself, and the server finishes the mock when its time is up. */

import { Clock, countDown } from "./sitting-clock.js";

const timer = document.getElementById("time-left");
const form = document.getElementById("answer");
const status = document.getElementById("save-status");

const clock = new Clock({ now: Number(timer.dataset.now), deadline: Number(timer.dataset.deadline) });

let leaving = false;

countDown(clock, timer, document.getElementById("time-warning"), {
  end: () => {
    if (leaving) return;
    leaving = true;
    if (!form) {
      // The server has the last word on when the time is up; it takes what was on its way for some seconds more.
      document.querySelector(".actions form").requestSubmit();
      return;
    }
    const go = document.createElement("input");
    go.type = "hidden";
    go.name = "go";
    go.value = "time";
    form.append(go);
    form.submit();
  },
});

/* What is changed while something is on its way goes after it, so that the last one counts. */
let sending = null;
let again = false;

async function keep() {
  if (sending) {
    again = true;
    return;
  }
  status.textContent = status.dataset.saving;
  const body = new FormData(form);
  body.append("go", "stay");
  sending = fetch(form.action || location.href, { method: "POST", body, headers: { Accept: "application/json" } });
  try {
    const reply = await sending;
    const told = await reply.json();
    if (told.over) {
      leaving = true;
      location.assign(told.over);
      return;
    }
    status.textContent = told.saved ? status.dataset.saved.replace("{t}", told.saved) : (told.unreadable ?? status.dataset.waiting);
    if (told.saved) form.dataset.kept = told.saved;
  } catch {
    status.textContent = status.dataset.waiting;
  } finally {
    sending = null;
    if (again && !leaving) {
      again = false;
      keep();
    }
  }
}

form?.addEventListener("change", keep);
form?.addEventListener("submit", () => {
  leaving = true;
});
/* A page that comes back from the browser's memory shows an old clock. */
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
