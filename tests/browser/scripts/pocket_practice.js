/* What a phone takes along: whole, in its order, and nobody else's. */

import { folded, Law, leadWithin } from "/static/js/pocket-law.js";
import { Outbox } from "/static/js/pocket-outbox.js";
import { Practice } from "/static/js/pocket-practice.js";
import { Pocket } from "/static/js/pocket-store.js";
import { equal, Server } from "./checking.js";

let number = 0;
const RUTH = { who: "ruth", token: "t" };
const some = (...ids) => ids.map((id) => ({ id, html: "", key: "a", explained: { a: "", b: "" } }));

async function made(server) {
  const pocket = await Pocket.open(indexedDB, `practice-${++number}`);
  const outbox = new Outbox({ pocket, address: "/answers/", fetch: server.fetch, newKey: () => `k-${++number}` });
  return { pocket, outbox, practice: new Practice({ pocket, outbox, address: "/questions/", fetch: server.fetch }) };
}

const ids = async (practice) => (await practice.waiting()).map((one) => one.id);
const BOOK = `<article data-law="27"><h2>Law 27 · Insufficient bid</h2>
  <div class="provision"><span class="key">27A1</span><div class="text" id="27A1"><p>The next player may accept it.</p></div></div>
  <div class="provision"><span class="key">27B</span><div class="text" id="27B"><p>Else it is corrected, see
  <a class="cite" href="/laws/duplicate-2017/27A1/" data-preview="x">27A1</a> and <a class="cite" href="/laws/duplicate-2017/99/">99</a>.</p></div></div></article>`;
const book = () => new Law({ address: "/law.html", fetch: async () => ({ ok: true, json: async () => ({ html: BOOK }) }) });

export const cases = {
  "it asks until all is here, telling what it has": async () => {
    const server = new Server(
      [200, { who: "ruth", order: ["a", "b"], questions: some("a", "b"), more: true }],
      [200, { who: "ruth", order: ["c", "a", "b"], questions: some("c"), more: false }],
    );
    const { practice } = await made(server);
    equal(await practice.take(RUTH), true);
    equal(server.asked, [{ have: [] }, { have: ["a", "b"] }]);
    equal(await ids(practice), ["c", "a", "b"]);
  },
  "what broke off leaves what is here as it was": async () => {
    const server = new Server([200, { who: "ruth", order: ["a"], questions: some("a"), more: true }], new TypeError("gone"));
    const { practice } = await made(server);
    equal([await practice.take(RUTH), await ids(practice)], [false, ["a"]]);
  },
  "what is due no longer goes, unless its answer still has to be sent": async () => {
    const server = new Server([200, { who: "ruth", order: ["a", "b", "c"], questions: some("a", "b", "c"), more: false }]);
    const { pocket, outbox, practice } = await made(server);
    await practice.take(RUTH);
    await outbox.put({ who: "ruth", exercise: "b", answer: "a", sure: true });
    server.answers = [[200, { who: "ruth", order: ["c"], questions: [], more: false }]];
    await practice.take(RUTH);
    equal(await ids(practice), ["c"]);
    equal((await pocket.all("questions")).map((one) => one.id), ["b", "c"]);
  },
  "questions of somebody who signed in meanwhile are not mixed in": async () => {
    const { practice } = await made(new Server([200, { who: "tom", order: ["x"], questions: some("x"), more: false }]));
    equal([await practice.take(RUTH), await ids(practice)], [false, []]);
  },
  "forgetting a person leaves what is still to be sent": async () => {
    const { pocket, outbox, practice } = await made(new Server([200, { who: "ruth", order: ["a"], questions: some("a"), more: false }]));
    await practice.take(RUTH);
    await pocket.setNote("who", "ruth");
    await outbox.put({ who: "ruth", exercise: "a", answer: "b", sure: false });
    await pocket.forget();
    equal([await pocket.all("questions"), await pocket.note("who"), (await pocket.all("answers")).length], [[], undefined, 1]);
  },
  "an answer is put in once, however often its button is pressed": async () => {
    const { pocket, practice } = await made(new Server([200, {}]));
    const question = { ...some("a")[0], html: '<input type="radio" name="option" value="b">' };
    const answered = practice.ask(document.body, question, { who: "ruth", say: (word) => word, left: 1 });
    const sure = document.querySelector("button[value=sure]");
    sure.click();
    equal(document.querySelector("[role=alert]").textContent, "choose");
    document.querySelector("input").checked = true;
    sure.click();
    sure.click();
    equal(await answered, { right: false, sure: true, chosen: "b", kept: true });
    equal((await pocket.all("answers")).map(({ exercise, answer }) => [exercise, answer]), [["a", "b"]]);
  },
  "the law is found by number and by words, folded": async () => {
    equal(folded("Téte-à-tête, ♠K!"), "tete a tete ♠k");
    const law = book();
    equal((await law.find("law 27a1")).map((one) => one.key), ["27A1"]);
    equal((await law.find("27")).map((one) => one.number), ["27"]);
    equal((await law.find("ACCEPT insufficient")).map((one) => one.name), ["27A1"]);
    equal(await law.find("penguin"), []);
  },
  "a law that could not be read is asked for again": async () => {
    const answers = [Promise.reject(new TypeError("away")), Promise.resolve({ ok: true, json: async () => ({ html: BOOK }) })];
    const law = new Law({ address: "/law.html", fetch: () => answers.shift() });
    equal([(await law.load()).size, (await law.load()).size], [0, 1]);
  },
  "chips lead to what is here, and the others to nothing": async () => {
    const law = book();
    const laws = await law.load();
    const article = laws.get("27").cloneNode(true);
    leadWithin(article, laws, "duplicate-2017");
    equal([...article.querySelectorAll("a")].map((one) => one.getAttribute("href")), ["#law/27A1"]);
    equal(article.textContent.includes("99"), true);
  },
};
