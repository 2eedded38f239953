"""How far the generator's options give themselves away, measured: needs scikit-learn, which only development has.

A linear model learns from the words of options which of them tend to be right, on four fifths of the questions, and guesses
the other fifth. Players and calls are made alike first, so that only the wording counts. Three ways to divide them: every path
of the law wholly on one side; every law; and mixed, which is what a candidate learns who has met other questions of the same
paths.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from threadpoolctl import threadpool_limits

from exams.bank.kinds import Content
from exams.bank.tells.guesses import Weights
from exams.bank.tells.phrases import grams
from exams.bank.tells.signs import SIGNS, options_of, signs
from exams.bank.tells.tallies import Tally, tallied

FOLDS: Final = 5
SEEN: Final = 3
"""A run of words that fewer options have is not learned."""
COMMON: Final = 40
"""A run of words is told when there is an option with it in every so many questions."""


def law_of(content: Content) -> str:
    """The procedure that ruled; the topic of a question that a person wrote."""
    return _path_of(content).split("/")[0]


def _path_of(content: Content) -> str:
    return str(content["receipt"]["path"]) if "receipt" in content else f"{content['topic']}/{content['fingerprint']}"


WAYS: Final[Mapping[str, Callable[[Content], str]]] = {
    "new paths": _path_of,
    "new laws": law_of,
    "mixed": lambda content: str(content["fingerprint"]),
}
"""What is kept together when questions are divided."""


@dataclass(frozen=True)
class Shares:
    """Of the questions of one law: how many, and of them the shares whose key is each letter, the longest, the shortest."""

    law: str
    questions: int
    letters: Mapping[str, float]
    longest: float
    shortest: float


@dataclass(frozen=True)
class Measured:
    """rates: by the way of dividing, how often the guess was right; none where there are too few groups to divide.

    against, for_: runs of words, the most telling first. signs: by name, in how many options and how many of those right.
    wordings: by law, those that are right far too seldom or too often, the most striking first.
    """

    questions: int
    chance: float
    rates: Mapping[str, float | None]
    whole: Shares
    laws: Sequence[Shares]
    against: Sequence[str]
    for_: Sequence[str]
    signs: Mapping[str, tuple[int, int]]
    wordings: Mapping[str, Sequence[tuple[str, Tally]]]


class TooFew(ValueError):
    """So few questions that nothing can be learned of them."""


def measure(contents: Sequence[Content]) -> Measured:
    """The measure of questions with one right option. Raises TooFew."""
    # On a busy machine the threads of the matrix library wait for each other ten times as long as the work takes.
    with threadpool_limits(1):
        return _measured(contents)


def _measured(contents: Sequence[Content]) -> Measured:
    learner = _Learner(contents)
    by_law: dict[str, list[Content]] = defaultdict(list)
    for content in contents:
        by_law[law_of(content)].append(content)
    against, for_ = learner.telling()
    return Measured(
        questions=len(contents),
        chance=float(np.mean([1 / len(content["options"]) for content in contents])),
        rates={way: learner.rate([group(content) for content in contents]) for way, group in WAYS.items()},
        whole=_shares("", contents),
        laws=[_shares(law, by_law[law]) for law in sorted(by_law, key=_in_order)],
        against=against,
        for_=for_,
        signs=_signs(contents),
        wordings={law: _striking(by_law[law]) for law in sorted(by_law, key=_in_order)},
    )


def learn(contents: Sequence[Content], *, seed: int, generator: str) -> Weights:
    """What the guess at a question needs: the weights that make a difference, and the wordings that speak for themselves."""
    wordings = {wording: tally for wording, tally in tallied(contents).items() if tally.speaks}
    with threadpool_limits(1):
        return Weights(len(contents), seed, generator, _Learner(contents).weights(), wordings)


class _Learner:
    """The options of all questions as rows of counted words, and what is right among them."""

    def __init__(self, contents: Sequence[Content]) -> None:
        options = [
            (number, content, option) for number, content in enumerate(contents) for option in content["options"]
        ]
        self._questions = len(contents)
        self._owner = np.array([number for number, _content, _option in options])
        self._right = np.array([option["id"] == content["key"] for _number, content, option in options])
        vectorizer = CountVectorizer(analyzer=grams, min_df=SEEN)
        try:
            self._counted = vectorizer.fit_transform([option["text"] for _number, _content, option in options])
        except ValueError as error:
            raise TooFew("too few questions to learn anything from") from error
        self._names = vectorizer.get_feature_names_out()

    def rate(self, groups: Sequence[str]) -> float | None:
        """How often the option with the best score is right, where no group is in both parts."""
        if len(set(groups)) < FOLDS:
            return None
        hits = 0
        divided = GroupKFold(FOLDS).split(self._counted, self._right, np.array(groups)[self._owner])
        for learned, asked in divided:
            model = _model().fit(self._counted[learned], self._right[learned])
            best: dict[int, tuple[float, bool]] = {}
            for place, score in zip(asked, model.decision_function(self._counted[asked]), strict=True):
                best[self._owner[place]] = max(
                    best.get(self._owner[place], (-np.inf, False)), (score, self._right[place])
                )
            hits += sum(bool(right) for _score, right in best.values())
        return hits / self._questions

    def telling(self, most: int = 25) -> tuple[list[str], list[str]]:
        """The runs of words that speak most against an option, and most for it, among those that are common."""
        found = self._weights()
        often = np.asarray((self._counted > 0).sum(0)).ravel() >= self._questions / COMMON
        order = [str(self._names[place]) for place in np.argsort(found) if often[place]]
        return order[:most], order[::-1][:most]

    def weights(self) -> dict[str, float]:
        """Those that move a guess, in the order of the alphabet."""
        named = zip(self._names, self._weights(), strict=True)
        return {str(name): round(float(weight), 2) for name, weight in sorted(named) if abs(weight) >= _LEAST}

    def _weights(self) -> Any:
        return _model().fit(self._counted, self._right).coef_[0]


_LEAST: Final = 0.1


def _model() -> LogisticRegression:
    return LogisticRegression(max_iter=400, C=0.3, class_weight="balanced")


def _shares(law: str, contents: Sequence[Content]) -> Shares:
    keys = Counter(str(content["key"]) for content in contents)
    letters = sorted({option["id"] for content in contents for option in content["options"]})
    return Shares(
        law,
        len(contents),
        {letter: keys[letter] / len(contents) for letter in letters},
        _extreme(contents, max),
        _extreme(contents, min),
    )


def _extreme(contents: Iterable[Content], pick: Callable[..., Any]) -> float:
    """How often the option of greatest or least length is right."""
    return float(
        np.mean([pick(one["options"], key=lambda option: len(option["text"]))["id"] == one["key"] for one in contents])
    )


def _signs(contents: Iterable[Content]) -> dict[str, tuple[int, int]]:
    """By the name of a sign how many options bear it, and how many of those are right; what is learned here left out."""
    borne, right = Counter[str](), Counter[str]()
    for content in contents:
        for sign in signs(options_of(content)):
            borne[sign.name] += 1
            right[sign.name] += sign.option == content["key"]
    return {name: (borne[name], right[name]) for name in SIGNS if borne[name]}


def _striking(contents: Iterable[Content]) -> list[tuple[str, Tally]]:
    found = [(wording, tally) for wording, tally in tallied(contents).items() if tally.speaks]
    return sorted(found, key=lambda one: (-one[1].surprise, one[0]))


def _in_order(law: str) -> tuple[bool, int, str]:
    """Laws by number, topics by name behind them."""
    digits = "".join(one for one in law[:2] if one.isdigit())
    return not digits, int(digits or 0), law
