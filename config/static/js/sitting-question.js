/* A question's page: saves each change at once, keeps it when the server is away, shows the time left, and goes from question to
 * question without the network once it has fetched the paper. Without this script the same form posts itself, so nothing here
 * is needed to sit a paper. */

import { Alive } from "./sitting-alive.js";
import { answering } from "./sitting-answers.js";
import { Clock, countDown } from "./sitting-clock.js";
import { showRefused } from "./sitting-refused.js";
import { Outbox } from "./sitting-outbox.js";
import { dropSheets, prepareToReopen, Sheets } from "./sitting-sheets.js";
import { Store } from "./sitting-store.js";
import { timeOf, told } from "./sitting-told.js";
import { forgetUnreadable, keepUnreadable } from "./sitting-unreadable.js";

const form = document.getElementById("answer");
const status = document.getElementById("save-status");
const timer = document.getElementById("time-left");
const heading = document.getElementById("question-heading");
const connection = document.getElementById("connection");
const reload = document.getElementById("reload");
const flag = form.querySelector('button[value="flag"]');
const { attempt, attemptUrl, saveUrl, workerUrl, zone } = form.dataset;
const { aliveUrl, watchUrl: watch, watchEvery } = timer.dataset;
const total = Number(form.dataset.total);
const token = form.elements.csrfmiddlewaretoken.value;
const words = status.dataset;
const offline = form.dataset.shell !== undefined;

/* What the server has confirmed: the page's own account of it; or what this browser was told last, on a page opened without a
 * network, and on one that the server wrote before it had an answer which the page before this one was still sending. */
const store = new Store(attempt);
const toldLast = store.read("mirror");
const mirror = offline || toldLast?.sequence > Number(form.dataset.sequence) ? toldLast : null;
const state = new Map(
  Object.entries(mirror?.state ?? JSON.parse(document.getElementById("state").textContent)).map(([n, one]) => [Number(n), one]),
);
const outbox = new Outbox({ store, url: saveUrl, token, sequence: mirror?.sequence ?? Number(form.dataset.sequence) });
/* Without a network this machine's clock has to do, by what it was wrong when the server last said the time. */
const clock = new Clock(
  offline && mirror
    ? { now: Date.now() + mirror.ahead, deadline: mirror.deadline }
    : { now: Number(timer.dataset.now), deadline: Number(timer.dataset.deadline) },
);
const sheets = new Sheets({ url: `${attemptUrl}paper/` });

let number = Number(form.dataset.question);
let answer = null;
let leaving = false;
let stopped = false;
/* What was said to a press that cannot be followed before everything is sent: it stands while that is so, whatever is tried. */
let unheeded = null;

/* --- what the page shows ------------------------------------------------------------------------------------------------- */

const NOTHING = { option: null, flagged: false, saved: "", reading: "" };
const stored = (n) => state.get(n) ?? NOTHING;
const current = (n) => outbox.pendingFor(n) ?? stored(n);
const dot = (n) => document.querySelector(`.dots [value="${n}"]`);

function say(text, kind = "") {
  status.textContent = text;
  status.dataset.kind = kind;
}

function sayStored() {
  const { saved, pending } = stored(number);
  say(saved ? (pending ? words.typing : words.saved).replace("{t}", saved) : words.idle);
}

function sayWaiting() {
  say(unheeded?.replace("{n}", String(outbox.count)) ?? told(outbox, words, zone), "waiting");
}

function showDot(n) {
  const { option, flagged } = current(n);
  const told = [option === null ? words.open : words.done, ...(flagged ? [words.flagged] : [])].join(", ");
  dot(n)?.classList.toggle("done", option !== null);
  dot(n)?.classList.toggle("flag", flagged);
  dot(n)?.setAttribute("aria-label", words.dot.replace("{n}", n).replace("{state}", told));
}

