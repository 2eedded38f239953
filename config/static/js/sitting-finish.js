/* The page before handing in: what an earlier page could not send goes out first. */

import { Alive } from "./sitting-alive.js";
import { Clock, countDown } from "./sitting-clock.js";
import { showRefused } from "./sitting-refused.js";
import { Outbox } from "./sitting-outbox.js";
import { Store } from "./sitting-store.js";
import { told } from "./sitting-told.js";
import { allUnreadable, forgetUnreadable, keepUnreadable } from "./sitting-unreadable.js";

const form = document.getElementById("finish");
const status = document.getElementById("save-status");
const timer = document.getElementById("time-left");
const { attempt, attemptUrl, saveUrl, sequence, zone } = form.dataset;
const { aliveUrl, watchUrl: watch, watchEvery } = timer.dataset;
const token = form.elements.csrfmiddlewaretoken.value;

const store = new Store(attempt);
let handing = false;

const outbox = new Outbox({ store, url: saveUrl, token, sequence: Number(sequence) });

outbox.addEventListener("waiting", ({ detail }) => (status.textContent = detail.reason ?? told(outbox, status.dataset, zone)));
outbox.addEventListener("unreadable", ({ detail }) => {
  keepUnreadable(attempt, detail.draft.question, detail.draft.option);
  showUnreadable();
});
outbox.addEventListener("refused", ({ detail }) => {
  status.textContent = detail.reason ?? "";
  for (const { question } of detail.drafts) forgetUnreadable(attempt, question);
  showUnreadable();
  showRefused();
});
/* The page lists what is unanswered: once more has arrived, list again, unless the paper is being handed in already. */
outbox.addEventListener("saved", ({ detail }) => {
  forgetUnreadable(attempt, detail.draft.question);
  store.forgetGiven(detail);
  if (outbox.empty && !handing) location.reload();
});

/* Name the questions in which text stands that is not saved. */
function showUnreadable() {
  const section = document.getElementById("unreadable");
  const list = section.querySelector("ul");
  const links = allUnreadable(attempt).map(({ question }) => {
    const link = Object.assign(document.createElement("a"), { href: `${attemptUrl}${question}/`, textContent: question });
    link.setAttribute("aria-label", list.dataset.question.replace("{n}", question));
    const item = document.createElement("li");
    item.append(link);
    return item;
  });
  list.replaceChildren(...links);
  section.hidden = links.length === 0;
}

/* Handing in waits for what is still on its way. It ends if that does not arrive, or turns out to hold text that cannot be read
 * and that the page has not named yet: nobody hands in without having seen it. */
form.addEventListener("submit", async (event) => {
  if (outbox.empty) return;
  event.preventDefault();
  handing = true;
  const named = new Set(allUnreadable(attempt).map(({ question }) => question));
  const arrived = await outbox.flush();
  handing = false;
  if (!arrived) return;
  if (allUnreadable(attempt).every(({ question }) => named.has(question))) form.requestSubmit();
});

const clock = new Clock({ now: Number(timer.dataset.now), deadline: Number(timer.dataset.deadline) });
countDown(clock, timer, document.getElementById("time-warning"), { end: () => location.assign(attemptUrl) });

const alive = new Alive({ url: aliveUrl, token, watch, watchEvery: Number(watchEvery), tell: () => ({ question: null, waiting: outbox.count }) });
alive.addEventListener("heard", ({ detail }) => {
  alive.every = detail.every;
  clock.learn(detail);
  if (detail.paused || detail.closed || detail.barred) location.assign(attemptUrl);
  else if (!outbox.empty) outbox.flush();
});

showUnreadable();
outbox.flush();
