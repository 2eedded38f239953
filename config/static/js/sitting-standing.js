/* The page of a standing clock goes on by itself when the clock does. */

import { Alive } from "./sitting-alive.js";

const standing = document.getElementById("standing");
const { aliveUrl, attemptUrl, token, still } = standing.dataset;

if (still === undefined) {
  const alive = new Alive({ url: aliveUrl, token, every: 4000 });
  alive.addEventListener("heard", ({ detail }) => {
    if (!detail.paused || detail.closed || detail.barred) location.assign(attemptUrl);
  });
}
