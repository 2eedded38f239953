"""The pages of the assistant: what they show, what they refuse, what they cost."""

from __future__ import annotations

import datetime
import re

from django.db import connection
from django.template import Context, Template
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

import laws.rulings.procedures  # noqa: F401 - registers the procedures
from laws import library
from laws.assistant.happenings import happenings, is_covered, searched, top
from laws.rulings.editions import EDITIONS, Edition
from tests.laws.conftest import Digest
from tests.laws.test_pages import page
from tests.laws.test_pages_reading import text
from tests.walking import walks

BASE = "/laws/ruling/duplicate-2017/31/"
ACCEPTED = f"{BASE}?whose_turn=partner&lho_called=no&lho_accepts=yes"
CANCELLED = f"{BASE}?whose_turn=partner&lho_called=no&lho_accepts=no&similar=no&subset=no&same_purpose=no"


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        page(client, address)
    return len(captured)


# --- what happened? ---------------------------------------------------------------------------------------------------


def test_every_procedure_is_a_way_in(client: Client, real_shelf: None) -> None:
    html = page(client, "/laws/ruling/")
    for number in EDITIONS["duplicate-2017"].procedures:
        assert f'href="/laws/ruling/duplicate-2017/{number}/"' in html
    assert "The auction: irregularities" in html
    assert "A bid was not high enough" in html


def test_without_a_shelf_the_ways_in_stand_in_one_list(client: Client, db: None) -> None:
    html = page(client, "/laws/ruling/")
    assert "<h2>Procedures</h2>" in html
    assert 'href="/laws/ruling/duplicate-2017/27/"' in html


def test_every_procedure_tells_in_its_own_words_when_it_is_wanted() -> None:
    for edition in EDITIONS.values():
        told = {one.rule.id: one.words for group in happenings(edition, []) for one in group.happenings}
        assert told == {number: rule.happened for number, rule in edition.procedures.items()}
        assert all(told.values()), edition.slug


def test_a_procedure_that_has_no_such_words_goes_by_its_title() -> None:
    edition = Edition("new", datetime.date(2027, 1, 1), frozenset(), {})
    edition.procedure("27", "Insufficient bid")(lambda case: None)
    ((group,),) = [one.happenings for one in happenings(edition, [])]
    assert group.words == "Insufficient bid"


def test_numbers_that_mean_something_else_in_another_code_have_its_words() -> None:
    """Law 16D of 2007 is about withdrawn calls, and its Law 23 about damage that could have been foreseen."""
    told = {number: rule.happened for number, rule in EDITIONS["duplicate-2007"].procedures.items()}
    now = {number: rule.happened for number, rule in EDITIONS["duplicate-2017"].procedures.items()}
    assert told["16D"] == now["16C"]
    assert told["23"] == EDITIONS["rubber-2014"].procedures["23"].happened


@walks("slug", EDITIONS, apart=True)
def test_every_edition_is_named_and_offered(client: Client, real_shelf: None, slug: str) -> None:
    html = page(client, f"/laws/ruling/{slug}/")
    shown = text(html)
    for other in EDITIONS:
        assert f'href="/laws/ruling/{other}/"' in html
    assert "Laws of Rubber Bridge 2014, with the club laws" in shown
    assert "Laws of Duplicate Bridge 2007" in shown
    assert ("This edition was in force until 31 July 2017" in shown) is (slug == "duplicate-2007")


def test_the_club_laws_are_read_in_the_book_they_stand_in(client: Client, real_shelf: None) -> None:
    html = page(client, "/laws/ruling/rubber-2014-club/27/")
    assert 'href="/laws/rubber-2014/27' in html
    assert "/laws/rubber-2014-club/27" not in html.replace("/laws/rubber-2014-club/27/chart/", "")


# --- the interview ----------------------------------------------------------------------------------------------------


