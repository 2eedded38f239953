"""A ruling in the candidate's own words, marked by people on a rubric."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from exams.bank.kinds.base import Content, Kind, Line, Reason, Unreadable

LONGEST = 20_000
"""Characters of a ruling: some three thousand words, more than anybody writes in the time."""

PARTS = {
    "facts": _("Facts established"),
    "law": _("Law named"),
    "offer": _("Choices offered to the right player"),
    "rectification": _("Rectification"),
    "follow_up": _("What follows"),
}
"""The parts of a ruling that a rubric gives marks for, in the order in which it is given at the table."""


class Written(Kind):
    """The rubric holds what a full answer says; people mark by it. A paper holds such a question where its blueprint asks
    for rulings in words, since each costs the time of two markers.
    """

    name = "written"
    template = "bank/answers/written.html"
    note = _("Say what the facts are, which law applies, who may choose what, and what happens next.")
    keyed_by = "rubric"
    asks = _("Give your ruling as you would say it at the table.")
    weight = 2  # nothing is offered to choose from
    at_length = True
    by_people = True
    reasons_heading = ""

    def faults(self, content: Content) -> Iterator[tuple[str, str]]:
        """Without a rubric nobody could mark it."""
        yield from super().faults(content)
        rubric = content.get("rubric", [])
        if not rubric:
            yield "rubric", "add what a full answer says, each part with its marks."
        if len({item["id"] for item in rubric}) != len(rubric):
            yield "rubric", "each item needs an id of its own."

    def key_fault(self, content: Content) -> str:
        """The rubric stands in the place of a key."""
        return "" if content["key"] == "" else "expected an empty text: the rubric says what is right."

    def read(self, content: Content, typed: str) -> str | None:
        """The text with one kind of line end, without blanks around it and at the ends of its lines."""
        text = "\n".join(line.rstrip() for line in typed.replace("\r\n", "\n").replace("\r", "\n").split("\n")).strip()
        if len(text) > LONGEST:
            words = {"length": len(text), "most": LONGEST}
            raise Unreadable(
                _now("This has %(length)d characters, and only %(most)d can be saved. Shorten it.") % words
            )
        return text or None

    def is_right(self, content: Content, answer: str | None) -> bool:
        """Nobody but a marker can tell."""
        return False

    def chosen(self, answer: str | None) -> tuple[str, ...]:
        """There are no options."""
        return ()

    def right(self, content: Content) -> str:
        """What the Director says, which the explanation holds."""
        return ""

    def lines(self, content: Content, answer: str | None) -> list[Line]:
        """The ruling as it was written."""
        return [Line(text=answer)] if answer else []

    def right_lines(self, content: Content) -> list[Line]:
        """Nothing: the explanation shows the ruling."""
        return []

    def reasons(self, content: Content, answer: str | None) -> list[Reason]:
        """None: the rubric is shown instead."""
        return []
