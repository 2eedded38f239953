"""Facts about dummy: what dummy may still do, what dummy has done, and what the defender had done of whom dummy speaks."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, Judgement, Source, name_answers
from laws.rulings.facts.judging import OPEN
from laws.rulings.play.irregular import PlayKind
from laws.rulings.play.revokes import REVOKES
from laws.rulings.replay import Situation

name_answers(
    {
        "a lead from the wrong hand": "declarer leading from the wrong hand",
        "another irregularity": "some other irregularity, by any player",
        "declarer's own hand": "declarer's own hand",
        "dummy's hand": "dummy's hand",
        "they choose differently": "one wants a lead from declarer's hand, the other a lead from dummy",
        "a defender led": "a lead out of turn",
        "a defender's card was seen": "a card exposed, or played out of turn",
        "a defender revoked": "a revoke",
        "something without a card": "something else",
    }
)


def _defenders_did(at: Situation) -> str | None:
    """By the irregular card of the play."""
    found = at.irregular_play
    if found is None:
        return None
    if found.kind == PlayKind.PENALTY_CARD:
        return "something without a card"  # the card belongs to the trick, and only declarer could object
    if found.kind in REVOKES:
        return "a defender revoked"
    leads = (PlayKind.OPENING_LEAD, PlayKind.DEFENDERS_LEAD)
    return "a defender led" if found.kind in leads else "a defender's card was seen"


def _shows_later(at: Situation) -> str | None:
    """While the board is still being played nobody can say what was gained, unless the record does."""
    going_on = at.irregular_play is not None and at.play is not None and not at.play.position.over
    return OPEN if going_on and "defenders_gained" not in at.record.findings else None


RIGHTS_LOST = Fact(
    "dummy_rights_lost",
    "Had {speaker} exchanged hands with declarer, left the seat to watch declarer play, or looked at a defender's card?",
    source=Source.FINDING,
    find_out="what {speaker} has seen of the other hands since dummy went down, and how",
)
Prevents = Literal["a lead from the wrong hand", "another irregularity"]
PREVENTS_WHAT = Fact[Prevents](
    "dummy_prevents",
    "What does {speaker} try to prevent?",
    get_args(Prevents),
)
HandChosen = Literal["declarer's own hand", "dummy's hand", "they choose differently"]
HAND_CHOSEN = Fact[HandChosen](
    "hand_chosen",
    "From which hand do the defenders want declarer to lead?",
    get_args(HandChosen),
    source=Source.ELECTION,
    who="others",
    put="defenders, either of you may choose: from which hand is declarer to lead?",
    given={
        "declarer's own hand": "either of you chooses {declarer}'s hand",
        "dummy's hand": "either of you chooses dummy",
    },
)
Prevails = Literal["declarer's own hand", "dummy's hand"]
HAND_PREVAILS = Fact[Prevails](
    "hand_prevails",
    "What has the defender chosen who would have played next to the lead that {declarer} was about to make?",
    get_args(Prevails),
)
DefendersDid = Literal["a defender led", "a defender's card was seen", "a defender revoked", "something without a card"]
DEFENDERS_DID = Fact[DefendersDid](
    "defenders_irregularity",
    "What had {offender} done?",
    get_args(DefendersDid),
    observe=_defenders_did,
)
DefendersGained = Literal["open", "not gained", "gained"]
DEFENDERS_GAINED = Fact[DefendersGained](
    "defenders_gained",
    "Did {side} gain by it?",
    get_args(DefendersGained),
    source=Source.FINDING,
    find_out="what would probably have happened if {offender} had done nothing wrong, and whether {side} did better",
    observe=_shows_later,
    judgement=Judgement(
        test="Is the defending side's score better than it would probably have been without its irregularity?",
        law="43B3",
        ask="all four players, how the play would have gone without it; look at the hands",
        rulings={
            OPEN: "play on as if nothing had happened, and look at the board afterwards",
            "not gained": "the table result stands for both sides",
            "gained": "the gain is taken from the defenders' score alone; declarer's side keeps its table score",
        },
        play_on="carry on, and call me back after play if {side} may have gained by it",
    ),
)
