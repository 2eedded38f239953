"""Answers kept, dropped and refused, and what may have happened besides."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from laws.assistant.addresses import Refused, edition_of, in_address, read, rule_of
from laws.assistant.interviews import Interview, conduct
from laws.rulings.editions import EDITIONS
from laws.rulings.readers import explore

EDITION = edition_of("duplicate-2017")


def held(query: str, number: str = "31") -> Interview:
    return conduct(read(EDITION, rule_of(EDITION, number), QueryDict(query)))


def asked(interview: Interview) -> str:
    assert interview.ruling.pending
    return interview.ruling.pending.fact.id


def test_questions_come_one_by_one() -> None:
    assert asked(held("")) == "whose_turn"
    assert asked(held("whose_turn=partner")) == "lho_called"
    assert held("whose_turn=partner&lho_called=yes").ruling.complete


def test_the_order_in_an_address_does_not_matter() -> None:
    assert held("lho_called=no&whose_turn=partner").used == {"whose_turn": "partner", "lho_called": False}


def test_words_name_seats_once_the_offender_is_known() -> None:
    query = "whose_turn=partner&lho_called=no&lho_accepts=yes"
    assert "Offender's LHO accepts" in held(query).ruling.say()
    assert "West accepts" in held(f"{query}&seat=S").ruling.say()
    assert held(f"{query}&seat=S").ruling.receipt() == held(query).ruling.receipt()


def test_answers_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(Refused, match=r"do not go together.*Law 31 does not ask “Does offender's LHO accept"):
        held("whose_turn=partner&lho_called=yes&lho_accepts=no")


def test_a_change_drops_what_no_longer_fits() -> None:
    changed = held("whose_turn=partner&lho_called=yes&lho_accepts=no&similar=no&changed=lho_called")
    assert changed.ruling.complete
    assert {fact.id for fact in changed.dropped} == {"lho_accepts", "similar"}
    assert changed.kept == {"whose_turn": "partner", "lho_called": True}


def test_a_change_keeps_what_may_still_be_asked() -> None:
    changed = held("whose_turn=rho&lho_called=no&lho_accepts=no&similar=no&changed=whose_turn")
    assert asked(changed) == "rho_called"
    assert changed.waiting == {"lho_called": False, "lho_accepts": False, "similar": False}
    assert changed.dropped == ()
    again = held("whose_turn=rho&rho_called=no&lho_called=no&lho_accepts=no&similar=no")
    assert asked(again) == "rho_passes"
    assert again.waiting == {"similar": False}


def test_what_is_asked_later_may_be_told_before() -> None:
    assert asked(held("similar=yes")) == "whose_turn"


def test_incidental_facts_are_offered_until_they_are_told() -> None:
    beside = {one.fact.id: one.provision for one in held("whose_turn=partner&lho_called=no").asides}
    assert beside["remarked"] == "16B1(a)"
    assert beside["claims_unintended"] == "25A1"
    assert "lho_called" not in beside
    told = held("whose_turn=partner&lho_called=no&remarked=yes")
    assert "remarked" not in {one.fact.id for one in told.asides}
    assert told.used["remarked"] is True


def test_an_incidental_fact_may_open_questions() -> None:
    assert asked(held("claims_unintended=yes")) == "unintended"


@pytest.mark.parametrize("slug", sorted(EDITIONS))
def test_every_path_can_be_walked_through_addresses(slug: str) -> None:
    edition = EDITIONS[slug]
    for number, rule in edition.procedures.items():
        for path in explore(number, slug)[::7]:
            query = QueryDict("&".join(f"{fact}={in_address(value)}" for fact, value in path.path))
            interview = conduct(read(edition, rule, query))
            assert interview.ruling.complete
            assert interview.ruling.facts_digest == path.facts_digest


PATHS = explore("31")


@given(st.sampled_from(PATHS), st.sampled_from(PATHS), st.data())
def test_changing_any_answer_never_fails_and_forgets_nothing_silently(
    one: object, other: object, data: st.DataObject
) -> None:
    answers = dict(one.path)  # type: ignore[attr-defined]
    fact, value = data.draw(st.sampled_from(other.path))  # type: ignore[attr-defined]
    given_now = {**answers, fact: value}
    query = QueryDict("&".join(f"{name}={in_address(said)}" for name, said in given_now.items()) + f"&changed={fact}")
    changed = conduct(read(EDITION, rule_of(EDITION, "31"), query))
    assert {*changed.kept, *(idle.id for idle in changed.dropped)} == set(given_now)
    # What is kept stands on its own: the next page does not say that anything was changed.
    again = QueryDict("&".join(f"{name}={in_address(said)}" for name, said in changed.kept.items()))
    assert conduct(read(EDITION, rule_of(EDITION, "31"), again)).kept == changed.kept
