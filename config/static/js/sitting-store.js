/* What the browser keeps of an attempt, in localStorage: a reload, a closed lid or a crash of the page loses none of it.
 *   attempt-<id>          the outbox: what is not confirmed yet
 *   attempt-<id>-mirror   what the server confirmed last, for a page opened without a network
 *   attempt-<id>-kept     what the server refused for good (under its first name, which pages that are open still write)
 * A browser that keeps nothing (its store is full or forbidden) still works: then all is in memory alone. */

export class Store {
  constructor(attempt, storage = window.localStorage) {
    this.prefix = `attempt-${attempt}`;
    this.storage = storage;
  }

  read(part = "") {
    try {
      return JSON.parse(this.storage.getItem(this.#name(part)) ?? "null");
    } catch {
      return null;
    }
  }

  write(part, value) {
    try {
      if (value === null) this.storage.removeItem(this.#name(part));
      else this.storage.setItem(this.#name(part), JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  }

  /* Put what was refused to what was refused before; the latest of a question stands for it. Returns whether it is kept. */
  keepRefused(drafts, reason) {
    if (!drafts.length) return true;
    const numbers = drafts.map((draft) => draft.question);
    const before = (this.read("kept") ?? []).filter((one) => !numbers.includes(one.question));
    const now = drafts.map(({ question, option, flagged }) => ({ question, option, flagged, reason }));
    return this.write("kept", [...before, ...now].sort((one, other) => one.question - other.question));
  }

  /* Of what was refused, put away what the server holds all the same: the last words typed may have been sent a second time,
   * too late, when they had already been taken at the deadline. Returns whether there was any. */
  forgetWhatCounts(answers) {
    const lines = (text) => (text ?? "").split(/\r\n?|\n/).map((line) => line.trimEnd());
    const same = (one, other) => lines(one).join("\n").trim() === lines(other).join("\n").trim();
    const counts = ({ question, option, flagged }) =>
      answers.some((held) => held.question === question && held.flagged === flagged && same(held.answer, option));
    const kept = this.read("kept") ?? [];
    const left = kept.filter((one) => !counts(one));
    if (left.length === kept.length) return false;
    this.write("kept", left.length ? left : null);
    return true;
  }

  /* The same for one answer that was now given again and saved, as it was given or as the server spells it. */
  forgetGiven({ draft, option }) {
    return this.forgetWhatCounts([draft.option, option].map((answer) => ({ ...draft, answer })));
  }

  #name(part) {
    return part ? `${this.prefix}-${part}` : this.prefix;
  }
}
