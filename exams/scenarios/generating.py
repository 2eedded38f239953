"""From a procedure and a seed to finished questions.

For question i the theme is the i-th of the procedure's list, and tables are dealt from a seed of its own until one of
their stories is of that theme; the engine rules on the staged record, and its ruling is the key. Where the stories of a
theme go several ways through the law, one is told whose path the batch has asked least. So the same procedure, seed and
place always give the same question, byte for byte, however many follow it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from math import lcm
from typing import Any, Final

from exams.scenarios.bidding.system import load
from exams.scenarios.contents import GENERATOR_VERSION, Posed, content_of, fingerprint_of, posed, posed_pair
from exams.scenarios.kinds.asking import LETTERS, Asking, lettered
from exams.scenarios.kinds.catalogue import INSTEAD, KINDS, MIXED
from exams.scenarios.pairs import pairs
from exams.scenarios.plots import PLOTS, Plot, Ruled
from exams.scenarios.stories import Story
from exams.scenarios.tables import Table, lay
from laws.rulings.ruling import Ruling

_REFUSED_BEFORE: Final = 12
"""Stories of a theme that may give no question of a kind, or a known situation, before the next theme is taken."""
_UNFIT_AGAIN: Final = 2
"""The same, of a theme none of whose stories has given a question of this kind in a whole such turn before."""
_OTHER_TABLES: Final = 4
"""Tables to look at for a path that the batch has not asked yet, before one is asked again."""
_ENOUGH_TABLES: Final = 1000
"""Tables to look at for one theme before the next theme is taken; the rarest needs about sixty."""

Path = tuple[str, tuple[tuple[str, Any], ...]]
"""A procedure and the answers of a way through it."""

PROCEDURES: Final = PLOTS.keys()
"""The procedures that questions can be generated for, by the number of their law, in the order of the law book."""
ALL: Final = "all"
"""Instead of a procedure: every theme of every procedure in turn."""
MIX: Final = "mixed"
"""Instead of a kind: the kinds in turn, as far as they fit."""
PAIR: Final = "variant_pair"
"""Instead of a kind: best rulings two by two, with one fact changed."""
WANTED: Final = (MIX, *KINDS, PAIR)
"""What can be asked for as a kind."""


class UnknownProcedureError(ValueError):
    """No plot stages this procedure."""


class UnknownKindError(ValueError):
    """There is no such kind of question."""


class NoMoreQuestionsError(LookupError):
    """The procedure gives no more questions that differ from those already made."""


@dataclass(frozen=True)
class _Order:
    """What is wanted: a procedure (or all), a kind (or the mix), a seed, the body's regulations, what is refused.

    seen: the fingerprints of the questions made so far. asked: how often each path has been asked. again: by law and theme,
    how often its paths may have been asked and be asked once more without looking for another. unfit: by law, theme and kind,
    how many stories in a row gave no question of that kind.
    """

    procedure: str
    kind: str
    seed: int
    regulations: Mapping[str, Any]
    refuses: Callable[[Ruling], bool]
    seen: set[str] = field(default_factory=set)
    asked: Counter[Path] = field(default_factory=Counter)
    again: Counter[tuple[str, str]] = field(default_factory=Counter)
    unfit: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def themes(self) -> tuple[tuple[Plot, str], ...]:
        """Every theme in turn; of all procedures they alternate, so that a short batch has many laws."""
        if self.procedure != ALL:
            plot = PLOTS[self.procedure]
            return tuple((plot, theme) for theme in plot.themes)
        return _all_themes()

    def little_asked(self, plot: Plot, theme: str, told: Iterable[Ruled], kept: list[Ruled]) -> Iterator[Ruled]:
        """Those of these stories whose path has been asked least; the others are put into `kept`."""
        for one in told:
            if not plot.many(theme) or self.asked[_path_of(one.ruling)] <= self.again[plot.procedure, theme]:
                yield one
            else:
                kept.append(one)

    def under_regulations(self, story: Story) -> Story:
        """The story at a table of this body: its record brings the body's regulations, and is ruled on by them."""
        return story.under(self.regulations)

    def kind_of(self, index: int) -> str:
        """The kind of the question at a place."""
        return MIXED[index % len(MIXED)] if self.kind == MIX else self.kind

    def tried(self, kind: str, owed: Iterable[str]) -> tuple[str, ...]:
        """The kinds that a story of that place is asked as, until one fits; what a mix owes comes before a best ruling."""
        if self.kind != MIX:
            return (kind,)
        if kind == "best_ruling":
            return (*(one for one in owed if one != kind), kind)
        return (kind, *INSTEAD.get(kind, ()), "best_ruling")


