"""What pages show of a version."""

from __future__ import annotations

import datetime
import re
from dataclasses import asdict
from typing import Any

import pytest
from django.template.loader import render_to_string

from exams.bank.models import QuestionVersion
from exams.bank.presenting import asked, explained, given
from tests import factories
from tests.exams.contents import CHANGES

pytestmark = pytest.mark.django_db


def question_html(**context: Any) -> str:
    return render_to_string("bank/parts/question.html", context)


def explanation_html(**context: Any) -> str:
    on = datetime.date(2026, 11, 20)
    return render_to_string("bank/parts/explanation.html", {"edition": "duplicate-2017", "on": on, **context})


def test_what_a_candidate_is_asked_does_not_hold_the_key() -> None:
    version = factories.version()
    shown = asdict(asked(version))
    what_is_asked = {"kind", "note", "template", "stem", "ruling", "question", "auction", "hands", "play", "options"}
    what_is_asked |= {"prefix"}
    assert set(shown) == {"version", *what_is_asked}
    assert [set(option) for option in shown["options"]] == [{"id", "letter", "text"}] * 4
    html = question_html(asked=asked(version))
    for secret in ("27B1(a)", "checked", version.content["options"][0]["why"], version.content["explanation"]["say"]):
        assert secret not in html


def test_the_question_shows_stem_diagrams_and_options() -> None:
    html = question_html(asked=asked(factories.version()))
    assert html.count('type="radio" name="option"') == 4
    assert "<legend>What is your ruling?</legend>" in html
    assert "1NT" in html
    assert "five or more hearts (transfer)" in html


def test_the_answer_given_is_checked() -> None:
    version = factories.version()
    html = question_html(asked=asked(version), given=given(version, "b"))
    assert html.count(" checked") == 1
    assert 'name="option" value="b" checked' in html


def test_a_hostile_text_stays_text() -> None:
    stem = ["<script>alert(1)</script> 2♦"]
    html = question_html(asked=asked(factories.version(stem=stem)))
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


def test_the_right_answer_is_right() -> None:
    version = factories.version()
    html = explanation_html(
        explained=explained(version, "c"), verdict=True, marks=1, out_of=1, topic="Insufficient bids"
    )
    assert explained(version, "c").right
    assert ">Right<" in html
    assert "You chose this" not in html


def test_a_wrong_answer_is_told_why() -> None:
    result = explained(factories.version(), "a")
    html = explanation_html(explained=result, own=True, verdict=True, marks=0, out_of=1, topic="Insufficient bids")
    assert not result.right
    assert [other.letter for other in result.reasons if other.chosen] == ["A"]
    assert ">Wrong<" in html
    assert html.count("You chose this") == 1


def test_of_the_provisions_to_cite_the_best_is_shown_and_the_others_are_also_right() -> None:
    html = explanation_html(explained=explained(factories.version(**CHANGES["cite_law"])))
    best, also = html.index(">27B1(a)<"), html.index("Also right:")
    assert best < also < html.index(">27B1<")


def test_no_answer_is_not_right() -> None:
    result = explained(factories.version())
    assert (result.chosen, result.right) == ([], False)
    assert ">Not answered<" in explanation_html(explained=result, verdict=True, marks=0, out_of=1, topic="x")


def test_every_step_outcome_and_provision_is_shown() -> None:
    version = factories.version()
    html = explanation_html(explained=explained(version))
    for key in ("27A1", "27B1(a)", "27B1(b)", "27D"):
        assert f">{key}<" in html
    assert html.count('class="untaken"') == 1
    assert "verdict" not in html


def reasoned(**more: Any) -> Any:
    """A version that says why, as the generator makes them."""
    content = factories.version().content
    return {
        **content["explanation"],
        "reason": {"text": "2♥ is the cheapest bid in hearts.", "provisions": ["27B1(a)"]},
        **more,
    }


def test_the_reason_comes_first_then_what_decides_then_the_steps() -> None:
    result = explained(factories.version(explanation=reasoned()))
    html = explanation_html(explained=result)
    places = [html.index(words) for words in ("is the cheapest bid in", "Decided by", "What you say", "steps</h2>")]
    assert places == sorted(places)
    assert result.deciding == ["27B1(a)"]


def test_what_was_only_asked_is_not_cited_as_deciding() -> None:
    version = factories.version()
    told = version.content["explanation"]
    outcomes = {one["provision"] for one in told["outcomes"]}
    steps = {one["provision"] for one in told["steps"]} - outcomes
    assert steps & set(told["cites"])
    assert not steps & set(explained(version).cites)
    assert explained(version).cites[0] in outcomes


def test_what_a_person_cites_without_outcomes_is_cited() -> None:
    content = factories.version().content
    told = {**content["explanation"], "outcomes": []}
    assert explained(QuestionVersion(content={**content, "explanation": told})).cites == told["cites"]


def test_the_two_calls_are_shown_with_the_hand_that_tells() -> None:
    compared = {
        "withdrawn": {
            "call": "1♠",
            "shows": "5+ ♠, 12–21 points",
            "meaning": {"hcp": [12, 21], "suits": {"S": [5, 13]}},
        },
        "replacement": {"call": "3NT", "shows": "17+ points", "meaning": {"hcp": [17, 37]}},
        "comparable": False,
        "tests": [
            {"provision": "23A2", "holds": False, "why": "A hand with 17 points and three spades fits 3NT only."}
        ],
        "hand": "AQ6.KQ6.963.AQ84",
    }
    result = explained(factories.version(explanation=reasoned(comparison=compared)))
    html = explanation_html(explained=result)
    assert "not comparable with 1" in html
    assert re.search(r"This hand fits .*3NT.* but not .*1", html)
    assert "A Q 6" in html
    assert result.comparison
    assert "w1-spades_from=5" in result.comparison.address
    assert "r1-points_from=17" in result.comparison.address
