"""The sentences in which an explanation says why an option is wrong or right, so that one question does not say them all alike.

Where one fact of the table decides, it is told as it is here; the words after "if" are for where it has been told already, or
where there are several. Most kinds of sentence have several frames that mean the same. Where the first begins is drawn from the
question, so that it always reads alike; each further sentence of the kind takes the next frame. A fact is told as it is, and a
reason that holds against two options is given to both in the same words: each is read next to its own option.
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
    _PLAIN: ("{here} ({law}).",),
}
"""What a sentence of a kind looks like as it is made, and its frames; that of a fact of this table comes out of `_ONE_FACT`."""
_SAME: Final = (
    "Correct ({law}), for the same reason.",
    "Right, for the same reason ({law}).",
    "Yes, for the same reason ({law}).",
)
"""Frames of what is right for what the sentence about the last right option said."""
_PART: Final = "choose_all"
"""The kind of question whose options are parts of a ruling; those of others are rulings."""


def framed(options: Sequence[Mapping[str, str]], kind: str, seed: str) -> list[dict[str, str]]:
    """The options of a question of this kind with what is said for and against each; seed: what the question is known by."""
    ruling = "part of the ruling" if kind == _PART else "the ruling"
    start = zlib.crc32(seed.encode())
    whys = _framed([one.get("why", "") for one in options], ruling, start)
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
