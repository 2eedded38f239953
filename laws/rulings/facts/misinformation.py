"""Facts about explanations: who was misled by what, whether a call may still be changed, who has to correct what."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, Judgement, Observer, Source, name_answers
from laws.rulings.replay import Situation

name_answers(
    {
        "own": "the player's own",
        "partner's": "partner's",
        "in the auction": "during the auction",
        "in the clarification period": "after the final pass, before a lead is faced",
        "in the play": "during the play",
        "when play is over": "after the play",
    }
)


def _called_since(who: str) -> Observer:
    """Whether partner or LHO called after the misinformed player's last call, as far as the auction shows it."""

    def observe(at: Situation) -> bool | None:
        player = at.record.player
        if player is None:
            return None
        seats = [made.by for made in at.record.auction]
        if player not in seats:
            return None
        last = len(seats) - 1 - seats[::-1].index(player)
        return getattr(player, who) in seats[last + 1 :]

    return observe


PARTNER_SINCE = Fact(
    "partner_since",
    "Has {misinformed_partner} called since {misinformed} made the call?",
    observe=_called_since("partner"),
)
CHANGES = Fact(
    "changes",
    "Does {misinformed} change the call?",
    source=Source.ELECTION,
    who="misinformed",
    told={
        True: "{misinformed}, you may change {players_own_call}",
        False: "{misinformed}, you have chosen to keep {players_own_call}, so it stands",
    },
)
LHO_SINCE = Fact(
    "lho_since",
    "Had {misinformed_lho} called after it?",
    observe=_called_since("lho"),
)
LHO_CHANGES = Fact(
    "lho_changes",
    "Does {misinformed_lho} change the call made after it?",
    source=Source.ELECTION,
    who="misinformed_lho",
    told={
        True: "{misinformed}, you may change {players_own_call}; if you do, {misinformed_lho} may change {call_after}",
        False: "{misinformed}, you may change {players_own_call}; if you do, {misinformed_lho} may change "
        "{call_after} or keep it",
    },
)

# -- the duty to correct -----------------------------------------------------------------------------------------------


def _whose_explanation(at: Situation) -> str | None:
    """The offender is whoever explained; the player is whoever has noticed."""
    offender, player = at.record.offender, at.record.player
    if offender is None or player is None:
        return None
    return "own" if player is offender else "partner's"


WhoseExplanation = Literal["own", "partner's"]
WHOSE_EXPLANATION = Fact[WhoseExplanation](
    "whose_explanation", "Whose explanation was it?", get_args(WhoseExplanation), observe=_whose_explanation
)
BELIEVES_WRONG = Fact(
    "believes_wrong",
    "Is {knower} convinced that the explanation was wrong?",
    source=Source.FINDING,
    find_out="away from the table: what {knower} thinks the agreement is, and how sure they are",
    judgement=Judgement(
        test="Is the player sure that partner's explanation was wrong?",
        law="20F5(b)",
        ask=(
            "{knower}, away from the table, what the agreement is and how sure they are; a mere doubt is not an opinion"
        ),
        rulings={
            False: "no duty to speak; the matter can be dealt with after play if somebody raises it",
            True: "the duty of 20F5 applies",
        },
    ),
)
NoticedWhen = Literal["in the auction", "in the clarification period", "in the play", "when play is over"]
NOTICED_WHEN = Fact[NoticedWhen](
    "noticed_when",
    "How far has the board progressed?",
    get_args(NoticedWhen),
)
KNOWER_DECLARES = Fact(
    "knower_declares",
    "Is {knower} declarer or dummy, or about to be?",
    observe=lambda at: (
        at.record.declarer.side is at.record.player.side if at.record.declarer and at.record.player else None
    ),
)
