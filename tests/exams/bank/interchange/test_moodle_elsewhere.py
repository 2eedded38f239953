"""Our Moodle XML as a program reads it that is not ours: moodle-xml-parser, which knows the choice questions."""

from __future__ import annotations

import re
from typing import Any

from defusedxml.ElementTree import fromstring
from moodle_xml_parser.parser import parse_bytes

from exams.bank.interchange.item import item_of
from exams.bank.interchange.moodle.writer import quiz_xml
from tests.exams.bank.interchange.conftest import KINDS, by_hand, generated

TYPES = {
    "best_ruling": "multichoice",
    "judge_ruling": "multichoice",
    "whose_turn": "multichoice",
    "choose_all": "multichoice",
    "order_steps": "ordering",
    "cite_law": "shortanswer",
    "number": "numerical",
    "book_fact": "multichoice",
    "written": "essay",
}


def words(html: str) -> str:
    return re.sub("<[^>]+>", "", html).strip()


def test_it_reads_the_choices_with_key_and_reasons() -> None:
    contents = [*generated(), by_hand("best_ruling"), by_hand("choose_all")]
    # The file has the topics in alphabetical order, and within each the order of the list.
    asked = sorted((one for one in contents if TYPES[one["kind"]] == "multichoice"), key=lambda one: str(one["topic"]))
    read = parse_bytes(quiz_xml([item_of(one) for one in contents]))["multichoice"]
    for question, content in zip(read, asked, strict=True):
        assert words(question.text_pre_parse).startswith(content["stem"][0])
        key = content["key"] if isinstance(content["key"], list) else [content["key"]]
        assert question.single is isinstance(content["key"], str)
        assert not question.shuffle_answers
        assert [_plain(option.answer) for option in question.options] == [
            " ".join(one["text"].split()) for one in content["options"]
        ]
        assert [_plain(option.feedback) for option in question.options] == [
            " ".join(one["why"].split()) for one in content["options"]
        ]
        scored = [option.score_fraction > 0 for option in question.options]
        assert scored == [one["id"] in key for one in content["options"]]
        assert abs(sum(one.score_fraction for one in question.options if one.score_fraction > 0) - 100) < 0.001


def _plain(html: str | None) -> str:
    return " ".join(words(html or "").split())


def test_every_kind_has_its_type_and_its_category_and_tags() -> None:
    root = fromstring(quiz_xml([item_of(by_hand(kind)) for kind in KINDS]))
    questions: list[Any] = root.findall("question")
    assert questions[0].findtext("category/text") == "$course$/top/Rectify/Insufficient bid"
    assert sorted(one.get("type") for one in questions[1:]) == sorted(TYPES.values())
    for one in questions[1:]:
        tags = {tag.text for tag in one.findall("tags/tag/text")}
        assert {"rectify:level=club", "rectify:edition=duplicate-2017", "rectify:cites=27D"} <= tags
        kind = next(tag.removeprefix("rectify:kind=") for tag in tags if tag and tag.startswith("rectify:kind="))
        assert one.get("type") == TYPES[kind]


def test_the_steps_of_an_order_stand_in_the_right_order() -> None:
    made = by_hand("order_steps")
    root = fromstring(quiz_xml([item_of(made)]))
    answers = root.findall("question[@type='ordering']/answer")
    texts = {one["id"]: one["text"] for one in made["options"]}
    assert [_plain(one.findtext("text")) for one in answers] == [texts[one] for one in made["key"]]
    assert [float(one.get("fraction", "")) for one in answers] == [1, 2, 3]


def test_other_spellings_of_the_provision_are_right_too() -> None:
    root = fromstring(quiz_xml([item_of(by_hand("cite_law"))]))
    answers = {one.findtext("text"): one.get("fraction") for one in root.iter("answer")}
    assert answers.keys() >= {"27B1(a)", "27B1a", "Law 27B1(a)", "27B1"}
    assert set(answers.values()) == {"100"}


def test_markers_see_the_rubric_and_candidates_do_not() -> None:
    root = fromstring(quiz_xml([item_of(by_hand("written"))]))
    essay = root.find("question[@type='essay']")
    assert essay is not None
    assert "The auction goes on." in (essay.findtext("graderinfo/text") or "")
    assert "The auction goes on." not in (essay.findtext("questiontext/text") or "")
    assert essay.findtext("defaultgrade") == "3"
