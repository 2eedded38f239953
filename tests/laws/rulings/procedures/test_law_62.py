"""Law 62: what is changed, what may be played then, and boards worked by hand with a revoke on them."""

from __future__ import annotations

from typing import Any

from laws.rulings.play.legal import may_play
from laws.rulings.play.position import Position
from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.story.cards import applied
from laws.rulings.story.course import Course
from laws.rulings.story.form import parse_story
from laws.rulings.story.walk import course
from tests.laws.rulings.tables import has

HANDS = {"N": "A73.KQ5.A764.K72", "E": "J95.982.KJ3.J853", "S": "KQT64.A63.92.A96", "W": "82.JT74.QT85.QT4"}
"""South plays 4♠."""
AUCTION: list[dict[str, Any]] = [{"S": "1S"}, {"W": "P"}, {"N": "4S"}, {"E": "P"}, {"S": "P"}, {"W": "P"}]
FIRST: list[dict[str, Any]] = [{"W": "HJ"}, {"N": "HQ"}, {"E": "H2"}, {"S": "H3"}]
"""The first trick, won in dummy."""


def told(*entries: Any) -> Course:
    story = {"dealer": "S", "hands": HANDS, "assume": "natural", "story": [*AUCTION, *entries]}
    return course(parse_story(story))


def recorded(play: dict[str, Any], **findings: Any) -> Ruling:
    return rule(parse_record({"contract": "3NT", "declarer": "S", "play": play, "findings": findings}))


def table_after(ruling: Ruling) -> Position:
    """The table in play once the ruling has been carried out."""
    assert ruling.situation is not None
    assert ruling.situation.play is not None
    table = ruling.situation.play.position.copy()
    applied(ruling, table)
    return table


def test_any_card_of_the_suit_may_take_the_place_of_the_revoke_card() -> None:
    play = {"on_lead": "S", "from": 4, "tricks": [["S H9", "W C5"]], "remaining": {"W": "K4.J6.93.Q"}}
    table = table_after(recorded(play))
    assert table.turn is Seat.W
    assert may_play(table, Seat.W) == ["HJ", "H6"]
    assert [(card.card, card.rank) for card in table.lying(Seat.W)] == [("C5", "major")]


def test_a_penalty_card_played_as_a_revoke_lies_there_again() -> None:
    play = {
        "on_lead": "N",
        "from": 5,
        "tricks": [["N H4", "E D9"]],
        "remaining": {"E": "J2.K.T.83"},
        "penalty_cards": [{"card": "D9", "by": "E", "rank": "major"}],
    }
    ruling = recorded(play)
    assert has(ruling, "no_further_rectification", provision="62B2")
    assert may_play(table_after(ruling), Seat.E) == ["HK"]


def test_a_revoke_in_the_middle_of_a_trick_leaves_the_later_cards_where_they_are() -> None:
    play = {
        "on_lead": "S",
        "from": 7,
        "tricks": [["S H2", "W C5", "N HT", "E HK"]],
        "remaining": {"W": "-.Q.-.-", "N": "-.A.-.-", "E": "-.63.-.-", "S": "-.-.-.-"},
    }
    table = table_after(recorded(play, others_withdraw=False))
    assert table.number == 7
    assert table.turn is Seat.W
    assert may_play(table, Seat.W) == ["HQ"]


def test_both_revokes_of_a_trick_are_undone_with_the_lead_to_the_next() -> None:
    play = {
        "on_lead": "W",
        "from": 5,
        "tricks": [["W S4", "N SJ", "E H2", "S D6"], ["N CQ"]],
        "remaining": {"E": "Q7.-.-.-", "S": "83.-.-.-"},
    }
    ruling = recorded(play)
    assert has(ruling, "penalty_card", card="H2", player="E", provision="62C3")
    assert has(ruling, "card_returned", card=["D6", "CQ"], provision="62C3")
    table = table_after(ruling)
    assert (table.number, table.turn) == (5, Seat.E)
    assert may_play(table, Seat.E) == ["SQ", "S7"]
    assert [card.card for card in table.penalty_cards] == ["H2"]


# -- boards worked by hand --------------------------------------------------------------------------------------------