def test_a_question_says_whom_to_ask_and_under_which_law(client: Client, small_shelf: Digest) -> None:
    html = page(client, f"{BASE}?whose_turn=partner&lho_called=no&seat=S")
    assert "Ask West (offender&#x27;s LHO)" in text(html)
    assert "Does West accept the irregular call?" in html
    assert '<span class="cite">29A</span>' in html, "not on this small shelf, so it is named without a link"
    assert re.search(r'name="lho_accepts" value="yes">Yes<', html)
    nameless = page(client, f"{BASE}?whose_turn=partner&lho_called=no")
    assert "Ask offender&#x27;s LHO" in text(nameless)
    assert "The irregular call is cancelled" in html, "what the other answer leads to"


def test_a_finding_says_what_to_find_out(client: Client, small_shelf: Digest) -> None:
    shown = text(page(client, f"{BASE}?whose_turn=partner&lho_called=no&lho_accepts=no"))
    assert "You judge" in shown
    assert "Find out: What both calls show in the partnership" in shown


def test_answered_questions_can_be_changed(client: Client, small_shelf: Digest) -> None:
    html = page(client, f"{BASE}?whose_turn=partner&lho_called=no")
    assert f'href="{BASE}?whose_turn=partner&amp;lho_called=no&amp;change=whose_turn#question"' in html
    again = page(client, f"{BASE}?whose_turn=partner&lho_called=no&change=whose_turn")
    assert "Whose turn was it?" in again.split("<form", 2)[1]
    assert '<input type="hidden" name="lho_called" value="no">' in again
    assert '<input type="hidden" name="changed" value="whose_turn">' in again
    assert '<input type="hidden" name="whose_turn"' not in again.split("</form>", 1)[0]


def test_the_page_says_which_answers_a_change_left_out(client: Client, small_shelf: Digest) -> None:
    html = page(client, f"{BASE}?whose_turn=partner&lho_called=yes&lho_accepts=no&changed=lho_called")
    shown = text(html)
    assert "Because you changed “Did offender&#x27;s LHO call next, before the Director ruled?”" in shown
    assert "<li>Does offender&#x27;s LHO accept the irregular call?</li>" in html
    assert "lho_accepts" not in html.split("status", 1)[1]


def test_a_ruling_has_words_options_laws_and_ways_not_taken(client: Client, real_shelf: None) -> None:
    html = page(client, f"{CANCELLED}&seat=S")
    shown = text(html)
    assert "West does not accept the irregular call. It is cancelled." in shown
    assert "North must pass at their next turn to call" in shown
    assert "West (offender&#x27;s LHO)" in shown
    assert "8 other outcomes" in shown
    assert 'data-preview="/laws/duplicate-2017/29A/preview/"' in html
    assert re.search(r'class="key" href="/laws/duplicate-2017/29B/">29B</a>.*?the auction goes back', html, re.S | re.I)


def test_a_doubt_is_shown(client: Client, small_shelf: Digest) -> None:
    address = "/laws/ruling/duplicate-2017/27/?out_of_rotation=no&lho_called=no&replaced_early=no&lho_accepts=no"
    html = page(client, f"{address}&replacement_kind=double&attempt_admissible=no")
    assert "The law can be read differently:" in html


def test_a_ruling_that_refers_to_another_law_leads_there(client: Client, small_shelf: Digest) -> None:
    html = page(client, "/laws/ruling/duplicate-2017/31/?whose_turn=lho&called_before=yes&seat=W")
    wanted = EDITIONS["duplicate-2017"].procedures
    assert ("Continue: Law 25" in html) is ("25" in wanted)


