"""Items that no program of ours has written, and what becomes of what they do not say."""

from __future__ import annotations

from typing import Any

import pytest

from exams.bank.content import check
from exams.bank.interchange.contents import Defaults, content_of
from exams.bank.interchange.item import BrokenItem, item_of
from exams.bank.interchange.uploads import items_in
from tests.exams.bank.interchange.conftest import DEFAULTS, by_hand

CHOICE = """<?xml version="1.0" encoding="UTF-8"?>
<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="lead" title="Lead out of turn"
    adaptive="false" time-dependent="false">
  <qti-response-declaration identifier="R1" cardinality="{cardinality}" base-type="identifier">
    <qti-correct-response>{right}</qti-correct-response>
  </qti-response-declaration>
  <qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float"/>
  <qti-item-body>
    <div class="case"><p>East leads the <b>♥K</b> out of turn.</p>
      <table><tr><th>West</th><td>♠ AQ</td></tr><tr><th>East</th><td>♥ KQ</td></tr></table></div>
    {extra}
    <qti-choice-interaction response-identifier="R1" max-choices="{most}" shuffle="true">
      <qti-prompt>What may declarer do?</qti-prompt>
      <qti-simple-choice identifier="ChoiceA">Accept it.<qti-feedback-inline outcome-identifier="F" identifier="ChoiceA"
        show-hide="show"> It is so (53A).</qti-feedback-inline></qti-simple-choice>
      <qti-simple-choice identifier="ChoiceB">Shoot the leader.</qti-simple-choice>
      <qti-simple-choice identifier="ChoiceC">Forbid the suit.</qti-simple-choice>
      <qti-simple-choice identifier="ChoiceD">Call it a day.</qti-simple-choice>
    </qti-choice-interaction>
  </qti-item-body>
  <qti-modal-feedback outcome-identifier="F" identifier="ChoiceB" show-hide="show">
    <qti-content-body>Directors do not.</qti-content-body></qti-modal-feedback>
  <qti-modal-feedback outcome-identifier="G" identifier="all" show-hide="show">
    <qti-content-body><p>Declarer has five choices.</p><p>See Law 54.</p></qti-content-body></qti-modal-feedback>
</qti-assessment-item>
"""


def choice(*right: str, cardinality: str = "single", most: int = 1, extra: str = "") -> bytes:
    values = "".join(f"<qti-value>{one}</qti-value>" for one in right)
    return CHOICE.format(cardinality=cardinality, right=values, most=most, extra=extra).encode()


def moodle(type_: str, *parts: str, text: str = "<p>East revokes.</p><p>What now?</p>") -> bytes:
    said = f'<questiontext format="html"><text><![CDATA[{text}]]></text></questiontext>'
    return (
        f'<quiz><question type="{type_}"><name><text>N</text></name>{said}{"".join(parts)}</question></quiz>'.encode()
    )


def answer(text: str, fraction: str = "0", why: str = "", form: str = "html", beside: str = "") -> str:
    feedback = f'<feedback format="html"><text><![CDATA[{why}]]></text></feedback>'
    return f'<answer fraction="{fraction}" format="{form}"><text><![CDATA[{text}]]></text>{feedback}{beside}</answer>'


def taken(data: bytes, defaults: Defaults = DEFAULTS) -> tuple[dict[str, Any], tuple[str, ...]]:
    _format, [row] = items_in(data, "file")
    assert row.item, row.fault
    found = content_of(row.item, defaults)
    check(found.content)
    return dict(found.content), found.notes


def refused(data: bytes, defaults: Defaults = DEFAULTS) -> str:
    _format, [row] = items_in(data, "file")
    if row.item is None:
        return row.fault
    with pytest.raises(BrokenItem) as caught:
        content_of(row.item, defaults)
    return str(caught.value)


def test_a_qti_choice_becomes_a_best_ruling() -> None:
    content, notes = taken(choice("ChoiceA"))
    assert (content["kind"], content["key"]) == ("best_ruling", "a")
    assert content["stem"] == ["East leads the ♥K out of turn.", "West | ♠ AQ", "East | ♥ KQ"]
    assert content["question"] == "What may declarer do?"
    assert [one["text"] for one in content["options"]] == [
        "Accept it.",
        "Shoot the leader.",
        "Forbid the suit.",
        "Call it a day.",
    ]
    assert content["options"][1]["why"] == "Directors do not."
    assert content["explanation"]["say"] == "Declarer has five choices. See Law 54."
    # Two wrong options have no reason of their own.
    assert content["options"][2]["why"] == "Right is: “Accept it.”"
    assert "2 options" in notes[0]
    assert (content["level"], content["topic"], content["edition"]) == ("club", "insufficient-bid", "duplicate-2017")
    assert content["explanation"]["cites"] == ["27"]


