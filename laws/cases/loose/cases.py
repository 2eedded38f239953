"""Ruling cases: one situation at a table with the ruling that the Laws give, in YAML that a director can read.

A file is a list. Each case has `id`, `situation`, `question`, `record` (see `laws/rulings/record.py`), `expect`
(outcomes in the engine's vocabulary, `laws/rulings/effects.py`), `cites` (provisions the ruling must rest on) and, if
wanted, `absent` (outcomes it must not have), `open: true` (somebody still has to answer), `procedure`, `topic`,
`level`, `wrong`, `why`, `judgement`, `disputed` (the ruling must show a doubt). Instead of `record` a case
may have `facts` in the looser form described in `laws/rulings/looser.py`. Calls that a case says nothing of are
natural (`assume: usual`); a double, a redouble or 2♣ that its bidder's partner passed out of turn is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from laws.rulings.effects import ACTIONS, RIGHTS
from laws.rulings.looser import records_from_facts
from laws.rulings.readers import rule
from laws.rulings.record import USUAL, BadRecord, TableRecord, parse_record
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.words import NOBODY


@dataclass(frozen=True)
class RulingCase:
    """A case as read: `record` for the engine, what is expected of the ruling, and `written`, all of it as it stood.

    parts: the records by their labels where a case tells of several tables; `record` is then the first of them.
    """

    id: str
    record: TableRecord
    expect: tuple[Mapping[str, Any], ...]
    cites: tuple[str, ...] = ()
    absent: tuple[Mapping[str, Any], ...] = ()
    open: bool | None = None
    judgement: bool = False
    disputed: bool = False
    parts: Mapping[str, TableRecord] = field(default_factory=dict, repr=False)
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
        parts = {"": parse_record(_usual(data["record"]), path=f"{name}.record")}
    elif "facts" in data:
        told = records_from_facts(_with_the_only_player(data), str(data.get("topic", "")))
        parts = {
            label: parse_record(
                _usual(_under(data.get("code"), record)), path=f"{name}.facts{'.' if label else ''}{label}"
            )
            for label, record in told.items()
        }
    else:
        raise BadRecord(name, "expected `record` or `facts`")
    return RulingCase(
        id=name,
        record=next(iter(parts.values())),
        parts=parts,
        expect=_outcomes(data.get("expect"), f"{name}.expect"),
        cites=tuple(as_key(str(cited)) for cited in data.get("cites") or ()),
        absent=_outcomes(data.get("absent"), f"{name}.absent"),
        open=data.get("open"),
        judgement=bool(data.get("judgement")),
        disputed=bool(data.get("disputed")),
        written=data,
    )


_PLAYER: Final = re.compile(rf"\b({'|'.join(seat.full_name for seat in Seat)})\b")


def _with_the_only_player(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Facts that name no player are about the one whom the situation names, if it names one only."""
    facts: Mapping[str, Any] = data["facts"]
    named = set(_PLAYER.findall(str(data.get("situation", ""))))
    if len(named) != 1 or any(who in _SEAT_LETTERS for who in map(str, facts.values())) or "auction" in facts:
        return facts
    return {**facts, "offender": next(seat.value for seat in Seat if seat.full_name in named)}


_SEAT_LETTERS: Final = frozenset(seat.value for seat in Seat)


def _usual(record: Any) -> Any:
    """A case is told to directors, who take calls as natural unless it says otherwise; the trace says so too."""
    return {"assume": USUAL, **record} if isinstance(record, Mapping) else record


def _under(code: Any, record: Mapping[str, Any]) -> Mapping[str, Any]:
    """A collection names the edition beside the facts (`code`), not among them. Facts are read by duplicate numbers."""
    if code is None or "edition" in record:
        return record
    law = record.get("procedure")
    if str(code).startswith("rubber") and law in RUBBER_LAWS:
        record = {**record, "procedure": RUBBER_LAWS[law]}
    return {**record, "edition": str(code)}


