/* Answers given off line: kept until the site has said what became of them, sent once for whoever gave them. */

import { Outbox } from "/static/js/pocket-outbox.js";
import { Pocket } from "/static/js/pocket-store.js";
import { equal, Server } from "./checking.js";

let number = 0;
const taken = ({ answers }) => [200, { results: answers.map(({ key, exercise }) => ({ key, exercise, outcome: "taken", detail: "" })) }];
const told = (outcome, detail = "") => ({ answers }) =>
  [200, { results: answers.map(({ key, exercise }) => ({ key, exercise, outcome, detail })) }];
const RUTH = { who: "ruth", token: "t" };
const TOM = { who: "tom", token: "u" };

async function made(server, name = `pocket-${++number}`) {
  const pocket = await Pocket.open(indexedDB, name);
  const outbox = new Outbox({ pocket, address: "/answers/", fetch: server.fetch, newKey: () => `key-${++number}` });
  const before = [];
  outbox.addEventListener("before", ({ detail }) => before.push(detail.count));
  return { pocket, outbox, before, name };
}

const given = (exercise, who = "ruth", at = "2026-11-29T08:00:00Z") => ({ who, exercise, answer: "a", sure: true, at: new Date(at) });
const asked = (server) => server.asked.map(({ answers }) => answers.map((one) => one.exercise));

export const cases = {
  "what was given is sent in order of time and then gone": async () => {
    const server = new Server(taken);
    const { pocket, outbox } = await made(server);
    await pocket.put("questions", { id: "one" });
    equal(await outbox.put(given("two", "ruth", "2026-11-29T09:00:00Z")), true);
    await outbox.put(given("one"));
    equal((await outbox.count("ruth")).waiting, 2);
    equal(await outbox.send(RUTH), "sent");
    equal(asked(server), [["one", "two"]]);
    equal(server.asked[0].answers.map((one) => Object.keys(one).sort().join()), Array(2).fill("answer,at,exercise,key,sure"));
    equal([await pocket.all("answers"), await pocket.all("questions")], [[], []]);
  },
  "a lost reply has the same answers go out again under the same keys, and is not told as another device's": async () => {
    const server = new Server(new TypeError("lost"), told("before"));
    const { outbox, before } = await made(server);
    await outbox.put(given("one"));
    equal(await outbox.send(RUTH), "away");
    equal(await outbox.send(RUTH), "sent");
    equal(server.asked[0], server.asked[1]);
    equal([before, (await outbox.count("ruth")).waiting], [[], 0]);
  },
  "one that another device gave before is told and gone": async () => {
    const { outbox, before } = await made(new Server(told("before")));
    await outbox.put(given("one"));
    await outbox.put(given("two"));
    await outbox.send(RUTH);
    equal([before, (await outbox.count("ruth")).waiting], [[2], 0]);
  },
  "a page that opens again goes on with what was kept": async () => {
    const first = await made(new Server(new TypeError("away")));
    await first.outbox.put(given("one"));
    first.pocket.close();
    const server = new Server(taken);
    const { outbox } = await made(server, first.name);
    equal((await outbox.count("ruth")).waiting, 1);
    await outbox.send(RUTH);
    equal(asked(server), [["one"]]);
  },
  "another person's answers stay until that person signs in": async () => {
    const server = new Server(taken);
    const { outbox } = await made(server);
    await outbox.put(given("hers"));
    await outbox.put(given("his", "tom"));
    equal((({ waiting, others }) => [waiting, others])(await outbox.count("tom")), [1, 1]);
    await outbox.send(TOM);
    equal(asked(server), [["his"]]);
    equal(await outbox.send({ who: "", token: "" }), "signed-out");
    await outbox.send(RUTH);
    equal(asked(server), [["his"], ["hers"]]);
  },
  "a session that has ended loses nothing": async () => {
    const { outbox } = await made(new Server([403, {}]));
    await outbox.put(given("one"));
    equal([await outbox.send(RUTH), (await outbox.count("ruth")).waiting], ["signed-out", 1]);
  },
  "a site in trouble, or a page in its place, loses nothing": async () => {
    const { outbox } = await made(new Server([503, "no"], [200, "<p>Sign in to the hotel"]));
    await outbox.put(given("one"));
    equal([await outbox.send(RUTH), await outbox.send(RUTH), (await outbox.count("ruth")).waiting], ["away", "away", 1]);
  },
  "one that is refused holds up no other, stays with its reason, and goes out again only when asked": async () => {
    const refuseOne = ({ answers }) =>
      [200, { results: answers.map(({ key, exercise }) => ({ key, exercise, outcome: exercise === "bad" ? "refused" : "taken", detail: "The clock is ahead." })) }];
    const server = new Server(refuseOne);
    const { outbox } = await made(server);
    await outbox.put(given("bad"));
    await outbox.put(given("good"));
    await outbox.send(RUTH);
    const { waiting, refused } = await outbox.count("ruth");
    equal([waiting, refused.map((one) => one.refused)], [0, ["The clock is ahead."]]);
    await outbox.send(RUTH);
    equal(server.asked.length, 1);
    server.answers = [taken];
    await outbox.retry(refused[0].key);
    await outbox.send(RUTH);
    equal([(await outbox.count("ruth")).refused, asked(server).at(-1)], [[], ["bad"]]);
  },
  "more than a hundred go out a hundred at a time": async () => {
    const server = new Server(taken);
    const { pocket, outbox } = await made(server);
    for (let one = 0; one < 130; one += 1) {
      await pocket.put("answers", { key: `k${one}`, who: "ruth", exercise: `e${one}`, answer: "a", sure: true, at: `2026-11-29T08:00:00.${one}Z` });
    }
    await outbox.send(RUTH);
    equal([asked(server).map((some) => some.length), (await outbox.count("ruth")).waiting], [[100, 30], 0]);
  },
  "two who ask to send at once are one sending": async () => {
    const server = new Server(taken);
    const { outbox } = await made(server);
    await outbox.put(given("one"));
    await Promise.all([outbox.send(RUTH), outbox.send(RUTH)]);
    equal(server.asked.length, 1);
  },
  "where there is no room the answer is in the window, counted and sent": async () => {
    const server = new Server(taken);
    const { pocket, outbox } = await made(server);
    const { transaction } = pocket.base;
    pocket.base.transaction = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    equal(await outbox.put(given("one")), false);
    equal((await outbox.count("ruth")).waiting, 1);
    pocket.base.transaction = transaction;
    await outbox.send(RUTH);
    equal([asked(server), (await outbox.count("ruth")).waiting], [[["one"]], 0]);
  },
  "a browser that keeps nothing still sends": async () => {
    const server = new Server(taken);
    const pocket = await Pocket.open({ open: () => { throw new Error("forbidden"); } });
    const outbox = new Outbox({ pocket, address: "/", fetch: server.fetch, newKey: () => "k" });
    equal([pocket.lasting, await outbox.put(given("one"))], [false, false]);
    await outbox.send(RUTH);
    equal([asked(server), (await outbox.count("ruth")).waiting], [[["one"]], 0]);
  },
  "storage that was wiped is an empty store, not a fault": async () => {
    const first = await made(new Server(taken));
    await first.pocket.setNote("who", "ruth");
    first.pocket.close();
    await new Promise((done) => (indexedDB.deleteDatabase(first.name).onsuccess = done));
    const { pocket, outbox } = await made(new Server(taken), first.name);
    equal([await pocket.note("who"), await pocket.all("questions"), (await outbox.count("")).waiting], [undefined, [], 0]);
  },
};
