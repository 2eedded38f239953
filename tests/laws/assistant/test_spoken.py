"""What the assistant tells the Director to say: at each stage of a call to the table, with the calls by their names."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlencode

from django.test import Client

from laws.assistant.auctions import from_address
from laws.assistant.receipts import receipt_for
from laws.rulings.readers import interview
from tests.laws.conftest import Digest
from tests.laws.test_pages import page
from tests.laws.test_pages_reading import text

LAW_27 = "/laws/ruling/duplicate-2017/27/"
TOLD = {"auction": "N 1S 1H", "replaced_early": "no"}


def shown(client: Client, address: str, **answers: str) -> str:
    return plain(page(client, f"{address}?{urlencode({**TOLD, **answers})}"))


def plain(html: str) -> str:
    """The text of a page, suits as they are read: `1♥`, not the sign and its name apart."""
    joined = re.sub(r" ?([♠♥♦♣]) (?:spade|heart|diamond|club)s?\b", r"\1", text(html))
    return re.sub(r" ([.,;:?!])", r"\1", joined)


def test_the_options_are_said_before_the_choice_and_the_directors_own_steps_stand_apart(
    client: Client, small_shelf: Digest
) -> None:
    said, _, own = shown(client, LAW_27).partition("For you")
    assert "Say to the table 1♥ is insufficient. South, you may accept 1♥. If you do, 1♥ stands" in said
    assert "South, do you accept 1♥?" in said
    assert "South may not be told what East meant by 1♥" in own
    assert "may not be told" not in said


def test_the_new_call_is_written_down_and_named(client: Client, small_shelf: Digest) -> None:
    refused = {"lho_accepts": "no"}
    assert "The new call, if it has been made" in shown(client, LAW_27, **refused)
    answer = client.get(LAW_27, {**TOLD, **refused, "instead": "2h"})
    assert answer.status_code == 302
    there = answer["Location"]
    assert "auction=N+1S+1H+%3D2H" in there
    ruled = plain(page(client, there))
    assert "It stands. The auction continues with no further rectification." in ruled
    assert "you may accept" not in ruled
    assert "The new call: 2♥" in ruled
    receipt = page(client, there).split('href="/laws/ruling/duplicate-2017/27/receipt/', 1)[1].split('"', 1)[0]
    assert "Verified" in plain(page(client, f"/laws/ruling/duplicate-2017/27/receipt/{receipt.replace('&amp;', '&')}"))
    given = dict(parse_qsl(receipt.partition("?")[2].replace("&amp;", "&")))
    ruling = interview(
        "27", {"out_of_rotation": False, "lho_called": False, "replaced_early": False, "lho_accepts": True}
    )
    named = [receipt_for(ruling, from_address(auction)).facts for auction in (given["auction"], "N 1S 1H")]
    assert named[0] != named[1], "the new call is part of what a receipt vouches for"


def test_what_is_no_call_is_refused(client: Client, small_shelf: Digest) -> None:
    assert client.get(LAW_27, {**TOLD, "lho_accepts": "no", "instead": "2Z"}).status_code == 400


def test_nobody_is_polled_before_play_has_finished(client: Client, small_shelf: Digest) -> None:
    address = "/laws/ruling/duplicate-2017/16B/?seat=N&extraneous=yes&acted=yes"
    html = page(client, address)
    said, _, rest = plain(html).partition("For you")
    assert "Carry on, and call me back after play if North may have chosen" in said
    assert "poll" not in said.lower()
    assert "When play is over:" in rest
    assert '<details class="at-the-end">' in html, "the judgement is folded until play has finished"
    judged = page(client, f"{address}&alternative=yes&suggested=yes")
    assert "Say to the table" not in judged, "nothing is announced before everything is judged"
    assert "It shows only after play" not in judged, "it has been played"