function show({ option, flagged, reading }) {
  answer.show(option, reading);
  form.elements.flagged.value = String(flagged);
  flag.setAttribute("aria-pressed", String(flagged));
  flag.textContent = flagged ? flag.dataset.off : flag.dataset.on;
  showDot(number);
}

function draft() {
  return {
    question: number,
    option: answer.value,
    flagged: form.elements.flagged.value === "true",
    ...(answer.typing ? { typing: true } : {}),
  };
}

/* --- saving -------------------------------------------------------------------------------------------------------------- */

/* A field may say twice that it has changed, as a text does after a pause and again when it is left: sent once. */
let sent = null;
const given = ({ question, option, flagged, typing }) => JSON.stringify({ question, option, flagged, typing });

function change() {
  if (stopped) return;
  const now = given(draft());
  if (now === sent) return;
  sent = now;
  unheeded = null;
  // Kept before it is shown: what is shown is what is kept.
  outbox.hold(draft());
  show(draft());
  if (!status.dataset.kind) say(words.saving);
  outbox.flush();
}

/* Leaving a question that was typed in says that nothing more of it is to come. */
function finishTyping() {
  if (!answer.typing || stopped) return;
  const { option, flagged } = draft();
  const known = outbox.pendingFor(number) ?? stored(number);
  if (known.typing || known.pending || option !== known.option) outbox.put({ question: number, option, flagged });
}

/* A field says that it has changed when it loses the focus. One that is removed with it would say so too late: the page is at
 * another question by then, and the text would be taken for that one's. */
function leaveField() {
  if (answer?.controls.includes(document.activeElement)) document.activeElement.blur();
}

function remember() {
  store.write("mirror", {
    at: number,
    sequence: outbox.confirmed,
    state: Object.fromEntries(state),
    deadline: clock.deadline,
    ahead: Math.round(clock.now - Date.now()),
  });
}

outbox.addEventListener("saved", ({ detail }) => {
  clock.learn(detail);
  const { option, flagged, saved, reading, pending } = detail;
  state.set(detail.draft.question, { option, flagged, saved, reading, pending });
  remember();
  form.elements.sequence.value = outbox.nextSequence;
  // What was held while something else was on its way has gone out behind it, and need not go again after the pause.
  if (detail.draft.question === number && !outbox.pendingFor(number)) sent = given(detail.draft);
  if (detail.draft.question === number) answer.confirmed(detail);
  else forgetUnreadable(attempt, detail.draft.question);
  if (store.forgetGiven(detail)) showRefused();
  showDot(detail.draft.question);
  if (outbox.empty) {
    unheeded = null;
    sayStored();
  }
  if (detail.paused) stand();
});
/* What was typed stays where it is, to be mended; nothing was changed by it. */
outbox.addEventListener("unreadable", ({ detail }) => {
  if (detail.deadline) clock.learn(detail);
  showDot(detail.draft.question);
  if (detail.draft.question === number) {
    answer.refused(detail.reason);
    say(words.unreadable.replace("{reason}", detail.reason), "refused");
  } else {
    keepUnreadable(attempt, detail.draft.question, detail.draft.option);
    say(words.unreadableThere.replace("{n}", detail.draft.question).replace("{reason}", detail.reason), "refused");
  }
});
outbox.addEventListener("waiting", ({ detail }) => {
  if (detail.deadline) clock.learn(detail);
  if (detail.reload) reload.hidden = false;
  const reason = detail.reload ? words.reload : detail.reason;
  if (reason) say(reason, "waiting");
  else sayWaiting();
  if (detail.refused === "paused") stand();
});
outbox.addEventListener("refused", ({ detail }) => {
  if (detail.deadline) clock.learn(detail);
  // What was last typed there is among what was refused now.
  for (const { question } of detail.drafts) forgetUnreadable(attempt, question);
  if (["deadline", "closed", "void"].includes(detail.refused)) {
    leave();
    return;
  }
  // What the page shows is no longer what is stored; nothing more may be sent from it.
  stop(detail.reason ?? words.refused);
});

