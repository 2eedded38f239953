/* Answers that were given and have not been sent yet. They are sent when the app is opened, when the network comes back and when
 * the app comes to the front; browsers on many phones have no other moment.
 *
 * Each answer has a key of its own and goes out until the site has said what became of it, so one that arrived and whose reply
 * was lost is sent again, and counts once. It goes out only while the person is signed in who gave it.
 *
 * Events (of an EventTarget): changed; before (with {count}): so many had been answered on another device already. */

/* As many as the site takes at once. */
const AT_ONCE = 100;

export class Outbox extends EventTarget {
  constructor({ pocket, address, fetch = globalThis.fetch.bind(globalThis), newKey = () => crypto.randomUUID() }) {
    super();
    this.pocket = pocket;
    this.address = address;
    this.fetch = fetch;
    this.newKey = newKey;
    this.sending = null;
  }

  /* Put an answer in. Resolves to whether it is kept; it is sent in any case. */
  async put({ who, exercise, answer, sure, at = new Date() }) {
    const kept = await this.pocket.put("answers", {
      key: this.newKey(), who, exercise, answer, sure, at: at.toISOString(),
    });
    this.#tell("changed");
    return kept;
  }

  /* How many wait: of this person, of others, and which were refused. */
  async count(who) {
    const all = await this.pocket.all("answers");
    const mine = all.filter((one) => !who || one.who === who);
    return {
      waiting: mine.filter((one) => !one.refused).length,
      others: all.length - mine.length,
      refused: mine.filter((one) => one.refused),
    };
  }

  /* Send what is this person's. Resolves to "sent", "away" or "signed-out"; two who ask at once are one sending. */
  send({ who, token }) {
    this.sending ??= this.#send(who, token).finally(() => (this.sending = null));
    return this.sending;
  }

  /* One that was refused is tried once more, or deleted because the person says so. */
  async retry(key) {
    const found = await this.pocket.get("answers", key);
    if (found) await this.pocket.put("answers", { ...found, refused: undefined });
    this.#tell("changed");
  }

  async drop(key) {
    const found = await this.pocket.get("answers", key);
    if (found) await this.pocket.remove("questions", found.exercise);
    await this.pocket.remove("answers", key);
    this.#tell("changed");
  }

  async #send(who, token) {
    if (!who) return "signed-out";
    const all = await this.pocket.all("answers");
    const mine = all.filter((one) => one.who === who && !one.refused).sort((one, other) => one.at.localeCompare(other.at));
    for (let first = 0; first < mine.length; first += AT_ONCE) {
      const result = await this.#sendSome(mine.slice(first, first + AT_ONCE), token);
      if (result !== "sent") return result;
    }
    return "sent";
  }

  async #sendSome(some, token) {
    const answers = some.map(({ key, exercise, answer, sure, at }) => ({ key, exercise, answer, sure, at }));
    // So that one whose reply was lost is not taken for another device's when it goes out again.
    for (const one of some) if (!one.tried) await this.pocket.put("answers", { ...one, tried: true });
    let results;
    try {
      const response = await this.fetch(this.address, {
        method: "POST",
        credentials: "same-origin",
        redirect: "error",
        headers: { "Content-Type": "application/json", "X-CSRFToken": token },
        body: JSON.stringify({ answers }),
      });
      if ([401, 403].includes(response.status)) return "signed-out";
      if (!response.ok) return "away";
      ({ results } = await response.json());
    } catch {
      return "away";
    }
    let before = 0;
    for (const { key, outcome, detail } of results) {
      const one = some.find((sent) => sent.key === key);
      if (!one) continue;
      if (outcome === "refused") {
        await this.pocket.put("answers", { ...one, tried: true, refused: detail });
      } else {
        if (outcome === "before" && !one.tried) before += 1;
        await this.pocket.remove("questions", one.exercise);
        await this.pocket.remove("answers", key);
      }
    }
    if (before) this.#tell("before", { count: before });
    this.#tell("changed");
    return "sent";
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
