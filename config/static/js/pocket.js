/* The app for the table: its rooms, what it says of itself, and when it speaks with the site: on opening, when the network
 * comes back, and when it comes to the front. Rooms are told apart by what stands behind the # of the address. */

import { manner } from "./pocket-elements.js";
import { Law, leadWithin } from "./pocket-law.js";
import { Outbox } from "./pocket-outbox.js";
import { askToKeep, Practice } from "./pocket-practice.js";
import { show as showAssistant } from "./pocket-rulings.js";
import { ask, Pocket } from "./pocket-store.js";
import { Tonight } from "./pocket-tonight.js";
import { Version } from "./pocket-version.js";

const main = document.getElementById("main");
const room = document.getElementById("room");
const told = main.dataset;
const FIRST_ROOM = "rulings";
/* Milliseconds between tries while answers wait. */
const TRY_EVERY = 30_000;

/* The words of the page by their names, with what stands in braces filled in. */
function say(name, places = {}) {
  const text = document.querySelector(`#words [data-word="${name}"]`).textContent;
  return Object.entries(places).reduce((said, [place, value]) => said.replace(`{${place}}`, value), text);
}

const pocket = await Pocket.open();
const outbox = new Outbox({ pocket, address: told.answers });
const practice = new Practice({ pocket, outbox, address: told.questions });
const law = new Law({ address: told.law });
const version = new Version({ worker: told.worker });
const tonight = new Tonight({ pocket, who: () => who });

/* What the site said last; until it has, the phone goes by what it noted. */
/** @type {Record<string, any>} */
let state = { away: true };
let who = (await pocket.note("who")) ?? "";
let speaking = null;
let again = false;
let signedOut = false;
let closed = false;
/* Counts what was opened: who has waited for something looks whether the room is still theirs. */
let turn = 0;
let practising = false;
/* The element in which the assistant stands and its page, once it has been opened. */
let assistant = null;
/** @type {{look: () => void} | null} */
let rulings = null;

// --- what it says of itself --------------------------------------------------------------------------------------------

/* A moment in words: today with its time, else its day; `day`: its day in any case. */
function whenChecked(moment, day = false) {
  const then = moment ? new Date(moment) : new Date();
  const time = then.toLocaleTimeString(manner(), { hour: "numeric", minute: "2-digit" });
  if (!day && then.toDateString() === new Date().toDateString()) return say("today", { time });
  return then.toLocaleDateString(manner(), { day: "numeric", month: "long", year: "numeric" });
}

async function tellKept() {
  const line = document.getElementById("kept");
  const checked = await pocket.note("checked");
  const when = whenChecked(checked);
  let word = "works";
  if (state.off_line === false) word = "no-longer";
  else if (!version.possible) word = "cannot-keep";
  else if (!version.controlled || !checked) word = "works-not";
  else if (state.away) word = "works-here";
  line.textContent = say(word, { when });
  line.classList.toggle("away", Boolean(state.away));
}

async function tellToSend() {
  const { waiting, others, refused } = await outbox.count(who);
  const line = document.getElementById("to-send");
  const n = waiting + refused.length;
  line.textContent = say(n === 0 ? "none-to-send" : n === 1 ? "one-to-send" : "many-to-send", { n });
  line.classList.toggle("waits", n > 0);
  line.hidden = n === 0 && !who;
  return { waiting, others, refused };
}

async function tellVersion(name) {
  const place = document.getElementById("version");
  place.replaceChildren();
  if (!name) return;
  const when = whenChecked(await pocket.note("checked"));
  const line = element("p", { className: "message warning" }, say(name, { when }), " ");
  if (name === "ready" || name === "replaced") {
    const button = element("button", { className: "button quiet" }, say(name === "ready" ? "use" : "open"));
    button.addEventListener("click", () => version.use());
    line.append(button);
  }
  place.append(line);
}

for (const name of ["coming", "ready", "broke-off", "replaced"]) version.addEventListener(name, () => tellVersion(name));
version.addEventListener("kept", tellKept);
outbox.addEventListener("changed", tellToSend);
outbox.addEventListener("before", (/** @type {CustomEvent} */ { detail }) => {
  document.getElementById("version").after(element("p", { className: "message", role: "status" }, say("before", { n: detail.count })));
});

// --- speaking with the site --------------------------------------------------------------------------------------------

/* Ask how things stand, send what waits, take along what is due. Whoever asks while that is under way has it done once more:
 * the network may have come back since it began. */
function speak() {
  if (speaking) again = true;
  speaking ??= speakAll().finally(() => (speaking = null));
  return speaking;
}