RUBBER_LAWS: Final = {"9": "13", "10": "15", "11": "15", "16A": "16", "16B": "16", "16C": "16", "72": "23"}
"""Where the rubber code has what the duplicate code has under another number."""


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
    """Rule on the case's record, or on each of its parts, and compare.

    An expected outcome that names a part (`case: b`, `board: 2`) has to come out there, any other somewhere; one with a
    condition (`if`, `condition`) has to come out for some answer to what the facts leave open. Where
    something is missing and the ruling still waits for an answer, the fault says for which fact.
    """
    rulings: dict[str, Ruling] = {}
    for label, record in (case.parts or {"": case.record}).items():
        try:
            rulings[label] = rule(record, case.written.get("procedure"))
        except ValueError as error:
            return Verdict(case, None, (f"no ruling: {error}",))
    wanted = [part for item in case.expect for part in _in_our_words(item)]
    further = _under_conditions(case, rulings) if any(CONDITIONS & set(item) for item in wanted) else []
    faults = [
        f"expected {_short(item)}"
        for item in wanted
        if not _found(item, rulings)
        and not _only_prose(item)
        and not (CONDITIONS & set(item) and any(_found(item, {label: ruling}) for label, ruling in further))
    ]
    faults += [f"did not expect {_short(item)}" for item in case.absent if _found(item, rulings)]
    reached = [*rulings.values(), *(ruling for _, ruling in further)]
    faults += [f"does not rest on {key}" for key in case.cites if not any(_cited(key, ruling) for ruling in reached)]
    if case.disputed and not any(ruling.doubted for ruling in rulings.values()):
        faults.append("is disputed, but the ruling shows no doubt")
    waiting = [ruling for ruling in rulings.values() if not ruling.complete]
    if case.open is not None and case.open is not bool(waiting):
        faults.append("expected an open question" if case.open else f"still asks: {_question(waiting[0])}")
    elif faults and waiting and not case.open:
        fact = waiting[0].pending.fact if waiting[0].pending else None
        faults.append(f"the facts do not tell {fact.id if fact else '?'}: {_question(waiting[0])}")
    return Verdict(case, next(iter(rulings.values())), tuple(faults))


CONDITIONS: Final = frozenset(("if", "condition"))
"""Keys of an outcome that holds only in one of several cases which the facts leave open."""
MOST_BRANCHES: Final = 24


def _under_conditions(case: RulingCase, rulings: Mapping[str, Ruling]) -> list[tuple[str, Ruling]]:
    """What the rulings would be, each with the label of its part, for every answer to the next questions left open.

    Two questions deep: a condition such as "if West does not accept it", and one that arises from its answer.
    """
    parts = case.parts or {"": case.record}
    found: list[tuple[str, Ruling]] = []
    open_ones = [(label, parts[label], ruling) for label, ruling in rulings.items()]
    for _ in range(2):
        next_ones = []
        for label, record, ruling in open_ones:
            if ruling.pending is None:
                continue
            fact = ruling.pending.fact
            for value in fact.values:
                told = replace(record, findings={**record.findings, fact.id: value})
                try:
                    branch = rule(told, case.written.get("procedure"))
                except ValueError:
                    continue
                next_ones.append((label, told, branch))
        found += [(label, branch) for label, _, branch in next_ones]
        open_ones = next_ones[:MOST_BRANCHES]
    return found


