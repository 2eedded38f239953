"""What a record states is used, refused by name, or told as not used; it is never dropped in silence.

Refused where a record comes from outside (the API, `manage.py rule`, `manage.py contrast`): a finding that no step of a
complete ruling listened to, and a field that is there to answer a question of the law (`record.REFUSED`: `lead`, `poll`,
`noticed` ...) which none of its steps asked. All other fields tell of the table: who declares, what the contract became,
what calls show, the hands. A director who writes them down has done nothing wrong when this ruling needs less, so they are
not refused; `not_used` names them, and whoever rules tells them beside the ruling.

A field is used when a fact of the ruling looked at it, or when the ruling would be another without it: the latter finds what
the replay of the auction rests on, and what only words of the ruling name. Stored records are read again as they are, and
a contrast or a staged table changes one answer and keeps the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Any, Final

from laws.rulings.case import Case
from laws.rulings.facts import FACTS, Fact
from laws.rulings.readers import AnswersReader, RecordReader, rule, rule_of
from laws.rulings.record import IF_UNUSED, READ, REFUSED, BadRecord, TableRecord, parse_record
from laws.rulings.replay import Situation
from laws.rulings.ruling import Ruling

_IF_UNUSED: Final = {field.name: field.metadata.get(IF_UNUSED) for field in fields(TableRecord)}
_DEFAULTS: Final = {
    field.name: field.default if field.default_factory is MISSING else field.default_factory()
    for field in fields(TableRecord)
}


class _Watched(TableRecord):
    """A record that remembers which of its fields were looked at."""

    seen: set[str]

    def __getattribute__(self, name: str) -> Any:
        if name in _IF_UNUSED:
            object.__getattribute__(self, "seen").add(name)
        return object.__getattribute__(self, name)


class _WatchedFindings(Mapping[str, Any]):
    """Findings that remember which of them were looked at, by the fact they answer or by another that rests on them."""

    def __init__(self, findings: Mapping[str, Any]) -> None:
        self._findings = findings
        self.seen: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.seen.add(name)
        return self._findings[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._findings)

    def __len__(self) -> int:
        return len(self._findings)


def _watched(record: TableRecord, findings: _WatchedFindings) -> _Watched:
    watched = object.__new__(_Watched)
    object.__setattr__(watched, "seen", set())
    for name in _IF_UNUSED:
        object.__setattr__(watched, name, getattr(record, name))
    object.__setattr__(watched, "findings", findings)
    return watched


def _looked_at(ruling: Ruling, record: TableRecord) -> tuple[set[str], set[str]]:
    """The fields and the findings of a record that the facts of a complete ruling on it looked at."""
    situation = Situation(record)  # the replay reads the whole auction, whatever is asked later, so it is not watched
    findings = _WatchedFindings(record.findings)
    watched = _watched(record, findings)
    situation.record = watched
    rule_of(ruling.procedure, ruling.edition).run(Case(RecordReader(situation)))
    return watched.seen, findings.seen


def findings_used(ruling: Ruling) -> set[str]:
    """The findings of its record that a ruling listened to, as far as it goes."""
    record = ruling.situation.record if ruling.situation is not None else None
    if record is None or not record.findings:
        return set()
    if ruling.complete:
        return _looked_at(ruling, record)[1] & set(record.findings)
    return {fact for fact, _ in ruling.path} & set(record.findings)


def refuse_unused(ruling: Ruling) -> None:
    """Raises BadRecord naming what the record states and the complete ruling has no use for, and what is asked instead.

    That is a finding, or a field that is only there to answer a question. See `not_used` for the others.
    """
    record = ruling.situation.record if ruling.situation is not None else None
    if record is None or not ruling.complete:
        return
    answering = [name for name in _stated(record) if _IF_UNUSED[name] == REFUSED]
    if not (record.findings or answering):
        return
    seen, found = _looked_at(ruling, record)
    for name in record.findings:
        if name not in found:
            raise BadRecord(f"record.findings.{name}", _not_asked(ruling, name))
    for name in answering:
        if name not in seen and not _rests_on(ruling, record, name):
            raise BadRecord(
                f"record.{name}",
                f"Law {ruling.procedure} has no use for it on the way it takes here; it asks {_asked(ruling)}",
            )


def refuse_unused_answers(ruling: Ruling, answers: Mapping[str, Any]) -> None:
    """The same for answers that were given to a procedure without a table: raises BadRecord naming the first of them."""
    if not ruling.complete:
        return
    listening = _Listening(answers)
    rule_of(ruling.procedure, ruling.edition).run(Case(listening))
    for name in answers:
        if name not in listening.asked:
            raise BadRecord(f"answers.{name}", _not_asked(ruling, name))


class _Listening(AnswersReader):
    """Takes facts from answers, and remembers every fact that was asked or listened for."""

    __slots__ = ("asked",)

    def __init__(self, answers: Mapping[str, Any]) -> None:
        super().__init__(answers)
        self.asked: set[str] = set()

    def read(self, fact: Fact, provision: str) -> Any:
        self.asked.add(fact.id)
        return super().read(fact, provision)

    def incidental(self, fact: Fact) -> Any:
        self.asked.add(fact.id)
        return super().incidental(fact)


def not_used(ruling: Ruling) -> list[str]:
    """The stated fields that a complete ruling did not need, as the record names them (`contract`, `meanings.2H`)."""
    record = ruling.situation.record if ruling.situation is not None else None
    if record is None or not ruling.complete:
        return []
    seen, _findings = _looked_at(ruling, record)
    found = []
    for name in _stated(record):
        if name not in seen and _IF_UNUSED[name] != READ and not _rests_on(ruling, record, name):
            found.append(name)
    for call in record.source.get("meanings") or ():
        if not _rests_on(ruling, record, "meanings", call):
            found.append(f"meanings.{call}")
    return found


def _stated(record: TableRecord) -> list[str]:
    """The fields that the record writes and that say something: `deviates: false` says what goes without saying."""
    return [name for name in record.source if name in _DEFAULTS and getattr(record, name) != _DEFAULTS[name]]


def _rests_on(ruling: Ruling, record: TableRecord, name: str, part: str = "") -> bool:
    """Without the field, or a part of it, the ruling would be another one, or none."""
    left = {key: value for key, value in record.source.items() if key != name}
    if part:
        left[name] = {key: value for key, value in record.source[name].items() if key != part}
    try:
        without = rule(parse_record(left), ruling.procedure)
    except ValueError:
        return True
    return without.as_dict() != ruling.as_dict()


def _not_asked(ruling: Ruling, name: str) -> str:
    question = ruling.words(FACTS[name].question) if name in FACTS else name
    return f"Law {ruling.procedure} does not ask “{question}” on the way it takes here; it asks {_asked(ruling)}"


def _asked(ruling: Ruling) -> str:
    return ", ".join(dict.fromkeys(step.fact.id for step in ruling.asked if not step.noted)) or "nothing"
