"""Boards as bridge programs write them, read into the assistant and written again."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from urllib.parse import quote_plus

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from laws.assistant import plays
from laws.assistant.auctions import from_address
from laws.assistant.bridge_files import BadFile, read_board, write_lin, write_pbn
from laws.assistant.plays import Play
from laws.rulings.calls import SUITS
from laws.rulings.cards import RANKS
from laws.rulings.editions import EDITIONS
from laws.rulings.play.legal import may_play
from laws.rulings.play.position import PLACE
from laws.rulings.seats import Seat
from tests.laws.test_pages import page
from tests.laws.test_pages_reading import text

EDITION = EDITIONS["duplicate-2017"]
PBN = """\
% PBN 2.1
[Event "Club pairs"]
[Board "3"]
[Dealer "S"]
[Deal "N:KQ2.AK3.QJ54.432 J84.QJ92.T9.KQJ9 A973.T5.AK62.A87 T65.8764.873.T65"]
[Declarer "S"]
[Contract "3NT"]
[Auction "S"]
1NT =1= Pass 3NT ! {to play} AP
[Note "1:15-17"]
[Play "W"]
C5 C2 CJ C7
H4 H3 HJ H5 ; a heart
*
[Board "4"]
[Dealer "W"]
"""
LIN = (
    "pn|s,w,n,e|st||md|1S379AH5TD26AKC78A,S56TH4678D378C56T,S2QKH3AKD45JQC234,|rh||ah|Board 3|sv|o|"
    "mb|1N!|an|15-17|mb|p|mb|3N|mb|p|mb|p|mb|p|pg||pc|C5|pc|C2|pc|CJ|pc|C7|pg||pc|HQ|"
)


def test_a_board_of_pbn_is_read() -> None:
    board = read_board(PBN)
    assert board.auction is not None
    assert board.auction.text == "S 1NT P 3NT P P P"
    assert board.play is not None
    assert (board.play.contract, board.play.declarer) == ("3NT", Seat.S)
    assert [f"{by.value} {card}" for by, card in board.play.cards] == [
        *("W C5", "N C2", "E CJ", "S C7"),
        *("E HJ", "S H5", "W H4", "N H3"),
    ]
    assert board.play.held[Seat.W] == "T65.8764.873.T65"
    assert not board.play.seen(EDITION).irregular


def test_a_board_of_lin_is_read() -> None:
    board = read_board(LIN)
    assert board.auction is not None
    assert board.auction.text == "S 1NT P 3NT P P P"
    assert board.play is not None
    assert board.play.written == "C5 C2 CJ C7 | HQ"
    assert sorted(board.play.held[Seat.E]) == sorted("J84.QJ92.T9.KQJ9")
    assert not board.play.seen(EDITION).irregular


DEAL = '[Deal "N:KQ2.AK3.QJ54.432 J84.QJ92.T9.KQJ9 A973.T5.AK62.A87 T65.8764.873.T65"]'
HELD = "md|1S379AH5TD26AKC78A,S56TH4678D378C56T,S2QKH3AKD45JQC234,"
SENT = "https://bridge.example/show.html?big=y&lin=" + quote_plus(f"pn|a,b|{HELD}|mb|1N!|an|15+|mb|p|mb|p|mb|p|pc|C5|")


@pytest.mark.parametrize(
    ("pasted", "auction", "play"),
    [
        # Notes of their own tags between auction and play, a no-trump bid without its T, a dealer in full.
        (
            f'% one\n[Dealer "South"]\n{DEAL}\n[Auction "S"]\n1N =1= Pass 3N =2= AP\n[Note "1:15-17"]\n[Note "2:ends it"]\n'
            '[Play "West"]\nC5 C2 CJ C7\n',
            "S 1NT P 3NT P P P",
            "3NT S C5 C2 CJ C7",
        ),
        # Comments and quotes around tags, two of them on a line, the dealer left to the number of the board.
        (
            '{ made\nhere }\n[Event "the \\"A\\" final"] ; Friday\n[Board "2"] [Vulnerable "NS"]\n'
            '[Auction ""]\nP 1S D R\nP P P\n',
            "E P 1S X XX P P P",
            "1SXX S",
        ),
        # No auction; the double apart from the contract; a trick of which one card was played.
        ('[Declarer "South"]\n[Contract "3N X"]\n[Play "W"]\nC5 - - -\n', None, "3NTX S C5"),
        # A tail of a trick that begins with another column.
        (
            '[Dealer "S"]\n[Auction "S"]\n1NT AP\n[Play "W"]\nC5 C2 CJ C7\n- - HQ -\n',
            "S 1NT P P P",
            "1NT S C5 C2 CJ C7 HQ",
        ),
        # Two rooms and chat between the calls; several calls and cards in one place, in small letters.
        (
            f"vg|Final,I|\nrs|1NS=|\npn|a,b,c,d,e,f,g,h|pg||\nqx|o1|st||{HELD}|sv|o|nt|me: Hi all|pg||\nmb|1N|mb|p|nt|so|pg||\n"
            f"mb|pp|pc|c5c2cJc7|pg||\npc|hQ|mc|7|pg||\nqx|c1|{HELD}|mb|p|\n",
            "S 1NT P P P",
            "1NT S C5 C2 CJ C7 HQ",
        ),
        # An address of a page that shows hands.
        (SENT, "S 1NT P P P", "1NT S C5"),
        (f"{SENT}&kibitz=S", "S 1NT P P P", "1NT S C5"),
    ],
)
def test_what_programs_do_differently_is_read(pasted: str, auction: str | None, play: str) -> None:
    board = read_board(pasted)
    assert (board.auction and board.auction.text) == auction
    assert board.play is not None
    assert replace(board.play, held={}).text == play


@pytest.mark.parametrize(
    ("pasted", "said"),
    [
        ("https://bridge.example/show.html?n=SAK", "no LIN text in it"),
        (f"{HELD}|mb|1Z|", "“1Z” is not a call"),
        (f"{HELD}|mb|1N|mb|p|mb|p|mb|p|pc|X9|", "“X9” is not a card"),
    ],
)
def test_what_cannot_be_read_is_named(pasted: str, said: str) -> None:
    with pytest.raises(BadFile, match=re.escape(said)):
        read_board(pasted)


def test_a_revoke_in_a_file_is_found() -> None:
    board = read_board(f"{LIN}pc|S3|")  # South has two hearts
    assert board.play is not None
    assert [one.card for one in board.play.seen(EDITION).irregular] == ["S3"]


def test_a_call_out_of_turn_in_pbn_skips_a_player() -> None:
    board = read_board('[Dealer "N"]\n[Auction "N"]\n1S ^S 2H\n')
    assert board.auction is not None
    assert board.auction.text == "N 1S S:2H"
    assert read_board(write_pbn(board.auction, None)).auction == board.auction


@pytest.mark.parametrize(
    "pasted", ["", "1NT pass pass", "[Dealer]", '[Dealer "X"]', "md|9SA,,|", "pn||md|3|mb|9Z|", "\x00"]
)
def test_what_is_no_board_is_said(pasted: str) -> None:
    with pytest.raises(BadFile):
        board = read_board(pasted)
        if board.auction is None and board.play is None:
            raise BadFile("nothing in it")


def test_what_a_format_has_no_place_for_is_not_written() -> None:
    with pytest.raises(BadFile, match=re.escape("A card out of turn")):
        write_pbn(None, plays.from_address("3NT S E:D4"))
    with pytest.raises(BadFile, match="begins later"):
        write_pbn(None, plays.from_address("3NT S from:5:W D4"))
    with pytest.raises(BadFile, match="A call out of turn"):
        write_lin(from_address("N 1S S:2H"), None)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 52))
def test_what_is_written_is_read_again(seed: int, count: int) -> None:
    """A random board, played at random and within the law."""
    auction = from_address("E 1H P 2H X P 3S P P P")
    play = _played(seed, count)
    for kept in (write_pbn(auction, play), write_lin(auction, play)):
        board = read_board(kept)
        assert board.auction == auction
        assert board.play == play
        assert board.play is not None
        assert not board.play.seen(EDITION).irregular


def _played(seed: int, count: int) -> Play:
    chance = random.Random(seed)  # noqa: S311 - a board, no secret
    pack = [*PLACE]
    chance.shuffle(pack)
    held = {
        seat: ".".join("".join(rank for rank in RANKS if suit + rank in pack[at : at + 13]) for suit in SUITS)
        for seat, at in zip(Seat, range(0, 52, 13), strict=True)
    }
    auction = plays.of_auction(from_address("E 1H P 2H X P 3S P P P"))
    assert auction is not None
    play = Play(auction.contract, auction.declarer, held=held)
    table = play.seen(EDITION).position
    for _at in range(count):
        turn = table.turn
        assert turn is not None
        card = chance.choice(may_play(table, turn))
        play = play.longer(card)
        table.follow(turn, card)
    return play


# --- the page ---------------------------------------------------------------------------------------------------------

BOARD = "/laws/ruling/duplicate-2017/board/"


def test_a_pasted_board_leads_to_its_play_and_can_be_written_again(client: Client, db: None) -> None:
    assert "PBN or LIN" in page(client, BOARD)
    answer = client.post(BOARD, {"board": f"{LIN}pc|S3|"})
    assert answer.headers["Location"].startswith("/laws/ruling/duplicate-2017/play/?auction=S+1NT")
    html = page(client, answer.headers["Location"])
    assert "Rule on it" in text(html)
    assert "md|1S379A" in html
    assert "pc|S3|" in html


def test_an_irregular_auction_is_ruled_on_first(client: Client, db: None) -> None:
    answer = client.post(BOARD, {"board": '[Dealer "N"]\n[Contract "2H"]\n[Declarer "S"]\n[Auction "N"]\n1S Pass 1H\n'})
    assert answer.headers["Location"] == "/laws/ruling/duplicate-2017/auction/?auction=N+1S+P+1H"


@pytest.mark.parametrize("pasted", ["", "nonsense", '[Event "x"]'])
def test_what_is_no_board_is_said_beside_it(client: Client, db: None, pasted: str) -> None:
    answer = client.post(BOARD, {"board": pasted})
    assert answer.status_code == 400
    assert "fault" in answer.content.decode()
    assert client.post(BOARD.replace("duplicate-2017", "no-such"), {"board": LIN}).status_code == 404
