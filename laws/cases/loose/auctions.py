"""Reading the looser facts of a ruling case into the engine's record.

Collections of cases are written for readers: the replacement stands apart from the auction, meanings have free words
for their purpose, what a question does not need is left out. This brings such facts into the form of
`laws/rulings/record.py`: it moves and renames, and reads purposes by the words below; it decides nothing. Cases that rest
on findings are read by their topic (`laws/cases/loose/findings.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from laws.cases.loose.topics import tables_from_facts
from laws.cases.loose.words import WHOLE, first_of, made_calls, shown_in_words
from laws.rulings.calls import SUITS
from laws.rulings.meanings import ALTERNATIVE_KEYS, MEANING_KEYS
from laws.rulings.record import EXTENTS

ASKED_FOR: Final = (
    ("controls", re.compile(r"\bask\w*\b.*\b(aces|keycards|kings|controls)\b")),
    ("majors", re.compile(r"\bask\w* for a four-card major|\bstayman\b|\bbaron\b|\benquiry\b")),
    ("relay", re.compile(r"\brelay\b")),
)
"""Purposes of asking calls by the words they are described with."""

NOT_NATURAL: Final = re.compile(
    r"\bartificial\b|\btransfer\b|\bwaiting\b|\bask\b|\breply to\b|\bstayman\b|\bjacoby\b|\benquiry\b"
)
FACE_DOWN: Final = re.compile(r"\bface[- ]down\b")
CLARIFICATION: Final = re.compile(r"\bclarification period\b|\bbefore (the|a|any) (opening )?lead\b", re.IGNORECASE)
IN_PLAY: Final = re.compile(r"\bafter the (opening )?lead\b|\bduring (the )?play\b|\bafter (the )?play\b|\btrick\b")
"""When an irregularity was discovered."""
BID_TOLD: Final = re.compile(r"(?P<by>[NESW]) bids (?P<bid>[1-7](?:NT|[CDHS]))(?:, (?P<lho>[NESW]) \(LHO\) passes)?")
"""An auction told in words: who bid against an obligation, and whether LHO passed over it."""
INTENTS: Final = ("north_intent", "east_intent", "south_intent", "west_intent")
OVER_IT: Final = re.compile(r"\bovercall|\baccept|\bover (it|the)\b")
"""What the player who called after a call out of rotation meant: to call over it, or to call in turn."""
DENIES: Final = re.compile(r"\b(?:denies|denying) ([^;,.]+)")
"""What a call denies, told among the words for its purpose: a hand that has it is none of the hands shown."""
DOUBLE_TOLD: Final = re.compile(
    r"(?P<by>[NESW]) doubles (?P<bidder>[NESW])'s (?P<bid>[1-7](?:NT|[CDHS]))(?:, (?P<lho>[NESW]) \(LHO\) passes)?"
)
CALL_AT_START: Final = re.compile(r"[1-7](?:NT|[CDHS])")
NOT_COMPARABLE: Final = re.compile(r"\b(no|not) (a )?comparable\b")
NAMES: Final = {
    "accepted": ("accepted", "lho_accepts", "lho_accepted", "accepted_by_lho"),
    "replacement": ("replacement", "replaced_by", "corrected_to", "substituted"),
    "intended": ("intended",),
    "attempted": ("attempted",),
}
"""Fields of a record by the names that cases give them."""
_COPIED: Final = frozenset(
    {
        "dealer",
        "vulnerability",
        "board",
        "scoring",
        "hands",
        "premature",
        "contract",
        "declarer",
        "must_pass",
        "noticed",
        "says_accept",
        "lead",
        "deviates",
        "attempt_accepted",
        "after",
        "findings",
        "procedure",
        "remark",
        "date",
        "edition",
    }
)


def records_from_facts(facts: Mapping[str, Any], topic: str = "") -> dict[str, dict[str, Any]]:
    """Plain data for `parse_record`, one record for each table that the facts of a case tell of, by the case's own labels.

    A case of one table has the label "". `topic` says what is asked where no auction shows it.
    """
    facts = _with_meanings(facts)
    tables = tables_from_facts(facts, topic) or {WHOLE: {}}
    base = record_from_facts(facts)
    found = {}
    for label, table in tables.items():
        record = {**base, **table}
        if table.get("findings") or base.get("findings"):
            record["findings"] = {**base.get("findings", {}), **table.get("findings", {})}
        found[label] = record
    return found


def record_from_facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Plain data for `parse_record` from the facts of a case."""
    facts = _with_meanings(facts)
    auction: list[Any] = made_calls(facts.get("auction"))
    record: dict[str, Any] = {key: facts[key] for key in sorted(_COPIED) if facts.get(key) is not None}
    if not isinstance(record.get("must_pass"), Mapping):
        _obliged(record, facts)
    if not isinstance(record.get("lead"), Mapping):
        record.pop("lead", None)
    record.setdefault("dealer", auction[0]["by"] if auction else "N")
    if "next_call" in facts:
        auction.append({"by": facts["next_call"]["by"], "call": facts["next_call"]["call"]})
    if isinstance(facts.get("contract"), str):
        record["contract"] = facts["contract"]
    if "second_replacement_accepted" in facts:
        record["attempt_accepted"] = facts["second_replacement_accepted"]
    if "actual_hand" in facts:
        record["deviates"] = True
    for key, names in NAMES.items():
        if (value := first_of(facts, *names)) is not None:
            record[key] = value
    if isinstance(record.get("attempted"), str):
        record["attempted"] = [record["attempted"]]
    if "replacement_comparable" in facts:
        record["findings"] = {"replaced_comparably": facts["replacement_comparable"]}
    if "offender" in facts and not auction:
        record["offender"] = facts["offender"]
    later = CALL_AT_START.match(str(facts.get("later_call_by_offender", "")))
    if later:
        record["after"] = [{"by": facts["offender"], "call": later.group()}]
    intent = next((str(facts[key]) for key in INTENTS if facts.get(key)), "")
    if intent and auction:
        auction[-1]["over"] = bool(OVER_IT.search(intent))
    if facts.get("original_intended") is not None:
        record["findings"] = {**record.get("findings", {}), "first_unintended": not facts["original_intended"]}
    if facts.get("continued"):
        record["continued"] = made_calls(facts["continued"])
    if facts.get("simultaneous"):
        auction.append(made_calls(facts["simultaneous"]))
    if facts.get("obligation") in EXTENTS and facts.get("offender"):
        record["must_pass"] = {facts["offender"]: facts["obligation"]}
    record |= _noticed(str(facts.get("discovered", "")))
    told = BID_TOLD.search(str(facts.get("auction_note", "")))
    doubled = DOUBLE_TOLD.search(str(facts.get("auction_note", "")))
    if (told or doubled) and not auction:
        if doubled:
            auction = [{"by": doubled["bidder"], "call": doubled["bid"]}, {"by": doubled["by"], "call": "X"}]
        elif told:
            auction = [{"by": told["by"], "call": told["bid"]}]
        if lho := (doubled["lho"] if doubled else told["lho"] if told else None):
            auction.append({"by": lho, "call": "P"})
        record["dealer"] = auction[0]["by"]
    if "turn_infringed" in facts or _written_through(facts):
        auction = _divide(auction, facts, record)
    if auction:
        record["auction"] = auction
    record["meanings"] = {
        key.removeprefix("system_"): _meaning(value)
        for key, value in (facts.get("meanings") or {}).items()
        if isinstance(value, Mapping) and key != "replacements"
    }
    _tell_apart(record, facts)
    replacement = (facts.get("meanings") or {}).get("replacement")
    if isinstance(replacement, str) and NOT_COMPARABLE.search(replacement):
        record["findings"] = {**record.get("findings", {}), "comparable": "no"}
    return record


