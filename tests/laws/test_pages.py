"""The pages of the library."""

from __future__ import annotations

from django.test import Client

from laws import shelf
from tests.laws.conftest import Digest
from tests.walking import walks

BASE = "/laws/duplicate-2017"
HTMX = {"HX-Request": "true"}


def page(client: Client, address: str, status: int = 200, headers: dict[str, str] | None = None) -> str:
    """The text of a page that answers with this status."""
    answer = client.get(address, headers=headers)
    assert answer.status_code == status, answer
    return answer.content.decode()


def test_contents_list_the_laws_by_part(client: Client, small_shelf: Digest) -> None:
    html = page(client, "/laws/")
    places = [html.index(text) for text in ("Beginnings", f"{BASE}/27/", "Endings", f"{BASE}/73/")]
    assert places == sorted(places)
    assert page(client, f"{BASE}/") == html.replace('aria-current="page"', 'aria-current="true"')


def test_an_empty_shelf_says_what_to_do(client: Client, db: None) -> None:
    assert "manage.py load_laws" in page(client, "/laws/")
    page(client, f"{BASE}/", 404)
    page(client, "/laws/search/?q=27")


def test_an_edition_without_text_has_no_page(client: Client, small_shelf: Digest) -> None:
    page(client, "/laws/duplicate-2007/", 404)


def test_a_law_shows_its_provisions_in_order(client: Client, small_shelf: Digest) -> None:
    html = page(client, f"{BASE}/27/")
    places = [html.index(f'id="{key}"') for key in ("27A", "27B", "27B1", "27B1(a)")]
    assert places == sorted(places)
    assert "Unless" in html, "the footnote"
    assert f'rel="next" class="after" href="{BASE}/73/"' in html


def test_headings_step_down_one_at_a_time(client: Client, small_shelf: Digest) -> None:
    small_shelf.change(
        "duplicate-2017/law-27.yaml",
        '  - key: "27B1(a)"\n',
        '  - key: "27B1(a)"\n    heading: Cheapest\n',
    )
    shelf.load(small_shelf.folder)
    html = page(client, f"{BASE}/27/")
    # 27B1 between them has no heading.
    assert "<h2>Not accepted</h2>" in html
    assert "<h3>Cheapest</h3>" in html


def test_a_provision_shows_its_place_and_who_cites_it(client: Client, small_shelf: Digest) -> None:
    html = page(client, f"{BASE}/27B1(a)/")
    assert "<h1>27B1(a) · Not accepted</h1>" in html
    assert "<h2>Not accepted</h2>" in html, "the heading it stands under"
    assert "Cited by" in html
    assert f'href="{BASE}/73A/"' in html
    assert "Cited by" not in page(client, f"{BASE}/73A/")


def test_who_cites_a_part_of_it_cites_it(client: Client, small_shelf: Digest) -> None:
    cited = page(client, f"{BASE}/27B/").split('id="cited-by"')[1].split("</section>")[0]
    assert f'href="{BASE}/73A/"' in cited
    assert f'href="{BASE}/27B1/"' not in cited, "27B1 cites 27A, but is inside"


@walks(("typed", "address"), [("27b1a", "27B1(a)"), ("27B1a", "27B1(a)"), ("law 27", "27"), ("27b", "27B")], apart=True)
def test_other_spellings_lead_to_the_one_address(client: Client, small_shelf: Digest, typed: str, address: str) -> None:
    for asked, target in (("", ""), ("?on=2020-02-02", "?on=2020-02-02")):
        answer = client.get(f"{BASE}/{typed}/{asked}")
        assert (answer.status_code, answer.headers["Location"]) == (302, f"{BASE}/{address}/{target}")


@walks("typed", ["27Z", "28", "99A", "nonsense", "27B1(b)"], apart=True)
def test_what_is_not_on_the_shelf_is_not_found(client: Client, small_shelf: Digest, typed: str) -> None:
    page(client, f"{BASE}/{typed}/", 404)
    page(client, f"{BASE}/{typed}/preview/", 404)


# --- dates ------------------------------------------------------------------------------------------------------------


