"""The rubber code at a table: which law an auction leads to, what a record may not say, what is binding afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.editions import EDITIONS
from laws.rulings.effects.calls import PartnerMustPass
from laws.rulings.effects.inadmissible import SideMustPass
from laws.rulings.readers import UnknownProcedure, explore, rule
from laws.rulings.record import BadRecord, Contradiction
from laws.rulings.replay import diagnose
from laws.rulings.ruling import Ruling
from tests.laws.rulings.tables import has, record

EDITION = "rubber-2014"


def ruled(auction: str, dealer: str = "N", **fields: Any) -> Ruling:
    """The ruling on a rubber table."""
    return rule(record(auction, dealer, edition=EDITION, **fields))


# -- which law ---------------------------------------------------------------------------------------------------------

AUCTIONS = {
    "N 1S, E 1H": ("27", "27"),
    "N 1S, N 2S": ("25", "25"),
    "N P, N 1C": ("25", "25"),
    "N P, N P": ("25", "30"),
    "N 1S, N P": ("25", "25"),
    "N 1S, S 1H": ("27", "27"),
    "S P": ("30", "30"),
    "S 1H": ("31", "31"),
    "E 1H": ("31", "31"),
    "N 1S, W X": ("32", "32"),
    "S X": ("32", "32"),
    "N 1S, E P, S X": ("36", "36"),
    "N 8C": ("38", "38"),
    "N 1S, N 8C": ("38", "38"),
    "N 1S, E P, W P, N P": ("17", "34"),
    "N 1NT, E P, S P, W P, E 2C": ("39", "39"),
}


@pytest.mark.parametrize(("auction", "laws"), AUCTIONS.items())
def test_the_code_of_the_record_numbers_the_law(auction: str, laws: tuple[str, str]) -> None:
    duplicate, rubber = laws
    assert diagnose(record(auction))[0].law == duplicate
    found = diagnose(record(auction, edition=EDITION))
    assert found[0].law == rubber
    assert ruled(auction).procedure == rubber
    assert rule(record(auction, edition="rubber-2014-club")).procedure == rubber


def test_a_correct_auction_is_correct_in_every_code() -> None:
    assert diagnose(record("N 1S, E P, S 2S, W P, N P, E P", edition=EDITION)) == []
    with pytest.raises(BadRecord, match=r"record\.auction: no irregularity in it"):
        ruled("N 1S, E P")


def test_a_law_of_the_other_code_is_none_of_this_one() -> None:
    with pytest.raises(UnknownProcedure, match=r"no procedure for Law 16B in rubber-2014; there are 13, 14"):
        ruled("", procedure="16B", player="N", offender="S")


# -- what a record may not say -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("auction", "fields", "message"),
    [
        ("N 1S, E 1H, S 2C", {"accepted": False}, r"S called 2C over it \(27, 29A\)"),
        ("E 1H, N 1C", {"accepted": True}, r"N called 1C in turn \(28B\)"),
        ("N 8C", {"accepted": True}, r"nobody can accept 8C there \(Law 38\)"),
        ("N 1S, E P, S X", {"accepted": True}, r"nobody can accept X there \(Law 36\)"),
        ("N 1NT, E P, S P, W P, E 2C", {"accepted": True}, r"nobody can accept 2C there \(Law 39\)"),
    ],
)
def test_a_record_that_contradicts_its_auction_is_refused(auction: str, fields: dict[str, Any], message: str) -> None:
    with pytest.raises(Contradiction, match=message):
        ruled(auction, **fields)


@pytest.mark.parametrize(
    ("auction", "fields", "message"),
    [
        ("N 8C", {"replacement": "2C"}, r"record\.replacement: a pass takes its place \(Law 38\); expected P, not 2C"),
        ("N 1S, E P, S X", {"replacement": "1D"}, r"record\.replacement: 1D is not legal there"),
        ("E 1H", {"accepted": False, "continued": ["N 2C"], "replacement": "1H"}, r"record\.replacement: 1H is not"),
        ("N 1S, E 1H", {"procedure": "31"}, r"record\.auction\[1\]: E 1H is no case of Law 31"),
        ("E 1H", {"procedure": "30"}, r"record\.auction\[0\]: 1H out of rotation falls under Law 31"),
        ("N 1S", {"procedure": "27"}, r"record\.auction: no irregular call in it; Law 27 needs one"),
        ("N 1S, E 1H", {"procedure": "33"}, r"record\.auction: no calls made at the same moment"),
        ("", {"procedure": "24"}, r"record\.offender: missing; Law 24 needs to know the seat"),
        ("", {"procedure": "20"}, r"record\.player: missing; Law 20 needs to know the seat"),
        ("", {"procedure": "21", "offender": "N", "player": "S"}, r"record\.player: S is on the offender's side"),
    ],
)
def test_a_record_that_cannot_be_ruled_on_is_named(auction: str, fields: dict[str, Any], message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        ruled(auction, **fields)


# -- what is binding afterwards ----------------------------------------------------------------------------------------


def owed(ruling: Ruling) -> set[tuple[str, str, str]]:
    """What later rulings on the deal have to know."""
    return {(item.player, item.kind, item.extent) for item in ruling.obligations}


def test_a_silenced_partner_and_a_lead_are_remembered() -> None:
    ruling = ruled("N 1S, E 1H", accepted=False, replacement="2C")
    assert owed(ruling) == {("W", "must_pass", "throughout"), ("W", "lead_restriction", "first turn to lead")}


def test_prices_bind_nobody() -> None:
    ruling = ruled("N 1H, N 1S")
    assert has(ruling, "partner_must_pass", extent="throughout", player="S")
    assert owed(ruling) == set()
    assert owed(ruled("N 1H, N 1S", replacement="1H")) == {("S", "must_pass", "once")}


def test_both_players_are_remembered_when_a_side_is_silenced() -> None:
    assert {("N", "must_pass", "throughout"), ("S", "must_pass", "throughout")} < owed(ruled("N 8NT"))


def test_a_call_that_breaks_such_an_obligation_comes_under_law_37() -> None:
    first = ruled("N 1S, E 1H", accepted=False, replacement="2C")
    duties = {item.player: item.extent for item in first.obligations if item.kind == "must_pass"}
    later = ruled(
        "N 1S, E 2C, S P, W 3C", must_pass={seat: {"extent": extent, "from": 2} for seat, extent in duties.items()}
    )
    assert later.procedure == "37"
    assert has(later, "side_must_pass", extent="throughout")


# -- leads -------------------------------------------------------------------------------------------------------------


def restriction(ruling: Ruling) -> dict[str, Any]:
    """The lead restriction in force."""
    return next(item for item in ruling.outcomes if item["outcome"] == "lead_restriction")


def test_an_artificial_bid_is_penalized_by_the_suits_it_relates_to() -> None:
    transfer = {"withdrawn": {"hcp": "0+", "suits": {"H": "5+"}, "artificial": True}}
    fields: dict[str, Any] = {"accepted": False, "meanings": transfer, "findings": {"same_or_more_precise": False}}
    ruling = ruled("N 1NT, E 2S, S 2D", replacement="3C", **fields)
    assert restriction(ruling)["suits"] == ["H"]
    assert "a suit to which 2♦ relates" in ruling.say()
    assert restriction(ruled("N 1NT, E 2S, S 2D", replacement="3H", **fields))["kind"] == "none"


def test_a_no_trump_bid_that_shows_suits_is_a_doubt() -> None:
    minors = {"withdrawn": {"hcp": "8+", "suits": {"C": "5+", "D": "5+"}, "artificial": True}}
    fields: dict[str, Any] = {"accepted": False, "meanings": minors, "findings": {"same_or_more_precise": False}}
    ruling = ruled("N 3H, E 2NT", replacement="4S", **fields)
    assert restriction(ruling)["suits"] == ["D", "C"]
    assert any("26B1" in step.words for step in ruling.doubted)


def test_a_declaring_side_cannot_be_penalized_on_the_lead() -> None:
    ruling = ruled("N 1S, E 1H", accepted=False, replacement="2C", declarer="E")
    assert restriction(ruling)["kind"] == "none"


def test_declarer_may_require_a_lead_of_the_named_suit() -> None:
    lead = {"occasion": "first"}
    ruling = ruled(
        "N 1S, E 1H",
        accepted=False,
        replacement="2C",
        declarer="N",
        lead=lead,
        findings={"lead_demand": "require"},
    )
    assert ruling.complete
    assert "West must lead the suit of 1♥." in ruling.say()


def test_a_suit_forbidden_stays_forbidden_while_the_lead_is_kept() -> None:
    ruling = ruled(
        "N 2S, E 1NT",
        accepted=False,
        replacement="3C",
        declarer="N",
        lead={"occasion": "retained", "forbidden": "D"},
    )
    assert restriction(ruling) | {"provision": ""} == {
        "outcome": "lead_restriction",
        "kind": "prohibit_one_suit",
        "when": "forbid",
        "player": "W",
        "suits": ["D"],
        "provision": "",
    }


# -- particular turns --------------------------------------------------------------------------------------------------


def test_a_slip_is_not_an_insufficient_bid() -> None:
    ruling = ruled("N 1S, E 1H", intended="2H", findings={"slip": True})
    assert ruling.complete
    assert has(ruling, "call_stands", call="2H")
    assert not has(ruling, "partner_must_pass")


def test_a_change_of_mind_is_no_slip() -> None:
    ruling = ruled("N 1S, E 1H", intended="2H", findings={"slip": False})
    assert has(ruling, "no_right", who="E", to="change_as_slip")
    assert ruling.pending is not None
    assert ruling.pending.fact.id == "lho_accepts"


def test_lho_over_the_new_call_gives_the_penalty_up() -> None:
    ruling = ruled("N 1S, E 1H, E 2C, S 2S")
    assert ruling.complete
    assert has(ruling, "call_stands", call="2C", player="E")
    assert not has(ruling, "partner_must_pass")
    assert "15B" in ruling.citations


def test_a_pass_before_any_bid_costs_one_pass_at_anybodys_turn() -> None:
    for auction, dealer in (("W P", "N"), ("E P", "N"), ("S P", "N"), ("N P, N P", "N")):
        ruling = ruled(auction, dealer, accepted=False)
        assert has(ruling, "offender_must_pass", extent="once"), auction


def test_a_card_of_one_suit_only_cannot_be_obeyed() -> None:
    ruling = ruled(
        "N 1S, E 1H",
        accepted=False,
        replacement="2C",
        declarer="N",
        lead={"occasion": "first", "can_comply": False},
        findings={"lead_demand": "require"},
    )
    assert has(ruling, "must_play", player="W")
    assert "59" in ruling.citations


def test_partner_is_freed_by_nobody_asking_for_more_than_the_law_gives() -> None:
    """32A: the offender may not double that bid again, but may bid."""
    ruling = ruled("W 1D, S X", "W", accepted=False)
    assert has(ruling, "no_right", who="S", to="double_that_bid")
    assert has(ruling, "any_legal_call", by="S")


def test_an_arbiter_adjusts_only_where_the_club_laws_are_in_force() -> None:
    fields: dict[str, Any] = {"accepted": False, "findings": {"could_have_known": "could", "harmed": "harm"}}
    club = rule(record("S 1D", edition="rubber-2014-club", **fields))
    assert has(club, "adjusted_score", kind="assigned", law="Club23")
    assert "The Arbiter assigns an adjusted score" in club.say()
    assert not has(ruled("S 1D", **fields), "adjusted_score", law="Club23")


def test_a_slip_may_be_claimed_before_another_call_is_made() -> None:
    fields: dict[str, Any] = {"intended": "1S", "findings": {"unintended": True, "paused": False}}
    ruling = ruled("N 1NT", **fields)
    assert ruling.procedure == "25"
    assert has(ruling, "call_stands", call="1S", player="N")
    late = ruled("N 1NT", intended="1S", findings={"unintended": True, "paused": True})
    assert has(late, "call_stands", call="1NT", player="N")
    assert has(late, "no_right", who="N", to="change_as_slip")
    with pytest.raises(BadRecord, match=r"record\.auction: no irregular call in it; Law 25 needs one"):
        ruled("N 1NT", procedure="25")


# -- what is owed at once, and what a refused slip tells ---------------------------------------------------------------


def test_partner_s_obligation_begins_with_the_turn_that_goes_back_to_partner() -> None:
    """31A, 32A: so a record in which partner bids there is refused by name."""
    assert "North, you must pass now, and for the rest of the auction" in ruled("S 1H", accepted=False).say()
    for auction, law, partner, call in (("S 1H", "31A", "N", "1C"), ("N 1S, W X", "32A", "E", "2C")):
        with pytest.raises(BadRecord, match=rf"continued\[0\]: {partner} must pass from this turn on \({law}\)"):
            ruled(auction, accepted=False, continued=[f"{partner} {call}"])
    assert has(ruled("S 1H", accepted=False, continued=["N P"]), "partner_must_pass", extent="throughout")


def test_calls_that_are_owed_are_held_to_here_too() -> None:
    with pytest.raises(BadRecord, match=r"E must pass at their next turn to call \(30A\)"):
        ruled("E P", accepted=False, replacement="1H")
    with pytest.raises(BadRecord, match=r"1H must be repeated \(31B1\)"):
        ruled("E 1H", accepted=False, continued=["N P"], replacement="1S")


def test_a_slip_that_is_not_believed_has_told_partner_something() -> None:
    """16A, whichever law deals with the call."""
    for auction in ("N 1S, E 1H", "N 8C", "E 1H"):
        ruling = ruled(
            auction, accepted=False if "8C" not in auction else None, intended="2H", findings={"slip": False}
        )
        assert has(ruling, "info", side="OS", status="unauthorised", about="claim", provision="16A"), auction


def test_a_pass_that_ends_a_hand_without_a_bid_leaves_nobody_to_penalize() -> None:
    ways: list[tuple[dict[str, Any], str]] = [({"must_pass": {"W": "once"}}, "1H"), ({}, "8C")]
    for fields, call in ways:
        ruling = ruled(f"N P, E P, S P, W {call}", **fields)
        assert has(ruling, "auction_over", value="yes"), call
        assert has(ruling, "lead_restriction", kind="none", provision="22A"), call
        assert not has(ruling, "side_must_pass"), call


# -- penalties and what follows them ------------------------------------------------------------------------------------


def test_club_law_23_is_for_every_penalty_that_silences_partner() -> None:
    """27C and 27D, 24B, and the laws that name it: wherever partner must pass, the Arbiter may adjust the score."""
    faults = []
    for number in EDITIONS["rubber-2014-club"].procedures:
        for path in explore(number, "rubber-2014-club"):
            outcomes = path.as_dict()["outcomes"]
            silenced = any(isinstance(step.effect, PartnerMustPass | SideMustPass) for step in path.decided)
            arbiter = any(item["outcome"] == "adjusted_score" and item.get("law") == "Club23" for item in outcomes)
            if silenced != arbiter and number != "23":
                faults.append((number, path.path))
    assert faults == []
    fields: dict[str, Any] = {"accepted": False, "replacement": "3C", "edition": "rubber-2014-club"}
    ruling = rule(record("N 1S, E P, S 1H", findings={"could_have_known": "could", "harmed": "harm"}, **fields))
    assert has(ruling, "adjusted_score", kind="assigned", law="Club23")
    assert "27C" in ruling.citations


def test_a_prohibition_of_law_26_lasts_as_long_as_the_lead() -> None:
    ruling = ruled("S 1D", accepted=False, continued=["N P", "E 1H"], replacement="2C")
    steps = ruling.as_dict()["steps"]
    told = [step["words"] for step in steps if step.get("provision") == "26A" and "words" in step]
    assert "a prohibition lasts for as long as North holds the lead" in told[0]


# -- what a cancelled call tells ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("procedure", ["27", "29", "32", "34", "36", "37", "38", "39"])
def test_what_a_cancelled_call_tells_is_governed_on_every_path(procedure: str) -> None:
    """16B1 is for every withdrawn call; that there is no penalty does not set it aside."""
    cancelled = [path for path in explore(procedure, EDITION) if has(path, "call_cancelled")]
    for path in cancelled:
        assert has(path, "info", side="OS", status="unauthorised"), path.receipt()["path"]
        assert has(path, "info", side="NOS", status="authorised"), path.receipt()["path"]
    assert cancelled


@pytest.mark.parametrize(
    ("auction", "law"),
    [
        ("N 1S, E 2H, S P, W P, N 8C, E P", "38"),
        ("N 1NT, E P, S P, W P, E 2C, S P", "39"),
        ("N 1S, E P, S X, W P", "36"),
    ],
)
def test_so_is_what_the_calls_tell_that_were_cancelled_with_it(auction: str, law: str) -> None:
    ruling = ruled(auction)
    assert ruling.procedure == law
    assert has(ruling, "info", side="OS", status="unauthorised", about="cancelled_calls")
    assert has(ruling, "info", side="NOS", status="authorised", about="cancelled_calls")


# -- the club's addition to Law 23 ---------------------------------------------------------------------------------------


def test_the_arbiter_never_finds_the_opposite_of_law_23() -> None:
    """Both ask what the offender could have known: the footnote to Club Law 23 says so of "necessarily"."""
    said = set()
    for number in EDITIONS["rubber-2014-club"].procedures:
        for path in explore(number, "rubber-2014-club"):
            kinds = {item["law"]: item["kind"] for item in path.outcomes if item["outcome"] == "adjusted_score"}
            if "Club23" in kinds:
                assert kinds["23"] == kinds["Club23"], path.path
                said.add(kinds["23"])
    assert said == {"possible", "none", "assigned"}
    for found, kind in (
        ({"could_have_known": "could not"}, "none"),
        ({"could_have_known": "could", "harmed": "no harm"}, "none"),
        ({"could_have_known": "could", "harmed": "harm"}, "assigned"),
        ({}, "possible"),
    ):
        ruling = rule(record("S 1D", edition="rubber-2014-club", accepted=False, findings=found))
        scores = [(item["law"], item["kind"]) for item in ruling.outcomes if item["outcome"] == "adjusted_score"]
        assert {("23", kind), ("Club23", kind)} <= set(scores), found
