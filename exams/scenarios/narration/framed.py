"""The sentences in which an explanation says when an option would be right, so that one question does not say them all alike.

Each kind of sentence has several frames that mean the same. Where the first begins is drawn from the question, so that it
always reads alike; each further sentence of the kind takes the next frame, so that no two beside each other are the same.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

_CITED: Final = r" \((?P<law>\S+)\)"
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
    re.compile(rf"Correct{_CITED}: (?P<said>(?:(?![.?!] ).)+)\."): (
        "Correct ({law}): {said}.",
        "Right: {said} ({law}).",
        "Yes: {said} ({law}).",
    ),
    re.compile(rf"Correct{_CITED}\."): ("Correct ({law}).", "Right ({law}).", "Yes ({law})."),
}
"""What a sentence of a kind looks like as it is made, and its frames."""
_PART: Final = "choose_all"
"""The kind of question whose options are parts of a ruling; those of others are rulings."""


def framed(options: Sequence[Mapping[str, str]], kind: str, seed: str) -> list[dict[str, str]]:
    """The options of a question of this kind with what is said for and against each; seed: what the question is known by."""
    ruling = "part of the ruling" if kind == _PART else "the ruling"
    whys = _framed([one.get("why", "") for one in options], ruling, zlib.crc32(seed.encode()))
    return [{**one, **({"why": why} if "why" in one else {})} for one, why in zip(options, whys, strict=True)]


def _framed(whys: Sequence[str], ruling: str, start: int) -> Iterator[str]:
    taken = dict.fromkeys(_FRAMES, start)
    for why in whys:
        kind, found = next(((kind, found) for kind in _FRAMES if (found := kind.fullmatch(why))), (None, None))
        if kind is None or found is None:
            yield why
            continue
        frames = _FRAMES[kind]
        text = frames[taken[kind] % len(frames)].format(**found.groupdict(), ruling=ruling)
        taken[kind] += 1
        yield text[0].upper() + text[1:]
