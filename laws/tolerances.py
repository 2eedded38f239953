"""How far two meanings may lie apart and be similar (23A1), for readers: the numbers of a tolerance and what they lay down."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from laws.rulings.regulations import Similarity


class Number(NamedTuple):
    """One number of a tolerance.

    label and help_text: beside its field; fault: what to write there; most: the largest whole number, None for a part;
    needed: a body that lays down a tolerance says it.
    """

    label: str | Promise
    help_text: str | Promise
    fault: str | Promise
    most: int | None = None
    needed: bool = False


NUMBERS: Final = {
    "points": Number(
        _("Points beyond either end"),
        _("High-card points."),
        _("Write a whole number from 0 to 37."),
        most=37,
        needed=True,
    ),
    "cards": Number(
        _("Cards that a suit may be shorter or longer"),
        "",
        _("Write a whole number from 0 to 13."),
        most=13,
        needed=True,
    ),
    "share": Number(
        _("Part of the hands that must have the points of the other call"),
        _("More than this part of each call’s hands, by how often they are dealt: a fraction such as 1/2, or 0.5."),
        _("Write a fraction from 0 and below 1, such as 1/2."),
        needed=True,
    ),
    "overlap": Number(
        _("Part of the hands from which the points beyond do not count"),
        _(
            "Where so many of each call’s hands have the points of the other, a range may reach further than the points "
            "above: a fraction such as 3/4. If you leave it empty, it never may."
        ),
        _("Write a fraction above 0 and up to 1, such as 3/4."),
    ),
    "doubt": Number(
        _("Further points that are left to the Director"),
        _(
            "A range that reaches at most so many points beyond what is allowed is neither similar nor not: the Director "
            "judges. If you leave it empty, there are none."
        ),
        _("Write a whole number from 0 to 37."),
        most=37,
    ),
}
"""The numbers of a tolerance, by their names in a record, in the order in which they are asked for."""


def tolerance_in_words(value: Similarity) -> str:
    """What a tolerance lays down."""
    points = ngettext("%(n)d point", "%(n)d points", value.points) % {"n": value.points}
    cards = ngettext("%(n)d card", "%(n)d cards", value.cards) % {"n": value.cards}
    share = gettext("half") if value.share == Fraction(1, 2) else str(value.share)
    told = [
        gettext(
            "up to %(points)s beyond either end and %(cards)s more or fewer in a suit; "
            "of the hands for each call, more than %(share)s must have the points of the other"
        )
        % {"points": points, "cards": cards, "share": share}
    ]
    if value.overlap < 1:
        told.append(
            gettext("where %(part)s of them or more have, the range may reach further") % {"part": value.overlap}
        )
    if value.doubt:
        more = ngettext("%(n)d point more is", "%(n)d points more are", value.doubt) % {"n": value.doubt}
        told.append(gettext("%(more)s left to the Director’s judgement") % {"more": more})
    return "; ".join(told)
