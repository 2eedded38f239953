"""What it takes to tell any path through a procedure as a table: a setting, and a sentence for each answer.

A path is a list of facts with their answers. The setting stages what a record can show (seats, auction, cards); the
answers that it does not show are stated in the record as findings. Every answer of the path is told to the candidate,
by the opening of the setting or by a sentence of its own, so that the ruling follows from what the question says.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from exams.scenarios.choices import Choice
from exams.scenarios.tables import Table
from laws.rulings.ruling import Ruling

ELSEWHERE: Final = "another plot of this procedure tells it"
"""Why a narrative that is joined to a plot leaves a path out."""
Facts = Mapping[str, Any]
"""A path: each fact asked, in order, with its answer."""
Answer = tuple[str, Any]
"""A fact and one answer to it."""


@dataclass(frozen=True)
class Setting:
    """A table at which a path can be told.

    - record: fields of the table record as plain data, without `procedure` and `findings`.
    - shown: the facts that these fields show by themselves; the others are stated as findings.
    - opening: ways to begin the story, one of which is drawn; sentences with places (`{offender}`, and those of `places`).
    - told: answers that the opening tells already; they get no sentence of their own.
    - places: what else the sentences name (a call, a card), beside the players and calls of the record.
    - offender: the seat that the fingerprint is seen from; the offender, or the player whom the case is about.
    - marked: places in the record's auction of calls that the diagram marks as irregular.
    - notes: by the place of a call in the auction, what was said about it (an alert, an explanation).
    - hands: the seats whose hands the diagram shows.
    - situation: what else makes this table another one than the next (which irregularity it was, what was said); the
      path, the auction and the cards count by themselves. Two questions of a batch never share a situation.
    """

    record: Mapping[str, Any]
    opening: Sequence[str]
    offender: str
    shown: frozenset[str] = frozenset()
    told: frozenset[str] = frozenset()
    places: Mapping[str, str] = field(default_factory=dict)
    marked: frozenset[int] = frozenset()
    notes: Mapping[int, str] = field(default_factory=dict)
    hands: Sequence[str] = ()
    situation: Sequence[str] = ()


Stage = Callable[[Table, Facts, random.Random], Setting | None]
"""Stages a path on a drawn table; None when this table does not fit, and another is drawn."""


@dataclass(frozen=True)
class Narrative:
    """How the paths of one procedure are told.

    - stage: see Stage.
    - tells: for each answer, sentences that tell it, one of which is drawn; an answer that a setting always tells has ().
    - conditions: for each answer, the words after "it would be the ruling if".
    - phrases: a decision's code (`codes.codes_of`, with the provision or without) in the few words of an option; the
      engine's sentence where it has none.
    - silent: codes of decisions that an option leaves out, since they go with every ruling of the kind.
    - aloud: codes of decisions that an option tells although they are not main ones.
    - uncited: codes of decisions that follow from the law without a provision that says them; nobody is asked for its number.
    - plain: facts that nobody who has read the question gets wrong: the ruling with another answer is no believable
      mistake.
    - settled: answers that nobody mistakes for another answer to the fact, nor another for them, though those others can be
      mistaken for one another (nobody takes a board that has been played for one still to come).
    - mistakes: wrong rulings of people, beyond the right ruling of a neighbouring path: text with places, and why it is
      wrong with its provision.
    - never: why no believable table shows a path, or nothing; such a path is no theme.
    - hard: whether a path is for congress directors; club directors master the others.
    - question: what is asked of the candidate.
    """

    procedure: str
    topic: str
    stage: Stage
    tells: Mapping[Answer, Sequence[str]]
    conditions: Mapping[Answer, str]
    phrases: Mapping[str, str] = field(default_factory=dict)
    silent: frozenset[str] = frozenset()
    aloud: frozenset[str] = frozenset()
    uncited: frozenset[str] = frozenset()
    plain: frozenset[str] = frozenset()
    settled: frozenset[Answer] = frozenset()
    mistakes: Callable[[Ruling], Iterator[Choice]] | None = None
    never: Callable[[Facts], str] = lambda facts: ""
    hard: Callable[[Facts], bool] = lambda facts: False
    question: str = "What is your ruling?"
