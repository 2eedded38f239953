"""Facts about cards led or played out of turn, and about what has followed them."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, Judgement, Source, name_answers

name_answers(
    {
        "require the suit": "require a lead of that suit",
        "forbid the suit": "forbid it",
        "leave the card": "leave the lead free, and the card on the table",
    }
)

THIRTEENTH_TRICK = Fact("thirteenth_trick", "Was it the lead to the thirteenth trick?")
TOLD_TO_LEAD = Fact(
    "told_to_lead",
    "Did an opponent wrongly tell {offender}'s side that the lead was with {offender}?",
    source=Source.FINDING,
    find_out="what was asked and answered before the lead; nobody has to answer, and silence tells nothing",
    told={True: "{offender}'s side had been told by an opponent that it was {offender}'s lead"},
)
WhoseLead = Literal["partner", "lho", "rho"]
WHOSE_LEAD = Fact[WhoseLead]("whose_lead", "Whose turn to lead was it?", get_args(WhoseLead))
PlayedSince = Literal["nobody", "lho", "rho"]
PLAYED_SINCE = Fact[PlayedSince](
    "played_since",
    "Which opponent's hand has played a card since?",
    get_args(PlayedSince),
)
MEANT_AS_LEAD = Fact(
    "meant_as_lead",
    "Was that card {on_lead}'s own lead, and not a play to {card}?",
    source=Source.FINDING,
    find_out="whether {on_lead} had seen {card}, and what the card was meant for; a card of another suit speaks for a lead",
    judgement=Judgement(
        test="Was {on_lead} making their own lead to the trick?",
        law="53B",
        ask="{on_lead}, whether {card} had been seen; look at the suits of both cards and at {on_lead}'s hand",
        rulings={
            False: "{on_lead} has played to {card}, which stands",
            True: "{on_lead}'s own lead stands, and {card} is taken back",
        },
    ),
    told={
        False: "I find that {on_lead} was playing to {card}",
        True: "I find that {on_lead} was making their own lead",
    },
)
ATTENTION_FIRST = Fact(
    "attention_first",
    "Does {on_lead} want to make their own lead now that attention has been drawn to {card}?",
    default=False,
)
LeadChoice = Literal["require the suit", "forbid the suit", "leave the card"]
SUIT_CHOICE = Fact[LeadChoice](
    "penalty_suit_choice",
    "Does {declarer} require {partner} to lead the suit of {card}, forbid it, or do neither?",
    get_args(LeadChoice),
    source=Source.ELECTION,
    who="declarer",
    put="{declarer}, do you require {suit_lead}, forbid it, or let {partner} lead anything?",
    given={
        "require the suit": "{declarer} then requires {suit_lead}",
        "forbid the suit": "{declarer} then forbids {suit_lead}",
        "leave the card": "{declarer} does neither",
    },
)
CAN_LEAD_SO = Fact("can_lead_so", "Can {partner} lead as {declarer} has chosen?")
HAS_PENALTY_CARD = Fact(
    "has_penalty_card",
    "Did {offender} have a penalty card on the table already?",
    default=False,
)
LEGAL_TO_TRICK = Fact("legal_to_trick", "Could the card legally be played to the trick in progress?")
PARTNER_HAD_PLAYED = Fact("partner_had_played", "Had {partner} played to the trick in progress?")
SuitLedChoice = Literal["highest", "lowest", "another suit", "not a suit"]
PLAY_CHOICE = Fact[SuitLedChoice](
    "premature_choice",
    "Which card does {declarer} want from {partner}?",
    get_args(SuitLedChoice),
    source=Source.ELECTION,
    who="declarer",
    put="{declarer}, what do you want {partner} to play?",
)
CAN_PLAY_SO = Fact("can_play_so", "Can {partner} play as {declarer} has chosen?")

name_answers(
    {
        "highest": "the highest card of the suit led",
        "lowest": "the lowest card of the suit led",
        "another suit": "a card of another suit, which declarer names",
        "not a suit": "no card of another suit, which declarer names",
    }
)
