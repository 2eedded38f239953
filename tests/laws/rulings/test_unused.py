"""What a record states is used, or refused by name."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.readers import interview, rule
from laws.rulings.record import BadRecord, parse_record
from laws.rulings.ruling import Ruling
from laws.rulings.unused import not_used, refuse_unused, refuse_unused_answers
from tests.laws.rulings.tables import all_cases, ruled


def test_a_finding_that_nothing_asks_for_is_refused_by_name() -> None:
    ruling = ruled("N 1S, E 1H", accepted=True, findings={"disputed": True, "lowest_same": False})
    with pytest.raises(BadRecord, match=r"^record\.findings\.\w+: Law 27 does not ask “.*”.*; it asks out_of_rotation"):
        refuse_unused(ruling)


@pytest.mark.parametrize(
    "findings",
    [
        {"lowest_same": False, "comparable": "no"},
        {"lowest_same": False, "similar": True},
        {"lowest_same": True, "remarked": True},
        {"lowest_same": True, "remarked": False},
    ],
)
def test_what_is_asked_or_listened_for_is_used(findings: dict[str, object]) -> None:
    refuse_unused(ruled("N 1S, E 1H", accepted=False, replacement="2H", findings=findings))


ACCEPTED: dict[str, Any] = {"dealer": "N", "auction": ["N 1S", "E 1H"], "accepted": True}
CORRECTED = {**ACCEPTED, "accepted": False, "replacement": "2H", "assume": "usual"}


def stated(record: dict[str, Any], **more: Any) -> Ruling:
    return rule(parse_record({**record, **more}))


@pytest.mark.parametrize(
    "more",
    [
        {"lead": {"occasion": "first"}},
        {"poll": {"asked": 5, "considered": 2, "selected": 1}},
        {"cards": ["SK"]},
        {"noticed": "play"},
        {"attempt_accepted": True},
    ],
    ids=lambda more: str(*more),
)
def test_a_field_that_answers_a_question_nobody_asks_is_refused_by_name(more: dict[str, Any]) -> None:
    (name,) = more
    with pytest.raises(BadRecord, match=rf"^record\.{name}: Law 27 has no use for it .*; it asks out_of_rotation"):
        refuse_unused(stated(ACCEPTED, **more))


def test_a_field_that_is_asked_for_or_changes_the_words_is_used() -> None:
    refuse_unused(stated(CORRECTED, findings={"lowest_same": False}, declarer="N", lead={"occasion": "first"}))
    refuse_unused(stated(CORRECTED, remark="Oh, I saw 1♦"))


def test_what_says_that_nothing_happened_is_not_refused() -> None:
    refuse_unused(stated(ACCEPTED, remark="", deviates=False, cards=[], lead=None))


def test_what_tells_of_the_table_is_not_refused_but_told_as_not_used() -> None:
    ruling = stated(ACCEPTED, contract="2H", hands={"E": "32.AQJ98.K32.432"}, meanings={"2H": {"suits": {"H": "5+"}}})
    refuse_unused(ruling)
    assert not_used(ruling) == ["contract", "hands", "meanings.2H"]
    assert not_used(stated(CORRECTED, meanings={"withdrawn": {"suits": {"H": "5+"}}}, date="2026-11-20")) == []


def test_an_answer_that_a_procedure_without_a_table_does_not_ask_for_is_refused_by_name() -> None:
    answers = {"whose_turn": "partner", "lho_called": False, "lho_accepts": True}
    refuse_unused_answers(interview("31", answers), answers)
    more = {**answers, "replacement_kind": "bid"}
    with pytest.raises(BadRecord, match=r"^answers\.replacement_kind: Law 31 does not ask “.*”.*; it asks whose_turn"):
        refuse_unused_answers(interview("31", more), more)


def test_a_ruling_that_waits_refuses_nothing_yet() -> None:
    refuse_unused(ruled("N 1S, E 1H", findings={"lowest_same": True}))


def test_the_cases_state_nothing_that_is_not_used() -> None:
    faults = []
    for case in all_cases():
        for part in case.parts:
            try:
                refuse_unused(rule(part.record))
            except BadRecord as error:
                faults.append(f"{case.id} {part.label}: {error}")
    assert faults == []
