"""Marks as plain values, whatever tables they come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True)
class Item:
    """One wording of a question, as it was asked.

    id: of the version; question: of the problem whose wording it is; pair: shared by problems that differ in one fact.
    options: the ids that could be chosen; empty where nothing is offered. right: those of the key and what was accepted
    later; where nothing is offered, those of the answers given that are right.
    picks: answers name options (one or several), rather than order them or write something.
    key: the right answer as its kind spells it; empty where people mark.
    untold: “full” or “dropped” where its marks were given to candidates, or taken out, whatever they had answered. They
    count in the whole as they stand, but tell nothing of the question.
    """

    id: str
    number: int
    question: str
    pair: str = ""
    topic: str = ""
    kind: str = ""
    out_of: int = 1
    options: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    picks: bool = False
    key: str = ""
    opening: str = ""
    untold: str = ""


@dataclass(frozen=True)
class Response:
    """What one candidate did with one item. seconds: on it, None where no event tells."""

    marks: float
    out_of: int
    answer: str | None = None
    chosen: tuple[str, ...] = ()
    seconds: float | None = None

    @property
    def share(self) -> float:
        """The marks as a share of those to be had, 0 to 1."""
        return self.marks / self.out_of


@dataclass(frozen=True)
class Script:
    """One candidate's paper, by the ids of its items. form: which paper it was; candidates of one form met the same items.

    dropped: what was answered to items that count for nothing for this candidate; they are not among the responses.
    """

    candidate: int
    form: str
    responses: Mapping[str, Response]
    passed: bool = False
    dropped: Mapping[str, Response] = field(default_factory=dict)

    @cached_property
    def marks(self) -> float:
        """Earned altogether."""
        return sum(response.marks for response in self.responses.values())

    @cached_property
    def out_of(self) -> int:
        """To be had altogether."""
        return sum(response.out_of for response in self.responses.values())

    @property
    def share(self) -> float:
        """Marks as a share of the whole paper, 0 to 1."""
        return self.marks / self.out_of

    def response(self, item: str) -> Response:
        """What was done with an item that was met, whether it counts or not."""
        return self.responses[item] if item in self.responses else self.dropped[item]

    def rest(self, item: str) -> float | None:
        """The share of the marks of all other items, 0 to 1; None where there are no others."""
        if item in self.dropped:
            return self.share
        response = self.responses[item]
        left = self.out_of - response.out_of
        return (self.marks - response.marks) / left if left else None


@dataclass(frozen=True)
class Test:
    """A sitting's items and scripts. pass_mark: in percent. An item that counts for nobody is not among the items."""

    __test__ = False  # the word of the field, not a test of pytest's

    items: Sequence[Item]
    scripts: Sequence[Script]
    pass_mark: int = 65
    minutes: int = 0

    @cached_property
    def met(self) -> Mapping[str, list[Script]]:
        """The scripts in which each item counts."""
        found: dict[str, list[Script]] = {item.id: [] for item in self.items}
        for script in self.scripts:
            for item in script.responses:
                found[item].append(script)
        return found

    @cached_property
    def asked(self) -> Mapping[str, list[Script]]:
        """The scripts that hold each item, also where it was dropped."""
        return {
            item.id: [script for script in self.scripts if item.id in script.responses or item.id in script.dropped]
            for item in self.items
        }

    @cached_property
    def forms(self) -> Mapping[str, list[Script]]:
        """The scripts of each paper."""
        found: dict[str, list[Script]] = {}
        for script in self.scripts:
            found.setdefault(script.form, []).append(script)
        return found
