"""Guessing the right option from the options alone: by the words that tend to be right, and by what stands out.

The weights of the words were learned from questions of the generator (`manage.py tells --write`) and are kept as data, so that
nothing has to be learned where the program runs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from exams.bank.kinds import Content, kind_of
from exams.bank.tells.phrases import grams
from exams.bank.tells.signs import Sign, options_of, signs
from exams.bank.tells.tallies import Tally

FILE: Final = Path(__file__).with_name("weights.json")
SIGN: Final = 0.5
"""What a sign that speaks for an option adds to the weights of its words."""


@dataclass(frozen=True)
class Weights:
    """What was learned: of how many questions of which seed, the weight of each run of words, and how wordings have fared."""

    questions: int
    seed: int
    generator: str
    grams: Mapping[str, float]
    wordings: Mapping[str, Tally]


@dataclass(frozen=True)
class Guess:
    """What somebody would choose who reads the options alone: one of them, or several between which nothing tells.

    right: how likely that finds the right one; chance: how likely it is for somebody who draws lots.
    """

    options: Sequence[str]
    right: float
    chance: float

    @property
    def finds(self) -> bool:
        """Whether it picks the right option, and no other."""
        return self.right == 1


@cache
def weights() -> Weights:
    """What the file holds."""
    kept: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    tallies = {wording: Tally(*counted) for wording, counted in kept["wordings"].items()}
    return Weights(kept["questions"], kept["seed"], kept["generator"], kept["grams"], tallies)


def write(learned: Weights) -> None:
    """Keep them in the file, one run of words and one wording a line."""
    about = {"questions": learned.questions, "seed": learned.seed, "generator": learned.generator}
    fared = {
        wording: [one.offered, one.right, round(one.expected, 2)] for wording, one in sorted(learned.wordings.items())
    }
    parts = [
        *(_entry(*one) for one in about.items()),
        f'"wordings": {_lines(fared)}',
        f'"grams": {_lines(learned.grams)}',
    ]
    FILE.write_text("{" + ",\n".join(parts) + "}\n", encoding="utf-8")
    weights.cache_clear()


def _lines(rows: Mapping[str, Any]) -> str:
    return "{\n" + ",\n".join(_entry(*one) for one in rows.items()) + "\n}"


def _entry(name: str, value: Any) -> str:
    return f"{json.dumps(name, ensure_ascii=False)}: {json.dumps(value)}"


def guess(content: Content, found: Sequence[Sign] | None = None) -> Guess | None:
    """The guess at a question of which one option is right; none at others. found: its signs, if they are known."""
    kind = kind_of(content)
    options = options_of(content, generated=weights().wordings)
    if options is None or kind.keyed_by != "one":
        return None
    # What every question of the kind offers says nothing of this one, and may be right.
    alike = [one["id"] for one in content["options"] if one not in kind.own_options(content)]
    if content["key"] not in (*options.texts, *alike):
        return None
    told = signs(options) if found is None else found
    learned = weights().grams
    scores = {
        one: sum(learned.get(gram, 0.0) for gram in grams(text))
        + SIGN * sum(sign.speaks for sign in told if sign.option == one)
        for one, text in options.texts.items()
    }
    best = max(scores.values())
    chosen = [one for one, score in scores.items() if abs(score - best) < _EQUAL]
    return Guess(chosen, (content["key"] in chosen) / len(chosen), 1 / (len(scores) + len(alike)))


_EQUAL: Final = 1e-9