@walks(
    ("address", "status", "sentence"),
    [
        (f"{BASE}?whose_turn=nobody", 400, "“nobody” is not an answer to whose_turn"),
        (f"{BASE}?moon=full", 400, "which no procedure asks"),
        (f"{BASE}?whose_turn=rho&whose_turn=lho", 400, "in two ways"),
        (f"{BASE}?whose_turn=partner&lho_called=yes&lho_accepts=no", 400, "do not go together"),
        (f"{BASE}?change=lho_accepts", 400, "There is no answer to “lho_accepts” to change"),
        ("/laws/ruling/duplicate-1999/", 404, "There are no procedures of an edition “duplicate-1999”"),
        ("/laws/ruling/duplicate-1999/27/", 404, "There are no procedures of an edition “duplicate-1999”"),
        ("/laws/ruling/duplicate-2017/99/", 404, "No procedure of Law 99 is written"),
        ("/laws/duplicate-2017/1/chart/", 404, "No procedure of Law 1 is written"),
        ("/laws/duplicate-1999/27/chart/", 404, "There are no procedures of an edition “duplicate-1999”"),
        (f"{BASE}receipt/", 400, "This is not the whole address of a receipt"),
        (
            f"{BASE}receipt/?whose_turn=rho&on=2024-01-01&facts={'0' * 16}&ruling={'0' * 16}&engine=1",
            400,
            "does not have a complete ruling",
        ),
    ],
    apart=True,
)
def test_what_cannot_be_meant_is_refused_by_a_sentence(
    client: Client, db: None, address: str, status: int, sentence: str
) -> None:
    assert sentence in page(client, address, status)


def test_nothing_can_be_posted(client: Client) -> None:
    assert client.post("/laws/ruling/").status_code == 405


# --- receipts ---------------------------------------------------------------------------------------------------------


def receipt_of(client: Client, address: str) -> str:
    found = re.search(r'href="([^"]+/receipt/[^"]+)"', page(client, address))
    assert found
    return found[1].replace("&amp;", "&")


def test_a_receipt_is_verified_when_it_is_opened(client: Client, small_shelf: Digest) -> None:
    address = receipt_of(client, f"{ACCEPTED}&on=2024-05-06&seat=S")
    html = page(client, address)
    assert "Verified: the engine gives the same ruling on these facts now." in html
    assert "6 May 2024" in html
    assert "West accepts the irregular call" in html


def test_an_altered_receipt_says_so(client: Client, small_shelf: Digest) -> None:
    address = receipt_of(client, ACCEPTED)
    assert "These are not the facts of that receipt" in page(client, address.replace("=partner", "=rho&rho_called=no"))
    older = re.sub(r"ruling=[0-9a-f]+&engine=\d+", f"ruling={'0' * 16}&engine=0", address)
    assert "The engine now rules differently" in page(client, older)
    assert "It was version 0 then" in page(client, older)


# --- charts -----------------------------------------------------------------------------------------------------------


def test_every_box_of_a_chart_leads_to_its_provision(client: Client, real_shelf: None) -> None:
    html = page(client, "/laws/duplicate-2017/27/chart/")
    for key in ("27A1", "27B1(a)", "27B2", "27B3", "23A1", "26B"):
        assert f'<a href="/laws/duplicate-2017/{key}/" data-preview=' in html
    assert 'href="/laws/duplicate-2017/31/chart/#chart-31"' in html


def test_a_chart_stands_in_words_too(client: Client, small_shelf: Digest) -> None:
    html = page(client, "/laws/duplicate-2017/31/chart/")
    words = html.split('<div class="outline">', 1)[1]
    assert set(re.findall(r'href="#(words-31-\d+)"', words)) <= set(re.findall(r'id="(words-31-\d+)"', words))
    assert "<b>No</b>" in words


@walks("number", sorted({key.rstrip("ABCDEF") for key in EDITIONS["duplicate-2017"].procedures}), apart=True)
def test_no_id_of_a_chart_page_is_used_twice(client: Client, db: None, number: str) -> None:
    html = page(client, f"/laws/duplicate-2017/{number}/chart/")
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#((?:phone|desk|words)-[^"]+)"', html)) <= set(ids)


def test_the_page_of_a_law_may_link_to_its_chart() -> None:
    tag = Template('{% load assistant_tags %}{% ruling_links "duplicate-2017" number %}')
    assert '"/laws/duplicate-2017/31/chart/"' in tag.render(Context({"number": "31"}))
    assert '"/laws/ruling/duplicate-2017/31/"' in tag.render(Context({"number": "31"}))
    # One that is not covered yet says so, and leads to what is; where the engine knows nothing there is nothing to say.
    told = tag.render(Context({"number": "1"}))
    assert "does not cover this law yet" in told
    assert '"/laws/ruling/duplicate-2017/"' in told
    assert tag.render(Context({"number": "99"})).strip() == ""


# --- what is not covered yet ------------------------------------------------------------------------------------------


