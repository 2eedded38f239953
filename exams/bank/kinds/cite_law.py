"""The provision that decides, typed as directors cite it."""

from __future__ import annotations

import re
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exams.bank.kinds.base import Content, Kind, Line, Reason, Unreadable
from laws import keys
from laws.citing import Kind as MentionKind
from laws.citing import citations, find

# A number, a letter alone but for the words “a” and “I”, something in brackets that is no sentence.
_OF_A_KEY = re.compile(r"\d|\b[A-HJ-Zb-z]\b|\([a-z]{1,4}\)")
LONGEST = 80
"""Characters somebody may type; the longest citation has about thirty."""
# Examples for candidates cite Law 1, about the pack, which no question asks for: an example must not be an answer.


class CiteLaw(Kind):
    """Any spelling of a citation is read; the answer is the key of the provision, as “27B1(a)”.

    Whether the law book has such a provision is not said, or a closed book could be felt out: it is simply not right.
    """

    name = "cite_law"
    template = "bank/answers/cite_law.html"
    note = gettext_lazy("Cite one provision. Give its full number: law, section, paragraph and letter.")
    partial_note = gettext_lazy(
        "Cite one provision. Give its full number: law, section, paragraph and letter. The provision one level "
        "above the right one earns half of the mark."
    )
    keyed_by = "provisions"
    asks = gettext_lazy("Which law decides?")
    weight = 1  # the provision is one more to get right
    key_heading = gettext_lazy("The law")
    answer_heading = gettext_lazy("Your citation")

    def key_fault(self, content: Content) -> str:
        """The key lists the accepted provisions; the best, which comes first, is one the explanation cites."""
        key = content["key"]
        if not isinstance(key, list) or not key or len(set(key)) != len(key):
            return "expected a list of the accepted provisions, best first, each once."
        for one in key:
            try:
                keys.parse(one)
            except ValueError as error:
                return f"{error}."
        if key[0] not in content["explanation"]["cites"]:
            return f"{key[0]} is not among the cites."
        return ""

    def read(self, content: Content, typed: str) -> str | None:
        """The key of the one provision that the text names."""
        text = typed.strip()
        if not text:
            return None
        if len(text) > LONGEST:
            raise Unreadable(_("That is too long for a citation. Write one provision, such as 1B."))
        if (key := keys.read_loosely(text)) is not None:
            return str(key)
        named = dict.fromkeys(str(found.key) for found in citations(text))
        if not _is_read_to_its_end(text):
            words = {"typed": text}
            raise Unreadable(
                _("“%(typed)s” can be read in more than one way. Write one provision, such as 1B.") % words
            )
        if len(named) > 1:
            words = {"provisions": ", ".join(named)}
            raise Unreadable(_("This cites several provisions (%(provisions)s). Write the one that decides.") % words)
        if not named:
            words = {"typed": text}
            raise Unreadable(_("“%(typed)s” cannot be read as a citation. Write one provision, such as 1B.") % words)
        return next(iter(named))

    def is_right(self, content: Content, answer: str | None) -> bool:
        """Whether the provision is an accepted one."""
        return answer is not None and answer in content["key"]

    def share(self, content: Content, answer: str | None) -> Fraction:
        """Half for the provision just above an accepted one: the right place, not read to its end."""
        if answer is None or self.is_right(content, answer):
            return super().share(content, answer)
        above = {str(parent) for one in content["key"] if (parent := keys.parse(one).parent)}
        return Fraction(1, 2) if answer in above else Fraction(0)

    def chosen(self, answer: str | None) -> tuple[str, ...]:
        """There are no options."""
        return ()

    def right(self, content: Content) -> str:
        """The best of the accepted provisions."""
        return str(content["key"][0])

    def reading(self, answer: str | None) -> str:
        """“Law 27B1(a)”, “Club Law 69B2”."""
        if not answer:
            return ""
        place = keys.parse(answer)
        return place.name if place.series or place.depth == 1 else f"{keys.SERIES['']} {place.name}"

    def lines(self, content: Content, answer: str | None) -> list[Line]:
        """The provision, for a chip."""
        return [Line(provision=answer)] if answer else []

    def right_lines(self, content: Content) -> list[Line]:
        """Every accepted provision, the best first."""
        return [Line(provision=one, also=place > 0) for place, one in enumerate(content["key"])]

    def reasons(self, content: Content, answer: str | None) -> list[Reason]:
        """None: the steps tell why."""
        return []


def _is_read_to_its_end(text: str) -> bool:
    """Whether nothing that belongs to a citation is left beside those that were read: no “Law 27” of “Law 27, B 1”."""
    rest = text
    for one in reversed(find(text, letters=False)):
        if one.doubtful or one.kind is not MentionKind.KEY:
            return False
        rest = f"{rest[: one.start]} {rest[one.end :]}"
    return not _OF_A_KEY.search(rest)
