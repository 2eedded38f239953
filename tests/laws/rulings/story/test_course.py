"""Several irregularities on one board: each is ruled on in its turn, on the table that the rulings before it left."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from laws.rulings.play.legal import legal_plays
from laws.rulings.record import BadRecord, parse_record
from laws.rulings.replay import diagnose
from laws.rulings.seats import Seat
from laws.rulings.story.course import Course
from laws.rulings.story.form import VERBS, parse_story
from laws.rulings.story.walk import course

METHODS = {"EW": {"1H": {"hcp": [11, 20], "suits": {"H": [5, 13]}}, "3C": {"hcp": [8, 14], "suits": {"C": [6, 13]}}}}
INSUFFICIENT = "[{S: 1S}, {W: 1H}, director, {N: declines}, {W: 3C}"


def walked(text: str, at: int | None = None, **board: Any) -> Course:
    data = {"dealer": "S", "assume": "usual", "methods": METHODS, **board, "story": yaml.safe_load(text)}
    return course(parse_story(data), at=at)


def laws(found: Course) -> list[tuple[int, str]]:
    return [(ruled.at, ruled.ruling.procedure) for ruled in found.rulings]


def calls(found: Course) -> str:
    return " ".join(made["by"] + made["call"] for made in found.auction)


def test_a_correct_auction_calls_for_no_ruling() -> None:
    found = walked("[{S: 1S}, {W: P}, {N: 4S}, {E: P}, {S: P}, {W: P}]")
    assert laws(found) == []
    assert calls(found) == "S1S WP N4S EP SP WP"
    assert found.standing.ended


def test_a_ruling_is_given_step_by_step() -> None:
    story = f"{INSUFFICIENT}, {{N: 3S}}]"
    waiting = {at: walked(story, at=at).waiting for at in (2, 3, 4, 5)}
    facts = {at: one.ruling.pending.fact.id if one and one.ruling.pending else None for at, one in waiting.items()}
    assert facts == {2: "lho_accepts", 3: "lho_accepts", 4: "replacement_kind", 5: None}
    found = walked(story)
    assert calls(found) == "S1S W3C N3S"
    assert found.must_pass == {Seat.E: "throughout"}
    assert found.leads == {Seat.E: 1}
    assert [look.provision for look in found.looks] == ["72C"]


def test_a_later_irregularity_meets_what_an_earlier_ruling_left() -> None:
    found = walked(f"{INSUFFICIENT}, {{N: 3S}}, {{S: 4S}}, director, {{W: P}}, {{N: P}}, {{E: X}}, director]")
    assert laws(found) == [(1, "27"), (7, "31"), (10, "37")]
    in_rotation, doubled = found.rulings[1].ruling, found.rulings[2].ruling
    assert in_rotation.citations == ("28A",)
    assert "37B2" in doubled.citations
    assert found.must_pass == {Seat.E: "throughout", Seat.W: "throughout"}
    assert found.leads == {Seat.E: 1, Seat.W: 10}


def test_an_accepted_call_is_legal_for_what_comes_after_it() -> None:
    found = walked("[{S: 1S}, {W: 1H}, director, {N: accepts}, {N: 1NT}, {E: 1C}, director, {S: declines}, {E: 2C}]")
    assert laws(found) == [(1, "27"), (5, "27")]
    assert calls(found) == "S1S W1H N1NT E2C"


def test_players_who_go_on_settle_it_without_a_director() -> None:
    accepted = walked("[{S: 1S}, {W: 1H}, {N: 2H}, {E: P}]")
    assert calls(accepted) == "S1S W1H N2H EP"
    assert accepted.rulings[0].ruling.usual_path[-1] == ("lho_called", True)
    in_turn = walked("[{N: 1H}, {S: 1S}, {W: 2C}]")
    assert laws(in_turn)[0] == (0, "31")


def test_a_card_shown_in_the_auction_silences_partner_once() -> None:
    shown = "[{S: 1S}, {W: exposes, cards: [HK]}, director, {found: {own_error: true, partner_could_see: true}}"
    found = walked(f"{shown}, {{W: P}}, {{N: 2S}}, {{E: 3D}}, director]")
    assert laws(found) == [(1, "24"), (6, "37")]
    passed = walked(f"{shown}, {{W: P}}, {{N: 2S}}, {{E: P}}, {{S: P}}, {{W: P}}]")
    assert laws(passed) == [(1, "24")]


def test_what_is_shown_in_the_play_is_no_matter_of_the_auction() -> None:
    played = "[{S: 1S}, {W: P}, {N: P}, {E: P}, {W: HK}, {N: H2}, {E: exposes, cards: [DQ]}, director]"
    assert laws(walked(played)) == [(6, "49")]


def test_a_happening_is_the_matter_of_one_law() -> None:
    """Two laws that look for one verb have to leave each other's cases alone."""
    stories = [
        "[{W: exposes, cards: [HK]}, director]",
        "[{S: 1S}, {W: exposes, cards: [HK]}, director]",
        "[{S: 1S}, {W: P}, {N: P}, {E: P}, {W: exposes, cards: [HK]}, director]",
        "[{S: 1S}, {W: P}, {N: P}, {E: P}, {W: HK}, {N: H2}, {E: exposes, cards: [DQ]}, director]",
        *(f"[{{S: 1S}}, {{W: {verb}}}, {{N: notices}}, director, {{N: P}}]" for verb in sorted(VERBS)),
    ]
    for story in stories:
        try:
            found = walked(story)
        except BadRecord:
            continue
        entries = [ruled.at for ruled in found.rulings]
        assert len(entries) == len(set(entries)), story


