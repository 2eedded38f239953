/* The countdown: the server's time whatever this machine's clock says, and its two warnings. */

import { asClock, Clock, countDown } from "/static/js/sitting-clock.js";
import { equal } from "./checking.js";

function shown() {
  const [element, warning] = [document.createElement("p"), document.createElement("p")];
  Object.assign(element.dataset, { minutes: "{n} min", exact: "{t} left" });
  Object.assign(warning.dataset, { one: "One minute.", many: "{n} minutes." });
  return { element, warning };
}

export const cases = {
  "the quickest reply tells the server's time best": async (time) => {
    const clock = new Clock({ now: 5000, deadline: 65_000 });
    equal(clock.millisecondsLeft, 60_000);
    await time.pass(10_000);
    // This one was ten seconds on its way, so it says nothing new.
    clock.learn({ now: 5000, deadline: 65_000 });
    equal(clock.millisecondsLeft, 50_000);
    // This one shows that the first was slow.
    clock.learn({ now: 17_000, deadline: 65_000 });
    equal(clock.millisecondsLeft, 48_000);
  },
  "a clock of the machine that is set takes and gives no time": async (time) => {
    const clock = new Clock({ now: 0, deadline: 60_000 });
    for (const year of [2001, 2090]) {
      Date.now = () => Date.UTC(year, 0);
      equal(clock.millisecondsLeft, 60_000);
    }
    await time.pass(1000);
    equal(clock.millisecondsLeft, 59_000);
  },
  "more time is learned and none is ever negative": async (time) => {
    const clock = new Clock({ now: 0, deadline: 1000 });
    await time.pass(5000);
    equal(clock.millisecondsLeft, 0);
    clock.learn({ now: 5000, deadline: 65_000 });
    equal(clock.millisecondsLeft, 60_000);
  },
  "it says so at five minutes and at one, and ends once": async (time) => {
    const { element, warning } = shown();
    const ended = [];
    countDown(new Clock({ now: 0, deadline: 11 * 60_000 }), element, warning, { end: () => ended.push(time.at) });
    equal([element.textContent, warning.textContent], ["11 min", ""]);
    await time.pass(6 * 60_000);
    equal([element.textContent, warning.textContent, element.className], ["5:00 left", "5 minutes.", "short"]);
    await time.pass(4 * 60_000);
    equal([element.textContent, warning.textContent], ["1:00 left", "One minute."]);
    await time.pass(10 * 60_000);
    equal([element.textContent, ended.length], ["0:00 left", 1]);
  },
  "nobody hears of five minutes on opening a page with three left": async (time) => {
    const { element, warning } = shown();
    countDown(new Clock({ now: 0, deadline: 3 * 60_000 }), element, warning, { end() {} });
    await time.pass(60_000);
    equal(warning.textContent, "");
    await time.pass(60_000);
    equal(warning.textContent, "One minute.");
  },
  "seconds are shown as a clock does": () => {
    equal([0, 9, 309, 3909].map(asClock), ["0:00", "0:09", "5:09", "1:05:09"]);
  },
};
