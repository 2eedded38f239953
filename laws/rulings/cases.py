"""Ruling cases: one situation at a table with the ruling that the Laws give, in YAML that a director can read.

A file is a list. Each case has `id`, `situation`, `question`, `record` (see `laws/rulings/record.py`), `expect`
(outcomes in the engine's vocabulary, `laws/rulings/effects.py`), `cites` (provisions the ruling must rest on) and, if
wanted, `absent` (outcomes it must not have), `open: true` (somebody still has to answer), `procedure`, `topic`,
`level`, `wrong`, `why`, `judgement`, `disputed` (the ruling must show a doubt). Instead of `record` a case
may have `facts` in the looser form described in `laws/rulings/looser.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from laws.rulings.effects import ACTIONS, RIGHTS
from laws.rulings.looser import record_from_facts
from laws.rulings.readers import rule
from laws.rulings.record import BadRecord, TableRecord, parse_record
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat


@dataclass(frozen=True)
class RulingCase:
    """A case as read: `record` for the engine, what is expected of the ruling, and `written`, all of it as it stood."""

    id: str
    record: TableRecord
    expect: tuple[Mapping[str, Any], ...]
    cites: tuple[str, ...] = ()
    absent: tuple[Mapping[str, Any], ...] = ()
    open: bool | None = None
    judgement: bool = False
    disputed: bool = False
    written: Mapping[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class Verdict:
    """How the engine's ruling compares:
    `faults` in words, empty when the case passes; `ruling` None when it could not rule.
    """

    case: RulingCase
    ruling: Ruling | None
    faults: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """The ruling has every expected outcome and citation and none of the absent ones."""
        return not self.faults


def read_case(data: Any, *, path: str = "case") -> RulingCase:
    """Read one case. Raises BadRecord naming the field that is wrong."""
    if not isinstance(data, Mapping) or not data.get("id"):
        raise BadRecord(path, "expected a mapping with an id")
    name = str(data["id"])
    if "record" in data:
        record = parse_record(data["record"], path=f"{name}.record")
    elif "facts" in data:
        record = parse_record(_under(data.get("code"), record_from_facts(data["facts"])), path=f"{name}.facts")
    else:
        raise BadRecord(name, "expected `record` or `facts`")
    return RulingCase(
        id=name,
        record=record,
        expect=_outcomes(data.get("expect"), f"{name}.expect"),
        cites=tuple(as_key(str(cited)) for cited in data.get("cites") or ()),
        absent=_outcomes(data.get("absent"), f"{name}.absent"),
        open=data.get("open"),
        judgement=bool(data.get("judgement")),
        disputed=bool(data.get("disputed")),
        written=data,
    )


def _under(code: Any, record: Mapping[str, Any]) -> Mapping[str, Any]:
    """A collection names the edition beside the facts (`code`), not among them."""
    return record if code is None or "edition" in record else {**record, "edition": str(code)}


def read_cases(data: Any, *, path: str = "cases") -> list[RulingCase]:
    """Read a file's list of cases. Raises BadRecord for the first fault, and for an id used twice."""
    if not isinstance(data, Sequence) or isinstance(data, str):
        raise BadRecord(path, "expected a list of cases")
    cases = [read_case(item, path=f"{path}[{i}]") for i, item in enumerate(data)]
    seen: set[str] = set()
    for case in cases:
        if case.id in seen:
            raise BadRecord(case.id, "this id is used twice")
        seen.add(case.id)
    return cases


_FOOTNOTE: Final = re.compile(r"\s*\(footnote \d+\)$")


def as_key(cited: str) -> str:
    """A citation in words as a provision's key: `Club Law 27` is Club27, `27 (footnote 9)` stands under 27."""
    words = _FOOTNOTE.sub("", cited).removeprefix("Law ").replace("Club Law ", "Club")
    return words.replace(" ", "") if words.startswith(("Proprieties", "Appendix", "Club")) else words


def _outcomes(data: Any, path: str) -> tuple[Mapping[str, Any], ...]:
    items = data or ()
    for i, item in enumerate(items):
        if not isinstance(item, Mapping) or "outcome" not in item:
            raise BadRecord(f"{path}[{i}]", f"expected {{outcome: ...}}, not {item!r}")
    return tuple(items)