def test_a_pause_matters_once_somebody_points_at_it() -> None:
    story = "[{S: 1S}, {W: pauses, seconds: 20, agreed: true}, {W: P}, {N: 2S}, {E: 3D}"
    assert laws(walked(f"{story}]")) == []
    found = walked(f"{story}, {{N: notices, about: 1}}, director]")
    assert laws(found) == [(1, "16B")]
    assert dict(found.rulings[0].ruling.path)["extraneous"] is True
    assert found.waiting is found.rulings[0]


def test_a_wrong_explanation_is_found_by_comparing_it_with_the_agreement() -> None:
    methods = {"EW": {"2D": {"hcp": [6, 10], "suits": {"D": [6, 13]}}}}
    right, wrong = {"hcp": [6, 10], "suits": {"D": [6, 13]}}, {"hcp": [13, 40], "suits": {"D": [5, 13]}}
    for told, ruled in ((right, []), (wrong, [(2, "21")])):
        story = [{"S": "P"}, {"W": "2D"}, {"E": "explains", "as": told}, {"N": "P"}, {"E": "3D"}, "director"]
        found = course(parse_story({"dealer": "S", "methods": methods, "assume": "usual", "story": story}))
        assert laws(found) == ruled


def test_a_lead_is_restricted_at_the_first_turn_to_lead_and_while_it_is_kept() -> None:
    story = (
        f"{INSUFFICIENT}, {{N: 3S}}, {{E: P}}, {{S: 4S}}, {{W: P}}, {{N: P}}, {{E: P}}, "
        "{W: DK}, {N: D2}, {E: DA}, {S: D3}, {S: forbids, suit: H}, {E: CA}, {S: C2}, {W: C3}, {N: C4}, {E: S2}, {S: S3}, "
        "{W: S4}, {N: SA}, {N: H2}, {E: HK}, {S: H3}, {W: H4}, {E: H5}]"
    )
    moments = [(ruled.given, ruled.record.get("lead")) for ruled in walked(story).rulings]
    assert moments == [
        (16, {"occasion": "first", "forbidden": "H"}),
        (20, {"occasion": "retained", "forbidden": "H"}),
    ]


