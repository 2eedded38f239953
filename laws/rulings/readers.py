"""The readers of a procedure: the same text of the law rules on a record, interviews a director and is explored.

What a ruling would be if something were otherwise is in `laws.rulings.contrasts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from laws.rulings.case import Asked, Case, NeedsAnswer
from laws.rulings.checking import check_record
from laws.rulings.editions import EDITIONS, Rule
from laws.rulings.facts import FACTS, Fact
from laws.rulings.record import BadRecord, Contradiction, TableRecord
from laws.rulings.replay import Situation
from laws.rulings.ruling import Pending, Ruling
from laws.rulings.speech import Ahead


class UnknownProcedure(ValueError):
    """No such edition, or no procedure of that law in it."""


def unknown_edition(slug: str) -> str:
    """What to say of a slug that no edition has."""
    return f"unknown edition {slug!r}; expected {', '.join(sorted(EDITIONS))}"


def rule_of(procedure: str, edition: str = "duplicate-2017") -> Rule:
    """The procedure of a law in an edition. Raises UnknownProcedure saying what there is."""
    if edition not in EDITIONS:
        raise UnknownProcedure(unknown_edition(edition))
    procedures = EDITIONS[edition].procedures
    if procedure not in procedures:
        why = EDITIONS[edition].gaps
        raise UnknownProcedure(
            f"no procedure for Law {procedure} in {edition}; there are {', '.join(sorted(procedures))}"
            + (f" ({why})" if why else "")
        )
    return procedures[procedure]


# -- rule --------------------------------------------------------------------------------------------------------------


class RecordReader:
    """Observes facts in a table record, else takes them from its findings."""

    __slots__ = ("_findings", "_situation")

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self._findings = situation.record.findings

    def read(self, fact: Fact, provision: str) -> Any:
        observe, stated = fact.observe, self._findings.get(fact.id)
        value = stated if observe is None else observe(self._situation)
        if stated is not None and value != stated:
            value = _agreed(fact, value, stated, provision)
        if value is None and fact.assume is not None:
            value = fact.assume(self._situation)
        if value is None:
            raise NeedsAnswer(fact, provision)
        return value

    def incidental(self, fact: Fact) -> Any:
        observe, stated = fact.observe, self._findings.get(fact.id)
        if observe is None:
            return fact.default if stated is None else stated
        value = observe(self._situation)
        if stated is not None and value != stated:
            value = _agreed(fact, value, stated, "")
        if value is None and fact.assume is not None:
            value = fact.assume(self._situation)
        return fact.default if value is None else value


def _ahead(chosen: Rule, case: Case) -> Ahead:
    """The ways on from a question that waits, given what has been answered before it."""
    known = {step.fact.id: step.value for step in case.steps if isinstance(step, Asked)}
    return lambda: (ruling.steps for ruling, _heard in ways(chosen, known))


def _agreed(fact: Fact, observed: Any, stated: Any, provision: str) -> Any:
    """What is stated where the rest of the record shows nothing. Raises Contradiction where it shows something else."""
    if observed is None:
        return stated
    under = f" ({provision})" if provision else ""
    raise Contradiction(f"findings.{fact.id}: the record says {stated!r}, but the rest of it shows {observed!r}{under}")


def rule(record: TableRecord, procedure: str | None = None) -> Ruling:
    """Rule on a table record.

    The procedure is the record's, or the one of the first irregularity in its auction. A fact that the record neither
    shows nor states leaves the ruling `pending` there. Raises BadRecord when there is nothing to rule on,
    UnknownProcedure when the edition has no procedure for it, Contradiction when findings and auction disagree.
    """
    if record.edition not in EDITIONS:
        raise UnknownProcedure(f"record.edition: {unknown_edition(record.edition)}")
    check_findings(record.findings, "record.findings")
    situation = Situation(record)
    _check_date(record)
    chosen = rule_of(procedure or record.procedure or _procedure_for(situation), record.edition)
    check_record(chosen, situation)
    case = Case(RecordReader(situation), record.findings)
    pending = None
    try:
        chosen.run(case)
    except NeedsAnswer as need:
        pending = Pending(need.fact, need.provision, _ahead(chosen, case))
    return Ruling(chosen.id, chosen.title, record.edition, case.steps, pending, situation)


def _procedure_for(situation: Situation) -> str:
    """The law that is wanted. Raises BadRecord saying what the record lacks where none is."""
    if law := EDITIONS[situation.record.edition].law_for(situation):
        return law
    if situation.irregularities:
        later = situation.irregularities[0]
        raise BadRecord(
            f"record.{later.path}",
            f"{later.made.by} {later.made.call} is irregular ({later.name}), but there is no irregular call before it; to "
            "have it ruled on, put the calls up to it into `auction`",
        )
    if (card := situation.irregular_play) is not None:
        i, j = card.place
        raise BadRecord(
            f"record.play.tricks[{i}][{j}]",
            f"{card.card}, trick {card.trick}: {card.kind}; no procedure is written for it in {situation.record.edition}",
        )
    if situation.record.intended is not None:
        raise BadRecord("record.intended", "no call in the auction for which another was intended (25A1); expected one")
    raise BadRecord("record.auction", "no irregularity in it; expected one, or `procedure` to say what is asked")


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


def check_findings(findings: Mapping[str, Any], path: str) -> None:
    """Findings are known facts with one of their answers. Raises BadRecord naming the first that is not."""
    for name, value in findings.items():
        if name == "comparable":
            if value not in COMPARABLE_FINDINGS:
                raise BadRecord(f"{path}.comparable", f"expected {', '.join(COMPARABLE_FINDINGS)}, not {value!r}")
            continue
        fact = FACTS.get(name)
        if fact is None:
            raise BadRecord(f"{path}.{name}", f"unknown fact; known are {', '.join(sorted(FACTS))}")
        if value not in fact.values:
            raise BadRecord(f"{path}.{name}", f"{value!r} is no answer to it; expected {fact.expected}")


COMPARABLE_FINDINGS: Final = ("same_or_similar", "is_subset", "same_purpose", "no")
"""`findings.comparable` states the result of Law 23A at once when the meanings themselves are not recorded."""


# -- interview ---------------------------------------------------------------------------------------------------------


class AnswersReader:
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
    case = Case(AnswersReader(answers))
    pending = None
    try:
        chosen.run(case)
    except NeedsAnswer as need:
        pending = Pending(need.fact, need.provision, _ahead(chosen, case))
    return Ruling(chosen.id, chosen.title, edition, case.steps, pending)


# -- explore -----------------------------------------------------------------------------------------------------------


class _ChoicesReader:
    """Replays a list of choices, then takes the first value of every fact; a fact asked twice answers the same.

    given: answers that are fixed, by fact. heard: the incidental facts that were listened for.
    """

    __slots__ = ("_given", "choices", "heard", "taken")

    def __init__(self, choices: list[int], given: Mapping[str, Any]) -> None:
        self.choices = choices
        self.taken: list[tuple[Fact, int]] = []
        self.heard: list[Fact] = []
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
        self.heard.append(fact)
        return self._given.get(fact.id, fact.default)


def explore(procedure: str, edition: str = "duplicate-2017") -> tuple[Ruling, ...]:
    """Every path through a procedure, depth first in the order of the facts' values;
    incidental facts stay as they usually are.

    Each path is a complete ruling without a table.
    """
    return _explore(rule_of(procedure, edition))


def explore_given(procedure: str, given: Mapping[str, Any], edition: str = "duplicate-2017") -> Iterator[Ruling]:
    """The paths on which some facts, incidental ones too, have the answers given; in the order of `explore`."""
    return (ruling for ruling, _heard in ways(rule_of(procedure, edition), given))


@cache
def _explore(chosen: Rule) -> tuple[Ruling, ...]:
    return tuple(ruling for ruling, _heard in ways(chosen, {}))


def ways(chosen: Rule, given: Mapping[str, Any]) -> Iterator[tuple[Ruling, list[Fact]]]:
    """Every path on which these facts have the answers given, each with the incidental facts that it listened for."""
    choices: list[int] = []
    while True:
        reader = _ChoicesReader(choices, given)
        case = Case(reader)
        chosen.run(case)
        yield Ruling(chosen.id, chosen.title, chosen.edition, tuple(case.steps)), reader.heard
        choices = [index for _, index in reader.taken]
        while choices and choices[-1] + 1 == len(reader.taken[len(choices) - 1][0].values):
            choices.pop()
        if not choices:
            return
        choices[-1] += 1


def every_way(chosen: Rule) -> Iterator[tuple[Ruling, list[Fact]]]:
    """Every path with the incidental facts as they usually are, then with each of them otherwise in turn, and what each
    path listened for."""
    heard: dict[Fact, None] = {}
    waiting: list[dict[str, Any]] = [{}]
    for given in waiting:
        for ruling, listened in ways(chosen, given):
            yield ruling, listened
            new = [fact for fact in dict.fromkeys(listened) if fact not in heard]
            heard.update(dict.fromkeys(new))
            waiting += [{**given, fact.id: value} for fact in new for value in fact.values if value != fact.default]
