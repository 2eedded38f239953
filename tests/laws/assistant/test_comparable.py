"""Is this call comparable? What the page finds, what it refuses and keeps, and where it leads."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client

import laws.rulings.procedures  # noqa: F401 - registers the procedures
from laws.assistant.comparisons import TESTS, comparing, has_test, provisions
from laws.assistant.meaning_forms import Entered, fields_of
from laws.rulings.editions import DUPLICATE_2017, EDITIONS
from laws.rulings.meanings import meaning_data, parse_meaning
from laws.rulings.readers import interview
from tests.laws.conftest import Digest
from tests.laws.rulings.tables import written_cases
from tests.laws.test_pages import page
from tests.laws.test_pages_reading import text
from tests.walking import faults, walks

PAGE = "/laws/ruling/duplicate-2017/comparable/"
NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
OPENING = {"w1-points_from": "12", "w1-points_to": "21", "w1-hearts_from": "5"}
OVERCALL = {"r1-points_from": "10", "r1-points_to": "15", "r1-hearts_from": "5"}
WEAK = {"r1-points_from": "6", "r1-points_to": "9", "r1-hearts_from": "3"}

RECORDS = {
    case["id"]: case["record"]
    for file, cases in written_cases().items()
    for case in cases
    if file.startswith("law_2") and "meanings" in case.get("record", {})
}
# The numbered examples of the notes on Laws 23 and 27, with the test that decides, or nothing: by the law, the points
# that 27B1(a) makes free of it left aside.
EXAMPLES = {
    "23-ex01": "23A1",
    "23-ex02": "",
    "23-ex03": "23A2",
    "23-ex04": "23A2",
    "23-ex05": "",
    "23-ex06": "23A1",
    "23-ex07": "",
    "23-ex09-b": "23A2",
    "23-ex10": "",
    "23-ex11": "23A1",
    "23-ex12": "23A3",
    "23-ex13": "23A3",
    "27-ex04c": "23A2",
    "27-ex05iv": "",
    "27-ex07a": "",
    "27-ex07c": "23A2",
    "27-ex07e": "23A2",
    "27-ex08": "",
    "27-ex09a": "23A2",
    "27-ex09b": "23A2",
    "27-ex10a": "",
    "27-ex10b": "23A2",
    "27-ex11a": "23A1",
    "27-ex12": "23A1",
    "27-ex13": "23A1",
    "27-ex14": "23A3",
    "27-ex16": "23A3",
    "27-ex17": "",
    "27-ex18a": "",
    "27-ex19b": "23A2",
}


def entered(name: str, data: Mapping[str, Any]) -> dict[str, str]:
    """A meaning of a record as somebody fills it in."""
    told = meaning_data(parse_meaning(data))  # type: ignore[arg-type]
    fields = {f"{name}-asks": told.get("asks", "")}
    if "artificial" in told:
        fields[f"{name}-artificial"] = "yes" if told["artificial"] else "no"
    alternatives = told.get("alternatives", [told])
    for at, one in enumerate(alternatives, 1):
        limits = {"points": one.get("hcp"), "kings": one.get("kings"), "total": one.get("tp")}
        limits |= {NAMES[suit]: ends for suit, ends in one.get("suits", {}).items()}
        for what, ends in limits.items():
            if ends:
                fields |= {f"{name}{at}-{what}_from": str(ends[0]), f"{name}{at}-{what}_to": str(ends[1])}
        fields[f"{name}{at}-shape"] = next((key for key in ("balanced", "unbalanced") if one.get(key)), "")
        fields[f"{name}{at}-promise"] = "".join(one.get("features", []))
    found = {key: value for key, value in fields.items() if value}
    return found if [*found] != [f"{name}-artificial"] and found else {**found, f"{name}-any_hand": "on"}


def asked(client: Client, *fields: Mapping[str, str], status: int = 200) -> str:
    """The page for what was entered; empty fields are left out, as the address of a result has them."""
    query = {key: value for one in fields for key, value in one.items()} | {"compare": "yes"}
    response = client.get(f"{PAGE}?{urlencode(query)}")
    assert response.status_code == status, response.headers.get("Location")
    return response.content.decode()


def decided(html: str) -> str:
    """The test that the page says decides."""
    found = re.search(r"<li>(?:(?!</li>).)*?decides</span>", html, re.DOTALL)
    return re.findall(r"23A[123]", found.group())[-1] if found else ""


@walks(("example", "test"), EXAMPLES.items(), apart=True)
def test_a_numbered_example_of_the_notes(client: Client, small_shelf: Digest, example: str, test: str) -> None:
    meanings = RECORDS[example]["meanings"]
    html = asked(client, entered("w", meanings["withdrawn"]), entered("r", meanings["replacement"]))
    assert decided(html) == test
    assert (">Comparable</h2>" in html) is bool(test)
    assert (">Not comparable</h2>" in html) is not bool(test)


def test_each_test_is_told_with_its_reason_and_a_hand_outside(client: Client, small_shelf: Digest) -> None:
    html = asked(client, OPENING, WEAK, {"w-call": "1♥", "r-call": "2h"})
    shown = text(html)
    assert "2 ♥ hearts is not a comparable call for 1 ♥ heart : it passes none of the three tests." in shown
    assert "The calls do not show similar hands:" in shown
    assert "shows 6 to 9 points, and the withdrawn call 12 to 21 points" in shown
    assert "The replacement may be made on 6 points; the withdrawn call shows at least 12." in shown
    assert "Neither call is described as asking for something." in shown
    hand = re.search(r'<div class="outside".*?</div></div>', html, re.DOTALL)
    assert hand
    cards = re.findall(r"[AKQJ]|\b(?:10|[2-9])\b", text(hand.group()))
    assert len(cards) == 13
    assert sum({"A": 4, "K": 3, "Q": 2, "J": 1}.get(card, 0) for card in cards) == 6


def test_no_hand_is_drawn_where_words_decide(client: Client, small_shelf: Digest) -> None:
    """The hand of the reason need not keep the promise, and a drawn one would seem to."""
    html = asked(client, {"w1-points_from": "16"}, {"r1-points_from": "15", "r1-promise": "club stopper"})
    assert 'class="outside"' not in html
    assert "The replacement may be made on 15 points" in text(html)


# --- the tolerance ----------------------------------------------------------------------------------------------------


def test_the_usual_tolerance_names_its_source_and_leads_to_the_bodies(client: Client, small_shelf: Digest) -> None:
    html = asked(client, OPENING, OVERCALL)
    assert decided(html) == "23A1"
    assert "No number stands in Law 23" in html
    assert 'href="/laws/regulations/#similar">Your body may have its own' in html
    assert "the law gives no number" in html


def test_a_body_s_own_tolerance_decides_and_is_doubted(client: Client, small_shelf: Digest) -> None:
    own = {"t-points": "1", "t-cards": "0", "t-source": "Regulations 2025, 7.3"}
    html = asked(client, OPENING, OVERCALL, own)
    assert ">Not comparable</h2>" in html
    assert "Regulations 2025, 7.3." in html
    assert "the usual one would lead to the opposite answer" in html
    assert "Your body may have its own" not in html


def test_a_tolerance_says_where_points_do_not_count_and_what_is_left_to_the_director(
    client: Client, small_shelf: Digest
) -> None:
    """The overcall reaches two points further: beyond one, but most of the hands are the same."""
    own = {"t-points": "1", "t-cards": "1", "t-source": "Regulations 2025, 7.3"}
    assert ">Comparable</h2>" in asked(client, OPENING, OVERCALL, {**own, "t-overlap": "1/2"})
    judged = asked(client, OPENING, OVERCALL, {**own, "t-doubt": "1"})
    assert ">Your judgement</h2>" in judged
    assert "1 point more is left to the Director’s judgement." in text(judged)
    usual = text(asked(client, OPENING, OVERCALL))
    assert "Where 3/4 of them or more have" not in usual
    assert "where 3/4 of them or more have, the range may reach further" in usual


@walks(
    ("own", "field", "sentence"),
    [
        ({"t-points": "1"}, "t-cards", "Write a whole number from 0 to 13."),
        ({"t-points": "99", "t-cards": "1"}, "t-points", "Write a whole number from 0 to 37."),
        ({"t-points": "two", "t-cards": "1"}, "t-points", "Write a whole number from 0 to 37."),
        ({"t-points": "2", "t-cards": "1", "t-share": "1e999999999"}, "t-share", "Write a fraction from 0"),
        ({"t-points": "2", "t-cards": "1", "t-overlap": "0"}, "t-overlap", "Write a fraction above 0 and up to 1"),
        ({"t-points": "2", "t-cards": "1", "t-doubt": "some"}, "t-doubt", "Write a whole number from 0 to 37."),
        ({"t-source": "Regulations"}, "t-points", "Write a whole number from 0 to 37."),
    ],
    apart=True,
)
def test_a_tolerance_that_is_none(
    client: Client, small_shelf: Digest, own: dict[str, str], field: str, sentence: str
) -> None:
    html = asked(client, OPENING, OVERCALL, own, status=400)
    assert f'<a href="#id_{field}">' in html
    assert f'id="id_{field}_error"><li>{sentence}' in html


# --- what follows -----------------------------------------------------------------------------------------------------


PROVISIONS = provisions(EDITIONS["duplicate-2017"])


@pytest.mark.parametrize("law", PROVISIONS)
@pytest.mark.parametrize("comparable", [True, False], ids=["comparable", "not comparable"])
def test_what_follows_is_what_the_law_of_the_call_decides(
    client: Client, small_shelf: Digest, law: str, comparable: bool
) -> None:
    shown = text(asked(client, OPENING, OVERCALL if comparable else WEAK, {"law": law}))
    if comparable:
        assert "The auction continues with no further rectification" in shown
        assert "There are no lead restrictions" in shown
        assert ("27D" if law == "27B1(b)" else "23C") in shown
    else:
        extent = (
            "for the rest of the auction"
            if law == "27B1(b)"
            else "at their next turn to call, and may then call freely"
        )
        assert f"must pass {extent}" in shown
        assert "72C" in shown


@pytest.mark.parametrize(("law", "one"), PROVISIONS.items())
def test_the_way_of_each_provision_comes_to_the_question(law: str, one: Any) -> None:
    ruling = interview(one.law, one.asks.way, "duplicate-2017")
    assert ruling.pending
    assert ruling.pending.fact.id == "similar"
    assert DUPLICATE_2017.has(law)


def test_a_double_in_place_of_an_insufficient_bid(client: Client, small_shelf: Digest) -> None:
    """27B3: one that is not comparable does not even stand, as in the tenth example."""
    meanings = RECORDS["27-ex10a"]["meanings"]
    fields = {**entered("w", meanings["withdrawn"]), **entered("r", meanings["replacement"]), "law": "27B1(b)"}
    taken = "The replacement is assumed to be a bid"
    shown = text(asked(client, fields))
    assert taken in shown
    assert "The new call stands 27B2" in shown
    shown = text(asked(client, fields, {"w-call": "1C", "r-call": "X"}))
    assert taken not in shown
    assert "a legal bid or pass" in shown
    assert "27B3" in shown
    assert "The replacement stands" not in shown


def test_without_a_law_it_is_law_23_that_speaks(client: Client, small_shelf: Digest) -> None:
    assert "23B" in asked(client, OPENING, OVERCALL)
    shown = text(asked(client, OPENING, WEAK))
    assert "Rectify under the law that deals with the irregular call" in shown
    assert "Choose the law below" in shown


def test_a_call_that_shows_any_hand_lets_the_offender_choose(client: Client, small_shelf: Digest) -> None:
    html = asked(client, {"w-any_hand": "on", "law": "27B1(b)"}, {"r1-points_from": "8", "r1-clubs_from": "5"})
    assert decided(html) == "23A2"
    assert "The offender may choose any legal call" in html
    assert "shows_any_hand=yes&amp;similar=no&amp;subset=yes" in html


def test_the_cheapest_bid_of_the_same_suit_comes_first(client: Client, small_shelf: Digest) -> None:
    calls = {"w-call": "1H", "r-call": "2H", "law": "27B1(b)"}
    first = "that provision comes first"
    assert first in asked(client, OPENING, WEAK, calls)
    assert first not in asked(
        client, OPENING, WEAK, {**calls, "r-call": "2S"}, {"r1-hearts_from": "0", "r1-spades_from": "5"}
    )
    assert first not in asked(client, OPENING, WEAK, {**calls, "w-artificial": "yes", "w1-hearts_from": "0"})
    assert first not in asked(client, OPENING, WEAK, {**calls, "law": "31A2"})


def test_questions_in_other_words_are_doubted(client: Client, small_shelf: Digest) -> None:
    html = asked(client, {"w-asks": "aces"}, {"r-asks": "cues"})
    assert "Your judgement" in html
    assert "ask for the same thing, or have the same aim?" in text(html)
    assert "similar=no&amp;subset=no" in html
    assert "same_purpose=" not in html
    assert "does not know whether these two ask for the same thing" in html
    assert "“aces” and “cues”" in html
    html = asked(client, {"w-asks": "Aces "}, {"r-asks": "aces"})
    assert decided(html) == "23A3"
    assert "word by word" not in html


# --- errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "at", "sentence"),
    [
        ({"w1-points_from": "a dozen"}, "id_w1-points_from", "Write a whole number from 0 to 37."),
        ({"w1-points_from": "38"}, "id_w1-points_from", "Write a whole number from 0 to 37."),
        ({"w1-points_from": "9" * 5000}, "id_w1-points_from", "Write a whole number from 0 to 37."),
        ({"w1-points_from": "22"}, "id_w1-points_to", "22 is more than 21: swap the two."),
        ({"r1-hearts_from": "-1"}, "id_r1-hearts_from", "Write a whole number from 0 to 13."),
        ({"r1-spades_from": "9"}, "at-r1", "No hand of thirteen cards fits this"),
        ({"r2-shape": "flat"}, "id_r2-shape", "flat"),
        ({"w-call": "8Z"}, "id_w-call", "“8Z” is not a call"),
        ({"w-any_hand": "on"}, "id_w-any_hand", "Either any hand, or the limits above"),
        ({"law": "99"}, "law", "Choose one of 27B1(b), 30B1(b), 31A2, 32A2, or none."),
        ({"law": "32A2", "w-call": "1H"}, "law", "the withdrawn call is a bid"),
    ],
    ids=str,
)
def test_a_fault_is_told_beside_its_field_and_nothing_is_lost(
    client: Client, small_shelf: Digest, wrong: dict[str, str], at: str, sentence: str
) -> None:
    fields = {**OPENING, **OVERCALL, "r-asks": "aces", **wrong}
    html = asked(client, fields, status=400)
    assert f'<a href="#{at}">' in html
    assert f'id="{at}"' in html
    assert html.count(sentence) == 2  # above all, and beside the field
    for name, value in fields.items():
        if "_" in name and "any" not in name:
            assert f'name="{name}" value="{value}"' in html
    assert 'id="result"' not in html


def test_a_call_of_which_nothing_is_said_is_not_compared(client: Client, small_shelf: Digest) -> None:
    html = asked(client, OPENING, {"r-call": "2H"}, status=400)
    assert '<a href="#at-r">The replacement</a>: Enter what this call shows or asks for' in html


def test_empty_fields_are_left_out_of_the_address(client: Client, small_shelf: Digest) -> None:
    response = client.get(PAGE, {**OPENING, **OVERCALL, "w1-spades_from": "", "law": " ", "compare": "yes"})
    assert response.status_code == 302
    assert response.headers["Location"] == f"{PAGE}?{urlencode({**OPENING, **OVERCALL, 'compare': 'yes'})}"


def test_an_address_that_was_not_sent_fills_the_form_and_judges_nothing(client: Client, small_shelf: Digest) -> None:
    html = page(client, f"{PAGE}?w-call=1H&w1-points_from=many")
    assert 'name="w-call" value="1H"' in html
    assert 'id="faults"' not in html


@walks("slug", EDITIONS, apart=True)
def test_only_editions_with_the_test_have_the_page(client: Client, small_shelf: Digest, slug: str) -> None:
    response = client.get(f"/laws/ruling/{slug}/comparable/")
    assert has_test(EDITIONS[slug]) is (slug == "duplicate-2017")
    if not has_test(EDITIONS[slug]):
        assert response.status_code == 404
        assert "that came with the Laws of 2017" in response.content.decode()
    assert ("/comparable/" in page(client, f"/laws/ruling/{slug}/")) is has_test(EDITIONS[slug])


# --- the ways in and back ---------------------------------------------------------------------------------------------


def test_law_23_leads_here_and_other_laws_do_not(client: Client, real_shelf: None) -> None:
    assert f'href="{PAGE}"' in page(client, "/laws/duplicate-2017/23/")
    assert f'href="{PAGE}"' not in page(client, "/laws/duplicate-2017/27/")


def link(html: str, words: str) -> str:
    found = re.search(rf'href="([^"]*)"[^>]*>{words}', html)
    assert found, html
    return found.group(1).replace("&amp;", "&")


def test_an_interview_leads_here_and_goes_on_with_the_answers(client: Client, real_shelf: None) -> None:
    base = "/laws/ruling/duplicate-2017/27/?auction=N+1S+P+2NT+2H&lho_accepts=no&replacement_kind=bid&lowest_same=no"
    html = page(client, base)
    here = link(html, "Compare what the two calls show")
    form = page(client, here)
    assert 'name="w-call" value="2H"' in form
    case = re.search(r'name="case" value="([^"]*)"', form)
    assert case
    said = {"case": case.group(1).replace("&amp;", "&")}
    html = asked(client, OPENING, WEAK, said)
    assert "East" in text(html)  # the seats are those of the case
    assert "must pass for the rest of the auction" in text(html)
    assert "Back to it" in html
    onward = link(html, "Continue with the interview").partition("#")[0]
    assert "similar=no&subset=no&same_purpose=no" in onward
    assert 'id="ruled"' in page(client, onward)


def test_every_question_of_the_test_leads_here_and_no_other(client: Client, small_shelf: Digest) -> None:
    base = "/laws/ruling/duplicate-2017/31/?whose_turn=partner&lho_called=no"
    assert "Compare what the two calls show" not in page(client, base)
    said = f"{base}&lho_accepts=no"
    for fact in TESTS:
        html = page(client, said)
        assert f'name="{fact}"' in html
        assert fact not in link(html, "Compare what the two calls show")
        said += f"&{fact}=no"
    assert "Compare what the two calls show" not in page(client, said)


@walks("case", ["99", "27?lho_accepts=perhaps", "27?nobody=no"], apart=True)
def test_a_case_that_makes_no_sense_is_refused(client: Client, small_shelf: Digest, case: str) -> None:
    asked(client, OPENING, WEAK, {"case": case}, status=404 if case == "99" else 400)


def test_the_address_of_a_comparison_holds_what_the_meanings_say() -> None:
    seen = 0
    with faults() as walk:
        for name, record in RECORDS.items():
            meanings = record["meanings"]
            if not {"withdrawn", "replacement"} <= meanings.keys():
                continue
            sides = [meaning_data(parse_meaning(meanings[one])) for one in ("withdrawn", "replacement")]  # type: ignore[arg-type]
            fields = [fields_of(side, data) for side, data in zip("wr", sides, strict=True)]
            if None in fields:
                continue
            seen += 1
            with walk.at(name):
                said = Entered({**(fields[0] or {}), **(fields[1] or {})}, sent=True)
                assert not said.faults
                for side, data in zip(said.sides, sides, strict=True):
                    assert side.meaning.hands == parse_meaning(data).hands  # type: ignore[union-attr]
    assert seen > 10


def test_meanings_in_the_short_ways_of_a_record_have_an_address_too() -> None:
    said = parse_qs(urlsplit(comparing("duplicate-2017", {"hcp": "12+", "suits": {"S": 5}}, {"hcp": "6-9"})).query)
    assert (said["w1-points_from"], said["w1-spades_from"], said["w1-spades_to"]) == (["12"], ["5"], ["5"])
    assert (said["r1-points_from"], said["r1-points_to"]) == (["6"], ["9"])
    shared = comparing(
        "duplicate-2017", {"hcp": "12+", "alternatives": [{"suits": {"S": "5+"}}, {"suits": {"H": "5+"}}]}, {}
    )
    assert parse_qs(urlsplit(shared).query)["w2-points_from"] == ["12"]


def test_a_meaning_that_cannot_be_read_has_no_address() -> None:
    """A question stored years ago may say what the meanings of today refuse."""
    assert comparing("duplicate-2017", {"hcp": "many"}, {"hcp": [6, 9]}) == ""
