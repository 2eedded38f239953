"""Bad input: what a record may not say, with the field and the provision in the message."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from laws.rulings.editions import EDITIONS
from laws.rulings.readers import UnknownProcedure, rule
from laws.rulings.record import BadRecord, Contradiction, parse_record
from tests.laws.rulings.tables import has, ruled

HEARTS = "N 1S, E 1H"
REFUSED: list[tuple[str, str, dict[str, Any], str]] = [
    ("accepted, but replaced", HEARTS, {"accepted": True, "replacement": "2H"}, r"^replacement: 1H stands .* \(27A1\)"),
    ("accepted, but set aside", "E 1H", {"accepted": True, "continued": ["N P"]}, r"^continued\[0\]: .* \(29B\).*29A"),
    ("accepted and called in turn", "E 1H, N 1C", {"accepted": True}, r"^accepted: .*N called 1C in turn \(28B\)"),
    ("refused, but called over", "N 1S, E 1H, S 2C", {"accepted": False}, r"^accepted: .*over it \(27A1, 29A\)"),
    ("accepted by the offender's partner", HEARTS, {"says_accept": ["W"]}, r"^record.says_accept: W .*only S .*27A1"),
    ("accepted by the offender", "E 1H", {"says_accept": ["E"]}, r"^record.says_accept: E .*only S .*29A"),
    ("accepted and refused", HEARTS, {"says_accept": ["S"], "accepted": False}, r"^says_accept: S accepts .*27A1"),
    ("a call instead of the pass owed", "E P", {"replacement": "1H"}, r"^record.replacement: E must pass .*\(30A\)"),
    (
        "another call instead of the one to repeat",
        "E 1H",
        {"continued": ["N P"], "replacement": "1S"},
        r"^record.replacement: N has passed, so 1H must be repeated \(31A1\)",
    ),
    (
        "another call instead of the one to repeat, RHO's pass being stated as a finding",
        "E 1H",
        {"findings": {"rho_passes": True}, "replacement": "P"},
        r"^record.replacement: N has passed, so 1H must be repeated \(31A1\)",
    ),
    (
        "no double, though it must be repeated",
        "N 1S, E P, W X",
        {"continued": ["S P"], "replacement": "P"},
        r"^record.replacement: S has passed, so X must be repeated \(32A1\)",
    ),
    (
        "eight clubs instead",
        HEARTS,
        {"accepted": False, "replacement": "8C"},
        r"^record.replacement: 8C .*\(18A, 38A\)",
    ),
    (
        "too low instead",
        "E 1H",
        {"continued": ["N 1S"], "replacement": "1H"},
        r"^record.replacement: 1H .*\(18D\).*29B",
    ),
    ("no double to redouble", "E 1H", {"continued": ["N 1S"], "replacement": "XX"}, r"^record.replacement: XX .*19B1"),
    ("out of turn after it", "E 1H", {"continued": ["S 1S"]}, r"^record.continued\[0\]: S 1S .*17C.*by N"),
    (
        "out of turn after it at rubber",
        "E 1H",
        {"continued": ["S 1S"], "edition": "rubber-2014"},
        r"^record.continued\[0\]: S 1S .*by N",
    ),
    ("no second bid", HEARTS, {"replacement": "X", "attempt_accepted": True}, r"^record.attempt_accepted: X .*27B4"),
    ("a third call", "N 1S, N 2S", {"replacement": "3S"}, r"^record.replacement: one of the two .*25B1, 25B2"),
    ("a double nobody may accept", "N 1S, E P, S X", {"accepted": True}, r"^accepted: .*X there \(36B1\)"),
    ("a lead of the innocent", HEARTS, {"lead": {"occasion": "first"}, "declarer": "W"}, r"^record.lead: W .*26B"),
    ("a slip of nobody", "N 1S", {"intended": "2S", "offender": "E"}, r"^record.intended: no call .*25A1"),
    ("a slip not told", "N 1S", {"procedure": "25"}, r"^record.intended: missing; Law 25"),
    ("an unknown edition", HEARTS, {"edition": "duplicate-1997"}, r"^record.edition: unknown edition 'duplicate-1997'"),
    ("an empty range", HEARTS, {"meanings": {"withdrawn": {"hcp": [20, 5]}}}, r"^record.meanings.withdrawn.hcp: .*23A"),
    (
        "a meaning no hand has",
        HEARTS,
        {"meanings": {"2H": {"suits": {"S": "7+", "H": "7+"}}}},
        r"^record.meanings.2H: no hand has this meaning.*23A",
    ),
]


@pytest.mark.parametrize(
    ("auction", "fields", "message"), [line[1:] for line in REFUSED], ids=[line[0] for line in REFUSED]
)
def test_a_record_that_cannot_be_is_refused(auction: str, fields: dict[str, Any], message: str) -> None:
    with pytest.raises((BadRecord, Contradiction, UnknownProcedure), match=message):
        ruled(auction, **fields)


def test_lho_s_word_is_an_election() -> None:
    assert has(ruled(HEARTS, says_accept=["S"]), "call_stands", call="1H", provision="27A1")


def test_rho_s_word_is_none() -> None:
    ruling = ruled(HEARTS, says_accept=["N"])
    assert has(ruling, "info", side="NOS", status="unauthorised", law="16B1")
    assert ruling.pending is not None
    assert ruling.pending.fact.id == "lho_accepts"


def test_a_correction_made_too_early_may_stand_beside_an_acceptance() -> None:
    """27C: 2H was put on 1H at once, and South accepts 1H after all."""
    assert has(ruled("N 1S, E 1H, E 2H", accepted=True), "call_cancelled", call="2H", provision="27C")


AUCTIONS: list[list[Any]] = [
    [],
    ["N 1S", "E P"],
    ["N 1S", "E 1H"],
    ["E 1H"],
    ["N P", "E P", "S P", "W P"],
    ["N 1S", "N 2S"],
    ["N 1S", "E P", "S X"],
    ["N 8C"],
    ["N 1S", "E P", "S P", "W P", "N X"],
    ["N 1S", "E P", "W P", "N P"],
    [["N P", "E 1C"]],
]
FIELDS: list[dict[str, Any]] = [
    {},
    {"offender": "E", "player": "S"},
    {"player": "N"},
    {"intended": "2H"},
    {"replacement": "2H"},
    {"declarer": "S", "offender": "E"},
    {"must_pass": {"S": "once"}},
    {"lead": {"occasion": "first"}},
    {"cards": ["DQ"], "offender": "E"},
    {"noticed": "play"},
    {"findings": {"unintended": True}},
    {"attempted": ["1D"]},
]


@pytest.mark.parametrize("slug", EDITIONS)
def test_whatever_is_asked_of_whatever_table_is_ruled_on_or_refused(slug: str) -> None:
    """Every procedure by name on every table: a ruling, a question, or a clear refusal, and nothing else."""
    answered = 0
    for procedure, auction, fields in product(EDITIONS[slug].procedures, AUCTIONS, FIELDS):
        data = {"dealer": "N", "auction": auction, "edition": slug, "procedure": procedure, **fields}
        try:
            answered += bool(rule(parse_record(data)).as_dict()["steps"])
        except (BadRecord, Contradiction) as refused:
            assert ":" in str(refused)
    assert answered > 100


WRONG_ROLES: list[tuple[dict[str, Any], str]] = [
    ({"procedure": "20F", "player": "E"}, r"^record\.offender: missing; Law 20F"),
    ({"procedure": "20F", "player": "E", "offender": "S"}, r"^record\.player: E is an opponent of S"),
    (
        {"procedure": "16B", "player": "S", "offender": "N"},
        r"^record\.player: the offender, N, .*expected N, or nobody",
    ),
    ({"procedure": "16C", "player": "E", "offender": "N"}, r"^record\.player: E is an opponent of N"),
    (
        {"procedure": "16D", "player": "E", "offender": "N", "edition": "duplicate-2007"},
        r"^record\.player: E is an oppon",
    ),
    (
        {"procedure": "16", "player": "W", "offender": "N", "findings": {"learned_from": "from partner"}},
        r"^record\.offender: what W knows comes from partner.*expected W or E",
    ),
    (
        {"procedure": "16", "player": "W", "offender": "N", "findings": {"sees_penalty_card": "as partner"}},
        r"^record\.offender: what W knows comes from partner",
    ),
]


@pytest.mark.parametrize(("fields", "message"), WRONG_ROLES, ids=lambda value: str(value)[:70])
def test_players_in_the_wrong_roles_are_refused_by_name(fields: dict[str, Any], message: str) -> None:
    """A side that is guessed, or taken from the wrong player, would bind the innocent."""
    edition = "rubber-2014" if fields["procedure"] == "16" else "duplicate-2017"
    with pytest.raises(BadRecord, match=message):
        ruled(**{"edition": edition, **fields})


def test_what_a_side_may_not_use_is_told_from_the_player_who_knows_it() -> None:
    """The same table, whichever of the two is named as the offender; nobody has it from themselves."""
    told = {"learned_from": "from partner", "suggestive": True, "profited": "open"}
    for offender in "EW":
        ruling = ruled(edition="rubber-2014", procedure="16", player="W", offender=offender, findings=told)
        (item,) = ruling.information
        assert (item.player, item.extent) == ("EW", "the unauthorised information from East"), offender
    nobody = ruled(edition="rubber-2014", procedure="16", player="W", findings=told)
    assert nobody.information[0].player == "side"


@pytest.mark.parametrize(("player", "may"), [("N", True), ("W", False)])
def test_whose_irregularity_it_was_follows_from_the_seats(player: str, may: bool) -> None:
    told = {"learned_from": "withdrawn action", "profited": "open"}
    ruling = ruled(edition="rubber-2014", procedure="16", player=player, offender="W", findings=told)
    assert has(ruling, "right", who=player, to="use_it") is may
