"""Receipts: what they hold, and what is found when they are opened later."""

from __future__ import annotations

import pytest
from django.http import QueryDict

from laws.assistant import receipts
from laws.assistant.addresses import Refused, edition_of, read, rule_of
from laws.assistant.interviews import Interview, conduct
from laws.assistant.receipts import Verdict
from laws.rulings.readers import explore
from laws.rulings.ruling import ENGINE_VERSION, Ruling

EDITION = edition_of("duplicate-2017")
ACCEPTED = "whose_turn=partner&lho_called=no&lho_accepts=yes"


def held(query: str) -> Interview:
    return conduct(read(EDITION, rule_of(EDITION, "31"), QueryDict(query), receipts.NAMES))


def opened(query: str) -> Verdict:
    return receipts.verify(receipts.stated(QueryDict(query)), held(query).ruling)


def test_a_receipt_holds_all_that_the_ruling_rests_on() -> None:
    made = QueryDict(receipts.query_of(held(f"{ACCEPTED}&seat=S&on=2024-05-06"))[1:])
    assert made["lho_accepts"] == "yes"
    assert (made["on"], made["seat"], made["engine"]) == ("2024-05-06", "S", ENGINE_VERSION)
    assert held(ACCEPTED).ruling.facts_digest.startswith(made["facts"])
    assert opened(made.urlencode()) is Verdict.AGREES


def test_no_two_paths_share_a_receipt() -> None:
    made = [receipts.receipt_for(path) for number in ("27", "31", "32") for path in explore(number)]
    assert len({one.facts[: receipts.SHOWN] for one in made}) == len(made)


def test_an_altered_answer_is_noticed() -> None:
    address = receipts.query_of(held(ACCEPTED))[1:]
    assert opened(address.replace("whose_turn=partner", "whose_turn=lho&called_before=no")) is Verdict.OTHER_FACTS


def test_another_ruling_on_the_same_facts_is_noticed() -> None:
    now = held(ACCEPTED).ruling
    before = Ruling(now.procedure, now.title, now.edition, [*now.steps])
    case_of_then = [step for step in before.steps if getattr(step, "provision", "") != "16A1(a)"]
    then = Ruling(now.procedure, now.title, now.edition, case_of_then)
    assert receipts.verify(receipts.receipt_for(then), now) is Verdict.RULES_DIFFERENTLY
    assert receipts.verify(receipts.receipt_for(before), now) is Verdict.AGREES


def test_a_ruling_that_waits_has_no_receipt_of_its_own() -> None:
    waiting = held("whose_turn=partner").ruling
    assert receipts.verify(receipts.receipt_for(waiting), waiting) is Verdict.OTHER_FACTS


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("", "digests are missing or cut off"),
        ("facts=0123456789abcdef&ruling=0123456789abcdef", "digests are missing or cut off"),
        ("facts=0123456789abcde&ruling=0123456789abcdef&engine=1", "digests are missing or cut off"),
        ("facts=0123456789abcdeX&ruling=0123456789abcdef&engine=1", "digests are missing or cut off"),
        ("facts=0123456789abcdef&ruling=0123456789abcdef&engine=1", "date is missing"),
    ],
)
def test_part_of_an_address_is_no_receipt(query: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        receipts.stated(QueryDict(query))