/* Nothing more can be given here; what was is shown. */
function stop(reason) {
  stopped = true;
  say(reason, "refused");
  for (const control of [...answer.controls, flag]) control.disabled = true;
  showRefused();
  reload.hidden = false;
  // Not the button: who is typing would press it with the next space, before having read why.
  status.tabIndex = -1;
  status.focus();
}

/* To whatever the server shows now: the receipt, the page of a standing clock, the way back from another machine. */
function leave() {
  leaving = true;
  location.assign(attemptUrl);
}

let standing = false;
async function stand() {
  if (standing) return;
  standing = true;
  leaveField();
  await outbox.flush();
  await dropSheets(attempt);
  leave();
}

form.addEventListener("change", change);
form.addEventListener("held", () => {
  outbox.hold(draft());
  showDot(number);
});
flag.addEventListener("click", (event) => {
  event.preventDefault();
  form.elements.flagged.value = String(form.elements.flagged.value !== "true");
  change();
});

/* --- from question to question --------------------------------------------------------------------------------------------- */

/* Whether the question may be left. What cannot be read keeps one here, at the field, to mend or empty it; a citation waits for
 * its reading, unless there is no network to wait for. */
async function mayLeave() {
  if (stopped) return true;
  finishTyping();
  if (answer.pauses && !outbox.empty) await outbox.flush();
  if (answer.unreadable) answer.controls[0].focus();
  return !answer.unreadable;
}

function open(n, { push = true } = {}) {
  const sheet = sheets.get(n);
  if (!sheet) return false;
  if (answer) {
    leaveField();
    finishTyping();
  }
  number = n;
  sent = null;
  unheeded = null;
  form.dataset.kind = sheet.kind;
  form.dataset.question = n;
  form.action = `${attemptUrl}${n}/`;
  document.getElementById("asked").innerHTML = sheet.html;
  answer = answering(form, () => clock.millisecondsLeft);
  for (const one of document.querySelectorAll(".dots [aria-current]")) one.removeAttribute("aria-current");
  dot(n)?.setAttribute("aria-current", "page");
  heading.textContent = heading.dataset.words.replace("{n}", n);
  const title = heading.dataset.title.replace("{n}", n).replace("{total}", total);
  document.getElementById("where").textContent = title;
  document.title = `${title} · Rectify`;
  const onward = document.getElementById("onward");
  onward.value = n < total ? n + 1 : "finish";
  onward.textContent = n < total ? onward.dataset.next : onward.dataset.finish;
  const previous = document.getElementById("previous");
  previous.value = n - 1;
  previous.hidden = n <= 1;
  begin();
  remember();
  if (push) history.pushState({ number: n }, "", form.action);
  if (stopped) for (const control of answer.controls) control.disabled = true;
  scrollTo(0, 0);
  heading.focus({ preventScroll: true });
  return true;
}

form.addEventListener("submit", async (event) => {
  if (leaving) return;
  event.preventDefault();
  const pressed = event.submitter ?? document.getElementById("onward");
  if (!(await mayLeave())) return;
  if (pressed.value !== "finish") {
    const to = Number(pressed.value);
    if (to === number || open(to) || ((await sheets.load()) && open(to))) return;
    // Without the paper the form itself goes on, once everything has arrived.
  }
  leaveField();
  if (!(stopped || (await outbox.flush()))) {
    unheeded = pressed.value === "finish" ? words.notYet : words.noSheet;
    sayWaiting();
    return;
  }
  if (answer.unreadable) return;
  leaving = true;
  if (pressed.value === "finish") location.assign(`${attemptUrl}submit/`);
  else location.assign(`${attemptUrl}${pressed.value}/`);
});
window.addEventListener("popstate", async ({ state: at }) => {
  if (at?.number && !(open(at.number, { push: false }) || ((await sheets.load()) && open(at.number, { push: false })))) {
    location.reload();
  }
});
document.getElementById("break")?.addEventListener("submit", async (event) => {
  if (leaving) return;
  finishTyping();
  // With nothing to wait for this press itself goes: a second submit from within its event the browser would drop.
  if (outbox.empty) {
    leaving = true;
    dropSheets(attempt);
    return;
  }
  event.preventDefault();
  if (!(await outbox.flush())) return;
  leaving = true;
  dropSheets(attempt);
  event.target.requestSubmit();
});

