"""What the template tags write, above all when the text means harm."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from django.template import Context, Template
from django.test import RequestFactory
from django.utils.translation import gettext_lazy
from pytest_django import DjangoAssertNumQueries

from tests.laws.conftest import Digest
from tests.walking import walks

HOSTILE = """<script>alert("1♠")</script> & ' 27A <img src=x onerror=alert(1)> 27B1(a)"><b>"""


def written(template: str, **context: Any) -> str:
    """What a template with the tags writes."""
    return Template("{% load law_tags %}" + template).render(Context(context))


def text(html: str) -> str:
    """What a reader without eyes hears: the words, without hidden symbols."""
    heard = re.sub(r'<span[^>]*aria-hidden="true">[^<]*</span>', "", html)
    return " ".join(re.sub(r"<[^>]+>", " ", heard).split())


def test_words_still_to_be_translated_have_suits_too() -> None:
    assert written("{{ words|suits }}", words=gettext_lazy("North")) == "North"


def test_suits_are_symbols_for_the_eye_and_words_for_the_ear() -> None:
    html = written("{{ text|suits }}", text="1♠ 2♥ 11♦ ♣")
    assert html.count('aria-hidden="true"') == 4
    assert '<span class="h">' in html
    assert text(html) == "1 spade 2 hearts 11 diamonds clubs"


@walks(
    "template",
    [
        "{{ text|suits }}",
        "{{ text|marked }}",
        '{% law_text text "duplicate-2017" %}',
        '{% law_text text "duplicate-2017" book=True %}',
        '{% cite text "duplicate-2017" %}',
    ],
    apart=True,
)
def test_a_hostile_text_stays_text(small_shelf: Digest, template: str) -> None:
    html = written(template, text=HOSTILE)
    assert "<script" not in html
    assert "<img" not in html
    assert "<b>" not in html
    assert "&lt;script&gt;" in html


def test_a_hostile_edition_and_key_lead_nowhere(small_shelf: Digest) -> None:
    assert written("{% cite '27A' edition %}", edition='"><script>') == '<span class="cite">27A</span>'


def test_a_law_text_links_what_has_a_page(small_shelf: Digest) -> None:
    html = written('{% law_text text "duplicate-2017" %}', text="See 27B1(a), Law 73 and 99C.")
    assert 'href="/laws/duplicate-2017/27B1(a)/"' in html
    assert 'data-preview="/laws/duplicate-2017/27B1(a)/preview/"' in html
    assert 'href="/laws/duplicate-2017/73/"' in html
    assert text(html) == "See 27B1(a) , Law 73 and 99C."
    assert html.count("<a ") == 2


def test_a_chip_keeps_its_date(small_shelf: Digest) -> None:
    html = written('{% cite "27A" "duplicate-2017" on %}', on=date(2020, 2, 3))
    assert 'href="/laws/duplicate-2017/27A/?on=2020-02-03"' in html
    assert 'data-preview="/laws/duplicate-2017/27A/preview/?on=2020-02-03"' in html


@pytest.mark.parametrize(
    ("key", "title", "name"),
    [
        ("27", "", "Law 27"),
        (27, "", "Law 27"),
        ("27", "Insufficient bid", "Law 27 · Insufficient bid"),
        ("27B1(a)", "", "27B1(a)"),
        ("Club69B2", "", "Club Law 69B2"),
        ("Appendix4", "Chicago", "Appendix 4 · Chicago"),
        ("Intro", "Introduction", "Introduction"),
        ("Club", "Laws for clubs", "Laws for clubs"),
        ("nonsense", "", "nonsense"),
    ],
)
def test_a_place_goes_by_its_name(key: object, title: str, name: str) -> None:
    assert written("{{ key|law_name:title }}", key=key, title=title) == name


def test_many_chips_cost_one_query(
    small_shelf: Digest, rf: RequestFactory, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    template = (
        '{% for one in "12345" %}{% cite "27A" "duplicate-2017" %}{% law_text "27B" "duplicate-2017" %}{% endfor %}'
    )
    with django_assert_num_queries(1):
        written(template, request=rf.get("/"))


AUCTION = {
    "dealer": "N",
    "vulnerability": "EW",
    "board": 3,
    "calls": [
        {"by": "N", "call": "1NT"},
        {"by": "E", "call": "2S"},
        {"by": "S", "call": "2D", "bad": True, "note": 1},
        {"by": "S", "call": "X"},
        {"by": "W", "call": "P"},
        {"by": "N", "call": "P"},
        {"by": "E", "call": "P"},
    ],
    "notes": ["five or more ♥ <b>"],
}


def test_an_auction_can_be_heard() -> None:
    heard = text(written("{% auction_table diagram %}", diagram=AUCTION))
    assert heard == (
        "Board 3 · Dealer North · East–West vulnerable West vulnerable North East vulnerable South"
        " 1NT 2 spades South, insufficient: 2 diamonds note 1 , cancelled Double All pass five or more hearts &lt;b&gt;"
    )


def test_an_irregular_call_can_be_seen() -> None:
    html = written("{% auction_table diagram %}", diagram=AUCTION)
    assert html.count('<td class="bad">') == 1
    assert '<span class="call off">2' in html
    assert ">insufficient, cancelled</span>" in html
    assert html.count('scope="col"') == 4


EARLY = {
    "dealer": "N",
    "calls": [
        {"by": "N", "call": "1C"},
        {"by": "E", "call": "P"},
        {"by": "W", "call": "1D", "bad": True},
        {"by": "S", "call": "1H"},
        {"by": "W", "call": "P"},
    ],
}


def test_a_call_out_of_turn_stands_in_a_row_of_its_own_with_its_place_in_the_order() -> None:
    html = written("{% auction_table diagram %}", diagram=EARLY)
    assert text(html) == (
        "Dealer North West North East South 1 club , first call Pass , second call"
        " West, out of turn, third call: 1 diamond , cancelled 1 heart , fourth call Pass , fifth call"
        " The numbers show the order of the calls."
    )
    assert html.count('<tr class="early">') == 1
    assert html.count('class="nth"') == 5


def test_a_hand_diagram_shows_only_the_hands_it_was_given() -> None:
    shown = {"board": 3, "dealer": "N", "vulnerability": "Both", "show": {"S": "Q632.KT98..AQJ98"}}
    html = written("{% hand_diagram diagram %}", diagram=shown)
    assert html.count('role="group"') == 1
    assert "—" in html
    assert text(html) == (
        "South spades Q 6 3 2 hearts K 10 9 8 diamonds void clubs A Q J 9 8 Board 3 Dealer North All vulnerable"
    )


def test_the_law_book_asks_for_its_own_edition_and_date() -> None:
    html = written('{% law_book "duplicate-2017" on %}', on=date(2026, 5, 5))
    assert 'name="edition" value="duplicate-2017"' in html
    assert 'name="on" value="2026-05-05"' in html
    assert 'hx-get="/laws/panel/"' in html
