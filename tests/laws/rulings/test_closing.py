"""What can come on top of a ruling under any law: the Director's own wrong ruling (82C) and facts in dispute (85)."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.editions import EDITIONS
from laws.rulings.readers import explore, explore_given
from laws.rulings.ruling import WEIGH
from tests.laws.rulings.tables import has, ruled

WITH_A_DIRECTOR = ("duplicate-2017", "duplicate-2007")


@pytest.mark.parametrize("edition", WITH_A_DIRECTOR)
def test_every_procedure_knows_what_a_wrong_ruling_leads_to(edition: str) -> None:
    """82C: both sides are treated as non-offending once the board cannot be scored normally; until then it is put right."""
    faults = []
    for number in EDITIONS[edition].procedures:
        first = dict(explore(number, edition)[0].path)
        right, late = (
            next(explore_given(number, {**first, "earlier_ruling": answer}, edition))
            for answer in ("can be put right", "too late")
        )
        if not has(right, "director_action", what="withdraw_wrong_ruling"):
            faults.append(f"{number}: not withdrawn")
        scores = [step for step in late.decided if step.effect.name == "adjusted_score" and step.provision == "82C"]
        if not scores or not has(late, "director_action", what="both_non_offending", provision="82C"):
            faults.append(f"{number}: no score")
        if not has(late, "director_action", what="weigh_without_error"):
            faults.append(f"{number}: not weighed against the right ruling")
        if any(step.provision.startswith("82") for step in explore(number, edition)[0].steps) and number not in ("10",):
            faults.append(f"{number}: cites 82 without a wrong ruling")
    assert not faults


def test_the_facts_of_every_ruling_can_be_disputed() -> None:
    """85A1 weighs the evidence, self-serving statements too; 85B lets play go on."""
    faults = []
    for number in EDITIONS["duplicate-2017"].procedures:
        for path in explore(number):
            if {"85A1", "85B"} & set(path.citations):
                faults.append(f"{path.receipt()['path']}: 85 although nobody disputes")
            for answer, law in (("weighed", "85A2"), ("not settled", "85B")):
                given = next(explore_given(number, {**dict(path.path), "facts_settled": answer}))
                if not {"85A1", law} <= set(given.citations):
                    faults.append(f"{path.receipt()['path']}: {answer}")
    assert not faults


def test_a_record_states_a_wrong_ruling_under_any_law() -> None:
    ruling = ruled("N 1S, E 1H", accepted=False, replacement="2H", findings={"earlier_ruling": "too late"})
    assert ruling.procedure == "27"
    assert has(ruling, "adjusted_score", kind="assigned", law="82C")
    split = ruled(
        "N 1S, E 1H", accepted=True, findings={"earlier_ruling": "too late", "probable_results": "several results"}
    )
    assert "12C1(c)" in split.citations


def test_nobody_is_asked_to_come_back_about_a_score_that_is_adjusted_now() -> None:
    told = ruled("N 1S, E 1H", accepted=False, replacement="2H").say()
    assert "North–South, call me back after play" in told
    late = ruled("N 1S, E 1H", accepted=False, replacement="2H", findings={"earlier_ruling": "too late"}).say()
    assert "call me back" not in late
    assert late.index("That is what the ruling should have been") < late.index("I'm adjusting the score")


def test_every_standard_tells_how_evidence_is_weighed_where_85a1_holds() -> None:
    record: dict[str, Any] = {
        "procedure": "16B",
        "offender": "N",
        "findings": {"extraneous": True, "acted": True, "alternative": False},
    }
    for edition, told in (("duplicate-2017", True), ("duplicate-2007", False)):
        steps = ruled(edition=edition, **record).as_dict()["steps"]
        weighed = [step["judgement"].get("weigh") for step in steps if "judgement" in step]
        assert weighed
        assert set(weighed) == {WEIGH if told else None}


def test_after_the_directors_error_nobody_is_treated_as_an_offender() -> None:
    """82C in any law, and in Law 10 where an option was left out: 12C1(e)(i) and 12C2(a) speak of sides that have offended."""
    late: dict[str, Any] = {"findings": {"earlier_ruling": "too late"}}
    left_out: dict[str, Any] = {
        "procedure": "10",
        "offender": "E",
        "findings": {"what_happened": "options left out", "still_normal": False},
    }
    for auction, fields in (("N 1S, E 1H", {"accepted": False, "replacement": "2H", **late}), ("", left_out)):
        told = fields["findings"]
        own = ruled(auction, **{**fields, "findings": {**told, "self_inflicted": True}})
        assert has(own, "director_action", what="self_inflicted", provision="12C1(e)(ii)")
        assert not has(own, "director_action", what="offenders_without_redress")
        assert has(own, "director_action", what="weigh_without_error")
        assert not has(own, "director_action", what="weigh_outcomes")
        assert "both sides are treated as non-offending" in own.say().lower()
        many = ruled(auction, **{**fields, "findings": {**told, "probable_results": "too many to tell"}})
        assert has(many, "director_action", what="no_result_without_error", provision="12C1(d)")
        assert not has(many, "director_action", what="no_result_in_sight")
