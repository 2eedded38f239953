"""Auctions as a player sees them, and the patterns that `system.yaml` writes for them.

The auction is written from the first bid on, opponents' calls in brackets: `1C (P) 1H (2D)`. A pattern is the same with
letters for suits: `1x (P) 1y (z)`. The grammar stands at the top of `system.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

Binding = dict[str, str]
"""Which suit each letter stands for."""

VARIABLES: Final[Mapping[str, str]] = {"M": "HS", "OM": "HS", "m": "CD", "om": "CD", **dict.fromkeys("xyzw", "CDHS")}
"""The suits that each letter can stand for."""
OTHER: Final[Mapping[str, str]] = {"M": "OM", "OM": "M", "m": "om", "om": "m"}
"""Letters that name the other suit of the same pair."""
_PAIRED: Final = {"H": "S", "S": "H", "C": "D", "D": "C"}

_TOKEN: Final = re.compile(r"(?P<level>\d(?:-\d)?)?(?P<name>NT|OM|om|[CDHSMmxyzw])")
_BID: Final = "[1-7](?:NT|[CDHS])"
_SPELLED: Final = {"P": "P", "X": "X", "XX": "XX", "bid": _BID, "any": f"(?:P|XX?|{_BID})"}


class BadPattern(ValueError):
    """A pattern that cannot be read."""


def seen(texts: Sequence[str]) -> tuple[str, ...]:
    """The auction from its first bid on, as the player sees it whose turn it is; nothing when all have passed."""
    first = next((i for i, text in enumerate(texts) if text != "P"), len(texts))
    turn = len(texts)
    return tuple(text if (turn - i) % 2 == 0 else f"({text})" for i, text in enumerate(texts[first:], start=first))


def variants(text: str) -> list[str]:
    """The pattern with and without each part that stands in square brackets: `[(1x)] 1NT (P)` is two patterns."""
    found = re.search(r"\[([^]]*)\]", text)
    if found is None:
        return [" ".join(text.split())]
    before, after = text[: found.start()], text[found.end() :]
    return [*variants(before + found[1] + after), *variants(before + after)]


class Pattern:
    """One pattern.

    `size` is the number of calls it describes; an `open` one (`... 4NT (P)`) describes the last calls of an auction.
    """

    def __init__(self, text: str) -> None:
        tokens = text.split()
        self.text = text
        self.open = tokens[:1] == ["..."]
        if self.open:
            tokens = tokens[1:]
        if tokens == ["start"]:
            tokens = []
        self.size = len(tokens)
        self.letters: set[str] = set()
        self._regex = re.compile(" ".join(self._token(token) for token in tokens))

    def _token(self, token: str) -> str:
        if token.startswith("(") and token.endswith(")"):
            return rf"\({self._call(token[1:-1])}\)"
        return self._call(token)

    def _call(self, text: str) -> str:
        if text in _SPELLED:
            return _SPELLED[text]
        found = _TOKEN.fullmatch(text)
        if found is None:
            raise BadPattern(f"{self.text!r}: {text!r} is not a call, a letter for a suit, bid or any")
        level, name = found["level"] or "1-7", found["name"]
        if name not in VARIABLES:
            return f"[{level}]{name}"
        if name in self.letters:
            return f"[{level}](?P={name})"
        self.letters.add(name)
        return f"[{level}](?P<{name}>[{VARIABLES[name]}])"

    def match(self, calls: Sequence[str]) -> Binding | None:
        """The suits its letters stand for in this auction, or None when the auction is another."""
        if len(calls) != self.size and not (self.open and len(calls) > self.size):
            return None
        found = self._regex.fullmatch(" ".join(calls[len(calls) - self.size :]))
        if found is None:
            return None
        binding: Binding = found.groupdict()
        return binding if len(set(binding.values())) == len(binding) else None


def completed(binding: Binding) -> Binding:
    """With the other suit of a pair added: whoever knows M knows OM."""
    return {OTHER[name]: _PAIRED[suit] for name, suit in binding.items() if name in OTHER} | binding