def _with_meanings(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """The facts with those meanings as data that are told wholly by points and lengths in words."""
    meanings = facts.get("meanings")
    if not isinstance(meanings, Mapping):
        return facts
    read = {key: shown_in_words(value) for key, value in meanings.items() if isinstance(value, str)}
    return {**facts, "meanings": {**meanings, **{key: value for key, value in read.items() if value is not None}}}


def _obliged(record: dict[str, Any], facts: Mapping[str, Any]) -> None:
    """An obligation told as `throughout` is that of the player about whom the case is."""
    extent = record.pop("must_pass", None)
    player = next((facts[key] for key in ("player", "asker", "wants_to_ask", "offender") if facts.get(key)), None)
    if extent in EXTENTS and player:
        record["must_pass"] = {player: extent}


def _tell_apart(record: dict[str, Any], facts: Mapping[str, Any]) -> None:
    """Of two calls at one turn the first is withdrawn if the second is accepted, else the second (25B1, 25B2)."""
    irregular = [item.get("irregular") if isinstance(item, Mapping) else None for item in facts.get("auction") or ()]
    second = irregular.index("change_of_call") if "change_of_call" in irregular else 0
    if not second or record.get("accepted") is None:
        return
    names = ("withdrawn", "replacement") if record["accepted"] else ("replacement", "withdrawn")
    for made, name in zip(record["auction"][second - 1 : second + 1], names, strict=True):
        if name in record["meanings"]:
            made["means"] = record["meanings"].pop(name)


def _noticed(words: str) -> dict[str, Any]:
    """When attention was drawn, from words such as "after the opening lead was faced"."""
    if FACE_DOWN.search(words):
        return {"noticed": "clarification", "findings": {"face_down_lead": True}}
    if IN_PLAY.search(words):
        return {"noticed": "play"}
    return {"noticed": "clarification"} if CLARIFICATION.search(words) else {}


def _written_through(facts: Mapping[str, Any]) -> bool:
    """Whether the auction goes on to the offender's next call, though the call out of rotation was not accepted.

    A player who called before the Director came is told of by what he meant (28B); otherwise what follows is the
    auction after the ruling.
    """
    auction = [item for item in facts.get("auction") or () if isinstance(item, Mapping)]
    at = next((i for i, made in enumerate(auction) if made.get("irregular") == "out_of_rotation"), None)
    if at is None or facts.get("accepted") is not False or any(facts.get(key) for key in INTENTS):
        return False
    return any(made["by"] == auction[at]["by"] for made in auction[at + 1 :])


def _divide(auction: list[dict[str, Any]], facts: Mapping[str, Any], record: dict[str, Any]) -> list[dict[str, Any]]:
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


def _alternative(data: Any) -> Any:
    """One alternative; its words are for the reader."""
    if not isinstance(data, Mapping) or (data and set(data) <= set(SUITS)):
        return data
    return _promised({key: value for key, value in data.items() if key not in ("purpose", "words")}, ALTERNATIVE_KEYS)


def _promised(data: Mapping[str, Any], known: frozenset[str]) -> dict[str, Any]:
    """What hand types cannot hold (keycards, what is denied) becomes a promise in words."""
    found = {key: value for key, value in data.items() if key in known}
    others = [f"{key} {value}" for key, value in sorted(data.items()) if key not in known and value is not None]
    return found | {"features": [*(data.get("features") or ()), *others]} if others else found


def _meaning(data: Mapping[str, Any]) -> dict[str, Any]:
    words = str(data.get("purpose", "")).lower()
    meaning = _promised(data, MEANING_KEYS)
    if denied := DENIES.findall(words):
        meaning["features"] = [*(meaning.get("features") or ()), *(f"denies {item.strip()}" for item in denied)]
    if isinstance(data.get("alternatives"), list):
        meaning["alternatives"] = [_alternative(item) for item in data["alternatives"]]
    asks = next((keyword for keyword, pattern in ASKED_FOR if pattern.search(words)), "")
    if asks:
        meaning["asks"] = asks
    if NOT_NATURAL.search(words):
        meaning.setdefault("artificial", True)
    return meaning
