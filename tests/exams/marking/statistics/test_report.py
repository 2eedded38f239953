"""What the report says of items and candidates, on plain values."""

from __future__ import annotations

import datetime as dt
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exams.marking.statistics.inputs import LONGEST, seconds_on
from exams.marking.statistics.items import WEIGHTS, picks, ranked, reasons
from exams.marking.statistics.reliability import alpha, nested
from exams.marking.statistics.report import report
from exams.marking.statistics.scripts import Item, Response, Script, Test

START = dt.datetime(2026, 11, 22, 9, tzinfo=dt.UTC)


def item(number: int, **changes: Any) -> Item:
    """A question of four rulings, of which c is right."""
    plain = {"question": f"q{number}", "options": tuple("abcd"), "right": ("c",), "picks": True, "key": "c"}
    return Item(f"v{number}", number, **{**plain, **changes})


def response(answer: str | None, seconds: float | None = None) -> Response:
    return Response(float(answer == "c"), 1, answer, (answer,) if answer else (), seconds)


def sat(*answers: str, items: list[Item] | None = None) -> Test:
    """Candidates by their answers, a letter for each question, “-” for none."""
    asked = items or [item(number) for number in range(1, len(answers[0]) + 1)]
    scripts = []
    for number, row in enumerate(answers, start=1):
        given_ = {one.id: response(None if letter == "-" else letter) for one, letter in zip(asked, row, strict=True)}
        scripts.append(Script(number, "form", given_, passed=row.count("c") * 2 >= len(row)))
    return Test(asked, scripts, pass_mark=50)


def row_of(test: Test, number: int) -> dict[str, Any]:
    found: dict[str, Any] = next(row for row in report(test)["items"] if row["number"] == number)
    return found


# --- items ---------------------------------------------------------------------------------------------------------------


def test_facility_omissions_and_picks_by_hand() -> None:
    row = row_of(sat("ccc", "cca", "ca-", "aa-"), 2)
    assert (row["taken"], row["facility"], row["omitted"]) == (4, 0.5, 0)
    assert {pick["answer"]: pick["count"] for pick in row["picks"]} == {"a": 2, "b": 0, "c": 2, "d": 0}
    # Who chose c earned 2 of 2 and 1 of 2 elsewhere, who chose a 1 of 2 and 0 of 2.
    assert {pick["answer"]: pick["rest"] for pick in row["picks"]} == {"a": 0.25, "b": None, "c": 0.75, "d": None}
    assert row_of(sat("ccc", "cca", "ca-", "aa-"), 3)["omitted"] == 2


def test_discrimination_leaves_the_question_itself_out() -> None:
    """With two questions that go against each other, the whole would say that each goes with the test."""
    row = row_of(sat("ca", "ac", "ca", "ac"), 1)
    assert row["discrimination"] == pytest.approx(-1)


def test_an_option_that_better_candidates_choose_is_marked_out() -> None:
    able, weak = "bcccc", "caaaa"
    row = row_of(sat(*[able] * 6, *[weak] * 6), 1)
    assert [pick["answer"] for pick in row["picks"] if pick["attracts_strong"]] == ["b"]
    assert [reason["code"] for reason in row["reasons"]][:2] == ["negative", "attracts_strong"]


def test_two_who_choose_it_are_not_enough_to_say_so() -> None:
    row = row_of(sat(*["bcccc"] * 2, *["caaaa"] * 6), 1)
    assert not any(pick["attracts_strong"] for pick in row["picks"])


def test_of_answers_written_by_hand_the_commonest_are_told() -> None:
    asked = item(1, options=(), right=(), picks=False, key="27B1(a)")
    answers = ["27B1(a)", "27B1(a)", "27B2", None]
    scripts = [
        Script(number, "form", {"v1": Response(float(answer == "27B1(a)"), 1, answer)})
        for number, answer in enumerate(answers)
    ]
    found = picks(asked, scripts)
    assert [(pick.answer, pick.right, pick.count, pick.share) for pick in found] == [
        ("27B1(a)", True, 2, 0.5),
        ("27B2", False, 1, 0.25),
    ]


