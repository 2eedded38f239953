"""Names that may be of one person: written alike, in another order, or with an initial.

By the standard library's difflib, among names that share a word or both initials: to compare each with each would take too
long.
"""

from __future__ import annotations

from collections import defaultdict
from difflib import SequenceMatcher
from functools import lru_cache

from accounts.accreditation.intake.columns import plain

ALIKE = 0.82
"""How much of two names is the same, where they share no word (1: all)."""
ALIKE_REST = 0.75
"""How much of the rest is the same, where they share one."""
MOST = 5


class Names:
    """Names of people, to be asked for those that are like another."""

    def __init__(self) -> None:
        self._of: dict[str, str] = {}
        self._blocks: dict[str, set[str]] = defaultdict(set)

    def add(self, who: str, name: str) -> None:
        """Keep a name."""
        self._of[who] = key_of(name)
        for block in _blocks(self._of[who]):
            self._blocks[block].add(who)

    def like(self, name: str) -> list[str]:
        """Those whose names are like this one, the likest first; at most five."""
        key = key_of(name)
        near = {who for block in _blocks(key) for who in self._blocks.get(block, ())}
        matcher = SequenceMatcher(autojunk=False)
        matcher.set_seq2(key)
        found = [(mark, self._of[who], who) for who in near if (mark := _mark(matcher, key, self._of[who]))]
        return [who for _mark_, _key, who in sorted(found, key=lambda one: (-one[0], one[1], str(one[2])))[:MOST]]


def key_of(name: str) -> str:
    """The words of a name in the order of the alphabet."""
    return " ".join(sorted(plain(name).split()))


def are_alike(one: str, other: str) -> bool:
    """Whether two names share a word, or are written alike: enough where an address or a number is the same, too."""
    first, second = key_of(one), key_of(other)
    shared = {word for word in first.split() if len(word) > 1} & set(second.split())
    return bool(shared) or first == second or SequenceMatcher(None, first, second, autojunk=False).ratio() >= ALIKE


def _blocks(key: str) -> set[str]:
    parts = key.split()
    return {part for part in parts if len(part) > 1} | {"".join(sorted(part[0] for part in parts))}


def _mark(matcher: SequenceMatcher[str], key: str, other: str) -> float:
    if key == other:
        return 1.0
    mine, theirs = key.split(), other.split()
    if shared := set(mine) & set(theirs):
        # What they share says little, as a family name does: the rest decides.
        one, two = (" ".join(word for word in words if word not in shared) for words in (mine, theirs))
        return _mark_of_rest(one, two)
    matcher.set_seq1(other)
    if matcher.real_quick_ratio() < ALIKE or matcher.quick_ratio() < ALIKE:
        return 0.0
    mark = matcher.ratio()
    return mark if mark >= ALIKE else 0.0


@lru_cache(maxsize=50_000)
def _mark_of_rest(one: str, other: str) -> float:
    """How much two rests are the same, 0 where too little. Kept, as a register has the same given names over and over."""
    if not one or not other or (1 in (len(one), len(other)) and one[0] == other[0]):
        return ALIKE_REST
    mark = SequenceMatcher(None, one, other, autojunk=False).ratio()
    return mark if mark >= ALIKE_REST else 0.0
