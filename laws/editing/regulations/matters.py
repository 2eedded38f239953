"""The matters that a body may regulate, in words: those for which the engine has a default (`laws.rulings.regulations`)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from laws.rulings.regulations import DEFAULTS, Regulation, Similarity, Value
from laws.tolerances import tolerance_in_words

Words = str | Promise


@dataclass(frozen=True)
class Matter:
    """One thing that can be laid down.

    name: as in a record's `regulations`; title; question: what is decided; provisions: the law that leaves it open; yes and
    no: the two answers, where there are no more.
    """

    name: str
    title: Words
    question: Words
    provisions: tuple[str, ...]
    yes: Words = ""
    no: Words = ""

    @property
    def default(self) -> Regulation:
        """What applies without a regulation."""
        return DEFAULTS[self.name]

    @property
    def kind(self) -> str:
        """What its value is: `choice` (yes or no), `fraction` or `tolerance`."""
        value = self.default.value
        if isinstance(value, Similarity):
            return "tolerance"
        return "choice" if isinstance(value, bool) else "fraction"

    def words(self, value: Value) -> str:
        """What a value of it lays down."""
        if isinstance(value, bool):
            return str(self.yes if value else self.no)
        if isinstance(value, Fraction):
            told = {"some": value.numerator, "all": value.denominator}
            return ngettext("%(some)d player in %(all)d", "%(some)d players in %(all)d", value.numerator) % told
        return tolerance_in_words(value)


MATTERS: Final[dict[str, Matter]] = {
    matter.name: matter
    for matter in (
        Matter(
            "logical_alternative",
            _("Logical alternative"),
            _("What share of the players must seriously consider an action before it is a logical alternative?"),
            ("16B1(b)",),
        ),
        Matter(
            "similar",
            _("Similar meanings"),
            _("How far may a replacement’s meaning differ from that of the withdrawn call and still be similar?"),
            ("23A1",),
        ),
        Matter(
            "reserving_rights",
            _("Reserving rights"),
            _("May a player reserve the right to call the Director later?"),
            ("16B2",),
            _("Players may reserve their rights."),
            _("Players may not reserve their rights: they call the Director immediately."),
        ),
        Matter(
            "own_system_card",
            _("Own system card"),
            _("May players look at their own system card during the auction and play?"),
            ("20G3", "40B2(b)"),
            _("Players may look at their own system card."),
            _("Players may not look at their own system card."),
        ),
        Matter(
            "opponents_system_card",
            _("Opponents’ system card"),
            _("May a player look at the opponents’ system card?"),
            ("40B2(c)",),
            _("Players may look at the opponents’ system card."),
            _("Players may not look at the opponents’ system card."),
        ),
        Matter(
            "aids",
            _("Aids to memory and technique"),
            _("May a player use aids to memory, calculation or technique?"),
            ("40B2(d)",),
            _("Players may use such aids."),
            _("Players may not use such aids."),
        ),
    )
}