def test_the_suit_that_declarer_has_forbidden_may_not_be_led_and_leading_it_is_an_irregularity() -> None:
    """26B bars the suit as a penalty card's choice does, and only while the lead is kept; 61A says what leading it is."""
    story = (
        f"{INSUFFICIENT}, {{N: 3S}}, {{E: P}}, {{S: 4S}}, {{W: P}}, {{N: P}}, {{E: P}}, "
        "{W: DK}, {N: D2}, {E: DA}, {S: D3}, {S: forbids, suit: H}, {E: CA}, {S: C2}, {W: C3}, {N: C4}"
    )
    hands = {"E": "42.KJ985.A54.A65"}
    play = walked(f"{story}]", hands=hands).play
    assert play is not None
    hearts = {card: why for card, why in legal_plays(play, Seat.E).items() if why is not None}
    assert sorted(hearts) == ["H5", "H8", "H9", "HJ", "HK"]
    assert {why.provision for why in hearts.values()} == {"26B"}
    led = walked(f"{story}, {{E: HK}}, {{S: H3}}, director]", hands=hands)
    assert laws(led)[-1] == (20, "62")
    (revoke,) = [one for one in led.rulings[-1].ruling.outcomes if one["outcome"] == "revoke"]
    assert (revoke["by"], revoke["established"]) == ("E", False)
    lost = walked(
        f"{story}, {{E: S2}}, {{S: S3}}, {{W: SA}}, {{N: S5}}, {{W: S6}}, {{N: S7}}, {{E: S4}}, {{S: S8}}]", hands=hands
    )
    assert lost.play is not None
    assert lost.play.rules == []


def test_a_hand_that_holds_nothing_else_cannot_comply() -> None:
    story = f"{INSUFFICIENT}, {{N: 3NT}}, {{E: P}}, {{S: P}}, {{W: P}}, {{N: forbids, suit: H}}, {{E: HA}}]"
    found = walked(story, hands={"E": "-.AKQJT98765432.-.-"})
    assert found.rulings[0].record["lead"] == {"occasion": "first", "forbidden": "H", "can_comply": False}
    assert "59" in found.rulings[0].ruling.citations


@pytest.mark.parametrize(
    ("story", "said"),
    [
        ("[{S: 1S}, {N: accepts}]", "story[1]: accepts, but there is no irregular call to choose about"),
        ("[{S: 1S}, {W: HK}]", "story[1]: HK is played, but the auction has not ended in a contract"),
        ("[{S: 1S}, {W: P}, {N: P}, {E: P}, {N: forbids, suit: H}]", "forbids a suit, but no lead may be restricted"),
        (
            "[{S: 1S}, {W: P}, {N: P}, {E: P}, {W: HK}, {N: H2}, {E: H3}, {S: H4}, {W: HK}]",
            "story[8]: HK, trick 2: West has played it before",
        ),
        (
            "[{S: 1S}, {W: P}, {N: P}, {E: P}, {W: HK}, {N: H2}, {E: exposes, cards: [DQ]}, director, {found: "
            "{exposed_how: its face was visible, partner_could_see: true}}, {E: H3}, {S: H4}, {S: forbids, suit: C}]",
            "story[11].suit: forbids C; expected the suit of a penalty card of East's: D",
        ),
    ],
)
def test_what_cannot_be_is_named_by_its_entry(story: str, said: str) -> None:
    with pytest.raises(BadRecord) as caught:
        walked(story)
    assert said in str(caught.value)


@st.composite
def told(draw: st.DrawFn) -> list[Any]:
    """A table at which much goes wrong: calls of any player, a Director who comes and goes, choices."""
    seats = st.sampled_from("NESW")
    call = st.sampled_from(["P", "P", "P", "X", "XX", "1C", "1H", "1S", "1NT", "2D", "2H", "3C", "3NT", "4S", "8C"])
    entry = st.one_of(
        st.builds(lambda seat, made: {seat: made}, seats, call),
        st.builds(lambda seat, made: {seat: made}, seats, call),
        st.just("director"),
        st.builds(lambda seat, choice: {seat: choice}, seats, st.sampled_from(["accepts", "declines", "notices"])),
    )
    return draw(st.lists(entry, min_size=1, max_size=10))


@given(told())
def test_whatever_is_told_is_ruled_on_or_refused_by_its_entry(entries: list[Any]) -> None:
    story = parse_story({"dealer": "N", "assume": "usual", "story": entries})
    for at in range(len(entries) + 1):
        try:
            found = course(story, at=at)
        except BadRecord as error:
            assert error.path.startswith("story[")
            return
        again = course(story, at=at)
        assert [one.ruling.receipt() for one in found.rulings] == [one.ruling.receipt() for one in again.rulings]
        assert all(ruled.at < at or at == 0 for ruled in found.rulings)
        settled = {"dealer": "N", "auction": found.auction}
        wrong = diagnose(parse_record(settled))
        # At the turn of a player who must pass, or had to until it was passed over, the next one may call (28A).
        barred = {*found.must_pass, *(one.player for ruled in found.rulings for one in ruled.ruling.obligations)}
        assert [one for one in wrong if one.turn not in barred] == []
        assert set(found.must_pass.values()) <= {"once", "throughout"}


