"""The readers of a procedure: the same text of the law rules on a record, interviews a director and is explored.

What a ruling would be if something were otherwise is in `laws.rulings.contrasts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import laws.rulings.procedures  # noqa: F401 - registers the procedures
from laws.rulings.case import Case, NeedsAnswer
from laws.rulings.editions import EDITIONS, Rule
from laws.rulings.facts import FACTS, Fact
from laws.rulings.facts.calls import comparable_result
from laws.rulings.inadmissible import check_inadmissible
from laws.rulings.record import BadRecord, Contradiction, TableRecord
from laws.rulings.replay import Kind, Situation
from laws.rulings.ruling import Pending, Ruling


class UnknownProcedure(ValueError):
    """No such edition, or no procedure of that law in it."""


def rule_of(procedure: str, edition: str = "duplicate-2017") -> Rule:
    """The procedure of a law in an edition. Raises UnknownProcedure saying what there is."""
    if edition not in EDITIONS:
        raise UnknownProcedure(f"unknown edition {edition!r}; expected {', '.join(sorted(EDITIONS))}")
    procedures = EDITIONS[edition].procedures
    if procedure not in procedures:
        why = EDITIONS[edition].gaps
        raise UnknownProcedure(
            f"no procedure for Law {procedure} in {edition}; there are {', '.join(sorted(procedures))}"
            + (f" ({why})" if why else "")
        )
    return procedures[procedure]


# -- rule --------------------------------------------------------------------------------------------------------------


class _RecordReader:
    """Observes facts in a table record, else takes them from its findings."""

    __slots__ = ("_findings", "_situation")

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self._findings = situation.record.findings

    def read(self, fact: Fact, provision: str) -> Any:
        value = (
            self._value(fact, provision) if self._findings or fact.observe is None else fact.observe(self._situation)
        )
        if value is None:
            raise NeedsAnswer(fact, provision)
        return value

    def incidental(self, fact: Fact) -> Any:
        value = self._value(fact, "") if self._findings or fact.observe is None else fact.observe(self._situation)
        return fact.default if value is None else value

    def _value(self, fact: Fact, provision: str) -> Any:
        observed = fact.observe(self._situation) if fact.observe is not None else None
        stated = self._findings.get(fact.id)
        if stated is None:
            return observed
        if observed is not None and observed != stated:
            under = f" ({provision})" if provision else ""
            raise Contradiction(
                f"findings.{fact.id}: the record says {stated!r}, but the rest of it shows {observed!r}{under}"
            )
        return stated


def rule(record: TableRecord, procedure: str | None = None) -> Ruling:
    """Rule on a table record.

    The procedure is the record's, or the one of the first irregularity in its auction. A fact that the record neither
    shows nor states leaves the ruling `pending` there. Raises BadRecord when there is nothing to rule on,
    UnknownProcedure when the edition has no procedure for it, Contradiction when findings and auction disagree.
    """
    _check_findings(record)
    situation = Situation(record)
    _check_date(record)
    chosen = rule_of(procedure or record.procedure or _procedure_for(situation), record.edition)
    own_check = EDITIONS[record.edition].check_record or _check_duplicate
    own_check(chosen.id, situation)
    case = Case(_RecordReader(situation))
    pending = None
    try:
        chosen.run(case)
    except NeedsAnswer as need:
        pending = Pending(need.fact, need.provision)
    return Ruling(chosen.id, chosen.title, record.edition, case.steps, pending, situation)


def _check_duplicate(procedure: str, situation: Situation) -> None:
    """What a record may not say under the duplicate code."""
    _check_fits(procedure, situation)
    _check_players(procedure, situation)
    _check_lead(situation)
    _check_comparable(situation)
    _check_acceptance(situation)
    _check_replacement(situation)
    check_inadmissible(situation)


def _procedure_for(situation: Situation) -> str:
    irregularity = situation.irregularity
    if irregularity is None and not situation.record.edition.startswith("duplicate"):
        raise BadRecord("record.auction", "no irregularity in it; expected one, or `procedure` to say what is asked")
    comparable_calls = situation.record.edition == "duplicate-2017"
    record = situation.record
    if comparable_calls and irregularity is None and situation.meaning and (record.replacement or record.chosen):
        return "23"
    if irregularity is None and "replaced_comparably" in situation.record.findings:
        return "26"
    if irregularity is None and situation.irregularities:
        later = situation.irregularities[0]
        raise BadRecord(
            f"record.{later.path}",
            f"{later.made.by} {later.made.call} is irregular ({later.name}), but there is no irregular call before it; to "
            "have it ruled on, put the calls up to it into `auction`",
        )
    if irregularity is None:
        raise BadRecord("record.auction", "no irregularity in it; expected one, or `procedure` to say what is asked")
    if irregularity.made.together and not irregularity.kinds and irregularity.turn is irregularity.made.by:
        return "33"
    if not irregularity.kinds and situation.record.intended is not None:
        return "25"
    law, edition = irregularity.law, EDITIONS.get(situation.record.edition)
    # An edition whose procedures leave out Law 25 reaches it by way of the call that was made.
    return irregularity.law_of_call if law == "25" and edition and law not in edition.procedures else law


def _check_date(record: TableRecord) -> None:
    """A law that was not in force on the day of play is no law for it."""
    edition = EDITIONS.get(record.edition)
    if edition is None or record.date is None:
        return
    if record.date < edition.since:
        raise BadRecord("record.date", f"{edition.slug} is in force from {edition.since}; expected a day since then")
    if edition.until is not None and record.date >= edition.until:
        raise BadRecord(
            "record.date",
            f"{edition.slug} was in force until {edition.until}; expected a day before, or a later edition",
        )


def _check_findings(record: TableRecord) -> None:
    for name, value in record.findings.items():
        if name == "comparable":
            if value not in COMPARABLE_FINDINGS:
                raise BadRecord(
                    "record.findings.comparable", f"expected {', '.join(COMPARABLE_FINDINGS)}, not {value!r}"
                )
            continue
        fact = FACTS.get(name)
        if fact is None:
            raise BadRecord(f"record.findings.{name}", f"unknown fact; known are {', '.join(sorted(FACTS))}")
        if value not in fact.values:
            raise BadRecord(f"record.findings.{name}", f"{value!r} is no answer to it; expected {fact.expected}")


_NEEDED_KINDS: Final[dict[str, tuple[Kind, ...]]] = {
    "17": (Kind.SKIPPED_BY_PASSES,),
    "27": (Kind.INSUFFICIENT,),
    "28": (Kind.OUT_OF_ROTATION, Kind.CHANGE_OF_CALL),
    "29": (Kind.OUT_OF_ROTATION, Kind.CHANGE_OF_CALL),
    "30": (Kind.OUT_OF_ROTATION, Kind.CHANGE_OF_CALL),
    "31": (Kind.OUT_OF_ROTATION, Kind.CHANGE_OF_CALL),
    "32": (Kind.OUT_OF_ROTATION, Kind.CHANGE_OF_CALL),
    "36": (Kind.INADMISSIBLE_DOUBLE, Kind.INADMISSIBLE_REDOUBLE),
    "37": (Kind.REQUIRED_TO_PASS,),
    "38": (Kind.MORE_THAN_SEVEN,),
    "39": (Kind.AFTER_FINAL_PASS,),
}
_NEEDED_KINDS["35"] = tuple(kind for law in ("36", "37", "38", "39") for kind in _NEEDED_KINDS[law])


def _check_fits(procedure: str, situation: Situation) -> None:
    """A procedure that is asked for by name must be about the irregularity of the auction."""
    if procedure == "33" and not any(made.together for made in situation.record.auction):
        raise BadRecord("record.auction", "no calls made at the same moment in it; Law 33 needs a list of them")
    if procedure == "25" and (situation.irregularity is None or not _is_about_a_change(situation)):
        raise BadRecord(
            "record.intended",
            "missing; Law 25 needs the call that was meant in place of one of the auction, or a second call in its place",
        )
    kinds = _NEEDED_KINDS.get(procedure)
    if kinds is None:
        return
    found = situation.irregularity
    if found is None:
        raise BadRecord("record.auction", f"no irregular call in it; Law {procedure} needs one")
    if not any(kind in found.kinds for kind in kinds) and (
        found.kinds or procedure not in ("28", "29", "30", "31", "32")
    ):
        raise BadRecord(
            f"record.auction[{found.index}]", f"{found.made.by} {found.made.call} is no case of Law {procedure}"
        )
    if procedure in ("28", "29"):
        return
    right = "30" if situation.call.text == "P" else "31" if situation.call.is_bid else "32"
    if procedure in ("30", "31", "32") and procedure != right:
        raise BadRecord(f"record.auction[{found.index}]", f"{found.made.call} out of rotation falls under Law {right}")


def _is_about_a_change(situation: Situation) -> bool:
    return situation.original is not None or situation.record.intended is not None


_NEEDED_PLAYERS: Final = {
    "9": ("player",),
    "10": ("offender",),
    "11": ("offender",),
    "15": ("offender",),
    "16A": ("player",),
    "16B": ("offender",),
    "16C": ("offender",),
    "16D": ("player",),
    "20": ("player",),
    "20F": ("player",),
    "21": ("offender", "player"),
    "24": ("offender",),
    "40": ("offender",),
    "72": ("offender",),
    "73": ("offender",),
}
"""Procedures that no auction shows: whom the record has to name."""
_NEEDED_IN_2007: Final = _NEEDED_PLAYERS | {"16D": ("offender",), "23": ("offender",)}
"""The same under the numbers of 2007."""
_OPPONENTS: Final = frozenset({"21"})
"""Procedures in which `player` is an opponent of `offender`."""


def _check_players(procedure: str, situation: Situation) -> None:
    """A case about findings has to say whom it is about; the auction alone does not."""
    record = situation.record
    needed = _NEEDED_IN_2007 if record.edition == "duplicate-2007" else _NEEDED_PLAYERS
    for name in needed.get(procedure, ()):
        if getattr(record, name) is None:
            raise BadRecord(f"record.{name}", f"missing; Law {procedure} needs to know the seat: N, E, S or W")
    if procedure in needed and record.offender not in (None, situation.offender):
        raise BadRecord(
            "record.offender",
            f"the irregular call of this auction is {situation.offender}'s; Law {procedure} is ruled on for one offender",
        )
    if procedure in _OPPONENTS and record.player and record.player.side is situation.offender.side:
        raise BadRecord("record.player", f"{record.player} is on the offender's side; expected an opponent")


def _check_acceptance(situation: Situation) -> None:
    """A call over the irregular one accepts it, a call in turn sets it aside; the record may not say otherwise."""
    made, accepted = situation.next_made, situation.record.accepted
    if made is None or accepted is None or situation.irregularity is None or situation.substituted is not None:
        return
    offender, turn = situation.offender, situation.turn
    if accepted is False and made.by is offender.lho and turn is not offender.lho:
        raise Contradiction(f"accepted: the record says false, but {made.by} called {made.call} over it (27A1, 29A)")
    if accepted is True and made.by is turn and turn is offender.rho:
        raise Contradiction(f"accepted: the record says true, but {made.by} called {made.call} in turn (28B)")


def _check_replacement(situation: Situation) -> None:
    """Laws 27 and 30 to 32 speak of a legal call; one that is not is an irregularity of its own."""
    replacement = situation.record.replacement
    if replacement is None or situation.irregularity is None:
        return
    call = replacement.call
    standing = situation.at_replacement if Kind.OUT_OF_ROTATION in situation.kinds else None
    wrong = (
        standing is not None and standing.turn is situation.offender and not standing.legal(situation.offender, call)
    )
    if wrong or call.level > 7:
        raise BadRecord("record.replacement", f"{call} is not legal there; expected a legal call")


def _check_lead(situation: Situation) -> None:
    lead = situation.record.lead
    if situation.record.edition != "duplicate-2017":
        return  # 2007 Law 26 let him forbid other suits
    if lead is not None and lead.forbidden in situation.protected_suits():
        raise BadRecord(
            "record.lead.forbidden",
            f"{lead.forbidden} was specified by the offender in the legal auction; 26B lets declarer forbid another suit only",
        )


def _check_comparable(situation: Situation) -> None:
    stated = situation.record.findings.get("comparable")
    result = comparable_result(situation) if stated is not None else None
    if result is not None and result != stated:
        raise Contradiction(f"findings.comparable: the record says {stated!r}, but the meanings give {result!r} (23A)")


COMPARABLE_FINDINGS: Final = ("same_or_similar", "is_subset", "same_purpose", "no")
"""`findings.comparable` states the result of Law 23A at once when the meanings themselves are not recorded."""


# -- interview ---------------------------------------------------------------------------------------------------------


class _AnswersReader:
    """Takes facts from answers given so far."""

    __slots__ = ("_answers",)

    def __init__(self, answers: Mapping[str, Any]) -> None:
        self._answers = answers

    def read(self, fact: Fact, provision: str) -> Any:
        if fact.id not in self._answers:
            raise NeedsAnswer(fact, provision)
        value = self._answers[fact.id]
        if value not in fact.values:
            raise ValueError(f"{fact.id}: {value!r} is no answer; expected {fact.expected}")
        return value

    def incidental(self, fact: Fact) -> Any:
        return self.read(fact, "") if fact.id in self._answers else fact.default


def interview(procedure: str, answers: Mapping[str, Any], edition: str = "duplicate-2017") -> Ruling:
    """Run a procedure on answers given one by one: the ruling so far, with the next question in `pending`, or complete.

    Raises ValueError for an answer that the question does not have, UnknownProcedure for an unknown law or edition.
    """
    if unknown := set(answers) - set(FACTS):
        raise ValueError(f"{min(unknown)}: unknown fact; known are {', '.join(sorted(FACTS))}")
    chosen = rule_of(procedure, edition)
    case = Case(_AnswersReader(answers))
    pending = None
    try:
        chosen.run(case)
    except NeedsAnswer as need:
        pending = Pending(need.fact, need.provision)
    return Ruling(chosen.id, chosen.title, edition, case.steps, pending)


# -- explore -----------------------------------------------------------------------------------------------------------


class _ChoicesReader:
    """Replays a list of choices, then takes the first value of every fact; a fact asked twice answers the same.

    given: answers that are fixed, by fact.
    """

    __slots__ = ("_given", "choices", "taken")

    def __init__(self, choices: list[int], given: Mapping[str, Any]) -> None:
        self.choices = choices
        self.taken: list[tuple[Fact, int]] = []
        self._given = dict(given)

    def read(self, fact: Fact, provision: str) -> Any:
        if fact.id in self._given:
            return self._given[fact.id]
        at = len(self.taken)
        index = self.choices[at] if at < len(self.choices) else 0
        self.taken.append((fact, index))
        self._given[fact.id] = fact.values[index]
        return fact.values[index]

    def incidental(self, fact: Fact) -> Any:
        return self._given.get(fact.id, fact.default)


def explore(procedure: str, edition: str = "duplicate-2017") -> tuple[Ruling, ...]:
    """Every path through a procedure, depth first in the order of the facts' values;
    incidental facts stay as they usually are.

    Each path is a complete ruling without a table.
    """
    return _explore(rule_of(procedure, edition))


def explore_given(procedure: str, given: Mapping[str, Any], edition: str = "duplicate-2017") -> Iterator[Ruling]:
    """The paths on which some facts, incidental ones too, have the answers given; in the order of `explore`."""
    return _paths(rule_of(procedure, edition), given)


@cache
def _explore(chosen: Rule) -> tuple[Ruling, ...]:
    return tuple(_paths(chosen, {}))


def _paths(chosen: Rule, given: Mapping[str, Any]) -> Iterator[Ruling]:
    choices: list[int] = []
    while True:
        reader = _ChoicesReader(choices, given)
        case = Case(reader)
        chosen.run(case)
        yield Ruling(chosen.id, chosen.title, chosen.edition, tuple(case.steps))
        choices = [index for _, index in reader.taken]
        while choices and choices[-1] + 1 == len(reader.taken[len(choices) - 1][0].values):
            choices.pop()
        if not choices:
            return
        choices[-1] += 1
