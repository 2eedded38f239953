"""A case before the director: what a procedure of the law asks and decides.

`case.asks(fact, provision)` is the only way for a procedure to learn anything, `case.rules(effect, provision)` the
only way to decide. Both leave a step, so every ruling explains itself.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any, NamedTuple, Protocol, TypeVar

from laws.rulings.effects import Effect
from laws.rulings.facts import Fact
from laws.rulings.natural import Assumption

T = TypeVar("T")


class Asked(NamedTuple):
    """A step at which something was found out.

    noted: it is incidental and departs from what is usual. assumed: what was taken for granted for it, in words.
    """

    fact: Fact
    value: Any
    provision: str
    noted: bool = False
    assumed: str = ""


class Decided(NamedTuple):
    """A step at which something was ruled."""

    effect: Effect
    provision: str


class Doubted(NamedTuple):
    """A place at which the law can be read in another way; `words` say which reading is used here and what the other is."""

    words: str
    provision: str


Step = Asked | Decided | Doubted


class NeedsAnswer(Exception):
    """The procedure cannot go on before a fact is known."""

    def __init__(self, fact: Fact, provision: str) -> None:
        self.fact = fact
        self.provision = provision
        super().__init__(f"{fact.id} ({provision}): {fact.question}")


class Asks(Protocol):
    """A way to find out a fact under a provision: `asks` or `asks_aside`, for passages that may be either."""

    def __call__(self, fact: Fact[T], provision: str) -> T:
        """The fact's value. Raises NeedsAnswer when nobody has told yet."""


class Reader(Protocol):
    """Answers facts: from a record, from an interview, or by forking over all values."""

    def read(self, fact: Fact, provision: str) -> Any:
        """The fact's value. Raises NeedsAnswer when it is not known."""

    def incidental(self, fact: Fact) -> Any:
        """The value of a fact that is only a step when it departs from its default."""


_step = tuple.__new__
"""Makes a step without the detour through its own constructor: a ruling makes about thirty of them."""


class Case:
    """One run of a procedure. `steps` is the trace, in the order of asking and deciding.

    told: the names of all facts that were stated, where the reader knows them; an incidental one that was not, and that no
    table shows, need not be looked for.
    """

    __slots__ = ("_add", "_incidental", "_read", "_told", "steps")

    def __init__(self, reader: Reader, told: Container[str] | None = None) -> None:
        self.steps: list[Step] = []
        self._told = told
        self._add, self._read, self._incidental = self.steps.append, reader.read, reader.incidental

    def asks(self, fact: Fact[T], provision: str) -> T:
        """Find out a fact under a provision. Raises NeedsAnswer when nobody has told yet."""
        value = self._read(fact, provision)
        assumed = ""
        if value.__class__ is Assumption:
            value, assumed = value
        self._add(_step(Asked, (fact, value, provision, False, assumed)))
        answer: T = value
        return answer

    def asks_aside(self, fact: Fact[T], provision: str) -> T:
        """Find out a fact that only matters because of an incidental one: no part of the usual path either."""
        answer: T
        answer, assumed = _apart(self._read(fact, provision))
        self._add(Asked(fact, answer, provision, noted=True, assumed=assumed))
        return answer

    def notes(self, fact: Fact[T], provision: str) -> T:
        """Find out an incidental fact: a step only when it is not what it usually is (a remark ...)."""
        usual: Any = fact.default
        answer: T = usual
        if self._told is not None and fact.observe is None and fact.id not in self._told:
            return answer
        value, assumed = self._incidental(fact), ""
        if value is usual:
            return answer
        if value.__class__ is Assumption:
            value, assumed = value
        if value != usual and not any(isinstance(step, Asked) and step.fact is fact for step in self.steps):
            self._add(Asked(fact, value, provision, noted=True, assumed=assumed))
        answer = value
        return answer

    def doubts(self, words: str, provision: str) -> None:
        """Mark that the ruling rests on one of two readings of a provision."""
        self._add(Doubted(words, provision))

    def rules(self, effect: Effect, provision: str) -> None:
        """Decide something under a provision."""
        self._add(_step(Decided, (effect, provision)))

    def rules_once(self, effect: Effect, provision: str) -> None:
        """Decide something that two parts of one ruling can lead to and that is said once (two scores to adjust)."""
        for step in self.steps:
            if step.__class__ is Decided and step.effect == effect:
                return
        self.rules(effect, provision)


def _apart(value: Any) -> tuple[Any, str]:
    """The value, and what was taken for granted for it."""
    return value if isinstance(value, Assumption) else (value, "")


Procedure = Callable[[Case], None]