def generate(
    procedure: str,
    *,
    count: int,
    seed: int,
    kind: str = MIX,
    regulations: Mapping[str, Any] | None = None,
    refuses: Callable[[Ruling], bool] | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield `count` different questions, each the content of a question version.

    procedure: one of PROCEDURES, or ALL. kind: one of KINDS, MIX, or PAIR, which yields the two of a pair one after the
    other. regulations: what the body has laid down, as the record has it (`laws.rulings.regulations`). refuses: says of a
    ruling that no question may be made of it. No two questions have the same fingerprint, that is the same ruling situation.
    Raises UnknownProcedureError, UnknownKindError, ValueError for a count below one; NoMoreQuestionsError when there are no
    more different ones.
    """
    if procedure not in (*PLOTS, ALL):
        raise UnknownProcedureError(
            f"no scenarios for procedure {procedure!r}; there are {', '.join((*PROCEDURES, ALL))}"
        )
    if kind not in WANTED:
        raise UnknownKindError(f"no questions of kind {kind!r}; there are {', '.join(WANTED)}")
    if count < 1:
        raise ValueError(f"count: expected a number from 1, not {count}")
    return _generate(_Order(procedure, kind, seed, regulations or {}, refuses or (lambda ruling: False)), count)


def _generate(order: _Order, count: int) -> Iterator[dict[str, Any]]:
    # The kinds of a mix whose turn came where no story lent itself to them are tried wherever a best ruling is due: else a
    # kind that few laws can be asked in would hardly ever meet one of them.
    owed: Counter[str] = Counter()
    index = 0
    while index < count:
        for content in _questions(order, index, tuple(+owed)):
            order.seen.add(content["fingerprint"])
            owed[order.kind_of(index)] += 1
            owed[content["kind"]] -= 1
            index += 1
            if index <= count:
                yield content


@cache
def _all_themes() -> tuple[tuple[Plot, str], ...]:
    """The themes of all procedures, in rounds, until each has been taken.

    In a round they are spread evenly: the k-th of n themes of a plot stands at the share k/n of it.
    """
    return tuple(one for number in range(lcm(*(plot.one_in for plot in PLOTS.values()))) for one in _round(number))


def _round(number: int) -> Iterator[tuple[Plot, str]]:
    """A round of all laws, with the plots that themes are of."""
    spread = [
        ((place + 0.5) / len(plot.round(number)), order, plot, theme)
        for order, plot in enumerate(PLOTS.values())
        for place, theme in enumerate(plot.round(number))
    ]
    return ((plot, theme) for _, _, plot, theme in sorted(spread, key=lambda one: one[:2]))


def _questions(order: _Order, index: int, owed: tuple[str, ...]) -> list[dict[str, Any]]:
    """The question of a place, or the two of a pair; owed: kinds that a mixed batch still lacks."""
    themes = order.themes()
    kinds = order.tried(order.kind_of(index), owed)
    for turn in range(len(themes)):
        plot, theme = themes[(index + turn) % len(themes)]
        rng = random.Random(f"{GENERATOR_VERSION}/{order.procedure}/{order.seed}/{index}/{plot.procedure}/{theme}")  # noqa: S311 - not for secrets
        refused: list[str] = []
        kept: list[Ruled] = []
        most = _UNFIT_AGAIN if order.unfit[plot.procedure, theme, kinds[-1]] > _REFUSED_BEFORE else _REFUSED_BEFORE
        for number in range(_ENOUGH_TABLES):
            if kept and (number >= _OTHER_TABLES or len(refused) > most):
                staged = _asked_again(order, plot, theme, kept, kinds, rng, refused)
                if staged:
                    return _contents(plot, staged, order, index)
            if len(refused) > most:
                break
            table = lay(rng, load())
            if order.kind == PAIR:
                staged = _pair(order, plot, theme, table, rng)
            else:
                stories = list(plot.stories(table, theme, rng))
                rng.shuffle(stories)
                told = plot.ruled(theme, map(order.under_regulations, stories))
                staged = _single(order, theme, order.little_asked(plot, theme, told, kept), kinds, rng, refused)
            if staged:
                return _contents(plot, staged, order, index)
    raise NoMoreQuestionsError(f"procedure {order.procedure}: no new question in {_ENOUGH_TABLES} tables for any theme")


def _single(
    order: _Order, theme: str, stories: Iterable[Ruled], kinds: Sequence[str], rng: random.Random, refused: list[str]
) -> list[Posed]:
    """The first of these stories that gives a new question of one of the kinds; `refused` has those that give none."""
    for told in stories:
        fingerprint = fingerprint_of(told)
        if order.refuses(told.ruling) or fingerprint in order.seen:
            refused.append(fingerprint)
            continue
        for name in kinds:
            question = posed(told, fingerprint, name, rng)
            if question:
                order.unfit[told.ruling.procedure, theme, name] = 0
                return [question]
            refused.append(fingerprint)
            order.unfit[told.ruling.procedure, theme, name] += 1
    return []


def _asked_again(
    order: _Order,
    plot: Plot,
    theme: str,
    kept: list[Ruled],
    kinds: Sequence[str],
    rng: random.Random,
    refused: list[str],
) -> list[Posed]:
    """A question on a path that the batch has asked before, the least asked first; `kept` is empty then."""
    stories = sorted(kept, key=lambda told: order.asked[_path_of(told.ruling)])
    kept.clear()
    staged = _single(order, theme, stories, kinds, rng, refused)
    for one in staged:
        order.again[plot.procedure, theme] = order.asked[_path_of(one.told.ruling)]
    return staged


def _pair(order: _Order, plot: Plot, theme: str, table: Table, rng: random.Random) -> list[Posed]:
    """Two stories of this table that differ in one fact; nothing when it has none that are new."""
    wording = str(rng.random())
    for pair in pairs(plot, theme, table, wording, order.under_regulations):
        if any(order.refuses(one.ruling) for one in (pair.first, pair.second)):
            continue
        found = posed_pair(pair, wording, rng, order.seen.__contains__)
        if found:
            return found
    return []


def _path_of(ruling: Ruling) -> Path:
    """The procedure with its path, incidental facts left out: two stories that share it are asked the same way."""
    return ruling.procedure, ruling.usual_path


def _lettered_evenly(asking: Asking, order: _Order, index: int) -> Asking:
    """Of each four best rulings in turn every one has another letter as its key: left to chance, letters come in runs."""
    seed = f"{GENERATOR_VERSION}/{order.procedure}/{order.seed}/{index // 4}/letters"
    rng = random.Random(seed)  # noqa: S311 - not for secrets
    texts = [(one["text"], one["why"]) for one in asking.options]
    right = texts.pop(LETTERS.index(str(asking.key)))
    place = rng.sample(range(len(asking.options)), len(asking.options))[index % len(asking.options)]
    texts.insert(place, right)
    return replace(asking, options=lettered(texts), key=LETTERS[place])


def _contents(plot: Plot, staged: Sequence[Posed], order: _Order, index: int) -> list[dict[str, Any]]:
    """The contents of a place, whose paths have been asked once more by them."""
    order.asked.update(_path_of(item.told.ruling) for item in staged)
    return [_content(plot, item, order, index + place) for place, item in enumerate(staged)]


def _content(plot: Plot, one: Posed, order: _Order, index: int) -> dict[str, Any]:
    if one.kind == "best_ruling":
        one = replace(one, asking=_lettered_evenly(one.asking, order, index))
    made = {"procedure": order.procedure, "kind": order.kind, "seed": order.seed, "index": index}
    return content_of(plot, one, made)