def _in_our_words(item: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """An outcome by which collections say what the engine says by another, or by two."""
    if item["outcome"] == "score" and item.get("ns") == 0:
        return [{"outcome": "passed_out", **{key: item[key] for key in PARTS if key in item}}]
    if item["outcome"] == "auction_over" and "contract" in item:
        contract = {key: value for key, value in item.items() if key not in ("value", "declarer")}
        declarer = {"player": item["declarer"]} if "declarer" in item else {}
        return [
            {key: value for key, value in item.items() if key not in ("contract", "declarer")},
            {**contract, "outcome": "becomes_contract", **declarer},
        ]
    return [item]


def _only_prose(item: Mapping[str, Any]) -> bool:
    """An instruction to the director in free words: shown to the reader of the case, not compared."""
    return item["outcome"] == "director_action" and item.get("what") not in ACTIONS


def _question(ruling: Ruling) -> str:
    return ruling.words(ruling.pending.fact.question) if ruling.pending else ""


def _short(item: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in item.items())


def _cited(key: str, ruling: Ruling) -> bool:
    """A whole law or paragraph is cited when anything inside it is, be it as the law by which an outcome is named."""
    named = (str(outcome["law"]) for outcome in ruling.outcomes if outcome.get("law"))
    return any(_inside(cited, key) for cited in (*ruling.citations, *named))


def _inside(key: str, ancestor: str) -> bool:
    rest = key[len(ancestor) :]
    return key.startswith(ancestor) and not (rest[:1].isdigit() and ancestor[-1:].isdigit())


PARTS: Final = ("case", "board", "moment", "version", "table")
"""Keys by which an expected outcome names the part of the case in which it has to come out."""
FREE_WORDS: Final = frozenset(
    (
        "when",
        "condition",
        "about",
        "duration",
        "if",
        "also",
        "reason",
        "ns",
        "ew",
        "for",
        "note",
        "action",
        "trick",
        *PARTS,
    )
)
"""Keys that explain an expected outcome to a reader; they are not compared."""
SYNONYMS: Final = {"score_stands": "result_stands"}
"""Outcomes that collections call by another name."""
SEATS: Final = frozenset("NESW") | {"NS", "EW", "OS", "NOS", "LHO", "RHO"} | frozenset(NOBODY)
"""What names a player or a side; other words for them are for the reader."""
SAME_KIND: Final = {"require_or_prohibit_named_suit": "require_or_prohibit"}
"""Kinds of an outcome that one edition names otherwise than another; declarer's choice is the same."""
SIDES: Final = {"North-South": "NS", "East-West": "EW"}


def _found(expected: Mapping[str, Any], rulings: Mapping[str, Ruling]) -> bool:
    label = next((str(expected[key]) for key in PARTS if key in expected and str(expected[key]) in rulings), None)
    chosen = rulings.values() if label is None else (rulings[label],)
    return any(_agrees(expected, outcome, ruling) for ruling in chosen for outcome in ruling.outcomes)


def _agrees(expected: Mapping[str, Any], outcome: Mapping[str, Any], ruling: Ruling) -> bool:
    if SYNONYMS.get(str(expected["outcome"]), expected["outcome"]) != outcome["outcome"]:
        return False
    for key, wanted in expected.items():
        if key == "outcome" or key in FREE_WORDS or _is_prose(key, wanted):
            continue
        if key == "value" and expected["outcome"] == "info":  # "possible", of information that words may have given
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
        or (key in ("by", "player", "who") and wanted not in SEATS)
        or (key == "side" and SIDES.get(str(wanted), wanted) not in SEATS)
    )


def _same(key: str, wanted: Any, outcome: Mapping[str, Any], ruling: Ruling) -> bool:
    if key == "law":
        found_at, named = str(outcome["provision"]), as_key(str(wanted))
        return _inside(str(outcome.get("law") or found_at), named) or _inside(found_at, named)
    if key in ("by", "player", "who"):
        found = outcome.get("by") or outcome.get("player") or outcome.get("who")
        all_of = {"table": "NESW", "NS": "NS", "EW": "EW"}.get(str(found), "")
        return bool(_seat_of(wanted, ruling) == found or (wanted in set("NESW") and wanted in all_of))
    if key == "side":
        return bool(_side_of(wanted, ruling) == outcome.get("side"))
    if key == "suits":
        return set(wanted) == set(outcome.get("suits", ()))
    if key == "value" and isinstance(wanted, bool):
        wanted = "yes" if wanted else "no"
    found = outcome.get(key)
    if key == "kind" and SAME_KIND.get(str(found), found) == SAME_KIND.get(str(wanted), wanted):
        return True
    return bool(found == wanted or (isinstance(found, list) and wanted in found))


def _seat_of(wanted: Any, ruling: Ruling) -> Any:
    at = ruling.situation
    role = {"LHO": "lho", "RHO": "rho"}.get(str(wanted))
    return at.seat(role).value if role and at and at.irregularity else wanted


def _side_of(wanted: Any, ruling: Ruling) -> Any:
    at = ruling.situation
    wanted = SIDES.get(str(wanted), wanted)
    if wanted in ("OS", "NOS") or at is None or not at.knows_seats:
        return wanted
    side = Seat(wanted).side if wanted in ("N", "E", "S", "W") else wanted
    return "OS" if side == at.offender.side else "NOS"
