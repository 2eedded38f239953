"""The pages of a whole edition: contents, definitions, print."""

from __future__ import annotations

import datetime

import pytest
from django.db.backends.postgresql.psycopg_any import DateRange
from django.template.loader import render_to_string
from django.test import Client

from laws import shelf
from laws.models import Definition, DefinitionVersion, TextKind
from tests.laws.conftest import Digest
from tests.laws.test_pages import BASE, page
from tests.laws.test_pages_reading import text

RUBBER = """\
  - slug: rubber
    title: Laws of Rubber Bridge
    editions:
      - {slug: rubber-2014, title: Rubber laws of 2014, year: 2014, in_force: 2014-04-01}
documents:
"""


@pytest.fixture
def both_codes(small_shelf: Digest) -> Digest:
    """A second code beside the first, with a club law and something without a number."""
    small_shelf.change("codes.yaml", "documents:\n", RUBBER)
    (small_shelf.folder / "rubber-2014").mkdir()
    small_shelf.write(
        "rubber-2014/edition.yaml",
        'parts:\n  - {title: Laws, first: "1", last: "81"}\n  - {title: Clubs, first: Club, last: Procedure}\n',
    )
    for name, number, title in (
        ("law-01", "1", "The pack"),
        ("club-27", "Club27", "Too low at the club"),
        ("procedure", "Procedure", "Rules of the club"),
    ):
        small_shelf.write(
            f"rubber-2014/{name}.yaml",
            f'law: "{number}"\ntitle: {title}\nprovisions:\n  - {{key: "{number}A", text: Words about it.}}\n',
        )
    shelf.load(small_shelf.folder)
    return small_shelf


# --- contents ---------------------------------------------------------------------------------------------------------


def test_both_codes_can_be_reached_from_each_other(client: Client, both_codes: Digest) -> None:
    duplicate, rubber = page(client, "/laws/"), page(client, "/laws/rubber-2014/")
    assert 'href="/laws/rubber-2014/"' in duplicate
    assert 'href="/laws/duplicate-2017/" aria-current="true"' in duplicate
    assert 'href="/laws/duplicate-2017/"' in rubber
    assert 'href="/laws/rubber-2014/" aria-current="true"' in rubber


def test_laws_outside_the_numbers_go_by_their_names(client: Client, both_codes: Digest) -> None:
    words = text(page(client, "/laws/rubber-2014/"))
    assert "Laws Law 1 The pack Clubs Club Law 27 · Too low at the club Rules of the club" in words
    html = page(client, "/laws/rubber-2014/Club27/")
    assert "<title>Club Law 27 · Too low at the club" in html
    assert "Club27<" not in html
    assert '">27A</a>' in html, "the series is not repeated before each provision"
    assert "<h1>Club Law 27A · Too low at the club</h1>" in page(client, "/laws/rubber-2014/Club27A/")
    assert "<b>Club Law 27A</b>" in page(client, "/laws/rubber-2014/Club27A/preview/")


def test_contents_have_the_titles_of_their_date(client: Client, small_shelf: Digest) -> None:
    assert "Communication" in page(client, "/laws/")
    then = page(client, f"{BASE}/?on=2020-01-01")
    assert "Frowning" in then
    assert f'href="{BASE}/73/?on=2020-01-01"' in then
    assert "as of 1 January 2020" in then
    page(client, f"{BASE}/?on=2010-01-01", 404)


# --- definitions ------------------------------------------------------------------------------------------------------


def test_the_glossary_has_every_term_with_an_anchor(client: Client, small_shelf: Digest) -> None:
    html = page(client, f"{BASE}/definitions/")
    assert html.index('id="bid"') < html.index('id="offender"')
    assert '<nav class="letters"' in html
    assert '<a href="#offender">O</a>' in html
    assert 'See also <a href="#offender">Offender</a>' in html
    assert 'href="/laws/duplicate-2017/27A/"' in html, "what a definition cites is a chip"
    assert f'href="{BASE}/definitions/"' in page(client, f"{BASE}/")


def test_commentary_on_a_term_stands_under_it(client: Client, small_shelf: Digest) -> None:
    html = page(client, f"{BASE}/definitions/?on=2019-01-01")
    assert 'id="def-bid"' in html.split('id="bid"')[1].split('id="offender"')[0]
    assert "superseded on 1 January 2020" in page(client, f"{BASE}/definitions/")


