/* The outbox of an attempt: what the candidate chose and the server has not confirmed yet.
 *
 * It lives in localStorage, so neither a reload nor a closed lid loses it, and holds
 *   trying   the draft that has been sent, or may have been: it keeps its number and content until the server answers.
 *            Sent again, it is recognised and stored once.
 *   waiting  what the candidate chose since then, one draft for a question: a later choice replaces it.
 * A number is given only when `trying` is empty, and it is one more than the last the server confirmed. So if another
 * window has saved in between, the server sees an old number and refuses: this page cannot overwrite what it never saw.
 *
 * Events (of an EventTarget): saved, waiting, refused, unread (what was typed cannot be read), each with the server's reply or
 * the reason in `detail`.
 */

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30000;

export class Outbox extends EventTarget {
  constructor({ key, url, token, sequence, storage = window.localStorage, fetch = window.fetch.bind(window) }) {
    super();
    Object.assign(this, { key, url, token, storage, fetch });
    this.confirmed = sequence;
    this.wait = FIRST_WAIT;
    this.timer = null;
    this.running = null;
    const kept = JSON.parse(storage.getItem(key) ?? "{}");
    this.trying = kept.trying ?? null;
    this.waiting = kept.waiting ?? [];
  }

  get empty() {
    return this.trying === null && this.waiting.length === 0;
  }

  /* The latest choice for a question that the server may not have yet, or null. */
  pendingFor(question) {
    return [...this.waiting, this.trying].find((draft) => draft?.question === question) ?? null;
  }

  put(draft) {
    this.waiting = [...this.waiting.filter((other) => other.question !== draft.question), draft];
    this.#keep();
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

  async #send() {
    clearTimeout(this.timer);
    while (!this.empty) {
      if (this.trying === null) {
        this.trying = { ...this.waiting.shift(), sequence: this.nextSequence };
        this.#keep();
      }
      const answer = await this.#post(this.trying);
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
        this.#tell("unread", { ...answer.reply, draft });
      } else {
        // Refused for good: sending it again could only do harm.
        this.trying = null;
        this.waiting = [];
        this.#keep();
        this.#tell("refused", answer.reply);
        return false;
      }
    }
    return true;
  }

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
    if (reply?.refused && response.status !== 401) return { reply };
    if (response.status === 404) return { reply: {} };
    // A form token from before another sign-in is refused without our JSON: only a reload brings a new one.
    if (response.status === 403) return { again: true, reply: { reload: true } };
    // Signed out, or a server in trouble: this passes.
    return { again: true, reply: reply ?? {} };
  }

  #longerWait() {
    const wait = this.wait;
    this.wait = Math.min(2 * wait, LONGEST_WAIT);
    // Spread a hall full of pages that lost the same server.
    return wait * (0.75 + Math.random() / 2);
  }

  #keep() {
    if (this.empty) this.storage.removeItem(this.key);
    else this.storage.setItem(this.key, JSON.stringify({ trying: this.trying, waiting: this.waiting }));
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
