"""Which wrong rulings stand beside a right one, so that no wording of an option tells whether it is right.

Whoever has seen many questions of a law knows its wordings. A ruling that is offered often and is never right is struck
out unread; one that is nearly always right is chosen unread. So the wrong options of a question are, as far as there are
enough, the right rulings of other paths of the same law, each drawn so often that over all paths it is wrong three times
for each time it is right. What people wrongly say, and is right at no table, fills up what is missing.

The chances are worked out once for a law, over its paths: beginning with how near another path is, each wording is given
a weight that is raised while it is offered too seldom and lowered while it is offered too often, the way in which margins
are fitted to a table (Deming and Stephan 1940, "On a least squares adjustment of a sampled frequency table").
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from string import Formatter
from typing import Any, Final, TypeVar

from exams.scenarios.narration.paths import codes_of, paths
from exams.scenarios.narration.supposing import Supposed, supposed
from exams.scenarios.narration.when import ALWAYS, When
from exams.scenarios.narration.words import Answer, Mistake, Words
from laws.rulings.case import Decided
from laws.rulings.readers import explore, interview
from laws.rulings.ruling import Ruling

WRONG: Final = 3
"""Wrong options of a question."""
_NEARER: Final = 0.6
"""How much less likely a path becomes with each answer in which it differs."""
_FARTHEST: Final = 3
"""Answers in which another path may differ."""
_SHAPE: Final = 0.6
"""How much less likely a ruling becomes with each sentence that it has more or fewer than the right one."""
_MIXED, MYTH = 0.3, 0.02
"""The nearness of a ruling that is right nowhere: of sentences each of which is part of a right one, or of others. It is
taken where too few others are."""
_ROUNDS, _STEP = 60, 0.7
_MOST: Final = 400.0
"""A weight grows no further than that, or falls under its inverse: some wordings cannot be offered often enough."""

Path = tuple[tuple[str, Any], ...]
T = TypeVar("T")


@dataclass(frozen=True)
class Offer:
    """A wrong ruling as it can be offered on a path, its players and calls not yet named.

    wording: its text with places. nearness: between 0 and 1. why: with places. ruling: the path that it is right on, or
    mistake: what people wrongly say.
    """

    wording: str
    nearness: float
    why: str
    ruling: Ruling | None = None
    mistake: Mistake | None = None
    supposed: Supposed | None = None


def phrase(words: Words, ruling: Ruling, step: Decided) -> str:
    """One decision of a ruling in the few words of an option, with places."""
    return said_by_code(words.phrases, ruling, step) or step.effect.words


def said_by_code(said: Mapping[str, Sequence[tuple[When, str]]], ruling: Ruling, step: Decided) -> str:
    """What the words say of a decision under its narrowest code on this path; empty where they do not."""
    found = (one for code in codes_of(step) for one in said.get(code, ()))
    return next((text for when, text in found if when is ALWAYS or when.fits(dict(ruling.usual_path))), "")


def told(words: Words, ruling: Ruling) -> list[Decided]:
    """What an option tells: the main decisions that the words are not silent about, and those that they tell aloud."""
    return [
        step
        for step in ruling.decided
        if (step.effect.main or not words.aloud.isdisjoint(codes_of(step))) and words.silent.isdisjoint(codes_of(step))
    ]


def wording(words: Words, ruling: Ruling) -> str:
    """The ruling as an option, with places."""
    return " ".join(_sentences(words, ruling))


def _sentences(words: Words, ruling: Ruling) -> list[str]:
    return list(dict.fromkeys(f"{phrase(words, ruling, step)}." for step in told(words, ruling)))


def sentences(text: str) -> list[str]:
    """The sentences of an option, each once."""
    return list(dict.fromkeys(f"{one}." for one in text.removesuffix(".").split(". ")))


def parts_of(words: Words, ruling: Ruling, steps: Iterable[Decided]) -> dict[str, Decided]:
    """The sentences that tell these decisions, each with the first that it tells; one decision may have several."""
    found: dict[str, Decided] = {}
    for step in steps:
        for sentence in sentences(phrase(words, ruling, step)):
            found.setdefault(sentence, step)
    return found


@cache
def right_parts(words: Words) -> Mapping[str, Sequence[Decided]]:
    """Every sentence of a ruling that is right on some path, with the decisions that it tells on any."""
    found: dict[str, list[Decided]] = defaultdict(list)
    for ruling, _ in asked(words):
        for step in told(words, ruling):
            for sentence in sentences(phrase(words, ruling, step)):
                if step.effect not in (one.effect for one in found[sentence]):
                    found[sentence].append(step)
    return found


# -- what can be offered on a path --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Near:
    """Another path of the law, and the answers in which it differs from a path whose answers are known."""

    ruling: Ruling
    known: Path
    differing: tuple[Answer, ...]

    @property
    def nearness(self) -> float:
        """1 with one answer that differs, less with each further one."""
        return _NEARER ** (len(self.differing) - 1)

    def supposed(self, words: Words, is_so: Callable[[Ruling], bool]) -> Supposed:
        """What would have to be otherwise for this to be so, as it is on this path."""
        return supposed(words, dict(self.known), self.ruling, self.differing, is_so)


def near(words: Words, ruling: Ruling) -> Sequence[Near]:
    """The paths that differ from this one in few answers, each of which has words, the nearest first."""
    return _paths_near(words, ruling.procedure, ruling.edition, ruling.usual_path)


@cache
def _paths_near(words: Words, procedure: str, edition: str, path: Path) -> Sequence[Near]:
    known = dict(path)
    found = []
    for other in explore(procedure, edition):
        differing = _differing(words, known, other)
        # What is not asked because the law can be read in two ways is not called right either.
        if differing is None or (other.doubted and words.untold(dict(other.usual_path))):
            continue
        if not _is_ruled_so(words, known, other):
            continue
        found.append(Near(other, path, tuple(differing)))
    places = {fact: place for place, (fact, _) in enumerate(path)}
    return tuple(sorted(found, key=lambda one: _distance(one, places)))


def _distance(near: Near, places: Mapping[str, int]) -> tuple[int, int]:
    """In how many answers a path differs. Of those that differ in one, that which parts last comes first: what was found last
    decides, and is what one thinks of.
    """
    return len(near.differing), -places.get(near.differing[0][0], 0) if len(near.differing) == 1 else 0


def _is_ruled_so(words: Words, known: Mapping[str, Any], other: Ruling) -> bool:
    """Whether the engine rules as on the other path where everything else stays as it is at this table.

    An incidental fact that only this path asks may decide there as well, and the words after "if" do not speak of it.
    """
    answers = {**known, **dict(other.usual_path)}
    if len(answers) == len(other.usual_path):
        return True
    found = interview(other.procedure, answers, other.edition)
    return found.complete and wording(words, found) == wording(words, other)


def offers(words: Words, ruling: Ruling) -> Sequence[Offer]:
    """The wrong rulings for a path, each wording once, by its nearest path; those of people's mistakes come last."""
    own = frozenset(_sentences(words, ruling))
    return _offers(words, ruling.procedure, ruling.edition, ruling.usual_path, own)