async function speakAll() {
  do {
    again = false;
    await spoken();
  } while (again);
}

async function spoken() {
  state = await ask(told.state);
  if (state.closed !== undefined || !state.away) {
    await pocket.setNote("closed", Boolean(state.closed));
    await close(Boolean(state.closed));
  }
  if (!state.away && !state.closed) {
    await meet(state.who);
    if (await version.compare(state.version)) await pocket.setNote("checked", new Date().toISOString());
    if (who && state.who === who) {
      signedOut = (await outbox.send({ who, token: state.token })) === "signed-out";
      await tellToSend();
      await practice.take({ who, token: state.token });
    } else {
      signedOut = Boolean(who);
    }
  }
  await tellKept();
  await tellToSend();
  if (!closed && place().name === "practice" && !practising) await show();
}

/* Somebody is signed in. Where the questions here are another's, they go; that person's answers stay until they sign in here. */
async function meet(somebody) {
  if (!somebody || somebody === who) return;
  if (who) await pocket.forget();
  who = somebody;
  await pocket.setNote("who", who);
  rulings?.look();
}

/* While a paper runs that does not allow what is here, no room is open, also without a network. */
async function close(isClosed) {
  if (isClosed === closed) return;
  closed = isClosed;
  await show();
}

// --- rooms -------------------------------------------------------------------------------------------------------------

function place() {
  const [name, ...rest] = decodeURIComponent(location.hash.slice(1)).split("/");
  return { name: name || FIRST_ROOM, what: rest.join("/") };
}

const ROOMS = { rulings: showRulings, law: showLaw, practice: showPractice };

async function show() {
  const { name, what } = place();
  turn += 1;
  practising = false;
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-room]"))) {
    if (link.dataset.room === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (closed) {
    room.replaceChildren(element("h1", {}, say("closed")), element("p", { className: "lead" }, say("closed-until")));
    return;
  }
  // What this page would read now may be of the next version, whose scripts it does not have.
  if (version.replaced) return version.use();
  await (ROOMS[name] ?? showRulings)(what, turn);
  document.title = `${room.querySelector("h1").textContent.trim()} · Rectify`;
}

/* The assistant stands in an element of its own, so whoever reads a law in the middle of an interview comes back to it. */
async function showRulings(_what, mine) {
  if (assistant) rulings?.look();
  assistant ??= await opened();
  if (mine !== turn) return;
  room.replaceChildren(assistant ?? element("div", {}, element("h1", {}, say("rulings")), element("p", { className: "lead" }, say("no-rulings"))));
}

async function opened() {
  try {
    const response = await fetch(told.rulings, { credentials: "same-origin" });
    if (!response.ok) return null;
    const bundle = await response.json();
    bundle.day = whenChecked(await pocket.note("checked"), true);
    const place = element("div");
    rulings = showAssistant(place, bundle, {
      tonight,
      onRuling: (ruling) => tonight.keep(ruling),
      lawAddress: (book, key) => (book === told.edition ? `#law/${encodeURIComponent(key)}` : ""),
    });
    return place;
  } catch {
    return null;
  }
}

async function showLaw(what, mine) {
  const laws = await law.load();
  if (mine !== turn) return;
  if (!laws.size) {
    room.replaceChildren(element("h1", {}, say("laws")), element("p", { className: "lead" }, say("no-law")));
    return;
  }
  const found = what && (await law.place(what));
  if (mine !== turn) return;
  if (!found) return showLaws(laws);
  const back = element("p", { className: "place" }, element("a", { href: "#law" }, say("all-laws")));
  const article = found.article.cloneNode(true);
  const title = element("h1", {});
  title.append(...article.querySelector("h2").childNodes);
  article.querySelector("h2").remove();
  for (const heading of article.querySelectorAll("h3, h4, h5, h6")) {
    // Here the title of the law is the page's, so what stands under it moves up.
    const higher = element(`h${Number(heading.localName[1]) - 1}`);
    higher.append(...heading.childNodes);
    heading.replaceWith(higher);
  }
  room.replaceChildren(back, title, article);
  leadWithin(article, laws, told.edition);
  const at = found.at && [...article.querySelectorAll("[id]")].find((one) => one.id === what);
  if (at) {
    const one = at.closest(".provision") ?? at;
    one.classList.add("here");
    one.scrollIntoView();
  } else {
    window.scrollTo(0, 0);
  }
}

