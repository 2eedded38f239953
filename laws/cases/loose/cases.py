"""A case in the looser form as a case: its tables, and of what it expects that which can be compared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from laws.cases.case import Expected, Part, Question, RulingCase
from laws.cases.comparing import has_outcome
from laws.cases.entries import Entry
from laws.cases.loose.auctions import records_from_facts
from laws.cases.vocabulary import WHOM, all_outcomes, vocabulary
from laws.rulings.contrasts import same_subject
from laws.rulings.editions import DUPLICATE_2017, EDITIONS
from laws.rulings.effects import ACTIONS, RIGHTS
from laws.rulings.readers import rule
from laws.rulings.record import EXTENTS, USUAL, BadRecord, TableRecord, parse_record
from laws.rulings.replay import Situation
from laws.rulings.roles import NO_SEAT
from laws.rulings.seats import Seat


def read_loose(entry: Entry) -> RulingCase | None:
    """A case, or None when its tables cannot be read; then `entry.faults` says what."""
    data = _with_answers(entry.value)
    if not data.get("id") or not isinstance(data["facts"], Mapping):
        entry.fault("expected a case: a mapping with an id, and `facts` in one")
        return None
    entry = Entry(entry.document, data, entry.path, str(data["id"]), entry.faults)
    try:
        parts = [Part(label, record) for label, record in _tables(data).items()]
    except BadRecord as error:
        entry.at("facts").fault(str(error))
        return None
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        # Facts in free words can have any shape; what tells of nothing that the engine knows is not read.
        entry.at("facts").fault(f"not told in a way that can be read ({type(error).__name__}: {error})")
        return None
    asked: dict[str | None, Question] = {label: Question() for label in (*(part.label for part in parts), None)}
    for key in ("expect", "absent"):
        for at in entry.at(key).list():
            if not isinstance(at.value, Mapping) or "outcome" not in at.value:
                at.fault(f"expected {{outcome: ...}}, not {at.value!r}")
                return None
            label = next((str(at.value[name]) for name in PARTS if str(at.value.get(name)) in asked), None)
            tables = [part.record for part in parts if label in (None, part.label)]
            found = [replace(expected, place=at.place) for expected in _expected(at.value, tables)]
            before = asked[label]
            if key == "expect":
                asked[label] = replace(before, expect=(*before.expect, *found))
            else:
                asked[label] = replace(before, absent=(*before.absent, *found))
    cites = tuple(as_key(str(cited)) for cited in data.get("cites") or ())
    return RulingCase(
        id=entry.case,
        parts=tuple(replace(part, question=asked[part.label]) for part in parts),
        anywhere=replace(asked[None], cites=cites, open=data.get("open"), place=entry.at("cites").place),
        judgement=bool(data.get("judgement")),
        disputed=bool(data.get("disputed")),
        place=entry.place,
        written=data,
    )


def _with_answers(value: Any) -> Any:
    """The data with `yes` and `no` as answers, and whatever else YAML 1.1 has for them."""
    if isinstance(value, Mapping):
        return {key: _with_answers(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_answers(item) for item in value]
    return _ANSWERS.get(value.lower(), value) if isinstance(value, str) else value


_ANSWERS: Final = {"yes": True, "no": False, "true": True, "false": False, "on": True, "off": False}


# -- the tables --------------------------------------------------------------------------------------------------------

_PLAYER: Final = re.compile(rf"\b({'|'.join(seat.full_name for seat in Seat)})\b")


def _tables(data: Mapping[str, Any]) -> dict[str, TableRecord]:
    told = records_from_facts(_with_the_only_player(data), str(data.get("topic", "")))
    return {label: parse_record({"assume": USUAL, **_under(data, record)}) for label, record in told.items()}


def _with_the_only_player(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Facts that name no player are about the one whom the situation names, if it names one only."""
    facts: Mapping[str, Any] = data["facts"]
    named = set(_PLAYER.findall(str(data.get("situation", ""))))
    if len(named) != 1 or any(who in tuple("NESW") for who in map(str, facts.values())) or "auction" in facts:
        return facts
    return {**facts, "offender": next(seat.value for seat in Seat if seat.full_name in named)}


def _under(data: Mapping[str, Any], record: dict[str, Any]) -> dict[str, Any]:
    """A collection names edition and law beside the facts, not among them. Facts are read by the numbers of duplicate."""
    code, record = data.get("code"), dict(record)
    if data.get("procedure"):
        record["procedure"] = str(data["procedure"])
    if code is None or "edition" in record:
        return record
    if record.get("procedure") and code in EDITIONS:
        record["procedure"] = _same_law(record["procedure"], code, record.get("findings") or {})
    return record | {"edition": str(code)}


def _same_law(number: str, edition: str, findings: Mapping[str, Any]) -> str:
    """The procedure of an edition that is about the same as this one of duplicate, and asks something that is told."""
    procedures = EDITIONS[edition].procedures
    same = same_subject(number, DUPLICATE_2017.slug, edition) or number
    same = same if same in procedures else same.rstrip("ABCDEF")
    if edition == DUPLICATE_2017.slug or _asked_of(same, edition, findings):
        return same
    other = max(procedures, key=lambda law: _asked_of(law, edition, findings))
    return other if _asked_of(other, edition, findings) else same