@cache
def _offers(words: Words, procedure: str, edition: str, path: Path, own: frozenset[str]) -> Sequence[Offer]:
    known = dict(path)
    found: dict[str, Offer] = {}
    said: dict[frozenset[str], str] = {}
    for other in _paths_near(words, procedure, edition, path):
        sentences = _sentences(words, other.ruling)
        # One that says less than the ruling says nothing that is wrong.
        if own.issuperset(sentences):
            continue
        text = " ".join(sentences)
        # Nor is the same said in another order another ruling.
        if said.setdefault(frozenset(sentences), text) != text:
            continue
        nearness = other.nearness * _SHAPE ** abs(len(sentences) - len(own))
        if text not in found or found[text].nearness < nearness:
            step = next(
                step for step in told(words, other.ruling) if f"{phrase(words, other.ruling, step)}." not in own
            )
            reason = other.supposed(words, partial(_is_worded, words, text, step.provision))
            why = reason.why(words, known, _shown_by(words, other.ruling, step))
            found[text] = Offer(text, nearness, why, other.ruling, supposed=reason)
    for mistake in words.mistakes:
        offer = found.get(mistake.text)
        if offer is not None and offer.supposed is not None and mistake.when.fits(known):
            # What is written for this table says more than the facts that are otherwise at another one.
            found[mistake.text] = replace(offer, why=mistake.why, supposed=None)
    offered = list(found.values())
    for mistake in words.mistakes:
        if mistake.when.anywhere(known) and mistake.text not in found:
            parts = {f"{part}." for part in mistake.text.removesuffix(".").split(". ")}
            nearness = _MIXED if parts <= _right_sentences(words) else MYTH
            nearness *= _SHAPE ** abs(len(parts) - len(own))
            offered.append(Offer(mistake.text, nearness, mistake.why, mistake=mistake))
    return tuple(offered)


def _shown_by(words: Words, ruling: Ruling, step: Decided) -> str:
    """The provision that a decision of a path is cited with, whatever its table is like."""
    path = dict(ruling.usual_path)
    written = (
        by[0] for code in codes_of(step) for when, by in words.cited.get(code, ()) if when.fits(path, frozenset())
    )
    return next(written, step.provision)


def _is_worded(words: Words, text: str, provision: str, ruling: Ruling) -> bool:
    """Whether a ruling is told in these words, and decides by this provision."""
    return wording(words, ruling) == text and any(step.provision == provision for step in ruling.decided)


