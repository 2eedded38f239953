"""Auctions as they are written down, and interviews that begin with one."""

from __future__ import annotations

import re
from urllib.parse import quote_plus, urlencode

import pytest
from django.http import QueryDict
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from laws import diagrams
from laws.assistant import receipts
from laws.assistant.addresses import Refused, answers_to, read, rule_of
from laws.assistant.auctions import MOST, Auction, BadAuction, from_address, written
from laws.assistant.interviews import conduct
from laws.assistant.receipts import Verdict
from laws.assistant.telling import elsewhere, tell, untaken
from laws.assistant.views import _found
from laws.rulings.calls import CALLS
from laws.rulings.editions import EDITIONS
from laws.rulings.readers import rule
from laws.rulings.record import USUAL
from laws.rulings.seats import Seat
from tests.laws.conftest import Digest
from tests.laws.test_pages import page
from tests.laws.test_pages_reading import text
from tests.walking import walks

EDITION = EDITIONS["duplicate-2017"]
PAGE = "/laws/ruling/duplicate-2017/auction/"
LOW = "N 1S P 2NT 2H"  # West bids too low
NOT_COMPARABLE = "lho_accepts=no&replacement_kind=pass&similar=no&subset=no&same_purpose=no"


def at(auction: str) -> str:
    return f"{PAGE}?auction={quote_plus(auction)}"


def made(auction: str) -> list[str]:
    return [f"{by.value} {call.text}" for by, call in from_address(auction).calls]


# --- writing it down --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealer", "calls", "as_made"),
    [
        ("N", "1S P 2NT", ["N 1S", "E P", "S 2NT"]),
        ("east", "p, pass - 1n", ["E P", "S P", "W P", "N 1NT"]),
        ("S", "1♥* x", ["S 1H", "W X"]),
        ("N", "1S W:1H p", ["N 1S", "W 1H", "N P"]),
        ("N", "1S N:2S", ["N 1S", "N 2S"]),
        ("N", "1♠\N{VARIATION SELECTOR-16} dbl rdbl 8c", ["N 1S", "E X", "S XX", "W 8C"]),
        ("W", "", []),
    ],
)
def test_calls_are_read_as_directors_write_them(dealer: str, calls: str, as_made: list[str]) -> None:
    found = written(dealer, calls)
    assert [f"{by.value} {call.text}" for by, call in found.calls] == as_made
    assert from_address(found.text) == found


@pytest.mark.parametrize(
    ("dealer", "calls", "sentence"),
    [
        ("N", "1S 1Z", "“1Z” is not a call"),
        ("N", "Q:1S", "“Q” is not a seat"),
        ("", "1S", "“” is not a seat"),
        ("N", "1S W:", "“” is not a call"),
        ("N", "P " * (MOST + 1), f"No auction has more than {MOST} calls"),
        ("N", "x" * 500, "is not a call"),
    ],
)
def test_what_is_no_auction_is_said(dealer: str, calls: str, sentence: str) -> None:
    with pytest.raises(BadAuction, match=re.escape(sentence)):
        written(dealer, calls)


AUCTIONS = st.builds(
    Auction,
    st.sampled_from([*Seat]),
    st.lists(st.tuples(st.sampled_from([*Seat]), st.sampled_from([*CALLS.values()])), max_size=9).map(tuple),
)


@given(AUCTIONS)
def test_every_auction_can_be_written_and_read_again(auction: Auction) -> None:
    assert from_address(auction.text) == auction
    laid = diagrams.auction(auction.diagram(EDITION))
    passes = 4 * any(cell.all_pass for row in laid.rows for cell in row.cells)
    assert len(laid.calls) <= len(auction.calls) <= len(laid.calls) + passes
    assert [(call.seat, call.nth) for call in laid.calls] == [
        (by.value, laid.numbered and nth) for nth, (by, _call) in enumerate(auction.calls[: len(laid.calls)], start=1)
    ]
    if auction.calls:
        by, call = auction.calls[-1]
        assert auction.shorter.longer(call.text, by.value) == auction


# --- the page ---------------------------------------------------------------------------------------------------------


def test_what_is_written_gets_an_address(client: Client, db: None) -> None:
    answer = client.get(PAGE, {"dealer": "N", "calls": "1♠ p 2nt"})
    assert (answer.status_code, answer.headers["Location"]) == (302, at("N 1S P 2NT"))


