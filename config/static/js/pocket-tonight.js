/* The rulings that a director gave with this phone this evening. They are in the phone's own store and nowhere else: nothing here
 * sends anything. Each goes after two days, all go when the person signs out (pocket-leave.js), any when the person says so.
 *
 * A ruling as it is kept: {key, who, at, edition, procedure, seat, answers, gist, happened, law, table, board, later}: by its
 * edition, procedure, seat and answers it can be opened again; later: something of it waits for the end of play. */

import { make, manner, pressed, suits } from "./pocket-elements.js";

export const KEPT_HOURS = 48;
const AN_HOUR = 3_600_000;
const KEPT = ["key", "edition", "procedure", "seat", "answers", "gist", "happened", "law", "table", "board", "later"];

export class Tonight {
  /** who: gives the person who is signed in on this phone, "" for nobody. */
  constructor({ pocket, who = () => "", now = () => Date.now() }) {
    this.pocket = pocket;
    this.who = who;
    this.now = now;
  }

  /** Those of this person, the latest first. Whatever is too old is deleted, whosever it is. */
  async all() {
    const found = [];
    for (const one of await this.pocket.all("rulings")) {
      if (!(this.now() - Date.parse(one.at) < KEPT_HOURS * AN_HOUR)) await this.pocket.remove("rulings", one.key);
      else if (!one.who || one.who === this.who()) found.push(one);
    }
    return found.sort((one, other) => other.at.localeCompare(one.at));
  }

  /** Keep a ruling; one that was kept under its key is put right, and stays where it stood. Resolves to whether it is kept. */
  async keep(ruling) {
    const before = await this.pocket.get("rulings", ruling.key);
    const at = before?.at ?? new Date(this.now()).toISOString();
    const told = Object.fromEntries(KEPT.map((name) => [name, ruling[name]]));
    return await this.pocket.put("rulings", { ...told, who: before?.who ?? this.who(), at });
  }

  async remove(some) {
    for (const { key } of some) await this.pocket.remove("rulings", key);
  }

  async putBack(some) {
    for (const one of some) await this.pocket.put("rulings", one);
  }
}

/* Table and board as far as they were told. */
export function place({ table, board }, words) {
  if (table && board) return words.at_both.replace("%(table)s", table).replace("%(board)s", board);
  return table ? words.at_table.replace("%s", table) : board ? words.at_board.replace("%s", board) : "";
}

/* When it was given: the time, and the day of the week where that was not today. */
export function when({ at }, now = new Date()) {
  const then = new Date(at);
  const time = then.toLocaleTimeString(manner(), { hour: "numeric", minute: "2-digit" });
  return then.toDateString() === now.toDateString() ? time : `${then.toLocaleDateString(manner(), { weekday: "short" })} ${time}`;
}

/** The list as it stands beside the menu; nothing is shown while it is empty. `open(one)` opens a ruling again. */
export class List {
  constructor(tonight, words, open) {
    this.tonight = tonight;
    this.words = words;
    this.open = open;
    this.element = make("section", { class: "tonight", "aria-labelledby": "pocket-tonight", hidden: true });
    this.removed = [];
  }

  /** Read it anew. */
  async look() {
    const all = await this.tonight.all();
    const { words } = this;
    this.element.hidden = all.length === 0 && this.removed.length === 0;
    this.element.replaceChildren(...[
      make("h2", { id: "pocket-tonight", tabindex: "-1" }, words.tonight),
      this.#told(),
      all.length ? make("ul", { class: "recent" }, ...all.map((one) => this.#entry(one))) : null,
      make("p", { class: "quiet-note" }, words.here_only.replace("%s", String(KEPT_HOURS))),
      all.length > 1 ? make("p", {}, pressed("link", () => this.#remove(all), words.remove_all)) : null,
    ].filter((one) => one !== null));
  }

  #entry(one) {
    const { words } = this;
    const mark = one.later ? make("span", { class: "mark later" }, words.look_again) : make("span", { class: "mark" }, words.ruled);
    const named = [place(one, words), one.law].filter(Boolean).join(" · ");
    return make("li", {},
      pressed("way-in again", () => this.open(one),
        make("span", { class: "gist" }, ...suits(one.gist, words)), make("time", { datetime: one.at }, when(one)),
        make("small", {}, one.happened), make("small", {}, named, " · ", mark)),
      pressed("link", () => this.#remove([one]), words.remove,
        make("span", { class: "visually-hidden" }, one.gist)));
  }

  /* What was removed last can be put back as long as the menu stands. */
  #told() {
    if (!this.removed.length) return null;
    const { words } = this;
    const back = pressed("link", async () => {
      await this.tonight.putBack(this.removed);
      this.removed = [];
      await this.look();
      this.element.querySelector("h2").focus();
    }, words.put_back);
    return make("p", { class: "told", role: "status" }, this.removed.length > 1 ? words.removed_all : words.removed, " ", back);
  }

  async #remove(some) {
    await this.tonight.remove(some);
    this.removed = some;
    await this.look();
    this.element.querySelector(".told button").focus();
  }
}