def test_what_is_right_by_the_key_is_right_whatever_it_earned() -> None:
    """Everybody was given the marks: that makes a wrong answer no right one."""
    asked = item(1, options=(), right=("27B1(a)", "27B2"), picks=False, key="27B1(a)", untold="full")
    answers = ["27B1(a)", "27B2", "16", None]
    scripts = [Script(number, "form", {"v1": Response(1, 1, answer)}) for number, answer in enumerate(answers)]
    assert {pick.answer for pick in picks(asked, scripts) if pick.right} == {"27B1(a)", "27B2"}


def test_what_was_given_to_everybody_counts_in_the_whole_and_tells_nothing_of_itself() -> None:
    """The third question was given to all: the figures are those of the other two, the marks those of all three."""
    asked = [item(1, topic="a"), item(2, topic="b"), item(3, topic="b", untold="full", pair="p"), item(4, pair="p")]
    rows = ["cccc", "ccac", "caac", "aaac", "aaca"]
    plain, scripts = sat(*rows, items=asked), []
    for script in plain.scripts:
        given_ = {**script.responses, "v3": Response(1, 1, script.responses["v3"].answer)}
        scripts.append(Script(script.candidate, "form", given_))
    found = report(Test(asked, scripts, pass_mark=50))
    row = found["items"][2]
    figures_ = ("facility", "deviation", "discrimination", "upper_lower", "reliability_without")
    assert [row[name] for name in figures_] == [None] * 5
    assert (row["taken"], row["reasons"], row["untold"]) == (5, [], "full")
    assert found["scores"]["mean"] == pytest.approx(100 * (4 + 4 + 3 + 2 + 1) / 20)
    told = [[float(letter == "c") for place, letter in enumerate(each) if place != 2] for each in rows]
    assert found["reliability"]["coefficient"] == pytest.approx(alpha(told))
    assert found["reliability"]["items"] == 3
    assert {one["topic"]: (one["items"], one["facility"]) for one in found["topics"]} == {
        "a": (1, pytest.approx(3 / 5)),
        "b": (2, pytest.approx(2 / 5)),
        "": (1, pytest.approx(4 / 5)),
    }
    # Beside it there is nothing to compare.
    assert found["groups"] == []


def test_each_on_his_own_paper_what_was_given_to_everybody_is_left_out_too() -> None:
    asked = [item(1), item(2), item(3), item(4, untold="full")]
    rows = {"x": ("cca", "c"), "y": ("caa", "a"), "z": ("ccc", "a")}
    scripts = [
        Script(
            number,
            form,
            {
                **{f"v{place}": response(letter) for place, letter in enumerate(told, start=1)},
                "v4": Response(1, 1, given_),
            },
        )
        for number, (form, (told, given_)) in enumerate(rows.items())
    ]
    found = report(Test(asked, scripts))["reliability"]
    assert (found["method"], found["items"]) == ("nested", 3)
    assert found["coefficient"] == pytest.approx(nested([[1, 1, 0], [1, 0, 0], [1, 1, 1]]))


def test_who_met_other_questions_does_not_count() -> None:
    """Each on his own paper: a version is told over those who met it."""
    one, other = item(1), item(2)
    scripts = [
        Script(1, "x", {"v1": response("c")}),
        Script(2, "y", {"v2": response("a")}),
        Script(3, "x", {"v1": response("a")}),
    ]
    rows = report(Test([one, other], scripts))["items"]
    assert [(row["taken"], row["facility"]) for row in rows] == [(2, 0.5), (1, 0.0)]


def test_wordings_of_a_question_and_pairs_stand_together() -> None:
    items = [item(1, question="q"), item(2, question="q"), item(3, pair="p"), item(4, pair="p"), item(5)]
    found = report(sat("ccccc", "aaaaa", items=items))["groups"]
    assert found == [{"kind": "question", "items": ["v1", "v2"]}, {"kind": "pair", "items": ["v3", "v4"]}]


# --- the whole -------------------------------------------------------------------------------------------------------------


def test_scores_by_hand() -> None:
    scores = report(sat("cccc", "ccca", "caaa", "aaaa"))["scores"]
    assert (scores["mean"], scores["median"], scores["least"], scores["most"]) == (50, 50, 0, 100)
    assert (scores["passed"], scores["near"]) == (2, 0)
    assert [place for place, count in enumerate(scores["bars"]) if count] == [0, 5, 15, 19]


def test_nobody_sat_it() -> None:
    assert report(Test([item(1)], [])) == {"format": 1, "candidates": 0}


