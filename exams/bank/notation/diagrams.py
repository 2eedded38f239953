"""All diagrams of a question as an editor types them: one heading for the board, then hands, auction and play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from exams.bank.notation.auction import read_auction, write_auction
from exams.bank.notation.hands import is_partial, read_hands, write_hands
from exams.bank.notation.pieces import BadNotation
from exams.bank.notation.play import read_play, write_play
from laws.rulings.seats import board_dealer, board_vulnerability


class BadDiagram(ValueError):
    """part: the field of `Typed` that cannot be read. The message says where in it and what to do."""

    def __init__(self, part: str, message: str) -> None:
        super().__init__(message)
        self.part = part


@dataclass(frozen=True, kw_only=True)
class Typed:
    """What stands in the fields. partial: some cards of the hands are not shown. Nothing in a field is no diagram.

    board, dealer and vulnerability are those of hands and auction alike; a board tells the other two (Law 2).
    """

    board: int | None = None
    dealer: str = ""
    vulnerability: str = ""
    hands: str = ""
    partial: bool = False
    auction: str = ""
    play: str = ""


def read(typed: Typed) -> dict[str, Any]:
    """The `diagrams` of a content. Raises BadDiagram for the first field that cannot be read."""
    diagrams, faults = read_what_can_be(typed)
    if faults:
        raise faults[0]
    return diagrams


def read_what_can_be(typed: Typed) -> tuple[dict[str, Any], list[BadDiagram]]:
    """The diagrams of those fields that can be read, and what is wrong with the others."""
    heading = _heading(typed)
    diagrams: dict[str, Any] = {}
    faults: list[BadDiagram] = []
    if typed.auction.strip() and "dealer" not in heading:
        faults.append(
            BadDiagram("dealer", _("Say who dealt, or give the board number, so that the auction can begin."))
        )
    elif typed.auction.strip():
        try:
            auction = read_auction(typed.auction, heading["dealer"])
            diagrams["auction"] = {"vulnerability": "none", **heading, **auction}
        except BadNotation as error:
            faults.append(BadDiagram("auction", str(error)))
    if typed.hands.strip():
        try:
            diagrams["hands"] = {**heading, "show": read_hands(typed.hands, partial=typed.partial)}
        except BadNotation as error:
            faults.append(BadDiagram("hands", str(error)))
    try:
        if play := read_play(typed.play):
            diagrams["play"] = play
    except BadNotation as error:
        faults.append(BadDiagram("play", str(error)))
    return diagrams, faults


def write(diagrams: Mapping[str, Any]) -> Typed:
    """What an editor would have typed for these diagrams. Where hands and auction name different boards, the auction's."""
    hands, auction, play = (diagrams.get(name, {}) for name in ("hands", "auction", "play"))
    heading = auction or hands
    return Typed(
        board=heading.get("board"),
        dealer=heading.get("dealer", ""),
        vulnerability=heading.get("vulnerability", ""),
        hands=write_hands(hands["show"]) if hands else "",
        partial=is_partial(hands["show"]) if hands else False,
        auction=write_auction(auction) if auction else "",
        play=write_play(play) if play else "",
    )


def _heading(typed: Typed) -> dict[str, Any]:
    """Board, dealer and vulnerability, as far as they are told; a board tells the rest."""
    told: dict[str, Any] = {"board": typed.board} if typed.board else {}
    if dealer := typed.dealer or (board_dealer(typed.board).value if typed.board else ""):
        told["dealer"] = dealer
    if vulnerability := typed.vulnerability or (board_vulnerability(typed.board) if typed.board else ""):
        told["vulnerability"] = vulnerability
    return told
