"""A call to the table as data: what the Director sees and may do, what each act is worth, and the order of the law.

It is made from a staged table and the engine's ruling on it, and no list of laws: the questions are those that the ruling
asked, each put to whoever can answer it; the options are those that the law gives from where the first choice is open; the
parts of the ruling are its decisions, and the wrong ones come from neighbouring paths. The call is stored whole and is read by
`conversation` and `judgement` alone, so it stays as it was whatever the law and the engine become.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, Final

from exams.scenarios.bidding.system import load
from exams.scenarios.calls.conduct import CARD, Asking, Conduct, Doing, Opening, conduct_of
from exams.scenarios.contents import fingerprint_of
from exams.scenarios.covering import ways
from exams.scenarios.demand import NotStagedError, Refuses, Wanted, wanted_path
from exams.scenarios.narration.bridge import did, does, names
from exams.scenarios.narration.paths import paths
from exams.scenarios.narration.words import Words
from exams.scenarios.plots import PLOTS, Ruled
from exams.scenarios.stories import Story, answered, diagrams, explanation
from exams.scenarios.tables import NOTHING_MORE, Unfit, lay
from laws.rulings.cards import card_words
from laws.rulings.case import Asked
from laws.rulings.contrasts import contrast
from laws.rulings.editions import EDITIONS
from laws.rulings.effects.base import Moment
from laws.rulings.effects.calls import PartnerMustPass
from laws.rulings.facts import Fact, Source, answer_words
from laws.rulings.readers import interview
from laws.rulings.record import BadRecord, parse_record
from laws.rulings.replay import Situation
from laws.rulings.roles import seat_of
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.speech import speech
from laws.rulings.words import NOBODY, fill, list_of, names_at

FORMAT: Final = 1
_ENOUGH_TABLES: Final = 40
"""Tables to draw for a path; one that needs more is staged too slowly for an evening, and another path is taken."""
_WRONG_PARTS: Final = 4
_WRONG_OPTIONS: Final = 3
_NO_OPTIONS: Final = 5
"""Options that are shown where nobody has a choice."""
_OTHERS: Final = 3
"""Wrong laws and wrong reasons to choose from."""
_NEAR: Final = 8
_ASKING: Final = 20
_AWAY: Final = 40
_CARD: Final = 45
"""Seconds at the table for a question, for one away from it, and for a look at the agreements."""
_TELLING, _AN_OPTION, _RULING = 15, 6, 30
_LATER: Final = ("accepted", "replacement", "continued", "premature")
"""What a record tells of after the Director has come."""
_NOTHING: Final = "no special meaning"
TELL: Final = "tell"
SEEN: Final = "seen"
"""A look at what lies on the table."""
_SEEN, _LOOKING = 3, 12
"""So much of what it shows is told, and the seconds that it takes."""
TABLE: Final = "table"
_LAW: Final = re.compile(r"\d+")


def staged_call(
    path: str, *, seed: str, regulations: Mapping[str, Any] | None = None, refuses: Refuses | None = None
) -> dict[str, Any]:
    """The call of a table that takes this path; the same path and seed give the same.

    Raises UnknownPathError; NotStagedError where no table was found, or only such as are refused by their fingerprint.
    """
    wanted = wanted_path(path)
    rng = wanted.rng(seed, "call")
    for told in _tables(wanted, rng, lambda story: story.under(regulations)):
        fingerprint = fingerprint_of(told)
        if refuses is not None and refuses(fingerprint):
            continue
        try:
            call = _Call(told, rng).composed()
        except Unfit:
            continue
        return {**call, "path": path, "seed": seed, "fingerprint": fingerprint}
    raise NotStagedError(f"{path}: no call in {_ENOUGH_TABLES} tables")


def _tables(wanted: Wanted, rng: random.Random, at_table: Callable[[Story], Story]) -> Iterator[Ruled]:
    for _ in range(_ENOUGH_TABLES):
        yield from wanted.told(lay(rng, load()), rng, at_table)


@cache
def callable_paths() -> tuple[str, ...]:
    """Every path that can be simulated, in the order of the law book: somebody says why the Director was called, and each
    question of the ruling has an answer in the players' words.
    """
    return tuple(path for law in PLOTS for path, reason in ways(law).items() if not reason and _is_callable(law, path))


def _is_callable(law: str, path: str) -> bool:
    ruling = paths(law)[path]
    answers = dict(ruling.usual_path)
    words = PLOTS[law].words(answers)
    if words is None or words.reason(answers) is None:
        return False
    conduct = conduct_of(words)
    own = any(one.when.fits(answers) for one in conduct.openings)
    asked = [step for step in ruling.asked if step.fact.source is not Source.OBSERVED]
    chooser = next((step.fact.who for step in asked if step.fact.source is Source.ELECTION), "")
    return (
        bool(asked)
        and (own or bool(EDITIONS[ruling.edition].procedures[law].declared.matters))
        and all(_is_answered(conduct, step, chooser) for step in asked)
    )


def _is_answered(conduct: Conduct, step: Asked, chooser: str) -> bool:
    asking = conduct.facts.get(step.fact.id)
    if asking is not None:
        return (asking.of == CARD and not asking.answers) or step.value in asking.answers
    if step.fact.source is Source.ELECTION:  # the auction goes on and shows it
        return step.fact.observe is not None and step.fact.who != chooser
    return step.fact.compares is not None


@dataclass(frozen=True)
class _Act:
    """An act as it is stored, but for what has to be done before it."""

    id: str
    group: str
    of: str
    text: str
    answers: Sequence[Mapping[str, str]]
    seconds: int
    worth: str
    laws: Sequence[str]
    why: str
    after: Sequence[str] = ()
    before: str = ""
    stops: bool = False

    @property
    def told(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "group": self.group,
            "of": self.of,
            "text": self.text,
            "answers": [dict(one) for one in self.answers],
            "seconds": self.seconds,
            "worth": self.worth,
            "laws": list(self.laws),
            "why": self.why,
            "after": list(self.after),
            "before": self.before,
            "stops": self.stops,
        }


class _Call:
    """One story with its ruling, read as a call. Raises Unfit where its table does not show what an answer needs."""

    def __init__(self, told: Ruled, rng: random.Random) -> None:
        self.story, self.ruling = told
        self.rng = rng
        self.words: Words = needed_words(self.ruling)
        self.conduct = conduct_of(self.words)
        found = self.ruling.situation
        if found is None:
            raise Unfit
        self.at: Situation = found
        self.record: Mapping[str, Any] = self.story.record

    # -- who and what --

    @cached_property
    def first_choice(self) -> Asked | None:
        """The first choice that a player has, which the Director tells the options of."""
        return next((step for step in self.asked if step.fact.source is Source.ELECTION), None)

    @cached_property
    def asked(self) -> tuple[Asked, ...]:
        return tuple(step for step in self.ruling.asked if not step.noted)

    @cached_property
    def names(self) -> dict[str, str]:
        """What the declared words name: everybody and every call, and who has the choice."""
        known = dict(names_at(self.at))
        if (choice := self.first_choice) is not None and (seat := seat_of(self.at, choice.fact.who)) is not None:
            known |= {"elector": seat.full_name, "elector_partner": seat.partner.full_name}
            known["put"] = self.ruling.words(choice.fact.put or choice.fact.question)
        shown = self.shown
        told = shown and shown[0][1] not in (_NOTHING, NOTHING_MORE)
        known["reason"] = f"I was showing {shown[0][1]}." if told else "It looked right to me."
        return known

    def said(self, template: str, **more: str) -> str:
        """A declared sentence at this table. Raises Unfit where it names what the table does not have."""
        known = {**self.names, **more}
        named = re.findall(r"\{(\w+)\}", template)
        if any(name not in known or known[name] in ("", NOBODY.get(name)) for name in named):
            raise Unfit
        # Whoever is spoken to begins the sentence, and a call may begin it too.
        text = fill(template, known)
        return re.sub(r"^(“?)([a-z])", lambda found: found[1] + found[2].upper(), text)

    def seat(self, role: str) -> str:
        """The seat of a role, by its letter. Raises Unfit where no player has it."""
        if role == TABLE:
            return TABLE
        if role == "elector_partner":
            choice = self.first_choice
            seat = seat_of(self.at, choice.fact.who) if choice else None
            return self._seat(seat.partner if seat else None)
        if role == "elector":
            choice = self.first_choice
            return self._seat(seat_of(self.at, choice.fact.who) if choice else None)
        return self._seat(seat_of(self.at, role))

    @staticmethod
    def _seat(seat: Seat | None) -> str:
        if seat is None:
            raise Unfit
        return seat.value

    @cached_property
    def shown(self) -> list[tuple[str, str]]:
        """What the agreements show of the calls in question: each with its words, as far as the table knows them."""
        known = names_at(self.at)
        meanings = self.record.get("meanings", {})
        found = [
            (known[name], str(meanings[part]["words"]))
            for part, name in (("withdrawn", "irregular"), ("replacement", "attempt"))
            if meanings.get(part, {}).get("words")
        ]
        if not found and self.at.original is not None:
            made = [one for one in _flat(self.record.get("auction", ())) if one["by"] == self.at.offender.value][-2:]
            found = [
                (known[name], str(one["means"]["words"]))
                for name, one in zip(("original", "irregular"), made, strict=False)
                if one.get("means", {}).get("words")
            ]
        return found

    # -- the whole --

    def composed(self) -> dict[str, Any]:
        opening = self.conduct.opening(dict(self.ruling.usual_path), [kind.name.lower() for kind in self.at.kinds])
        if opening is None:
            raise Unfit
        tell = self._tell()
        options = tell if tell and tell["to"] else None
        needed = list(self._needed(options))
        others = list(self._others(needed, options))
        rule = self._rule([*needed, *([options] if options else [])])
        law = _LAW.match(self.ruling.procedure)
        return {
            "format": FORMAT,
            "law": self.ruling.procedure,
            "number": law.group() if law else self.ruling.procedure,
            "title": self.ruling.title,
            "edition": self.ruling.edition,
            "table": self._table(),
            "opening": self._opening(opening),
            "acts": [one.told for one in [*needed, *others]],
            "tell": tell,
            "rule": rule,
            "order": self._order(needed, options, rule),
            "record": dict(self.record),
            "receipt": self.ruling.receipt(),
            "explanation": explanation(self.ruling, self.story.voice, self.record),
        }

    def _opening(self, opening: Opening) -> dict[str, str]:
        return {"by": self.seat(opening.by), "say": self.said(opening.say)}

    def _table(self) -> dict[str, Any]:
        """What the Director sees: the board, each player's calls so far, and the cards that lie face up; no hands."""
        made = [{"by": one["by"], "call": one["call"]} for one in _flat(self.record.get("auction", ()))]
        if self.record.get("premature") and "replacement" in self.record:
            made.append({"by": self.at.offender.value, "call": str(self.record["replacement"])})
        drawn = diagrams(self.story)
        table = self.story.table
        told = {
            "board": table.board,
            "dealer": table.dealer.value,
            "vulnerability": table.vulnerability,
            "calls": made,
            "faced": self._faced(),
            "contract": str(self.record.get("contract", "")),
            "declarer": str(self.record.get("declarer", "")),
        }
        return told | {"tricks": drawn["play"]["first"] - 1 if drawn.get("play", {}).get("first") else 0}

    def _faced(self) -> dict[str, list[str]]:
        """The cards that lie face up, by player: those of the trick, and those that were shown."""
        faced: dict[str, list[str]] = {}
        tricks = self.record.get("play", {}).get("tricks") or [[]]
        for played in tricks[-1]:
            by, card = str(played).split()
            faced.setdefault(by, []).append(card)
        for card in self.record.get("cards", ()):
            if all(str(card) not in cards for cards in faced.values()) and self.at.knows_seats:
                faced.setdefault(self.at.offender.value, []).append(str(card))
        return faced

    # -- what the ruling needs --

    def _needed(self, options: Mapping[str, Any] | None) -> Iterator[_Act]:
        """The questions that the ruling asks of people or of the agreements, each once, those after a choice after it."""
        chosen = False
        compared: list[Asked] = []
        for step in self.asked:
            if step.fact.source is Source.ELECTION:
                chosen = True
            elif step.fact.source is Source.FINDING:
                asking = self.conduct.facts.get(step.fact.id)
                if asking is None or asking.of == CARD:
                    compared.append(step)
                else:
                    after = (TELL,) if chosen and options else ()
                    yield self._question(step.fact, asking, self._answer(asking, step), after, step.provision)
        if compared:
            yield self._agreements(compared, (TELL,) if chosen and options else ())

    def _answer(self, asking: Asking, step: Asked) -> str:
        return self.said(asking.answers[step.value])

    def _question(
        self, fact: Fact, asking: Asking, answer: str, after: Sequence[str], law: str, worth: str = "required"
    ) -> _Act:
        of = self.seat(asking.of)
        answered = {"by": self._whoever_answers(of), "say": answer}
        why = self.ruling.words(fact.question)
        seconds = _AWAY if asking.away else _ASKING
        text = self.said(asking.say)
        return _Act(fact.id, "ask", of, text, [answered], seconds, worth, [law], why, after)

    def _whoever_answers(self, of: str) -> str:
        return self.at.offender.lho.value if of == TABLE and self.at.knows_seats else of

    def _agreements(self, steps: Sequence[Asked], after: Sequence[str]) -> _Act:
        enough = 2 if any(step.fact.compares is not None for step in steps) else 1
        if len(self.shown) < enough:
            raise Unfit
        seen = "; ".join(f"{call} {'has' if words == _NOTHING else 'shows'} {words}" for call, words in self.shown)
        answers = [{"by": "you", "do": f"{seen[:1].upper()}{seen[1:]}."}]
        side = self.names["side"]
        why = " ".join(self.ruling.words(step.fact.question) for step in steps)
        laws = list(dict.fromkeys(step.provision for step in steps))
        text = f"Look at {side}'s system card for these calls"
        return _Act(CARD, "look", self.at.offender.side.value, text, answers, _CARD, "required", laws, why, after)

    # -- the options --

    def _tell(self) -> dict[str, Any] | None:
        """The options of the first choice, among some that another table of the law would have.

        `to` is empty where nobody has a choice here; None where no table of the law has one.
        """
        choice = self.first_choice
        if choice is None:
            return self._no_options()
        right = self._offered({step.fact.id: step.value for step in self._before(choice)}, choice.fact)
        if not right:
            raise Unfit
        wrong = [one for one in self._offered_elsewhere(choice) if one not in right]
        wrong = self.rng.sample(wrong, min(_WRONG_OPTIONS, len(wrong)))
        listed = [(text, at) for at, text in enumerate(right)] + [(text, -1) for text in wrong]
        self.rng.shuffle(listed)
        needed = [step for step in self._before(choice) if step.fact.source is Source.FINDING]
        after = list(dict.fromkeys(self._act_of(step.fact) for step in needed))
        return {
            "id": TELL,
            "to": self.seat(choice.fact.who),
            "options": [{"id": str(n), "text": text, "place": at} for n, (text, at) in enumerate(listed, start=1)],
            "answers": list(self._chosen(choice)),
            "seconds": _TELLING,
            "each": _AN_OPTION,
            "after": after,
            "laws": ["10C1", choice.provision],
        }

    def _no_options(self) -> dict[str, Any] | None:
        """Options that other tables of the law have, where nobody has any here; None where no table has."""
        elections = (step for path in paths(self.ruling.procedure).values() for step in path.asked)
        choice = next((step for step in elections if step.fact.source is Source.ELECTION), None)
        found = self._offered_elsewhere(choice) if choice else []
        if not found:
            return None
        chosen = self.rng.sample(found, min(_NO_OPTIONS, len(found)))
        listed = [{"id": str(n), "text": text, "place": -1} for n, text in enumerate(chosen, start=1)]
        told = {"id": TELL, "to": "", "options": listed, "answers": [], "after": [], "laws": ["10C1"]}
        return told | {"seconds": _TELLING, "each": _AN_OPTION}

    def _act_of(self, fact: Fact) -> str:
        asking = self.conduct.facts.get(fact.id)
        return CARD if asking is None or asking.of == CARD else fact.id

    def _before(self, choice: Asked) -> list[Asked]:
        return list(self.ruling.asked[: self.ruling.asked.index(choice)])

    @cached_property
    def _at_the_choice(self) -> Situation:
        """The table before anybody has chosen. Raises Unfit where the record cannot be told without what follows."""
        record = {name: value for name, value in self.record.items() if name not in _LATER}
        if self.record.get("premature"):
            record |= {name: self.record[name] for name in ("replacement", "premature") if name in self.record}
        try:
            return Situation(parse_record(record))
        except BadRecord as bad:
            raise Unfit from bad

    def _offered(self, answers: Mapping[str, Any], fact: Fact) -> list[str]:
        """What the Director says of the options when this has been answered, sentence by sentence."""
        found = interview(self.ruling.procedure, answers, self.ruling.edition)
        if found.pending is None or found.pending.fact.who != fact.who:
            return []
        told = Ruling(found.procedure, found.title, found.edition, found.steps, found.pending, self._at_the_choice)
        return [one.words for one in speech(told).say if one.moment is Moment.CHOICE and not one.words.endswith("?")]

    def _offered_elsewhere(self, choice: Asked) -> list[str]:
        """The same on the other paths of the law, where the same player has a choice."""
        found: dict[str, None] = {}
        seen: set[tuple[tuple[str, Any], ...]] = set()
        for other in paths(self.ruling.procedure).values():
            at = next((n for n, step in enumerate(other.asked) if step.fact.source is Source.ELECTION), None)
            if at is None or other.asked[at].fact.who != choice.fact.who:
                continue
            before = tuple((step.fact.id, step.value) for step in other.asked[:at])
            if before not in seen:
                seen.add(before)
                found |= dict.fromkeys(self._offered(dict(before), choice.fact))
        return list(found)

    def _chosen(self, choice: Asked) -> Iterator[dict[str, str]]:
        """What the players choose, in their words, and how the auction goes on."""
        for step in self.asked:
            if step.fact.source is Source.ELECTION and (asking := self.conduct.facts.get(step.fact.id)) is not None:
                yield {"by": self.seat(asking.of), "say": self._answer(asking, step)}
        record = self.at.record
        offered = [] if record.premature else [(self.at.offender, one.call) for one in self.at.offered]
        if made := [*((one.by, one.call) for one in record.continued), *offered]:
            told = [f"{by.full_name} {does(call)}" for by, call in made]
            yield {"by": "you", "do": f"The auction goes on: {_listed(told)}."}

    # -- what it does not need --

    def _others(self, needed: Sequence[_Act], options: Mapping[str, Any] | None) -> Iterator[_Act]:
        """What a Director might do beside that: questions that other tables of the law need, and the declared conduct."""
        asked = {one.id for one in needed}
        if (seen := self._seen()) is not None:
            yield seen
        known = {step.fact.id: step for path in paths(self.ruling.procedure).values() for step in path.asked}
        for fact, asking in self.conduct.facts.items():
            if asking.unasked and fact not in asked and fact in known:
                step = known[fact]
                one = self._question(step.fact, asking, self.said(asking.unasked), (), step.provision, "costly")
                yield replace(one, why="The ruling does not turn on it at this table.")
        for doing in self.conduct.doings:
            if doing.where == "every player":
                yield from (self._done(doing, seat) for seat in Seat)
            elif self._is_there(doing.where, options):
                yield self._done(doing, None)

    def _is_there(self, where: str, options: Mapping[str, Any] | None) -> bool:
        called = bool(self.record.get("auction")) and not self.record.get("play")
        return {
            "": True,
            "choice": options is not None,
            "irregular call": called and (self.at.irregularity is not None or self.at.record.intended is not None),
            "barred": options is not None and _bars(self.ruling.procedure),
            "auction": called,
            "play": bool(self.record.get("play")),
        }[where]

    def _seen(self) -> _Act | None:
        """A look at what lies on the table, which shows some of what the ruling asks; None where it shows nothing of it."""
        steps = [step for step in self.asked if step.fact.source is Source.OBSERVED]
        if not steps:
            return None
        known = names(self.ruling)
        told = [f"{fill(step.fact.question, known)} {_capital(answered(step, known))}." for step in steps[:_SEEN]]
        laws = list(dict.fromkeys(step.provision for step in steps[:_SEEN]))
        played = bool(self.record.get("play"))
        text = "Look at the cards played, with the table" if played else "Look at the bidding cards, with the table"
        answers = [{"by": "you", "do": self._lies_there(played=played)}]
        return _Act(SEEN, "look", TABLE, text, answers, _LOOKING, "useful", laws, " ".join(told))

    def _lies_there(self, *, played: bool) -> str:
        """What one sees on the table, in a sentence or two."""
        record = self.at.record
        if not played:
            made = [f"{one.by.full_name} {did(one.call)}" for one in record.auction]
            return f"{_listed(made)}." if made else "Nobody has called."
        lying = [
            f"{Seat(seat).full_name} has {list_of([card_words(card) for card in cards], 'and')} face up."
            for seat, cards in self._faced().items()
        ]
        return " ".join(lying) or "Nobody has played to this trick."

    def _done(self, doing: Doing, player: Seat | None) -> _Act:
        of = player.value if player else self.seat(doing.of)
        more = {"player": player.full_name, "cards": self._cards(player)} if player else {}
        harm = self.conduct.harm.get(doing.id)
        laws, why, worth = ([harm.law], harm.why, "harmful") if harm else ([doing.law], doing.why, doing.worth)
        answers = []
        if doing.stops and self.first_choice is not None:
            answers.append(next(self._chosen(self.first_choice)))
        if doing.answer:
            answers.append({"by": self._whoever_answers(of), "say": self.said(doing.answer, **more)})
        if doing.seen:
            answers.append({"by": "you", "do": self.said(doing.seen, **more)})
        return _Act(
            f"{doing.id}-{player.value}" if player else doing.id,
            "ask" if doing.say else "look",
            of,
            self.said(doing.say or doing.do, **more),
            answers,
            doing.seconds,
            worth,
            [law for law in laws if law],
            self.said(why, **more) if why else "",
            (),
            doing.before,
            doing.stops,
        )

    def _cards(self, player: Seat) -> str:
        """The hand as it is seen; where the story has not said what it holds, only that it was looked at."""
        remaining = self.record.get("play", {}).get("remaining", {}).get(player.value)
        told = str(remaining) if remaining else self.story.table.hands[player]
        if (self.record.get("play") and not remaining) or player.value in self.story.held:
            return f"You look through {player.full_name}'s cards."
        suits = [f"{sign}{cards or '–'}" for sign, cards in zip("♠♥♦♣", told.split("."), strict=False)]
        return f"{player.full_name} holds {' '.join(suits)}."

    # -- the ruling --

    def _rule(self, before: Iterable[Any]) -> dict[str, Any]:
        voice, ruling = self.story.voice, self.ruling
        reason = voice.reason(ruling)
        others = self._wrong_parts()
        if reason is None or len(others) < _OTHERS:
            raise Unfit
        told = enumerate(voice.parts(ruling))
        right = [{"text": one.text, "law": one.provision, "right": True, "place": at} for at, one in told]
        chosen = self.rng.sample(others, min(_WRONG_PARTS, len(others)))
        parts = [*right, *({"text": text, "law": "", "right": False, "place": -1} for text in chosen)]
        reasons = [{"text": reason["text"], "laws": list(reason["provisions"]), "right": True}]
        reasons += [{"text": text, "laws": [], "right": False} for text in self._wrong_reasons(reason["text"])]
        laws = self._laws()
        for listed in (parts, reasons, laws):
            self.rng.shuffle(listed)
        required = [one.id if isinstance(one, _Act) else one["id"] for one in before]
        return {
            "laws": laws,
            "parts": [{"id": str(n), **one} for n, one in enumerate(parts, start=1)],
            "reasons": [{"id": str(n), **one} for n, one in enumerate(reasons, start=1)],
            "after": required,
            "seconds": _RULING,
        }

    def _wrong_parts(self) -> list[str]:
        """What would be ruled at this table if one fact were otherwise, and is not ruled now; nothing that it cannot name."""
        voice, ruling = self.story.voice, self.ruling
        true = {*voice.true(ruling), *(one.text for one in voice.parts(ruling))}
        found: dict[str, None] = {}
        for other in contrast(ruling):
            for step in voice.decisions(other.ruling):
                if voice.can_tell(other.ruling, step):
                    found[_capital(voice.sentence(other.ruling, step))] = None
        found = {text: None for text in found if text not in true}
        if len(found) < _OTHERS:  # the neighbours rule much the same: what people wrongly say is taken too
            wrong = (part.text for one, _weight in voice.wrong(ruling) for part in voice.parts(ruling, one.offer))
            found |= dict.fromkeys(text for text in wrong if text not in true)
        return list(found)

    def _wrong_reasons(self, right: str) -> list[str]:
        """The reasons of other rulings of the law, told at this table, where it has all that they name."""
        found: dict[str, None] = {}
        for one in self.words.reasons:
            if self.story.voice.can_say(self.ruling, one.say):
                text = self.story.voice.filled(self.ruling, one.say)
                if text != right:
                    found[text] = None
        several = list(found)
        if not several:
            raise Unfit
        return self.rng.sample(several, min(_OTHERS, len(several)))

    def _laws(self) -> list[dict[str, Any]]:
        """The law of the ruling among its neighbours in the book that decide nothing here."""
        titles = EDITIONS[self.ruling.edition].laws
        own = _number(self.ruling.procedure)
        cited = {_number(one) for one in self.ruling.citations}
        book = list(dict.fromkeys(_number(law) for law in PLOTS))
        near = sorted(book, key=lambda law: abs(int(law) - int(own)))
        others = [law for law in near if law != own and law not in cited][:_NEAR]
        chosen = [own, *self.rng.sample(others, _OTHERS)]
        return [{"id": law, "text": titles[law], "right": law == own} for law in chosen]

    # -- the order --

    def _order(
        self, needed: Sequence[_Act], options: Mapping[str, Any] | None, rule: Mapping[str, Any]
    ) -> list[dict[str, Any]]:
        """The steps as the law has them, each with the acts that take it."""
        steps: list[dict[str, Any]] = [
            {"say": "Have everything left as it is until you have ruled.", "laws": ["9B2"], "acts": ["settle"]}
        ]
        if (seen := self._seen()) is not None:
            more = seen.why
            steps.append({"say": f"{seen.text}.", "more": more, "laws": list(seen.laws), "acts": [SEEN]})
        earlier = [one for one in needed if not one.after]
        later = [one for one in needed if one.after]
        steps += [self._step(one) for one in earlier]
        if options:
            who = {seat.value: seat.full_name for seat in Seat}[options["to"]]
            told = sorted((one for one in options["options"] if one["place"] >= 0), key=lambda one: one["place"])
            say = f"Tell {who} all the options before {who} chooses."
            more = " ".join(one["text"] for one in told)
            steps.append({"say": say, "more": more, "laws": options["laws"], "acts": [TELL]})
        steps += [self._step(one) for one in later]
        right = sorted((one for one in rule["parts"] if one["right"]), key=lambda one: one["place"])
        more = " ".join(one["text"] for one in right)
        laws = list(dict.fromkeys(one["law"] for one in right if one["law"]))
        steps.append({"say": "Give the ruling.", "more": more, "laws": laws, "acts": ["rule"]})
        return steps

    def _step(self, act: _Act) -> dict[str, Any]:
        """What an act finds out, and what was answered."""
        names = {seat.value: seat.full_name for seat in Seat}
        say = f"{act.text}." if act.group == "look" else f"Ask {names.get(act.of, 'the table')}: {act.text}"
        found = [
            step for step in self.asked if step.fact.source is Source.FINDING and self._act_of(step.fact) == act.id
        ]
        answers = (f"{self.ruling.words(step.fact.question)} {_capital(answer_words(step.value))}." for step in found)
        return {"say": say, "more": " ".join(answers), "laws": list(act.laws), "acts": [act.id]}


def needed_words(ruling: Ruling) -> Words:
    """The words of the ruling's path. Raises Unfit where it has none."""
    words = PLOTS[ruling.procedure].words(dict(ruling.usual_path))
    if words is None:
        raise Unfit
    return words


@cache
def _bars(procedure: str) -> bool:
    """Whether some path of the law has a partner pass."""
    return any(isinstance(effect, PartnerMustPass) for path in paths(procedure).values() for effect in path.effects)


def _flat(calls: Iterable[Any]) -> Iterator[Mapping[str, Any]]:
    for one in calls:
        yield from one if isinstance(one, list) else (one,)


def _number(law: str) -> str:
    found = _LAW.match(law)
    return found.group() if found else law


def _listed(told: Sequence[str]) -> str:
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])}, and {told[-1]}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
