"""The ruling assistant for an edition whose text is not on the shelf: provisions are named, and lead nowhere."""

from __future__ import annotations

from django.test import Client

from tests.laws.conftest import Digest
from tests.laws.test_pages import page
from tests.laws.test_pages_reading import text

SILENCED = (
    "/laws/ruling/duplicate-2007/27/?out_of_rotation=no&lho_called=no&replaced_early=no&lho_accepts=no"
    "&replacement_kind=bid&lowest_in_denomination=no&more_precise=no&relates_to_suits=yes&seat=S"
)


def test_what_can_be_ruled_on_is_listed(client: Client, small_shelf: Digest) -> None:
    html = page(client, "/laws/ruling/duplicate-2007/")
    assert 'href="/laws/ruling/duplicate-2007/27/"' in html
    assert 'href="/laws/ruling/duplicate-2007/40/"' not in html


def test_a_ruling_names_its_provisions_without_a_link(client: Client, small_shelf: Digest) -> None:
    html = page(client, SILENCED)
    assert "North must pass for the rest of the auction 27B2" in text(html)
    assert "/laws/duplicate-2007/27B2/" not in html
