"""The ruling assistant as data, for a phone without a network: all that the procedures of every edition ask, decide and say.

No list of paths is kept but a graph. A node is a place in an interview: what has been decided since the question before it,
what the table is told there, and the next question with a node for each answer, or the end. Two places that are alike in all
of this, and in everything that can still come, are one node. The steps of a ruling are gathered along the way to it, so ways
that part and meet again share what follows; only what is said, which looks back at the whole ruling, is kept at each end.

Words name no table: they say "the offender" and "offender's LHO", as those of an interview without an auction do. What can
be named without one is the seats: whoever says who the offender is gets every sentence with them, as on line. For that a text
is kept twice where it names players, in roles and for a North offender with places to turn: `{0}` is the offender, then
clockwise; `{s}` and `{o}` are the two sides. A call or a suit cannot be named, because what is said of it is worked out by the
engine from the auction.

What is incidental ("did this happen too?") counts as not having happened, and the page says so: one such thing at a time
would make the bundle four times as large and take a minute, all combinations would be millions. Only an answer that one way
through a procedure asks for and another listens to has graphs of its own, for whoever gives it and then changes another.

`config/static/js/pocket-interview.js` walks it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import product
from typing import Any, Final

import laws.rulings.procedures  # noqa: F401 - registers the procedures
from laws.assistant.addresses import in_address, spoken
from laws.assistant.gists import gist
from laws.assistant.interviews import about, listen, seated
from laws.assistant.telling import kind_of, obligations, offered_to, onward, who
from laws.rulings.case import Asked, Decided, Step
from laws.rulings.editions import EDITIONS, Rule
from laws.rulings.effects import Effect
from laws.rulings.facts import Fact
from laws.rulings.facts.judging import OPEN
from laws.rulings.readers import interview, ways
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.speech import Ahead, Sentence, Speech, is_judged, is_over, speech, waits_for_the_end

TURNED: Final = {"North–South": "{s}", "East–West": "{o}", "North": "{0}", "East": "{1}", "South": "{2}", "West": "{3}"}
"""What stands for seats and sides in a text about a North offender, so that it can be turned to any other."""
BEFORE, WAITS, FIRST = 1, 2, 4
"""Of a sentence that is said: it was said before the last choice; it is for the end of play; it was said when you came."""
AT_THE_END, JUDGED = 1, 2
"""Of a question: it waits for the end of play; play is over, so "still going on" is no answer to it."""


class _Table:
    """Rows that are kept once, by what they are."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self._place: dict[Hashable, int] = {}

    def place(self, key: Hashable, row: Any = None) -> int:
        """Where a row stands; it is added where it is new."""
        if key not in self._place:
            self._place[key] = len(self.rows)
            self.rows.append(key if row is None else row)
        return self._place[key]


