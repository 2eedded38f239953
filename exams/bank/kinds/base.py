"""What every kind of question can do."""

from __future__ import annotations

import decimal
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Literal

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

HUNDREDTH = decimal.Decimal("0.01")

Content = Mapping[str, Any]
"""The content of a question version, as `content.schema.json` describes it."""


class Unreadable(ValueError):
    """An answer that says nothing yet or too much; the message tells the candidate what to do."""


class NotOffered(ValueError):
    """An answer that no page of ours sends: it names what the question does not offer."""


@dataclass(frozen=True)
class Line:
    """A line of an answer in words: an option with its letter, or a provision.

    also: it is right as well as the one before it, which is the best.
    """

    text: str = ""
    letter: str = ""
    provision: str = ""
    also: bool = False


@dataclass(frozen=True)
class Reason:
    """What is to be said of one option afterwards: why it holds or fails, and whether this candidate chose it.

    holds: None where there is nothing to choose or to leave, as with the steps of an order.
    """

    letter: str
    text: str
    why: str
    holds: bool | None
    chosen: bool

    @property
    def says_that_it_holds(self) -> bool:
        """Whether the words begin with it, so that nobody needs to be told before them."""
        return bool(self.holds) and self.why.startswith(("Correct", "Right", "Yes"))


@dataclass(frozen=True)
class Step:
    """A step to be put in order, with the place it has now; `place` is empty until it has one."""

    id: str
    letter: str
    text: str
    place: str


