/* After the end: what was given here and is not stored is shown, with what counts; the questions do not stay behind on the
 * machine. */

import { showRefused } from "./sitting-refused.js";
import { Outbox } from "./sitting-outbox.js";
import { dropSheets } from "./sitting-sheets.js";
import { Store } from "./sitting-store.js";
import { allUnreadable, forgetUnreadable } from "./sitting-unreadable.js";

const { attempt, saveUrl, sequence, token, unreadable } = document.getElementById("refused").dataset;
const store = new Store(attempt);
store.write("mirror", null);
dropSheets(attempt);

const texts = allUnreadable(attempt);
if (store.keepRefused(texts, unreadable)) for (const { question } of texts) forgetUnreadable(attempt, question);

/* What was sent and not answered may be stored all the same: the server knows it again and says so. All else it refuses now. */
const outbox = new Outbox({ store, url: saveUrl, token, sequence: Number(sequence) });
outbox.addEventListener("unreadable", ({ detail }) => store.keepRefused([detail.draft], detail.reason));
if (!(await outbox.flush())) outbox.refuse({ reason: document.querySelector("h1").textContent });
store.forgetWhatCounts(JSON.parse(document.getElementById("counts").textContent));
showRefused();
