"""Facts about a revoke: whose it was, whether it is established, what was played after it, and what it cost."""

from __future__ import annotations

from typing import Final, Literal, get_args

from laws.rulings.facts.base import Fact, Judgement, Source, name_answers
from laws.rulings.facts.judging import OPEN

name_answers(
    {
        "none of these": "none of these",
        "the same suit again": "the same player had already revoked in that suit, and that revoke is established",
        "a penalty card": "the card that was not played was a penalty card",
        "a card of dummy": "dummy's hand revoked",
        "trick twelve": "the revoke was on the twelfth trick",
        "revokes by both sides": "both sides revoked on the board, and both revokes are established",
        "corrected revokes": "it was corrected, because both sides had revoked on one trick and only one had played on",
        "in time": "in time",
        "next deal": "after a player of the other side had called on the next deal",
        "next round": "after the end of the round",
        "the player who revoked": "the player who revoked, with a card of that hand",
        "the same side": "the other hand of that side",
        "the opponents": "the other side",
        "a later trick": "yes",
        "no later trick": "no",
        "play goes on": "play is not over yet",
    }
)

DUMMYS_BREACH: Final = (
    "who spoke first, and whether dummy had exchanged hands, left the seat to watch, or seen a defender's cards"
)
Hand = Literal["defender", "declarer", "dummy"]
REVOKING_HAND = Fact[Hand](
    "revoking_hand",
    "From whose hand was the revoke card played?",
    get_args(Hand),
)
REVOKE_ESTABLISHED = Fact(
    "revoke_established",
    "Is the revoke established?",
    source=Source.FINDING,
    find_out=(
        "whether {offender} or {partner} has led, played or named a card to the next trick, has claimed or conceded, or has "
        "agreed to a claim"
    ),
)
TWELFTH_TRICK = Fact("twelfth_trick", "Was it the twelfth trick?")
HANDS_RETURNED = Fact("hands_returned", "Are all four hands back in the board?")
BOTH_REVOKED = Fact(
    "both_revoked",
    "Did the other side revoke on the same trick, and has only one side played to the next?",
    default=False,
)
AS_IF_ESTABLISHED = Fact(
    "as_if_established",
    "Had dummy lost the right to ask, and was dummy the first to ask declarer about this revoke?",
    source=Source.FINDING,
    default=False,
    find_out=DUMMYS_BREACH,
)
BARRED_DUMMY_SPOKE = Fact(
    "barred_dummy_spoke",
    "Was dummy the first to point out this revoke of a defender, after losing the right to do so?",
    source=Source.FINDING,
    default=False,
    find_out=DUMMYS_BREACH,
    further=True,
)

Exempt = Literal[
    "none of these",
    "the same suit again",
    "a penalty card",
    "a card of dummy",
    "trick twelve",
    "revokes by both sides",
    "corrected revokes",
]
EXEMPT = Fact[Exempt](
    "exempt",
    "Does one of these make an exception of this revoke?",
    get_args(Exempt),
)
Noticed = Literal["in time", "next deal", "next round"]
NOTICED = Fact[Noticed](
    "revoke_noticed",
    "When was attention first drawn to the revoke?",
    get_args(Noticed),
)
WonBy = Literal["the player who revoked", "the same side", "the opponents"]
WON_BY = Fact[WonBy](
    "revoke_trick_won_by",
    "Who won the trick on which {offender} revoked?",
    get_args(WonBy),
)
Later = Literal["no later trick", "a later trick", "play goes on"]
LATER_TRICK = Fact[Later](
    "later_trick",
    "Did {side} win a later trick?",
    get_args(Later),
)

# -- what was lost by it ------------------------------------------------------------------------------------------------

Compensated = Literal["open", "undamaged", "damaged"]
MORE_DAMAGE = Fact[Compensated](
    "more_damage",
    "Did the revoke cost {others} more tricks than they get for it?",
    get_args(Compensated),
    source=Source.FINDING,
    find_out=(
        "how many tricks {others} would probably have won if {offender} had played a legal card, from the tricks already "
        "played, the hands, and how the players were playing them"
    ),
    judgement=Judgement(
        test="Would {others} probably have scored better without the revoke than they do with what this law gives them?",
        law="64C1",
        ask=(
            "all four players, how they were going to play the hand from the moment just before the revoke; players with "
            "little experience will not always see that they were damaged"
        ),
        rulings={
            OPEN: "play on, and look at the board afterwards",
            "undamaged": "the tricks that this law transfers, and nothing more",
            "damaged": "an assigned adjusted score, as if there had been no revoke",
        },
        play_on="carry on, and call me back after play if the revoke may have cost {others} more tricks than they got for it",
    ),
)
REPEATED_DAMAGE = Fact[Compensated](
    "repeated_damage",
    "Would {others} probably have won more tricks without the later revoke in the same suit?",
    get_args(Compensated),
    source=Source.FINDING,
    find_out="how the play would have gone from the later revoke on, after the first one as it happened",
    judgement=Judgement(
        test="Without the later revoke or revokes, would {others} probably have made more tricks?",
        law="64C2(a)",
        ask="all four players, how the play would have gone on if {offender} had followed suit the second time",
        rulings={
            OPEN: "play on, and look at the board afterwards",
            "undamaged": "only the tricks for the first revoke",
            "damaged": "an assigned score: the result without the later revoke, and from it the tricks for the first one",
        },
        play_on="carry on, and call me back after play if the later revoke may have cost {others} tricks",
    ),
)
EITHER_DAMAGED = Fact[Compensated](
    "either_damaged",
    "Was either side damaged by the revokes?",
    get_args(Compensated),
    source=Source.FINDING,
    find_out="what the likely result would have been with no revoke by either side",
    judgement=Judgement(
        test="Is the table result worse for one of the sides than the likely result without any revoke?",
        law="64C2(b)",
        ask="all four players, how the play would have gone if everybody had followed suit",
        rulings={
            OPEN: "play on, and look at the board afterwards",
            "undamaged": "the table result stands",
            "damaged": "an assigned adjusted score: the likely result if nobody had revoked",
        },
        play_on="carry on, and call me back after play",
    ),
)