class Kind(ABC):
    """A kind of question. It is marked all or nothing, or in parts where its paper gives partial credit; `note` and
    `partial_note` tell the candidate what that means here.
    """

    name: ClassVar[str]
    template: ClassVar[str]
    """What a candidate answers in; it gets `asked` and `given` (see exams.bank.presenting)."""
    note: ClassVar[str | Promise] = ""
    partial_note: ClassVar[str | Promise] = ""
    """The note where partial credit is given; empty where there is nothing to be right in part."""
    options: ClassVar[range] = range(1)
    """How many options there may be."""
    keyed_by: ClassVar[Literal["one", "some", "places", "provisions", "number", "rubric"]]
    """What an author says to tell what is right: which option, which options, the place of each, provisions, a number, or a
    rubric.
    """
    asks: ClassVar[str | Promise] = ""
    """What such a question usually asks, for an author to begin with."""
    offers: ClassVar[tuple[str | Promise, ...]] = ()
    """What its options usually say, for an author to begin with; empty where every question has its own."""
    weight: ClassVar[int] = 0
    """How many steps harder it is than to choose the best ruling, before anybody has answered (exams.bank.difficulty)."""
    tells_what_holds: ClassVar[bool] = False
    """Whether some options hold and some do not, so that the reasons must say which."""
    at_length: ClassVar[bool] = False
    """Whether the answer is typed for minutes, so that the room keeps it while it grows without a trace of each pause."""
    judges: ClassVar[bool] = False
    """Whether it is about a ruling that somebody gave, which its content then holds."""
    by_people: ClassVar[bool] = False
    """Whether people mark it, on a rubric."""
    key_heading: ClassVar[str | Promise] = _("The ruling")
    answer_heading: ClassVar[str | Promise] = _("Your ruling")
    reasons_heading: ClassVar[str | Promise] = _("Why the others are wrong")
    say_heading: ClassVar[str | Promise] = _("What you say")

    def own_options(self, content: Content) -> Sequence[Mapping[str, Any]]:
        """The options of which one could give itself away; not those that every question of the kind offers."""
        options: Sequence[Mapping[str, Any]] = content["options"] if self.keyed_by in ("one", "some") else ()
        return options

    def faults(self, content: Content) -> Iterator[tuple[str, str]]:
        """The parts of a well-formed content that do not fit this kind: field and what is expected."""
        count = len(content["options"])
        if count not in self.options:
            least, most = self.options[0], self.options[-1]
            wanted = str(most) if least == most else f"{least} to {most}"
            yield "options", f"a question of this kind has {wanted} options, not {count}."
        elif found := self.key_fault(content):
            yield "key", found

    @abstractmethod
    def key_fault(self, content: Content) -> str:
        """What is wrong with the key; empty when nothing is."""

    @abstractmethod
    def read(self, content: Content, typed: str) -> str | None:
        """The one spelling of an answer; None when it is no answer. Reading what was read changes nothing.

        Raises Unreadable for what the candidate must mend, NotOffered for what was not to choose.
        """

    def sent(self, content: Content, fields: QueryDict) -> str:
        """The answer in a form that was sent without scripts, for `read`."""
        return str(fields.get("option", ""))

    def as_sent(self, content: Content, typed: str) -> str:
        """What was sent and cannot be read, in words, to be shown back to the candidate: as it was typed."""
        return typed

    @abstractmethod
    def is_right(self, content: Content, answer: str | None) -> bool:
        """Whether this answer, as read, is right."""

    def share(self, content: Content, answer: str | None) -> Fraction:
        """How much of the answer is right, from zero to one; one only if it is right."""
        return Fraction(self.is_right(content, answer))

    def marks(self, content: Content, answer: str | None, out_of: int, *, partial: bool = False) -> decimal.Decimal:
        """What the answer earns of the question's marks, in hundredths; partial: whether parts of it may earn."""
        share = self.share(content, answer) if partial else Fraction(self.is_right(content, answer))
        earned = decimal.Decimal(share.numerator * out_of) / share.denominator
        return earned.quantize(HUNDREDTH, rounding=decimal.ROUND_HALF_UP)

    def told(self, *, partial: bool = False) -> str | Promise:
        """What a candidate is told of how to answer, and how it is marked."""
        return (self.partial_note or self.note) if partial else self.note

    @abstractmethod
    def chosen(self, answer: str | None) -> tuple[str, ...]:
        """The ids of the options that an answer names, in its order."""

    def lettered(self, answer: str | None) -> str:
        """The letters of the options that an answer names, in its order; empty for what is typed."""
        return ", ".join(letter(one) for one in self.chosen(answer))

    @abstractmethod
    def right(self, content: Content) -> str:
        """The right answer, as `read` spells it; the best where several are accepted."""

    def reading(self, answer: str | None) -> str:
        """How a typed answer was understood, to be shown back; empty where nothing is typed."""
        return ""

    def steps(self, content: Content, typed: str | None) -> list[Step]:
        """The steps to put in order, as the candidate has left them; none where nothing is ordered."""
        return []

    def lines(self, content: Content, answer: str | None) -> list[Line]:
        """An answer in words, as the result shows it."""
        texts = {option["id"]: option["text"] for option in content["options"]}
        return [Line(texts[one], letter(one)) for one in self.chosen(answer) if one in texts]

    def right_lines(self, content: Content) -> list[Line]:
        """The right answer in words."""
        return self.lines(content, self.right(content))

    def reasons(self, content: Content, answer: str | None) -> list[Reason]:
        """What is to be said of each option afterwards."""
        holding, chosen = self.chosen(self.right(content)), self.chosen(answer)
        return [
            Reason(letter(one["id"]), one["text"], one["why"], one["id"] in holding, one["id"] in chosen)
            for one in content["options"]
        ]


def letter(option: str) -> str:
    """How people speak of the option with this id."""
    return option.upper()


def ids(content: Content) -> list[str]:
    """The ids of the options, in their order."""
    return [option["id"] for option in content["options"]]


def names(parts: str, content: Content) -> list[str]:
    """The ids in a text such as “a,c”, each of which the question must offer."""
    found = [part.strip() for part in parts.split(",") if part.strip()]
    offered = ids(content)
    if strangers := [one for one in found if one not in offered]:
        raise NotOffered(strangers[0])
    return found
