/* Signs of life. A page of an attempt gives one every few seconds; the reply says how the clock is, whether the attempt is
 * closed and whether this browser may go on working it.
 *
 * `watch` is where a page asks in between whether anything has happened, which costs the server next to nothing.
 * `tell()` gives the question and the number of answers waiting. Events: heard (the reply), silent (the server is away, or does not
 * know this page any more: then with its `reason`, or with `reload` where only a new page helps).
 * Leaving the page for another window or programme, and returning, is told at once; going from page to page is neither. */

const STAYS_AWAY = 1500;

export class Alive extends EventTarget {
  constructor({ url, token, watch = null, watchEvery = 2000, every = 15000, tell = () => ({ question: null, waiting: 0 }), fetch = window.fetch.bind(window) }) {
    super();
    this.url = url;
    this.token = token;
    this.every = every;
    this.tell = tell;
    this.fetch = fetch;
    this.away = null;
    this.timer = null;
    this.leaving = null;
    document.addEventListener("visibilitychange", () => this.#turn());
    // The first sign a moment after the page, so that a hall that starts together does not ask for all at once.
    this.timer = setTimeout(() => this.sign(), 500 + Math.random() * 2000);
    this.watchUrl = watch;
    this.watchEvery = watchEvery;
    this.word = null;
    if (watch) setTimeout(() => this.#watch(), Math.random() * watchEvery);
  }

  /* Between two signs: a word that changes when something happened to the attempt, and then a sign at once. It says nothing of who
   * asks, so no cookie goes with it; while the server is away the signs tell so. */
  async #watch() {
    try {
      const response = await this.fetch(this.watchUrl, { credentials: "omit", cache: "no-store", redirect: "error" });
      const word = response.ok ? await response.text() : this.word;
      const changed = this.word !== null && word !== this.word;
      this.word = word;
      if (changed) await this.sign();
    } catch {
      /* Nothing to say: the next sign says it. */
    }
    setTimeout(() => this.#watch(), this.watchEvery);
  }

  async sign(away = null) {
    clearTimeout(this.timer);
    let reply = null;
    let why = {};
    try {
      const response = await this.fetch(this.url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.token },
        credentials: "same-origin",
        redirect: "error",
        body: JSON.stringify({ ...this.tell(), away }),
      });
      reply = response.ok ? await response.json() : null;
      if (response.status === 401) why = await response.json();
      // A form token from before another sign-in.
      if (response.status === 403) why = { reload: true };
    } catch {
      reply = null;
    }
    this.timer = setTimeout(() => this.sign(), this.every);
    this.dispatchEvent(reply ? new CustomEvent("heard", { detail: reply }) : new CustomEvent("silent", { detail: why }));
    return reply !== null;
  }

  #turn() {
    clearTimeout(this.leaving);
    if (document.hidden) {
      // A page that is being replaced is hidden too, and does not live to say so.
      this.leaving = setTimeout(() => (this.away = this.sign(true)), STAYS_AWAY);
    } else if (this.away) {
      // The leaving may be on its way still; the return is told after it, and only if anybody was told of a leaving.
      const told = this.away;
      this.away = null;
      told.then((heard) => heard && this.sign(false));
    }
  }
}