def check(case: RulingCase) -> Verdict:
    """Rule on the case's record and compare."""
    try:
        ruling = rule(case.record, case.written.get("procedure"))
    except ValueError as error:
        return Verdict(case, None, (f"no ruling: {error}",))
    outcomes = ruling.outcomes
    faults = [
        f"expected {_short(item)}"
        for item in case.expect
        if not _found(item, outcomes, ruling) and not _only_prose(item)
    ]
    faults += [f"did not expect {_short(item)}" for item in case.absent if _found(item, outcomes, ruling)]
    faults += [f"does not rest on {key}" for key in case.cites if not _cited(key, ruling)]
    if case.disputed and not ruling.doubted:
        faults.append("is disputed, but the ruling shows no doubt")
    if case.open is not None and case.open is ruling.complete:
        faults.append("expected an open question" if case.open else f"still asks: {_question(ruling)}")
    return Verdict(case, ruling, tuple(faults))


def _only_prose(item: Mapping[str, Any]) -> bool:
    """An instruction to the director in free words: shown to the reader of the case, not compared."""
    return item["outcome"] == "director_action" and item.get("what") not in ACTIONS


def _question(ruling: Ruling) -> str:
    return ruling.words(ruling.pending.fact.question) if ruling.pending else ""


def _short(item: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in item.items())


def _cited(key: str, ruling: Ruling) -> bool:
    """A whole law or paragraph is cited when anything inside it is."""
    return any(_inside(cited, key) for cited in ruling.citations)


def _inside(key: str, ancestor: str) -> bool:
    rest = key[len(ancestor) :]
    return key.startswith(ancestor) and not (rest[:1].isdigit() and ancestor[-1:].isdigit())


FREE_WORDS: Final = frozenset(("when", "condition", "about", "duration", "if", "also", "case", "reason", "ns", "ew"))
"""Keys that explain an expected outcome to a reader; they are not compared."""


def _found(expected: Mapping[str, Any], outcomes: Sequence[Mapping[str, Any]], ruling: Ruling) -> bool:
    return any(_agrees(expected, outcome, ruling) for outcome in outcomes)


def _agrees(expected: Mapping[str, Any], outcome: Mapping[str, Any], ruling: Ruling) -> bool:
    if expected["outcome"] != outcome["outcome"]:
        return False
    for key, wanted in expected.items():
        if key == "outcome" or key in FREE_WORDS or _is_prose(key, wanted):
            continue
        if not _same(key, wanted, outcome, ruling):
            return False
    return True


def _is_prose(key: str, wanted: Any) -> bool:
    """Words for a reader where the engine has a fixed vocabulary: they cannot be compared."""
    return (
        (key == "to" and wanted not in RIGHTS)
        or (key == "what" and wanted not in ACTIONS)
        or (key == "suits" and isinstance(wanted, str))
        or (key == "card" and len(str(wanted)) > 2)
        or (key == "extent" and wanted not in ("once", "throughout"))
    )


def _same(key: str, wanted: Any, outcome: Mapping[str, Any], ruling: Ruling) -> bool:
    if key == "law":
        found_at, named = str(outcome["provision"]), as_key(str(wanted))
        return _inside(str(outcome.get("law") or found_at), named) or _inside(found_at, named)
    if key in ("by", "player", "who"):
        found = outcome.get("by") or outcome.get("player") or outcome.get("who")
        return bool(_seat_of(wanted, ruling) == found)
    if key == "side":
        return bool(_side_of(wanted, ruling) == outcome.get("side"))
    if key == "suits":
        return set(wanted) == set(outcome.get("suits", ()))
    if key == "value" and isinstance(wanted, bool):
        wanted = "yes" if wanted else "no"
    found = outcome.get(key)
    return bool(found == wanted or (isinstance(found, list) and wanted in found))


def _seat_of(wanted: Any, ruling: Ruling) -> Any:
    at = ruling.situation
    role = {"LHO": "lho", "RHO": "rho"}.get(str(wanted))
    return at.seat(role).value if role and at and at.irregularity else wanted


def _side_of(wanted: Any, ruling: Ruling) -> Any:
    at = ruling.situation
    if wanted in ("OS", "NOS") or at is None or at.irregularity is None:
        return wanted
    side = Seat(wanted).side if wanted in ("N", "E", "S", "W") else wanted
    return "OS" if side == at.offender.side else "NOS"
