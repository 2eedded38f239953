/* The ruling assistant without a network: walks the graphs that laws/assistant/graphs.py makes of the engine's procedures.
 *
 *   const assistant = load(bundle);            an edition's slug as second argument for another book
 *   assistant.happenings()                     the ways in: the commonest, all by the parts of the book, those not covered
 *   assistant.find("led out of turn")          the ways in that somebody may mean, the best first
 *   assistant.start("27")                      begin with a way in; false where no procedure is written for it
 *   assistant.question()                       the next question with its answers; null when the ruling is complete
 *   assistant.answer("yes")                    give one of its answers, by its word
 *   assistant.back()                           take the last answer back; false where there is none
 *   assistant.change("lho_accepts")            ask a question of this way anew; later answers are kept where they still apply
 *   assistant.sit("N")                         who the player is whom it is about: sentences then name seats; null for roles
 *   assistant.state, assistant.resume(state)   where it stands, as plain data; false where this bundle has no such place
 *   assistant.address                          the page of the same interview on the site, for whoever has a connection
 *   assistant.ruling()                         what is said and done, with the law for each step; null before it is complete
 *
 * It decides nothing itself: every sentence and every effect is the engine's own. */

/** @typedef {{words: string, provision: string}} Line */
/** @typedef {{words: string, provision: string, before: boolean, waits: boolean, first: boolean, paragraph: number}} Sentence */

const FORMAT = 2;
const SEATS = ["N", "E", "S", "W"];
const NAMES = ["North", "East", "South", "West"];
const SIDES = ["North–South", "East–West"];
const END = 1;
const ASKED = 0, DECIDED = 1;
const BEFORE = 1, WAITS = 2, FIRST = 4;
const AT_THE_END = 1, JUDGED = 2;

/** Whether this script can walk a bundle: one of another format waits for its own script. */
export function readable(bundle) {
  return bundle?.format === FORMAT && Array.isArray(bundle.editions) && Array.isArray(bundle.nodes);
}

/** An assistant for one edition of a bundle. Throws an Error that says so where the bundle cannot be read. */
export function load(bundle, edition = bundle?.usual) {
  if (!readable(bundle)) throw new Error("This bundle of rulings is of another format, or not whole.");
  const book = bundle.editions.find((one) => one.slug === edition);
  if (!book) throw new Error(`The bundle has no edition "${edition}".`);
  return new Assistant(bundle, book);
}

class Assistant {
  constructor(bundle, book) {
    this.bundle = bundle;
    this.book = book;
    this.procedure = "";
    this.seat = null;
    this.given = new Map(); // the answer to each fact by its place, as far as given
  }

  // -- the menu -------------------------------------------------------------------------------------------------------

  /** The ways in: `common`, the commonest first; `parts`, all of them by the book; `uncovered`, laws without questions yet. */
  happenings() {
    const way = (at) => this.book.ways[at];
    const grouped = (parts) => parts.map(([title, ways]) => ({ title, ways: ways.map(way) }));
    return { common: this.book.common.map(way), parts: grouped(this.book.parts), uncovered: grouped(this.book.uncovered) };
  }