class Graphs:
    """Every graph of every edition. `tables` are lists of rows, which speak of each other by their places:

    words      a text, or the text in roles and the text with places for seats
    facts      id, question, who is asked or null, what to find out or null, source, the answers as an address has them, the
               answers as they are shown, which of them says that play is still going on or -1
    effects    name, words, 1 if it is part of the ruling itself, where it is told, who is offered it or null, plain data
    steps      0, fact, answer, provision, 1 if incidental; 1, effect, provision; 2, words, provision: a doubt
    sentences  words, provision, BEFORE and so on, paragraph
    speeches   what is said, what the Director does: places of sentences
    nodes      of a question: 0, steps, asides, speech, fact, provision, AT_THE_END and so on, a node for each answer;
               of an end: 1, steps, asides, speech, the steps of the whole way whose offer is over, obligations, procedures to
               go on to, the words of its gist. Asides: facts with their provisions that can be told of from here on

    `roots`: by edition and procedure the node where it begins. `besides`: the same for somebody who has told of what is
    incidental on some ways and asked for on others, by `fact=place of the answer`, several joined by `&` in alphabetical order.
    """

    def __init__(self) -> None:
        self.words, self.facts, self.effects, self.steps = _Table(), _Table(), _Table(), _Table()
        self.sentences, self.speeches, self.nodes = _Table(), _Table(), _Table()
        self._in_roles: dict[str, str] = {}
        self._tables: dict[str, Ruling] = {}
        self.roots: dict[str, dict[str, int]] = {}
        self.besides: dict[str, dict[str, dict[str, int]]] = {}
        for slug, edition in EDITIONS.items():
            self.roots[slug] = {number: self._node(rule, {}, 0, set()) for number, rule in edition.procedures.items()}
            self.besides[slug] = {number: self._besides(rule) for number, rule in edition.procedures.items()}

    def _besides(self, rule: Rule) -> dict[str, int]:
        """The roots of a procedure with answers that are incidental on some of its ways and asked for on others."""
        asked, heard = set(), dict[Fact, None]()
        for ruling, facts in ways(rule, {}):
            asked |= {fact for fact, _answer in ruling.path}
            heard |= dict.fromkeys(facts)
        both = sorted((fact for fact in heard if fact.id in asked), key=lambda fact: fact.id)
        found = {}
        for answers in product(*(fact.values for fact in both)):
            told = {fact: answer for fact, answer in zip(both, answers, strict=True) if answer != fact.default}
            if told:
                key = "&".join(f"{fact.id}={fact.values.index(answer)}" for fact, answer in told.items())
                given = {fact.id: answer for fact, answer in told.items()}
                found[key] = self._node(rule, given, 0, given.keys())
        return found

    @property
    def tables(self) -> dict[str, list[Any]]:
        """The rows of all tables by their names."""
        names = ("words", "facts", "effects", "steps", "sentences", "speeches", "nodes")
        return {name: getattr(self, name).rows for name in names}

    @property
    def provisions(self) -> list[str]:
        """Every provision that the tables name, in order."""
        asides = (provision for node in self.nodes.rows for _fact, provision in node[2])
        asked = (node[5] for node in self.nodes.rows if not node[0])
        stepped = (step[3] if not step[0] else step[2] for step in self.steps.rows)
        said = (sentence[1] for sentence in self.sentences.rows)
        return sorted({*asides, *asked, *stepped, *said})

    def _node(self, rule: Rule, answers: Mapping[str, Any], begun: int, known: Set[str]) -> int:
        """The node of an interview as it stands after these answers.

        begun: so many steps are told by the nodes before it. known: the incidental facts that they tell of.
        """
        ruling, at = self._told(rule, answers)
        steps = tuple(self._step(step, ruling, at) for step in ruling.steps[begun:])
        heard = [one for one in listen(rule, answers) if one.fact.id not in known and not one.fact.corrects]
        asides = tuple((self._fact(one.fact, ruling, at), one.provision) for one in heard)
        said = self._speech(speech(ruling), speech(at))
        pending = ruling.pending
        if pending is None:
            over = tuple(
                place
                for place, step in enumerate(ruling.steps)
                if isinstance(step, Decided) and offered_to(step.effect) and is_over(ruling.steps, place)
            )
            owed = tuple(self._words(*pair) for pair in zip(obligations(ruling), obligations(at), strict=True))
            in_a_line = self._words(gist(ruling), gist(at))
            return self.nodes.place((1, steps, asides, said, over, owed, tuple(onward(ruling)), in_a_line))
        when = AT_THE_END if waits_for_the_end(ruling) is not None else JUDGED if is_judged(ruling) else 0
        fact, begun, known = pending.fact, len(ruling.steps), known | {one.fact.id for one in heard}
        ahead = tuple(self._node(rule, {**answers, fact.id: value}, begun, known) for value in fact.values)
        return self.nodes.place((0, steps, asides, said, self._fact(fact, ruling, at), pending.provision, when, ahead))

    def _told(self, rule: Rule, answers: Mapping[str, Any]) -> tuple[Ruling, Ruling]:
        """The ruling so far in roles, and at the table of a North offender.

        All rulings in roles fill the same sentences alike, and so do those at the same table: each is filled once.
        """
        ruling = interview(rule.id, answers, rule.edition)
        role = about(rule)
        if role not in self._tables:
            self._tables[role] = seated(ruling, Seat.N)
        table = self._tables[role]
        pending = ruling.pending
        if pending is not None and pending.ahead is not None:  # the ways on from here are the same for both
            pending = replace(pending, ahead=_once(pending.ahead))
            ruling = replace(ruling, pending=pending)
        at = replace(ruling, situation=table.situation, _told=table._told)
        return replace(ruling, _told=self._in_roles), at

    def _speech(self, said: Speech, at: Speech) -> int:
        pairs = (said.say, at.say), (said.do, at.do)
        return self.speeches.place(tuple(tuple(map(self._sentence, some, others)) for some, others in pairs))

    def _words(self, roles: str, seats: str) -> int:
        if roles == seats:
            return self.words.place(roles)
        for name, place in TURNED.items():
            seats = seats.replace(name, place)
        return self.words.place((roles, seats))

    def _filled(self, template: str, ruling: Ruling, at: Ruling) -> int:
        return self._words(ruling.words(template), at.words(template))

    def _who(self, role: str, ruling: Ruling, at: Ruling) -> int | None:
        return self._words(who(role, ruling), who(role, at)) if role else None

    def _fact(self, fact: Fact, ruling: Ruling, at: Ruling) -> int:
        row = (
            fact.id,
            self._filled(fact.question, ruling, at),
            self._who(fact.who, ruling, at),
            self._filled(fact.find_out, ruling, at) if fact.find_out else None,
            fact.source.value,
            tuple(in_address(value) for value in fact.values),
            tuple(self.words.place(spoken(value)) for value in fact.values),
            fact.values.index(OPEN) if OPEN in fact.values else -1,
        )
        return self.facts.place(row)

    def _effect(self, effect: Effect, ruling: Ruling, at: Ruling) -> int:
        row = (
            effect.name,
            self._filled(effect.words, ruling, at),
            int(effect.main),
            kind_of(effect),
            self._who(offered_to(effect), ruling, at),
            effect.outcome(None),
        )
        return self.effects.place((effect, row[1], row[4]), row)

    def _step(self, step: Step, ruling: Ruling, at: Ruling) -> int:
        row: tuple[Any, ...]
        if isinstance(step, Asked):
            answer = step.fact.values.index(step.value)
            row = (0, self._fact(step.fact, ruling, at), answer, step.provision, int(step.noted))
        elif isinstance(step, Decided):
            row = (1, self._effect(step.effect, ruling, at), step.provision)
        else:
            row = (2, self._filled(step.words, ruling, at), step.provision)
        return self.steps.place(row)

    def _sentence(self, one: Sentence, at: Sentence) -> int:
        when = BEFORE * one.before | WAITS * one.waits | FIRST * one.first
        return self.sentences.place((self._words(one.words, at.words), one.provision, when, one.paragraph[1]))


def _once(ahead: Ahead) -> Ahead:
    """The same ways, looked for once however often they are wanted."""
    found: list[Sequence[Step]] = []

    def again() -> Iterator[Sequence[Step]]:
        if not found:
            found.extend(ahead())
        return iter(found)

    return again
