"""An item as a content of the bank, with defaults for what no format says."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _

from exams.bank.content import BrokenContent, check, fingerprint_of, whole, without_engine
from exams.bank.interchange.item import LETTERS, WAYS, BrokenItem, Item, Way, item_of
from exams.bank.interchange.xml import plain
from exams.bank.kinds import KINDS, Content
from laws.rulings.meanings import BadMeaning
from laws.rulings.readers import UnknownProcedure, rule
from laws.rulings.record import BadRecord, Contradiction, parse_stored
from laws.rulings.regulations import BadRegulation

_KINDS: Mapping[Way, str] = {
    Way.SINGLE: "best_ruling",
    Way.MULTIPLE: "choose_all",
    Way.ORDER: "order_steps",
    Way.ENTRY: "cite_law",
    Way.NUMBER: "number",
    Way.ESSAY: "written",
}
"""The kind of an item that does not say which it is."""
_JUDGING: Final = next(name for name, kind in KINDS.items() if kind.judges)

LONGEST: Final = 200_000
"""Characters of a content as JSON; the longest of the generator's has about ten thousand, and pages show all of it."""
# JSON can say these, the database cannot hold them.
_NOT_STORED: Final = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True)
class Defaults:
    """What is taken where a file says nothing of it. cites: provisions, the most important first.

    topics: those of the body's syllabus, by slug; another that a file names gives way to `topic`.
    """

    level: str
    topic: str
    edition: str
    cites: tuple[str, ...]
    topics: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Taken:
    """A content, and what an examiner should know of how it came about."""

    content: Content
    notes: tuple[str, ...] = ()


def content_of(item: Item, defaults: Defaults) -> Taken:
    """The content, checked. Raises BrokenItem with the reason where the bank cannot hold it.

    Our own content that came with the item is taken as it is, if it is whole and still says what the item says: what it
    asks, keys, explains and tells of level, topic and the like, as far as the file has that. Where the item was changed
    since, the item counts, and from the content only what the item cannot say. That the rules engine has ruled so is
    believed only if it rules so again.
    """
    carried = _whole(item.carried)
    if carried is None:
        return _written(item, item.told, defaults, ())
    known = item_of(carried)
    retold = item.retold(known)
    if retold or item.essence() != known.essence() or item.explanation not in ((), known.explanation):
        note = _("Changed since it was exported: imported as it is in the file.")
        return _written(item, {**known.told, **retold}, defaults, (note,), carried)
    topic, notes = _topic(carried["topic"], defaults)
    kept = carried if topic == carried["topic"] else {**carried, "topic": topic}
    if "receipt" in kept and not confirmed(kept):
        return Taken(without_engine(kept), (*notes, _("The rules engine rules differently: imported as written.")))
    return Taken(kept, notes)


def _whole(carried: Mapping[str, Any] | None) -> Content | None:
    """The content that a file carries, if the bank could store it as it is."""
    if carried is None or not _can_be_stored(carried):
        return None
    try:
        check(carried)
    except BrokenContent:
        return None
    return carried


def _can_be_stored(carried: Mapping[str, Any]) -> bool:
    """Whether the database can hold it, and a page show it."""
    try:
        told = json.dumps(carried, ensure_ascii=False, allow_nan=False)
    except (ValueError, RecursionError):
        return False
    return len(told) <= LONGEST and not any(map(_NOT_STORED.search, _strings(carried)))


