/* The page of the ruling assistant on a phone: what happened, one question at a time, the ruling. It needs no network.
 *
 *   const page = show(element, bundle, { onRuling, tonight, lawAddress });
 *   page.home();                               back to the menu
 *   page.look();                               read the list of rulings anew, where the menu is open
 *
 * element: what the page fills, as a whole <main> would: it has the h1. bundle: what laws:pocket_rulings serves; all words
 * come from it. onRuling(ruling): somebody saves a ruling, `ruling` being what `Assistant.ruling()` gives and `happened`, the
 * words of the way in, `law`, `table` and `board` as far as they were told, `later`, whether something waits for the end of play,
 * and `key`, the same when it is saved again. It may return a promise, and the page says "saved" once that is kept and what went
 * wrong if it is not; a promise of false says that it is in this window alone. Without it nothing can be saved.
 * tonight: a Tonight, whose rulings the menu lists. lawAddress(book, key): where a provision is read, "" where it cannot be.
 *
 * An interview is kept for the tab: whoever reads a law in between, or whose phone drops the page, goes on where it stood. */

import { make, pressed, suits } from "./pocket-elements.js";
import { load, readable } from "./pocket-interview.js";
import { List, place, when } from "./pocket-tonight.js";

/** @returns {{home: () => void, look: () => void}} */
export function show(element, bundle, { onRuling = null, tonight = null, lawAddress = (_book, _key) => "" } = {}) {
  if (!readable(bundle)) {
    const words = bundle?.page?.unreadable ?? "The rulings on this phone cannot be read. Open this page once while you are online.";
    element.replaceChildren(Object.assign(document.createElement("p"), { textContent: words }));
    return { home() {}, look() {} };
  }
  const page = new Page(element, bundle, onRuling, tonight, lawAddress);
  page.open();
  return page;
}

/** Characters of a heading that is set smaller. */
const LONG = 60;

/** Where the interview of this tab stands, as long as the browser keeps it. */
const kept = {
  read() {
    try {
      return JSON.parse(sessionStorage.getItem("pocket-interview") ?? "null");
    } catch {
      return null;
    }
  },
  write(state) {
    try {
      if (state) sessionStorage.setItem("pocket-interview", JSON.stringify(state));
      else sessionStorage.removeItem("pocket-interview");
    } catch {
      // A browser that keeps nothing, or is full, loses its place with the page and nothing else.
    }
  },
};

class Page {
  constructor(element, bundle, onRuling, tonight, lawAddress) {
    this.element = element;
    this.bundle = bundle;
    this.words = bundle.page;
    this.onRuling = onRuling;
    this.lawAddress = lawAddress;
    this.assistant = load(bundle);
    this.list = tonight && new List(tonight, this.words, (one) => this.#again(one));
    this.way = null;
    this.begun = false;
    this.noted = newNote();
    this.given = null; // a ruling of the list that was opened again, until an answer changes
  }

  /** Where the interview stood that this tab was in, or the menu. */
  open() {
    const state = kept.read();
    const there = state && this.bundle.editions.some(({ slug }) => slug === state.edition);
    if (there) this.assistant = load(this.bundle, state.edition);
    if (there && this.assistant.resume(state)) {
      this.way = this.assistant.book.ways.find(({ id }) => id === state.procedure);
      this.noted = { ...newNote(), ...state.noted };
      this.#onward();
    } else this.home();
  }

  look() {
    this.list?.look();
  }

  /** Open a ruling of the list as it was given, with what the procedure says of it now. */
  #again(one) {
    const there = this.bundle.editions.some(({ slug }) => slug === one.edition);
    if (there) this.assistant = load(this.bundle, one.edition);
    this.given = one;
    this.noted = { key: one.key, table: one.table ?? "", board: one.board ?? "", as: "" };
    if (!there || !this.assistant.resume(one)) {
      this.#gone(one);
      return;
    }
    this.way = this.assistant.book.ways.find(({ id }) => id === one.procedure);
    if (this.assistant.ruling()?.gist === one.gist) this.noted.as = this.#told();
    this.#onward();
  }