def test_a_date_before_the_edition_names_the_one_in_force(client: Client, small_shelf: Digest) -> None:
    for address in (f"{BASE}/27/", f"{BASE}/27A/", f"{BASE}/27a/"):
        html = page(client, f"{address}?on=2015-06-01", 404)
        assert "On that day the Laws of 2007 were in force. Their text is not in the library." in html


def test_a_date_before_every_edition_says_so(client: Client, small_shelf: Digest) -> None:
    assert "We do not know which edition was in force on that day." in page(client, f"{BASE}/27/?on=1999-06-01", 404)


def test_the_first_day_of_an_edition_is_its_own(client: Client, small_shelf: Digest) -> None:
    page(client, f"{BASE}/27/?on=2017-08-01")
    page(client, f"{BASE}/27/?on=2017-07-31", 404)


def test_before_its_amendment_a_law_has_the_title_and_text_of_that_time(client: Client, small_shelf: Digest) -> None:
    before, after = (page(client, f"{BASE}/73/?on={day}") for day in ("2023-12-31", "2024-01-01"))
    assert "<title>Law 73 · Frowning" in before
    assert "Partners communicated by frowning" in before
    assert "<title>Law 73 · Communication" in after


def test_a_law_says_when_its_earlier_text_is_missing(client: Client, small_shelf: Digest) -> None:
    (small_shelf.folder / "duplicate-2017" / "law-73.until-2024-01-01.yaml").unlink()
    shelf.load(small_shelf.folder)
    before, after = (page(client, f"{BASE}/73/?on={day}") for day in ("2023-12-31", "2024-01-01"))
    assert "never by frowning" not in before
    assert "73A" not in before, "it may have had other provisions then"
    assert "its text of 31 December 2023 is not in the library" in before
    assert "never by frowning" in after
    assert "in force since 1 January 2024" in after


def test_links_keep_a_date_that_was_asked_for_and_only_that(client: Client, small_shelf: Digest) -> None:
    assert "?on=" not in page(client, f"{BASE}/27/").replace("preview", "")
    assert f'href="{BASE}/27A/?on=2020-02-02"' in page(client, f"{BASE}/27/?on=2020-02-02")


@walks("day", ["2024-02-30", "yesterday", "01.01.2024", "2024-01-01'--", "%00"], apart=True)
def test_a_bad_date_is_refused_with_a_sentence(client: Client, small_shelf: Digest, day: str) -> None:
    assert "year-month-day" in page(client, f"{BASE}/27/?on={day}", 400)


# --- fragments --------------------------------------------------------------------------------------------------------


def test_a_preview_is_a_fragment_that_may_be_kept(client: Client, small_shelf: Digest) -> None:
    answer = client.get(f"{BASE}/27A/preview/")
    html = answer.content.decode()
    assert "<html" not in html
    assert "may accept a bid" in html
    assert answer.headers["Cache-Control"] == "public, max-age=300"
    assert "Cookie" not in answer.headers.get("Vary", "")


def test_the_preview_of_a_heading_lists_what_stands_under_it(client: Client, small_shelf: Digest) -> None:
    assert "27B1(a)" in page(client, f"{BASE}/27B/preview/")
    assert "Insufficient bid" in page(client, f"{BASE}/27/preview/")


def test_the_law_book_shows_a_provision_with_what_is_under_it(client: Client, small_shelf: Digest) -> None:
    html = page(client, "/laws/panel/?q=27b1", headers=HTMX)
    assert "costs nothing" in html
    assert "27A" in html
    assert 'hx-get="/laws/panel/?q=27A&amp;edition=duplicate-2017"' in html, "a chip stays inside the book"


def test_the_law_book_searches(client: Client, small_shelf: Digest) -> None:
    assert "<mark>frowning</mark>" in page(client, "/laws/panel/?q=frowning", headers=HTMX)
    assert "Nothing in the library about" in page(client, "/laws/panel/?q=zugzwang", headers=HTMX)


def test_without_scripts_the_law_book_is_the_search_page(client: Client, small_shelf: Digest) -> None:
    assert client.get("/laws/panel/?q=frowning").headers["Location"] == "/laws/search/?q=frowning"
