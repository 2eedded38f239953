"""What the Director finds out under Law 9 alone."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, Judgement, Source, name_answers
from laws.rulings.replay import Kind, Situation

name_answers(
    {
        "prevents": "tries to prevent an irregularity",
        "draws attention": "draws attention to an irregularity",
        "summons": "summons the Director",
        "acts": "goes on, though attention has been drawn and the Director has explained nothing yet",
        "corrects": "corrects the player's own irregularity before the Director has ruled",
        "auction period": "in the auction period",
        "play": "during the play",
        "after play": "when play is over",
        "players ruled": "the players enforced or waived a rectification themselves",
        "options left out": "a player chose before all options had been explained",
        "a player chooses": "a player has a choice to make",
        "offenders profit": "the offenders profit after the rectification",
        "within the law": "no",
        "as it suits": "yes: only when it helps declarer",
        "rights lost": "dummy had exchanged hands, left the seat to watch or looked at a defender's card",
        "the hand to lead from": "a lead from the wrong hand",
        "a revoke": "a revoke by declarer, asked about first",
        "something else": "another irregularity",
        "an irregularity": "none that a law of its own names here",
        "partner's explanation": "a wrong explanation by partner",
        "own revoke": "an own revoke that is not established",
        "trick not won": "a trick credited to the own side that it did not win",
        "a card pointed wrongly": "a played card that lies pointed the wrong way",
        "enforced": "they enforced one",
        "waived": "they waived one",
        "nobody": "neither side",
        "the non-offenders": "the non-offending side",
        "the offenders": "the offending side",
    }
)


def _replaced_what(at: Situation) -> str | None:
    """An insufficient bid that was out of rotation as well is ruled on as a call out of rotation."""
    if Kind.OUT_OF_ROTATION in at.kinds:
        return "a call out of rotation"
    return "an insufficient bid in rotation" if Kind.INSUFFICIENT in at.kinds else None


Does = Literal["prevents", "draws attention", "summons", "acts", "corrects"]

DOES = Fact[Does]("does", "What does {speaker} do?", get_args(Does))

HowFar = Literal["auction period", "play", "after play"]

HOW_FAR = Fact[HowFar]("how_far", "How far has the board progressed?", get_args(HowFar))

DummyOversteps = Literal["within the law", "as it suits", "rights lost"]

DUMMY_OVERSTEPS = Fact[DummyOversteps](
    "dummy_oversteps",
    "Does {speaker} speak only when it helps declarer, or has dummy lost the right to speak?",
    get_args(DummyOversteps),
    source=Source.FINDING,
    default="within the law",
    find_out=(
        "what {speaker} has let pass and what not, and whether {speaker} has looked at a defender's cards or "
        "watched declarer's hand"
    ),
    judgement=Judgement(
        test="Did dummy speak as the law allows, or only when it helped declarer, or after losing the right to?",
        law="43A",
        ask="dummy and declarer, what dummy let pass before; everybody, whether dummy saw other cards",
        rulings={
            "within the law": "dummy may try to prevent it, and nothing follows",
            "as it suits": "dummy takes part in the play: a penalty is possible",
            "rights lost": "43B2 or 43B3 says what follows, and a penalty is possible",
        },
    ),
)

WarnsOf = Literal["the hand to lead from", "a revoke", "something else"]

WARNS_OF = Fact[WarnsOf](
    "warns_of",
    "What does {speaker} warn about?",
    get_args(WarnsOf),
    default="the hand to lead from",
)

SpeaksOf = Literal["an irregularity", "partner's explanation", "own revoke", "trick not won", "a card pointed wrongly"]

SPEAKS_OF = Fact[SpeaksOf](
    "speaks_of",
    "What irregularity is it?",
    get_args(SpeaksOf),
    default="an irregularity",
)

AUCTION_OVER = Fact(
    "final_pass_made",
    "Has the final pass been made?",
    default=False,
    observe=lambda at: True if at.record.auction and at.irregularity is None and at.standing.ended else None,
)

POINTED_BEFORE = Fact(
    "pointed_before",
    "Has {speaker}'s side led or played to the next trick since?",
    default=False,
)

ATTENTION_DRAWN = Fact("attention_drawn", "Has somebody else drawn attention to an irregularity already?")

WhatHappened = Literal["players ruled", "options left out", "a player chooses", "offenders profit"]

WHAT_HAPPENED = Fact[WhatHappened](
    "what_happened",
    "What happened to the rectification?",
    get_args(WhatHappened),
)

PlayersDid = Literal["enforced", "waived"]

PLAYERS_DID = Fact[PlayersDid](
    "players_did", "What did the players do about a rectification?", get_args(PlayersDid), default="enforced"
)

UNRECTIFIED = Fact(
    "replaced_without_rectification",
    "Was the call replaced so that the auction went on without further rectification (27B1, or a comparable call)?",
    default=False,
)

ReplacedWhat = Literal["an insufficient bid in rotation", "a call out of rotation"]

REPLACED_WHAT = Fact[ReplacedWhat](
    "replaced_what",
    "Which call was replaced in that way?",
    get_args(ReplacedWhat),
    observe=_replaced_what,
)

ALLOWS = Fact(
    "allows",
    "Do you allow what the players arranged among themselves?",
    source=Source.FINDING,
    find_out="whether it was close to what the law provides, and whether it can still be undone",
    judgement=Judgement(
        test="Is what the players arranged close enough to the law to let it stand?",
        law="10B",
        ask="the players, what they did, and why nobody called the Director",
        rulings={
            False: "what they did is cancelled, and the law of the irregularity applies",
            True: "what they did stands",
        },
    ),
)

STILL_NORMAL = Fact(
    "still_normal",
    "Can the board still be rectified so that it is scored normally?",
    source=Source.FINDING,
    find_out="how far the board has gone on the incomplete ruling",
    judgement=Judgement(
        test="Can the ruling still be corrected so that the board gets a normal result?",
        law="82C",
        ask="the players, how far the board has gone since the incomplete ruling, and what was done because of it",
        rulings={
            False: "an adjusted score, treating both sides as non-offending",
            True: "all options are explained, and the choice is made again",
        },
    ),
)

ELECTOR_OFFENDED = Fact(
    "elector_offended",
    "Is {elector}, who has the choice, of the offending side?",
    observe=lambda at: (
        at.record.offender.side is at.record.player.side if at.record.offender and at.record.player else None
    ),
)

CONSULTED = Fact(
    "consulted",
    "Did {elector}'s partner show a preference?",
    source=Source.FINDING,
    find_out="what was said or shown while {elector} was choosing",
    judgement=Judgement(
        test="Did the partner of the player with the choice say or show which option to take?",
        law="10C2",
        ask="all four players, what was said or shown before the choice, and when",
        rulings={
            False: "the choice is made freely",
            True: "what was shown is unauthorised for the choosing side (16B1)",
        },
    ),
)

USED_UNAUTHORISED = Fact(
    "used_unauthorised",
    "Did the offenders use information from a withdrawn action?",
    source=Source.FINDING,
    find_out="the tests of 16C2",
    judgement=Judgement(
        test="Did an offender choose an action that a withdrawn one demonstrably suggested over a logical alternative?",
        law="16C2",
        ask="the player, what the choice was based on; look at the hand without the withdrawn action in mind",
        poll=(
            "players of the same class and methods, without the information from the withdrawn action: what "
            "they would choose"
        ),
        rulings={False: "look at what the offender could have foreseen (72C)", True: "rule under 16C"},
    ),
)

ACTED_FIRST = Fact(
    "acted_first",
    "Did {others} act before the Director was called?",
    source=Source.FINDING,
    find_out="what was said and done after somebody noticed the irregularity",
    judgement=Judgement(
        test=(
            "Did a player of the non-offending side act after the irregularity was noticed and before the "
            "Director was called?"
        ),
        law="11A",
        ask="all four players, who noticed what, and what was then said, called or played",
        rulings={False: "the law of the irregularity applies", True: "find out whether the right was lost"},
    ),
)

FORFEITED = Fact(
    "forfeited",
    "Do you rule that the right to rectification is forfeited?",
    source=Source.FINDING,
    find_out="what {others} knew of the law, and what they could gain by acting first",
    judgement=Judgement(
        test="Does the non-offending side lose the right to rectification by acting before the Director was called?",
        law="11A",
        ask="both sides, what they knew of the law and why nobody called",
        rulings={
            False: "the law of the irregularity applies as if the Director had been called in time",
            True: "no rectification; any advantage gained from an opponent's ignorance is taken away",
        },
    ),
)

GainedByIgnorance = Literal["nobody", "the non-offenders", "the offenders"]

GAINED_BY_IGNORANCE = Fact[GainedByIgnorance](
    "gained_by_ignorance",
    "Who gained because an opponent, not knowing the law, acted then?",
    get_args(GainedByIgnorance),
    source=Source.FINDING,
    find_out="what would have happened if the Director had been called, and who did not know it",
    judgement=Judgement(
        test="Did a side gain by an action that an opponent took in ignorance of the law?",
        law="11A",
        ask="both sides, what they knew of the law; compare with the right ruling",
        rulings={
            "nobody": "the result stands",
            "the non-offenders": "the advantage is taken from the non-offenders only; the offenders keep their score",
            "the offenders": "the advantage is taken from the offenders only; the other side keeps its score",
        },
    ),
)
