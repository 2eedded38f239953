"""The assistant under the rubber code and its club laws, whose texts stand in one book."""

from __future__ import annotations

import re
from itertools import product

import pytest
from django.test import Client

from laws.rulings.editions import EDITIONS
from tests.laws.test_pages import page
from tests.laws.test_pages_reading import text
from tests.walking import walks

TURN = "whose_turn=partner&called_over=no&lho_accepts=no&in_no_trump=no&final_call=changed"


@pytest.mark.parametrize("slug", ["rubber-2014", "rubber-2014-club"])
def test_every_procedure_of_the_rubber_code_is_a_way_in(client: Client, real_shelf: None, slug: str) -> None:
    html = page(client, f"/laws/ruling/{slug}/")
    for number in EDITIONS[slug].procedures:
        assert f'href="/laws/ruling/{slug}/{number}/"' in html
    assert "Calls out of rotation" in html, "by the parts of the rubber book"


@pytest.mark.parametrize("slug", ["rubber-2014", "rubber-2014-club"])
def test_a_ruling_of_the_rubber_code_shows_the_texts_of_its_book(client: Client, real_shelf: None, slug: str) -> None:
    html = page(client, f"/laws/ruling/{slug}/31/?{TURN}&seat=S")
    assert "North must pass for the rest of the auction" in text(html)
    for key in ("29B", "31A", "26A"):
        assert f'href="/laws/rubber-2014/{key}/' in html
    assert ('href="/laws/rubber-2014/Club31/' in html) is (slug == "rubber-2014-club")
    assert "Its text is not in the library" not in html
    assert not re.search(r"\bDirector\b", text(html).split("Say to the table", 1)[1].split("other outcomes", 1)[0])


@walks(("slug", "number"), [*product(["rubber-2014", "rubber-2014-club"], ["25", "26", "27", "31", "37"])], apart=True)
def test_a_chart_of_the_rubber_code_leads_to_its_book(client: Client, real_shelf: None, slug: str, number: str) -> None:
    html = page(client, f"/laws/{slug}/{number}/chart/")
    assert 'href="/laws/rubber-2014/26A/"' in html or number == "25"
    assert 'href="/laws/duplicate-2017/' not in html