def test_a_qti_choice_of_several_becomes_choose_all() -> None:
    content, _notes = taken(choice("ChoiceA", "ChoiceC", cardinality="multiple", most=0))
    assert (content["kind"], content["key"]) == ("choose_all", ["a", "c"])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (choice("ChoiceA", extra='<img src="hand.png" alt="a hand"/>'), "<img>"),
        (choice(), "does not say which answer is right"),
        (choice("ChoiceX"), "ChoiceX"),
        (choice("ChoiceA", extra='<qti-text-entry-interaction response-identifier="R1"/>'), "2 interactions"),
        (moodle("multichoice", "<single>true</single>", answer("Yes", "100"), answer("No")), "has 4 options, not 2"),
        (moodle("truefalse", answer("true", "100"), answer("false")), "has 4 options, not 2"),
        (moodle("multichoice", *[answer(f"Option {n}") for n in range(4)]), "does not say which answer is right"),
        (moodle("multichoice", *[answer("Same", "100") for _n in range(4)]), "4 right answers"),
        (moodle("multichoice", "<single>false</single>", *[answer(f"O{n}", "10") for n in range(7)]), "7 options"),
        (moodle("shortanswer", answer("Declarer", "100")), "“Declarer” is not a provision"),
        (moodle("essay"), "nothing for markers"),
        (moodle("matching"), "matching"),
        (moodle("multichoice", answer("<img src='x'>", "100"), *[answer(f"O{n}") for n in range(3)]), "has no text"),
        (moodle("essay", text="<p><img src='@@PLUGINFILE@@/deal.png'></p>"), "picture"),
        (moodle("essay", text=""), "no question text"),
        (moodle("shortanswer", answer("27", "many")), "not a number"),
        (moodle("numerical", answer("2.5", "100")), "“2.5” is not a whole number"),
        (moodle("numerical", answer("-1", "100")), "“-1” is not a whole number"),
        (moodle("numerical", answer("1", "100"), answer("2", "100")), "several numbers (1, 2)"),
        (moodle("numerical", answer("1", "50")), "does not say which answer is right"),
        (moodle("numerical", answer("2", "100", beside="<tolerance>0.5</tolerance>")), "accepts every number near"),
    ],
)
def test_what_the_bank_has_no_place_for_is_refused_with_the_reason(data: bytes, said: str) -> None:
    assert said in refused(data)


def test_a_moodle_choice_with_one_paragraph_gets_a_question() -> None:
    options = [answer(f"<p>Option {n}.</p>", "100" if n == 2 else "0", why=f"Why {n}.") for n in range(4)]
    feedback = '<generalfeedback format="html"><text>&lt;p&gt;Because.&lt;/p&gt;</text></generalfeedback>'
    content, notes = taken(moodle("multichoice", feedback, *options, text="East revokes. What now?"))
    assert (content["stem"], content["question"]) == (["East revokes. What now?"], "What is your ruling?")
    assert (content["key"], content["explanation"]["say"], notes) == ("c", "Because.", ())


def test_plain_text_in_moodle_is_no_html() -> None:
    data = moodle("essay", '<graderinfo format="plain_text"><text>Says &lt;why&gt;.</text></graderinfo>')
    content, _notes = taken(data)
    assert content["rubric"][0]["text"] == "Says <why>."


def test_a_moodle_order_is_an_order_of_steps() -> None:
    content, _notes = taken(moodle("ordering", answer("Third", "3.0"), answer("First", "1.0"), answer("Second", "2.0")))
    assert content["kind"] == "order_steps"
    texts = {one["id"]: one["text"] for one in content["options"]}
    assert [texts[one] for one in content["key"]] == ["First", "Second", "Third"]
    # Moodle keeps the steps in the right order and shuffles them when it asks; we ask them as they are stored.
    assert list(texts.values()) != ["First", "Second", "Third"]


def test_a_short_answer_that_names_a_provision_asks_for_the_law() -> None:
    data = moodle("shortanswer", answer("Law 61A", "100"), answer("61a", "100"), answer("L61", "50"))
    content, _notes = taken(data)
    assert (content["kind"], content["key"]) == ("cite_law", ["61A"])
    assert content["explanation"]["cites"] == ["61A", "27"]


def test_a_number_is_taken_where_only_one_is_right() -> None:
    exact = answer("2.0", "100", beside="<tolerance>0</tolerance>")
    content, _notes = taken(moodle("numerical", exact, answer("1", "0"), text="East revokes. How many tricks?"))
    assert (content["kind"], content["key"], content["options"]) == ("number", "2", [])


def test_an_essay_has_what_markers_are_told_as_its_rubric() -> None:
    info = '<defaultgrade>5</defaultgrade><graderinfo format="html"><text>&lt;p&gt;Two tricks.&lt;/p&gt;</text></graderinfo>'
    content, _notes = taken(moodle("essay", info))
    assert content["rubric"] == [
        {"id": "r1", "part": "rectification", "text": "Two tricks.", "provision": "27", "marks": 5}
    ]


def test_what_a_file_does_not_say_must_be_given() -> None:
    data = choice("ChoiceA")
    assert "cites no law" in refused(data, Defaults("club", "revokes", "duplicate-2017", ()))
    assert "has no topic" in refused(data, Defaults("club", "", "duplicate-2017", ("64",)))


def test_a_topic_the_syllabus_does_not_have_gives_way_and_is_told() -> None:
    made = by_hand("best_ruling")
    known = Defaults("club", "revokes", "duplicate-2017", ("64",), frozenset({"revokes"}))
    found = content_of(item_of(made), known)
    assert found.content == {**made, "topic": "revokes"}
    assert "insufficient-bid" in found.notes[0]
    nowhere = Defaults("club", "", "duplicate-2017", ("64",), frozenset({"revokes"}))
    with pytest.raises(BrokenItem, match="insufficient-bid"):
        content_of(item_of(made), nowhere)


def test_scripts_and_styles_are_no_words() -> None:
    text = "<style>p{}</style><p onclick='x()'>East revokes.</p><script>alert(1)</script><p>What now?</p>"
    content, _notes = taken(moodle("essay", "<graderinfo><text>Two tricks.</text></graderinfo>", text=text))
    assert (content["stem"], content["question"]) == (["East revokes."], "What now?")