  /** A ruling of the list whose procedure is not in this bundle any more. */
  #gone(one) {
    this.way = { law: one.law, words: one.happened };
    this.#fill("gone", one.gist, [
      this.#place(),
      this.#heading(one.gist),
      make("p", { class: "quiet-note" }, one.happened, " · ", this.words.given_at.replace("%s", when(one))),
      make("p", { class: "message warning" }, this.words.not_again),
    ]);
  }

  // -- the menu -------------------------------------------------------------------------------------------------------

  home() {
    this.way = null;
    this.given = null;
    this.noted = newNote();
    if (this.list) this.list.removed = [];
    kept.write(null);
    this.#menu("");
  }

  #menu(typed) {
    const { book } = this.assistant;
    const { common, parts, uncovered } = this.assistant.happenings();
    const found = typed ? this.assistant.find(typed) : [];
    this.#fill("menu", this.words.what_happened, [
      book.slug === this.bundle.usual ? null : make("p", { class: "place" }, book.title),
      this.#heading(this.words.what_happened),
      book.ended && make("p", { class: "message warning" },
        this.words.ended.replace("%s", book.ended), book.incomplete ? ` ${this.words.incomplete}` : ""),
      this.#search(typed),
      typed && make("section", { class: "found", "aria-labelledby": "pocket-found" },
        make("h2", { id: "pocket-found", tabindex: "-1" }, this.words.found_for.replace("%s", typed)),
        found.length ? this.#ways(found) : make("p", { role: "status" }, this.words.nothing_found)),
      common.length ? make("section", { "aria-labelledby": "pocket-often" },
        make("h2", { id: "pocket-often" }, this.words.most_often), this.#ways(common, "calls two-up")) : null,
    ], [this.list?.element, this.#startHere()], [
      make("details", { class: "all", open: common.length === 0 },
        make("summary", {}, this.words.all_calls),
        ...parts.map(({ title, ways }) => make("section", {}, make("h2", {}, title || this.words.procedures), this.#ways(ways)))),
      uncovered.length ? make("details", {},
        make("summary", {}, this.words.not_covered), make("p", {}, this.words.not_covered_laws),
        ...uncovered.map(({ title, ways }) => make("section", {}, make("h2", {}, title || this.words.laws), this.#ways(ways)))) : null,
      this.#editions(),
    ]);
    this.look();
  }

  #startHere() {
    const { waiting } = this.assistant.book;
    return waiting ? make("section", { "aria-labelledby": "pocket-start" }, make("h2", { id: "pocket-start" }, this.words.start_here),
      make("p", {}, this.words.start_with, " ", this.#cite(waiting))) : null;
  }

  #search(typed) {
    const field = make("input", { type: "search", id: "pocket-say", maxlength: "200", autocomplete: "off", placeholder: this.words.example });
    field.value = typed;
    const form = make("form", { class: "say-it thumb", role: "search" },
      make("label", { class: "above", for: "pocket-say" }, this.words.own_words),
      make("span", { class: "find-row" }, field, make("button", { class: "button" }, this.words.find)));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#menu(field.value.trim());
      (this.element.querySelector("#pocket-found") ?? this.element.querySelector("h1")).focus();
    });
    return form;
  }

  #ways(ways, kind = "calls") {
    return make("ul", { class: kind }, ...ways.map((way) =>
      make("li", {}, this.#button("way-in", () => this.#begin(way),
        make("b", {}, way.words), make("small", {}, way.asks ? way.title : `${way.title} · ${this.words.not_covered}`),
        make("span", { class: "laws" }, way.law)))));
  }

  #editions() {
    return make("section", { class: "other-editions", "aria-labelledby": "pocket-editions" },
      make("h2", { id: "pocket-editions" }, this.words.which_laws),
      make("ul", {}, ...this.bundle.editions.map((one) => {
        const here = one.slug === this.assistant.book.slug;
        const button = this.#button("link", () => {
          this.assistant = load(this.bundle, one.slug);
          this.home();
        }, one.title);
        if (here) button.setAttribute("aria-current", "true");
        return make("li", {}, button);
      })));
  }

  /** Begin with a way in; `noted`: table and board, where it goes on from another ruling there. */
  #begin(way, { table = "", board = "" } = {}) {
    this.way = way;
    this.given = null;
    this.noted = { ...newNote(), table, board };
    if (this.assistant.start(way.id)) this.#onward();
    else this.#uncovered();
  }

  #uncovered() {
    const { law, title, id } = this.way;
    const address = this.lawAddress(this.assistant.book.book, id);
    this.#fill("uncovered", `${this.words.not_covered}: ${law}`, [
      this.#place(),
      this.#heading(`${law} · ${title}`),
      make("p", { class: "message warning" }, this.words.not_covered_why),
      make("p", { class: "actions" },
        address && make("a", { class: "button", href: address }, this.words.read_law.replace("%s", law)),
        this.#button("button quiet", () => this.home(), this.words.something_else)),
    ]);
  }

  // -- the interview --------------------------------------------------------------------------------------------------

  #onward() {
    this.#remember();
    const asked = this.assistant.question();
    if (asked) this.#question(asked);
    else this.#ruling(this.assistant.ruling());
  }

  /** Keep for this tab where the interview stands, and what has been saved of it. */
  #remember() {
    kept.write({ ...this.assistant.state, noted: this.noted });
  }

  #question(asked) {
    const answers = asked.answers.filter((one) => !asked.atTheEnd || !one.playOn);
    const playOn = asked.answers.find((one) => asked.atTheEnd && one.playOn);
    const kind = asked.source === "election" ? this.words.ask.replace("%s", asked.who)
      : asked.source === "finding" ? this.words.you_judge : this.words.establish;
    const question = make("section", { class: "question" },
      make("p", { class: "kind" }, kind, " · ", this.#cite(asked.provision)),
      make("h2", { tabindex: "-1", class: "asked-words" }, ...suits(asked.question, this.words)),
      asked.findOut && make("p", { class: "find-out" }, make("b", {}, this.words.find_out), " ", ...suits(asked.findOut, this.words), "."),
      make("ul", { class: "answers" }, ...answers.map((one) => make("li", {},
        this.#button("button quiet", () => this.#answer(one.word), ...suits(one.label, this.words)),
        one.leads.length ? make("ul", { class: "leads", "aria-label": this.words.then }, ...one.leads.map((line) => this.#line(line))) : null))));
    const later = playOn && [
      make("p", {}, this.#button("button quiet", () => this.#answer(playOn.word), this.words.still_playing)),
      make("details", { class: "at-the-end" }, make("summary", {}, this.words.play_finished), question),
    ];
    this.#fill("asking", asked.question, [
      this.#place(),
      this.#heading(this.way.words),
      this.#otherwise(null),
      ...this.#notConfirmed(),
      this.#spoken(asked),
      ...(later || [question]),
      make("p", { class: "actions thumb" }, this.#button("button quiet", () => this.#back(), this.words.back)),
    ], [this.#seats(), asked.passed.length ? this.#passed(asked.passed) : null, this.#inFull()]);
  }

  #answer(word) {
    this.given = null;
    this.assistant.answer(word);
    this.#onward();
  }

  #back() {
    this.given = null;
    if (this.assistant.back()) this.#onward();
    else this.home();
  }

  #change(fact) {
    this.given = null;
    this.assistant.change(fact);
    this.#onward();
  }

  // -- the ruling -----------------------------------------------------------------------------------------------------

  #ruling(ruled) {
    const gist = ruled.gist || this.way.words;
    const told = make("p", { class: "told", role: "status" });
    const save = this.onRuling && this.#save(ruled, gist, told);
    this.#fill("ruling", gist, [
      this.#place(),
      this.#heading(gist),
      make("p", { class: "quiet-note" }, this.way.words),
      this.#otherwise(gist),
      ...this.#notConfirmed(),
      this.#spoken(ruled),
      ...ruled.doubts.map((line) => make("p", { class: "message warning" },
        make("b", {}, this.words.read_differently), " ", ...suits(line.words, this.words), ". ", this.#cite(line.provision))),
      save && this.#where(save),
      make("p", { class: "actions thumb" }, save,
        this.#button("button quiet", () => this.#back(), this.words.back)),
      told,
      ...ruled.onward.map((id) => this.#continues(id)),
    ], [
      this.#steps(ruled),
      ruled.untaken.length ? make("details", {}, make("summary", {}, this.words.would_change),
        make("ul", { class: "lines" }, ...ruled.untaken.map((one) => make("li", {},
          ...suits(one.question, this.words), " ", make("b", {}, ...suits(one.answer, this.words)), " → ",
          ...suits(one.line.words, this.words), " ", this.#cite(one.line.provision))))) : null,
      this.#parts(ruled),
      ruled.asides.length ? make("details", {}, make("summary", {}, this.words.assumed), make("p", {}, this.words.assumed_why),
        make("ul", { class: "lines" }, ...ruled.asides.map((one) => this.#line({ words: one.question, provision: one.provision })))) : null,
      this.#seats(),
      this.#inFull(),
      make("p", { class: "quiet-note" }, this.words.as_of.replace("%(title)s", this.assistant.book.title).replace("%(day)s", this.bundle.day)),
    ]);
  }

  /** What tells this ruling from another: once it is saved, there is nothing to save until that changes. */
  #told() {
    const { table, board } = this.noted;
    return JSON.stringify([this.assistant.state, table, board]);
  }

  #save(ruled, gist, told) {
    const save = this.#button("button", async () => {
      save.disabled = true;
      const { noted } = this;
      const as = this.#told();
      const later = [...ruled.say, ...ruled.do].some((one) => one.waits);
      try {
        const kept = await this.onRuling({ ...ruled, gist, happened: this.way.words, law: this.way.law, later, ...noted });
        noted.as = as;
        if (noted === this.noted) this.#remember();
        told.textContent = kept === false ? this.words.no_room : this.words.saved;
        ready();
      } catch (fault) {
        save.disabled = false;
        told.textContent = fault instanceof Error ? fault.message : String(fault);
      }
    });
    const ready = () => {
      save.disabled = this.noted.as === this.#told();
      save.textContent = save.disabled ? this.words.is_saved : this.noted.as ? this.words.save_again : this.words.save;
    };
    save.addEventListener("told", ready);
    ready();
    return save;
  }

  /** Table and board, for whoever wants to find the ruling again by them. */
  #where(save) {
    const field = (name, label) => {
      const input = make("input", { id: `pocket-${name}`, maxlength: "12", autocomplete: "off" });
      input.value = this.noted[name];
      input.addEventListener("input", () => {
        this.noted[name] = input.value.trim();
        this.#remember();
        save.dispatchEvent(new Event("told"));
      });
      return make("span", {}, make("label", { for: `pocket-${name}` }, label), input);
    };
    return make("fieldset", { class: "where" }, make("legend", {}, this.words.where),
      field("table", this.words.table), field("board", this.words.board));
  }

  /** Beside a ruling that was opened again: that it is no longer the one that was given. */
  #otherwise(gist) {
    return this.given && this.given.gist !== gist
      ? make("p", { class: "message warning" }, this.words.otherwise.replace("%s", this.given.gist)) : null;
  }

  #continues(id) {
    const way = this.assistant.happenings().parts.flatMap(({ ways }) => ways).find((one) => one.id === id);
    return way ? make("p", {}, this.#button("button quiet", () => this.#begin(way, this.noted), this.words.continue.replace("%s", `${way.law} · ${way.title}`))) : null;
  }

  #steps(ruled) {
    const item = (step) => {
      if (step.kind === "decided") return this.#line(step);
      if (step.kind === "doubt") return null; // told beside the words to say
      const own = ruled.answers[step.fact] !== undefined;
      const given = own ? this.#button("link given", () => this.#change(step.fact), ...suits(step.answer, this.words),
        make("span", { class: "visually-hidden" }, ` ${this.words.change}: ${step.question}`)) : make("span", { class: "given" }, step.answer);
      return make("li", { class: "asked" }, make("span", {}, ...suits(step.question, this.words)), given, this.#cite(step.provision));
    };
    return make("details", { open: true, class: "steps" }, make("summary", {}, this.words.the_steps),
      make("ol", { class: "answered" }, ...ruled.steps.map(item)),
      make("p", { class: "quiet-note" }, this.words.press_to_change));
  }

  /** The decisions by what they are. */
  #parts(ruled) {
    const lines = (title, some) => some.length ? [make("h3", {}, title), make("ul", { class: "lines" }, ...some.map((line) => this.#line(line)))] : [];
    const offers = (title, some) => some.length ? [make("h3", {}, title), make("dl", {}, ...some.flatMap(({ player, lines: told }) =>
      [make("dt", {}, player), make("dd", {}, make("ul", { class: "lines" }, ...told.map((line) => this.#line(line))))]))] : [];
    const owed = ruled.obligations.map((words) => ({ words, provision: "" }));
    return make("details", {}, make("summary", {}, this.words.each_part),
      ...lines(this.words.rectification, ruled.rectification),
      ...offers(this.words.who_may, ruled.offers),
      ...offers(this.words.before_choice, ruled.past),
      ...lines(this.words.follows, [...owed, ...ruled.follow_up]),
      ...lines(this.words.information, ruled.information),
      ...lines(this.words.you_do, ruled.director));
  }

  // -- parts of all pages ---------------------------------------------------------------------------------------------

  /** main: what comes first; aside: what stands beside it, and on a phone after it; rest: what stands below, and comes last. */
  #fill(kind, title, main, aside = [], rest = []) {
    const margin = aside.filter(Boolean);
    this.element.replaceChildren(make("div", { class: `pocket ${kind}${margin.length ? " with-margin" : ""}` },
      make("section", { class: "column" }, ...main),
      margin.length ? make("aside", {}, ...margin) : null,
      rest.length ? make("section", { class: "column rest" }, ...rest) : null));
    document.title = `${title} · Rectify`;
    if (this.begun) { // as after a new page, reading begins with what is new: what to say, else the question
      globalThis.scrollTo(0, 0);
      const first = ["#pocket-say-this", ".asked-words", "h1"].map((one) => this.element.querySelector(one)).find((one) => one?.checkVisibility());
      first?.focus({ preventScroll: true });
    }
    this.begun = true;
  }

  #heading(words) {
    return make("h1", { tabindex: "-1", class: words.length > LONG && "long" }, ...suits(words, this.words));
  }

  #place() {
    return make("p", { class: "place" }, this.#button("link", () => this.home(), this.words.what_happened),
      ` · ${[this.way.law, place(this.noted, this.words)].filter(Boolean).join(" · ")}`);
  }

  /** What the law says otherwise today than when the procedure was written, and what it will say. */
  #notConfirmed() {
    const today = new Date().toLocaleDateString("sv"); // year-month-day, as the bundle has it
    const notice = (some, words) => some.length ? make("div", { class: "message warning not-confirmed" },
      make("p", {}, words), make("ul", {}, ...some.map(([, , sentence]) => make("li", {}, sentence)))) : null;
    const open = this.way.changed.filter(([, until]) => !until || today < until);
    return [
      notice(open.filter(([since]) => since <= today), this.words.not_confirmed),
      notice(open.filter(([since]) => since > today), this.words.comes),
    ];
  }

  #spoken({ say, do: act }) {
    const paragraphs = [];
    for (const one of say) {
      const last = paragraphs.at(-1)?.at(-1);
      if (last && last.before === one.before && last.paragraph === one.paragraph) paragraphs.at(-1).push(one);
      else paragraphs.push([one]);
    }
    return make("div", { class: "spoken" },
      say.length ? make("section", { "aria-labelledby": "pocket-say-this" },
        make("h2", { id: "pocket-say-this", tabindex: "-1" }, this.words.say_this),
        make("div", { class: "aloud" }, ...paragraphs.map((some) =>
          make("p", { class: some[0].before ? "said" : "" }, ...suits(some.map((one) => one.words).join(" "), this.words))))) : null,
      act.length ? make("section", { "aria-labelledby": "pocket-for-you" },
        make("h2", { id: "pocket-for-you" }, this.words.for_you),
        make("ul", { class: "lines" }, ...act.map((one) => make("li", {},
          one.waits ? make("b", {}, this.words.play_over, " ") : null, ...suits(one.words, this.words), " ", this.#cite(one.provision))))) : null);
  }

  #passed(passed) {
    return make("details", { class: "steps" }, make("summary", {}, this.words.so_far),
      make("ol", { class: "answered" }, ...passed.map((one) => make("li", { class: "asked" },
        make("span", {}, ...suits(one.question, this.words)),
        this.#button("link given", () => this.#change(one.fact), ...suits(one.answer, this.words),
          make("span", { class: "visually-hidden" }, ` ${this.words.change}: ${one.question}`)),
        this.#cite(one.provision)))),
      make("p", { class: "quiet-note" }, this.words.press_to_change));
  }

  #seats() {
    const here = this.assistant.seat;
    const sit = (seat) => {
      this.assistant.sit(seat);
      this.#onward();
    };
    const seats = [["N", this.words.north], ["E", this.words.east], ["S", this.words.south], ["W", this.words.west]];
    return make("fieldset", { class: "seats" },
      make("legend", {}, this.words.who_is.replace("%s", this.way.about)),
      make("div", { class: "seat-choice" }, ...seats.map(([seat, name]) => {
        const button = this.#button(`seat ${seat}${seat === here ? " here" : ""}`, () => sit(seat), name);
        button.setAttribute("aria-pressed", String(seat === here));
        return button;
      })),
      here ? this.#button("link", () => sit(null), this.words.roles_again) : make("p", { class: "quiet-note" }, this.words.names_seats));
  }

  #inFull() {
    return make("p", { class: "quiet-note" }, make("a", { href: this.assistant.address }, this.words.full), `. ${this.words.full_why}`);
  }

  #line({ words, provision }) {
    return make("li", {}, make("span", {}, ...suits(words, this.words)), provision && " ", provision && this.#cite(provision));
  }

  #cite(key) {
    const name = this.bundle.names[key] ?? key;
    const address = this.lawAddress(this.assistant.book.book, key);
    return address ? make("a", { class: "cite", href: address }, name) : make("span", { class: "cite" }, name);
  }

  #button(kind, press, ...inside) {
    return pressed(kind, press, ...inside);
  }
}

/* What belongs to a ruling that may be saved: its key in the list, table and board, and what was saved of it last. */
function newNote() {
  return { key: `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`, table: "", board: "", as: "" };
}
