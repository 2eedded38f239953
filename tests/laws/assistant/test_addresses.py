"""What an address of an interview can say, and what is refused by a sentence."""

from __future__ import annotations

import datetime

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from laws.assistant.addresses import (
    RESERVED,
    Address,
    Refused,
    answers_to,
    edition_of,
    in_address,
    read,
    rule_of,
    spoken,
)
from laws.rulings.facts import FACTS, Fact
from laws.rulings.seats import Seat
from tests.walking import walks

EDITION = edition_of("duplicate-2017")
RULE = rule_of(EDITION, "31")


def address(query: str) -> Address:
    return read(EDITION, RULE, QueryDict(query))


def test_answers_seat_and_date_are_read() -> None:
    found = address("whose_turn=partner&lho_called=no&seat=S&on=2020-02-29")
    assert found.answers == {"whose_turn": "partner", "lho_called": False}
    assert (found.seat, found.on) == (Seat.S, datetime.date(2020, 2, 29))
    assert found.query() == "?whose_turn=partner&lho_called=no&seat=S&on=2020-02-29"


@given(st.dictionaries(st.sampled_from(sorted(FACTS)), st.integers(0, 50), max_size=8))
def test_whatever_is_written_is_read_again(picks: dict[str, int]) -> None:
    answers = {name: FACTS[name].values[pick % len(FACTS[name].values)] for name, pick in picks.items()}
    written = Address(rule=RULE, answers=answers, seat=Seat.W).query()
    assert address(written.removeprefix("?")).answers == answers


def test_no_fact_is_called_like_something_else_an_address_says() -> None:
    assert not set(RESERVED) & set(FACTS)


@walks("fact", FACTS.values, ids=lambda fact: fact.id)
def test_the_answers_of_a_fact_are_told_apart_in_an_address(fact: Fact) -> None:
    assert len(answers_to(fact)) == len(fact.values)


def test_yes_comes_first() -> None:
    assert [*answers_to(FACTS["lho_accepts"])] == ["yes", "no"]
    assert in_address("27B1(a)") == "27B1(a)"


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("whose_turn=nobody", "“nobody” is not an answer to whose_turn; expected rho, partner, lho."),
        ("lho_called=True", "“True” is not an answer to lho_called; expected yes, no."),
        ("moon=full", "The address answers “moon”, which no procedure asks."),
        ("change=moon", "The address answers “moon”, which no procedure asks."),
        ("lho_called=no&lho_called=yes", "in two ways: no, yes"),
        ("seat=Q", "“Q” is not a seat at the table"),
        ("on=yesterday", "“yesterday” is not a date"),
        ("on=2010-01-01", "duplicate-2017 is in force from 2017-08-01"),
        ("on=9000-01-01", "9000-01-01 is in the future"),
    ],
)
def test_nonsense_is_refused_by_a_sentence(query: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        address(query)
    assert sentence in str(refused.value)
    assert refused.value.status == 400


def test_the_same_answer_twice_is_one_answer() -> None:
    assert address("lho_called=no&lho_called=no").answers == {"lho_called": False}


def test_an_unknown_edition_or_procedure_is_not_found() -> None:
    with pytest.raises(Refused, match=r"edition “duplicate-1999”; there are those of .*duplicate-2017") as refused:
        edition_of("duplicate-1999")
    assert refused.value.status == 404
    with pytest.raises(Refused, match="No procedure of Law 99 is written") as refused:
        rule_of(EDITION, "99")
    assert refused.value.status == 404


def test_an_answer_means_one_thing_to_every_question() -> None:
    # The engine words answers by their value alone, so a later module could take the words of an earlier one away.
    assert [spoken(value) for value in FACTS["whose_turn"].values] == [
        "Offender's RHO",
        "Offender's partner",
        "Offender's LHO",
    ]
