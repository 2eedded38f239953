"""A content in the fields of the editor, and what is made of them again."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict
from hypothesis import given, settings
from hypothesis import strategies as st

from exams import scenarios
from exams.bank.editing.forms import OptionRow
from exams.bank.editing.rows import Rows, grown, shrunk
from exams.bank.editing.sheet import Opened, Sheet
from exams.bank.editing.typed import paragraphs
from exams.bank.kinds import KINDS
from exams.bank.models import QuestionVersion
from tests import factories
from tests.exams.bank.editing.conftest import sent, written
from tests.exams.contents import CHANGES, content
from tests.walking import walks

pytestmark = pytest.mark.django_db


def posted(data: dict[str, Any]) -> QueryDict:
    """As a browser sends it."""
    fields = QueryDict(mutable=True)
    for name, value in data.items():
        fields[name] = str(value)
    return fields


def sheet_of(made: dict[str, Any], base: QuestionVersion | None = None, **changes: Any) -> Sheet:
    """The page with this content typed in."""
    opened = Opened(KINDS[made["kind"]], factories.body().pk, base, base.number if base else None)
    return Sheet(opened, posted(sent(made, **changes)))


@walks("kind", CHANGES, apart=True)
def test_what_stands_in_the_fields_makes_the_same_content(law_27: None, kind: str) -> None:
    made = written(kind)
    sheet = sheet_of(made)
    assert sheet.is_valid(), sheet.problems
    assert sheet.content() == made


@walks("kind", scenarios.KINDS, apart=True)
def test_a_generated_content_comes_back_with_what_no_field_holds(law_27: None, kind: str) -> None:
    law, count = {"best_ruling": (scenarios.ALL, 20), "number": ("64", 4)}.get(kind, ("30", 4))
    for made in scenarios.generate(law, count=count, seed=11, kind=kind):
        base = QuestionVersion(body=factories.body(), number=1, content=made, difficulty=1)
        assert sheet_of(dict(made), base).content() == made


@walks("kind", CHANGES, apart=True)
def test_an_empty_page_is_shown_and_says_all_that_is_missing(law_27: None, kind: str) -> None:
    sheet = Sheet(Opened(KINDS[kind], factories.body().pk), posted({"act": "save"}))
    assert not sheet.is_valid()
    assert sheet.content()["kind"] == kind
    labels = {label for label, _anchor, _message in sheet.problems}
    assert {"What happened", "What is asked", "What the Director says", "Provisions cited"} <= labels
    right = {
        "cite_law": "Provisions accepted",
        "number": "The right number",
        "written": "What earns marks",
        "order_steps": "Steps, as they are asked",
    }
    assert right.get(kind, "Options") in labels


def test_a_new_page_opens_with_the_options_that_its_kind_usually_offers() -> None:
    opened = {kind: Sheet(Opened(KINDS[kind], factories.body().pk)).rows["options"].forms for kind in KINDS}
    assert [form["text"].value() for form in opened["whose_turn"]] == ["West", "North", "East", "South"]
    assert [form["text"].value() for form in opened["best_ruling"]] == [None] * 4
    assert [form["text"].value() for form in opened["judge_ruling"]] == ["Yes.", "", "", ""]
    assert {kind: len(forms) for kind, forms in opened.items() if forms} == {
        "best_ruling": 4,
        "judge_ruling": 4,
        "whose_turn": 4,
        "choose_all": 4,
        "order_steps": 3,
        "book_fact": 4,
    }


@walks(
    ("kind", "changes", "label", "message"),
    [
        ("best_ruling", {"right": None}, "Options", "Say which option is right."),
        (
            "best_ruling",
            {"options-0-why": ""},
            "Option A: Why",
            "Say why this option is wrong, and which mistake it is.",
        ),
        ("best_ruling", {"options-0-text": "North must pass once."}, "Options", "Two options say the same."),
        ("best_ruling", {"options-rows": 3}, "Options", "A question of this kind has 4 options, not 3."),
        ("best_ruling", {"cites": "27A1, 99Z"}, "Provisions cited", "These laws have no 99Z."),
        ("best_ruling", {"cites": "the book"}, "Provisions cited", "“the book” cannot be read as a provision."),
        ("best_ruling", {"cites": ""}, "Provisions cited", "This field is required."),
        ("best_ruling", {"decides": "27A1", "reason": " "}, "The reason", "You named what decides. Say why it does"),
        ("best_ruling", {"steps-0-provision": "99A"}, "Step 1: Law", "These laws have no 99A."),
        ("best_ruling", {"outcomes-0-provision": "law"}, "Consequence 1: Law", "“law” cannot be read as a provision."),
        ("best_ruling", {"hands": "S: A K"}, "Hands", "Line 1, “A K”: Write the suit before its cards"),
        ("best_ruling", {"hands": "S: S 43  H KT987  D AJ2  C 9652"}, "Hands", "Line 1"),
        ("best_ruling", {"auction": "1NT 2S\n2K"}, "Auction", "Line 2, “2K”: This is not a call."),
        ("best_ruling", {"play": "W: D2"}, "Play", "D2 is in the hand of S, not of W."),
        ("best_ruling", {"board": "", "dealer": ""}, "Dealer", "Say who dealt, or give the board number"),
        ("best_ruling", {"topic": "tactics"}, "Topic", "Select a valid choice."),
        ("judge_ruling", {"ruling": ""}, "The ruling given", "This field is required."),
        ("judge_ruling", {"right": "4"}, "Options", "Say which option is right."),
        ("whose_turn", {"auction": ""}, "Auction", "Add the auction: without it nobody can tell whose turn it is."),
        ("choose_all", {"options-0-holds": None, "options-1-holds": None}, "Options", "Say which options apply"),
        ("order_steps", {"options-0-place": "1"}, "Steps, as they are asked", "Give every step a place of its own"),
        ("order_steps", {"options-1-text": "x" * 1001}, "Step B: Text", "Ensure this value has at most 1000"),
        ("cite_law", {"accepted": "27Z"}, "Provisions accepted", "These laws have no 27Z."),
        ("number", {"figure": ""}, "The right number", "This field is required."),
        ("number", {"figure": "one"}, "The right number", "Enter a whole number."),
        ("number", {"figure": "1000"}, "The right number", "Ensure this value is less than or equal to 999."),
        ("written", {"rubric-1-marks": "0"}, "Item 2: Marks", "Ensure this value is greater than or equal to 1."),
        ("written", {"rubric-rows": "0"}, "What earns marks", "Add what a full answer says"),
    ],
    apart=True,
)
def test_each_fault_stands_at_its_field(
    law_27: None, kind: str, changes: dict[str, Any], label: str, message: str
) -> None:
    sheet = sheet_of(written(kind), **changes)
    assert not sheet.is_valid()
    assert any(found == label and said.startswith(message) for found, _anchor, said in sheet.problems), sheet.problems


def test_provisions_are_read_however_they_are_spelled(law_27: None) -> None:
    sheet = sheet_of(written(), cites="law 27 a1; 27b1a\n27 D")
    assert sheet.is_valid(), sheet.problems
    assert sheet.content()["explanation"]["cites"] == ["27A1", "27B1(a)", "27D"]


def test_what_outcomes_and_key_name_is_cited_too(law_27: None) -> None:
    sheet = sheet_of(written("cite_law"), cites="27A1", accepted="27B1b")
    assert sheet.is_valid(), sheet.problems
    assert sheet.content()["explanation"]["cites"] == ["27A1", "27B1(a)", "27B1(b)"]


def test_a_row_in_which_nothing_is_typed_is_not_there(law_27: None) -> None:
    made = written("order_steps")
    blank: dict[str, Any] = {"options-rows": 5, "options-3-text": "", "steps-rows": 9}
    sheet = sheet_of(made, **blank)
    assert sheet.is_valid(), sheet.problems
    assert sheet.content() == made


def test_a_question_the_engine_ruled_on_stays_under_its_laws(law_27: None) -> None:
    version = factories.version()
    sheet = sheet_of(version.content, version, edition="duplicate-2007", change="x")
    assert not sheet.is_valid()
    assert [label for label, _anchor, _message in sheet.problems] == ["Laws"]


def test_a_topic_that_is_examined_no_more_stays_with_its_question(law_27: None) -> None:
    version = factories.version(topic="tactics")
    sheet = sheet_of(version.content, version, change="x")
    assert sheet.is_valid(), sheet.problems


@pytest.mark.parametrize("kind", CHANGES)
@settings(max_examples=25)
@given(data=st.data())
def test_whatever_is_typed_the_page_can_be_shown(kind: str, data: st.DataObject) -> None:
    """Half of a question, or nonsense in any field, still makes a preview and a list of faults."""
    from exams.bank.presenting import asked, explained

    made = sent(content(kind))
    for name in data.draw(st.lists(st.sampled_from(sorted(made)), max_size=6)):
        made[name] = data.draw(st.sampled_from(["", "27", "N: ?", "x" * 30, "-1", "9999999"]))
    sheet = Sheet(Opened(KINDS[kind], factories.body().pk), posted(made))
    sheet.is_valid()
    version = QuestionVersion(content=sheet.content())
    assert asked(version).kind == kind
    assert explained(version).cites is not None


# --- rows -----------------------------------------------------------------------------------------------------------


def texts(data: QueryDict) -> list[str]:
    """What stands in the rows of the options."""
    return [str(form["text"].value() or "") for form in Rows(OptionRow, "options", data=data).forms]


def test_rows_grow_and_shrink_and_nothing_typed_is_lost() -> None:
    data = posted(
        {"options-rows": 3, **{f"options-{place}-text": text for place, text in enumerate("abc")}, "stem": "s"}
    )
    assert texts(grown(data, "options")) == ["a", "b", "c", ""]
    assert texts(shrunk(data, "options", 1)) == ["a", "c"]
    assert texts(shrunk(data, "options", 7)) == ["a", "b", "c"]
    assert shrunk(data, "options", 1)["stem"] == "s"
    assert texts(data) == ["a", "b", "c"]


@given(count=st.integers(0, 12), gone=st.integers(0, 12))
def test_of_a_row_taken_out_nothing_stays(count: int, gone: int) -> None:
    data = posted({"options-rows": count, **{f"options-{place}-text": str(place) for place in range(count)}})
    left = [str(place) for place in range(count) if place != gone]
    assert texts(shrunk(data, "options", gone)) == left


def test_nobody_sends_rows_without_end() -> None:
    assert len(texts(posted({"options-rows": 10**9}))) == 40
    assert texts(posted({"options-rows": "many"})) == []


def test_paragraphs_are_told_apart_by_empty_lines() -> None:
    assert paragraphs("a\nb\n\n \nc\n") == ["a b", "c"]
    assert paragraphs("a \r\nb\r\n\r\nc") == ["a b", "c"]
    assert paragraphs(" \n\n") == []
