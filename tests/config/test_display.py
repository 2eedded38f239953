"""Colours and text size, chosen for a device."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
PAGE = "/display/"


def head_of(client: Client, address: str = "/") -> str:
    """The opening tag of a page."""
    html = client.get(address).content.decode()
    start = html.index("<html")
    return html[start : html.index(">", start) + 1]


def test_a_choice_holds_on_every_page_of_this_device_and_no_other(client: Client) -> None:
    assert head_of(client) == '<html lang="en">'

    answer = client.post(PAGE, {"colours": "dark", "text": "larger"}, follow=True)

    assert "Saved on this device." in answer.content.decode()
    for address in ("/", PAGE, "/training/", "/nowhere/"):
        assert head_of(client, address) == '<html lang="en" data-colours="dark" data-text="larger">', address
    assert head_of(Client()) == '<html lang="en">'
    page = client.get(PAGE).content.decode()
    assert page.count("checked") == 2


def test_it_is_taken_back(client: Client) -> None:
    client.post(PAGE, {"colours": "light", "text": "largest"})
    client.post(PAGE, {"colours": "", "text": ""})
    assert head_of(client) == '<html lang="en">'


@pytest.mark.parametrize("told", ["", "pink.huge", 'dark"><script>.', ".", "dark.larger.largest", "x" * 4000])
def test_a_cookie_that_says_nothing_of_ours_counts_as_none(client: Client, told: str) -> None:
    client.cookies["display"] = told
    assert "script" not in head_of(client) and "data-text" not in head_of(client)


def test_what_is_no_choice_is_told_and_changes_nothing(client: Client) -> None:
    answer = client.post(PAGE, {"colours": "pink"})
    assert answer.status_code == 422 and "pink is not one of the available choices" in answer.content.decode()
    assert head_of(client) == '<html lang="en">'