def _differing(words: Words, known: Mapping[str, Any], other: Ruling) -> list[tuple[str, Any]] | None:
    """The answers in which another path differs; None when it is this one, too far off, or not believable.

    A new question that has the answer no, and no words for it, needs no mention: it comes up and changes nothing.
    """
    answers = [
        (fact, value)
        for fact, value in other.usual_path
        if (known[fact] != value if fact in known else bool(value) or (fact, value) in words.conditions)
    ]
    flipped = [fact for fact, _ in answers if fact in known]
    if not flipped or len(answers) > _FARTHEST:
        return None
    if any(fact in words.plain or (fact, known[fact]) in words.settled for fact in flipped):
        return None
    if any(answer in words.settled or answer not in words.conditions for answer in answers):
        return None
    return answers


# -- how often each is offered ------------------------------------------------------------------------------------------


@cache
def weights(words: Words) -> Mapping[str, float]:
    """By wording, the factor to its nearness that makes it wrong three times for each time it is right."""
    rows = _rows(words)
    found = dict.fromkeys((one.wording for _, row in rows for one in row), 1.0)
    right = _right(words)
    for _ in range(_ROUNDS):
        offered = _offered(rows, found)
        for text, share in right.items():
            if offered.get(text):
                factor = (WRONG * share / offered[text]) ** _STEP
                found[text] = min(max(found[text] * factor, 1 / _MOST), _MOST)
    return found


def balance(words: Words) -> tuple[Mapping[str, float], Mapping[str, float]]:
    """How often each wording is right, and how often it is offered and wrong, in shares of a question for each path."""
    return _right(words), _offered(_rows(words), weights(words))


Rows = Sequence[tuple[float, Sequence[Offer]]]
"""For each path its share of the questions, and what can be offered on it."""


@cache
def _rows(words: Words) -> Rows:
    return [(share, _reachable(words, ruling)) for ruling, share in asked(words)]


def _right(words: Words) -> dict[str, float]:
    right: dict[str, float] = defaultdict(float)
    for ruling, share in asked(words):
        right[wording(words, ruling)] += share
    return right


def _offered(rows: Rows, weight: Mapping[str, float]) -> dict[str, float]:
    offered: dict[str, float] = defaultdict(float)
    for share, row in rows:
        for one, chance in zip(row, chances([weight[one.wording] * one.nearness for one in row]), strict=True):
            offered[one.wording] += share * chance
    return offered


@cache
def _right_sentences(words: Words) -> frozenset[str]:
    """Every sentence of a ruling that is right on some path."""
    return frozenset(sentence for ruling, _ in asked(words) for sentence in _sentences(words, ruling))


def asked(words: Words) -> list[tuple[Ruling, float]]:
    """The paths that become questions, each with its share of them."""
    known = {
        name: ruling for name, ruling in paths(words.procedure).items() if not words.untold(dict(ruling.usual_path))
    }
    if not words.themes:
        return [(ruling, float(words.times(dict(ruling.usual_path)))) for ruling in known.values()]
    shares: dict[str, float] = defaultdict(float)
    for theme in words.themes:
        fitting = [name for name, ruling in known.items() if words.fits(theme, dict(ruling.usual_path))]
        for name in fitting:
            shares[name] += 1 / len(fitting)
    return [(known[name], share) for name, share in shares.items()]


def _reachable(words: Words, ruling: Ruling) -> list[Offer]:
    """The offers on a path that name nothing but what the path has: no replacement where there was none."""
    named = set(words.named_on(dict(ruling.usual_path)))
    for decided in ruling.decided:
        named |= places(phrase(words, ruling, decided)) | places(decided.effect.words)
    for step in ruling.asked:
        named |= places(step.fact.question)
    return [one for one in offers(words, ruling) if (places(one.wording) & PASSING) <= named]


PASSING: Final = frozenset(("replacement", "attempt", "over", "first", "original", "intended", "next_card"))
"""Calls and cards that some tables have and others have not."""


@cache
def places(text: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name)


def chances(sizes: Sequence[float], of: int = WRONG) -> list[float]:
    """How likely each of these is among so many drawn: in proportion to its size, none above 1.

    The sum is `of`, or the number of sizes where there are fewer.
    """
    found = [0.0] * len(sizes)
    left = {place for place, size in enumerate(sizes) if size > 0}
    many = float(min(of, len(left)))
    while left:
        unit = many / sum(sizes[place] for place in left)
        sure = {place for place in left if sizes[place] * unit >= 1}
        for place in sure or left:
            found[place] = 1.0 if sure else sizes[place] * unit
        if not sure:
            break
        left -= sure
        many -= len(sure)
    return found


def drawn(rng: random.Random, items: Sequence[tuple[T, float]], of: int = WRONG) -> list[T]:
    """So many of the items, each as likely as `chances` of their sizes has it.

    Systematic sampling in a random order (Madow 1949, "On the theory of systematic sampling, II").
    """
    order = rng.sample(range(len(items)), len(items))
    chosen: list[T] = []
    reached, next_one = 0.0, rng.random()
    shares = chances([size for _, size in items], of)
    for place in order:
        reached += shares[place]
        if reached > next_one:
            chosen.append(items[place][0])
            next_one += 1
    return chosen[:of]
