"""Diagrams of every shape that the notation can say."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

RANKS = "AKQJT98765432"
CARDS = [suit + rank for suit in "SHDC" for rank in RANKS]
SEATS = "NESW"
CALLS = ["P", "X", "XX", *(f"{level}{suit}" for level in range(1, 9) for suit in ("C", "D", "H", "S", "NT"))]

seats = st.sampled_from(SEATS)
notes = st.lists(
    st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=12).map(str.strip).filter(bool),
    max_size=3,
)
vulnerabilities = st.sampled_from(["none", "NS", "EW", "all"])


def hand(cards: list[str]) -> str:
    """The cards as a content has them."""
    return ".".join("".join(rank for rank in RANKS if suit + rank in cards) for suit in "SHDC")


@st.composite
def shows(draw: st.DrawFn, *, partial: bool = False) -> dict[str, str]:
    """Hands of some seats."""
    pack = draw(st.permutations(CARDS))
    shown = draw(st.lists(seats, min_size=1, max_size=4, unique=True))
    sizes = {seat: draw(st.integers(0, 13)) if partial else 13 for seat in shown}
    return {seat: hand(pack[13 * place : 13 * place + sizes[seat]]) for place, seat in enumerate(shown)}


@st.composite
def auctions(draw: st.DrawFn) -> dict[str, Any]:
    """Calls by anybody, whoever's turn it is, some of them marked."""
    told = draw(notes)
    calls = [
        _marked(draw, {"by": draw(seats), "call": draw(st.sampled_from(CALLS))}, len(told))
        for _each in range(draw(st.integers(1, 12)))
    ]
    return {"calls": calls, "notes": told}


@st.composite
def plays(draw: st.DrawFn) -> dict[str, Any]:
    """Tricks that any player may have led; each plays one regular card a trick, and perhaps irregular ones."""
    told = draw(notes)
    pack = {seat: list(cards) for seat, cards in zip(SEATS, _dealt(draw), strict=True)}
    tricks = []
    for _number in range(draw(st.integers(1, 3))):
        order = draw(st.permutations(SEATS))[: draw(st.integers(1, 4))]
        cards = [_marked(draw, {"by": seat, "card": pack[seat].pop()}, len(told)) for seat in order]
        tricks.append({"leader": draw(seats), "cards": cards})
    heading: dict[str, Any] = draw(
        st.sampled_from([{}, {"contract": "4SX"}, {"contract": "3NT"}, {"trump": "H"}, {"trump": "NT"}])
    )
    declarer: dict[str, Any] = {"declarer": draw(seats)} if draw(st.booleans()) else {}
    if draw(st.booleans()):
        declarer["first"] = draw(st.integers(1, 11))
    return heading | declarer | {"tricks": tricks} | ({"notes": told} if told else {})


@st.composite
def diagrams(draw: st.DrawFn) -> dict[str, Any]:
    """Any of the three, under one heading."""
    heading: dict[str, Any] = {"dealer": draw(seats), "vulnerability": draw(vulnerabilities)}
    if draw(st.booleans()):
        heading["board"] = draw(st.integers(1, 64))
    made: dict[str, Any] = {}
    if draw(st.booleans()):
        made["auction"] = heading | draw(auctions())
    if draw(st.booleans()):
        made["hands"] = heading | {"show": draw(shows(partial=draw(st.booleans())))}
    if draw(st.booleans()):
        made["play"] = draw(plays())
    return made


def _marked(draw: st.DrawFn, one: dict[str, Any], notes_told: int) -> dict[str, Any]:
    if draw(st.booleans()):
        one["bad"] = True
    if notes_told and draw(st.booleans()):
        one["note"] = draw(st.integers(1, notes_told))
    return one


def _dealt(draw: st.DrawFn) -> list[list[str]]:
    pack = draw(st.permutations(CARDS))
    return [pack[start : start + 13] for start in range(0, 52, 13)]
