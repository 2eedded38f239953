/* What the cases of the scripts are checked with: a comparison that tells both sides, a clock that moves when it is told to,
 * and a server that answers as it is told to. */

export function equal(found, wanted, what = "") {
  const [one, other] = [found, wanted].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${what} found ${one}, wanted ${other}`);
}

const real = { setTimeout, clearTimeout, setInterval, clearInterval, now: Date.now, ticks: performance.now, random: Math.random };
/* All that waits for nothing but its turn has had it. */
function settled() {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = done;
    port2.postMessage(null);
  });
}

export class Time {
  constructor(at = 1_000_000) {
    this.at = at;
    this.number = 0;
    this.due = new Map();
    const later = (again) => (run, after = 0) => {
      this.due.set(++this.number, { at: this.at + after, run, every: again ? after : null });
      return this.number;
    };
    window.setTimeout = later(false);
    window.setInterval = later(true);
    window.clearTimeout = window.clearInterval = (number) => void this.due.delete(number);
    Date.now = () => this.at;
    performance.now = () => this.at;
    // The middle of what a wait is spread over.
    Math.random = () => 0.5;
  }

  /* So many milliseconds pass, and whatever falls due in them happens in its order. */
  async pass(milliseconds) {
    const end = this.at + milliseconds;
    await settled();
    for (;;) {
      const [next] = [...this.due].filter(([, one]) => one.at <= end).sort(([, one], [, other]) => one.at - other.at);
      if (!next) break;
      const [number, one] = next;
      this.at = one.at;
      if (one.every === null) this.due.delete(number);
      else one.at += one.every;
      one.run();
      await settled();
    }
    this.at = end;
  }

  static restore() {
    for (const name of ["setTimeout", "clearTimeout", "setInterval", "clearInterval"]) window[name] = real[name];
    Date.now = real.now;
    performance.now = real.ticks;
    Math.random = real.random;
  }
}

/* Answers each request with the next of what it was given: a status and a body, or an error to fail with. */
export class Server {
  constructor(...answers) {
    this.answers = answers;
    this.asked = [];
    this.fetch = async (_url, { body }) => {
      this.asked.push(JSON.parse(body));
      const next = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
      const answer = typeof next === "function" ? next(this.asked.at(-1)) : next;
      if (answer instanceof Error) throw answer;
      const [status, reply] = answer;
      // Of a page of words, json() fails as of the real thing. That one would take turns of its own, of which no clock knows.
      return { status, ok: status < 300, json: async () => (typeof reply === "string" ? JSON.parse(reply) : reply) };
    };
  }
}

export const stored = (draft) => [200, { sequence: draft.sequence }];

/* Run every case of a module, each in an empty page with nothing kept; what failed, by name. */
export async function walk(address) {
  const { cases } = await import(address);
  const faults = [];
  for (const [name, run] of Object.entries(cases)) {
    localStorage.clear();
    sessionStorage.clear();
    document.body.replaceChildren();
    try {
      await run(new Time());
    } catch (error) {
      faults.push(`${name}: ${error.stack ?? error}`);
    } finally {
      Time.restore();
    }
  }
  return { walked: Object.keys(cases).length, faults };
}
