"""Tables for the tests of the engine: records in one line, and strategies for hands, meanings and auctions."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml
from hypothesis import strategies as st

from laws import keys
from laws.cases.case import RulingCase
from laws.cases.files import read_path
from laws.rulings.calls import CALLS, Call
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.meanings import MAX_HCP, Meaning, Shown
from laws.rulings.readers import rule
from laws.rulings.record import NATURAL, TableRecord, parse_record
from laws.rulings.replay import Standing
from laws.rulings.ruling import Ruling
from laws.rulings.seats import ROUND, Seat

CASES: Final = Path(__file__).parents[2] / "cases"
PROCEDURES: Final = tuple(
    number
    for number, found in sorted(DUPLICATE_2017.procedures.items(), key=lambda item: keys.parse(item[0]).order)
    if not found.entry
)
"""Every procedure of the Laws of 2017 that has paths of its own, in the order of the book."""
REAL_CALLS: Final = tuple(call for call in CALLS.values() if call.level <= 7)

OPENING: Final = {"hcp": [12, 21], "suits": {"H": [5, 13]}}
NARROWER: Final = {"hcp": [12, 16], "suits": {"H": [5, 13]}}
WEAK: Final = {"hcp": [0, 5]}


_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@cache
def written_cases() -> dict[str, list[dict[str, Any]]]:
    """The ruling cases as they are written, by the name of their file; read once, by the parser in C where there is one."""
    return {
        file.name: yaml.load(file.read_text(encoding="utf-8"), _Loader)  # noqa: S506 - a safe loader
        for file in sorted(CASES.glob("*.yaml"))
    }


@cache
def cases_by_file() -> dict[str, list[RulingCase]]:
    """The ruling cases as read, by the name of their file; those that cannot be read are told by a test."""
    return {file.name: read_path(file)[0] for file in sorted(CASES.glob("*.yaml"))}


def all_cases() -> list[RulingCase]:
    """Every ruling case."""
    return [case for cases in cases_by_file().values() for case in cases]


def record(auction: str = "", dealer: str = "N", **fields: Any) -> TableRecord:
    """A record from an auction in one line, `N 1S, E 1H`, and any other fields.

    Calls are natural unless a test says what they show; `assume=None` leaves what it does not say open.
    """
    calls = [item.strip() for item in auction.split(",") if item.strip()]
    return parse_record({"dealer": dealer, "auction": calls, "assume": NATURAL, **fields})


def ruled(auction: str = "", dealer: str = "N", **fields: Any) -> Ruling:
    """The ruling on such a record."""
    return rule(record(auction, dealer, **fields))


def has(ruling: Ruling, outcome: str, **wanted: Any) -> bool:
    """True when the ruling has an outcome of that name with these values."""
    return any(
        item["outcome"] == outcome and all(item.get(key) == value for key, value in wanted.items())
        for item in ruling.outcomes
    )


def legal_calls(standing: Standing) -> list[Call]:
    """Every call the player in turn may make."""
    return [call for call in REAL_CALLS if standing.legal(standing.turn, call)]


def grow(standing: Standing, calls: list[str], choose: random.Random, until: int) -> None:
    """Add up to `until` legal calls in rotation, cheap ones and passes oftener than not, stopping at the end."""
    for _ in range(until):
        if standing.ended:
            return
        options = legal_calls(standing)
        near = options[: 3 + choose.randrange(8)]
        call = choose.choice(near)
        calls.append(f"{standing.turn} {call}")
        standing.take(standing.turn, call)


def legal_auction(seed: int, until: int = 40) -> tuple[Seat, list[str], Standing]:
    """Dealer, calls and final standing of an auction without any irregularity; the same seed gives the same one."""
    choose = random.Random(seed)  # noqa: S311 - a reproducible table, no secret
    dealer = choose.choice(ROUND)
    standing = Standing(dealer)
    calls: list[str] = []
    grow(standing, calls, choose, until)
    return dealer, calls, standing


@st.composite
def ranges(draw: st.DrawFn, top: int) -> tuple[int, int]:
    """A range that is not empty."""
    low = draw(st.integers(0, top))
    return low, draw(st.integers(low, top))


@st.composite
def shown(draw: st.DrawFn) -> Shown:
    """One alternative of a meaning; it may hold no hand at all."""
    lengths = tuple(draw(st.one_of(st.just((0, 13)), ranges(8))) for _ in range(4))
    kings = draw(st.one_of(st.just((0, 4)), ranges(4)))
    return Shown(
        hcp=draw(st.one_of(st.just((0, MAX_HCP)), ranges(MAX_HCP))),
        lengths=lengths,  # type: ignore[arg-type]
        balanced=draw(st.booleans()),
        features=draw(st.frozensets(st.sampled_from(["club stopper", "no void"]), max_size=2)),
        counts=() if kings == (0, 4) else (("kings", kings),),
    )


def meanings() -> st.SearchStrategy[Meaning]:
    """Meanings of one to three alternatives."""
    return st.builds(Meaning, st.lists(shown(), min_size=1, max_size=3).map(tuple))


@st.composite
def deals(draw: st.DrawFn) -> tuple[str, ...]:
    """Thirteen cards dealt fairly, as in a hand of a record."""
    deck = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
    return tuple(draw(st.permutations(deck))[:13])


def hand_text(cards: tuple[str, ...]) -> str:
    """Cards in the form of a record: `Q632.KT98.J.AQJ9`."""
    ranks = {suit: "".join(r for r in "AKQJT98765432" if suit + r in cards) for suit in "SHDC"}
    return ".".join(ranks[suit] or "-" for suit in "SHDC")