@walks("slug", EDITIONS, apart=True)
def test_the_menu_says_what_is_not_covered_and_leads_to_the_law_itself(
    client: Client, real_shelf: None, slug: str
) -> None:
    """Every law is either a way in or under that heading; what is common is offered above as well, and says so."""
    edition, html = EDITIONS[slug], page(client, f"/laws/ruling/{slug}/")
    before, _heading, after = html.partition("Not covered yet")
    for number in edition.laws:
        covered = any(top(one) == number for one in edition.procedures)
        assert (f'href="/laws/ruling/{slug}/{number}/"' in after) != covered, number
        if not covered and number not in dict(edition.common):
            assert f'href="/laws/ruling/{slug}/{number}/"' not in before


def test_a_law_that_is_not_covered_shows_its_text_and_choices(client: Client, real_shelf: None) -> None:
    edition = EDITIONS["duplicate-2017"]
    number = next(one for one in edition.laws if one.isdecimal() and int(one) > 44 and not is_covered(edition, one))
    html = page(client, f"/laws/ruling/duplicate-2017/{number}/")
    assert "does not cover this law yet" in html
    assert f'href="/laws/duplicate-2017/{number}/"' in html
    for each in library.law("duplicate-2017", number, library.today())[:6]:
        if each.text:
            assert text(f"<p>{escape(each.text[:25])}")[:20] in text(html)


def test_a_law_whose_text_is_not_here_says_so(client: Client, db: None) -> None:
    edition = EDITIONS["duplicate-2017"]
    number = next(one for one in edition.laws if not is_covered(edition, one))
    assert "Its text is not in the library" in page(client, f"/laws/ruling/duplicate-2017/{number}/")


# --- cost -------------------------------------------------------------------------------------------------------------


def test_an_interview_costs_the_same_however_far_it_is(client: Client, small_shelf: Digest) -> None:
    page(client, BASE)  # the provisions that have a page are kept for a minute
    first = queries(client, BASE)
    assert queries(client, f"{BASE}?whose_turn=partner&lho_called=no&lho_accepts=no&similar=no") == first <= 3
    assert queries(client, ACCEPTED) == queries(client, CANCELLED) == first + 1, "one more for the texts"


def test_charts_and_the_list_of_ways_in_cost_a_fixed_number(client: Client, small_shelf: Digest) -> None:
    assert queries(client, "/laws/duplicate-2017/27/chart/") == queries(client, "/laws/duplicate-2017/23/chart/") <= 3
    assert queries(client, "/laws/ruling/") <= 4


# --- the commonest calls, and one's own words -------------------------------------------------------------------------


def test_the_commonest_calls_come_first_each_one_press_from_its_interview(client: Client, real_shelf: None) -> None:
    html = page(client, "/laws/ruling/")
    often = html.split('id="often"', 1)[1].split("</section>", 1)[0]
    found = re.findall(r'class="way-in" href="/laws/ruling/duplicate-2017/([^/]+)/"', often)
    assert [number for number, _one in EDITIONS["duplicate-2017"].common] == found
    assert "Claim or concession" in text(often)
    assert "not covered yet" in text(often)
    for number in found:
        assert client.get(f"/laws/ruling/duplicate-2017/{number}/").status_code == 200


def test_what_people_say_finds_the_law() -> None:
    for said, law in (
        ("led out of turn", "54"),
        ("He hesitated!", "16B"),
        ("she didn’t follow suit", "62"),
        ("West's bid is too low", "27"),
        ("declarer claims", "68"),
        ("dropped a card", "49"),
        ("REVOKED", "62"),
    ):
        assert [one.law for one in searched(EDITIONS["duplicate-2017"], said)][:1] == [law], said


def test_what_nobody_says_finds_nothing(client: Client, db: None) -> None:
    html = page(client, "/laws/ruling/duplicate-2017/?q=xyzzy+the+of")
    assert "Nothing was found" in text(html)
    assert searched(EDITIONS["duplicate-2017"], "the of a !!") == []
    assert escape("<script>") in page(client, "/laws/ruling/duplicate-2017/?q=<script>")
