"""All options that hold, and only these: which choices a player has, what a Director must do."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from exams.bank.kinds.base import Content, Kind, ids, letter, names


class ChooseAll(Kind):
    """Any number of options holds, though never none and never all."""

    name = "choose_all"
    template = "bank/answers/choose_all.html"
    note = _("Select all that apply. You earn the mark only if you select all the right options and no wrong ones.")
    partial_note = _(
        "Select all that apply. Each right option earns an equal part of the mark and each wrong one loses a "
        "part, so selecting everything earns nothing. Your mark is never less than zero."
    )
    options = range(4, 7)
    keyed_by = "some"
    asks = _("Which of these hold?")
    weight = 1  # each option is one more to get right
    tells_what_holds = True
    key_heading = _("The right options")
    answer_heading = _("Your choice")
    reasons_heading = _("Option by option")

    def faults(self, content: Content) -> Iterator[tuple[str, str]]:
        """Each option must say why it holds or why it does not."""
        yield from super().faults(content)
        for position, option in enumerate(content["options"]):
            if not option["why"].strip():
                yield f"options[{position}].why", "say why this applies, or why it does not."

    def key_fault(self, content: Content) -> str:
        """The key is a sorted list of ids, some but not all of them."""
        key, offered = content["key"], ids(content)
        if not isinstance(key, list) or key != sorted(set(key)) or not set(key) <= set(offered):
            return "expected a sorted list of ids of the options, each once."
        if not 0 < len(key) < len(offered):
            return "say which options apply: at least one, and not all of them."
        return ""

    def read(self, content: Content, typed: str) -> str | None:
        """The ids in order, as “a,c”."""
        return ",".join(sorted(set(names(typed, content)))) or None

    def sent(self, content: Content, fields: QueryDict) -> str:
        """Every box that is ticked."""
        return ",".join(fields.getlist("option"))

    def as_sent(self, content: Content, typed: str) -> str:
        """The letters of what is offered, and the rest as it came."""
        offered = ids(content)
        return ", ".join(letter(part) if part in offered else part for part in typed.split(","))

    def is_right(self, content: Content, answer: str | None) -> bool:
        """Whether it names all and only those of the key."""
        return answer == self.right(content)

    def share(self, content: Content, answer: str | None) -> Fraction:
        """The share found of those that hold, less the share taken of those that do not; never below zero.

        Each side is counted by itself, so that who ticks at random, or everything, earns nothing on average, however many
        options hold.
        """
        holding, ticked = set(content["key"]), set(self.chosen(answer))
        failing = set(ids(content)) - holding
        found, wrong = len(ticked & holding), len(ticked & failing)
        return max(Fraction(0), Fraction(found, len(holding)) - Fraction(wrong, len(failing)))

    def chosen(self, answer: str | None) -> tuple[str, ...]:
        """What is ticked."""
        return tuple(answer.split(",")) if answer else ()

    def right(self, content: Content) -> str:
        """The key."""
        return ",".join(content["key"])
