/* After the end: what was given here and is not stored is shown, unless it counts after all; the questions do not stay behind on
 * the machine. */

import { showKept } from "./sitting-kept.js";
import { Store } from "./sitting-store.js";
import { allUnread, forgetUnread } from "./sitting-unread.js";

const { attempt, unread } = document.getElementById("kept").dataset;
const store = new Store(attempt);
const texts = allUnread(attempt);
if (store.keepRefused(texts, unread)) for (const { question } of texts) forgetUnread(attempt, question);
const left = store.read() ?? {};
const unsent = [...(left.trying ? [left.trying] : []), ...(left.waiting ?? [])];
store.keepRefused(unsent, document.querySelector("h1").textContent);
store.forgetWhatCounts(JSON.parse(document.getElementById("counts").textContent));
store.write("", null);
store.write("mirror", null);
showKept();
window.caches?.delete(`attempt-${attempt}`).catch(() => {});
