/* The page of a standing clock goes on by itself when the clock does, and is fetched anew when it no longer tells the truth: when
 * the clock stands for another reason, or the end of the break or the time left has changed. */

import { Alive } from "./sitting-alive.js";

const standing = document.getElementById("standing");
const { aliveUrl, attemptUrl, watchUrl, watchEvery, token, still } = standing.dataset;
const told = Object.entries(JSON.parse(document.getElementById("told").textContent));

if (still === undefined) {
  const alive = new Alive({ url: aliveUrl, token, watch: watchUrl, watchEvery: Number(watchEvery), every: 4000 });
  alive.addEventListener("heard", ({ detail }) => {
    if (detail.closed || detail.barred || told.some(([name, value]) => detail[name] !== value)) location.assign(attemptUrl);
  });
}
