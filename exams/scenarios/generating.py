"""From a procedure and a seed to finished questions.

For question i the theme is the i-th of the procedure's list, and tables are dealt from a seed of its own until one of
their stories is of that theme; the engine rules on the staged record, and its ruling is the key. So the same
procedure, seed and place always give the same question, byte for byte, whatever else is generated.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from exams.scenarios.bidding.system import System, load
from exams.scenarios.options import LETTERS, TooFewError, choices
from exams.scenarios.plots import insufficient, rotation
from exams.scenarios.tables import Story, Table, lay
from exams.scenarios.telling import diagrams, explanation, stem
from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from laws.rulings.ruling import Ruling

GENERATOR_VERSION: Final = "1"
"""Raised whenever the same seed could give another question than before."""

_ENOUGH_TABLES: Final = 400
"""Tables to look at for one theme before the next theme is taken; the rarest needs about sixty."""


class UnknownProcedureError(ValueError):
    """No plot stages this procedure."""


@dataclass(frozen=True)
class _Plot:
    procedure: str
    topic: str
    themes: tuple[str, ...]
    stories: Callable[[Table], Iterator[Story]]
    staged: Mapping[str, tuple[str, ...]]
    fits: Callable[[str, tuple[str, ...]], bool]

    def may_fit(self, theme: str, story: Story) -> bool:
        """Spares the ruling on stories that are plainly of another theme."""
        return story.theme in self.staged.get(theme, (theme,))


def _rotation(procedure: str) -> _Plot:
    return _Plot(
        procedure,
        "call-out-of-rotation",
        rotation.THEMES[procedure],
        lambda table: rotation.stories(table, procedure),
        rotation.STAGED,
        lambda theme, citations: rotation.fits(theme, procedure, citations),
    )


_PLOTS: Final[Mapping[str, _Plot]] = {
    "27": _Plot(
        "27", "insufficient-bid", insufficient.THEMES, insufficient.stories, insufficient.STAGED, insufficient.fits
    ),
    "30": _rotation("30"),
    "31": _rotation("31"),
    "32": _rotation("32"),
}
PROCEDURES: Final = tuple(_PLOTS)
"""The procedures that questions can be generated for, by the number of their law."""


def generate(procedure: str, *, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield `count` different questions on a procedure, each the content of a question version.

    No two have the same fingerprint, that is the same ruling situation. Raises UnknownProcedureError for a procedure
    without plots, ValueError for a count below one.
    """
    if procedure not in _PLOTS:
        raise UnknownProcedureError(f"no scenarios for procedure {procedure!r}; there are {', '.join(PROCEDURES)}")
    if count < 1:
        raise ValueError(f"count: expected a number from 1, not {count}")
    return _generate(procedure, count, seed)


def _generate(procedure: str, count: int, seed: int) -> Iterator[dict[str, Any]]:
    plot = _PLOTS[procedure]
    seen: set[str] = set()
    for index in range(count):
        content = _question(procedure, plot, seed, index, seen)
        seen.add(content["fingerprint"])
        yield content


def _question(procedure: str, plot: _Plot, seed: int, index: int, seen: set[str]) -> dict[str, Any]:
    for turn in range(len(plot.themes)):
        theme = plot.themes[(index + turn) % len(plot.themes)]
        rng = random.Random(f"{GENERATOR_VERSION}/{procedure}/{seed}/{index}/{theme}")  # noqa: S311 - not for secrets
        for _ in range(_ENOUGH_TABLES):
            found = _staged(plot, theme, lay(rng, _system()), rng, seen)
            if found is not None:
                story, ruling, fingerprint, options = found
                generator = {"procedure": procedure, "seed": seed, "index": index, "version": GENERATOR_VERSION}
                return _content(plot, story, ruling, rng, options) | {
                    "generator": generator,
                    "fingerprint": fingerprint,
                }
    raise LookupError(f"procedure {procedure}: no new question in {_ENOUGH_TABLES} tables for any theme")


@cache
def _system() -> System:
    return load()


_Options = tuple[list[dict[str, str]], str]


def _staged(
    plot: _Plot, theme: str, table: Table, rng: random.Random, seen: set[str]
) -> tuple[Story, Ruling, str, _Options] | None:
    """One of the table's stories of this theme, drawn evenly, with the engine's ruling on it."""
    stories = [story for story in plot.stories(table) if plot.may_fit(theme, story)]
    rng.shuffle(stories)
    for story in stories:
        ruling = rule(parse_record(story.record))
        # Passes that rob a player of his turn fall under Law 17, whatever the plot had in mind.
        if ruling.procedure != plot.procedure or not ruling.complete or not plot.fits(theme, ruling.citations):
            continue
        fingerprint = _fingerprint(story, ruling)
        if fingerprint in seen:
            continue
        try:
            return story, ruling, fingerprint, _options(ruling, rng)
        except TooFewError:
            continue
    return None


def _options(ruling: Ruling, rng: random.Random) -> _Options:
    options, key = choices(ruling, rng)
    listed = [
        {"id": letter, "text": choice.text, "why": choice.why} for letter, choice in zip(LETTERS, options, strict=True)
    ]
    return listed, LETTERS[options.index(key)]


def _fingerprint(story: Story, ruling: Ruling) -> str:
    """What makes a ruling situation: the path, and the calls with their meanings seen from the offender's seat."""
    turned = {seat: i for i, seat in enumerate(_round_from(story))}
    record = story.record
    calls = [[[turned[made["by"]], made["call"]] for made in record.get(part, ())] for part in ("auction", "continued")]
    situation = [ruling.path, calls, record.get("replacement"), list(story.told)]
    return hashlib.sha256(json.dumps(situation, ensure_ascii=False).encode()).hexdigest()


def _round_from(story: Story) -> list[str]:
    seat = story.offender
    return [seat.value, seat.lho.value, seat.partner.value, seat.rho.value]


_CONGRESS: Final = frozenset(("27B1(b)", "27B4", "27C", "28B", "30C", "36A", "36B4", "23A1", "23A3"))


def _content(plot: _Plot, story: Story, ruling: Ruling, rng: random.Random, options: _Options) -> dict[str, Any]:
    listed, key = options
    hard = any(step.provision in _CONGRESS and not _plain(ruling, step.provision) for step in ruling.decided)
    return {
        "format": 1,
        "kind": "best_ruling",
        "level": "congress" if hard else "club",
        "topic": plot.topic,
        "edition": ruling.edition,
        "stem": stem(story, ruling, rng),
        "question": "What is your ruling?",
        "diagrams": diagrams(story),
        "options": listed,
        "key": key,
        "explanation": explanation(ruling),
        "record": story.record,
        "receipt": ruling.receipt(),
    }


def _plain(ruling: Ruling, provision: str) -> bool:
    """The provision is named, but nothing hard hangs on it.

    27B1(b) also when a plain other bid is not comparable, 23A1 also when the same call is made again in the same sense.
    """
    if provision == "23A1":
        at = ruling.situation
        return at is not None and bool(at.offered) and at.offered[-1].call is at.call
    return provision == "27B1(b)" and "27B2" in ruling.citations
