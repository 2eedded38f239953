"""What the Director finds out under Law 40 alone."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, Judgement, Source, name_answers
from laws.rulings.facts.conduct import allowed_by_body
from laws.rulings.regulations import regulation

name_answers(
    {
        "deviation": "a call or play that departs from what the side has announced",
        "not disclosed": "a meaning that was not disclosed",
        "incomplete": "an explanation that left something out",
        "not permitted": "a method that regulations do not allow",
        "differs by player": "a meaning that depends on which partner makes the call",
        "varies": "a method that changes after a question or an irregularity",
        "own card": "a look at the own system card",
        "opponents' card": "a look at the opponents' system card",
        "aid": "an aid to memory, calculation or technique",
        "own question": "after the own side's question, answer or irregularity",
        "opponents' irregularity": "after an irregularity by the opponents",
        "hands out": "with a hand of that side out of the board, before the first call",
        "own turn": "during auction or play, at the player's own turn",
        "other turn": "during auction or play, at another player's turn",
        "clarification": "in the Clarification Period",
        "to explain": "to explain partner's call or play rightly when asked",
    }
)

Issue = Literal[
    "deviation",
    "not disclosed",
    "incomplete",
    "not permitted",
    "differs by player",
    "varies",
    "own card",
    "opponents' card",
    "aid",
]

ISSUE = Fact[Issue](
    "issue",
    "What is it about?",
    get_args(Issue),
)

PARTNER_AWARE = Fact(
    "partner_aware",
    "Had {partner} more reason than the opponents to expect the departure?",
    source=Source.FINDING,
    find_out="how often {offender} has done this, what {partner} knew, and whether {partner}'s calls allowed for it",
    judgement=Judgement(
        test="Had partner more reason to be aware of the deviation than the opponents?",
        law="40C1",
        ask=(
            "{partner}, for the reason for each later call; look for earlier deviations of the same kind in "
            "your records"
        ),
        poll="players of the same class with these methods: what they would have called with {partner}'s hand",
        rulings={
            False: "the deviation is lawful: no adjustment, and nothing has to be disclosed",
            True: "a concealed understanding: an adjusted score for damage, and perhaps a penalty",
        },
    ),
)

PSYCHE_RESTRICTED = Fact(
    "psyche_restricted",
    "Is it a psychic call with an artificial meaning that regulations restrict?",
    source=Source.FINDING,
    find_out="the regulations of the event",
    regulated=True,
)

UNDERSTANDING = Fact(
    "understanding",
    "Was there an understanding, explicit or implicit, beyond general knowledge?",
    source=Source.FINDING,
    find_out="what the partners have discussed or shared: experience, teachers, books",
    judgement=Judgement(
        test="Was partner's meaning known from discussion, common experience or a source both partners know of?",
        law="40A1(a)",
        ask="both partners separately, how they knew; a source known to both is enough",
        rulings={
            False: "nothing had to be disclosed: general bridge knowledge is not an agreement",
            True: "it had to be disclosed; the score is adjusted for any damage",
        },
    ),
)

REPEATED = Fact("repeated", "Has the side failed to disclose before?", default=False)

CRUCIAL = Fact(
    "crucial",
    "Was the missing information crucial to the opponent's choice of action?",
    source=Source.FINDING,
    find_out="what the opponent would have done with the full explanation",
    judgement=Judgement(
        test="Was the missing information crucial to the opponent's choice?",
        law="40B5(b)",
        ask="the opponent, what they would have done differently, and why",
        poll="players of the same class, given the full explanation",
        rulings={False: "the result stands", True: "the score is adjusted if the opponents were damaged"},
    ),
)

VariesAfter = Literal["own question", "opponents' irregularity"]

VARIES_AFTER = Fact[VariesAfter](
    "varies_after",
    "What makes the method change?",
    get_args(VariesAfter),
)

VARIATION_FORBIDDEN = Fact(
    "variation_forbidden",
    "Does the Regulating Authority forbid agreements to vary methods after an irregularity by the opponents?",
    regulated=True,
)

CardWhen = Literal[
    "before the auction",
    "hands out",
    "own turn",
    "other turn",
    "clarification",
    "to explain",
]

CARD_WHEN = Fact[CardWhen](
    "card_when",
    "When is the card looked at?",
    get_args(CardWhen),
)

OWN_CARD_ALLOWED = Fact(
    "own_card_allowed",
    "Does the Regulating Authority let players consult their own system card?",
    default=False,
    observe=allowed_by_body("own_system_card"),
)

OPPONENTS_CARD_RESTRICTED = Fact(
    "opponents_card_restricted",
    "Does the Regulating Authority restrict the use of the opponents' card?",
    default=False,
    observe=lambda at: not regulation("opponents_system_card", at.record.regulations, at.record.date).value,
)

PRESUMED_DECLARER_SIDE = Fact(
    "presumed_declarer_side",
    "Is {offender} of the declaring side?",
    observe=lambda at: at.record.declarer.side is at.offender.side if at.record.declarer else None,
)