@given(
    st.integers(1, 6).flatmap(
        lambda width: st.lists(st.text("abcd-", min_size=width, max_size=width), min_size=1, max_size=25)
    ),
    st.randoms(use_true_random=False),
)
def test_no_figure_depends_on_the_order_of_the_candidates(answers: list[str], shuffle: random.Random) -> None:
    other = list(answers)
    shuffle.shuffle(other)
    first, second = report(sat(*answers)), report(sat(*other))
    for one, two in zip(first.pop("items"), second.pop("items"), strict=True):
        assert flat(one) == pytest.approx(flat(two), nan_ok=True)
    assert flat(first) == pytest.approx(flat(second))


def flat(value: Any, name: str = "") -> dict[str, float]:
    """The numbers in a document by where they stand."""
    if isinstance(value, dict):
        return {key: number for part, one in value.items() for key, number in flat(one, f"{name}.{part}").items()}
    if isinstance(value, list):
        return {key: number for part, one in enumerate(value) for key, number in flat(one, f"{name}.{part}").items()}
    return {name: float(value)} if isinstance(value, int | float) else {}


@given(st.lists(st.text("abcd-", min_size=4, max_size=4), min_size=1, max_size=25))
def test_figures_lie_where_they_can(answers: list[str]) -> None:
    found = report(sat(*answers))
    assert sum(found["scores"]["bars"]) == len(answers)
    for row in found["items"]:
        assert 0 <= row["facility"] <= 1
        assert row["discrimination"] is None or -1 <= row["discrimination"] <= 1
        assert sum(pick["count"] for pick in row["picks"]) + row["omitted"] == len(answers)


# --- what to look at first ------------------------------------------------------------------------------------------------


def figures(**changes: Any) -> dict[str, Any]:
    """A question nobody need look at."""
    pick = {"answer": "a", "right": False, "count": 9, "attracts_strong": False}
    plain = {"id": "v", "number": 1, "taken": 40, "facility": 0.6, "discrimination": 0.4, "omitted": 0, "seconds": 50.0}
    plain["untold"] = ""
    return {**plain, "offers": True, "picks": [pick], "reasons": [], **changes}


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({}, []),
        ({"discrimination": -0.1}, ["negative"]),
        ({"discrimination": 0.05}, ["weak"]),
        ({"discrimination": None}, []),
        ({"facility": 0.15}, ["too_hard"]),
        ({"facility": 0.97, "discrimination": 0.05}, ["too_easy"]),
        ({"omitted": 5}, ["omitted"]),
        ({"omitted": 4}, []),
        ({"seconds": 200.0}, ["slow"]),
        ({"seconds": 55.0}, []),
        ({"picks": [{"answer": "b", "right": False, "count": 0, "attracts_strong": False}]}, ["never_picked"]),
        ({"taken": 9, "discrimination": -1}, []),
        ({"discrimination": None, "facility": None, "omitted": 20, "untold": "full"}, []),
        ({"discrimination": -0.2, "facility": 0.1}, ["negative", "too_hard"]),
    ],
)
def test_reasons(changes: dict[str, Any], codes: list[str]) -> None:
    assert [reason["code"] for reason in reasons(figures(**changes), 50.0)] == codes
    assert set(codes) <= set(WEIGHTS)


def test_what_may_be_a_wrong_key_comes_first() -> None:
    rows = [
        figures(id="fine"),
        figures(id="easy", reasons=[{"code": "too_easy"}]),
        figures(id="key", number=9, reasons=[{"code": "negative"}]),
        figures(id="also easy", number=2, reasons=[{"code": "too_easy"}]),
    ]
    assert ranked(rows) == ["key", "easy", "also easy"]


# --- time ------------------------------------------------------------------------------------------------------------------


def at(seconds: float) -> dt.datetime:
    return START + dt.timedelta(seconds=seconds)


def test_time_is_what_lies_between_saves() -> None:
    assert seconds_on(START, [(1, at(30)), (2, at(100)), (1, at(110))]) == {1: 40, 2: 70}


def test_an_hour_away_counts_as_ten_minutes() -> None:
    assert seconds_on(START, [(1, at(3600))]) == {1: LONGEST}


def test_a_gap_with_a_break_in_it_is_not_counted() -> None:
    assert seconds_on(START, [(1, at(30)), (2, at(400)), (3, at(420))], stops=[at(100), at(390)]) == {1: 30, 3: 20}
