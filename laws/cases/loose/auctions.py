"""The table of a case from its looser facts.

Collections of cases are written for readers: the replacement stands apart from the auction, meanings have free words
for their purpose, what a question does not need is left out. This brings such facts into the form of
`laws/rulings/record.py`: it moves and renames, and reads purposes by the words below; it decides nothing. What rests on
findings is read by the topic (`topics`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from laws.cases.loose.topics import tables_from_facts
from laws.cases.loose.words import (
    WHOLE,
    Facts,
    Read,
    Table,
    always,
    by,
    by_words,
    found,
    in_words,
    made_calls,
    shown_in_words,
    told,
    where,
)
from laws.rulings.calls import SUITS
from laws.rulings.meanings import ALTERNATIVE_KEYS, MEANING_KEYS
from laws.rulings.record import EXTENTS

COPIED: Final = (
    *("board", "dealer", "vulnerability", "scoring", "edition", "date", "hands", "procedure", "findings"),
    *("after", "attempt_accepted", "declarer", "deviates", "noticed", "premature", "remark", "says_accept"),
)
"""Fields of a record that cases give by the same name."""
NAMES: Final[Mapping[str, Read]] = {
    "accepted": told("accepted", "lho_accepts", "lho_accepted", "accepted_by_lho"),
    "replacement": told("replacement", "replaced_by", "corrected_to", "substituted"),
    "intended": told("intended"),
    "attempt_accepted": told("second_replacement_accepted"),
    "deviates": where("actual_hand", always(True)),
}
"""Fields of a record by the names that cases give them."""
FINDINGS: Final[Mapping[str, Read]] = {
    "replaced_comparably": told("replacement_comparable"),
    "first_unintended": by("original_intended", yes=False, no=True),
}
"""Findings that cases tell beside an auction, whatever their topic."""
NOTICED: Final = (
    (r"\bface down\b", "clarification"),
    (r"\bafter the (opening )?lead\b|\bduring (the )?play\b|\bafter (the )?play\b|\btrick\b", "play"),
    (r"\bclarification period\b|\bbefore (the|a|any) (opening )?lead\b", "clarification"),
)
"""When an irregularity was discovered."""
INTENTS: Final = ("north_intent", "east_intent", "south_intent", "west_intent")
OVER_IT: Final = re.compile(r"\bovercall|\baccept|\bover (it|the)\b")
"""What the player who called after a call out of rotation meant: to call over it, or to call in turn."""
TOLD: Final = re.compile(
    r"(?P<by>[NESW]) (?:doubles (?P<bidder>[NESW])'s|bids) (?P<bid>[1-7](?:NT|[CDHS]))(?:, (?P<lho>[NESW]) \(LHO\) passes)?"
)
"""A call against an obligation, told in words, and whether LHO passed over it."""
CALL_AT_START: Final = re.compile(r"[1-7](?:NT|[CDHS])")
NOT_COMPARABLE: Final = re.compile(r"\b(no|not) (a )?comparable\b")


def records_from_facts(facts: Facts, topic: str = "") -> dict[str, Table]:
    """Plain data for `parse_record`, one record for each table that the facts of a case tell of, by the case's own labels.

    A case of one table has the label "". `topic` says what is asked where no auction shows it.
    """
    facts = _with_meanings(facts)
    base = record_from_facts(facts)
    read = {}
    for label, table in (tables_from_facts(facts, topic) or {WHOLE: {}}).items():
        read[label] = {**base, **table}
        if table.get("findings") or base.get("findings"):
            read[label]["findings"] = {**base.get("findings", {}), **table.get("findings", {})}
    return read


def record_from_facts(facts: Facts) -> Table:
    """Plain data for `parse_record` from the facts of a case."""
    facts = _with_meanings(facts)
    record = found(**{key: facts.get(key) for key in COPIED}) | found(
        **{name: read(facts) for name, read in NAMES.items()}
    )
    _add_findings(record, found(**{name: read(facts) for name, read in FINDINGS.items()}))
    auction = _auction(facts)
    record.setdefault("dealer", auction[0]["by"] if facts.get("auction") else "N")
    record |= found(must_pass=_obligation(facts), attempted=_attempted(facts))
    for key, kind in (("contract", str), ("lead", Mapping)):
        if isinstance(facts.get(key), kind):
            record[key] = facts[key]
    if "offender" in facts and not auction:
        record["offender"] = facts["offender"]
    if later := CALL_AT_START.match(str(facts.get("later_call_by_offender", ""))):
        record["after"] = [{"by": facts["offender"], "call": later.group()}]
    if facts.get("continued"):
        record["continued"] = made_calls(facts["continued"])
    if noticed := in_words(NOTICED, "discovered")(facts):
        record["noticed"] = noticed
        if by_words(facts["discovered"], NOTICED[:1]):
            _add_findings(record, {"face_down_lead": True})
    if facts.get("simultaneous"):
        auction.append(made_calls(facts["simultaneous"]))
    if (sentence := TOLD.search(str(facts.get("auction_note", "")))) and not auction:
        auction = _told_in_words(sentence)
        record["dealer"] = auction[0]["by"]
    if "turn_infringed" in facts or _written_through(facts):
        auction = _divide(auction, facts, record)
    if auction:
        record["auction"] = auction
    meanings = facts.get("meanings") or {}
    record["meanings"] = {
        key.removeprefix("system_"): _meaning(value)
        for key, value in meanings.items()
        if isinstance(value, Mapping) and key != "replacements"
    }
    _tell_apart(record, facts)
    replacement = meanings.get("replacement")
    if isinstance(replacement, str) and NOT_COMPARABLE.search(replacement):
        _add_findings(record, {"comparable": "no"})
    return record


def _add_findings(record: Table, findings: Mapping[str, Any]) -> None:
    if findings:
        record["findings"] = {**record.get("findings", {}), **findings}


def _auction(facts: Facts) -> list[Any]:
    """The calls up to the Director, one after the other; what the last of them was meant for stands with it."""
    auction: list[Any] = made_calls(facts.get("auction"))
    if "next_call" in facts:
        auction += made_calls([facts["next_call"]])
    intent = next((str(facts[key]) for key in INTENTS if facts.get(key)), "")
    if intent and auction:
        auction[-1]["over"] = bool(OVER_IT.search(intent))
    return auction


def _told_in_words(sentence: re.Match[str]) -> list[Table]:
    called = [(sentence["bidder"], sentence["bid"]), (sentence["by"], "X")]
    calls = called if sentence["bidder"] else [(sentence["by"], sentence["bid"])]
    calls += [(sentence["lho"], "P")] if sentence["lho"] else []
    return [{"by": seat, "call": call} for seat, call in calls]


def _attempted(facts: Facts) -> Any:
    tried = facts.get("attempted")
    return [tried] if isinstance(tried, str) else tried


def _obligation(facts: Facts) -> Any:
    """Who has to pass; told as `throughout` alone, it is the player about whom the case is."""
    stated, extent = facts.get("must_pass"), facts.get("obligation")
    if extent in EXTENTS and facts.get("offender"):
        return {facts["offender"]: extent}
    player = next((facts[key] for key in ("player", "asker", "wants_to_ask", "offender") if facts.get(key)), None)
    return stated if isinstance(stated, Mapping) else {player: stated} if stated in EXTENTS and player else None


def _tell_apart(record: Table, facts: Facts) -> None:
    """Of two calls at one turn the first is withdrawn if the second is accepted, else the second (25B1, 25B2)."""
    irregular = [item.get("irregular") if isinstance(item, Mapping) else None for item in facts.get("auction") or ()]
    second = irregular.index("change_of_call") if "change_of_call" in irregular else 0
    if not second or record.get("accepted") is None:
        return
    names = ("withdrawn", "replacement") if record["accepted"] else ("replacement", "withdrawn")
    for made, name in zip(record["auction"][second - 1 : second + 1], names, strict=True):
        if name in record["meanings"]:
            made["means"] = record["meanings"].pop(name)


def _written_through(facts: Facts) -> bool:
    """Whether the auction goes on to the offender's next call, though the call out of rotation was not accepted.

    Of a player who called before the Director came it is told what that player meant (28B); otherwise what follows is the
    auction after the ruling.
    """
    auction = [item for item in facts.get("auction") or () if isinstance(item, Mapping)]
    at = next((i for i, made in enumerate(auction) if made.get("irregular") == "out_of_rotation"), None)
    if at is None or facts.get("accepted") is not False or any(facts.get(key) for key in INTENTS):
        return False
    return any(made["by"] == auction[at]["by"] for made in auction[at + 1 :])


def _divide(auction: list[Table], facts: Facts, record: Table) -> list[Table]:
    """An auction written through to its end: up to the irregular call, on to the replacement, and after it."""
    at = next(i for i, made in enumerate(facts["auction"]) if isinstance(made, Mapping) and made.get("irregular"))
    offender = auction[at]["by"]
    rest = auction[at + 1 :]
    turn = next((i for i, made in enumerate(rest) if made["by"] == offender), None)
    if turn is None:
        record["continued"] = rest
    else:
        record["continued"], record["after"] = rest[:turn], rest[turn + 1 :]
        record["replacement"] = rest[turn]["call"]
    return auction[: at + 1]


# -- what calls show ---------------------------------------------------------------------------------------------------

ASKS: Final = (
    (r"\bask\w*\b.*\b(aces|keycards|kings|controls)\b", "controls"),
    (r"\bask\w* for a four-card major|\bstayman\b|\bbaron\b|\benquiry\b", "majors"),
    (r"\brelay\b", "relay"),
)
"""Purposes of asking calls by the words they are described with."""
NOT_NATURAL: Final = re.compile(
    r"\bartificial\b|\btransfer\b|\bwaiting\b|\bask\b|\breply to\b|\bstayman\b|\bjacoby\b|\benquiry\b"
)
DENIES: Final = re.compile(r"\b(?:denies|denying) ([^;,.]+)")
"""What a call denies, told among the words for its purpose: a hand that has it is none of the hands shown."""


def _with_meanings(facts: Facts) -> Facts:
    """The facts with those meanings as data that are told wholly by points and lengths in words."""
    meanings = facts.get("meanings")
    if not isinstance(meanings, Mapping):
        return facts
    read = {key: shown_in_words(value) for key, value in meanings.items() if isinstance(value, str)}
    return {**facts, "meanings": {**meanings, **{key: value for key, value in read.items() if value is not None}}}


def _alternative(data: Any) -> Any:
    """One alternative; its words are for the reader."""
    if not isinstance(data, Mapping) or (data and set(data) <= set(SUITS)):
        return data
    return _promised({key: value for key, value in data.items() if key not in ("purpose", "words")}, ALTERNATIVE_KEYS)


def _promised(data: Mapping[str, Any], known: frozenset[str]) -> dict[str, Any]:
    """What hand types cannot hold (keycards, what is denied) becomes a promise in words."""
    shown = {key: value for key, value in data.items() if key in known}
    others = [f"{key} {value}" for key, value in sorted(data.items()) if key not in known and value is not None]
    return shown | {"features": [*(data.get("features") or ()), *others]} if others else shown


def _meaning(data: Mapping[str, Any]) -> dict[str, Any]:
    words = str(data.get("purpose", "")).lower()
    meaning = _promised(data, MEANING_KEYS)
    if denied := DENIES.findall(words):
        meaning["features"] = [*(meaning.get("features") or ()), *(f"denies {item.strip()}" for item in denied)]
    if isinstance(data.get("alternatives"), list):
        meaning["alternatives"] = [_alternative(item) for item in data["alternatives"]]
    if asks := next((keyword for pattern, keyword in ASKS if re.search(pattern, words)), ""):
        meaning["asks"] = asks
    if NOT_NATURAL.search(words):
        meaning.setdefault("artificial", True)
    return meaning
