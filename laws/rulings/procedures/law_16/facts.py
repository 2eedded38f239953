"""What the Director finds out under Law 16 alone."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, Judgement, Source, name_answers
from laws.rulings.facts.information import by_the_poll
from laws.rulings.regulations import OLDER_FRACTION, regulation
from laws.rulings.replay import Situation

name_answers(
    {
        "before the first call": "before anybody has called",
        "after the first call": "after the first call, before play is over",
        "affected": "yes",
        "unaffected": "no",
        "legal": "the calls and plays of this board that are legal, or were accepted",
        "withdrawn": "a withdrawn call or play",
        "law or regulation": "something that a law or regulation declares authorised",
        "procedures": "a legal procedure of the game, nothing else being specified",
        "before the hand": "known before the hand was taken from the board",
        "own estimate": "the player's own estimate of the score",
        "opponents' traits": "the opponents' traits",
        "standings": "standings read from a device or told by somebody",
        "aid to memory": "the law book, a score card or other printed matter looked at during the board",
        "by partner": "partner, otherwise than by a legal call or play",
        "accident": "another source, by accident",
        "tournament regulations": "a requirement of the tournament regulations",
        "25A": "yes: it was an unintended call, put right under 25A",
        "tempo": "the tempo of a call or play",
        "words or manner": "a remark, a question, a gesture or the manner of calling",
        "explained": "an explanation or alert that showed the call was misunderstood",
    }
)

ComesFrom = Literal[
    "legal",
    "withdrawn",
    "law or regulation",
    "procedures",
    "before the hand",
    "own estimate",
    "opponents' traits",
    "standings",
    "aid to memory",
    "by partner",
    "accident",
    "tournament regulations",
]

COMES_FROM = Fact[ComesFrom](
    "comes_from",
    "Where did {chooser} get the information from?",
    get_args(ComesFrom),
    source=Source.FINDING,
    find_out="what {chooser} knows, and how it came to be known",
)

COLOURED = Fact(
    "coloured",
    "Is unauthorised information from another source involved?",
    source=Source.FINDING,
    find_out="whether {chooser}'s conclusion rests on the calls and plays alone, or also on how partner made them",
)

PRECLUDED = Fact(
    "precluded",
    "Do the Laws bar {chooser} from using it?",
    source=Source.FINDING,
    find_out="whether it is about the cards or a result of this board, overheard or seen before the hand was taken out (16D1)",
)


def _considered_by_enough_and_chosen_by_none(at: Situation) -> bool:
    """The poll settles the first limb of the definition and says nothing certain about the second."""
    poll = at.record.poll
    return poll is not None and poll.selected == 0 and by_the_poll(at) is None


def _between_the_fractions(at: Situation) -> bool:
    """The poll found an alternative by the default proportion only, and the body has laid down none."""
    record = at.record
    found = regulation("logical_alternative", record.regulations, record.date)
    if record.poll is None or found is record.regulations.get("logical_alternative"):
        return False
    return by_the_poll(at) is not False and record.poll.finds_alternative(OLDER_FRACTION) is False


DISPUTED = Fact("disputed", "Do the opponents of those who claim it dispute that it happened?", default=False)

RESERVING_ALLOWED = Fact(
    "reserving_allowed",
    "Does the Regulating Authority let a player reserve rights?",
    default=True,
    observe=lambda at: bool(regulation("reserving_rights", at.record.regulations, at.record.date).value),
)

NARROW_POLL = Fact(
    "narrow_poll",
    "Did fewer of those polled consider it than the one in four that older guidance asks for?",
    default=False,
    observe=_between_the_fractions,
)

NOBODY_CHOSE_IT = Fact(
    "nobody_chose_it",
    "Did enough of those polled seriously consider it, without anybody choosing it?",
    default=False,
    observe=_considered_by_enough_and_chosen_by_none,
)

GivenBy = Literal["not told", "tempo", "words or manner", "explained"]

GIVEN_BY = Fact[GivenBy](
    "given_by",
    "What gave {chooser} the information?",
    get_args(GivenBy),
    source=Source.FINDING,
    default="not told",
    find_out="what was said, shown or left unsaid, and how long it took",
    told={
        "tempo": "it came from {partner}'s tempo",
        "words or manner": "it came from {partner}'s words or manner",
        "explained": "it came from {partner}'s explanation or alert",
    },
)

FREE_OF_16C = Fact(
    "free_of_16C",
    "Was the withdrawn call replaced by a comparable call?",
    source=Source.FINDING,
    default=False,
    find_out="the tests of Law 23A",
)

SetAsideBy = Literal["no", "27B1(a)", "25A"]

SET_ASIDE_BY = Fact[SetAsideBy](
    "set_aside_16C_by",
    "Do the Laws exempt the withdrawn call from 16C in some other way?",
    get_args(SetAsideBy),
    source=Source.FINDING,
    default="no",
    find_out="how the call came to be withdrawn, and what replaced it",
)

CALLED_ALREADY = Fact(
    "called_already",
    "Has anybody called on this board by now?",
    observe=lambda at: bool(at.record.auction),
)
"""16D2 asks what has been called when the Director acts, not only when the information came."""

ReceivedWhen = Literal["before the first call", "after the first call"]

RECEIVED_WHEN = Fact[ReceivedWhen](
    "received_when",
    "When did the information reach {recipient}?",
    get_args(ReceivedWhen),
)

BY_ACCIDENT = Fact(
    "by_accident",
    "Did it reach {recipient} by accident?",
    source=Source.FINDING,
    find_out="how {recipient} came by it; looking for it is an offence (89A1)",
)

INTERFERES = Fact(
    "interferes",
    "Would it be likely to interfere with normal play?",
    source=Source.FINDING,
    find_out="from {recipient}, away from the table, what was learned, and what difference it can make on this board",
    judgement=Judgement(
        test="Would the information be likely to interfere with normal play of this board?",
        law="16D2",
        ask="{recipient}, away from the table, exactly what was learned",
        rulings={
            False: "the board is played",
            True: "seats changed, a redeal, play on and possibly adjust the score, or an adjusted score",
        },
    ),
)

SEATS_CAN_CHANGE = Fact("seats_can_change", "Do the type of contest and the scoring permit players to change seats?")

CHANGES_SEATS = Fact(
    "changes_seats",
    "Do you rearrange the players, so that {recipient} holds the hand that is known?",
    source=Source.FINDING,
    find_out="whether it is one hand that {recipient} knows, and whether it can be given to {recipient}",
)

CAN_REDEAL = Fact("can_redeal", "Does the form of competition allow a redeal?")

REDEALS = Fact(
    "redeals",
    "Do you have the board dealt again for these contestants?",
    source=Source.FINDING,
    find_out="whether others have played or must play the same deal",
)

LETS_PLAY = Fact(
    "lets_play",
    "Do you let the board be played?",
    source=Source.FINDING,
    find_out="whether a fair result is still possible",
    judgement=Judgement(
        test="Can the board still be played to a result that is fair, or that can be adjusted afterwards?",
        law="16D2(c)",
        ask="{recipient}, what was learned; yourself, how it could affect the auction and play",
        rulings={
            False: "an adjusted score at once",
            True: "the board is played, and the score is adjusted if the information affected it",
        },
    ),
)

Affected = Literal["open", "unaffected", "affected"]

AFFECTED = Fact[Affected](
    "affected",
    "Did the information affect the result?",
    get_args(Affected),
    source=Source.FINDING,
    find_out="after play: whether an action of {recipient} is explained by what was learned",
    judgement=Judgement(
        play_on="carry on, and call me back after play if what was learned may have affected the result",
        test="Did the extraneous information affect the result?",
        law="16D2(c)",
        ask="{recipient}, for the reason for each doubtful action",
        rulings={
            "open": "play on, and look at the board afterwards",
            "unaffected": "the result stands",
            "affected": "an adjusted score",
        },
    ),
)
