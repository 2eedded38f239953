/* After the end: what was given and refused is shown, unless it counts after all; the questions do not stay behind on the
 * machine. */

import { showKept } from "./sitting-kept.js";
import { Store } from "./sitting-store.js";

const { attempt } = document.getElementById("kept").dataset;
const store = new Store(attempt);
const left = store.read() ?? {};
const unsent = [...(left.trying ? [left.trying] : []), ...(left.waiting ?? [])];
store.keepRefused(unsent, document.querySelector("h1").textContent);
store.forgetWhatCounts(JSON.parse(document.getElementById("counts").textContent));
store.write("", null);
store.write("mirror", null);
showKept();
window.caches?.delete(`attempt-${attempt}`).catch(() => {});
for (const name of Object.keys(sessionStorage)) if (name.startsWith(`typed-${attempt}`)) sessionStorage.removeItem(name);
