"""What people believe of the principles of Law 72."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from exams.scenarios.choices import Choice
from laws.rulings.ruling import Ruling


def mistakes(ruling: Ruling) -> Iterator[Choice]:
    """What people believe of these principles."""
    facts = dict(ruling.path)
    if facts["principle"] == "could foresee":
        yield from _OF_72C[_how(facts)]
    else:
        yield from _OTHERS[facts.get("duty_to_speak", facts["principle"])]


def _how(facts: Mapping[str, str]) -> str:
    return str(facts["advantage"]) if facts["could_foresee"] else "unforeseen"


_INTENT: Final = "whether it was meant does not count; it is enough that it could be foreseen (72C)."
_OF_72C: Final = {
    "unforeseen": (
        Choice(
            "You adjust the score, since {side} would have done worse without the irregularity.",
            "a gain alone is not enough; the offender must have been able to foresee it (72C).",
        ),
        Choice(
            "The result stands for {side}, but {others} get average plus.",
            "without 72C there is nothing to adjust, for either side.",
        ),
        Choice(
            "You adjust the score and penalise {side}, as the irregularity was {name}'s fault.",
            "the rectification has been paid; more needs damage that could be foreseen (72C), or an offence on purpose (72B1).",
        ),
    ),
    "open": (
        Choice(
            "You cancel the board at once and award average plus to {others}.",
            "the board is played to the end first; only then is it seen whether {side} gained (72C).",
        ),
        Choice(
            "You lift the restriction, so that {partner} may call again.",
            "the rectification stands; 72C looks at the result afterwards.",
        ),
        Choice(
            "You let the board be played to the end. The result stands, as the rectification has been paid.",
            "72C looks at the gain although the rectification has been paid.",
        ),
    ),
    "gained": (
        Choice("The result stands, as you cannot prove that {name} meant it.", _INTENT),
        Choice(
            "The result stands: the rectification was carried out, and more than that is not owed.",
            "72C takes away what was gained beyond it.",
        ),
        Choice(
            "The result stands. {name} gets a procedural penalty for the irregularity.",
            "a penalty does not give {others} back what they lost; the score is adjusted (72C).",
        ),
    ),
    "not gained": (
        Choice(
            "You adjust the score, because {name} could have been aware that it might help.",
            "the second condition is missing: {side} gained nothing (72C).",
        ),
        Choice(
            "You award {others} average plus, because {name} could have been aware that it might help.",
            "the second condition is missing: {side} gained nothing (72C).",
        ),
        Choice(
            "You cancel the board, and both sides get average.",
            "the board has been played, and nothing calls for another score (72C).",
        ),
    ),
}
_OTHERS: Final = {
    "on purpose": (
        Choice(
            "{name} may choose to do so, as long as the rectification that the law lays down is paid.",
            "a player may not break a law on purpose, even when willing to pay for it (72B1).",
        ),
        Choice(
            "You do nothing beyond that, as after any slip. Why it happened makes no difference.",
            "purpose makes a difference: it is forbidden, and can be penalised (72B1, 90A).",
        ),
        Choice(
            "{name} may not do that. The board is cancelled, and {others} get average plus.",
            "the irregularity is dealt with under its own law first; a score is adjusted where there is damage (72C).",
        ),
        Choice(
            "{name} may do it once in a session, and is penalised when it happens again.",
            "no law may be broken on purpose, not even once (72B1).",
        ),
    ),
    "no duty": (
        Choice(
            "{name} must tell {others} at once, for nobody may profit from an infraction by the own side.",
            "there is no such duty, save for the cases that the Laws name (72B2).",
        ),
        Choice(
            "{name} must call attention to it when the play is over, before the score is agreed.",
            "there is no such duty, save for the cases that the Laws name (72B2, 9A5).",
        ),
        Choice(
            "{name} need not say anything, and may mix the cards so that it does not come out.",
            "silence is allowed, concealment is not (72B3).",
        ),
        Choice(
            "{name} need not tell {others}, but must not benefit: you correct the result yourself afterwards.",
            "an infraction may be kept silent about, without anything else following from that (72B2).",
        ),
    ),
    "explanation": (
        Choice(
            "{name} need not say anything: nobody has to draw attention to an infraction by the own side.",
            "a wrong explanation of one's own is one of the exceptions (72B2, 20F4(a)).",
        ),
        Choice(
            "{name} must wait until the end of the play, so as not to give information to {partner}.",
            "that is for the partner of the explainer, when they defend (20F5); an own mistake is corrected earlier (20F4(a)).",
        ),
        Choice(
            "{name} must correct it only if {others} ask again.",
            "the duty does not wait for a question (20F4(a)).",
        ),
        Choice(
            "{name} must leave it to {partner}, who knows best what the call was meant as, to correct it.",
            "whoever gave the wrong explanation has to correct it (20F4(a)); {partner} may not even hint at it yet (20F5(a)).",
        ),
    ),
    "revoke": (
        Choice(
            "{name} may leave the card where it is and pay for the revoke afterwards.",
            "a revoke that is not established must be corrected (62A, 72B1).",
        ),
        Choice(
            "{name} need not do anything about it unless {others} insist.",
            "a revoke that can still be corrected is one of the exceptions to the freedom of silence (72B2, 62A).",
        ),
        Choice(
            "The card stays played, as it lies on the table. {others} get a trick.",
            "the revoke is not established, so no trick is transferred; it is corrected (62A).",
        ),
        Choice(
            "{name} may choose: to follow suit now, or to let the revoke stand and give up a trick for it.",
            "there is no choice: a revoke that attention is drawn to in time must be corrected (62A).",
        ),
    ),
    "trick": (
        Choice(
            "{name} need not say anything: counting the tricks is for {others} to do.",
            "nobody may knowingly accept a trick that the own side did not win (79A2, 72B2).",
        ),
        Choice(
            "{name} may leave it, as both sides have agreed on the number of tricks.",
            "the agreement does not allow a side to keep a trick that it knows it did not win (79A2).",
        ),
        Choice(
            "{name} must say so only if {others} ask for a recount before the end of the round.",
            "the duty does not wait for a question (79A2).",
        ),
        Choice(
            "{name} need not say so, but {others} get the trick back if they find out in time.",
            "nobody may knowingly accept a trick that the own side did not win (79A2).",
        ),
    ),
    "concealed": (
        Choice(
            "{name} may do so: nobody has to draw attention to an infraction by the own side.",
            "silence is allowed, concealment is not (72B2, 72B3).",
        ),
        Choice(
            "Nothing follows but the usual rectification of a revoke, if it can still be shown.",
            "the attempt to conceal it is an offence of its own (72B3, 90A).",
        ),
        Choice(
            "Nothing follows: it was for {others} to notice the revoke while they could.",
            "an infraction may not be concealed from them (72B3).",
        ),
    ),
    "lawful tactics": (
        Choice(
            "{name} did wrong, but not on purpose. You warn {side}, and the result stands.",
            "to score better by lawful calls, plays and pace is the object of the contest (72A).",
        ),
        Choice(
            "You adjust the score if {others} were damaged by it.",
            "damage is redressed where there was an infraction (12B1); here there was none (72A).",
        ),
        Choice(
            "{name} was free to do so, but not to gain by it. You adjust the score.",
            "without an infraction there is nothing to adjust; to gain is the object of the contest (72A).",
        ),
        Choice(
            "The result at the table stands. {side} have to announce it beforehand next time.",
            "what is no partnership understanding need not be announced (40A3), and no law forbids it (72A).",
        ),
    ),
    "not trying": (
        Choice(
            "Nothing can be said against it: each contestant decides what is worth playing for.",
            "to score higher than the others is the aim that 72A names; the conditions of contest may say what follows.",
        ),
        Choice(
            "You cancel the boards and award average plus to the opponents.",
            "72A names no rectification; what follows is for the conditions of contest to say.",
        ),
        Choice(
            "You disqualify the contestant at once under 72A.",
            "72A names no rectification; what follows is for the conditions of contest to say.",
        ),
    ),
}
