/* The evening's rulings, and the store that they came into: what was there before stays. */

import { leave } from "/static/js/pocket-leave.js";
import { Pocket } from "/static/js/pocket-store.js";
import { place, Tonight } from "/static/js/pocket-tonight.js";
import { equal, Server } from "./checking.js";

const HOUR = 3_600_000;
const NOON = Date.parse("2026-11-29T12:00:00Z");
let number = 0;
const ruled = (key, more = {}) => ({
  key, edition: "duplicate-2017", procedure: "27", seat: null, answers: { lho_accepts: "yes" }, gist: "The call stands",
  happened: "A bid was too low", law: "Law 27", table: "6", board: "14", later: false, steps: ["not kept"], ...more,
});

async function made({ name = `tonight-${++number}`, who = "ruth" } = {}) {
  const pocket = await Pocket.open(indexedDB, name);
  const on = { who, at: NOON };
  return { pocket, on, name, tonight: new Tonight({ pocket, who: () => on.who, now: () => on.at }) };
}

const keys = async (tonight) => (await tonight.all()).map((one) => one.key);

/* A store as another release of the app has it. */
function other(name, shape, stores, { letsGo = true } = {}) {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, shape);
    asked.onupgradeneeded = () => {
      for (const [store, keyPath] of Object.entries(stores)) asked.result.createObjectStore(store, { keyPath });
    };
    asked.onsuccess = () => {
      if (letsGo) asked.result.onversionchange = () => asked.result.close();
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error);
  });
}

const put = (base, store, one) => new Promise((resolve) => {
  const transaction = base.transaction(store, "readwrite");
  transaction.objectStore(store).put(one);
  transaction.oncomplete = resolve;
});
const FIRST_SHAPE = { questions: "id", answers: "key", notes: "name" };

export const cases = {
  "a ruling is kept with what it takes to open it again, and with nothing else": async () => {
    const { tonight, pocket } = await made();
    equal(await tonight.keep(ruled("a")), true);
    const { steps: _steps, ...told } = ruled("a");
    equal(await pocket.all("rulings"), [{ ...told, who: "ruth", at: "2026-11-29T12:00:00.000Z" }]);
  },
  "the latest comes first, and one that is saved again stays where it stood": async () => {
    const { tonight, on } = await made();
    await tonight.keep(ruled("a"));
    on.at += HOUR;
    await tonight.keep(ruled("b"));
    on.at += HOUR;
    await tonight.keep(ruled("a", { gist: "The call is cancelled" }));
    equal((await tonight.all()).map((one) => [one.key, one.gist]), [["b", "The call stands"], ["a", "The call is cancelled"]]);
  },
  "each is gone from the phone after 48 hours": async () => {
    const { tonight, pocket, on } = await made();
    await tonight.keep(ruled("a"));
    on.at += HOUR;
    await tonight.keep(ruled("b"));
    on.at = NOON + 48 * HOUR - 1;
    equal(await keys(tonight), ["b", "a"]);
    on.at = NOON + 48 * HOUR;
    equal([await keys(tonight), (await pocket.all("rulings")).length], [["b"], 1]);
  },
  "another person on the same phone does not see them; one that nobody had signed in for is the phone's": async () => {
    const { tonight, on } = await made({ who: "" });
    await tonight.keep(ruled("phone"));
    on.who = "ruth";
    on.at += 1;
    await tonight.keep(ruled("hers"));
    equal(await keys(tonight), ["hers", "phone"]);
    on.who = "tom";
    equal(await keys(tonight), ["phone"]);
  },
  "what was removed can be put back as it was": async () => {
    const { tonight } = await made();
    await tonight.keep(ruled("a"));
    const before = await tonight.all();
    await tonight.remove(before);
    equal(await keys(tonight), []);
    await tonight.putBack(before);
    equal(await tonight.all(), before);
  },
  "where there is no room the ruling is in the window, and the page is told": async () => {
    const { tonight, pocket } = await made();
    pocket.base.transaction = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    equal([await tonight.keep(ruled("a")), await keys(tonight)], [false, ["a"]]);
  },
  "signing out takes the rulings and leaves an answer that could not be sent": async () => {
    const pocket = await Pocket.open();
    const tonight = new Tonight({ pocket, who: () => "ruth" });
    await tonight.keep(ruled("a"));
    await pocket.put("answers", { key: "k", who: "ruth", exercise: "e", answer: "a", sure: true, at: "2026-11-29T08:00:00Z" });
    const server = new Server(new TypeError("away"));
    await leave({ fetch: server.fetch });
    const after = await Pocket.open();
    equal([await after.all("rulings"), (await after.all("answers")).map((one) => one.key)], [[], ["k"]]);
    equal(JSON.stringify(server.asked).includes("stands"), false, "sent");
    await after.remove("answers", "k");
    pocket.close();
    after.close();
  },
  "table and board are named as far as they were told": () => {
    const words = { at_table: "Table %s", at_board: "Board %s", at_both: "Table %(table)s, board %(board)s" };
    const told = [["6", "14"], ["6", ""], ["", "14"], ["", ""]].map(([table, board]) => place({ table, board }, words));
    equal(told, ["Table 6, board 14", "Table 6", "Board 14", ""]);
  },
  "a store of the former shape is taken over with all that is in it, though another window has it open": async () => {
    const name = `shape-${++number}`;
    const former = await other(name, 1, FIRST_SHAPE);
    await put(former, "answers", { key: "k", who: "ruth", exercise: "e" });
    await put(former, "notes", { name: "who", value: "ruth" });
    const { pocket, tonight } = await made({ name });
    equal([pocket.lasting, (await pocket.all("answers")).map((one) => one.key), await pocket.note("who")], [true, ["k"], "ruth"]);
    equal([await tonight.keep(ruled("a")), await keys(tonight)], [true, ["a"]]);
  },
  "a page goes on keeping when a newer one has changed the shape, and when it is opened after that": async () => {
    const { pocket, name } = await made();
    await pocket.put("answers", { key: "before" });
    const newer = await other(name, 9, { more: "id" });
    equal(await pocket.put("answers", { key: "after" }), true);
    const opened = await Pocket.open(indexedDB, name);
    equal([opened.lasting, (await opened.all("answers")).map((one) => one.key)], [true, ["after", "before"]]);
    newer.close();
  },
  "a window that does not let go holds nobody up: what comes then is in memory": async () => {
    const name = `shape-${++number}`;
    const former = await other(name, 1, FIRST_SHAPE, { letsGo: false });
    window.setTimeout = (run) => queueMicrotask(run);
    const { pocket, tonight } = await made({ name });
    equal([pocket.lasting, await tonight.keep(ruled("a")), await keys(tonight)], [false, false, ["a"]]);
    former.close();
  },
};
