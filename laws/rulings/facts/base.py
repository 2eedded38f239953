"""What a fact is.

A fact is a question in words with the answers it can have. An *observed* fact is read off the table record; an
*election* is a choice the law gives to a player; a *finding* is the director's judgement, with what he has to find
out. Where a record shows a fact its observer answers; otherwise the record's own fields for elections, or its
`findings`, do; otherwise the engine stops and says who is to be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, Generic, overload

from laws.rulings import natural
from laws.rulings.natural import Assumer
from laws.rulings.replay import Situation
from laws.rulings.roles import NoRole, Role

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from laws.rulings.comparable import Compared

    T = TypeVar("T", covariant=True, default=Any)
else:
    from typing import TypeVar

    T = TypeVar("T")

Observer = natural.Observer


class Source(StrEnum):
    """Where the answer comes from."""

    OBSERVED = "observed"
    ELECTION = "election"
    FINDING = "finding"


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """What a director has to judge where the law gives a standard and no rule.

    test: the standard, as a question; law: the provision that sets it; ask: what to find out, and from whom; poll: who
    is polled on what, or nothing; rulings: the range, what each answer leads to; play_on: what the table is told while play
    goes on, where it can only be judged afterwards. All in words with places.
    """

    test: str
    law: str
    ask: str
    rulings: Mapping[Any, str]
    poll: str = ""
    play_on: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Fact(Generic[T]):
    """A question with a closed set of answers, which are its type: `Fact[bool]`, `Fact[Literal["first", "later"]]`.

    id: its name in `findings` and in interviews. question: in words, with places (`laws.rulings.words`). values:
    every answer, yes-or-no questions have (False, True). source: see Source. who: the role that chooses (elections).
    find_out: what the director asks or looks at (findings). default: for incidental facts only, the answer when
    nothing is said. corrects: for incidental facts that tell of no event but say otherwise than what is taken for granted, so
    that they are asked where that is told. observe: reads the answer off a situation, None when it does not show. assume:
    what may be taken for granted where it does not show, None when it has to be asked. told: how the director
    puts an answer when announcing the ruling; answers without words are not announced. judgement: for findings that are
    judged by a standard of the law, that standard and the range of rulings. reason: says in a sentence why a record gives
    the answer it gives; empty where it does not tell. further: yes tells of an irregularity beside the one that the law which
    asks is about. regulated: what a regulation says decides the answer. put: an election as it is put to the player, where
    that differs from the question. given: answers as conditions, in words after "if", in the order in which a player who has
    to choose is told of them; an answer without words is passed over, one that is left out is not told of. compares: for
    a question about what two calls mean, those two at a table. of_new_call: it is about the call that takes the place of
    another, so that a record that has that call may show the answer.
    """

    id: str
    question: str
    values: tuple[T, ...] = (False, True)  # type: ignore[assignment]
    source: Source = Source.OBSERVED
    who: Role | NoRole = ""
    find_out: str = ""
    default: T | None = None
    corrects: bool = False
    observe: Observer | None = None
    assume: Assumer | None = None
    told: Mapping[T, str] = field(default_factory=dict)
    judgement: Judgement | None = None
    reason: Callable[[Situation], str] | None = None
    further: bool = False
    regulated: bool = False
    put: str = ""
    given: Mapping[T, str] = field(default_factory=dict)
    compares: Callable[[Situation], Compared | None] | None = None
    of_new_call: bool = False

    if TYPE_CHECKING:  # who tells no values asks a yes-or-no question

        @overload
        def __init__(
            self: Fact[bool],
            id: str,
            question: str,
            *,
            source: Source = ...,
            who: Role | NoRole = ...,
            find_out: str = ...,
            default: bool | None = ...,
            corrects: bool = ...,
            observe: Observer | None = ...,
            assume: Assumer | None = ...,
            told: Mapping[bool, str] = ...,
            judgement: Judgement | None = ...,
            reason: Callable[[Situation], str] | None = ...,
            further: bool = ...,
            regulated: bool = ...,
            put: str = ...,
            given: Mapping[bool, str] = ...,
            compares: Callable[[Situation], Compared | None] | None = ...,
            of_new_call: bool = ...,
        ) -> None: ...

        @overload
        def __init__(
            self,
            id: str,
            question: str,
            values: tuple[T, ...],
            source: Source = ...,
            who: Role | NoRole = ...,
            find_out: str = ...,
            default: T | None = ...,
            corrects: bool = ...,
            observe: Observer | None = ...,
            assume: Assumer | None = ...,
            told: Mapping[T, str] = ...,
            judgement: Judgement | None = ...,
            reason: Callable[[Situation], str] | None = ...,
            further: bool = ...,
            regulated: bool = ...,
            put: str = ...,
            given: Mapping[T, str] = ...,
            compares: Callable[[Situation], Compared | None] | None = ...,
            of_new_call: bool = ...,
        ) -> None: ...

        def __init__(self, *arguments: Any, **named: Any) -> None: ...

    else:

        def __class_getitem__(cls, answers):
            """The class itself: its answers are a matter of the type checker alone."""
            return cls

    def seen(self, at: Situation) -> Any:
        """What a situation shows, or an `Assumption` where it may be taken for granted; None when it has to be asked."""
        value = self.observe(at) if self.observe is not None else None
        return self.assume(at) if value is None and self.assume is not None else value

    @property
    def expected(self) -> str:
        """The possible answers as a record writes them, with their words where those differ, for messages."""
        return ", ".join(_as_written(value) for value in self.values)


def _as_written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    words = answer_words(value)
    return str(value) if words == str(value) else f"{value} ({words})"


def answer_words(value: Any) -> str:
    """An answer for a reader: yes, no, or the value's own words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ANSWERS.get(str(value), str(value))


ANSWERS: Final = {
    "rho": "offender's RHO",
    "partner": "offender's partner",
    "lho": "offender's LHO",
    "bid": "a sufficient bid",
    "pass": "a pass",
    "double": "a double or redouble",
    "insufficient": "another insufficient bid",
    "first": "partner's first turn to lead",
    "retained": "partner kept the lead",
    "later": "a later turn to lead",
    "doubled": "a double",
    "redoubled": "a redouble",
    "obligation": "a call by a player required to pass",
    "seven": "a bid of more than seven",
    "final": "a call after the final pass",
}


def name_answers(words: Mapping[str, str]) -> None:
    """Give answers their words for a reader. Raises ValueError where another module has given one other words."""
    for answer, text in words.items():
        if ANSWERS.setdefault(answer, text) != text:
            raise ValueError(f"the answer {answer!r} is already called {ANSWERS[answer]!r}")
