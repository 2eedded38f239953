"""One interview: what has been answered, what is asked next, and what may have happened besides.

The engine's own `interview` rules on the answers. What it need not know, and a page must, is found by running the same
procedure with other readers: which incidental facts it would have listened to, and which facts it may still ask.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from laws.assistant.addresses import Address, Refused
from laws.assistant.auctions import sentence_of
from laws.assistant.plays import Play, WrongPlay
from laws.rulings.case import Asked, Case, Decided, Step
from laws.rulings.editions import EDITIONS, Rule
from laws.rulings.facts import FACTS, Fact
from laws.rulings.readers import explore, interview, rule_of
from laws.rulings.readers import rule as rule_on
from laws.rulings.record import BadRecord, Contradiction, parse_record
from laws.rulings.replay import Situation
from laws.rulings.roles import ROUND_THE_PLAYER
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat

OFFENDER: Final = "offender"


class Aside(NamedTuple):
    """An incidental fact that the procedure would listen to, and the provision under which it matters."""

    fact: Fact
    provision: str


@dataclass(frozen=True)
class Interview:
    """An address and the ruling on it, complete or not.

    `waiting` are answers to questions that may still come, `dropped` those that a change of another answer made idle.
    What the auction or the play of the address shows needs no answer.
    """

    address: Address
    ruling: Ruling
    waiting: Mapping[str, Any]
    dropped: tuple[Fact, ...]

    @property
    def asked(self) -> tuple[Asked, ...]:
        """The answers in use, in the order in which the law asks for them, each fact once."""
        return tuple({step.fact.id: step for step in reversed(self.ruling.asked)}.values())[::-1]

    @property
    def used(self) -> dict[str, Any]:
        """The same as answers, without what the auction shows."""
        return {step.fact.id: step.value for step in self.asked if step.fact.id in self.address.answers}

    def may_change(self, step: Asked) -> bool:
        """Whether the answer was given, or taken for granted; what the auction shows is changed with the auction."""
        return step.fact.id in self.address.answers or bool(step.assumed)

    @property
    def assumptions(self) -> list[tuple[str, str]]:
        """What was taken for granted, in words, each with the fact whose answer settles it; empty where none does."""
        found: dict[str, str] = {}
        for step in self.ruling.steps:
            if words := self.ruling.assumed_for(step):
                fact = step.fact.id if isinstance(step, Asked) else self._settled_by(step)
                found[words] = found.get(words) or fact
        return list(found.items())

    def _settled_by(self, step: Step) -> str:
        """The fact that says otherwise than what an effect takes for granted, where the procedure listens for it."""
        fact = step.effect.settled_by if isinstance(step, Decided) else ""
        return fact if any(one.fact.id == fact for one in self._heard) else ""

    def open_to_change(self, fact: str) -> tuple[Fact, str, str] | None:
        """A fact whose answer may be given anew: with its provision, and what was taken for granted in its place.

        None where it has no answer and nothing taken for granted rests on it.
        """
        for one in self.asked:
            if one.fact.id == fact and self.may_change(one):
                return one.fact, one.provision, one.assumed
        for step in self.ruling.steps:
            if (
                isinstance(step, Decided)
                and self._settled_by(step) == fact
                and (words := self.ruling.assumed_for(step))
            ):
                return FACTS[fact], step.provision, words
        return None

    def answered(self, fact: Fact, value: Any) -> Ruling:
        """The ruling if one more question were answered so."""
        return ruled(self.address, {**self.used, fact.id: value})

    @property
    def kept(self) -> dict[str, Any]:
        """All answers that further links carry on."""
        return {**self.used, **self.waiting}

    def without(self, fact: str) -> dict[str, Any]:
        """The answers that are kept when one is taken back."""
        return {name: value for name, value in self.kept.items() if name != fact}

    @cached_property
    def asides(self) -> list[Aside]:
        """What may have happened besides: incidental facts of this way through the procedure that nobody has stated."""
        return [one for one in self._heard if one.fact.id not in self._known and not one.fact.corrects]

    @cached_property
    def _heard(self) -> list[Aside]:
        return listen(self.address.rule, self._known)

    @cached_property
    def _known(self) -> dict[str, Any]:
        return {**dict(self.ruling.path), **self.kept}


def conduct(address: Address) -> Interview:
    """Rule on the answers of an address as far as they go.

    Answers that no way on from here asks for are refused, unless the address says which answer was changed: then they
    were given before that change, and are dropped.
    """
    rule = address.rule
    ruling = ruled(address, address.answers)
    used = dict(ruling.path)
    left = {name: value for name, value in address.answers.items() if name not in used}
    waiting: dict[str, Any] = {}
    if left:
        readable = _readable(rule, {**used, **address.answers})
        waiting = {name: value for name, value in left.items() if name in readable}
        left = {name: value for name, value in left.items() if name not in readable}
    if left and not address.changed:
        question = ruling.words(FACTS[min(left)].question)
        raise Refused(_(
            "The answers do not go together: after the other answers Law %(law)s does not ask “%(question)s”")
                      % {"law": rule.id, "question": question})  # fmt: skip
    return Interview(address, ruling, waiting, tuple(FACTS[name] for name in left))


def ruled(address: Address, answers: Mapping[str, Any]) -> Ruling:
    """The ruling on answers, at the table of the address. Refused when the law is not about its auction."""
    rule = address.rule
    if address.play is not None:
        return _ruled_on_play(address, address.play, answers)
    if address.auction is None:
        ruling = interview(rule.id, answers, rule.edition)
        return seated(ruling, address.seat) if address.seat else ruling
    edition = EDITIONS[rule.edition]
    found = address.auction.irregularities(edition)
    if not found:
        raise Refused(_("Every call of this auction was in order: %(auction)s") % {"auction": address.auction.text})
    try:
        by = found[0].made.by.value
        record = address.auction.record(edition, offender=by, findings=dict(answers), assume=address.assume)
        return rule_on(record, rule.id)
    except BadRecord as error:
        raise Refused(_("Law %(law)s and this auction do not go together: %(why)s.")
                      % {"law": rule.id, "why": sentence_of(error)}) from error  # fmt: skip
    except Contradiction as error:
        raise Refused(_("An answer and the auction do not go together: %(why)s.") % {"why": error}) from error


def _ruled_on_play(address: Address, play: Play, answers: Mapping[str, Any]) -> Ruling:
    """The same where the address tells what was played; the auction before it goes along if it is told."""
    rule = address.rule
    try:
        edition = EDITIONS[rule.edition]
        more: dict[str, Any] = {"findings": dict(answers), "assume": address.assume}
        if address.seat and not play.seen(edition).irregular:
            more["offender" if about(rule) == OFFENDER else "player"] = address.seat.value
        return rule_on(play.record(edition, address.auction, **more), rule.id)
    except WrongPlay as error:
        raise Refused(str(error)) from error
    except BadRecord as error:
        raise Refused(_("Law %(law)s and this play do not go together: %(why)s.")
                      % {"law": rule.id, "why": sentence_of(error)}) from error  # fmt: skip
    except Contradiction as error:
        raise Refused(_("An answer and the play do not go together: %(why)s.") % {"why": error}) from error


def seated(ruling: Ruling, seat: Seat) -> Ruling:
    """The same ruling at a table where the player whom the procedure is about has this seat."""
    role = about(rule_of(ruling.procedure, ruling.edition))
    record = {"dealer": seat.value, "offender" if role == OFFENDER else "player": seat.value}
    at = Situation(parse_record(record))
    return Ruling(ruling.procedure, ruling.title, ruling.edition, ruling.steps, ruling.pending, at)


@cache
def about(rule: Rule) -> str:
    """The role of the player whom a procedure is about: the offender, or the one round whom its words are written."""
    words = " ".join(one for path in explore(rule.id, rule.edition) for step in path.steps for one in _words(step))
    named: list[str] = re.findall(r"\{(\w+)\}", words)
    if not {OFFENDER, "partner", "lho", "rho"} & {*named}:
        for role in named:
            if role in ROUND_THE_PLAYER and not ROUND_THE_PLAYER[role][1]:
                return role
    return OFFENDER


def _words(step: Step) -> tuple[str, ...]:
    if isinstance(step, Asked):
        return (step.fact.question, step.fact.find_out)
    return (step.effect.words,) if isinstance(step, Decided) else (step.words,)


class _Listening(Case):
    """A case that remembers what it would have noted."""

    __slots__ = ("heard",)

    def __init__(self, reader: _Forking) -> None:
        super().__init__(reader)
        self.heard: dict[str, Aside] = {}

    def notes(self, fact: Fact, provision: str) -> Any:
        self.heard.setdefault(fact.id, Aside(fact, provision))
        return super().notes(fact, provision)


class _Unanswered(Exception):
    """The procedure has come to a question without an answer."""


class _Forking:
    """Reads answers; where there is none it takes the one chosen for it, and the first value beyond the choices."""

    def __init__(self, answers: Mapping[str, Any], choices: list[int], *, forks: bool = True) -> None:
        self.answers, self.choices, self.forks = answers, choices, forks
        self.taken: list[tuple[Fact, int]] = []
        self.seen: set[str] = set()
        self._given: dict[str, Any] = {}

    def read(self, fact: Fact, provision: str) -> Any:
        self.seen.add(fact.id)
        if fact.id in self.answers:
            return self.answers[fact.id]
        if fact.id not in self._given:
            if not self.forks:
                raise _Unanswered
            at = len(self.taken)
            index = self.choices[at] if at < len(self.choices) else 0
            self.taken.append((fact, index))
            self._given[fact.id] = fact.values[index]
        return self._given[fact.id]

    def incidental(self, fact: Fact) -> Any:
        self.seen.add(fact.id)
        return self.answers.get(fact.id, self._given.get(fact.id, fact.default))


def listen(rule: Rule, answers: Mapping[str, Any]) -> list[Aside]:
    """The incidental facts that a procedure would have listened to by the question where these answers leave it."""
    case = _Listening(_Forking(answers, [], forks=False))
    with suppress(_Unanswered):
        rule.run(case)
    return list(case.heard.values())


def _readable(rule: Rule, answers: Mapping[str, Any]) -> set[str]:
    """Every fact that some way through the procedure reads, given these answers."""
    return {name for reader in _ways(rule, answers) for name in reader.seen}


def _ways(rule: Rule, answers: Mapping[str, Any]) -> Iterator[_Forking]:
    choices: list[int] = []
    while True:
        reader = _Forking(answers, choices)
        rule.run(Case(reader))
        yield reader
        choices = [index for _fact, index in reader.taken]
        while choices and choices[-1] + 1 == len(reader.taken[len(choices) - 1][0].values):
            choices.pop()
        if not choices:
            return
        choices[-1] += 1
