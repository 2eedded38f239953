"""What people believe about tempo, manner and deception."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from exams.scenarios.choices import Choice
from laws.rulings.ruling import Ruling


def mistakes(ruling: Ruling) -> Iterator[Choice]:
    """The wrong rulings for the path, by the conduct and what was found."""
    facts = dict(ruling.path)
    conduct = facts["conduct"]
    if conduct in ("signal", "manner"):
        yield from _BY_PURPOSE[conduct, facts["deliberate"]]
        if not facts.get("could_benefit", True):
            yield _OWN_RISK
    elif conduct in ("pause left out", "has information"):
        yield from _PLAIN[conduct]
    elif facts.get("deception_rests_on") == "by itself":
        yield from _PLAIN["by itself"]
    elif facts.get("deception_rests_on") == "protected":
        yield from _PROTECTED
    else:
        yield from _MISLED if facts.get("could_benefit") else _NOT_MISLED


_OWN_RISK: Final = Choice(
    "What {name} did is no infraction by itself. You adjust the score if {others} draw a wrong inference from it.",
    "they draw it at their own risk, unless the player could see that it might pay (73D1, 73E2).",
)
_BY_PURPOSE: Final = {
    ("signal", False): (
        Choice(
            "Nothing follows, as {name} did not mean it. {partner} may take it into account.",
            "what partner lets out without meaning to is unauthorised all the same (73C1, 16B1).",
        ),
        Choice(
            "{partner} must pass for the rest of the auction.",
            "no player is barred for it; {partner} may make any call that the information did not suggest (73C1, 16B).",
        ),
        Choice(
            "{name} may not tell {partner} anything in such a way. {partner} must pass whenever there is any doubt, and "
            "{others} may not use what they have seen or heard either.",
            "{partner} may make any call that it did not suggest (16B1), and {others} may use it (16A1).",
        ),
        Choice(
            "{others} get average plus at once, and {side} average minus.",
            "the board goes on; the score is adjusted only if the information was used and did damage (16B3).",
        ),
        Choice(
            "{name} may not do that. {partner} and {others} all have to forget it.",
            "{others} may use it (16A1); it is {partner} who may not (73C1).",
        ),
    ),
    ("signal", True): (
        Choice(
            "{name} may not do that. You tell {side} to put it on their system card from now on.",
            "disclosure makes no such means lawful; partners communicate by calls and plays alone (73A1, 73B).",
        ),
        Choice(
            "You warn {side}. Nothing more can be done, unless {others} were damaged by it.",
            "prohibited communication is an offence whatever came of it (73B, 89A3, 89D).",
        ),
        Choice(
            "{side} may do so, as long as they tell {others} what it means.",
            "disclosure makes no such means lawful; partners communicate by calls and plays alone (73A1, 73B).",
        ),
    ),
    ("manner", False): (
        Choice(
            "{name} is penalised: a player may not call out of tempo.",
            "a variation that was not meant is no infraction by itself (73D1).",
        ),
        Choice(
            "{partner} must pass at the next turn, and {name} is warned.",
            "nobody is barred for it; {partner} only may not use what it tells (16B1, 73D1).",
        ),
        Choice(
            "What {name} did is no infraction. Neither {partner} nor {others} may draw any inference from it.",
            "{others} may, at their own risk (73D1).",
        ),
    ),
    ("manner", True): (
        Choice(
            "Nothing follows: how a player makes a call is part of the game, and {others} are free to ignore it.",
            "tempo and manner may not be varied on purpose (73A2).",
        ),
        Choice(
            "{name} may do so, as long as {partner} takes no advantage of it.",
            "a variation on purpose is an infraction by itself (73A2).",
        ),
        Choice(
            "{name} may not do that. {others} get average plus, whether it misled them or not.",
            "the score is adjusted only if somebody was misled, as 73E2 has it.",
        ),
        Choice(
            "{name}'s call is cancelled, and is made again in a proper manner.",
            "the call stands; it is the manner that is dealt with (73A2, 73D2).",
        ),
    ),
}
_PLAIN: Final = {
    "pause left out": (
        Choice(
            "Nothing follows: such a pause is a courtesy, which no law asks for.",
            "where regulations prescribe pauses they are mandatory (73D3).",
        ),
        Choice(
            "{name}'s call is cancelled. {name} waits ten seconds and then makes any call.",
            "the call stands; what the haste told is unauthorised for {partner} (16B1(a)).",
        ),
        Choice(
            "{partner} must pass at the next turn, since {name} did not wait.",
            "nobody is barred for it; {partner} only may not use what the haste told (16B1(a)).",
        ),
        Choice(
            "{name} must make the pause that the regulations prescribe. {name}'s call is taken back, {partner} must pass at "
            "the next turn, and {name} may then make any legal call after a pause.",
            "the call stands and nobody is barred; {partner} only may not use what the haste told (16B1(a)).",
        ),
        Choice(
            "{name} must make the pause that the regulations prescribe. You adjust the score in any case, whether {partner} "
            "used what the haste tells or not, and warn {name} for the future.",
            "the score is adjusted only if the information was used and did damage (16B3).",
        ),
        Choice(
            "{others} get average plus, since {name} did not wait.",
            "the score is adjusted only if the information was used and did damage (16B3).",
        ),
    ),
    "has information": (
        Choice(
            "{partner} must pass, as it is not clear what the pause was about.",
            "{partner} may make any call that the pause does not suggest over a logical alternative (16B1, 73C1).",
        ),
        Choice(
            "{partner} may make the call that was planned before the pause. Nobody can ask for more.",
            "what was planned does not count; a call that the pause suggests over a logical alternative is not allowed (16B1).",
        ),
        Choice(
            "{partner} may call as usual: a pause is no infraction, so nothing follows from it.",
            "the pause is none, but what it tells is unauthorised for {partner} (73D1, 73C1).",
        ),
        Choice(
            "{partner} must do whatever the pause does not suggest, even if no other player would think of it.",
            "only the choice among logical alternatives is limited (16B1).",
        ),
    ),
    "by itself": (
        Choice(
            "You adjust the score, since {declarer} was deceived by the {card}.",
            "a deception by the play alone is lawful (73E1).",
        ),
        Choice(
            "The result stands. {name} gets a procedural penalty for misleading an opponent.",
            "a deception by the play alone is lawful, and nothing is penalised (73E1).",
        ),
        Choice(
            "You adjust the score unless {side} have told {others} beforehand that they play false cards.",
            "nobody has to announce a false card that partner does not know of either (73E1).",
        ),
        Choice(
            "You adjust the score, as a defender may deceive only when {partner} is deceived too.",
            "there is no such condition for a card played without manner and without an understanding (73E1).",
        ),
    ),
}
_NOT_MISLED: Final = (
    Choice(
        "You adjust the score: {declarer} went wrong, and {name} had varied tempo or manner.",
        "it takes a false inference from it, no bridge reason, and a benefit that could be foreseen (73E2).",
    ),
    Choice(
        "The result stands. {name} gets a procedural penalty for misleading {declarer}.",
        "nothing was done that 73D2 forbids, as one of the conditions of 73E2 is missing.",
    ),
    Choice(
        "{others} get average plus, and {side} keep the result.",
        "nothing is adjusted where one of the conditions of 73E2 is missing.",
    ),
    Choice(
        "The trick goes back to {declarer}, and the rest of the result stands.",
        "tricks are not given back for tempo or manner; the conditions of 73E2 decide about the score.",
    ),
)
_MISLED: Final = (
    Choice(
        "The result stands: {declarer} drew the inference at {declarer}'s own risk.",
        "not when it was false, no bridge reason was there, and the benefit could be foreseen (73D1, 73E2).",
    ),
    Choice(
        "The result stands, as you cannot prove that {name} meant to mislead {declarer}.",
        "intent need not be shown; it is enough that the benefit could be foreseen (73E2).",
    ),
    Choice(
        "The result stands. {name} is warned to keep an even tempo and manner.",
        "a false inference, no bridge reason and a benefit that could be foreseen call for an adjusted score (73E2).",
    ),
    Choice(
        "The trick goes back to {declarer}, and the rest of the result stands.",
        "tricks are not given back for tempo or manner; an adjusted score is awarded (73E2).",
    ),
)
_FREE: Final = Choice(
    "{name} was free to deceive the opponents by a call. Nothing follows.",
    "not under the shelter of an understanding that is concealed from them (73E1, 40A3).",
)
_CARD_ONLY: Final = Choice(
    "You tell {side} to put it on their system card. The result stands whatever it is.",
    "if {others} are damaged by what they were not told, the score is adjusted (40C1, 40B3(a)).",
)
_EVERY_TIME: Final = Choice(
    "{others} get average plus, whether the deception did them harm or not.",
    "the score is adjusted only if they were damaged (40C1).",
)
_BOTH: Final = Choice(
    "{side} may not rely on an understanding that the others do not know. They have to disclose it. Without asking about "
    "damage, you cancel the board and award average plus to {others}.",
    "the board stays, and its score is adjusted only if {others} were damaged (40C1).",
)
_SPLIT: Final = Choice(
    "{name} may not rely on an understanding that the others do not know; {partner}, who did not make the call, is free to use "
    "it on this board. They have to disclose it from now on.",
    "the understanding belongs to both, and it was concealed on this board already (73E1, 40A3).",
)
_FORBIDDEN: Final = Choice(
    "{side} may not make such calls at all. They play without deceptions for the rest of the session.",
    "a deception is lawful; what is not is an understanding about it that the others do not know (73E1, 40C1).",
)
_PROTECTED: Final = (_FREE, _CARD_ONLY, _EVERY_TIME, _FORBIDDEN, _BOTH, _SPLIT)
