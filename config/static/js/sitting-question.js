/* A question's page: saves each change at once, keeps it when the server is away, shows the time left.
 * Without this script the same form posts itself, so nothing here is needed to sit a paper. */

import { answering } from "./sitting-answers.js";
import { Clock, countDown } from "./sitting-clock.js";
import { Outbox } from "./sitting-outbox.js";

const form = document.getElementById("answer");
const status = document.getElementById("save-status");
const flag = form.querySelector('button[value="flag"]');
const { question, attempt, saveUrl, attemptUrl, sequence } = form.dataset;
const reload = document.getElementById("reload");
const words = status.dataset;
let reloading = false;

const outbox = new Outbox({
  key: `attempt-${attempt}`,
  url: saveUrl,
  token: form.elements.csrfmiddlewaretoken.value,
  sequence: Number(sequence),
});
const timer = document.getElementById("time-left");
const clock = new Clock({ now: Number(timer.dataset.now), deadline: Number(timer.dataset.deadline) });

const answer = answering(form);
const number = Number(question);
const dot = () => document.querySelector(`.dots [value="${number}"]`);

function draft() {
  return {
    question: number,
    option: answer.value,
    flagged: form.elements.flagged.value === "true",
  };
}

function show({ option, flagged }) {
  answer.show(option);
  form.elements.flagged.value = String(flagged);
  flag.setAttribute("aria-pressed", String(flagged));
  flag.textContent = flagged ? flag.dataset.off : flag.dataset.on;
  dot()?.classList.toggle("done", option !== null);
  dot()?.classList.toggle("flag", flagged);
  const state = [option === null ? words.open : words.done, ...(flagged ? [words.flagged] : [])].join(", ");
  dot()?.setAttribute("aria-label", words.dot.replace("{n}", number).replace("{state}", state));
}

function say(text, kind = "") {
  status.textContent = text;
  status.dataset.kind = kind;
}

/* A field may say twice that it has changed, as a text does after a pause and again when it is left: sent once. */
let sent = null;

function change() {
  const now = JSON.stringify(draft());
  if (now === sent) return;
  sent = now;
  show(draft());
  say(words.saving);
  outbox.put(draft());
}

outbox.addEventListener("saved", ({ detail }) => {
  clock.learn(detail);
  form.elements.sequence.value = outbox.nextSequence;
  if (detail.draft.question === number) answer.confirmed(detail);
  if (outbox.empty) say(words.saved.replace("{t}", detail.saved));
});
/* What was typed stays where it is, to be mended; nothing was changed by it. */
outbox.addEventListener("unread", ({ detail }) => {
  clock.learn(detail);
  if (detail.draft.question !== number) return;
  answer.refused(detail.reason);
  say(words.unread.replace("{reason}", detail.reason), "refused");
});
outbox.addEventListener("waiting", ({ detail }) => {
  say(detail.reload ? words.reload : (detail.reason ?? words.waiting), "waiting");
  if (detail.reload) reload.hidden = false;
});
outbox.addEventListener("refused", ({ detail }) => {
  if (detail.deadline) clock.learn(detail);
  if (detail.refused === "deadline" || detail.refused === "closed") {
    location.assign(attemptUrl);
    return;
  }
  // What the page shows is no longer what is stored; nothing more may be sent from it.
  say(detail.reason ?? words.refused, "refused");
  for (const control of answer.controls) control.disabled = true;
  flag.disabled = true;
  reload.hidden = false;
  reload.focus();
});

form.addEventListener("change", change);
flag.addEventListener("click", (event) => {
  event.preventDefault();
  form.elements.flagged.value = String(form.elements.flagged.value !== "true");
  change();
});

/* Moving on posts the form, which finds everything stored; while something is on its way, wait for it first. What cannot be
 * read keeps one here, at the field, to mend or empty it. */
form.addEventListener("submit", async (event) => {
  if (outbox.empty && !answer.unread) return;
  event.preventDefault();
  const pressed = event.submitter;
  if (!(await outbox.flush())) return;
  if (answer.unread) answer.controls[0].focus();
  else form.requestSubmit(pressed);
});

reload.addEventListener("click", () => {
  reloading = true;
  location.reload();
});
window.addEventListener("online", () => outbox.flush());
window.addEventListener("beforeunload", (event) => {
  if (!outbox.empty && !reloading) event.preventDefault();
});
/* A page that comes back from the browser's memory holds an old number. */
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

countDown(clock, timer, document.getElementById("time-warning"), {
  end: async () => {
    // Without a way to the server there is nowhere to go yet; when it returns, its refusal leads on.
    if (await outbox.flush()) location.assign(attemptUrl);
    else say(words.timeUp, "refused");
  },
});

/* A choice made before this script ran was heard by nobody: it is what the page shows and not what it was sent with.
 * Otherwise what a reload found still unsent is shown as chosen, and goes out now. */
const early = answer.early;
const pending = outbox.pendingFor(number);
if (early) {
  answer.settle?.();
  change();
} else if (pending) show(pending);
if (!early && !outbox.empty) {
  say(words.waiting, "waiting");
  outbox.flush();
}
