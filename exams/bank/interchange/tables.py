"""Hands, auction and play as plain tables that any system shows and any screen reader reads.

No style is asked for: the words carry everything. A suit's symbol is named for those who do not see it (by `aria-label`,
since QTI has no `title`), what was irregular is said behind the call; the caption names board, dealer and who is vulnerable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exams.bank.interchange.xml import Element, el
from laws import auction_words, diagrams, play_words
from laws.auction_words import SEATS
from laws.diagrams.plays import Cell, Play, play

SUITS = {
    "♠": gettext_lazy("spades"),
    "♥": gettext_lazy("hearts"),
    "♦": gettext_lazy("diamonds"),
    "♣": gettext_lazy("clubs"),
}
_VULNERABLE = {
    "": gettext_lazy("nobody vulnerable"),
    "NS": gettext_lazy("North–South vulnerable"),
    "EW": gettext_lazy("East–West vulnerable"),
    "NESW": gettext_lazy("all vulnerable"),
}


def tables(name: str, data: Mapping[str, Any], record: Mapping[str, Any] | None = None) -> list[Element]:
    """The diagram of this name as a table and, where it has notes, a list of them.

    record: the table record that an auction was drawn from; it tells what became of a call.
    """
    if name == "auction":
        return _auction(diagrams.as_it_happened(data, record))
    return {"hands": _hands, "play": _play}[name](data)


def _auction(data: Mapping[str, Any]) -> list[Element]:
    shown = diagrams.auction(data)
    head = el("tr", None, *(el("th", {"scope": "col"}, str(SEATS[seat])) for seat in diagrams.SEATS))
    rows = [el("tr", None, *(_cell(cell) for cell in row.cells)) for row in shown.rows]
    caption = el("caption", None, _("Auction") + ": " + _board(shown.board, shown.dealer, shown.vulnerable))
    return [el("table", None, caption, el("thead", None, head), el("tbody", None, *rows)), *_notes(shown.notes)]


def _notes(notes: Sequence[str]) -> list[Element]:
    return [el("ol", None, *(el("li", None, *_suits(note)) for note in notes))] if notes else []


def _cell(cell: diagrams.Cell) -> Element:
    call = cell.call
    if call is None:
        return el("td", None, *([_("All pass")] if cell.all_pass else []))
    said = ", ".join(filter(None, (auction_words.place_of(call), auction_words.why(call))))
    parts = [*_suits(auction_words.call_name(call)), *([f" ({said})"] if said else [])]
    if call.note:
        parts += [" ", el("sup", None, str(call.note))]
    return el("td", None, *parts)


def _hands(data: Mapping[str, Any]) -> list[Element]:
    shown = diagrams.deal(data)
    head = el("tr", None, el("td"), *(el("th", {"scope": "col"}, *_suits(suit)) for suit in SUITS))
    rows = [
        el(
            "tr",
            None,
            el("th", {"scope": "row"}, str(SEATS[hand.seat])),
            *(el("td", None, " ".join(cards) or _("void")) for _suit, cards in hand.suits),
        )
        for hand in shown.hands
    ]
    caption = el("caption", None, _("Hands") + ": " + _board(shown.board, shown.dealer, shown.vulnerable))
    return [el("table", None, caption, el("thead", None, head), el("tbody", None, *rows))]


def _play(data: Mapping[str, Any]) -> list[Element]:
    shown = play(data)
    names = [(str(SEATS[seat]) + (" (" + _("dummy") + ")" if seat == shown.dummy else "")) for seat in diagrams.SEATS]
    head = el("tr", None, el("th", {"scope": "col"}, _("Trick")), *(el("th", {"scope": "col"}, name) for name in names))
    rows = [
        el("tr", None, el("th", {"scope": "row"}, str(trick.number)), *(_played(cell) for cell in row.cells))
        for trick in shown.tricks
        for row in trick.rows
    ]
    caption = el("caption", None, *_suits(_("Play") + _contract(shown)))
    return [el("table", None, caption, el("thead", None, head), el("tbody", None, *rows)), *_notes(shown.notes)]


def _contract(shown: Play) -> str:
    """“: 4♠ doubled, declarer South”."""
    parts = [" ".join(filter(None, [shown.contract, ("", _("doubled"), _("redoubled"))[shown.doubled]]))]
    if shown.declarer:
        parts.append(_("declarer %s") % SEATS[shown.declarer])
    if shown.trump:
        parts.append(_("no trump") if shown.trump == "NT" else _("trump %s") % shown.trump)
    told = ", ".join(filter(None, parts))
    return f": {told}" if told else ""


def _played(cell: Cell) -> Element:
    """What a player did in a trick: “to lead: ♥K (wins)”."""
    parts: list[Element | str] = [_("to lead:") + " "] if cell.leads else []
    for number, card in enumerate(cell.cards):
        parts += [", "] if number else []
        parts += _suits(card.text)
        said = ", ".join(filter(None, (play_words.place_of(card), play_words.why(card))))
        parts += [f" ({said})"] if said else []
        if card.note:
            parts += [" ", el("sup", None, str(card.note))]
    if cell.wins:
        parts.append(" " + _("(wins)"))
    return el("td", None, *parts)


def _board(board: int | None, dealer: str, vulnerable: str | None) -> str:
    parts = [_("board %d") % board] if board else []
    if dealer:
        parts.append(_("dealer %s") % SEATS[dealer])
    if vulnerable is not None and (dealer or board or vulnerable):
        parts.append(str(_VULNERABLE[vulnerable]))
    return ", ".join(parts)


def _suits(text: str) -> list[Element | str]:
    """The text, each suit symbol in it named for those who do not see it."""
    parts: list[Element | str] = []
    for sign in text:
        if sign in SUITS:
            parts.append(el("span", {"role": "img", "aria-label": str(SUITS[sign])}, sign))
        elif parts and isinstance(parts[-1], str):
            parts[-1] += sign
        else:
            parts.append(sign)
    return parts
