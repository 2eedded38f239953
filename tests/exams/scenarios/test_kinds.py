"""Every kind of question says what the engine ruled, and asks for nothing that it does not know."""

from __future__ import annotations

import json

import pytest

from exams.bank.content import check
from exams.scenarios import KINDS, PAIR, UnknownKindError, generate
from exams.scenarios.callvoice import CallVoice
from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from laws.rulings.seats import Seat
from tests.exams.scenarios.conftest import CALLS, Question, is_told

SEATS = {seat.full_name: seat for seat in Seat}


def made(kind: str, count: int = 12) -> list[Question]:
    """Questions on calls; those of narratives speak with another voice."""
    questions = [one for law in CALLS for one in generate(law, count=count, seed=11, kind=kind)]
    return [one for one in questions if not is_told(one)]


@pytest.mark.parametrize("kind", KINDS)
def test_the_bank_takes_every_kind(kind: str) -> None:
    for question in made(kind):
        check(question)
        assert question["kind"] == kind


def test_a_mixed_batch_has_every_kind_but_the_written_one() -> None:
    assert {question["kind"] for question in generate("31", count=64, seed=5)} == set(KINDS) - {"written"}


def test_choose_all_keys_exactly_the_statements_of_the_ruling() -> None:
    for question in made("choose_all"):
        own = {one.text for one in CallVoice().statements(rule(parse_record(question["record"])))}
        held = [option["id"] for option in question["options"] if option["text"] in own]
        assert held == question["key"]
        assert 0 < len(held) < len(question["options"])
        assert all(option["why"] for option in question["options"])


def test_steps_stand_in_the_order_in_which_the_engine_took_them() -> None:
    for question in made("order_steps"):
        by_id = {option["id"]: option["why"] for option in question["options"]}
        assert sorted(question["key"]) == sorted(by_id)
        assert [by_id[one].split()[1] for one in question["key"]] == [str(i + 1) for i in range(len(by_id))]
        trace = [step.provision for step in rule(parse_record(question["record"])).steps]
        trace = trace[trace.index("10C1") :]
        rested = [by_id[one].partition(" (")[2].removesuffix(").") for one in question["key"]]
        places = [trace.index(provision) for provision in dict.fromkeys(rested)]
        assert places == sorted(places)


def test_a_citation_is_one_that_the_ruling_rests_on() -> None:
    for question in made("cite_law"):
        assert question["options"] == []
        assert question["key"]
        assert set(question["key"]) <= set(rule(parse_record(question["record"])).citations)


def test_the_turn_is_that_of_the_player_left_of_the_last_call_that_stands() -> None:
    for question in made("whose_turn"):
        record = parse_record(question["record"])
        named = {option["id"]: SEATS[option["text"]] for option in question["options"]}
        assert list(named.values()) == list(Seat)
        # Accepted, or set aside by a call in turn: in both cases the last call on the record stands.
        assert named[question["key"]] is record.auction[-1].by.lho


def test_a_rubric_gives_marks_for_every_part_with_its_law() -> None:
    for question in made("written"):
        parts = [item["part"] for item in question["rubric"]]
        assert {"law", "rectification"} <= set(parts)
        assert all(item["marks"] > 0 and item["provision"] for item in question["rubric"])
        assert len({item["text"] for item in question["rubric"]}) == len(parts)


@pytest.mark.parametrize("law", CALLS)
def test_the_two_of_a_pair_differ_in_one_fact_and_in_the_ruling(law: str) -> None:
    questions = list(generate(law, count=12, seed=11, kind=PAIR))
    for first, second in zip(questions[::2], questions[1::2], strict=True):
        assert first["pair"]["id"] == second["pair"]["id"]
        assert (first["pair"]["part"], second["pair"]["part"]) == (1, 2)
        assert first["stem"][0] == second["stem"][0]
        one, two = (dict(rule(parse_record(item["record"])).path) for item in (first, second))
        assert [fact for fact in one.keys() & two.keys() if one[fact] != two[fact]] == [first["pair"]["fact"]]
        assert _key_text(first) != _key_text(second)


def _key_text(question: Question) -> str:
    return next(option["text"] for option in question["options"] if option["id"] == question["key"])


def test_an_odd_count_of_pairs_ends_after_the_first_of_the_last_pair() -> None:
    three = list(generate("27", count=3, seed=4, kind=PAIR))
    assert three == list(generate("27", count=4, seed=4, kind=PAIR))[:3]


def test_it_refuses_an_unknown_kind() -> None:
    with pytest.raises(UnknownKindError, match=r"no questions of kind 'essay'; there are mixed, best_ruling"):
        generate("27", count=1, seed=1, kind="essay")


@pytest.mark.parametrize("kind", [*KINDS, PAIR])
def test_a_kind_is_the_same_bytes_each_time(kind: str) -> None:
    one, again = (json.dumps(list(generate("31", count=4, seed=2, kind=kind))) for _ in range(2))
    assert one == again
