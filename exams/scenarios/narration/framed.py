"""The sentences in which an explanation says why an option is wrong or right, so that one question does not say them all alike.

Where one fact of the table decides, it is told as it is here; the words after "if" are for where it has been told already, or
where there are several. Each kind of sentence has several frames that mean the same. Where the first begins is drawn from the
question, so that it always reads alike; each further sentence of the kind takes the next frame. No sentence stands twice.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

_CITED: Final = r" \((?P<law>\S+)\)"
_ONE_FACT: Final = re.compile(
    rf"(?P<about>This|The ruling) would be right (?P<when>if|only if) (?P<said>.+); but (?P<here>.+){_CITED}\."
)
"""What would be right, and the fact of this table that it is not."""
_BUT: Final = "But {here} ({law})."
_PLAIN: Final = re.compile(rf"(?P<here>.+){_CITED}\.")
_CORRECT: Final = re.compile(rf"Correct{_CITED}: (?P<said>(?:(?![.?!] ).)+)\.")
_FRAMES: Final[Mapping[re.Pattern[str], Sequence[str]]] = {
    re.compile(rf"This would be right if (?P<said>.+){_CITED}\."): (
        "This would be right if {said} ({law}).",
        "That would be so if {said} ({law}).",
        "If {said}, this would be right ({law}).",
        "That would be {ruling} if {said} ({law}).",
    ),
    re.compile(rf"This would be right only if (?P<said>.+){_CITED}\."): (
        "This would be right only if {said} ({law}).",
        "That would be right only if {said} ({law}).",
        "That would be {ruling} only if {said} ({law}).",
    ),
    _CORRECT: ("Correct ({law}): {said}.", "Right: {said} ({law}).", "Yes: {said} ({law})."),
    re.compile(rf"Correct{_CITED}\."): ("Correct ({law}).", "Right ({law}).", "Yes ({law})."),
    _PLAIN: ("{here} ({law}).", _BUT, "Not here: {here} ({law})."),
}
"""What a sentence of a kind looks like as it is made, and its frames; that of a fact of this table comes out of `_ONE_FACT`."""
_AGAIN: Final = ("Here too, {why}", "Again, {why}")
"""Frames of what has been said of another option word for word."""
_SAME: Final = (
    "Correct ({law}), for the same reason.",
    "Right, for the same reason ({law}).",
    "Yes, for the same reason ({law}).",
)
"""Frames of what is right for what the sentence about the last right option said."""
_NAME: Final = re.compile(r"(?:North|South|East|West|Law|I)\b")
"""How sentences begin that keep their capital behind other words."""
_RIGHT: Final = re.compile(r"(?:Correct|Right|Yes)\b")
"""How sentences about a right option begin."""
_PART: Final = "choose_all"
"""The kind of question whose options are parts of a ruling; those of others are rulings."""


def framed(options: Sequence[Mapping[str, str]], kind: str, seed: str) -> list[dict[str, str]]:
    """The options of a question of this kind with what is said for and against each; seed: what the question is known by."""
    ruling = "part of the ruling" if kind == _PART else "the ruling"
    start = zlib.crc32(seed.encode())
    whys = _different(_framed([one.get("why", "") for one in options], ruling, start), start)
    return [{**one, **({"why": why} if "why" in one else {})} for one, why in zip(options, whys, strict=True)]


def _framed(whys: Sequence[str], ruling: str, start: int) -> Iterator[str]:
    taken = dict.fromkeys(_FRAMES, start)
    told = {found["said"] for why in whys if (found := _CORRECT.fullmatch(why))}
    right = ""
    for whole in whys:
        kind, why = _kind_of(whole, told)
        found = kind.fullmatch(why) if kind else None
        if kind is None or found is None:
            yield why
            continue
        frames = _FRAMES[kind]
        if kind is _CORRECT:
            frames, right = (frames if found["said"] != right else _SAME), found["said"]
        if ", but " in found.groupdict().get("here", ""):
            frames = [frame for frame in frames if frame != _BUT]
        text = frames[taken[kind] % len(frames)].format(**found.groupdict(), ruling=ruling)
        taken[kind] += 1
        yield text[0].upper() + text[1:]


def _kind_of(why: str, told: set[str]) -> tuple[re.Pattern[str] | None, str]:
    """What kind of sentence it is, and what of it is said; told: the facts that the question tells, with this one after."""
    if one := _ONE_FACT.fullmatch(why):
        if one["here"] not in told:
            told.add(one["here"])
            return _PLAIN, f"{one['here']} ({one['law']})."
        why = f"{one['about']} would be right {one['when']} {one['said']} ({one['law']})."
    return next((kind for kind in _FRAMES if kind is not _PLAIN and kind.fullmatch(why)), None), why


def _different(whys: Iterator[str], start: int) -> Iterator[str]:
    """The sentences, each that has been said already as one that says it again."""
    said: dict[str, int] = {}
    for why in whys:
        times = said[why] = said.get(why, 0) + 1
        if times == 1 or not why or _RIGHT.match(why):
            yield why
            continue
        inner = why if _NAME.match(why) else why[0].lower() + why[1:]
        yield _AGAIN[(start + times) % len(_AGAIN)].format(why=inner)
