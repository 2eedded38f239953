"""Laws 49 to 52 on a board: a penalty card from the moment it is exposed until it is played or picked up."""

from __future__ import annotations

from typing import Any

import yaml

from laws.rulings.play.legal import legal_plays
from laws.rulings.record import parse_record
from laws.rulings.replay import Situation
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.story.course import Course
from laws.rulings.story.form import parse_story
from laws.rulings.story.walk import course
from tests.laws.rulings.tables import has, ruled

HANDS = {
    "S": "AKQ52.A65.A4.A84",
    "W": "J98.T42.QJ9.KQ52",
    "N": "T76.KQ3.K873.J96",
    "E": "43.J987.T652.T73",
}
AUCTION = "{S: 2C}, {W: P}, {N: 2D}, {E: P}, {S: 2S}, {W: P}, {N: 4S}, {E: P}, {S: P}, {W: P}, "
"""South plays 4♠."""
FIRST = "{W: CK}, {N: C6}, {E: C3}, {S: C4}, "
"""West holds the first trick and is on lead."""


def told(text: str) -> Course:
    data = {"dealer": "S", "assume": "usual", "hands": HANDS, "story": yaml.safe_load(f"[{AUCTION}{text}]")}
    return course(parse_story(data))


def rulings(found: Course) -> list[tuple[str, Ruling]]:
    return [(one.ruling.procedure, one.ruling) for one in found.rulings]


DROPPED = (
    FIRST
    + "{E: exposes, cards: [HJ]}, director, {found: {exposed_how: its face was visible, partner_could_see: true}}, "
)
"""East drops the jack of hearts while West is on lead."""


def test_declarers_choice_is_ruled_on_before_the_lead_and_holds_for_it() -> None:
    found = told(DROPPED + "{S: requires, suit: H}, {W: H2}, {N: H3}, {E: H7}, {S: HA}")
    assert [law for law, _ in rulings(found)] == ["49", "50"]
    lead = rulings(found)[1][1]
    assert has(lead, "lead_restriction", player="W", kind="require", suits=["H"])
    assert has(lead, "card_returned", player="E", card="HJ")


def test_a_card_that_has_gone_back_need_not_be_played() -> None:
    """East plays the seven of hearts, although the jack was a penalty card before the choice: nothing is irregular."""
    found = told(DROPPED + "{S: requires, suit: H}, {W: H2}, {N: H3}, {E: H7}, {S: HA}, director")
    assert [law for law, _ in rulings(found)] == ["49", "50"]


def test_without_a_choice_the_lead_is_too_early_and_becomes_a_penalty_card() -> None:
    found = told(DROPPED + "{W: D9}, director, {S: forbids, suit: H}, {W: D9}")
    assert [law for law, _ in rulings(found)] == ["49", "49", "50"]
    early, choice = rulings(found)[1][1], rulings(found)[2][1]
    assert has(early, "penalty_card", player="W", card="D9", **{"class": "major"})
    assert has(choice, "lead_restriction", player="W", kind="prohibit", suits=["H"])


def test_a_penalty_card_that_is_not_played_is_ruled_on_when_the_director_comes() -> None:
    """Declarer leaves West free; West leads a heart, and East plays the seven and not the jack."""
    story = DROPPED + "{S: declines}, {W: H2}, {N: H3}, {E: H7}, director, "
    found = told(story + "{S: declines}, {E: HJ}, {S: HA}")
    assert [law for law, _ in rulings(found)] == ["49", "50", "52"]
    assert has(rulings(found)[2][1], "penalty_card", player="E", card="H7", **{"class": "major"})
    accepted = told(story + "{S: accepts}, {S: HA}")
    assert has(rulings(accepted)[2][1], "card_stands", player="E", card="H7")
    assert has(rulings(accepted)[2][1], "penalty_card", player="E", card="HJ", **{"class": "major"})


def test_a_declarer_who_has_played_on_has_accepted() -> None:
    found = told(DROPPED + "{S: declines}, {W: H2}, {N: H3}, {E: H7}, {S: HA}, director, {S: S2}")
    last = rulings(found)[2][1]
    assert has(last, "no_right", who="S", to="refuse_other")
    assert "64B3" in last.citations, "not to play a required card is a revoke (61A), but a card faced on the table"


def position(**play: Any) -> Situation:
    told = {"on_lead": "W", "from": 7, **play}
    return Situation(parse_record({"contract": "4H", "declarer": "S", "play": told}))


def test_every_card_that_is_barred_has_its_reason() -> None:
    found = position(
        remaining={"W": "95.A4.KT.6"},
        penalty_cards=[{"card": "SK", "by": "E"}],
        restrictions=[{"player": "W", "suit": "S", "kind": "forbidden"}],
    )
    assert found.play is not None
    plays = legal_plays(found.play.position, Seat.W)
    assert {card: why.provision if why else "" for card, why in plays.items()} == {
        "S9": "50D2(a)",
        "S5": "50D2(a)",
        "HA": "",
        "H4": "",
        "DK": "",
        "DT": "",
        "C6": "",
    }
    assert next(why.words for why in plays.values() if why) == "declarer has forbidden the lead of spades"


def test_what_the_table_shows_need_not_be_told() -> None:
    ruling = ruled(
        procedure="50",
        declarer="S",
        contract="4H",
        offender="E",
        play={
            "on_lead": "N",
            "from": 7,
            "tricks": [["N H2"]],
            "remaining": {"E": "K7.93.8.4"},
            "penalty_cards": [{"card": "SK", "by": "E"}],
        },
    )
    assert ruling.complete
    assert dict(ruling.path) == {"who_plays": "owner to play", "penalty_rank": "major", "can_be_played": False}


def test_what_is_not_known_of_a_hand_is_asked() -> None:
    ruling = ruled(
        procedure="50",
        declarer="S",
        contract="4H",
        offender="E",
        play={
            "on_lead": "N",
            "from": 7,
            "tricks": [["N H2"]],
            "remaining": {"E": "K7.-.8.4"},
            "penalty_cards": [{"card": "SK", "by": "E"}],
        },
    )
    assert ruling.pending is not None
    assert ruling.pending.fact.id == "can_be_played"


def test_the_options_are_told_with_what_follows_from_each() -> None:
    ruling = ruled(
        procedure="50",
        declarer="S",
        contract="4H",
        offender="E",
        play={"on_lead": "W", "from": 7, "penalty_cards": [{"card": "SK", "by": "E"}]},
    )
    said = ruling.say()
    assert "declarer may require or forbid a spade lead" in said
    assert "If declarer requires the suit and West can, West must lead a spade and East picks up the ♠K" in said
    assert said.endswith("which do you choose?")