function showLaws(laws) {
  const form = element("form", { className: "find", role: "search" });
  const field = element("input", { type: "search", id: "find", autocomplete: "off", maxLength: 200 });
  form.append(element("label", { htmlFor: "find" }, say("find")), field);
  form.addEventListener("submit", (event) => event.preventDefault());
  const results = element("div", { role: "status" });
  const all = element("ol", { className: "law-list" });
  for (const [number, article] of laws) {
    const link = element("a", { href: `#law/${encodeURIComponent(number)}` });
    link.innerHTML = article.querySelector("h2").innerHTML;
    all.append(element("li", {}, link));
  }
  field.addEventListener("input", async () => {
    const typed = field.value;
    all.hidden = typed.trim().length > 0;
    const found = all.hidden ? await law.find(typed) : [];
    if (field.value !== typed) return;
    results.replaceChildren(...(all.hidden ? listed(found) : []));
  });
  room.replaceChildren(
    element("h1", {}, say("laws")), element("p", { className: "saved" }, say("digest")), form, results, all,
  );
}

function listed(found) {
  if (!found.length) return [element("p", {}, say("found-none"))];
  const list = element("ul", { className: "found-in-law" });
  for (const one of found) {
    list.append(element("li", {}, element("a", { href: `#law/${encodeURIComponent(one.key)}` }, one.name), " ", element("span", {}, one.text)));
  }
  return [element("p", { className: "saved" }, say("found", { n: found.length })), list];
}

async function showPractice(_what, mine) {
  const { waiting, others, refused } = await tellToSend();
  const questions = await practice.waiting();
  if (mine !== turn) return;
  const parts = [element("h1", {}, say("practice"))];
  const signIn = () => element("a", { className: "button", href: `${told.signIn}?next=${encodeURIComponent(told.home)}%23practice` }, say("sign-in"));
  if (signedOut && waiting) parts.push(element("p", { className: "message warning" }, say("signed-out"), " ", signIn()));
  if (others) parts.push(element("p", { className: "message" }, say("of-another", { n: others })));
  for (const one of refused) parts.push(notAccepted(one));
  if (questions.length) {
    const begin = element("button", { className: "button" }, say("begin"));
    begin.addEventListener("click", () => practise());
    parts.push(
      element("p", { className: "lead" }, say(questions.length === 1 ? "one-question" : "many-questions", { n: questions.length })),
      element("p", {}, begin),
    );
  } else if (!who) {
    parts.push(element("p", { className: "lead" }, say("who-are-you")), element("p", {}, signIn()));
  } else if (practice.taking) {
    parts.push(element("p", { className: "lead" }, say("fetching")));
  } else {
    parts.push(element("p", { className: "lead" }, say(state.away || signedOut ? "nothing-kept" : "nothing-due")));
    if (signedOut && !waiting) parts.push(element("p", {}, signIn()));
  }
  parts.push(element("p", {}, element("a", { href: told.training }, say("training"))));
  room.replaceChildren(...parts);
}

function notAccepted(one) {
  const again = element("button", { className: "button quiet" }, say("again"));
  again.addEventListener("click", async () => {
    await outbox.retry(one.key);
    await speak();
    await show();
  });
  const drop = element("button", { className: "button quiet" }, say("drop"));
  drop.addEventListener("click", async () => {
    await outbox.drop(one.key);
    await show();
  });
  return element("div", { className: "message error" }, element("b", {}, say("refused")), " ", one.refused, " ", again, " ", drop);
}

async function practise() {
  const mine = ++turn;
  practising = true;
  askToKeep();
  const laws = await law.load();
  for (;;) {
    const waiting = await practice.waiting();
    if (mine !== turn) return;
    if (!waiting.length) break;
    const [question] = waiting;
    const asked = practice.ask(room, question, { who, say, left: waiting.length });
    lookAtTheTop();
    const answered = await asked;
    if (mine !== turn) return;
    speak();
    const read = practice.explain(room, question, answered, { say, last: waiting.length === 1, laws, edition: told.edition });
    lookAtTheTop();
    await read;
  }
  await show();
  lookAtTheTop();
}

function lookAtTheTop() {
  window.scrollTo(0, 0);
  room.focus({ preventScroll: true });
}

function element(name, properties = {}, ...inside) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...inside);
  return made;
}

// --- the beginning -----------------------------------------------------------------------------------------------------

window.addEventListener("hashchange", async () => {
  await show();
  room.focus({ preventScroll: true });
});
window.addEventListener("online", speak);
window.addEventListener("offline", () => {
  state = { away: true };
  tellKept();
});
// Some phones do not say that the network is back.
setInterval(async () => {
  if (document.visibilityState === "visible" && (await outbox.count(who)).waiting) speak();
}, TRY_EVERY);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && speak());

closed = Boolean(await pocket.note("closed"));
await tellToSend();
await version.begin();
await tellKept();
await show();
await speak();
