"""A content that a page could not show or a marker not mark is refused, and the refusal names its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from exams.bank.content import SCHEMA, BrokenContent, check, faults, fingerprint_of, words
from tests.factories import content

Change = Callable[[dict[str, Any]], Any]

PLAY: dict[str, Any] = {
    "contract": "4S",
    "declarer": "S",
    "tricks": [
        {
            "leader": "W",
            "cards": [
                {"by": "E", "card": "H4", "bad": True},
                {"by": "W", "card": "HA", "note": 1},
                {"by": "N", "card": "H2"},
                {"by": "E", "card": "H4"},
            ],
        }
    ],
    "notes": ["after East had led out of turn"],
}


def played(by: str, card: str) -> dict[str, Any]:
    """The play with one card more."""
    trick = PLAY["tricks"][0]
    return PLAY | {"tricks": [trick | {"cards": [*trick["cards"], {"by": by, "card": card}]}]}


def written(**changes: Any) -> dict[str, Any]:
    """A content as a person writes it: no record, no receipt, no steps."""
    made = content(**changes)
    for part in ("record", "receipt", "generator"):
        del made[part]
    made["explanation"] |= {"steps": [], "outcomes": []}
    return made


def compared(**meaning: Any) -> dict[str, Any]:
    """A comparison with a withdrawn call that shows this."""
    return {
        "withdrawn": {"call": "2♥", "shows": "hearts", "meaning": meaning},
        "replacement": {"call": "3♥", "shows": "hearts", "meaning": {"suits": {"H": "5+"}}},
        "comparable": True,
        "tests": [{"provision": "23A2", "holds": True, "why": "3♥ shows no more than 2♥."}],
    }


BROKEN: list[tuple[Change, str]] = [
    (lambda c: c.pop("key"), "content"),
    (lambda c: c.update(format=2), "format"),
    (lambda c: c.update(kind="essay"), "kind"),
    (lambda c: c.update(level="national"), "level"),
    (lambda c: c.update(topic="Insufficient bid"), "topic"),
    (lambda c: c.update(topic="insufficient-bid\n"), "topic"),
    (lambda c: c.update(fingerprint="0" * 64 + "\n"), "fingerprint"),
    (lambda c: c.update(stem=[]), "stem"),
    (lambda c: c["stem"].insert(1, " "), "stem[1]"),
    (lambda c: c.update(hint="27B1"), "content"),
    (lambda c: c["options"].pop(), "options"),
    (lambda c: c["options"][2].update(text=""), "options[2].text"),
    (lambda c: c["options"][1].pop("why"), "options[1]"),
    (lambda c: c["options"][1].update(why=" "), "options[1].why"),
    (lambda c: c["options"][1].update(id="a"), "options"),
    (lambda c: c["options"][1].update(text=c["options"][0]["text"]), "options"),
    (lambda c: c.update(key="e"), "key"),
    (lambda c: c["explanation"].update(steps=[]), "explanation.steps"),
    (lambda c: c["explanation"]["steps"][0].update(provision="Law 27"), "explanation.steps[0].provision"),
    (lambda c: c["explanation"]["steps"][0].update(answer=""), "explanation.steps[0].answer"),
    (lambda c: c["explanation"]["outcomes"][0].update(provision="26B"), "explanation.outcomes[0].provision"),
    (lambda c: c["explanation"].update(cites=["27A1", "27A1"]), "explanation.cites"),
    (
        lambda c: c["explanation"].update(reason={"text": "So it is.", "provisions": ["26B"]}),
        "explanation.reason.provisions[0]",
    ),
    (lambda c: c["explanation"].update(comparison=compared(hcp="many")), "explanation.comparison.withdrawn.meaning"),
    (
        lambda c: c["explanation"].update(comparison=compared(alternatives=3)),
        "explanation.comparison.withdrawn.meaning",
    ),
    (lambda c: c["diagrams"]["auction"].update(dealer="North"), "diagrams.auction.dealer"),
    (lambda c: c["diagrams"]["auction"]["calls"][1].update(call="9S"), "diagrams.auction.calls[1].call"),
    (lambda c: c["diagrams"]["auction"]["calls"][1].update(note=2), "diagrams.auction.calls[1].note"),
    (lambda c: c["diagrams"]["hands"]["show"].update(S="AKQ.AKQ.AKQ"), "diagrams.hands.show.S"),
    (lambda c: c["explanation"].update(outcomes=[]), "explanation.outcomes"),
    (lambda c: c["diagrams"]["hands"]["show"].update(N="4...9"), "diagrams.hands.show.N"),
    (lambda c: c["diagrams"].update(play=PLAY | {"tricks": []}), "diagrams.play.tricks"),
    (lambda c: c["diagrams"].update(play=PLAY | {"trump": "H"}), "diagrams.play.trump"),
    (lambda c: c["diagrams"].update(play=PLAY | {"notes": []}), "diagrams.play.tricks[0].cards[1].note"),
    (lambda c: c["diagrams"].update(play=played("W", "S4")), "diagrams.play.tricks[0].cards[4]"),
    (lambda c: c["diagrams"].update(play=played("W", "HA")), "diagrams.play.tricks[0].cards[4]"),
    (lambda c: c["diagrams"].update(play=played("N", "H4")), "diagrams.play.tricks[0].cards[4]"),
    (lambda c: c.pop("record"), "content"),
    (lambda c: c["receipt"].pop("path"), "receipt"),
    (lambda c: c["receipt"].update(edition="duplicate-2007"), "receipt.edition"),
    (lambda c: c["generator"].update(seed="7"), "generator.seed"),
    (lambda c: c.update(fingerprint="27"), "fingerprint"),
]


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_a_complete_content_passes() -> None:
    check(content())


def test_a_content_that_a_person_wrote_needs_no_record_and_no_steps() -> None:
    check(written())


def test_meanings_are_written_as_in_a_record() -> None:
    made = content()
    made["explanation"]["comparison"] = compared(hcp="12-21", suits={"H": "4+"})
    check(made)


def test_a_card_that_was_withdrawn_may_be_played_again() -> None:
    diagrams = {"play": PLAY}
    check(content(diagrams=diagrams))


def test_all_faults_are_told_not_the_first_alone() -> None:
    broken = content()
    broken["options"][0]["why"] = " "
    broken["explanation"]["outcomes"][0]["provision"] = "26B"
    assert [field for field, _message in faults(broken)] == ["options[0].why", "explanation.outcomes[0].provision"]


def test_a_written_question_is_told_from_others_by_all_it_says() -> None:
    one = written()
    assert fingerprint_of(one) == fingerprint_of(dict(reversed(one.items())) | {"fingerprint": "0" * 64})
    assert fingerprint_of(one) != fingerprint_of(one | {"question": "What now?"})


@pytest.mark.parametrize("diagrams", [{}, {"hands": {"show": {"N": "AKQJT98765432..."}}}])
def test_diagrams_may_be_left_out(diagrams: dict[str, Any]) -> None:
    check(content(diagrams=diagrams))


@pytest.mark.parametrize(("change", "field"), BROKEN)
def test_a_broken_content_is_refused_by_the_place_of_its_fault(change: Change, field: str) -> None:
    broken = content()
    change(broken)
    with pytest.raises(BrokenContent) as refused:
        check(broken)
    assert refused.value.field == field
    assert str(refused.value).startswith(f"{field}: ")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(key=st.sampled_from(sorted(content())), value=json_values)
def test_whatever_stands_in_a_field_it_passes_or_is_refused(key: str, value: Any) -> None:
    """No value of any shape gets past the schema to fail in the checks behind it."""
    try:
        check(content(**{key: value}) if key not in {"receipt", "generator"} else {**content(), key: value})
    except BrokenContent as refused:
        json.dumps(refused.field)


def test_an_examiner_finds_a_question_by_what_it_says_and_cites() -> None:
    found = words(content())
    for part in ("transfer", "What is your ruling?", "North must pass once.", "27B1(a)"):
        assert part in found
