"""Boards that are played out: every card is legal, and nobody at the table would wonder at it."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

from exams.scenarios.bidding.system import load
from exams.scenarios.play.boards import Moment, PlayedBoard, goes_on, one_moment, played, record_of
from exams.scenarios.tables import Unfit, lay
from laws.rulings.play.legal import may_play
from laws.rulings.record import parse_record
from laws.rulings.replay import Situation


@cache
def boards(count: int = 60) -> list[PlayedBoard]:
    rng = random.Random(41)  # noqa: S311 - not for secrets
    found: list[PlayedBoard] = []
    while len(found) < count:
        try:
            found.append(played(lay(rng, load())))
        except Unfit:
            continue
    return found


def test_every_card_is_legal_and_all_are_played() -> None:
    faults = []
    for board in boards():
        moments = list(board.moments())
        assert len(moments) == 52
        assert len({moment.card for moment in moments}) == 52
        faults += [moment for moment in moments if moment.card not in may_play(moment.position, moment.hand)]
    assert faults == []


def test_nobody_leads_low_from_an_ace_against_a_suit_contract() -> None:
    for board in boards():
        lead = next(board.moments())
        suit = {card[1] for card in lead.position.hands[lead.hand] if card[0] == lead.card[0]}
        if lead.position.trumps not in ("NT", lead.card[0]) and "A" in suit:
            assert lead.card[1] in "AK", lead


def test_nobody_ruffs_what_partner_is_sure_to_win_or_throws_a_trump_away_while_holding_another_suit() -> None:
    for moment in (moment for board in boards() for moment in board.moments() if moment.cards):
        trumps, led = moment.position.trumps, moment.position.trick.led
        if moment.card[0] == led:
            continue
        others = {card[0] for card in moment.position.hands[moment.hand]} - {trumps}
        best = moment.position.trick.winner(trumps)
        last = len(moment.cards) == 3
        if moment.card[0] == trumps and last and others:
            assert best is not moment.hand.partner, moment


def test_declarer_does_not_ruff_what_the_other_hand_is_sure_to_win() -> None:
    """The other hand of the side has still to play, and has the highest card of the suit led that is left."""
    ranks, could, ruffs = "AKQJT98765432", 0, 0
    for moment in (moment for board in boards() for moment in board.moments() if moment.cards):
        position, other = moment.position, moment.hand.partner
        trumps, led = position.trumps, position.trick.led
        held = position.hands[moment.hand]
        on_table = {card for _, card in moment.cards}
        tops = [led + rank for rank in ranks if led + rank not in position.played or led + rank in on_table]
        if (
            not position.defends(moment.hand)
            and all(seat is not other for seat, _ in moment.cards)
            and all(card[0] != trumps for _, card in moment.cards)
            and led not in {card[0] for card in held}
            and trumps in {card[0] for card in held}
            and {card[0] for card in held} != {trumps}
            and tops
            and tops[0] in position.hands[other]
        ):
            could += 1
            ruffs += moment.card[0] == trumps
    assert could, "no board has such a moment"
    assert ruffs == 0


def test_a_moment_becomes_a_record_whose_irregular_card_the_engine_finds() -> None:
    rng = random.Random(3)  # noqa: S311 - not for secrets
    kinds: Counter[str] = Counter()
    while kinds.total() < 20:
        try:
            moment = one_moment(lay(rng, load()), _defender_could_lead, rng, first=2, last=11)
        except Unfit:
            continue
        offender = moment.hand.rho if moment.position.defends(moment.hand.rho) else moment.hand.lho
        card = max(moment.position.hands[offender])
        record = record_of(moment, [(offender, card)])
        record["declarer"] = record["declarer"].value
        at = Situation(parse_record(record))
        assert at.irregular_play is not None
        assert (at.irregular_play.card, at.offender) == (card, offender)
        kinds[at.irregular_play.kind] += 1
    assert set(kinds) == {"lead out of turn by a defender"}


def _defender_could_lead(moment: Moment) -> bool:
    return moment.leads and not moment.position.defends(moment.hand)


def test_play_goes_on_from_any_table() -> None:
    moment = list(boards()[0].moments(5, 5))[1]
    tricks = goes_on(moment.position, 3)
    assert [len(cards) for cards in tricks] == [3, 4, 4]
