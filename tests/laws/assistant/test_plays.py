"""Plays as they are entered, and interviews that begin with one."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from laws.assistant import plays, receipts
from laws.assistant.addresses import Refused, read, rule_of
from laws.assistant.auctions import from_address as auction_from_address
from laws.assistant.interviews import Interview, conduct
from laws.assistant.plays import MOST, Play, WrongPlay, from_address
from laws.assistant.receipts import Verdict
from laws.rulings.cards import RANKS
from laws.rulings.editions import EDITIONS
from laws.rulings.seats import Seat
from tests.laws.conftest import Digest
from tests.laws.test_pages import page
from tests.laws.test_pages_reading import text

EDITION = EDITIONS["duplicate-2017"]
PAGE = "/laws/ruling/duplicate-2017/play/"
OPENING = "3NT S E:D4"  # it was West's lead
REVOKE = "4S S HA H2 H3 H4 HK H5 S2 H6 HQ H7 H8"  # East ruffs the second heart, and follows to the third
PENALTY = "4S S from:5:S won:3-1 major:E:H8"


def at(play: str, **more: str) -> str:
    return f"{PAGE}?{urlencode({**more, 'play': play})}"


def made(play: str) -> list[str]:
    return [f"{by.value} {card}" for by, card in from_address(play).cards]


def irregular(play: str) -> list[tuple[str, str]]:
    return [(one.card, EDITION.law_of_play(one)) for one in from_address(play).seen(EDITION).irregular]


# --- writing it down --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("play", "as_made"),
    [
        ("4S S DK D2 D5 D7", ["W DK", "N D2", "E D5", "S D7"]),
        ("4♠ south ♦K 2 5 10", ["W DK", "N D2", "E D5", "S DT"]),
        ("4S S DK 2 S:D5 7", ["W DK", "N D2", "S D5", "E D7"]),
        ("3NT S DK 2 A 3 | E:C4", ["W DK", "N D2", "E DA", "S D3", "E C4"]),
        ("3NT S DK 2 A 3 C4", ["W DK", "N D2", "E DA", "S D3", "E C4"]),
        ("4S S from:5:N HA", ["N HA"]),
        ("3NTXX N", []),
    ],
)
def test_cards_are_read_as_directors_write_them(play: str, as_made: list[str]) -> None:
    assert made(play) == as_made
    assert from_address(from_address(play).text) == from_address(play)


@pytest.mark.parametrize(
    ("play", "sentence"),
    [
        ("", "“” is not a contract"),
        ("4Z S", "“4Z” is not a contract"),
        ("P S", "“P” is not a contract"),
        ("8NT S", "is not a contract"),
        ("4SXXX S", "is not a contract"),
        ("4S Q", "“Q” is not a seat"),
        ("4S S 1Z", "“1Z” is not a card"),
        ("4S S K", "“K” is not a card"),
        ("4S S W:", "“” is not a card"),
        ("4S S from:14:W", "“14” is not the number of a trick"),
        ("4S S won:x-1", "how many tricks"),
        ("4S S holds:N:K3", "This is not a hand"),
        ("4S S " + "HA " * (MOST + 1), f"No play has more than {MOST} cards"),
    ],
)
def test_what_is_no_play_is_said(play: str, sentence: str) -> None:
    with pytest.raises(WrongPlay, match=re.escape(sentence)):
        from_address(play)


@pytest.mark.parametrize(
    ("play", "sentence"),
    [
        ("4S S HA H2 H3 HA", "it was played to trick 1 before"),
        ("4S S holds:W:AK.-.-. CA", "West played ♣A, which is not in the hand you entered"),
        ("4S S holds:N:... holds:E:AK... major:N:SA", "SA: North does not hold it"),
        ("4S S from:5:S won:3-3", "expected 4 together"),
    ],
)
def test_what_cannot_have_been_is_said(play: str, sentence: str) -> None:
    with pytest.raises(WrongPlay, match=re.escape(sentence)):
        from_address(play).seen(EDITION)


CARDS = st.lists(st.sampled_from([suit + rank for suit in "SHDC" for rank in RANKS]), unique=True, max_size=20)


@settings(max_examples=80, deadline=None)
@given(CARDS, st.data())
def test_every_play_can_be_written_and_read_again(cards: list[str], data: st.DataObject) -> None:
    play = Play("4H", Seat.N)
    for card in cards:
        play = play.longer(card, data.draw(st.sampled_from(["", "", "", *Seat])))
    assert from_address(play.text) == play
    if cards:
        by, card = play.cards[-1]
        assert play.shorter.longer(card, by.value) == play
    play.seen(EDITION)
    assert len([one for trick in play.diagram(EDITION)["tricks"] for one in trick["cards"]]) == len(cards)


@pytest.mark.parametrize(
    ("auction", "play"),
    [
        ("N 1H P 1S P 4S X P P P", "4SX S"),
        ("N 1NT P 3NT P P P", "3NT N"),
        ("N P P P P", None),
        ("N 1NT P", None),
        ("E 1C X XX P P P", "1CXX E"),
    ],
)
def test_an_auction_tells_contract_and_declarer(auction: str, play: str | None) -> None:
    found = plays.of_auction(auction_from_address(auction))
    assert (found.text if found else None) == play


# --- the page ---------------------------------------------------------------------------------------------------------


def test_a_pressed_card_is_added_by_whom_one_says(client: Client, db: None) -> None:
    for by, then in (("", "3NT S D4"), ("E", "3NT S E:D4")):
        sent = {"level": "3", "strain": "NT", "doubled": "", "declarer": "S", "cards": "", "add": "D4", "by": by}
        assert client.get(PAGE, sent).headers["Location"] == at(then)


def test_all_that_is_filled_in_gets_an_address(client: Client, db: None) -> None:
    sent = {"level": "4", "strain": "S", "declarer": "S", "from": "5", "leader": "S", "won_ns": "3", "won_ew": "1"}
    sent |= {"penalty": "E H8, W S3 minor", "holds_N": "-.k 10.-.", "cards": "C4"}
    answer = client.get(PAGE, {**sent, "auction": "S 4S P P P"})
    play = "4S S from:5:S won:3-1 holds:N:-.KT.-. major:E:H8 minor:W:S3 C4"
    assert answer.headers["Location"] == at(play, auction="S 4S P P P")


def test_every_irregular_card_is_named_and_leads_to_its_law(client: Client, small_shelf: Digest) -> None:
    html = page(client, at(OPENING))
    assert "opening lead out of turn" in text(html)
    assert "when it was West’s turn" in text(html)
    assert f'href="/laws/ruling/duplicate-2017/54/?{urlencode({"play": OPENING})}#question"' in html
    both = "3NT S E:D4 E:C4"
    html = page(client, at(both))
    (_first, first), (second, law), *_rest = irregular(both)
    assert first == "54"
    assert (
        f'href="/laws/ruling/duplicate-2017/{law}/?{urlencode({"play": from_address(both).ruling_on(second).text})}'
        in html
    )


def test_a_correct_play_says_whose_turn_it_is(client: Client, db: None) -> None:
    assert "It is North’s turn" in text(page(client, at("3NT S D4")))
    assert "was irregular" not in text(page(client, PAGE)).replace("finds what was irregular", "")


def test_a_penalty_card_lies_before_its_owner_and_has_to_be_played(client: Client, db: None) -> None:
    html = page(client, at(f"{PENALTY} HA H2 H5"))
    assert "major penalty card" in text(html)
    assert irregular(f"{PENALTY} HA H2 H5 H9") == [("H9", "52")]


# --- what may be led ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "told",
    ["lead:W:forbidden:D", "lead:W:required:H:held", "lead:W:free", "lead:E:forbidden:S:once:26B", "lead:W:required:C"],
)
def test_a_restriction_is_written_and_read_again(told: str) -> None:
    play = f"4S S from:5:W won:3-1 major:E:H8 {told}"
    assert from_address(play).text == play
    [rule] = from_address(play).told["restrictions"]
    assert (rule["player"], rule["kind"], rule["lasts"]) == (
        told[5],
        told.split(":")[2],
        (":forbidden" in told or ":held" in told) and ":once" not in told,
    )


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("lead:W:never:D", "Say of West whether a suit is forbidden"),
        ("lead:W:forbidden", "Say which suit is meant in the restriction of West’s lead"),
        ("lead:W:required:NT", "Say which suit"),
        ("lead:W:required:D:always", "lasts for one lead"),
        ("lead:X:required:D", "is not a seat"),
        ("lead:W:required:D::27b", "“27b” is not a provision of the law"),
    ],
)
def test_a_restriction_that_says_too_little_is_refused(client: Client, db: None, told: str, said: str) -> None:
    assert said in text(page(client, at(f"4S S {told}"), 400))


def test_restrictions_are_told_row_by_row_and_a_refused_one_stays(client: Client, db: None) -> None:
    rows = {"limit_0_player": "W", "limit_0_kind": "forbidden", "limit_0_suit": "H", "limit_1_player": ""}
    sent = {"level": "4", "strain": "S", "declarer": "S", "from": "5", "leader": "W", "penalty": "E H8", **rows}
    answer = client.get(f"{PAGE}?{urlencode(sent)}")
    assert answer.headers["Location"].endswith(urlencode({"play": "4S S from:5:W major:E:H8 lead:W:forbidden:H"}))
    html = page(client, f"{PAGE}?{urlencode(sent | {'limit_0_suit': ''})}", 400)
    assert "Say which suit is meant" in html
    assert re.search(r'name="limit_0_player".*?<option value="W" selected>', html, re.DOTALL)


@pytest.mark.parametrize(
    ("play", "law", "choice"),
    [
        ("4S S from:5:W major:E:H8 lead:W:forbidden:H", "50", "has chosen what may be led"),
        ("4S S from:5:W major:E:H8 major:E:DK lead:W:required:D", "51", "has chosen what may be led"),
        ("4S S from:5:W major:E:H8", "50", "declarer first chooses what may be led"),
        ("4S S from:5:W major:E:H8 major:E:DK", "51", "declarer first chooses what may be led"),
    ],
)
def test_before_a_lead_the_penalty_card_is_ruled_on(
    client: Client, small_shelf: Digest, play: str, law: str, choice: str
) -> None:
    html = page(client, at(play)).replace("&amp;", "&")
    assert "Before West leads" in text(html)
    assert choice in text(html)
    query = urlencode({"play": play, "seat": "E"})
    assert f'href="/laws/ruling/duplicate-2017/{law}/?{query}#question"' in html
    ruling = conduct(read(EDITION, rule_of(EDITION, law), QueryDict(query))).ruling
    shown = {step.fact.id: step.value for step in ruling.asked}
    assert shown["who_plays"] == "partner to lead"
    assert shown.get("lead_choice") == (play.split(":")[-2] if "lead:" in play else None)


def test_a_lead_that_nothing_restricts_asks_for_no_law(client: Client, db: None) -> None:
    for play in ("4S S from:5:W", "4S S from:5:S major:E:H8", "4S S from:5:W minor:E:H8", "4S S from:5:E major:E:H8"):
        assert not re.search(r"Before \w+ leads", text(page(client, at(play))))


def test_a_forbidden_lead_is_found_with_the_law_that_forbids_it() -> None:
    start = "4S S from:5:W holds:W:K3.QJ.2.5"
    assert irregular(f"{start} HQ") == []
    assert irregular(f"{start} major:E:H8 lead:W:forbidden:H HQ") == [("HQ", "62")]
    assert irregular(f"{start} lead:W:forbidden:H:held:26B HQ") == [("HQ", "62")]
    assert irregular(f"{start} major:E:H8 lead:W:forbidden:H S3") == []


def test_what_is_no_play_is_said_beside_what_was_written(client: Client, db: None) -> None:
    sent = urlencode({"level": "4", "strain": "H", "declarer": "N", "cards": "SA S2 1Z"})
    html = page(client, f"{PAGE}?{sent}", 400)
    assert "“1Z” is not a card" in html
    assert 'value="SA S2 1Z"' in html
    assert "is not a contract" in page(client, at("Q"), 400)
    assert "is not a hand" in page(client, f"{PAGE}?{sent.replace('1Z', 'S3')}&holds_N=rubbish", 400)


def test_the_auction_goes_along(client: Client, db: None) -> None:
    called = "S 4S P P P"
    html = page(client, f"/laws/ruling/duplicate-2017/auction/?{urlencode({'auction': called})}")
    assert urlencode({"auction": called, "play": "4S S"}) in html.replace("&amp;", "&")
    html = page(client, at("4S S N:DK", auction=called)).replace("&amp;", "&")
    assert f"?{urlencode({'auction': called, 'play': '4S S N:DK'})}#question" in html


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_has_the_page(client: Client, db: None, edition: str) -> None:
    assert "irregular" in page(client, f"/laws/ruling/{edition}/play/?{urlencode({'play': OPENING})}")


# --- the interview ----------------------------------------------------------------------------------------------------


def held(number: str, play: str, query: str = "", **more: str) -> Interview:
    said = QueryDict(f"{urlencode({**more, 'play': play})}&{query}".rstrip("&"))
    return conduct(read(EDITION, rule_of(EDITION, number), said))


def test_what_the_play_shows_is_not_asked() -> None:
    interview = held("54", OPENING)
    assert interview.used == {}
    assert interview.asked
    assert "East" in interview.ruling.words("{offender}")
    assert interview.address.query(interview.kept) == f"?{urlencode({'play': OPENING})}"


def test_the_ruling_shows_the_play_and_names_seats(client: Client, real_shelf: None) -> None:
    html = page(client, f"/laws/ruling/duplicate-2017/54/?{urlencode({'play': OPENING})}")
    shown = text(html)
    assert "Change the play" in shown
    assert 'class="moment"' in html
    assert "The table before" in shown
    assert "Who is the offender" not in shown


def test_an_answer_against_the_play_is_refused() -> None:
    with pytest.raises(Refused, match="do not go together"):
        held("54", OPENING, "defends=no")


def test_a_play_that_cannot_have_been_is_refused(client: Client, db: None) -> None:
    address = f"/laws/ruling/duplicate-2017/54/?{urlencode({'play': '3NT S E:D4 D4'})}"
    assert "cannot have been" in page(client, address, 400)


def test_a_receipt_carries_the_play_and_does_not_fit_another() -> None:
    interview = _to_the_end("54", OPENING)
    query = QueryDict(receipts.query_of(interview)[1:])
    assert query["play"] == OPENING
    stated = receipts.stated(query)
    assert receipts.verify(stated, interview.ruling, None, interview.address.play) is Verdict.AGREES
    other = from_address("3NT S E:D5")
    assert receipts.verify(stated, interview.ruling, None, other) is Verdict.OTHER_FACTS


def test_a_receipt_of_a_play_is_verified_on_its_page(client: Client, real_shelf: None) -> None:
    interview = _to_the_end("54", OPENING)
    html = page(client, f"/laws/ruling/duplicate-2017/54/receipt/{receipts.query_of(interview)}")
    assert "Verified" in text(html)
    assert 'class="moment"' in html


@pytest.mark.parametrize(
    ("play", "law"), [(OPENING, "54"), (REVOKE, "64"), ("4S S DK D2 D5 D7 D3", ""), ("4S S DK D2 S:D5", "57")]
)
def test_the_law_is_found_and_comes_to_a_ruling(play: str, law: str) -> None:
    found = irregular(play)
    assert (found[0][1] if found else "") == law
    if law:
        assert _to_the_end(law, play).ruling.complete


def _to_the_end(number: str, play: str) -> Interview:
    """The ruling with the first answer to every question."""
    answers: dict[str, str] = {}
    while (now := held(number, play, urlencode(answers))).ruling.pending is not None:
        fact = now.ruling.pending.fact
        value = fact.values[0]
        answers[fact.id] = ("yes" if value else "no") if isinstance(value, bool) else str(value)
    return now


def test_what_if_and_links_onward_carry_the_play(client: Client, real_shelf: None) -> None:
    play = "3NT S HA H2 H3 H4 E:D4"  # West won the trick
    interview = _to_the_end("56", play)
    assert irregular(play)[0][1] == "56"
    html = page(client, f"/laws/ruling/duplicate-2017/56/{interview.address.query(interview.kept)}").replace(
        "&amp;", "&"
    )
    links = re.findall(r'class="what-if" href="([^"]+)"', html) + re.findall(
        r'class="button quiet" href="([^"]+)">Continue', html
    )
    assert links
    told = urlencode({"play": play})
    assert all(told in link for link in links)
    assert told in re.findall(r'class="button" href="([^"]+)">Receipt', html)[0]
