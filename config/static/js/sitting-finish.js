/* The page before handing in: what an earlier page could not send goes out first. */

import { Clock, countDown } from "./sitting-clock.js";
import { Outbox } from "./sitting-outbox.js";

const form = document.getElementById("finish");
const status = document.getElementById("save-status");
const timer = document.getElementById("time-left");
const { attempt, saveUrl, attemptUrl, sequence } = form.dataset;

const outbox = new Outbox({
  key: `attempt-${attempt}`,
  url: saveUrl,
  token: form.elements.csrfmiddlewaretoken.value,
  sequence: Number(sequence),
});

outbox.addEventListener("waiting", ({ detail }) => (status.textContent = detail.reason ?? status.dataset.waiting));
outbox.addEventListener("unread", ({ detail }) => (status.textContent = detail.reason));
outbox.addEventListener("refused", ({ detail }) => (status.textContent = detail.reason ?? status.dataset.waiting));
/* The page lists what is unanswered: once more has arrived, list again. */
outbox.addEventListener("saved", () => outbox.empty && location.reload());

form.addEventListener("submit", async (event) => {
  if (outbox.empty) return;
  event.preventDefault();
  await outbox.flush();
});

const clock = new Clock({ now: Number(timer.dataset.now), deadline: Number(timer.dataset.deadline) });
countDown(clock, timer, document.getElementById("time-warning"), { end: () => location.assign(attemptUrl) });

outbox.flush();
