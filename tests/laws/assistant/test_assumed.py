"""What a typed auction does not tell is taken as natural in so many words, and can be changed; or it is asked."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from urllib.parse import parse_qs, urlencode

import pytest
from django.http import QueryDict
from django.test import Client

from laws.assistant import receipts
from laws.assistant.addresses import read, rule_of
from laws.assistant.interviews import Interview, conduct
from laws.assistant.receipts import Verdict
from laws.rulings.editions import EDITIONS
from laws.rulings.record import NATURAL
from laws.rulings.ruling import ENGINE_VERSION
from tests.laws.test_pages import page
from tests.laws.test_pages_reading import text

EDITION = EDITIONS["duplicate-2017"]
TOO_LOW = "N 1NT 2S 2D S:3D"
DOUBLED = "E 1H X N:P"  # North passes South's double at West's turn


def address(law: str, auction: str, **answers: str) -> str:
    return f"/laws/ruling/duplicate-2017/{law}/?{urlencode({'auction': auction, **answers})}"


def held(law: str, auction: str, **answers: str) -> Interview:
    said = QueryDict(urlencode({"auction": auction, **answers}))
    return conduct(read(EDITION, rule_of(EDITION, law), said))


@pytest.mark.parametrize(("replaced", "answer"), [("S:3D", "Yes"), ("S:3H", "No")])
def test_a_typed_auction_says_what_it_takes_as_natural(
    client: Client, real_shelf: None, replaced: str, answer: str
) -> None:
    made = f"N 1NT 2S 2D {replaced}"
    said = unescape(text(page(client, address("27", made, lho_accepts="no"))))
    assert re.search(rf"\b{answer} \(taken for granted: 2", said)


def test_what_was_taken_as_natural_is_changed_like_an_answer(client: Client, real_shelf: None) -> None:
    html = page(client, address("27", TOO_LOW, lho_accepts="no"))
    assert "Taken as natural:" in html
    link = next(one for one in re.findall(r'href="([^"]*change=lowest_same[^"]*)"', html))
    again = page(client, unescape(link).partition("#")[0])
    assert "So far taken for granted" in again
    changed = page(client, address("27", TOO_LOW, lho_accepts="no", lowest_same="no"))
    assert "Taken as natural:" not in changed
    assert "same or a similar meaning" in changed


def test_what_if_it_were_otherwise_is_offered(client: Client, real_shelf: None) -> None:
    html = page(client, address("27", TOO_LOW, lho_accepts="no"))
    links = [parse_qs(unescape(one).partition("?")[2]) for one in re.findall(r'class="what-if" href="([^"]*)"', html)]
    assert any(one.get("lowest_same") == ["no"] for one in links)


def test_what_a_pass_of_partners_double_passed_is_asked() -> None:
    """30C: most doubles are for take-out, so nothing is taken for granted."""
    pending = held("30", DOUBLED, lho_accepts="no").ruling.pending
    assert pending is not None
    assert pending.fact.id == "pass_artificial"


@pytest.mark.parametrize("aside", ["remarked", "wrong_elector", "deviates"])
def test_what_happened_besides_goes_with_an_auction(aside: str) -> None:
    """The auction does not show that nothing was said."""
    interview = held("27", TOO_LOW, lho_accepts="no", lowest_same="no", similar="yes", **{aside: "yes"})
    assert (aside, True) in interview.ruling.path


def test_a_receipt_from_before_verifies_still() -> None:
    """Up to version 2 every call was natural in silence; the digests of such receipts are those of the assumed answers."""
    asking = held("30", DOUBLED, lho_accepts="no").address
    then = conduct(replace(asking, assume=NATURAL))
    receipt = replace(receipts.receipt_for(then.ruling, asking.auction), engine="2")
    assert receipts.assumed_by(receipt) == NATURAL
    now = conduct(replace(asking, assume=receipts.assumed_by(receipt)))
    assert receipts.verify(receipt, now.ruling, asking.auction) is Verdict.AGREES


def test_a_receipt_says_what_was_taken_as_natural(client: Client, real_shelf: None) -> None:
    interview = held("27", TOO_LOW, lho_accepts="no")
    query = receipts.query_of(interview)
    assert f"engine={ENGINE_VERSION}" in query
    html = page(client, f"/laws/ruling/duplicate-2017/27/receipt/{query}")
    assert "Verified" in html
    assert "Taken as natural:" in html
    assert "change=lowest_same" not in html


NOT_COMPARABLE = dict.fromkeys(("lowest_same", "similar", "subset", "same_purpose"), "no")


def test_the_suits_of_a_lead_restriction_say_what_they_rest_on_and_are_changed(
    client: Client, real_shelf: None
) -> None:
    html = page(client, address("27", "N 1NT 2S 2D S:3H", lho_accepts="no", **NOT_COMPARABLE))
    assert "(so far ♠ spades , ♦ diamonds or ♣ clubs )" in text(html)
    link = next(one for one in re.findall(r'href="([^"]*change=suits_specified[^"]*)"', html))
    asked = page(client, unescape(link).partition("#")[0])
    assert "Which suits did South’s calls in the legal auction specify?" in unescape(text(asked)).replace("'", "’")
    assert "So far taken for granted: 3 ♥ hearts shows hearts" in text(asked)
    changed = page(
        client, address("27", "N 1NT 2S 2D S:3H", lho_accepts="no", **NOT_COMPARABLE, suits_specified="suits_SH")
    )
    assert "(so far ♦ diamonds or ♣ clubs )" in text(changed)
    assert "Taken as natural: 3" not in text(changed)
    assert "change=suits_specified" in changed, "and again"


def test_what_calls_specify_is_no_event_to_tell_of() -> None:
    interview = held("27", "N 1NT 2S 2D S:3H", lho_accepts="no", **NOT_COMPARABLE)
    assert "suits_specified" not in {one.fact.id for one in interview.asides}


def rubber(auction: str, law: str = "27", **answers: str) -> Interview:
    edition = EDITIONS["rubber-2014"]
    return conduct(read(edition, rule_of(edition, law), QueryDict(urlencode({"auction": auction, **answers}))))


def complete(interview: Interview) -> Interview:
    """The same with every question that is open answered by no, or else by its first answer."""
    while (pending := interview.ruling.pending) is not None:
        fact = pending.fact
        given = {**interview.kept, fact.id: False if False in fact.values else fact.values[0]}
        interview = conduct(replace(interview.address, answers=given))
    return interview


def test_the_suit_of_a_rubber_lead_penalty_is_changed_where_the_procedure_listens() -> None:
    """26A: of an artificial bid the suits count to which it relates."""
    interview = complete(rubber("N 1S 1H E:3D"))
    assert ("1♥ shows hearts", "artificial") in interview.assumptions
    assert interview.open_to_change("artificial") is not None
    changed = conduct(replace(interview.address, answers={**interview.kept, "artificial": True}, changed="artificial"))
    assert ("artificial", True) in [(step.fact.id, step.value) for step in changed.ruling.asked]


def test_no_change_is_offered_that_leads_nowhere(client: Client, real_shelf: None) -> None:
    """39 looks at the call that was cancelled, and does not ask whether it was artificial: a link would lead in a circle."""
    interview = complete(rubber("N 1S P P P E:2H", "39"))
    assert interview.assumptions == [("2♥ shows hearts", "")]
    query = interview.address.query(interview.kept)
    assert "other suits are affected" in page(client, f"/laws/ruling/rubber-2014/39/{query}")
