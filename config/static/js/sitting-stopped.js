/* The page of a standing clock goes on by itself when the clock does, and is fetched anew when it no longer tells the truth: when
 * the clock stands for another reason, or the end of the break or the time left has changed. */

import { Alive } from "./sitting-alive.js";
import { dropSheets } from "./sitting-sheets.js";

const standing = document.getElementById("standing");
const { attempt, aliveUrl, attemptUrl, watchUrl, watchEvery, token, still } = standing.dataset;
const told = Object.entries(JSON.parse(document.getElementById("told").textContent));

if (attempt) dropSheets(attempt);
if (still === undefined) {
  const alive = new Alive({ url: aliveUrl, token, watch: watchUrl, watchEvery: Number(watchEvery), every: 4000 });
  alive.addEventListener("heard", ({ detail }) => {
    if (detail.closed || detail.barred || told.some(([name, value]) => detail[name] !== value)) location.assign(attemptUrl);
  });
}
