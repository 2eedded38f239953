"""A ruling sorted for whoever has to give it."""

from __future__ import annotations

import pytest

from laws.assistant.interviews import about, seated
from laws.assistant.telling import Line, leads_to, tell, untaken, who
from laws.rulings.editions import EDITIONS
from laws.rulings.readers import explore, interview
from laws.rulings.seats import Seat

NOT_COMPARABLE = {
    "whose_turn": "partner",
    "lho_called": False,
    "lho_accepts": False,
    "similar": False,
    "subset": False,
    "same_purpose": False,
}


def test_choices_are_offered_to_the_player_who_has_them() -> None:
    told = tell(seated(interview("31", NOT_COMPARABLE), Seat.S))
    offers = {offer.player: [line.words for line in offer.lines] for offer in told.past}
    assert "West may accept the irregular call" in offers["West (offender's LHO)"]
    assert offers["North (offender's partner)"] == ["North may make any legal call"]
    assert "West (offender's LHO)" not in [offer.player for offer in told.offers], "what was refused is offered no more"
    asked = tell(seated(interview("31", {"whose_turn": "rho", "rho_called": False, "lho_called": False}), Seat.S))
    assert [offer.player for offer in asked.offers] == ["West (offender's LHO)", "East (offender's RHO)"]


def test_what_binds_and_what_follows_are_told_apart() -> None:
    told = tell(interview("31", NOT_COMPARABLE))
    assert Line("The irregular call is cancelled", "29B") in told.rectification
    assert told.obligations[0] == "Offender's partner must pass at their next turn to call"
    assert [line.provision for line in told.follow_up] == ["72C"]
    assert {line.provision for line in told.information} == {"16C1", "16C2", "31B1"}
    assert Line("Tell the table all the options before anybody chooses", "10C1") in told.director


@pytest.mark.parametrize("slug", sorted(EDITIONS))
def test_everything_decided_on_any_path_is_told_somewhere(slug: str) -> None:
    for number in EDITIONS[slug].procedures:
        for path in explore(number, slug):
            told = tell(path)
            lines = {*told.rectification, *told.director, *told.information, *told.follow_up}
            lines |= {line for offer in (*told.offers, *told.past) for line in offer.lines}
            assert {Line(path.words(step.effect.words), step.provision) for step in path.decided} == lines


def test_a_doubt_is_told_with_the_reading_used() -> None:
    told = tell(interview("27", {"out_of_rotation": False, "lho_called": False, "replaced_early": False,
                                 "lho_accepts": False, "replacement_kind": "double", "attempt_admissible": False}))  # fmt: skip
    assert [line.provision for line in told.doubts] == ["27B3"]
    assert "must still pass" in told.doubts[0].words


def test_ways_not_taken_say_where_they_would_have_led() -> None:
    found = {(one.question, one.answer): one.line for one in untaken(interview("31", NOT_COMPARABLE))}
    accepts = found["Does offender's LHO accept the irregular call?", "Yes"]
    assert accepts == Line("The irregular call stands", "29A")


def test_before_a_choice_both_answers_are_shown_with_what_they_decide() -> None:
    answers = {"whose_turn": "partner", "lho_called": False}
    ruling = interview("31", answers)
    then = {value: leads_to(ruling, interview("31", {**answers, "lho_accepts": value})) for value in (True, False)}
    assert then[True][0] == Line("The irregular call stands", "29A")
    assert then[False][0] == Line("The irregular call is cancelled", "29B")


def test_a_role_nobody_knows_is_called_what_the_engine_calls_it() -> None:
    assert who("kibitzer", interview("31", {})) == "kibitzer"


def test_a_procedure_is_about_the_offender_or_about_the_player_its_words_are_written_round() -> None:
    procedures = EDITIONS["duplicate-2017"].procedures
    assert about(procedures["31"]) == "offender"
    assert about(procedures["21"]) == "misinformed"
    offered = {offer.player for path in explore("21") for offer in tell(seated(path, Seat.E)).offers}
    assert "East (the misinformed player)" in offered