def test_the_auction_beside_a_ruling_tells_what_became_of_the_call(client: Client, small_shelf: Digest) -> None:
    said = {"auction": "N 1NT S:2H"}
    address = "/laws/ruling/duplicate-2017/31/"
    for answers, became in (({}, "out of turn"), ({"lho_accepts": "yes"}, "out of turn, stands")):
        assert f'aria-hidden="true">{became}</span>' in page(client, f"{address}?{urlencode({**said, **answers})}")


def test_a_pressed_call_is_added_by_whom_one_says(client: Client, db: None) -> None:
    for by, then in (("", "N 1S P"), ("W", "N 1S W:P")):
        answer = client.get(PAGE, {"dealer": "N", "calls": "1S", "add": "P", "by": by})
        assert answer.headers["Location"] == at(then)


def test_every_irregularity_is_named_and_leads_to_its_law(client: Client, small_shelf: Digest) -> None:
    html = page(client, at("N 1S P 2NT 2H N:1C"))
    shown = text(html)
    assert "2 calls were irregular" in shown
    assert "insufficient bid" in shown
    assert f'href="/laws/ruling/duplicate-2017/27/?{urlencode({"auction": "N 1S P 2NT 2H 1C"})}#question"' in html
    assert 'href="/laws/ruling/duplicate-2017/27/?seat=N#question"' in html
    assert "Remove the last call" in shown


def test_a_correct_auction_says_whose_turn_it_is(client: Client, db: None) -> None:
    assert "It is South’s turn" in text(page(client, at("N 1S P")))
    assert "the auction is over" in text(page(client, at("N 1S P P P")))
    assert "was irregular" not in text(page(client, PAGE)).replace("finds what was irregular", "")


def test_what_is_no_auction_is_said_beside_what_was_written(client: Client, db: None) -> None:
    html = page(client, f"{PAGE}?dealer=N&calls=1S+1Z", 400)
    assert "“1Z” is not a call" in html
    assert 'value="1S 1Z"' in html
    assert "“Q” is not a seat" in page(client, at("Q 1S"), 400)


@walks("edition", EDITIONS, apart=True)
def test_every_edition_has_the_page(client: Client, db: None, edition: str) -> None:
    html = page(client, f"/laws/ruling/{edition}/auction/?auction={quote_plus(LOW)}")
    assert f"/laws/ruling/{edition}/27/?auction=" in html


# --- the interview ----------------------------------------------------------------------------------------------------


def held(number: str, auction: str, query: str = "", edition: str = "duplicate-2017"):  # type: ignore[no-untyped-def]
    said = QueryDict(f"{urlencode({'auction': auction})}&{query}".rstrip("&"))
    return conduct(read(EDITIONS[edition], rule_of(EDITIONS[edition], number), said))


def test_what_the_auction_shows_is_not_asked() -> None:
    interview = held("27", LOW)
    assert interview.ruling.pending
    assert interview.ruling.pending.fact.id == "lho_accepts"
    assert interview.used == {}
    assert interview.asked
    assert interview.address.query(interview.kept) == f"?{urlencode({'auction': LOW})}"


def test_the_rest_is_asked_and_the_ruling_names_seats_and_calls(client: Client, real_shelf: None) -> None:
    html = page(client, f"/laws/ruling/duplicate-2017/27/?{urlencode({'auction': LOW})}&lho_accepts=yes")
    shown = text(html)
    assert "North accepts" in shown
    assert "(the auction)" in shown
    assert "Change the auction" in shown
    assert "West 1" not in shown
    assert 'class="auction"' in html


def test_an_answer_against_the_auction_is_refused(client: Client, db: None) -> None:
    base = f"/laws/ruling/duplicate-2017/27/?{urlencode({'auction': LOW})}"
    assert "do not go together" in page(client, f"{base}&lho_called=yes", 400)
    assert "to change" in page(client, f"{base}&change=lho_called", 400)


