"""A stock of plain tables: auctions up to something irregular, with what may follow them.

For an edition whose procedures are not staged one by one the tables of a law's stock are tried in their order, so the same
path always gets the same table (`laws.rulings.staging.searching`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, Final

from laws.rulings.declaration import Table

ROUND: Final = "NESW"
Auctions = tuple[tuple[str, ...], ...]

CHANGES: Final[Auctions] = (("N 1S", "N 2H"), ("N 1NT", "N 2H"), ("N P", "N 1H"), ("N 1S", "E 2H", "E 2D"))
INSUFFICIENT: Final[Auctions] = (
    ("N 1S", "E 1H"),
    ("N 2S", "E 1NT"),
    ("N 1S", "S 1H"),
    ("N 1S", "W 1H"),
    ("N 2S", "W 1NT"),
    ("N 1S", "E 2H", "E 1C"),
    ("N 2S", "E P", "E 1NT"),
    ("N 1S", "E 2C", "W 1H"),
    ("N 2S", "E 3C", "W 1NT"),
    ("N 1S", "E P", "N 1H"),
    ("N 1C", "E 1S", "S P", "N 1D"),
)
PASSES_OUT_OF_TURN: Final[Auctions] = (
    ("E P",),
    ("S P",),
    ("W P",),
    ("N 1S", "W P"),
    ("N 1S", "S P"),
    ("N 1S", "N P"),
    ("N P", "S P"),
    ("N P", "W P"),
    ("N P", "N P"),
    ("N 1S", "E P", "N P"),
)
BIDS_OUT_OF_TURN: Final[Auctions] = (
    ("E 1H",),
    ("E 1NT",),
    ("S 1H",),
    ("W 1H",),
    ("W 1NT",),
    ("N 1S", "W 2H"),
    ("N 1S", "W 2NT"),
    ("N 1S", "S 2H"),
    ("N 1S", "N 2S"),
    ("N P", "E P", "E 1S"),
    ("N P", "E P", "S P", "E 1S"),
)
DOUBLES_OUT_OF_TURN: Final[Auctions] = (
    ("E 1H", "S P", "N X"),
    ("E 1H", "N X"),
    ("N 1S", "E P", "E X"),
    ("N 1S", "E X", "N XX"),
    ("E X",),
    ("S X",),
    ("W X",),
    ("N 1S", "N X"),
    ("E XX",),
    ("S XX",),
    ("W XX",),
    ("N 1S", "N XX"),
)
INADMISSIBLE_DOUBLES: Final[Auctions] = (
    ("N 1S", "E P", "S X"),
    ("N 1S", "E XX"),
    ("E X",),
    ("S X",),
    ("W X",),
    ("N 1S", "N X"),
    ("E XX",),
    ("S XX",),
    ("W XX",),
    ("N 1S", "N XX"),
)
OBLIGATIONS_BROKEN: Final[Auctions] = (("N 1C", "E 1S", "S 2C"), ("N 1C", "E 1S", "S 1NT"), ("N 1C", "E 1S", "S X"))
ABOVE_SEVEN: Final[Auctions] = (("N 8C",), ("N 8NT",))
AFTER_THE_END: Final[Auctions] = (
    ("N 1NT", "E P", "S P", "W P", "N 2C"),
    ("N 1NT", "E P", "S P", "W P", "E 2C"),
    ("N 1NT", "E P", "S P", "W P", "E 2NT"),
    ("N 1NT", "E P", "S P", "W P", "E X"),
    ("N 1NT", "E P", "S P", "W P", "E P"),
)
TURN_SKIPPED: Final[Auctions] = (("N 1S", "E P", "W P", "N P"),)
SLIPS: Final[tuple[Table, ...]] = (
    {"dealer": "N", "auction": ["N 1NT"], "intended": "1S"},
    {"dealer": "N", "auction": ["N 2S", "E 3H"], "intended": "2H"},
)
"""Calls that their players say they did not mean to make; the second meant one that is not enough."""
OBLIGATIONS: Final[tuple[Table, ...]] = tuple(
    {"must_pass": {"S": {"extent": extent, "from": 1}}} for extent in ("throughout", "once")
)
REPLACEMENTS: Final = (None, "2H", "3H", "1H", "1S", "P", "X", "XX", "1D", "2NT", "3NT", "2C")
CORRECTED: Final = ("2H", "2NT", "P", "X", "XX", "1D")
MEANINGS: Final[tuple[Table, ...]] = (
    {},
    {"withdrawn": {"hcp": "13+", "artificial": True}},
    {"withdrawn": {"hcp": "13+", "suits": {"H": "5+"}, "artificial": True}},
    {"withdrawn": {"hcp": "11-20", "suits": {"H": "5+"}}, "replacement": {"hcp": "11-14", "suits": {"H": "5+"}}},
    {"withdrawn": {"asks": "controls", "artificial": True}, "replacement": {"asks": "controls", "artificial": True}},
)
ENDED: Final = (
    ("N 1S", "E P", "S P", "W P"),
    ("N P", "E P", "S P", "W P"),
    ("N 1S", "E P"),
    ("N 1S", "E P", "W P", "N P"),
)
MOMENTS: Final = (["S P", "N 1C"], ["E 1D", "N 1C"], ["E 1C", "N 1C"])
INFORMED: Final = (
    (),
    ("S 2C", "W P", "N 2D", "E P"),
    ("S 2C", "W P", "N 2D", "E P", "S 2H"),
    ("S 2C", "W P", "N 2D", "E P", "S 2H", "W P"),
    ("S 2C", "W P", "N 2D", "E P", "S P", "W P"),
)
CARDS: Final[tuple[list[str], ...]] = ([], ["S5"], ["DQ"], ["D3", "C6"])
LEADS: Final[tuple[Table | None, ...]] = (
    None,
    *({"occasion": when, "forbidden": suit} for when in ("first", "retained", "later") for suit in (None, "C")),
    *({"occasion": "first", "forbidden": suit, "can_comply": False} for suit in (None, "C")),
)


def irregular(auctions: Auctions, obligations: Iterable[Table] = ({},)) -> Callable[[], Iterator[Table]]:
    """Each auction with every meaning, obligation, call after it and replacement of the stock."""

    def tables() -> Iterator[Table]:
        for meanings, auction, obligation in product(MEANINGS, auctions, obligations):
            for since, extra in _afterwards(auction):
                for replacement in REPLACEMENTS:
                    told = {"auction": [*auction, *since], "meanings": meanings, **extra}
                    yield {"dealer": _dealer(auction), **obligation, **told} | (
                        {"replacement": replacement} if replacement else {}
                    )

    return tables


def changed() -> Iterator[Table]:
    """Calls said to be slips, and second calls at one turn."""
    yield from SLIPS
    yield from irregular(CHANGES)()


def at_one_moment() -> Iterator[Table]:
    """Two calls made together."""
    yield from ({"dealer": "N", "auction": [moment]} for moment in MOMENTS)


def ended() -> Iterator[Table]:
    """Auctions that are over, and some that seem to be."""
    yield from ({"dealer": "N", "auction": list(auction)} for auction in ENDED)


def _afterwards(auction: tuple[str, ...]) -> Iterator[tuple[list[Any], Table]]:
    """Nothing; calls by the opponents or by the offender; a pass or a call by RHO, to whom the auction went back."""
    offender = ROUND.index(auction[-1][0])
    lho, rho = ROUND[(offender + 1) % 4], ROUND[(offender + 3) % 4]
    yield [], {}
    yield from (([{"by": lho, "call": "3C", "over": over}], {}) for over in (True, False))
    yield [f"{lho} P"], {}
    yield [f"{rho} 3C"], {}
    yield from (([], {"continued": [f"{rho} {call}"]}) for call in ("P", "3C", "X"))
    yield from (([f"{ROUND[offender]} {call}"], {}) for call in CORRECTED)
    yield from (([f"{ROUND[offender]} {call}", f"{lho} 3C"], {}) for call in CORRECTED)
    passes = [f"{ROUND[(offender + i) % 4]} P" for i in (2, 3, 4)]
    yield [f"{lho} 7NT", *passes], {"noticed": "play"}


def _dealer(auction: tuple[str, ...]) -> str:
    """The first caller where he calls twice running or is East in an auction of East's; else North."""
    return "E" if auction[0] == "E 1H" and len(auction) > 1 else "N"


