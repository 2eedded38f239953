"""Facts about information that no legal call or play gave: from partner, from withdrawn actions, from elsewhere."""

from __future__ import annotations

from laws.rulings.facts.base import Fact, Judgement, Source, name_answers
from laws.rulings.regulations import fraction_for_alternative
from laws.rulings.replay import Situation

name_answers(
    {
        "27B1(a)": "yes: an insufficient bid was replaced by the cheapest sufficient bid in the same denomination (27B1(a))",
    }
)

# -- 16A ---------------------------------------------------------------------------------------------------------------


# -- 16B and 16C -------------------------------------------------------------------------------------------------------


def by_the_poll(at: Situation) -> bool | None:
    record = at.record
    if record.poll is None:
        return None
    return record.poll.finds_alternative(fraction_for_alternative(record.regulations, record.date))


EXTRANEOUS = Fact(
    "extraneous",
    "Did {partner} give {chooser} information other than by a legal call or play?",
    source=Source.FINDING,
    find_out="what was said, asked, alerted or shown, and in what tempo; ask all four players, and note what is disputed",
    judgement=Judgement(
        test=(
            "Was there a remark, a question, an alert, or an unmistakable hesitation or unusual speed, that "
            "might suggest something?"
        ),
        law="16B1",
        ask="all four players, what happened, before anybody says what it meant",
        rulings={
            False: "no infraction; the game continues",
            True: "the information is unauthorised; look at what partner does next",
        },
    ),
    told={
        False: "I find that {partner} gave {chooser} no unauthorised information",
        True: "{partner} gave {chooser} unauthorised information",
    },
)
ACTED = Fact("acted", "Has {chooser} called or played since?")
ALTERNATIVE = Fact(
    "alternative",
    "Did {chooser} have a logical alternative to the action chosen?",
    source=Source.FINDING,
    find_out=(
        "what players of the same class would consider with these methods; give them the hand but not the information"
    ),
    observe=by_the_poll,
    judgement=Judgement(
        test="Would a significant proportion of such players seriously consider another action, and might some select it?",
        law="16B1(b)",
        ask="{chooser} for the methods of the partnership and the reasons for the action",
        poll=(
            "players of the same class with the same methods, without telling them the information: what they"
            " would call, and what else they would seriously consider"
        ),
        rulings={
            False: "the result stands: with no logical alternative, the player was free to take the action",
            True: "the action is allowed only if the information did not suggest it over the alternative",
        },
        play_on="carry on, and call me back after play if {chooser} may have chosen what the information suggested",
    ),
)
SUGGESTED = Fact(
    "suggested",
    "Did the information demonstrably suggest the action chosen over that alternative?",
    source=Source.FINDING,
    find_out="what such information usually means in this partnership, and to which action it points",
    judgement=Judgement(
        test="Can it be shown that the information made the chosen action more attractive than the alternative?",
        law="16B1(a)",
        ask="yourself what the information suggested; if it points nowhere, nobody is restricted",
        poll="players who are told only the information: what they think it suggests",
        rulings={
            False: "the result stands",
            True: "an infraction; the score is adjusted if the offenders gained by it",
        },
    ),
)


# -- 16D ---------------------------------------------------------------------------------------------------------------