  /** The ways in that somebody may mean who types these words, as laws/assistant/happenings.py finds them. */
  find(typed) {
    const wanted = [...new Set(words(typed))].filter((word) => !this.bundle.finding.says_nothing.includes(word));
    const told = this.book.ways.filter((way) => way.said.length).map((way) => ({ way, said: way.said.map(words) }));
    const withWord = new Map(wanted.map((word) => [word, told.filter(({ said }) => said.some((some) => this.#says(word, some)))]));
    const rare = Math.max(0, ...told.map(({ way }) => way.rank ?? 0)) + 1;
    const found = [];
    for (const one of told) {
      const here = wanted.filter((word) => withWord.get(word).includes(one));
      if (!here.length || 2 * here.length < wanted.length) continue;
      const worth = here.reduce((sum, word) => sum + 1 / withWord.get(word).length, 0);
      const close = Math.max(...one.said.map((some) => here.filter((word) => this.#says(word, some)).length));
      found.push({ way: one.way, rank: [-worth, -close, one.way.rank ?? rare, one.way.place] });
    }
    found.sort((a, b) => a.rank.map((value, at) => value - b.rank[at]).find((apart) => apart) ?? 0);
    return found.slice(0, this.bundle.finding.most).map(({ way }) => way);
  }

  #says(word, told) {
    return told.some((one) => this.#alike(word, one));
  }

  #alike(typed, told) {
    if (typed === told) return true;
    const shorter = Math.min(typed.length, told.length);
    let same = 0;
    while (same < shorter && typed[same] === told[same]) same++;
    return same >= this.bundle.finding.stem && Math.max(typed.length, told.length) - same <= this.bundle.finding.ending;
  }

  // -- the interview --------------------------------------------------------------------------------------------------

  /** Begin with a way in. False where no procedure is written for it. */
  start(id) {
    if (!(id in this.book.roots)) return false;
    this.procedure = id;
    this.given = new Map();
    return true;
  }

  /** Where the interview stands: enough to go on with it on another day, as long as the procedure asks the same. */
  get state() {
    const answers = Object.fromEntries(this.#walk().passed.map(({ fact, answer }) => [fact.id, fact.answers[answer]]));
    return { edition: this.book.slug, procedure: this.procedure, seat: this.seat, answers };
  }

  get address() {
    const { procedure, seat, answers } = this.state;
    const query = new URLSearchParams(seat ? { ...answers, seat } : answers).toString();
    return `${this.book.online}${procedure}/${query && "?"}${query}`;
  }

  /** Go on from where an interview stood. False where no procedure is written for it; answers that are not asked for are left out. */
  resume({ procedure, seat, answers }) {
    if (!this.start(procedure)) return false;
    this.sit(seat);
    for (let asked = this.question(); asked && asked.fact in answers; asked = this.question()) {
      if (!asked.answers.some(({ word }) => word === answers[asked.fact])) break;
      this.answer(answers[asked.fact]);
    }
    return true;
  }

  sit(seat) {
    this.seat = SEATS.includes(seat) ? seat : null;
  }

  answer(word) {
    const { node } = this.#walk();
    if (node[0] === END) return;
    const fact = this.#fact(node[4]);
    const index = fact.answers.indexOf(word);
    if (index < 0) throw new Error(`${fact.id} has no answer "${word}".`);
    this.given.set(fact.id, index);
  }

  back() {
    const last = this.#walk().passed.at(-1);
    return last ? this.given.delete(last.fact.id) : false;
  }

  change(fact) {
    return this.given.delete(fact);
  }

  /** The way from the beginning as far as there are answers: the questions passed, every step, and the node it stands at. */
  #walk(known = this.given) {
    let node = this.#root(known);
    const steps = [], asides = [];
    for (;;) {
      steps.push(...node[1].map((at) => this.bundle.steps[at]));
      asides.push(...node[2]);
      if (node[0] === END) break;
      const fact = this.#fact(node[4]);
      const answer = known.get(fact.id);
      if (answer === undefined) break;
      node = this.bundle.nodes[node[7][answer]];
    }
    const passed = new Map();
    for (const step of steps) {
      if (step[0] !== ASKED) continue;
      const fact = this.#fact(step[1]);
      if (!passed.has(fact.id)) passed.set(fact.id, { fact, answer: step[2], provision: step[3] });
    }
    return { node, passed: [...passed.values()], steps, asides };
  }

  /** Where the procedure begins for whoever has given these answers. */
  #root(known) {
    const besides = this.book.besides[this.procedure] ?? {};
    const told = [...known].map(([fact, answer]) => `${fact}=${answer}`).filter((one) => one in besides).sort().join("&");
    return this.bundle.nodes[besides[told] ?? this.book.roots[this.procedure]];
  }

  /** The open question; null when the ruling is complete. Answers come in the order in which they are shown. */
  question() {
    const { node, passed, steps, asides } = this.#walk();
    if (node[0] === END) return null;
    const fact = this.#fact(node[4]);
    const before = new Set(steps.filter((step) => step[0] === DECIDED).map(String));
    const answers = fact.answers.map((word, index) => ({
      word,
      label: fact.labels[index],
      playOn: index === fact.open,
      leads: fact.source === "election" ? this.#leads(this.bundle.nodes[node[7][index]], before) : [],
    })).filter((one) => !one.playOn || node[6] !== JUDGED);
    if (fact.answers.join() === "no,yes") answers.reverse(); // yes comes first, as people ask
    return {
      fact: fact.id, question: fact.question, who: fact.who, findOut: fact.findOut, source: fact.source,
      provision: node[5], answers, atTheEnd: node[6] === AT_THE_END,
      ...this.#speech(node[3]), passed: this.#passed(passed), asides: this.#asides(asides, steps),
    };
  }

  /** The complete ruling; null while a question is open. */
  ruling() {
    const { node, passed, steps, asides } = this.#walk();
    if (node[0] !== END) return null;
    return {
      edition: this.book.slug, procedure: this.procedure, seat: this.seat,
      engine: this.bundle.engine, version: this.bundle.version,
      answers: Object.fromEntries(passed.map(({ fact, answer }) => [fact.id, fact.answers[answer]])),
      ...this.#speech(node[3]),
      passed: this.#passed(passed),
      steps: steps.map((step) => this.#step(step)),
      effects: steps.filter((step) => step[0] === DECIDED)
        .map((step) => ({ ...this.bundle.effects[step[1]][5], provision: step[2] })),
      citations: [...new Set(steps.map((step) => step[0] === ASKED ? step[3] : step[2]))],
      doubts: steps.filter((step) => step[0] !== ASKED && step[0] !== DECIDED).map((step) => this.#line(step)),
      ...this.#sorted(steps, new Set(node[4])),
      obligations: node[5].map((at) => this.#text(at)),
      onward: node[6],
      gist: this.#text(node[7]),
      untaken: this.#untaken(steps),
      asides: this.#asides(asides, steps),
    };
  }

  // -- what it is made of ---------------------------------------------------------------------------------------------

  #text(at) {
    const text = this.bundle.words[at];
    if (typeof text === "string") return text;
    if (this.seat === null) return text[0];
    const turn = SEATS.indexOf(this.seat);
    return text[1].replace(/\{(\w)\}/g, (_, place) =>
      place === "s" ? SIDES[turn % 2] : place === "o" ? SIDES[(turn + 1) % 2] : NAMES[(turn + Number(place)) % 4]);
  }

  #fact(at) {
    const [id, question, who, findOut, source, answers, labels, open] = this.bundle.facts[at];
    const text = (place) => place === null ? "" : this.#text(place);
    return { id, question: text(question), who: text(who), findOut: text(findOut), source, answers, labels: labels.map(text), open };
  }

  #speech(at) {
    const [say, act] = this.bundle.speeches[at].map((some) => some.map((one) => {
      const [text, provision, when, paragraph] = this.bundle.sentences[one];
      return {
        words: this.#text(text), provision, paragraph,
        before: Boolean(when & BEFORE), waits: Boolean(when & WAITS), first: Boolean(when & FIRST),
      };
    }));
    return { say, do: act };
  }

  #passed(passed) {
    return passed.map(({ fact, answer, provision }) =>
      ({ fact: fact.id, question: fact.question, source: fact.source, answer: fact.labels[answer], provision }));
  }

  /** What may have happened besides; what the law asks itself on this way is left out. */
  #asides(asides, steps) {
    const known = new Set(steps.filter((step) => step[0] === ASKED).map((step) => this.#fact(step[1]).id));
    return asides.map(([at, provision]) => ({ fact: this.#fact(at).id, question: this.#fact(at).question, provision }))
      .filter((one) => !known.has(one.fact));
  }

  #line(step) {
    return { words: this.#text(step[0] === DECIDED ? this.bundle.effects[step[1]][1] : step[1]), provision: step[2] };
  }

  #step(step) {
    if (step[0] === ASKED) {
      const fact = this.#fact(step[1]);
      return { kind: "asked", provision: step[3], fact: fact.id, question: fact.question, answer: fact.labels[step[2]], source: fact.source };
    }
    if (step[0] !== DECIDED) return { kind: "doubt", ...this.#line(step) };
    const [name, , main] = this.bundle.effects[step[1]];
    return { kind: "decided", ...this.#line(step), effect: name, main: Boolean(main) };
  }

  /** What is decided, by what it is: choices by player, open and past, and the rest by its kind. */
  #sorted(steps, over) {
    const offers = new Map(), past = new Map();
    const kinds = { rectification: [], director: [], information: [], follow_up: [] };
    steps.forEach((step, at) => {
      if (step[0] !== DECIDED) return;
      const [, , , kind, player] = this.bundle.effects[step[1]];
      if (player === null) return add(kinds[kind], this.#line(step));
      const some = over.has(at) ? past : offers, name = this.#text(player);
      if (!some.has(name)) some.set(name, []);
      add(some.get(name), this.#line(step));
    });
    const listed = (some) => [...some].map(([player, lines]) => ({ player, lines }));
    return { ...kinds, offers: listed(offers), past: listed(past) };
  }

  /** What an answer decides before the next question comes. */
  #leads(node, before) {
    const lines = [];
    for (const step of node[1].map((at) => this.bundle.steps[at])) {
      if (step[0] === DECIDED && this.bundle.effects[step[1]][2] && !before.has(String(step))) add(lines, this.#line(step));
    }
    return lines;
  }

  /** For each answer what another one would first have led to that is not so now. */
  #untaken(steps) {
    const seen = new Set(steps.filter((step) => step[0] === DECIDED).map((step) => step[1]));
    const known = new Map(steps.filter((step) => step[0] === ASKED).map((step) => [this.#fact(step[1]).id, step[2]]));
    const found = new Map();
    for (const step of steps) {
      if (step[0] !== ASKED || step[4]) continue;
      const fact = this.#fact(step[1]);
      fact.answers.forEach((word, answer) => {
        if (answer === step[2]) return;
        const flipped = new Map(known).set(fact.id, answer);
        for (const one of this.#firsts(this.#root(flipped), flipped, fact.id, seen, false)) {
          const line = this.#line(one);
          const key = [fact.id, word, line.words, line.provision].join("\n");
          if (!found.has(key)) found.set(key, { question: fact.question, answer: fact.labels[answer], line, fact: fact.id, word });
        }
      });
    }
    return [...found.values()];
  }

  *#firsts(node, known, flipped, seen, begun) {
    for (const step of node[1].map((at) => this.bundle.steps[at])) {
      if (step[0] === ASKED && this.bundle.facts[step[1]][0] === flipped) begun = true;
      if (begun && step[0] === DECIDED && this.bundle.effects[step[1]][2] && !seen.has(step[1])) {
        yield step;
        return;
      }
    }
    if (node[0] === END) return;
    const id = this.bundle.facts[node[4]][0];
    const answer = known.get(id);
    const onward = answer === undefined ? node[7] : [node[7][answer]];
    for (const next of onward) yield* this.#firsts(this.bundle.nodes[next], known, flipped, seen, begun);
  }
}

function add(lines, line) {
  if (!lines.some((one) => one.words === line.words && one.provision === line.provision)) lines.push(line);
}

function words(text) {
  return text.toLowerCase().replaceAll("’", "").split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}
