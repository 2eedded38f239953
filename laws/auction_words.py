"""A drawn auction in words, the same on pages, on paper and in exports: what is wrong with a call, and what became of it."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from laws.diagrams import Auction, Call, Cell
from laws.diagrams.happened import TOGETHER

SEATS = {"W": gettext_lazy("West"), "N": gettext_lazy("North"), "E": gettext_lazy("East"), "S": gettext_lazy("South")}
CALLS = {"pass": gettext_lazy("Pass"), "double": gettext_lazy("Double"), "redouble": gettext_lazy("Redouble")}
_FAULTS = {
    "out_of_turn": gettext_lazy("out of turn"),
    "too_low": gettext_lazy("insufficient"),
    "change": gettext_lazy("change of call"),
    "had_to_pass": gettext_lazy("had to pass"),
    "over_seven": gettext_lazy("over seven"),
    "auction_over": gettext_lazy("after the auction"),
    TOGETHER: gettext_lazy("at the same moment"),
}
"""In one or two words. An inadmissible double has none: whoever is asked about one has to see that it is."""
_FATES = {
    "accepted": gettext_lazy("accepted"),
    "stands": gettext_lazy("stands"),
    "not_accepted": gettext_lazy("not accepted"),
    "cancelled": gettext_lazy("cancelled"),
    "changed": gettext_lazy("changed"),
}
_PLACES = (
    gettext_lazy("first call"),
    gettext_lazy("second call"),
    gettext_lazy("third call"),
    gettext_lazy("fourth call"),
    gettext_lazy("fifth call"),
    gettext_lazy("sixth call"),
    gettext_lazy("seventh call"),
    gettext_lazy("eighth call"),
    gettext_lazy("ninth call"),
    gettext_lazy("tenth call"),
    gettext_lazy("eleventh call"),
    gettext_lazy("twelfth call"),
)


def call_name(call: Call) -> str:
    """A call without its player: `Pass`, `1♥`."""
    return str(CALLS[call.kind]) if call.kind in CALLS else call.text


def place_of(call: Call) -> str:
    """Which call of the auction it was: `third call`; empty where that goes without saying."""
    if not call.nth:
        return ""
    return str(_PLACES[call.nth - 1]) if call.nth <= len(_PLACES) else _("call %(number)d") % {"number": call.nth}


def why(call: Call) -> str:
    """What a mark on a call means: `out of turn, cancelled`; nothing of a call that bears none, or whose note tells it."""
    if not call.bad:
        return ""
    said = [*_what_was_wrong(call), *([str(_FATES[call.fate])] if call.fate else [])]
    return ", ".join(said) or ("" if call.note else _("this call"))


def before(call: Call) -> str:
    """What is said before a marked call to somebody who hears it: `South, out of turn, third call:`."""
    wrong = _what_was_wrong(call)
    if not (wrong or call.fate):
        wrong = [_("this call")]
    return ", ".join(filter(None, (str(SEATS[call.seat]), *wrong, place_of(call)))) + ":"


def after(call: Call) -> str:
    """And behind it: `cancelled`."""
    return str(_FATES[call.fate]) if call.fate else ""


def key_line(auction: Auction) -> str:
    """What the numbers beside the calls are; nothing where there are none."""
    if not auction.numbered:
        return ""
    told = _("The numbers show the order of the calls.")
    return told if not auction.together else f"{told} {_('The same number: made at the same moment.')}"


def in_text(auction: Auction) -> str:
    """The auction in plain letters, for a terminal or a letter: four columns, and behind a call what there is to say of it."""
    rows = [[str(SEATS[cell.seat]) for cell in auction.rows[0].cells]]
    rows += [[_cell_in_text(cell) for cell in row.cells] for row in auction.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([*lines, *filter(None, [key_line(auction)])])


def _cell_in_text(cell: Cell) -> str:
    if cell.call is None:
        return _("All pass") if cell.all_pass else ""
    said = ", ".join(filter(None, (str(cell.call.nth or ""), why(cell.call))))
    return f"{call_name(cell.call)} ({said})" if said else call_name(cell.call)


def _what_was_wrong(call: Call) -> list[str]:
    return [str(_FAULTS[name]) for name in call.faults if name in _FAULTS]