@walks(
    ("number", "auction", "sentence"),
    [
        ("27", "N 1S P", "Every call of this auction was in order"),
        ("30", LOW, "do not go together"),
        ("27", "N 1S 1Z", "is not a call"),
    ],
    apart=True,
)
def test_a_law_that_is_not_about_the_auction_is_refused(
    client: Client, db: None, number: str, auction: str, sentence: str
) -> None:
    address = f"/laws/ruling/duplicate-2017/{number}/?{urlencode({'auction': auction})}"
    assert sentence in page(client, address, 400)


def test_back_from_the_first_question_leads_to_the_auction(client: Client, db: None) -> None:
    html = page(client, f"/laws/ruling/duplicate-2017/27/?{urlencode({'auction': LOW})}")
    assert f'href="{PAGE}?{urlencode({"auction": LOW})}">Back</a>' in html


def test_a_receipt_carries_the_auction_and_does_not_fit_another() -> None:
    interview = held("27", LOW, "lho_accepts=yes")
    query = QueryDict(receipts.query_of(interview)[1:])
    assert query["auction"] == LOW
    given_ = receipts.stated(query)
    address = interview.address.auction
    assert receipts.verify(given_, interview.ruling, address) is Verdict.AGREES
    other = held("27", "N 1S P 2NT 2D", "lho_accepts=yes")
    assert other.ruling.path == interview.ruling.path
    assert receipts.verify(given_, other.ruling, other.address.auction) is Verdict.OTHER_FACTS


@pytest.mark.parametrize("edition", EDITIONS)
@settings(max_examples=60, deadline=None, derandomize=True)
@given(auction=AUCTIONS, data=st.data())
def test_any_irregular_auction_comes_to_a_ruling(edition: str, auction: Auction, data: st.DataObject) -> None:
    """Whatever was called, and whatever is answered: what the engine rules on the record."""
    found = _found(auction, EDITIONS[edition])
    rule_ = found[0]["rule"] if found else None
    if rule_ is None:
        return
    answers: dict[str, str] = {}
    for _step in range(40):
        said = QueryDict(urlencode({"auction": auction.text, **answers}))
        interview = conduct(read(EDITIONS[edition], rule_, said))
        if interview.ruling.pending is None:
            break
        fact = interview.ruling.pending.fact
        answers[fact.id] = data.draw(st.sampled_from([*answers_to(fact)]))
        for value in fact.values:
            assert interview.answered(fact, value).steps
    assert interview.ruling.complete
    told = tell(interview.ruling)
    assert told.speech.say or told.speech.do
    assert "{" not in told.speech.text + told.speech.notes
    assert all("{" not in one.question for one in untaken(interview.ruling))
    offender = auction.irregularities(EDITIONS[edition])[0].made.by.value
    findings = dict(interview.address.answers)
    again = rule(auction.record(EDITIONS[edition], findings=findings, offender=offender, assume=USUAL), rule_.id)
    assert again.outcomes == interview.ruling.outcomes


def test_other_editions_are_told_of_the_same_auction(client: Client, real_shelf: None) -> None:
    accepted = f"?{urlencode({'auction': LOW})}&lho_accepts=yes"
    html = page(client, f"/laws/ruling/duplicate-2017/27/{accepted}")
    part = html.split('class="elsewhere"', 1)[1].split("</details>", 1)[0]
    assert "Laws of Duplicate Bridge 2007" in part
    assert "Laws of Rubber Bridge 2014" in part
    assert f'href="/laws/ruling/duplicate-2007/27/?{urlencode({"auction": LOW})}"' in part
    told = elsewhere(held("27", LOW, "lho_accepts=yes").ruling)
    assert {one.edition for one in told} == {*EDITIONS} - {"duplicate-2017"}
    same = [one for one in told if one.edition == "duplicate-2007"]
    assert not same[0].becomes, "a bid that is accepted stands in both"
    differs = elsewhere(held("27", LOW, NOT_COMPARABLE).ruling)
    assert any(one.becomes or one.asks for one in differs)


def test_a_ruling_without_an_auction_is_not_compared(client: Client, db: None) -> None:
    html = page(client, "/laws/ruling/duplicate-2017/31/?whose_turn=partner&lho_called=no&lho_accepts=yes")
    assert 'class="elsewhere"' not in html


def test_a_contradiction_is_a_sentence() -> None:
    with pytest.raises(Refused, match="do not go together"):
        held("27", LOW, "lho_called=yes")