/* --- the page itself --------------------------------------------------------------------------------------------------------- */

reload.addEventListener("click", () => {
  leaving = true;
  location.reload();
});
window.addEventListener("online", () => alive.sign());
window.addEventListener("beforeunload", (event) => {
  if (!outbox.empty && !leaving) event.preventDefault();
});
/* A page that comes back from the browser's memory holds an old number. */
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

let over = false;
countDown(clock, timer, document.getElementById("time-warning"), {
  end: async () => {
    over = true;
    // What was typed since the last save came too late, and is kept to be shown; what is kept there already counts as it is.
    if (!stopped && answer && answer.value !== current(number).option) change();
    // Without a way to the server there is nowhere to go yet; when it returns, its refusal leads on.
    if ((await outbox.flush()) && (await alive.sign())) leave();
    else say(words.timeUp, "refused");
  },
});

const alive = new Alive({ url: aliveUrl, token, watch, watchEvery: Number(watchEvery), tell: () => ({ question: number || null, waiting: outbox.count }) });
alive.addEventListener("heard", async ({ detail }) => {
  connection.textContent = "";
  alive.lost = null;
  alive.every = detail.every;
  clock.learn(detail);
  if (detail.barred) {
    if (!stopped) outbox.refuse({ refused: detail.barred, reason: detail.reason });
    return;
  }
  if (detail.closed) {
    if (outbox.empty || !(await outbox.flush())) leave();
    return;
  }
  if (detail.paused) stand();
  else if (over && clock.millisecondsLeft > 0) leave();
  else if (!outbox.empty) outbox.flush();
  if (!sheets.sheets && (await sheets.load())) ready();
});
alive.addEventListener("silent", ({ detail }) => {
  alive.lost ??= Date.now();
  const lost = connection.dataset.lost.replace("{t}", timeOf(alive.lost, zone));
  connection.textContent = detail.reload ? words.reload : (detail.reason ?? lost);
  if (detail.reload) reload.hidden = false;
  if (detail.reload || detail.reason) return;
  // Keep what is said of the answers in step with what waits.
  if (!outbox.empty && status.dataset.kind === "waiting") sayWaiting();
});

async function ready() {
  if (workerUrl && !offline) await prepareToReopen({ attempt, attemptUrl, workerUrl, sheets });
  form.dataset.prepared = "";
}

/* Show what is stored, or what was given and is pending. A choice made before this script ran was heard by nobody: it is what the
 * page shows and not what it was sent with. */
function begin() {
  const early = answer.early;
  const pending = outbox.pendingFor(number);
  if (early) {
    answer.settle?.();
    change();
  } else show(pending ?? stored(number));
  if (pending) sayWaiting();
  else if (!early && outbox.empty) sayStored();
}

async function start() {
  for (const n of new Set([...state.keys(), ...outbox.drafts.map((one) => one.question)])) showDot(n);
  if (number) {
    answer = answering(form, () => clock.millisecondsLeft);
    begin();
    history.replaceState({ number }, "");
    remember();
  } else {
    const [, at] = /\/(\d+)\/$/.exec(location.pathname) ?? [];
    if (!(await sheets.load()) || !open(Number(at ?? mirror?.at ?? 1), { push: false })) {
      location.reload();
      return;
    }
    history.replaceState({ number }, "");
  }
  if (!outbox.empty) outbox.flush();
  if (await sheets.load()) ready();
}

start();
