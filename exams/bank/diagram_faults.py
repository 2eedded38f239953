"""What is wrong with diagrams that are each well formed: a note that is not there, a card in two places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from laws.diagrams.plays import trump_of

Diagrams = Mapping[str, Any]
"""The `diagrams` of a content, as `content.schema.json` describes them."""


def diagram_faults(diagrams: Diagrams) -> Iterator[tuple[str, str]]:
    """The place of each fault in a content, as `diagrams.play.trump`, and what is wrong there."""
    auction, play = diagrams.get("auction", {}), diagrams.get("play", {})
    calls = [(f"diagrams.auction.calls[{place}]", call) for place, call in enumerate(auction.get("calls", []))]
    cards = [
        (f"diagrams.play.tricks[{number}].cards[{place}]", card)
        for number, trick in enumerate(play.get("tricks", []))
        for place, card in enumerate(trick["cards"])
    ]
    for made, notes in ((calls, auction.get("notes", [])), (cards, play.get("notes", []))):
        for field, one in made:
            if one.get("note", 0) > len(notes):
                yield f"{field}.note", f"there is no note {one['note']}."
    if "trump" in play and play["trump"] != trump_of(play):
        yield "diagrams.play.trump", f"{play['trump']} is not what {play['contract']} is played in."
    show = diagrams.get("hands", {}).get("show", {})
    yield from _twice_dealt(show)
    yield from _wrongly_played(show, cards)


def _twice_dealt(show: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Cards that two hands hold, or one twice."""
    held: dict[str, str] = {}
    for seat, card in _held(show):
        if card in held:
            yield f"diagrams.hands.show.{seat}", f"{card} is in the hand of {held[card]} already."
        held.setdefault(card, seat)


def _wrongly_played(show: Mapping[str, str], cards: list[tuple[str, Mapping[str, Any]]]) -> Iterator[tuple[str, str]]:
    """Cards played from another hand than the one that holds them, or played twice.

    A card that was irregular may have been withdrawn, and so be played again by the same player.
    """
    held = {card: seat for seat, card in _held(show)}
    irregular = {one["card"] for _field, one in cards if one.get("bad")}
    played: dict[str, str] = {}
    for field, one in cards:
        card, by = one["card"], one["by"]
        if held.get(card, by) != by:
            yield field, f"{card} is in the hand of {held[card]}, not of {by}."
        if card in played and (played[card] != by or card not in irregular):
            yield field, f"{card} was played by {played[card]} already."
        played[card] = by


def _held(show: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Seat and card, as `SA`, of all that is shown."""
    for seat, hand in show.items():
        for suit, ranks in zip("SHDC", hand.split("."), strict=True):
            yield from ((seat, suit + rank) for rank in ranks)