def leads() -> Iterator[Table]:
    """A call was withdrawn, was replaced or not, and declarer sits on one side or the other."""
    auctions = (("N 1S", "E 1H"), ("N 2S", "E 1NT"), ("N 1S", "W X"), ())
    for auction, replacement, declarer, lead in product(auctions, REPLACEMENTS, ("S", "W", None), LEADS):
        told: Table = {"dealer": "N", "auction": list(auction), "offender": "E" if auction != auctions[2] else "W"}
        told |= {
            key: value for key, value in (("replacement", replacement), ("declarer", declarer), ("lead", lead)) if value
        }
        yield told


def seated() -> Iterator[Table]:
    """For a law that rests on findings: the players are seated, and perhaps declarer, cards and calls are known."""
    seats: tuple[Table, ...] = (
        {"offender": "E", "player": "S"},
        {"offender": "S", "player": "S"},
        {"offender": "N", "player": "E"},
        {"offender": "S", "player": "N"},
        {"offender": "E"},
        {"player": "S"},
        {},
    )
    for seat, declarer, cards, auction in product(seats, (None, "N", "E", "S", "W"), CARDS, INFORMED):
        told: Table = {"dealer": auction[0][0] if auction else "N", "auction": list(auction), **seat, "cards": cards}
        yield told | ({"declarer": declarer} if declarer else {})
    for accepted in (None, True):
        yield {"dealer": "N", "auction": ["N 1S", "E 1H", "S 2H"], "accepted": accepted}
        yield {"dealer": "N", "auction": ["N 1S", "E 1H"], "accepted": accepted}
