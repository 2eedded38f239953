/* Signs of life: every few seconds, and at once when the candidate leaves the page and returns. */

import { Alive } from "/static/js/sitting-alive.js";
import { equal, Server } from "./checking.js";

function hide(hidden) {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

function made(...answers) {
  const server = new Server(...answers);
  const alive = new Alive({ url: "/alive/", token: "t", tell: () => ({ question: 3, waiting: 1 }), fetch: server.fetch });
  const told = [];
  for (const name of ["heard", "silent"]) alive.addEventListener(name, ({ detail }) => told.push([name, detail]));
  return { server, told };
}

export const cases = {
  "a sign comes a moment after the page, then every fifteen seconds": async (time) => {
    const { server, told } = made([200, { now: 1 }]);
    await time.pass(1499);
    equal(server.asked.length, 0);
    await time.pass(1);
    equal(server.asked, [{ question: 3, waiting: 1, away: null }]);
    await time.pass(30_000);
    equal([server.asked.length, told[0]], [3, ["heard", { now: 1 }]]);
  },
  "leaving for longer than a moment and returning is told at once": async (time) => {
    const { server } = made([200, {}]);
    hide(true);
    await time.pass(1000);
    hide(false);
    equal(server.asked.length, 0, "a glance away");
    hide(true);
    await time.pass(1500);
    hide(false);
    await time.pass(0);
    equal(server.asked.map((one) => one.away).filter((away) => away !== null), [true, false]);
  },
  "a return while the leaving is still on its way is told after it": async (time) => {
    const asked = [];
    const answers = [];
    const fetch = (_url, { body }) => {
      asked.push(JSON.parse(body).away);
      return new Promise((done) => answers.push(() => done(new Response("{}", { status: 200 }))));
    };
    new Alive({ url: "/alive/", token: "t", fetch });
    hide(true);
    await time.pass(1500);
    hide(false);
    await time.pass(0);
    equal(asked, [null, true], "the server has not heard of the leaving yet");
    answers.forEach((answer) => answer());
    await time.pass(0);
    await time.pass(0);
    equal(asked, [null, true, false]);
  },
  "a server that is away, and a page it does not know any more, are told apart": async (time) => {
    for (const [answer, why] of [
      [new TypeError("away"), {}],
      [[502, "bad gateway"], {}],
      [[401, { reason: "Signed out." }], { reason: "Signed out." }],
      [[403, "<p>CSRF</p>"], { reload: true }],
    ]) {
      const { told } = made(answer);
      await time.pass(1500);
      equal(told, [["silent", why]], answer);
    }
  },
};
