/* The outbox of an attempt: what the candidate chose and the server has not confirmed yet.
 *
 * It is kept by the browser (sitting-store.js), so neither a reload nor a closed lid loses it, and holds
 *   trying   the draft that has been sent, or may have been: it keeps its number and content until the server answers.
 *            Sent again, it is recognised and stored once.
 *   waiting  what the candidate chose since then, one draft for a question: a later choice replaces it.
 *   since    when the oldest of these was put in, by this machine's clock.
 * A number is given only when `trying` is empty, and it is one more than the last the server confirmed. So if another
 * window has saved in between, the server sees an old number and refuses: this page cannot overwrite what it never saw.
 *
 * Events (of an EventTarget): saved, waiting, refused (what is pending then goes to what the browser keeps as refused), unreadable
 * (what was typed cannot be read), each with the server's reply or the reason in `detail`.
 */

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30000;
/* So often is a draft sent that the server stumbles over before those behind it have their turn. */
const TRIES = 3;
/* Answers by which the server, or what stands before it, says that it can take nothing at all just now. */
const AWAY = [408, 429, 502, 503, 504];

export class Outbox extends EventTarget {
  constructor({ store, url, token, sequence, fetch = window.fetch.bind(window) }) {
    super();
    this.store = store;
    this.url = url;
    this.token = token;
    this.fetch = fetch;
    this.confirmed = sequence;
    this.wait = FIRST_WAIT;
    this.tries = 0;
    this.timer = null;
    this.running = null;
    this.stopped = false;
    const kept = store.read() ?? {};
    this.trying = kept.trying ?? null;
    this.waiting = kept.waiting ?? [];
    this.since = kept.since ?? null;
  }

  get empty() {
    return this.trying === null && this.waiting.length === 0;
  }

  /* The questions of which something is pending. */
  get count() {
    return new Set(this.drafts.map((draft) => draft.question)).size;
  }

  /* Everything pending, of each question what was given last. */
  get drafts() {
    const waits = this.waiting.some((draft) => draft.question === this.trying?.question);
    return this.trying === null || waits ? this.waiting : [this.trying, ...this.waiting];
  }

  /* The latest choice for a question that the server may not have yet, or null. */
  pendingFor(question) {
    return [...this.waiting, this.trying].find((draft) => draft?.question === question) ?? null;
  }

  /* Keep a draft without sending it yet: more of it is being typed this moment. */
  hold(draft) {
    if (this.stopped) return;
    this.waiting = [...this.waiting.filter((other) => other.question !== draft.question), draft];
    this.since ??= Date.now();
    this.#keep();
  }

  put(draft) {
    this.hold(draft);
    return this.flush();
  }

  /* Send what is there; resolves to whether all of it arrived. Called again while sending, it is the same sending. */
  flush() {
    this.running ??= this.#send().finally(() => (this.running = null));
    return this.running;
  }

  /* The number a plain form would have to send. */
  get nextSequence() {
    return this.confirmed + 1;
  }

  /* Nothing more may be sent from this page: what is pending is kept as refused, for the candidate to see. */
  refuse(reply) {
    const drafts = this.drafts;
    this.stopped = true;
    this.store.keepRefused(drafts, reply.reason ?? "");
    this.trying = null;
    this.waiting = [];
    this.#keep();
    this.#tell("refused", { ...reply, drafts });
  }

  async #send() {
    clearTimeout(this.timer);
    while (!this.empty) {
      if (this.trying === null) {
        this.trying = { ...this.waiting.shift(), sequence: this.nextSequence };
        this.#keep();
      }
      const answer = await this.#post(this.trying);
      this.tries = answer.alone ? this.tries + 1 : 0;
      if (this.tries >= TRIES && this.waiting.length) {
        this.#setAside();
        continue;
      }
      if (answer.again) {
        this.timer = setTimeout(() => this.flush(), this.#longerWait());
        this.#tell("waiting", answer.reply);
        return false;
      }
      this.wait = FIRST_WAIT;
      if (answer.ok) {
        const draft = this.trying;
        this.trying = null;
        this.confirmed = Math.max(this.confirmed, answer.reply.sequence);
        this.#keep();
        this.#tell("saved", { ...answer.reply, draft });
      } else if (answer.reply.refused === "unreadable") {
        // A matter of this one answer, which its page still shows: what waits behind it goes out.
        const draft = this.trying;
        this.trying = null;
        this.#keep();
        this.#tell("unreadable", { ...answer.reply, draft });
      } else {
        // Refused for good: sending it again could only do harm.
        this.refuse(answer.reply);
        return false;
      }
    }
    return true;
  }

  /* What became of it: ok, or refused for good, or to be sent `again`; then `alone`, if others may well fare better. */
  async #post(draft) {
    let response;
    try {
      response = await this.fetch(this.url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.token },
        credentials: "same-origin",
        redirect: "error",
        body: JSON.stringify(draft),
      });
    } catch {
      return { again: true, reply: {} };
    }
    const reply = await response.json().catch(() => null);
    if (response.ok && reply) return { ok: true, reply };
    // The clock stands: what was given before it did is sent when it goes on.
    if (reply?.refused === "paused") return { again: true, reply };
    if (reply?.refused && response.status !== 401) return { reply };
    if (response.status === 404) return { reply: {} };
    // A form token from before another sign-in is refused without our JSON: only a reload brings a new one.
    if (response.status === 403) return { again: true, reply: { reload: true } };
    // Signed out, or a server in trouble: this passes. If it is not away, the trouble may be with this one draft alone.
    return { again: true, alone: !response.ok && !reply && !AWAY.includes(response.status), reply: reply ?? {} };
  }

  /* Put what is being tried behind the others. They go out under its number: if it was stored after all, they are refused as
   * those of a window that has not seen everything, and nothing is overwritten. */
  #setAside() {
    const { sequence: _given, ...draft } = this.trying;
    if (!this.waiting.some((other) => other.question === draft.question)) this.waiting.push(draft);
    this.trying = null;
    this.tries = 0;
    this.#keep();
  }

  #longerWait() {
    const wait = this.wait;
    this.wait = Math.min(2 * wait, LONGEST_WAIT);
    // Spread a hall full of pages that lost the same server.
    return wait * (0.75 + Math.random() / 2);
  }

  #keep() {
    if (this.empty) this.since = null;
    this.store.write("", this.empty ? null : { trying: this.trying, waiting: this.waiting, since: this.since });
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
