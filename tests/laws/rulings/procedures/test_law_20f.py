"""20F4, 20F5 and 75B: when an explanation has to be put right."""

from __future__ import annotations

import pytest

from laws.rulings.record import Contradiction
from laws.rulings.ruling import Ruling
from laws.rulings.speech import speech
from tests.laws.rulings.tables import has, ruled


def noticed(whose: str, when: str, declarer: str | None = None, *, sure: bool = True, again: bool = False) -> Ruling:
    """North notices that North's own explanation was wrong, or South's."""
    findings = {"whose_explanation": whose, "noticed_when": when, "asked_again": again}
    if whose != "own":
        findings["believes_wrong"] = sure
    offender = "N" if whose == "own" else "S"
    return ruled(procedure="20F", offender=offender, player="N", declarer=declarer, findings=findings)


@pytest.mark.parametrize(("offender", "stated"), [("N", "partner's"), ("S", "own")])
def test_the_seats_say_whose_explanation_it_was(offender: str, stated: str) -> None:
    """The offender is whoever explained; a record that says otherwise contradicts itself."""
    findings = {"whose_explanation": stated, "noticed_when": "in the play"}
    with pytest.raises(Contradiction, match="whose_explanation"):
        ruled(procedure="20F", offender=offender, player="N", declarer="E", findings=findings)


@pytest.mark.parametrize(
    ("when", "duty", "law"),
    [
        ("in the auction", "correct_before_lead", "20F4(a)"),
        ("in the clarification period", "correct_now", "75B2"),
        ("in the play", "correct_now", "75B2"),
        ("when play is over", "correct_now", "75B2"),
    ],
)
def test_ones_own_mistake(when: str, duty: str, law: str) -> None:
    ruling = noticed("own", when)
    assert has(ruling, "duty", who="N", to=duty, provision=law)
    assert bool(ruling.doubted) is (when == "when play is over")


@pytest.mark.parametrize(
    ("when", "declarer", "now"),
    [
        ("in the clarification period", "S", True),
        ("in the clarification period", "E", False),
        ("in the play", "N", True),
        ("in the play", "W", False),
        ("when play is over", "W", True),
        ("when play is over", "S", True),
    ],
)
def test_partners_mistake_after_the_auction(when: str, declarer: str, now: bool) -> None:
    ruling = noticed("partner's", when, declarer)
    assert has(ruling, "duty", who="N", to="correct_now") is now
    assert has(ruling, "no_right", who="N", to="correct_before_end") is not now


def test_during_the_auction_partners_mistake_is_not_shown() -> None:
    ruling = noticed("partner's", "in the auction")
    assert has(ruling, "no_right", who="N", to="correct_in_auction", provision="20F5(a)")
    assert not has(ruling, "duty", to="correct_now")


def test_a_question_is_answered_rightly_even_if_that_shows_the_mistake() -> None:
    ruling = noticed("partner's", "in the auction", again=True)
    assert has(ruling, "duty", who="N", to="answer_rightly")
    assert has(ruling, "info", side="OS", status="unauthorised", law="16B1")


def test_who_is_unsure_owes_no_statement_at_once() -> None:
    ruling = noticed("partner's", "in the clarification period", "S", sure=False)
    assert has(ruling, "no_right", who="EW", to="immediate_statement")
    assert not has(ruling, "duty")


def test_in_the_play_calls_and_cards_are_both_looked_at() -> None:
    for whose, declarer in (("own", None), ("partner's", "S")):
        for when, cards in (("in the play", "apply_47E"), ("when play is over", "apply_47E2b")):
            ruling = noticed(whose, when, declarer)
            assert has(ruling, "director_action", what="apply_21B", provision="20F6"), (whose, when)
            assert has(ruling, "director_action", what=cards, provision="20F6"), (whose, when)
    defender = noticed("partner's", "when play is over", "W")
    assert has(defender, "director_action", what="apply_47E2b", provision="20F6")


def test_what_partners_explanation_tells_is_unauthorised_on_every_path() -> None:
    for sure in (True, False):
        for when in ("in the auction", "in the clarification period", "in the play"):
            ruling = noticed("partner's", when, None if when == "in the auction" else "S", sure=sure)
            assert has(ruling, "info", side="OS", status="unauthorised", provision="75A"), (sure, when)
            assert "what what" not in " ".join(ruling.words(step.effect.words) for step in ruling.decided)
    told = [ruling.words(step.effect.words) for step in ruling.decided if step.provision == "75A"]
    assert told == ["North–South may not use the information from South's explanation"]


def test_waiting_in_the_auction_is_free_but_not_without_consequence() -> None:
    ruling = noticed("own", "in the auction")
    words = " ".join(ruling.words(step.effect.words) for step in ruling.decided)
    assert "othing is rectified" not in words
    assert has(ruling, "director_action", what="apply_21B", provision="20F4(b)")


def test_what_may_not_be_said_comes_before_what_is_done_later() -> None:
    told = speech(noticed("partner's", "in the auction")).text
    assert told.index("during the auction") < told.index("after the final pass") < told.index("until play is over")
    defending = speech(noticed("partner's", "in the play", "E")).text
    assert "before play is over. Call me when play is over and correct it then." in defending
