"""A call to the table as data: what the Director sees and may do, what each act is worth, and the order of the law.

It is made from a staged table and the engine's ruling on it, and no list of laws: the questions are those that the ruling
asked, each put to whoever can answer it; the options are those that the law gives from where the first choice is open; the
parts of the ruling are its decisions, and the wrong ones come from neighbouring paths. The call is stored whole and is read by
`conversation` and `judgement` alone, so it stays as it was whatever the law and the engine become.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from exams.scenarios.bidding.system import load
from exams.scenarios.calls.at_table import NOTHING, SEEN, TABLE, capital, is_put, number_of
from exams.scenarios.calls.choices import Choices
from exams.scenarios.calls.conduct import CARD, Asking, Conduct, Doing, Opening, conduct_of
from exams.scenarios.calls.conversation import NAMES, SETTLE, TELL
from exams.scenarios.calls.known import known, offered, surveyed, told_at
from exams.scenarios.contents import fingerprint_of
from exams.scenarios.covering import ways
from exams.scenarios.demand import NotStagedError, Refuses, Wanted, wanted_path
from exams.scenarios.narration.bridge import names
from exams.scenarios.narration.paths import paths
from exams.scenarios.plots import PLOTS, Ruled
from exams.scenarios.stories import Story, answered, explanation
from exams.scenarios.tables import Unfit, lay
from laws.rulings.case import Asked
from laws.rulings.editions import EDITIONS
from laws.rulings.effects.calls import PartnerMustPass
from laws.rulings.facts import Fact, Source, answer_words
from laws.rulings.seats import Seat
from laws.rulings.words import fill

FORMAT: Final = 2
"""1: options named whoever has the choice, and were told as they stood. 2: they are said to whoever is addressed."""
_ENOUGH_TABLES: Final = 40
"""Tables to draw for a path; one that needs more is staged too slowly for an evening, and another path is taken."""
_FRESH_TABLES: Final = 12
"""Tables to draw for a path of which tables are known, before one of those is taken."""
_ASKING: Final = 20
_AWAY: Final = 40
_CARD: Final = 45
"""Seconds at the table for a question, for one away from it, and for a look at the agreements."""
_NOT_ASKED: Final = "The ruling does not turn on it at this table."
_OTHER: Final = "_to_other"
"""What the name of a declared act ends with that asks another player the same."""
_SEEN, _LOOKING = 3, 12
"""So much of what the table shows is told, and the seconds that it takes."""


def staged_call(
    path: str, *, seed: str, regulations: Mapping[str, Any] | None = None, refuses: Refuses | None = None
) -> dict[str, Any]:
    """The call of a table that takes this path; the same path and seed give the same.

    Raises UnknownPathError; NotStagedError where no table was found, or only such as are refused by their fingerprint.
    """
    wanted = wanted_path(path)
    rng = wanted.rng(seed, "call")
    for told in tables_of(wanted, rng, lambda story: story.under(regulations)):
        fingerprint = fingerprint_of(told)
        if refuses is not None and refuses(fingerprint):
            continue
        try:
            call = call_of(told, rng)
        except Unfit:
            continue
        return {**call, "path": path, "seed": seed, "fingerprint": fingerprint}
    raise NotStagedError(f"{path}: no call in {_ENOUGH_TABLES} tables")


def call_of(told: Ruled, rng: random.Random) -> dict[str, Any]:
    """The call of a story with its ruling. Raises Unfit where its table does not show what an answer needs."""
    return _Call(told, rng).composed()


def tables_of(wanted: Wanted, rng: random.Random, at_table: Callable[[Story], Story]) -> Iterator[Ruled]:
    """Stories of fresh tables; then, where few tables have the path, of those that are known to have it."""
    numbers = known(wanted.path)
    for _ in range(_FRESH_TABLES if numbers else _ENOUGH_TABLES):
        yield from wanted.told(lay(rng, load()), rng, at_table)
    for number in rng.sample(numbers, len(numbers)):
        yield from told_at(wanted, number, at_table)


@cache
def offered_paths() -> tuple[str, ...]:
    """The callable paths that a learner is not kept waiting for, in the order of the law book.

    The others can be told, but a survey of some thousand tables found none or one for them, since the players of our bidding
    system do not bid so. All are comparable calls: one with the same purpose as a natural call that was withdrawn; a pass that
    means what a bid did; a bid, after a pass out of rotation, that means what the pass did; after an irregular bid or double, a
    double or bid at the next turn with the very meaning. Natural bidding has hardly any such call.
    """
    return offered(callable_paths())


def surveyed_calls() -> dict[str, list[int]]:
    """The numbers of known tables, for each callable path that few tables have (`known.surveyed`)."""
    return surveyed(callable_paths(), _has_call)


def _has_call(told: Ruled) -> bool:
    """Whether a call can be made of a story, whatever is drawn for its options."""
    try:
        _Call(told, random.Random(0)).composed()  # noqa: S311 - not for secrets
    except Unfit:
        return False
    return True


@cache
def callable_paths() -> tuple[str, ...]:
    """Every path that can be simulated, in the order of the law book: somebody says why the Director was called, and each
    question of the ruling has an answer in the players' words.
    """
    return tuple(path for law in PLOTS for path, reason in ways(law).items() if not reason and is_callable(path))


@cache
def is_callable(path: str) -> bool:
    """Whether one path of the law, which it has, can be simulated."""
    law = path.partition("/")[0]
    ruling = paths(law)[path]
    answers = dict(ruling.usual_path)
    words = PLOTS[law].words(answers)
    if words is None or words.reason(answers) is None:
        return False
    conduct = conduct_of(words)
    own = any(one.when.fits(answers) for one in conduct.openings)
    asked = [step for step in ruling.asked if step.fact.source is Source.ELECTION or is_put(conduct, step)]
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


class _Call(Choices):
    """A call with its acts and its order."""

    def composed(self) -> dict[str, Any]:
        opening = self.conduct.opening(dict(self.ruling.usual_path), [kind.name.lower() for kind in self.at.kinds])
        if opening is None:
            raise Unfit
        tell = self.tell()
        options = tell if tell and tell["to"] else None
        needed = list(self._needed(options))
        others = list(self._others(needed, options))
        rule = self.rule([*(one.id for one in needed), *([TELL] if options else [])])
        return {
            "format": FORMAT,
            "law": self.ruling.procedure,
            "number": number_of(self.ruling.procedure),
            "title": self.ruling.title,
            "edition": self.ruling.edition,
            "table": self.table(),
            "opening": self._opening(opening),
            "acts": [one.told for one in [*needed, *others]],
            "tell": tell,
            "rule": rule,
            "order": self._order(needed, options, rule),
            "twist": self._twist(),
            "record": dict(self.record),
            "receipt": self.ruling.receipt(),
            "explanation": explanation(self.ruling, self.story.voice, self.record),
        }

    def _opening(self, opening: Opening) -> dict[str, str]:
        return {"by": self.seat(opening.by), "say": self.said(opening.say)}

    # -- what the ruling needs --

    def _needed(self, options: Mapping[str, Any] | None) -> Iterator[_Act]:
        """The questions that the ruling asks of people or of the agreements, each once, those after a choice after it."""
        chosen = False
        compared: list[Asked] = []
        for step in self.asked:
            if step.fact.source is Source.ELECTION:
                chosen = True
            elif self.is_put(step):
                asking = self.conduct.facts.get(step.fact.id)
                if asking is None or asking.of == CARD:
                    compared.append(step)
                else:
                    after = (TELL,) if chosen and options else ()
                    yield self._question(step.fact, asking, self.answer(asking, step), after, step.provision)
        if compared:
            yield self._agreements(compared, (TELL,) if chosen and options else ())

    def _question(
        self, fact: Fact, asking: Asking, answer: str, after: Sequence[str], law: str, worth: str = "required"
    ) -> _Act:
        of = self.seat(asking.of)
        answered = {"by": "you", "do": answer} if asking.do else {"by": self._whoever_answers(of), "say": answer}
        why = self.ruling.words(fact.question)
        seconds = _CARD if asking.do else _AWAY if asking.away else _ASKING
        text, group = self.said(asking.do or asking.say), "look" if asking.do else "ask"
        return _Act(fact.id, group, of, text, [answered], seconds, worth, self.in_the_book([law]), why, after)

    def _whoever_answers(self, of: str) -> str:
        return self.at.offender.lho.value if of == TABLE and self.at.knows_seats else of

    def _agreements(self, steps: Sequence[Asked], after: Sequence[str]) -> _Act:
        """A look at what the calls in question show; it costs time where no step asks for it."""
        enough = 2 if any(step.fact.compares is not None for step in steps) else 1
        if len(self.shown) < enough:
            raise Unfit
        seen = "; ".join(f"{call} {'has' if words == NOTHING else 'shows'} {words}" for call, words in self.shown)
        answers = [{"by": "you", "do": f"{seen[:1].upper()}{seen[1:]}."}]
        side = self.names["side"]
        why = " ".join(self.ruling.words(step.fact.question) for step in steps) or _NOT_ASKED
        laws = list(dict.fromkeys(step.provision for step in steps))
        text, worth = f"Look at {side}'s system card for these calls", "required" if steps else "costly"
        return _Act(CARD, "look", self.at.offender.side.value, text, answers, _CARD, worth, laws, why, after)

    # -- what it does not need --

    def _others(self, needed: Sequence[_Act], options: Mapping[str, Any] | None) -> Iterator[_Act]:
        """What a Director might do beside that: questions that other tables of the law need, and the declared conduct."""
        asked = {one.id for one in needed}
        if (seen := self._seen()) is not None:
            yield seen
        if CARD not in asked and self.shown and self.at.irregularity is not None:
            yield self._agreements((), ())
        known = {step.fact.id: step for path in paths(self.ruling.procedure).values() for step in path.asked}
        for fact, asking in self.conduct.facts.items():
            if asking.unasked and fact not in asked and fact in known:
                step = known[fact]
                one = self._question(step.fact, asking, self.said(asking.unasked), (), step.provision, "costly")
                yield replace(one, why=_NOT_ASKED)
        path = dict(self.ruling.usual_path)
        for doing in (one for one in self.conduct.doings if one.when.fits(path)):
            if doing.where == "every player":
                yield from (self._done(doing, seat) for seat in Seat)
            elif self._is_there(doing.where, options) and self.plays(doing.of):
                yield self._done(doing, None)

    def _is_there(self, where: str, options: Mapping[str, Any] | None) -> bool:
        called = bool(self.record.get("auction")) and not self.record.get("play")
        offender, partner = self.names["offender"], self.names["partner"]
        return {
            "": True,
            "choice": options is not None,
            "choice of one": options is not None and len(options["to"]) == 1,
            "choice of another": options is not None and bool(self.names["put_to_other"]),
            "irregular call": called and (self.at.irregularity is not None or self.at.record.intended is not None),
            "barred": options is not None and _bars(self.ruling.procedure),
            "auction": called,
            "lead": self.was_led and self.names["declarer"] not in (offender, partner),
        }[where]

    def _seen(self) -> _Act | None:
        """A look at what lies on the table, which shows some of what the ruling asks; None where it shows nothing of it."""
        steps = [step for step in self.asked if step.fact.source is Source.OBSERVED and not self.is_put(step)]
        if not steps or not (self.record.get("auction") or self.record.get("play")):
            return None
        known = names(self.ruling)
        told = [f"{fill(step.fact.question, known)} {capital(answered(step, known))}." for step in steps[:_SEEN]]
        laws = self.in_the_book(step.provision for step in steps[:_SEEN])
        played = bool(self.record.get("play"))
        text = "Look at the cards played, with the table" if played else "Look at the bidding cards, with the table"
        answers = [{"by": "you", "do": self.lies_there(played=played)}]
        return _Act(SEEN, "look", TABLE, text, answers, _LOOKING, "useful", laws, " ".join(told))

    def _done(self, doing: Doing, player: Seat | None) -> _Act:
        of = player.value if player else self.seat(doing.of)
        more = {"player": player.full_name, "cards": self.cards(player)} if player else {}
        harm = self.conduct.harm.get(doing.id)
        laws, why, worth = ([harm.law], harm.why, "harmful") if harm else ([doing.law], doing.why, doing.worth)
        answers = []
        if doing.stops and self.first_choice is not None:
            answers.append(next(self.chosen(self.first_choice)))
        if doing.answer:
            answers.append({"by": self._whoever_answers(of), "say": self.said(doing.answer, **more)})
        if doing.seen:
            answers.append({"by": "you", "do": self.said(doing.seen, **more)})
        # A question about a choice is known by whom it is put to, so that nothing tells the one from the other.
        of_choice = doing.where.startswith("choice")
        return _Act(
            f"{doing.id.removesuffix(_OTHER)}-{of}" if player or of_choice else doing.id,
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

    def _twist(self) -> dict[str, str] | None:
        """A path that differs from this one in a single fact, with the condition in words of this table; None without one."""
        there_are = frozenset(offered_paths())
        found = []
        for other in self.contrasts:
            path, condition = (
                other.ruling.receipt()["path"],
                self.words.conditions.get((other.fact.id, other.value), ""),
            )
            if path in there_are and (clause := self.story.voice.clause(self.ruling, condition)):
                found.append({"path": path, "if": clause})
        return self.rng.choice(found) if found else None

    # -- the order --

    def _order(
        self, needed: Sequence[_Act], options: Mapping[str, Any] | None, rule: Mapping[str, Any]
    ) -> list[dict[str, Any]]:
        """The steps as the law has them, each with the acts that take it."""
        settle = next(one.law for one in self.conduct.doings if one.id == SETTLE)
        first = "Have everything left as it is until you have ruled."
        steps: list[dict[str, Any]] = [{"say": first, "laws": [settle], "acts": [SETTLE]}]
        if (seen := self._seen()) is not None:
            more = seen.why
            steps.append({"say": f"{seen.text}.", "more": more, "laws": list(seen.laws), "acts": [SEEN]})
        earlier = [one for one in needed if not one.after]
        later = [one for one in needed if one.after]
        steps += [self._step(one) for one in earlier]
        if options:
            who = NAMES[options["to"]]
            told = sorted((one for one in options["options"] if one["place"] >= 0), key=lambda one: one["place"])
            say = f"Tell {who} all the options before {'they choose' if len(options['to']) > 1 else f'{who} chooses'}."
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
        found = [step for step in self.asked if self.is_put(step) and self.act_of(step.fact) == act.id]
        answers = (f"{self.ruling.words(step.fact.question)} {capital(answer_words(step.value))}." for step in found)
        return {"say": say, "more": " ".join(answers), "laws": list(act.laws), "acts": [act.id]}


@cache
def _bars(procedure: str) -> bool:
    """Whether some path of the law has a partner pass."""
    return any(isinstance(effect, PartnerMustPass) for path in paths(procedure).values() for effect in path.effects)