def test_an_irregularity_inside_another_is_dealt_with_first() -> None:
    """While the auction is given back after a call out of rotation somebody else calls out of rotation too."""
    found = walked(
        "[{W: 1H}, director, {N: declines}, {S: P}, {N: 1S}, director, {E: declines}, {W: 1H}, {N: 1S}, {E: P}]",
        methods={"NS": {"1S": {"hcp": [8, 16], "suits": {"S": [5, 13]}}}},
    )
    assert laws(found) == [(0, "31"), (4, "31")]
    repeated, replaced = (ruled.ruling for ruled in found.rulings)
    assert ("rho_passes", True) in repeated.path
    assert "must_repeat_call" in {effect.name for effect in repeated.effects}
    assert "apply_law_of_call" not in {getattr(effect, "what", "") for effect in repeated.effects}
    assert "31A2(a)" in replaced.citations
    assert calls(found) == "SP W1H N1S EP"


def test_a_pass_out_of_rotation_is_made_again_and_the_auction_goes_on() -> None:
    found = walked("[{W: P}, director, {N: declines}, {S: 1S}, {W: P}, {N: 2S}, {E: P}]")
    assert laws(found) == [(0, "30")]
    assert calls(found) == "S1S WP N2S EP"


def test_a_moment_outside_the_story_is_refused() -> None:
    with pytest.raises(BadRecord, match="the story has 1 entries; expected a number up to that, not 2"):
        walked("[{S: 1S}]", at=2)


IN_TURN = "{W: D2}, {S: designates, words: diamond queen}, {N: DA}, {E: D7}, director, {N: DQ}"
"""Dummy has put out another card than declarer called, and the Director has put that right."""
OF_DUMMY: dict[str, Any] = {"hands": {"N": "J54.654.AQ65.A43"}}


def test_a_card_is_taken_back_where_a_ruling_lets_its_player_change_it() -> None:
    told = f"[{{contract: 4S, declarer: S}}, {IN_TURN}, {{E: withdraws, about: 4}}, {{E: DT}}, {{S: D3}}]"
    found = walked(told, **OF_DUMMY)
    assert laws(found) == [(2, "45")]
    assert found.play is not None
    assert found.play.quitted[-1].cards == [(Seat.W, "D2"), (Seat.N, "DQ"), (Seat.E, "DT"), (Seat.S, "D3")]


def test_a_right_that_waits_for_another_change_is_none_before_it() -> None:
    lead = (
        "{W: S6}, {N: SJ}, {E: S7}, {S: S2}, {S: designates, words: diamond ace}, {N: D5}, {E: D7}, {S: D2}, director"
    )
    told = f"[{{contract: 4S, declarer: S}}, {lead}, {{N: DA}}, {{S: withdraws, about: 8}}, director"
    alone = walked(f"{told}]", **OF_DUMMY)
    assert (11, "47") in laws(alone)  # nothing allows it, so it is asked why
    after = told.replace("{S: withdraws", "{E: withdraws, about: 7}, {E: DT}, {S: withdraws")
    both = walked(f"{after}, {{S: D4}}]", **OF_DUMMY)
    assert laws(both) == [(5, "45")]


def test_what_is_taken_back_is_a_card_of_ones_own() -> None:
    with pytest.raises(BadRecord) as caught:
        walked(f"[{{contract: 4S, declarer: S}}, {IN_TURN}, {{W: withdraws, about: 4}}]", **OF_DUMMY)
    assert str(caught.value) == "story[7].about: withdraws D7; expected a card of the player's own"


def test_a_card_played_because_of_an_irregular_one_is_not_ruled_on_again() -> None:
    told = "[{contract: 4S, declarer: S}, {W: HK}, {N: H4}, {E: H8}, {S: HA}, {N: DA}, {W: D2}, director]"
    assert laws(walked(told)) == [(5, "55")]