def _strings(part: Any) -> Iterator[str]:
    """Every name and text in it."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, Mapping):
        yield from part
        for one in part.values():
            yield from _strings(one)
    elif isinstance(part, list):
        for one in part:
            yield from _strings(one)


def _written(
    item: Item,
    told: Mapping[str, Any],
    defaults: Defaults,
    notes: tuple[str, ...],
    carried: Content | None = None,
) -> Taken:
    """A content as a person would have written it: without the engine's record and receipt.

    carried: what it was before somebody changed the item.
    """
    explanation = _explanation_of(item, carried) if carried else {"say": _say(item), "steps": [], "outcomes": []}
    item = _shuffled(item)
    choices, filled = _options(item)
    cites = _cites(item, told, defaults)
    topic, strange = _topic(str(told.get("topic", defaults.topic)), defaults)
    content: dict[str, Any] = {
        "format": 1,
        "kind": _kind(item, told),
        "level": told.get("level", defaults.level),
        "topic": topic,
        "edition": told.get("edition", defaults.edition),
        "stem": list(item.stem),
        "question": item.question,
        "diagrams": dict(item.diagrams),
        "options": choices,
        "key": _key(item),
        "explanation": {**explanation, "cites": cites},
    }
    if content["kind"] == _JUDGING:
        content["ruling"] = item.ruling
    elif item.ruling:
        # Somebody has made it a question of another kind, which tells the ruling where it was told.
        content["stem"].append(item.ruling)
    if item.way is Way.ESSAY:
        content["rubric"] = _rubric(item, cites)
    if not _can_be_stored(content):
        raise BrokenItem(_("It is longer than any question can be, or has characters that cannot be stored."))
    content["fingerprint"] = fingerprint_of(content)
    try:
        check(content)
    except BrokenContent as error:
        raise BrokenItem(str(error)) from error
    return Taken(content, (*notes, *strange, *filled))


def _shuffled(item: Item) -> Item:
    """The item, its steps no longer in the right order where a file has them so: we ask them as they are stored."""
    if item.way is not Way.ORDER or item.right != tuple(range(len(item.choices))):
        return item
    places = list(range(len(item.choices)))
    by_lot = sorted(places, key=lambda place: hashlib.sha256(item.choices[place].text.encode()).digest())
    if by_lot == places:
        by_lot = by_lot[1:] + by_lot[:1]
    right = tuple(by_lot.index(place) for place in places)
    return replace(item, choices=tuple(item.choices[place] for place in by_lot), right=right)


def _topic(told: str, defaults: Defaults) -> tuple[str, tuple[str, ...]]:
    """The topic that a file names, if the syllabus has it; else the default, and a note that says so."""
    if not told:
        raise BrokenItem(_("It has no topic: choose one for it."))
    if told in defaults.topics or not defaults.topics:
        return told, ()
    if not defaults.topic:
        raise BrokenItem(_("Your syllabus has no topic “%s”: choose one for it.") % told)
    return defaults.topic, (_("Your syllabus has no topic “%s”: imported under the one you chose.") % told,)


def _kind(item: Item, told: Mapping[str, Any]) -> str:
    """What the file says, if it is answered in that way; a ruling to be judged says it as well, and is needed for it."""
    kind = str(told.get("kind", ""))
    if item.way is Way.SINGLE and item.ruling:
        return _JUDGING
    fits = WAYS.get(kind) is item.way and not KINDS[kind].judges
    return kind if fits else _KINDS[item.way]


def _cites(item: Item, told: Mapping[str, Any], defaults: Defaults) -> list[str]:
    """What the file says, else the defaults; and always what a candidate is to cite."""
    said = [str(one) for one in told.get("cites", [])] or list(defaults.cites)
    asked = [str(one) for one in item.right[:1] if str(one) not in said] if item.way is Way.ENTRY else []
    rubric = [one.provision for one in item.rubric if one.provision]
    cites = list(dict.fromkeys([*asked, *said, *rubric]))
    if not cites:
        raise BrokenItem(_("It cites no law: give the provision that decides."))
    return cites


def _options(item: Item) -> tuple[list[dict[str, str]], tuple[str, ...]]:
    """The options; a wrong one of which the file does not say why gets the right answer as its reason, and a note."""
    if len(item.choices) > len(LETTERS):
        said = {"most": len(LETTERS), "found": len(item.choices)}
        raise BrokenItem(_("It has %(found)d options; a question of the bank has at most %(most)d.") % said)
    right = " ".join(f"“{item.choices[int(place)].text}”" for place in item.right) if item.choices else ""
    options, filled = [], 0
    for place, choice in enumerate(item.choices):
        why = choice.why
        needed = (item.way is Way.SINGLE and place not in item.right) or item.way is Way.MULTIPLE
        if needed and not why:
            why, filled = _("Right is: %s") % right, filled + 1
        options.append({"id": LETTERS[place], "text": choice.text, "why": why})
    note = _("The file gives no reason for %d options; write them before review.") % filled
    return options, (note,) if filled else ()


def _key(item: Item) -> Any:
    match item.way:
        case Way.SINGLE:
            if len(item.right) != 1:
                raise BrokenItem(_("It has %d right answers where one is to be chosen.") % len(item.right))
            return LETTERS[int(item.right[0])]
        case Way.MULTIPLE:
            return sorted(LETTERS[int(place)] for place in item.right)
        case Way.ORDER:
            return [LETTERS[int(place)] for place in item.right]
        case Way.ENTRY:
            return [str(one) for one in item.right]
        case Way.NUMBER:
            return str(item.right[0])
        case Way.ESSAY:
            return ""


def _say(item: Item) -> str:
    """What the Director says: of ours one paragraph, of others all of it, else the right answer."""
    ours = bool(item.told.get("kind"))
    place = whole(str(item.told.get("say", ""))) or 0
    said = item.explanation[place : place + 1] if ours else item.explanation
    right = (
        [item.choices[int(place)].text for place in item.right] if item.choices else [str(one) for one in item.right]
    )
    if item.way is Way.ESSAY:
        right = [one.text for one in item.rubric]
    return plain(" ".join(said)) or plain(" ".join(right))


def _rubric(item: Item, cites: list[str]) -> list[dict[str, Any]]:
    if not item.rubric:
        raise BrokenItem(_("It has nothing for markers: no rubric and no notes."))
    return [
        {
            "id": one.id or f"r{number}",
            "part": one.part or "rectification",
            "text": one.text,
            "provision": one.provision or cites[0],
            "marks": one.marks,
        }
        for number, one in enumerate(item.rubric, start=1)
    ]


def _explanation_of(item: Item, carried: Content) -> dict[str, Any]:
    """What was exported, with what the Director says as the file has it now.

    The reason, the steps and what follows from them are kept where the file still has them all and only the words about them
    or what is told beside the item was changed; under another key, other laws or another edition they may not hold.
    """
    known, told = item_of(carried), carried["explanation"]
    lines = [one for one in known.explanation if one != plain(told["say"])]
    said = " ".join(one for one in item.explanation if one not in lines)
    has_all = set(lines) <= set(item.explanation or lines)
    hold = has_all and item.essence() == known.essence() and not {"edition", "cites"} & item.retold(known).keys()
    why = {name: told[name] for name in ("reason", "comparison") if hold and name in told}
    return why | {
        "say": told["say"] if said in ("", plain(told["say"])) else said,
        "steps": told["steps"] if hold else [],
        "outcomes": told["outcomes"] if hold else [],
    }


def confirmed(content: Mapping[str, Any]) -> bool:
    """Whether ruling on the record again goes the same way on the same facts, by whatever version of the engine."""
    try:
        ruling = rule(parse_stored({"edition": content["edition"], **content["record"]}))
    except (BadRecord, BadMeaning, BadRegulation, Contradiction, UnknownProcedure):
        return False
    if not ruling.complete:
        return False
    told, said = ruling.receipt(), content["receipt"]
    return all(told[part] == said[part] for part in ("edition", "facts", "path"))
