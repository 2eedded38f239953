"""The forecast of a mark: that its range holds, that it keeps silent where little is known, and what it tells beside."""

from __future__ import annotations

import dataclasses

import pytest

from exams.practice.forecast import Answer, Forecast, Met, Said, Slot, TooLittle, forecast
from tests.exams.practice import simulated

RECORD = [Answer(None, number % 2 == 0) for number in range(20)] + [
    Answer(0.9, number % 10 != 0, Said.SURE, before=1) for number in range(40)
]
PATHS = [f"p{number}" for number in range(20)]
SLOTS = [Slot(5, dict.fromkeys(PATHS[:10], 1.0)), Slot(5, dict.fromkeys(PATHS[10:], 1.0))]
KNOWN = {path: Met(0.97, 3) for path in PATHS}
TOPICS = {path: ("auction",) if number < 10 else ("play",) for number, path in enumerate(PATHS)}


def told(memory: dict[str, Met], **given: object) -> Forecast:
    """The forecast, which is known to be made."""
    found = forecast(SLOTS, memory, RECORD, **{"pass_mark": 70, **given})  # type: ignore[arg-type]
    assert isinstance(found, Forecast)
    return found


def test_the_range_holds_the_mark_of_a_fresh_paper() -> None:
    """The bounds are three standard errors beyond 75 and 85 in 100. From mean recall alone a range held 17."""
    sat = simulated.crowd(simulated.WORLDS["mixed"], 7, 200)
    found = simulated.report(sat)
    assert 0.66 <= found.held <= 0.93
    assert found.near_learners >= 60
    assert 0.61 <= found.near <= 0.97
    assert found.brier < found.base


def test_nothing_is_forecast_before_half_of_the_blueprint_is_met() -> None:
    memory = {path: Met(0.9) for path in PATHS[:9]}
    assert forecast(SLOTS, memory, RECORD, pass_mark=70) == TooLittle(60, 30, pytest.approx(0.45))  # type: ignore[arg-type]
    assert isinstance(forecast(SLOTS, memory | {PATHS[10]: Met(0.9)}, RECORD, pass_mark=70), Forecast)


def test_nothing_is_forecast_from_fewer_than_thirty_answers() -> None:
    assert forecast(SLOTS, KNOWN, RECORD[:29], pass_mark=70) == TooLittle(29, 30, 1.0)
    assert isinstance(forecast(SLOTS, KNOWN, RECORD[:30], pass_mark=70), Forecast)


def test_the_same_seed_tells_the_same() -> None:
    assert told(KNOWN, seed=3) == told(KNOWN, seed=3)


def test_who_remembers_more_is_told_more() -> None:
    faded = {path: Met(0.4, 3) for path in PATHS}
    sure, weak = told(KNOWN), told(faded)
    assert weak.low <= weak.median <= weak.high
    assert weak.median < sure.median
    assert weak.pass_probability < sure.pass_probability


def test_a_floor_at_risk_is_told_and_lowers_the_chance_to_pass() -> None:
    faded = {path: Met(0.99, 3) if number < 10 else Met(0.3, 3) for number, path in enumerate(PATHS)}
    free = told(faded, pass_mark=40)
    bound = told(faded, pass_mark=40, floors={"auction": 40, "play": 80}, topics=TOPICS)
    assert bound.floors[0].topic == "play"
    assert bound.pass_probability < free.pass_probability
    assert bound.pass_probability <= 1 - bound.floors[0].probability


def test_the_paths_worth_most_are_those_forgotten_and_drawn_often() -> None:
    faded = KNOWN | {"p3": Met(0.2, 3), "p4": Met(0.2, 3)}
    slots = [dataclasses.replace(SLOTS[0], units={**SLOTS[0].units, "p4": 3.0}), SLOTS[1]]
    found = forecast(slots, faded, RECORD, pass_mark=70)
    assert isinstance(found, Forecast)
    assert [one.unit for one in found.worth[:2]] == ["p4", "p3"]
    assert len(found.worth) == 10
    assert 0 < found.worth[1].marks < found.worth[0].marks <= 1


def test_a_slot_with_fewer_paths_than_questions_asks_them_again() -> None:
    found = forecast([Slot(5, {"p1": 1.0, "p2": 2.0})], KNOWN, RECORD, pass_mark=70)
    assert isinstance(found, Forecast)
    assert 0 < found.low <= found.high <= 100


def test_a_learner_who_forgets_faster_than_the_model_says_is_told_less() -> None:
    faded = {path: Met(0.8, 3) for path in PATHS}
    keeps = [Answer(0.9, True, before=2) for _number in range(100)]
    loses = [Answer(0.9, number % 2 == 0, before=2) for number in range(100)]
    good, bad = (forecast(SLOTS, faded, record, pass_mark=70) for record in (keeps, loses))
    assert isinstance(good, Forecast)
    assert isinstance(bad, Forecast)
    assert bad.high < good.high
    assert bad.median < good.median - 10


@pytest.mark.parametrize("wrong", [{"questions": 0}, {"marks": 0}, {"chance": 1.0}, {"units": {"p1": -1.0}}])
def test_a_slot_that_means_nothing_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"slot asks|less than nothing"):
        Slot(**{"questions": 1, "units": {"p1": 1.0}, **wrong})  # type: ignore[arg-type]


def test_a_blueprint_without_slots_is_refused() -> None:
    with pytest.raises(ValueError, match="without slots"):
        forecast([], KNOWN, RECORD, pass_mark=70)
