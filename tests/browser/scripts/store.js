/* What the browser keeps: nothing refused is lost, and nothing that counts is called lost. */

import { Store } from "/static/js/sitting-store.js";
import { told } from "/static/js/sitting-told.js";
import { allUnreadable, forgetUnreadable, keepUnreadable, unreadableOf } from "/static/js/sitting-unreadable.js";
import { equal } from "./checking.js";

const one = { question: 1, option: "West leads.", flagged: false };
const two = { question: 2, option: null, flagged: true };

export const cases = {
  "the latest refused of a question stands, in the order of the paper": () => {
    const store = new Store("x");
    equal(store.keepRefused([], "none"), true);
    store.keepRefused([two], "late");
    store.keepRefused([{ ...one, option: "East leads." }], "late");
    store.keepRefused([{ ...one, sequence: 9 }], "later");
    equal(store.read("kept"), [{ ...one, reason: "later" }, { ...two, reason: "late" }]);
  },
  "what the server holds all the same is put away, however it spells its lines": () => {
    const store = new Store("x");
    store.keepRefused([{ ...one, option: "West leads.  \r\nA heart.\n" }, two], "late");
    equal(store.forgetWhatCounts([{ question: 1, flagged: true, answer: "West leads.\nA heart." }]), false, "another flag");
    equal(store.forgetWhatCounts([{ question: 1, flagged: false, answer: "West leads.\nA heart." }]), true);
    equal(store.read("kept").map((kept) => kept.question), [2]);
    equal(store.forgetGiven({ draft: two, option: null }), true);
    equal(store.read("kept"), null);
  },
  "attempts are kept apart, and rubbish in the store is nothing": () => {
    new Store("x").write("", { waiting: [one] });
    equal(new Store("y").read(), null);
    localStorage.setItem("attempt-y", "{half");
    equal(new Store("y").read(), null);
  },
  "it is told how many answers wait, and since when": () => {
    const words = { waitingOne: "One since {t}", waitingMany: "{n} since {t}" };
    const since = Date.UTC(2026, 10, 22, 3, 4);
    equal(told({ count: 1, since }, words, "UTC"), "One since 03:04");
    equal(told({ count: 3, since }, words, "Australia/Brisbane"), "3 since 13:04");
  },
  "what could not be read stays with its question until it is mended": () => {
    keepUnreadable("x", 10, "27Z");
    keepUnreadable("x", 9, "what?");
    keepUnreadable("y", 1, "of another");
    equal(allUnreadable("x").map(({ question, option }) => [question, option]), [[9, "what?"], [10, "27Z"]]);
    forgetUnreadable("x", 9);
    equal([unreadableOf("x", 9), unreadableOf("x", 10)], [null, "27Z"]);
  },
};
