/* The outbox: what is pending is kept, numbered, sent once, and never overtaken. */

import { Outbox } from "/static/js/sitting-outbox.js";
import { Store } from "/static/js/sitting-store.js";
import { equal, Server, stored } from "./checking.js";

const A = { question: 1, option: "a", flagged: false };
const B = { question: 1, option: "b", flagged: false };
const OTHER = { question: 2, option: "c", flagged: true };

function made(server, sequence = 4) {
  const store = new Store("one");
  const outbox = new Outbox({ store, url: "/save/", token: "t", sequence, fetch: server.fetch });
  const told = [];
  for (const name of ["saved", "waiting", "refused", "unreadable"]) {
    outbox.addEventListener(name, ({ detail }) => told.push([name, detail]));
  }
  return { outbox, store, told, names: () => told.map(([name]) => name) };
}

export const cases = {
  "what is put is sent with the next number and confirmed": async () => {
    const server = new Server(stored);
    const { outbox, store, told } = made(server);
    equal(await outbox.put(A), true);
    equal(server.asked, [{ ...A, sequence: 5 }]);
    equal([outbox.empty, outbox.confirmed, store.read()], [true, 5, null]);
    equal(told, [["saved", { sequence: 5, draft: { ...A, sequence: 5 } }]]);
  },
  "a later choice of a question replaces an earlier one that was not sent": async () => {
    const server = new Server(stored);
    const { outbox } = made(server);
    outbox.hold(A);
    outbox.hold(OTHER);
    outbox.hold(B);
    equal([outbox.count, outbox.pendingFor(1)], [2, B]);
    await outbox.flush();
    equal(server.asked, [{ ...OTHER, sequence: 5 }, { ...B, sequence: 6 }]);
  },
  "a lost reply is asked for again with the same number and content": async (time) => {
    const server = new Server(new TypeError("lost"), stored);
    const { outbox, names } = made(server);
    equal(await outbox.put(A), false);
    outbox.hold(B);
    equal(outbox.drafts, [B]);
    await time.pass(1000);
    equal(server.asked, [{ ...A, sequence: 5 }, { ...A, sequence: 5 }, { ...B, sequence: 6 }]);
    equal(names(), ["waiting", "saved", "saved"]);
  },
  "a page that opens again goes on with what was kept, under its number": async () => {
    const gone = made(new Server(new TypeError("away")));
    await gone.outbox.put(A);
    gone.outbox.hold(OTHER);
    const server = new Server(stored);
    const { outbox } = made(server);
    equal([outbox.count, outbox.since], [2, gone.outbox.since]);
    await outbox.flush();
    equal(server.asked, [{ ...A, sequence: 5 }, { ...OTHER, sequence: 6 }]);
  },
  "waits double up to half a minute and begin anew after a success": async (time) => {
    const server = new Server(new TypeError("away"));
    const { outbox } = made(server);
    const at = [];
    const sent = server.fetch;
    outbox.fetch = (...given) => (at.push(time.at), sent(...given));
    await outbox.put(A);
    await time.pass(120_000);
    const waits = at.slice(1).map((one, number) => one - at[number]);
    equal(waits.slice(0, 7), [1000, 2000, 4000, 8000, 16000, 30000, 30000]);
    server.answers = [stored];
    await time.pass(30_000);
    equal([outbox.empty, outbox.wait], [true, 1000]);
  },
  "two who ask to send at once are one sending": async () => {
    const server = new Server(stored);
    const { outbox } = made(server);
    outbox.hold(A);
    await Promise.all([outbox.flush(), outbox.flush()]);
    equal(server.asked.length, 1);
  },
  "what is refused for good is kept as refused, and nothing more is sent": async () => {
    const server = new Server([409, { refused: "stale", reason: "Saved elsewhere." }]);
    const { outbox, store, told } = made(server);
    outbox.hold(A);
    outbox.hold(OTHER);
    equal(await outbox.flush(), false);
    equal(store.read("kept"), [{ ...A, reason: "Saved elsewhere." }, { ...OTHER, reason: "Saved elsewhere." }]);
    equal(told.at(-1)[1].drafts.map((draft) => draft.question), [1, 2]);
    outbox.hold(B);
    equal([outbox.empty, outbox.stopped, server.asked.length], [true, true, 1]);
  },
  "what cannot be read holds back nothing behind it": async () => {
    const server = new Server([400, { refused: "unreadable", reason: "No such law." }], stored);
    const { outbox, names } = made(server);
    outbox.hold(A);
    outbox.hold(OTHER);
    equal(await outbox.flush(), true);
    equal([names(), outbox.confirmed], [["unreadable", "saved"], 5]);
  },
  "one the server stumbles over thrice lets those behind it go first": async (time) => {
    const server = new Server((draft) => (draft.question === 1 ? [500, "<h1>Server error</h1>"] : stored(draft)));
    const { outbox, names } = made(server);
    outbox.hold(A);
    outbox.hold(OTHER);
    await outbox.flush();
    await time.pass(3000);
    equal(server.asked.slice(0, 4).map((one) => [one.question, one.sequence]), [[1, 5], [1, 5], [1, 5], [2, 5]]);
    equal(names().filter((name) => name === "saved").length, 1);
    equal(outbox.drafts.map((one) => one.question), [1]);
  },
  "a server that is away makes nobody overtake": async (time) => {
    const server = new Server([503, "away"]);
    const { outbox } = made(server);
    outbox.hold(A);
    outbox.hold(OTHER);
    await outbox.flush();
    await time.pass(20_000);
    equal([...new Set(server.asked.map((one) => one.question))], [1]);
  },
  "who was signed out, or has an old token, or is paused, keeps everything": async (time) => {
    for (const [answer, reload] of [
      [[401, { refused: "signed_out" }], false],
      [[403, "<p>CSRF</p>"], true],
      [[409, { refused: "paused" }], false],
    ]) {
      localStorage.clear();
      const server = new Server(answer, stored);
      const { outbox, told } = made(server);
      equal(await outbox.put(A), false, answer);
      equal([told[0][0], Boolean(told[0][1].reload)], ["waiting", reload], answer);
      await time.pass(1000);
      equal([outbox.empty, server.asked.map((one) => one.sequence)], [true, [5, 5]], answer);
    }
  },
  "a browser that keeps nothing still sends": async () => {
    const full = { getItem: () => { throw new Error("forbidden"); }, setItem: () => { throw new Error("full"); }, removeItem() { throw new Error("full"); } };
    const server = new Server(stored);
    const outbox = new Outbox({ store: new Store("one", full), url: "/", token: "", sequence: 0, fetch: server.fetch });
    equal(await outbox.put(A), true);
    equal(server.asked, [{ ...A, sequence: 1 }]);
  },
};
