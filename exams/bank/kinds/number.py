"""A number, typed: how many tricks are transferred."""

from __future__ import annotations

import re
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exams.bank.kinds.base import Content, Kind, Line, Reason, Unreadable

LONGEST: Final = 40
"""Characters somebody may type; a number in words with what it counts has about twenty."""
_WORDS: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "eleven", "twelve", "thirteen"),
)
"""No board has more tricks."""
_NONE: Final = ("no", "none", "nil")
_TRICKS: Final = re.compile(r"\s*\btricks?$")
_FIGURES: Final = re.compile(r"[0-9]{1,3}", re.ASCII)
_KEY: Final = re.compile(r"0|[1-9][0-9]{0,2}", re.ASCII)


class Number(Kind):
    """The answer is one whole number from 0 to 999, in figures. Another number than the key is wrong, however near it is."""

    name = "number"
    template = "bank/answers/number.html"
    note = gettext_lazy("Give one number.")
    keyed_by = "number"
    asks = gettext_lazy("How many tricks are transferred?")
    key_heading = gettext_lazy("The number")
    answer_heading = gettext_lazy("Your number")

    def key_fault(self, content: Content) -> str:
        """The key is the number in figures."""
        key = content["key"]
        if not isinstance(key, str) or not _KEY.fullmatch(key):
            return "give the right number, in figures."
        return ""

    def read(self, content: Content, typed: str) -> str | None:
        """The number in figures, whether it was typed in figures or in words."""
        text = typed.strip()
        if not text:
            return None
        said = _TRICKS.sub("", text.lower())
        if len(text) <= LONGEST:
            if _FIGURES.fullmatch(said):
                return str(int(said))
            if said in _NONE:
                return "0"
            if said in _WORDS:
                return str(_WORDS.index(said))
        typed = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
        raise Unreadable(
            _("“%(typed)s” cannot be read as a number. Type one whole number in figures.") % {"typed": typed}
        )

    def is_right(self, content: Content, answer: str | None) -> bool:
        """Whether it is the very number."""
        return answer is not None and answer == content["key"]

    def chosen(self, answer: str | None) -> tuple[str, ...]:
        """There are no options."""
        return ()

    def right(self, content: Content) -> str:
        """The key."""
        return str(content["key"])

    def lines(self, content: Content, answer: str | None) -> list[Line]:
        """The number by itself: the question says of what."""
        return [Line(text=answer)] if answer else []

    def reasons(self, content: Content, answer: str | None) -> list[Reason]:
        """None: the reason of the ruling and its steps tell why it is this number."""
        return []