def _asked_of(law: str, edition: str, findings: Mapping[str, Any]) -> int:
    """How many of the findings a procedure asks for or listens to; none where there is no such procedure."""
    if law not in EDITIONS[edition].procedures:
        return 0
    known = vocabulary(law, edition)
    return len({fact.id for fact in (*known.asked, *known.incidental)} & set(findings))


# -- what is expected --------------------------------------------------------------------------------------------------

PARTS: Final = ("case", "board", "moment", "version", "table")
"""Keys by which an outcome names the table on which it has to come out."""
CONDITIONS: Final = ("if", "condition")
"""Keys of an outcome that holds only in one of several cases which the facts leave open."""
REMARKS: Final = frozenset(
    ("when", "about", "duration", "also", "reason", "ns", "ew", "for", "note", "action", "trick")
)
"""Keys that explain an outcome to a reader."""
SYNONYMS: Final = {"score_stands": "result_stands"}
"""Outcomes that collections call by another name."""
EITHER: Final = ("require_or_prohibit", "require_or_prohibit_named_suit")
"""Declarer's choice of a suit to be led or not, which the codes name differently."""
SIDES: Final = {"North-South": "NS", "East-West": "EW"}
MOST_BRANCHES: Final = 24


def _expected(item: Mapping[str, Any], tables: list[TableRecord]) -> Iterator[Expected]:
    """The outcomes that an item stands for: one, two, or none where it is in words for people."""
    for one in _in_our_words(item):
        name = SYNONYMS.get(str(one["outcome"]), str(one["outcome"]))
        if name == "director_action" and one.get("what") not in tuple(ACTIONS):
            continue
        keys = dict(_keys(name, one, tables[0]))
        expected = Expected(name, keys, law=as_key(str(one["law"])) if "law" in one else "")
        yield replace(expected, under=_under_which(expected, tables)) if set(CONDITIONS) & set(one) else expected


def _in_our_words(item: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """An outcome by which collections say what the engine says by another, or by two."""
    if item["outcome"] == "score" and item.get("ns") == 0:
        return [{"outcome": "passed_out"}]
    if item["outcome"] == "auction_over" and "contract" in item:
        contract = {key: value for key, value in item.items() if key not in ("value", "declarer")}
        declarer = {"player": item["declarer"]} if "declarer" in item else {}
        over = {key: value for key, value in item.items() if key not in ("contract", "declarer")}
        return [over, {**contract, "outcome": "becomes_contract", **declarer}]
    return [item]


def _keys(name: str, item: Mapping[str, Any], table: TableRecord) -> Iterator[tuple[str, Any]]:
    """What the item says beside the outcome's name as far as it can be compared, in the engine's keys and values."""
    own = all_outcomes().get(name, {})
    situation = Situation(table)
    for key, value in item.items():
        if key in ("outcome", "law", *PARTS, *CONDITIONS, *REMARKS) or _is_prose(name, key, value):
            continue
        if key in WHOM:
            role = {"LHO": "lho", "RHO": "rho"}.get(str(value))
            seat = situation.seat(role).value if role and situation.irregularity else value
            yield next((other for other in WHOM if other in own), key), seat
        elif key == "side":
            named = SIDES.get(str(value), value)
            yield key, Seat(named).side.value if named in tuple("NESW") else named
        elif key == "kind" and value in EITHER:
            yield key, EITHER[table.edition.startswith("rubber")]
        else:
            yield key, ("yes" if value else "no") if key == "value" and isinstance(value, bool) else value


def _is_prose(name: str, key: str, value: Any) -> bool:
    """Words for a reader where the engine has a fixed vocabulary, or a `possible` of what words may have told."""
    seats = ("N", "E", "S", "W", "NS", "EW", "OS", "NOS", "LHO", "RHO", *NO_SEAT)
    return (
        (key == "to" and value not in tuple(RIGHTS))
        or (key == "what" and value not in tuple(ACTIONS))
        or (key == "suits" and isinstance(value, str))
        or (key == "card" and len(str(value)) > len("SA"))
        or (key == "extent" and value not in EXTENTS)
        or (key in WHOM and value not in seats)
        or (key == "side" and SIDES.get(str(value), value) not in seats)
        or (key == "value" and name == "info")
    )


def _under_which(expected: Expected, tables: list[TableRecord]) -> Mapping[str, Any]:
    """The answers to what is left open under which an outcome comes out, two questions deep; none where it does anyway."""
    open_ones: list[tuple[TableRecord, dict[str, Any]]] = [(table, {}) for table in tables]
    for _ in range(3):
        next_ones = []
        for table, under in open_ones:
            try:
                ruling = rule(replace(table, findings={**table.findings, **under}))
            except ValueError:
                continue
            if has_outcome(expected, [ruling]):
                return under
            if ruling.pending is not None:
                fact = ruling.pending.fact
                next_ones += [(table, {**under, fact.id: value}) for value in fact.values]
        open_ones = next_ones[:MOST_BRANCHES]
    return {}


_FOOTNOTE: Final = re.compile(r"\s*\(footnote \d+\)$")


def as_key(cited: str) -> str:
    """A citation in words as a provision's key: `Club Law 27` is Club27, `27 (footnote 9)` stands under 27."""
    words = _FOOTNOTE.sub("", cited).removeprefix("Law ").replace("Club Law ", "Club")
    return words.replace(" ", "") if words.startswith(("Proprieties", "Appendix", "Club")) else words
