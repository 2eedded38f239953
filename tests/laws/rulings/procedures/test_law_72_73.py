"""Laws 72 and 73, provision by provision."""

from __future__ import annotations

import datetime as dt
from typing import Any

from laws.rulings.facts import FACTS
from laws.rulings.readers import explore
from laws.rulings.ruling import Ruling
from tests.laws.rulings.tables import has, ruled


def conducted(conduct: str, **findings: Any) -> Ruling:
    """East did it; what was found of it."""
    return ruled(procedure="73", offender="E", findings={"conduct": conduct, **findings})


def principled(principle: str, **findings: Any) -> Ruling:
    """A principle of Law 72, with East at its centre."""
    return ruled(procedure="72", offender="E", findings={"principle": principle, **findings})


def test_a_manner_that_could_not_benefit_leaves_partner_bound() -> None:
    ruling = conducted("manner", deliberate=False, could_benefit=False)
    assert has(ruling, "no_right", who="W", to="use_information", provision="73C1")
    assert has(ruling, "director_action", what="adjust_if_used", provision="16B3")
    words = [ruling.words(step.effect.words) for step in ruling.decided]
    assert "The score is not adjusted for an inference that opponents drew at their own risk" in words
    assert "I'm not adjusting the score" not in words


def test_wherever_a_manner_told_something_partner_is_bound() -> None:
    for path in explore("73"):
        if dict(path.path)["conduct"] in ("manner", "misled"):
            assert has(path, "no_right", who="partner", to="use_information"), path.path


def test_inferences_are_at_their_own_risk_only_from_what_was_not_meant() -> None:
    meant = conducted("manner", deliberate=True)
    assert not has(meant, "right", to="draw_inferences")
    assert has(meant, "director_action", what="rule_as_misled", provision="73D2")
    assert has(
        conducted("manner", deliberate=False, could_benefit=True), "right", to="draw_inferences", provision="73D1"
    )


def test_a_deliberate_signal_has_its_sanction_and_its_damage() -> None:
    ruling = conducted("signal", deliberate=True)
    assert has(ruling, "director_action", what="sanction_under_code", provision="89B")
    assert has(ruling, "director_action", what="adjust_if_used", provision="16B3")
    assert not has(ruling, "procedural_penalty")
    before = ruled(
        procedure="73", offender="E", date=dt.date(2023, 5, 1), findings={"conduct": "signal", "deliberate": True}
    )
    assert has(before, "procedural_penalty", value="possible", provision="90A")
    assert not has(before, "director_action", what="rule_under_89")


def test_a_concealed_understanding_may_cost_a_penalty_too() -> None:
    for damage in ("open", "damaged", "undamaged"):
        ruling = conducted("deceptive call or play", deception_rests_on="protected", damage=damage)
        assert has(ruling, "procedural_penalty", value="possible", provision="40C1"), damage


def test_no_question_names_a_player_twice() -> None:
    assert FACTS["could_benefit"].question.count("{offender}") == 1


def test_a_wrong_explanation_is_put_right_when_law_20_says() -> None:
    ruling = principled("own infraction", duty_to_speak="explanation")
    assert has(ruling, "duty", who="E", to="correct_explanation", provision="20F4(a)")
    assert has(ruling, "director_action", what="partners_explanation_too", provision="20F5(b)")


def test_lawful_tactics_are_the_object_of_the_contest() -> None:
    ruling = principled("lawful tactics")
    assert has(ruling, "right", who="E", to="lawful_tactics", provision="72A")
    assert has(ruling, "result_stands", provision="72A")