def test_dummys_revoke_noticed_by_a_defender_after_dummy_has_warned() -> None:
    """Dummy warned declarer of a wrong hand at trick two, as 42B2 allows. At trick three declarer calls a diamond from dummy on
    a spade; East has followed when West points it out. The card is changed and costs nothing (62A, 62B2); 43B2(b) is about
    declarer's own cards, and dummy has broken no limit.
    """
    trick_two = [{"N": "S3"}, {"E": "S5"}, {"S": "SK"}, {"W": "S2"}]
    ruled = told(*FIRST, *trick_two, {"S": "SQ"}, {"W": "S8"}, {"N": "D4"}, {"E": "S9"}, "director")
    ruling = ruled.rulings[0].ruling
    assert ruling.procedure == "62"
    assert has(ruling, "revoke", by="S", established=False, provision="63A")
    assert has(ruling, "must_correct_revoke", provision="62A")
    assert has(ruling, "card_returned", card="D4", provision="62B2")
    assert has(ruling, "may_withdraw", player="EW", card="S9", provision="62C1")
    assert not has(ruling, "penalty_card")
    # It is established once declarer has led to the next trick, and then costs no trick by itself either (64B3).
    later = told(*FIRST, *trick_two, {"S": "SQ"}, {"W": "S8"}, {"N": "D4"}, {"E": "S9"}, {"S": "CA"}, "director")
    ruling = later.rulings[0].ruling
    assert ruling.procedure == "64"
    assert has(ruling, "tricks_transferred", n=0, provision="64B3")


def test_both_sides_revoke_in_one_suit() -> None:
    """West throws a diamond on dummy's king of hearts with hearts in hand, and on the next heart South throws one with the
    ace left. West's revoke by itself would cost a trick once East-West win one; with South's established as well neither costs
    any (64B7), and the score is adjusted if a side was damaged (64C2(b)).
    """
    west = [{"N": "HK"}, {"E": "H8"}, {"S": "H6"}, {"W": "D5"}]
    alone = told(*FIRST, *west, {"N": "S3"}, {"E": "S5"}, {"S": "SK"}, {"W": "S2"}, "director")
    assert has(alone.rulings[0].ruling, "tricks_transferred", n=0, when="if won", provision="64A2")
    south = [{"N": "H5"}, {"E": "H9"}, {"S": "D2"}, {"W": "HT"}]
    goes_on = [{"W": "C4"}, {"N": "CK"}, {"E": "C3"}, {"S": "C6"}]
    both = told(*FIRST, *west, *south, *goes_on, "director")
    for one in both.rulings:
        assert one.ruling.procedure == "64"
        assert has(one.ruling, "tricks_transferred", n=0, provision="64B7")
        assert has(one.ruling, "adjusted_score", kind="possible", provision="64C2(b)")
    assert [ruled.ruling.situation.offender for ruled in both.rulings if ruled.ruling.situation] == [Seat.W, Seat.S]


def test_both_sides_revoke_on_one_trick() -> None:
    """On dummy's king of hearts South throws a diamond and West a club, both with hearts. Before anybody has played to the next
    trick each is a revoke that is not established; once dummy has led to it both are corrected all the same (62C3).
    """
    trick = [{"N": "HK"}, {"E": "H8"}, {"S": "D2"}, {"W": "C4"}]
    at_once = told(*FIRST, *trick, "director")
    first = at_once.rulings[0].ruling
    assert first.procedure == "62"
    assert has(first, "revoke", by="S", established=False)
    led = told(*FIRST, *trick, {"N": "S3"}, "director")
    ruling = led.rulings[0].ruling
    assert has(ruling, "must_correct_revoke", provision="62C3")
    assert has(ruling, "card_returned", card=["D2", "S3"], provision="62C3")
    assert has(ruling, "penalty_card", card="C4", player="W", provision="62C3")
    assert has(ruling, "tricks_transferred", n=0, provision="64B8")


def test_a_second_revoke_in_the_suit_looks_back_to_the_first() -> None:
    again = [{"N": "S3"}, {"E": "S5"}, {"S": "SK"}, {"W": "D5"}, {"S": "S4"}, {"W": "D8"}, {"N": "SA"}, {"E": "S9"}]
    ruled = told(*FIRST, *again, {"N": "HK"}, {"E": "H8"}, {"S": "H6"}, {"W": "HT"}, "director")
    first, second = (one.ruling for one in ruled.rulings)
    assert has(first, "tricks_transferred", when="if won", provision="64A2")
    assert has(second, "tricks_transferred", n=0, provision="64B2")
