"""Reading cases strictly: whatever a case says is known, or it is a fault with its line, and the other cases are read on."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from laws.cases.case import Expected, Part, Question, RulingCase
from laws.cases.entries import Entry, unknown
from laws.cases.vocabulary import BESIDE, CARD, CONTRACT, all_outcomes, in_a_case, kind_of
from laws.rulings.editions import EDITIONS
from laws.rulings.facts import FACTS
from laws.rulings.readers import COMPARABLE_FINDINGS, rule_of, unknown_edition
from laws.rulings.record import USUAL, BadRecord, TableRecord, parse_record
from laws.rulings.story.form import FRAME, Story, parse_story
from laws.rulings.story.walk import course

PROSE: Final = ("situation", "question", "why", "note")
"""Keys whose text is for people."""
PLACED: Final[Mapping[str, Collection[str]]] = {"kind": ("example", "branch"), "level": ("club", "congress")}
FLAGS: Final = ("judgement", "disputed")
ASKED: Final = ("record", "expect", "absent", "cites", "open")
"""What a case of one question and each part of another says of the question."""
BOARD: Final = (*sorted(FRAME), "methods")
"""What a case that tells a story says of the board, under `board`."""
CASE_KEYS: Final = ("id", "topic", *PLACED, *PROSE, "wrong", "source", *FLAGS, *ASKED, "board", "story", "parts")
PART_KEYS: Final = ("part", "ask", "note", *ASKED)
MOMENT_KEYS: Final = ("part", "ask", "note", "at", "about", *(key for key in ASKED if key != "record"))
END: Final = "end"
"""The moment at which all of a story has been told."""
SCORINGS: Final = ("matchpoints", "imps", "rubber")
TOPIC: Final = re.compile(r"[a-z0-9_]+")


def read_case(entry: Entry) -> RulingCase | None:
    """A case, or None when something in it is wrong; then `entry.faults` says what."""
    if not isinstance(entry.value, Mapping) or not entry.has("id"):
        entry.fault("expected a case: a mapping with an id")
        return None
    before = len(entry.faults)
    entry = Entry(entry.document, entry.value, entry.path, str(entry.value["id"]), entry.faults)
    for _, inside in entry.mapping(CASE_KEYS, "a case"):
        _check_head(inside)
    if entry.has("story"):
        parts = _moments(entry)
    elif entry.has("parts"):
        parts = _parts(entry)
        _asked_in_parts(entry)
    elif entry.has("record"):
        parts = _part("", entry, entry.at("record"))
    else:
        entry.fault("expected `record`, `parts` or `story`")
        parts = []
    if len(entry.faults) > before:
        return None
    return RulingCase(
        id=entry.case,
        parts=tuple(parts),
        judgement=bool(entry.value.get("judgement")),
        disputed=bool(entry.value.get("disputed")),
        place=entry.place,
        written=entry.value,
    )


def _check_head(entry: Entry) -> None:
    key = str(entry.path[-1])
    if key in PLACED:
        entry.one_of(PLACED[key], key)
    elif key in FLAGS:
        entry.one_of((False, True), "value")
    elif key in PROSE and not isinstance(entry.value, str):
        entry.fault(f"expected words, not {entry.value!r}")
    elif key == "topic" and not TOPIC.fullmatch(str(entry.value)):
        entry.fault(f"expected a topic such as insufficient_bid, not {entry.value!r}")
    elif key == "wrong":
        for answer in entry.list():
            if not isinstance(answer.value, str):
                answer.fault(f"expected words, not {answer.value!r}")


def _parts(case: Entry) -> list[Part]:
    parts: list[Part] = []
    shared = case.value.get("record") or {}
    for index, entry in enumerate(case.at("parts").list(), 1):
        for _, inside in entry.mapping(PART_KEYS, "a part"):
            if inside.path[-1] in ("ask", "note") and not isinstance(inside.value, str):
                inside.fault(f"expected words, not {inside.value!r}")
        if not isinstance(entry.value, Mapping):
            continue
        label = str(entry.value.get("part", index))
        if label in (part.label for part in parts):
            entry.fault(f"two parts are called {label}")
        parts += (
            _part(label, entry, entry.at("record"), shared)
            if entry.has("record")
            else _part(label, entry, case.at("record"))
        )
    if not case.value["parts"]:
        case.at("parts").fault("expected a list of parts, each with what is asked in it")
    return parts


def _asked_in_parts(case: Entry) -> None:
    for key in ASKED:
        if key != "record" and case.has(key):
            case.at(key).fault("a case with parts says this in each of them")


def _moments(case: Entry) -> list[Part]:
    """The rulings that are asked for in a story: at a moment (`at`), about what happened at an entry (`about`)."""
    _asked_in_parts(case)
    if case.has("record"):
        case.at("record").fault("a case tells a story or has a record, not both")
    for _ in case.at("board").mapping(BOARD, "what holds for the board") if case.has("board") else ():
        pass
    try:
        story = parse_story({**(case.value.get("board") or {}), "story": case.value["story"]})
    except BadRecord as error:
        within = case if error.path.startswith("story") else case.at("board")
        within.within(error.path.removeprefix("board.")).fault(str(error).partition(": ")[2])
        return []
    parts: list[Part] = []
    for index, entry in enumerate(case.at("parts").list(), 1):
        for _, inside in entry.mapping(MOMENT_KEYS, "a part of a story"):
            if inside.path[-1] in ("ask", "note") and not isinstance(inside.value, str):
                inside.fault(f"expected words, not {inside.value!r}")
        if isinstance(entry.value, Mapping):
            parts += _moment(str(entry.value.get("part", index)), entry, story)
    if not parts and not case.faults:
        case.fault("expected parts, each with the moment (`at`) and what is expected of the ruling then")
    return parts


def _moment(label: str, entry: Entry, story: Story) -> list[Part]:
    moment, about = entry.value.get("at", END), entry.value.get("about")
    question = _question(entry, story.edition if story.edition in EDITIONS else "duplicate-2017")
    try:
        walked = course(story, at=None if moment == END else moment)
    except (TypeError, ValueError) as error:
        entry.at("at").fault(f"no ruling at this moment: {error}")
        return []
    rulings = [one for one in walked.rulings if about in (None, one.at)]
    if not rulings:
        there = ", ".join(str(one.at) for one in walked.rulings) or "none"
        entry.fault(f"no ruling about entry {about} at this moment; there are rulings about: {there}")
        return []
    return [Part(label, parse_record(rulings[-1].record), question)]


def _part(label: str, asked: Entry, table: Entry, shared: Mapping[str, Any] | None = None) -> list[Part]:
    """A table with what is asked of it; nothing where the table is wrong, but what is asked is looked at all the same."""
    record = _record(table, shared or {})
    told = {**(shared or {}), **(table.value if isinstance(table.value, Mapping) else {})}.get("edition")
    question = _question(asked, told if told in EDITIONS else "duplicate-2017")
    return [] if record is None else [Part(label, record, question)]


# -- the table ---------------------------------------------------------------------------------------------------------


def _record(entry: Entry, shared: Mapping[str, Any]) -> TableRecord | None:
    """The table, with what it shares with the other parts; None when something in it is wrong, each fault told."""
    if not isinstance(entry.value, Mapping):
        entry.fault(f"expected a mapping, not {entry.value!r}")
        return None
    data = {"assume": USUAL, **_together(shared, entry.value)}
    before = len(entry.faults)
    left_out: set[str] = set()
    record = None
    while record is None:
        try:
            record = parse_record(data, path="record")
        except BadRecord as error:
            at = entry.within(error.path.partition("record")[2])
            name = str(at.path[len(entry.path)]) if len(at.path) > len(entry.path) else ""
            if name in left_out:
                return None
            at.fault(str(error).partition(": ")[2])
            # Read on without the field, so that the faults of others are told too.
            left_out.add(name)
            data.pop(name, None)
            data.setdefault("dealer", "N")
    if record.edition not in EDITIONS:
        entry.at("edition").fault(unknown_edition(record.edition))
        return None
    if record.contract and not CONTRACT.fullmatch(record.contract):
        entry.at("contract").fault(f"expected a contract such as 3NT or 4SX, not {record.contract!r}")
    if entry.has("scoring"):
        entry.at("scoring").one_of(SCORINGS, "scoring")
    if record.procedure is not None:
        try:
            rule_of(record.procedure, record.edition)
        except ValueError as error:
            entry.at("procedure").fault(str(error))
    if isinstance(data.get("findings"), Mapping):
        _check_answers(entry.at("findings"), record.findings)
    return record if len(entry.faults) == before else None


def _together(shared: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """A part's record over the case's: a field replaces the field, but findings and meanings are joined."""
    joined = {
        key: {**shared[key], **own[key]}
        for key in ("findings", "meanings")
        if isinstance(shared.get(key), Mapping) and isinstance(own.get(key), Mapping)
    }
    return {**shared, **own, **joined}


def _check_answers(entry: Entry, answers: Mapping[str, Any]) -> None:
    """Facts with their answers, as `findings` and `if` have them."""
    for name, value in answers.items():
        at = entry.at(name)
        if name == "comparable":
            at.one_of(COMPARABLE_FINDINGS, "answer")
        elif name not in FACTS:
            entry.fault(unknown("fact", name, FACTS), key=name)
        elif value not in FACTS[name].values:
            at.fault(unknown("answer", value, FACTS[name].values))


# -- what is expected --------------------------------------------------------------------------------------------------


def _question(entry: Entry, edition: str) -> Question:
    if entry.has("open"):
        entry.at("open").one_of((False, True), "value")
    return Question(
        expect=tuple(_expected(entry.at("expect").list(), edition)),
        absent=tuple(_expected(entry.at("absent").list(), edition)),
        cites=tuple(str(at.value) for at in entry.at("cites").list() if _is_provision(at, edition)),
        open=entry.value.get("open"),
        place=entry.at("cites").place,
    )


def _is_provision(entry: Entry, edition: str) -> bool:
    """A provision of the edition, or a law of it by its number."""
    known = EDITIONS[edition]
    if known.has(str(entry.value)):
        return True
    entry.fault(f"{unknown('provision', entry.value, known.keys | known.laws.keys())}; it is cited as of {edition}")
    return False


def _expected(entries: Iterable[Entry], edition: str) -> list[Expected]:
    found = []
    for entry in entries:
        if not isinstance(entry.value, Mapping) or "outcome" not in entry.value:
            entry.fault(f"expected {{outcome: ...}}, not {entry.value!r}")
            continue
        name = entry.value["outcome"]
        if not entry.at("outcome").one_of(all_outcomes(), "outcome"):
            continue
        own = all_outcomes()[name]
        keys = {}
        for key, at in entry.mapping(("outcome", *own, *(key for key in BESIDE if key not in own)), "an outcome"):
            if key == "law":
                _is_provision(at, edition)
            elif key == "if":
                if at.value and isinstance(at.value, Mapping):
                    _check_answers(at, at.value)
                else:
                    at.fault(f"expected facts with their answers, not {at.value!r}")
            elif key not in ("outcome", "note"):
                _check_value(at, name, key, own.get(key, ()))
                keys[key] = at.value
        law, under = entry.value.get("law"), entry.value.get("if")
        found.append(
            Expected(name, keys, str(law or ""), under if isinstance(under, Mapping) else {}, place=entry.place)
        )
    return found


def _check_value(entry: Entry, name: str, key: str, values: Collection[Any]) -> None:
    """What stands under a key of an outcome: of the key's kind, or one of the values that procedures give it."""
    kind = kind_of(key, values)
    if kind is not None:
        if not kind.holds(entry.value):
            entry.fault(f"expected {in_a_case(key, values)}, not {entry.value!r}")
    elif isinstance(entry.value, list) and key == "list" and set(entry.value) <= set(values):
        return  # what there is to choose from, all of it
    elif not (key == "card" and CARD.holds(entry.value)):
        entry.one_of(values, f"value of `{key}` of {name}")
