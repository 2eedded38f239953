"""Each kind of question: what may be stored, how an answer is read, and when it is right."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from exams import scenarios
from exams.bank.content import SCHEMA, BrokenContent, check
from exams.bank.kinds import BY_NAME_ONLY, KINDS, NotOffered, Unreadable, kind_of
from exams.bank.models import GenerationJob, QuestionVersion, kinds_to_generate
from laws import keys
from tests.exams.contents import CHANGES, IN_PAPERS, RIGHT, content

CONTENTS = {kind: content(kind) for kind in CHANGES}
LONG = ",".join(f"{step}{'9' * 5000}" for step in "abc")


def read(kind: str, typed: str) -> str | None:
    return kind_of(CONTENTS[kind]).read(CONTENTS[kind], typed)


# --- one list of kinds ------------------------------------------------------------------------------------------------------


def test_the_schema_the_lists_and_the_generator_know_the_same_kinds() -> None:
    assert (
        set(KINDS)
        == set(QuestionVersion.Kind.values)
        == set(SCHEMA["properties"]["kind"]["enum"])
        == set(scenarios.KINDS) - {scenarios.PAIR} | {scenarios.BOOK_FACT}
        == set(CHANGES)
    )
    assert {name for name, _words in kinds_to_generate()} == {*scenarios.KINDS, scenarios.MIX, scenarios.PAIR}
    assert (GenerationJob.ALL, GenerationJob.MIXED, GenerationJob.PAIRS) == (
        scenarios.ALL,
        scenarios.MIX,
        scenarios.PAIR,
    )
    assert {"written"} == BY_NAME_ONLY


@pytest.mark.parametrize("kind", CHANGES)
def test_a_complete_content_of_each_kind_passes(kind: str) -> None:
    check(CONTENTS[kind])


@pytest.mark.parametrize(
    "key", ["27", "27B1(a)", "30B1(b)(ii)", "Intro", "Club27", "Proprieties4A", "Appendix1", "Proprieties", "Scope"]
)
def test_the_schema_takes_what_is_a_key_of_the_law(key: str) -> None:
    assert str(keys.parse(key)) == key
    assert re.search(SCHEMA["$defs"]["provision"]["pattern"], key)


@pytest.mark.parametrize("key", ["Law 27", "27b1", "0", "27B1(a)(xiii)", "27(a)", "Club 27", ""])
def test_the_schema_refuses_what_is_none(key: str) -> None:
    assert not re.search(SCHEMA["$defs"]["provision"]["pattern"], key)


# --- what may be stored -----------------------------------------------------------------------------------------------------

BROKEN: list[tuple[str, Callable[[dict[str, Any]], Any], str]] = [
    ("best_ruling", lambda c: c["options"].pop(), "options"),
    ("best_ruling", lambda c: c.update(key=["c"]), "key"),
    ("judge_ruling", lambda c: c.pop("ruling"), "ruling"),
    ("judge_ruling", lambda c: c.update(ruling=" \n"), "ruling"),
    ("judge_ruling", lambda c: c.update(key="e"), "key"),
    ("judge_ruling", lambda c: c.update(options=c["options"][:3]), "options"),
    ("judge_ruling", lambda c: c["options"][0].update(why=""), "options[0].why"),
    ("best_ruling", lambda c: c.update(ruling="3♥ stands."), "ruling"),
    ("whose_turn", lambda c: c["diagrams"].pop("auction"), "diagrams.auction"),
    ("whose_turn", lambda c: c["options"][0].update(why=""), "options[0].why"),
    ("choose_all", lambda c: c.update(key=[]), "key"),
    ("choose_all", lambda c: c.update(key=["a", "b", "c", "d", "e"]), "key"),
    ("choose_all", lambda c: c.update(key=["b", "a"]), "key"),
    ("choose_all", lambda c: c.update(key=["a", "f"]), "key"),
    ("choose_all", lambda c: c.update(key="a"), "key"),
    ("choose_all", lambda c: c["options"][0].update(why=""), "options[0].why"),
    ("choose_all", lambda c: c.update(options=c["options"][:3]), "options"),
    ("order_steps", lambda c: c.update(key=["a", "b"]), "key"),
    ("order_steps", lambda c: c.update(key=["a", "b", "d"]), "key"),
    ("order_steps", lambda c: c.update(options=c["options"][:2], key=["a", "b"]), "options"),
    ("cite_law", lambda c: c.update(key=["27Z9"]), "key"),
    ("cite_law", lambda c: c.update(key=["ProprietiesA"]), "key"),
    ("cite_law", lambda c: c.update(key="27B1(a)"), "key"),
    ("cite_law", lambda c: c.update(key=["27B1", "27B1"]), "key"),
    ("cite_law", lambda c: c.update(options=CHANGES["whose_turn"]["options"]), "options"),
    ("number", lambda c: c.update(key=""), "key"),
    ("number", lambda c: c.update(key="a"), "key"),
    ("number", lambda c: c.update(key="1000"), "key"),
    ("number", lambda c: c.update(key=["1"]), "key"),
    ("number", lambda c: c.update(options=CHANGES["whose_turn"]["options"]), "options"),
    ("best_ruling", lambda c: c.update(key="2"), "key"),
    ("written", lambda c: c.pop("rubric"), "rubric"),
    ("written", lambda c: c.update(rubric=[]), "rubric"),
    ("written", lambda c: c["rubric"][1].update(id="f1"), "rubric"),
    ("written", lambda c: c["rubric"][1].update(part="style"), "rubric[1].part"),
    ("written", lambda c: c["rubric"][1].update(marks=0), "rubric[1].marks"),
    ("written", lambda c: c["rubric"][1].update(provision="Law 27"), "rubric[1].provision"),
    ("written", lambda c: c.update(key="a"), "key"),
    ("best_ruling", lambda c: c.update(rubric=CHANGES["written"]["rubric"]), "rubric"),
    ("best_ruling", lambda c: c.update(pair={"id": "p", "part": 3, "fact": "f", "differs": "d"}), "pair.part"),
    ("best_ruling", lambda c: c.update(pair={"id": "p", "part": 1, "fact": "f"}), "pair"),
    ("best_ruling", lambda c: c["explanation"]["cites"].append("ProprietiesA"), "explanation.cites[3]"),
]


@pytest.mark.parametrize(("kind", "change", "field"), BROKEN)
def test_a_content_that_does_not_fit_its_kind_is_refused_by_its_place(
    kind: str, change: Callable[[dict[str, Any]], Any], field: str
) -> None:
    broken = copy.deepcopy(CONTENTS[kind])
    change(broken)
    with pytest.raises(BrokenContent) as refused:
        check(broken)
    assert refused.value.field == field


# --- reading an answer ------------------------------------------------------------------------------------------------------

READ: list[tuple[str, str, str | None]] = [
    ("best_ruling", "b", "b"),
    ("best_ruling", "", None),
    ("whose_turn", "d", "d"),
    ("choose_all", "c,a", "a,c"),
    ("choose_all", "c,a,c", "a,c"),
    ("choose_all", " a , b ", "a,b"),
    ("choose_all", "", None),
    ("choose_all", ",", None),
    ("order_steps", "c,a,b", "c,a,b"),
    ("order_steps", "a2,b3,c1", "c,a,b"),
    ("order_steps", "", None),
    ("cite_law", "27 b1 a", "27B1(a)"),
    ("cite_law", "Law 27.B.1.(a)", "27B1(a)"),
    ("cite_law", "law 27", "27"),
    ("cite_law", "30b1b ii", "30B1(b)(ii)"),
    ("cite_law", "Club Law 69b2", "Club69B2"),
    ("cite_law", "the right to it is in 27B1(a), I think", "27B1(a)"),
    ("cite_law", "99Z9", "99Z9"),
    ("cite_law", "Law 27, section B, paragraph 1 (a)", "27B1(a)"),
    ("cite_law", "86 B.2.b", "86B2(b)"),
    ("cite_law", "I say 68 B(2)", "68B2"),
    ("cite_law", "  ", None),
    ("number", "2", "2"),
    ("number", " 02 ", "2"),
    ("number", "13", "13"),
    ("number", "Two", "2"),
    ("number", "1 trick", "1"),
    ("number", "no tricks", "0"),
    ("number", "None", "0"),
    ("number", " ", None),
]


@pytest.mark.parametrize(("kind", "typed", "answer"), READ)
def test_an_answer_is_read_into_one_spelling(kind: str, typed: str, answer: str | None) -> None:
    assert read(kind, typed) == answer


@pytest.mark.parametrize(
    ("kind", "typed", "says"),
    [
        ("order_steps", "a,b", "Give every step a place in the order"),
        ("order_steps", "a,b,b", "Give every step a place in the order"),
        ("order_steps", "a1,b,c2", "These have none: B"),
        ("order_steps", "a1,b2,c1", "place 1. These have it: A, C"),
        ("cite_law", "the law book", "“the law book” cannot be read"),
        ("cite_law", "27B1(a) or 27B1(b)", "several provisions (27B1(a), 27B1(b))"),
        ("cite_law", "2" * 81, "too long"),
        ("cite_law", "it is Law 27, B 1 (a)", "can be read in more than one way"),
        ("cite_law", "Law 27 and there (a)", "can be read in more than one way"),
        ("cite_law", "Laws 2, 7", "several provisions (2, 7)"),
        ("cite_law", "27B1-2", "several provisions (27B1, 27B2)"),
        ("cite_law", "footnote to Law 47", "can be read in more than one way"),
        ("number", "1-2", "“1-2” cannot be read as a number"),
        ("number", "1.5", "Type one whole number in figures"),
        ("number", "-1", "“-1” cannot be read"),
        ("number", "tricks", "“tricks” cannot be read"),
        ("number", "٣", "cannot be read"),
        ("number", "2000", "cannot be read"),
        ("number", "9" * 60, "“9999999999999999999999999999999999999999…” cannot be read"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_to_do(kind: str, typed: str, says: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read(kind, typed)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("kind", "typed"),
    [
        ("best_ruling", "e"),
        ("best_ruling", "a,b"),
        ("choose_all", "a,f"),
        ("order_steps", "a,b,c,d"),
        ("order_steps", "a1,b2,c4"),
        ("order_steps", "a1,b2"),
        ("order_steps", "a1,b2,c٣"),
    ],
)
def test_what_the_question_does_not_offer_is_refused_otherwise(kind: str, typed: str) -> None:
    with pytest.raises(NotOffered):
        read(kind, typed)


def test_a_ruling_is_kept_as_it_was_written_and_no_longer_than_anybody_writes() -> None:
    assert read("written", "\r\n West stays.\t\r\n\r\nSouth  passes. \n") == "West stays.\n\nSouth  passes."
    assert read("written", " \n ") is None
    assert read("written", "x" * 20_000) == "x" * 20_000
    with pytest.raises(Unreadable, match="20001 characters, and only 20000"):
        read("written", "x" * 20_001)


@given(kind=st.sampled_from(sorted(CHANGES)), typed=st.text(max_size=90) | st.from_regex(r"[a-f0-9,() ]{0,12}"))
def test_whatever_is_typed_is_read_or_refused_and_what_was_read_is_read_the_same(kind: str, typed: str) -> None:
    try:
        answer = read(kind, typed)
    except (Unreadable, NotOffered):
        return
    assert answer is None or read(kind, answer) == answer
    assert answer is None or 0 < len(answer) <= (90 if kind == "written" else 40)
    assert isinstance(kind_of(CONTENTS[kind]).reading(answer), str)


@pytest.mark.parametrize(
    ("kind", "fields", "answer"),
    [
        ("best_ruling", "option=b", "b"),
        ("best_ruling", "", None),
        ("choose_all", "option=c&option=a", "a,c"),
        ("choose_all", "", None),
        ("order_steps", "place-a=3&place-b=1&place-c=2", "b,c,a"),
        ("order_steps", "place-a=&place-b=&place-c=", None),
        ("cite_law", "option=27b1a", "27B1(a)"),
        ("number", "option=+2", "2"),
        ("number", "option=", None),
    ],
)
def test_a_form_without_scripts_says_the_same(kind: str, fields: str, answer: str | None) -> None:
    assert read(kind, kind_of(CONTENTS[kind]).sent(CONTENTS[kind], QueryDict(fields))) == answer


@pytest.mark.parametrize(
    ("answer", "reading"), [("27B1(a)", "Law 27B1(a)"), ("27", "Law 27"), ("Club69B2", "Club Law 69B2"), (None, "")]
)
def test_a_citation_is_shown_back(answer: str | None, reading: str) -> None:
    assert KINDS["cite_law"].reading(answer) == reading


def test_steps_are_shown_as_they_were_left() -> None:
    order = KINDS["order_steps"]
    shown = {typed: order.steps(CONTENTS["order_steps"], typed) for typed in (None, "c,a,b", "a1,b1,c", LONG)}
    places = {typed: [(step.id, step.place) for step in steps] for typed, steps in shown.items()}
    assert places == {
        None: [("a", ""), ("b", ""), ("c", "")],
        "c,a,b": [("c", "1"), ("a", "2"), ("b", "3")],
        "a1,b1,c": [("a", "1"), ("b", "1"), ("c", "")],
        LONG: [("a", ""), ("b", ""), ("c", "")],
    }


UNREADABLE: list[tuple[str, str, str]] = [
    ("best_ruling", "z", "z"),
    ("judge_ruling", "z", "z"),
    ("whose_turn", "z", "z"),
    ("choose_all", "a,z", "A, z"),
    ("order_steps", "a2,b2,c", "A: 2, B: 2; no place: C"),
    ("order_steps", "a2,b2,c1", "A: 2, B: 2, C: 1"),
    ("order_steps", "a9,b2,c1", "A: 9, B: 2, C: 1"),
    ("order_steps", "a2,b2", "a2,b2"),
    ("order_steps", LONG, LONG),
    ("cite_law", "Laws 27B1, 30B2", "Laws 27B1, 30B2"),
    ("book_fact", "z", "z"),
    ("number", "two or so", "two or so"),
    ("written", "x" * 20_001, "x" * 20_001),
]


@pytest.mark.parametrize(("kind", "typed", "words"), UNREADABLE)
def test_what_cannot_be_read_is_shown_back_in_words(kind: str, typed: str, words: str) -> None:
    with pytest.raises((Unreadable, NotOffered)):
        read(kind, typed)
    assert KINDS[kind].as_sent(CONTENTS[kind], typed) == words


def test_every_kind_has_something_that_cannot_be_read() -> None:
    assert {kind for kind, _typed, _words in UNREADABLE} == set(KINDS)


# --- marking ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", IN_PAPERS)
def test_the_key_is_right_and_earns_all(kind: str) -> None:
    one = KINDS[kind]
    assert one.right(CONTENTS[kind]) == RIGHT[kind]
    assert one.marks(CONTENTS[kind], RIGHT[kind], 3) == 3
    assert one.marks(CONTENTS[kind], None, 3) == 0


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("best_ruling", "a"),
        ("whose_turn", "c"),
        ("choose_all", "a"),
        ("choose_all", "a,b,c"),
        ("order_steps", "a,b,c"),
        ("cite_law", "27B1(b)"),
        ("cite_law", "27"),
        ("number", "1"),
    ],
)
def test_all_or_nothing(kind: str, answer: str) -> None:
    assert KINDS[kind].marks(CONTENTS[kind], answer, 3) == 0


def test_every_accepted_provision_is_right_and_the_best_is_shown_first() -> None:
    one, content = KINDS["cite_law"], CONTENTS["cite_law"]
    assert one.is_right(content, "27B1")
    assert [(line.provision, line.also) for line in one.right_lines(content)] == [("27B1(a)", False), ("27B1", True)]
