"""Tables found by trying: for editions whose procedures are not staged one by one.

A stock of plain tables is ruled on, one after another. What a table leaves open is stated as a finding, every answer in
turn; so each table gives the paths that it can show, and the first table for a path is the one that stages it. The stock
is fixed, so the same path always gets the same table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any, Final

from laws.rulings.readers import explore, rule
from laws.rulings.record import NATURAL, parse_record

Facts = Mapping[str, Any]
Path = tuple[tuple[str, Any], ...]
Table = dict[str, Any]
ROUND: Final = "NESW"

# Auctions up to an irregular call, by law.
IRREGULAR: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "25": (("N 1S", "N 2H"), ("N 1NT", "N 2H"), ("N P", "N 1H"), ("N 1S", "E 2H", "E 2D")),
    "27": (
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
    ),
    "30": (
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
    ),
    "31": (
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
    ),
    "32": (
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
    ),
    "36": (
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
    ),
    "37": (("N 1C", "E 1S", "S 2C"), ("N 1C", "E 1S", "S 1NT"), ("N 1C", "E 1S", "S X")),
    "38": (("N 8C",), ("N 8NT",)),
    "39": (
        ("N 1NT", "E P", "S P", "W P", "N 2C"),
        ("N 1NT", "E P", "S P", "W P", "E 2C"),
        ("N 1NT", "E P", "S P", "W P", "E 2NT"),
        ("N 1NT", "E P", "S P", "W P", "E X"),
        ("N 1NT", "E P", "S P", "W P", "E P"),
    ),
    "34": (("N 1S", "E P", "W P", "N P"),),
}
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


def impossible(procedure: str, facts: Facts) -> str:
    """Why no table can show these facts, or nothing."""
    first_turn = facts.get("whose_turn") == "lho" and facts.get("called_before") is False
    if procedure == "27" and first_turn:
        return "before anybody has called there is no bid for this one to be insufficient over"
    if procedure == "27" and facts.get("repeat_legal"):
        return "RHO's pass leaves the repeated bid as insufficient as it was"
    if procedure == "32" and first_turn and not (facts["inadmissible_double"] or facts.get("inadmissible_redouble")):
        return "before anybody has called there is nothing to double, so the double is inadmissible"
    if procedure == "31" and facts.get("repeat_legal") is False:
        return "RHO's pass leaves a sufficient bid sufficient; an insufficient one comes by way of Law 27"
    if procedure == "30" and facts.get("repeat_legal") is False:
        return "a pass is legal at every turn, so it can always be repeated"
    if procedure == "33" and not facts["together"]:
        return "calls of one moment of which none is in turn stand in a record one by one, as the Director orders them"
    return ""


def stage(procedure: str, facts: Facts, edition: str) -> Table:
    """The first table of the stock that shows these facts. Raises LookupError when none does."""
    found = _shown(procedure, edition).get(frozenset(facts.items()))
    if found is None:
        raise LookupError(f"no table of the stock shows this path of Law {procedure}")
    return found


@cache
def _shown(procedure: str, edition: str) -> Mapping[frozenset[tuple[str, Any]], Table]:
    """The facts of every path that a table of the stock shows, with that table."""
    paths = (path.usual_path for path in explore(procedure, edition))
    missing = {path for path in paths if not impossible(procedure, dict(path))}
    found: dict[frozenset[tuple[str, Any]], Table] = {}
    for table in _stock(procedure):
        if not missing:
            break
        for path, told in _paths_of({**table, "procedure": procedure, "edition": edition}, {}, missing):
            found[frozenset(path)] = told
            missing.discard(path)
    return found


def _paths_of(table: Table, findings: Facts, missing: Collection[Path]) -> Iterator[tuple[Path, Table]]:
    """The missing paths that a table takes, whatever it leaves open answered in every way that may lead to one.

    A table that is refused takes none.
    """
    told = {"assume": NATURAL, **table, "findings": dict(findings)}
    try:
        ruling = rule(parse_record(told))
    except ValueError:
        return
    so_far = ruling.usual_path
    if ruling.pending is None:
        if so_far in missing:
            yield so_far, told
        return
    fact = ruling.pending.fact
    for value in fact.values:
        ahead = (*so_far, (fact.id, value))
        if any(path[: len(ahead)] == ahead for path in missing):
            yield from _paths_of(table, {**findings, fact.id: value}, missing)


def _stock(procedure: str) -> Iterator[Table]:
    """The tables that may show something of a law: plain ones first."""
    if procedure == "25":
        yield from SLIPS
    if procedure in IRREGULAR:
        yield from _irregular(procedure)
    elif procedure == "33":
        yield from ({"dealer": "N", "auction": [moment]} for moment in MOMENTS)
    elif procedure == "22":
        yield from ({"dealer": "N", "auction": list(auction)} for auction in ENDED)
    elif procedure == "26":
        yield from _leads()
    else:
        yield from _seated()


def _irregular(procedure: str) -> Iterator[Table]:
    obligations = OBLIGATIONS if procedure == "37" else ({},)
    for meanings, auction, obligation in product(MEANINGS, IRREGULAR[procedure], obligations):
        for since, extra in _afterwards(auction):
            for replacement in REPLACEMENTS:
                told = {"auction": [*auction, *since], "meanings": meanings, **extra}
                yield {"dealer": _dealer(auction), **obligation, **told} | (
                    {"replacement": replacement} if replacement else {}
                )


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


def _leads() -> Iterator[Table]:
    """Law 26: a call was withdrawn, was replaced or not, and declarer sits on one side or the other."""
    auctions = (("N 1S", "E 1H"), ("N 2S", "E 1NT"), ("N 1S", "W X"), ())
    for auction, replacement, declarer, lead in product(auctions, REPLACEMENTS, ("S", "W", None), LEADS):
        told: Table = {"dealer": "N", "auction": list(auction), "offender": "E" if auction != auctions[2] else "W"}
        told |= {
            key: value for key, value in (("replacement", replacement), ("declarer", declarer), ("lead", lead)) if value
        }
        yield told


def _seated() -> Iterator[Table]:
    """Law that rests on findings: the players are seated, and perhaps declarer, cards and calls are known."""
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