def test_a_term_shows_its_definition_as_a_fragment(client: Client, small_shelf: Digest) -> None:
    answer = client.get(f"{BASE}/definitions/offender/preview/")
    html = answer.content.decode()
    assert "<html" not in html
    assert "Who did it." in html
    assert "digest" in html
    assert answer.headers["Cache-Control"] == "public, max-age=300"
    page(client, f"{BASE}/definitions/nobody/preview/", 404)


@pytest.mark.parametrize("text", ["text", "official"])
def test_an_apostrophe_of_a_definition_is_one(text: str) -> None:
    words = {"text": "", "official": "", text: "A player's <turn> & more"}
    shown = render_to_string("laws/parts/term.html", {"term": {"term": "Turn", **words}, "edition": {"title": "2017"}})
    assert "A player&#x27;s &lt;turn&gt; &amp; more" in shown


def test_an_edition_without_definitions_has_no_glossary(client: Client, both_codes: Digest) -> None:
    page(client, "/laws/rubber-2014/definitions/", 404)
    assert "defined term" not in page(client, "/laws/rubber-2014/")


def test_the_law_book_s_own_definition_by_choice(client: Client, small_shelf: Digest) -> None:
    DefinitionVersion.objects.create(
        definition=Definition.objects.get(term="Bid"),
        kind=TextKind.OFFICIAL,
        text="The book's definition.",
        effective=DateRange(datetime.date(2017, 8, 1), None),
    )
    assert "The book&#x27;s definition." not in page(client, f"{BASE}/definitions/")
    html = page(client, f"{BASE}/definitions/?text=both")
    assert html.index("A call such as") < html.index("The book&#x27;s definition.")
    assert "A call such as" not in page(client, f"{BASE}/definitions/?text=official")


# --- print ------------------------------------------------------------------------------------------------------------


def test_a_law_for_the_printer_has_nothing_around_it(client: Client, small_shelf: Digest) -> None:
    html = page(client, f"{BASE}/27/print/")
    assert "The next player may accept a bid" in text(html)
    assert '<nav aria-label="Main">' not in html
    assert 'class="cite"' not in html
    assert 'class="term"' not in html
    assert "What is too low" not in html
    assert f'href="{BASE}/27/print/"' in page(client, f"{BASE}/27/")


def test_commentary_is_printed_by_choice(client: Client, small_shelf: Digest) -> None:
    html = page(client, f"{BASE}/27/print/?show=none&show=minute&on=2026-01-01")
    assert "What is too low" in html
    assert '<details class="remarks" open>' in html
    assert "as of 1 January 2026" in html
    assert "What is too low" not in page(client, f"{BASE}/27/print/?show=note")


def test_a_whole_edition_is_printed_in_order_with_its_definitions(client: Client, small_shelf: Digest) -> None:
    html = page(client, f"{BASE}/print/")
    places = [
        html.index(f"<h2>{title}</h2>")
        for title in ("Introduction", "Law 27 · Insufficient bid", "Law 73 · Communication", "Definitions")
    ]
    assert places == sorted(places)
    assert "<h3>Acceptance</h3>" in html
    assert "Who did it." in html
    assert "Law 73 · Frowning" in page(client, f"{BASE}/print/?on=2020-01-01")
    page(client, "/laws/duplicate-2007/print/", 404)
    assert f'href="{BASE}/print/"' in page(client, f"{BASE}/")


def test_what_the_editors_say_is_printed_only_if_it_is_asked_for(client: Client, small_shelf: Digest) -> None:
    small_shelf.write(
        "duplicate-2017/commentary/care.yaml",
        'source: notes\ncommentary:\n  - {id: care, kind: caution, author: The editors, on: ["27A"], text: Mind it.}\n',
    )
    shelf.load(small_shelf.folder)
    for address in (f"{BASE}/27/print/", f"{BASE}/print/"):
        assert "Mind it." not in page(client, address)
        assert "Mind it." not in page(client, f"{address}?show=note")
        asked = page(client, f"{address}?show=caution")
        assert "Mind it." in asked
        assert '<details class="remarks folded" open>' in asked
