"""Facts about penalty cards on the table: whose turn it is, whether they can be played, what declarer chooses for a lead."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, Judgement, Source, name_answers
from laws.rulings.penalty_cards import can_obey, choices, early_lead, lying, named_suits, rank_lying, table_of
from laws.rulings.replay import Situation
from laws.rulings.seats import Seat

name_answers(
    {
        "owner to play": "the player with the penalty card",
        "partner to lead": "that player's partner, to lead",
        "somebody else": "somebody else, or partner following to a trick",
        "play is over": "nobody's, as play is over",
    }
)
name_answers(
    {
        "required": "declarer requires the suit",
        "forbidden": "declarer forbids the suit",
        "free": "declarer neither requires nor forbids a suit",
    }
)

WhoPlays = Literal["owner to play", "partner to lead", "somebody else", "play is over"]


def _who_plays(at: Situation) -> str | None:
    table = table_of(at)
    if table is None:
        return None
    if table.over:
        return "play is over"
    if table.turn is at.offender:
        return "owner to play"
    return "partner to lead" if table.on_lead is at.offender.partner else "somebody else"


WHO_PLAYS = Fact[WhoPlays]("who_plays", "Whose turn is it?", get_args(WhoPlays), observe=_who_plays)
PenaltyRank = Literal["minor", "major"]
PENALTY_RANK = Fact[PenaltyRank](
    "penalty_rank",
    "Is it a minor or a major penalty card?",
    get_args(PenaltyRank),
    source=Source.FINDING,
    find_out=(
        "how the card came to be there: one card below an honour that was exposed by accident is minor, any other is major"
    ),
    observe=lambda at: rank_lying(at) or None,
)
name_answers(
    {
        "on the table": "it lay on the table",
        "picked up": "it had been picked up",
        "played": "it had been played",
    }
)
UsedWhile = Literal["on the table", "picked up", "played"]
USED_WHILE = Fact[UsedWhile](
    "used_while",
    "Where was the penalty card when {partner} may have used the information?",
    get_args(UsedWhile),
    source=Source.FINDING,
    find_out="which play of {partner}'s is complained of, and where the penalty card was at that moment",
)
HELPED = Fact(
    "helped",
    "Could the result well have been different, to the damage of {others}, without the help of the exposed card?",
    source=Source.FINDING,
    find_out=(
        "what {partner} did that the sight of the card, or the duty to play it, made easier, and how the play would have gone"
    ),
    judgement=Judgement(
        test="Could the result well have been different without the help of the exposed card, and the other side better off?",
        law="50E4",
        ask="{partner}, why each lead and play was chosen; {others}, what they think the card gave away",
        poll="players of the same class: how they would have defended without seeing the card",
        rulings={
            False: "the table result stands",
            True: "an adjusted score, as close as possible to the result without the penalty card",
        },
        play_on="carry on, and call me back after play if you think that the exposed card helped {side}",
    ),
)
LeadChoice = Literal["required", "forbidden", "free"]


def _lead_choice(at: Situation) -> str | None:
    """The choice for this lead; one that holds from an earlier lead counts where no other has been made."""
    made = sorted(choices(at), key=lambda rule: rule.lasts)
    kinds = [rule.kind for rule in made if rule.kind != "free"]
    return kinds[0] if kinds else "free" if made else None


LEAD_CHOICE = Fact[LeadChoice](
    "lead_choice",
    "Does declarer require or forbid a suit as {partner}'s lead?",
    get_args(LeadChoice),
    source=Source.ELECTION,
    who="declarer",
    put="{declarer}, which do you choose?",
    observe=_lead_choice,
    given={
        "required": "declarer requires the suit",
        "forbidden": "declarer forbids the suit",
        "free": "declarer does neither",
    },
)


def _can_obey(at: Situation) -> bool | None:
    table, kind = table_of(at), _lead_choice(at) or at.record.findings.get("lead_choice")
    suits = named_suits(at) or sorted({card[0] for card in lying(at) or at.cards})
    if table is None or kind not in ("required", "forbidden") or not suits:
        return None
    return can_obey(table, at.offender.partner, kind, suits)


CAN_OBEY = Fact(
    "can_obey",
    "Can {partner} lead as declarer has chosen?",
    source=Source.FINDING,
    find_out="whether {partner} holds a card of the suit required, or of a suit that is not forbidden",
    observe=_can_obey,
    given={True: "{partner} can"},
)
LED_EARLY = Fact(
    "led_early",
    "Did {partner} lead before declarer had chosen?",
    default=False,
    observe=lambda at: True if early_lead(at) else None,
    told={True: "{partner} led before declarer had chosen"},
)


def _has_major(at: Situation, seat: Seat) -> bool | None:
    table = table_of(at)
    return None if table is None else any(one.rank == "major" for one in table.lying(seat))


LEADER_HAS_ONE = Fact(
    "leader_has_one",
    "Does {partner}, who is on lead, have a major penalty card too?",
    default=False,
    observe=lambda at: _has_major(at, at.offender.partner),
)
