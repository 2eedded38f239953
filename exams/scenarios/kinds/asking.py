"""What every kind of question makes of a story and its ruling."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from exams.scenarios.stories import Story
from laws.rulings.ruling import Ruling

LETTERS: Final = "abcdef"
"""What the options of a question are called, in the order shown."""


class NotAskable(ValueError):
    """This ruling gives no good question of the kind: too few wrong answers, nothing to put in order."""


@dataclass(frozen=True)
class Asking:
    """A question with its answers, as the content of a version has them.

    options: {id, text, why} each, in the order shown; none for typed answers. key: an option's id, or a list. more: what
    only this kind has (a rubric). after: paragraphs that the stem ends with.
    """

    question: str
    options: Sequence[Mapping[str, str]]
    key: str | list[str]
    more: Mapping[str, Any] = field(default_factory=dict)
    after: Sequence[str] = ()


def lettered(told: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    """Options from their texts, each with why it is right or wrong."""
    return [{"id": letter, "text": text, "why": why} for letter, (text, why) in zip(LETTERS, told, strict=False)]


class Kind(Protocol):
    """A kind of question. Raises NotAskable when the ruling gives none."""

    def __call__(self, story: Story, ruling: Ruling, rng: random.Random) -> Asking: ...
