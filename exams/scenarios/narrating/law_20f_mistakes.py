"""Laws 20F4, 20F5 and 75B: what people think a player has to do who notices a wrong explanation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from exams.scenarios.choices import Choice
from laws.rulings.ruling import Ruling

NOW: Final = "{knower} must correct the explanation now, with you at the table."
_AT_THE_END: Final = "{knower} must correct the explanation when play is over, and not before."
_ONLY_IF_ASKED: Final = (
    "{knower} need say nothing unless {others} ask again.",
    "the duty to correct does not wait for a question ({law})",
)
_TELL_DOUBT: Final = (
    "{knower} must tell {others} of the doubt now, so that they know both meanings.",
    "opponents are entitled to the agreement, not to a player's doubts about it; only a player who thinks that the "
    "explanation was wrong has to speak, under 20F5(b)",
)
_KEEP_TO_IT: Final = (
    "{knower} must confirm {explainer}'s answer, which now counts as the agreement.",
    "a wrong answer changes no agreement; who does not know what was agreed has nothing to confirm, see 20F5(b)",
)


def mistakes(ruling: Ruling) -> Iterator[Choice]:
    """The wrong answers, by whose explanation it was and how far the board has come."""
    path = dict(ruling.path)
    when = path["noticed_when"]
    if path["whose_explanation"] == "own":
        yield from _own(when)
    elif not path["believes_wrong"]:
        yield Choice(*_TELL_DOUBT)
        yield Choice(
            "{knower} must speak up at once.",
            "{knower} does not know that it was wrong, and 20F5(b) asks for an opinion, not for a guess",
        )
        yield Choice(*_KEEP_TO_IT)
        if when != "when play is over":
            yield Choice(
                "{knower} must tell {others} of the doubt when play is over.",
                "20F5(b) binds a player who thinks that the explanation was wrong, and {knower} does not know",
            )
        yield Choice(NOW, "{knower} does not know that it was wrong, and 20F5(b) asks for an opinion, not for a guess")
    else:
        yield from _partners(when, bool(path.get("knower_declares")))


def _own(when: str) -> Iterator[Choice]:
    if when == "in the auction":
        yield Choice(NOW, "so it was before 2017; 20F4(a) leaves the moment to the player, up to the lead")
        yield Choice(
            "{knower} must put it right, but only at the next turn to call.",
            "20F4(a) ties the player to no turn: the Director may be called at any moment",
        )
        yield Choice(
            "{knower} must wait for the final pass, so as not to inform {bidder}.",
            "20F4(a) lets players correct their own explanation sooner; that {bidder} may not use it is another matter (16C2)",
        )
        yield Choice(_AT_THE_END, "that is for a defender whose partner explained wrongly (20F5(b)(i))")
    else:
        law = "20F4(a)" if when == "in the clarification period" else "75B2"
        yield Choice(_ONLY_IF_ASKED[0], _ONLY_IF_ASKED[1].replace("{law}", law))
    if when == "in the clarification period":
        yield Choice(
            _AT_THE_END, "that is for a defender whose partner explained wrongly; one's own mistake falls under 20F4(a)"
        )
        yield Choice(
            "{knower} must put it right as declarer or dummy, but not as a defender.",
            "20F4(a) makes no difference between the sides; 20F5(b) does, for partner's mistakes",
        )
        yield Choice(
            "{knower} must put it right as soon as dummy is spread.",
            "the Clarification Period ends when the lead is faced, and the duty under 20F4(a) with it",
        )
    if when == "in the play":
        yield Choice(
            _AT_THE_END,
            "that is for a defender whose partner explained wrongly; 75B2 wants one's own put right at once",
        )
        yield Choice(
            "It is too late to put it right: the Clarification Period is over.",
            "that period is the limit for what is noticed in the auction; for the play see 75B2",
        )
        yield Choice(
            "{knower} must put it right at the next turn to play.",
            "75B2 does not wait for a turn: the Director is called as soon as the mistake is noticed",
        )
    if when == "when play is over":
        yield Choice(
            "Nothing need be said, for nobody can act on the explanation any more.",
            "{others} may have been damaged before, and learn of it only so; see 75B2 and 21B3",
        )
        yield Choice(
            "{knower} must put it right only if {side} gained by it.",
            "who gained is for the Director to find out afterwards, under 21B3; the duty in 75B2 does not depend on it",
        )
        yield Choice(
            "{explainer} may leave it to {bidder}, whose call it was.",
            "the player who explained wrongly corrects it (75B2); what 20F5(b) asks of {bidder} does not take that duty away",
        )


def _partners(when: str, declares: bool) -> Iterator[Choice]:
    if when == "in the auction":
        yield Choice(NOW, "20F5(a) forbids it, and even a sign that there was a mistake, while the auction lasts")
        yield Choice(
            "{knower} must put it right at the next turn to call.",
            "20F5(a) forbids it as long as the auction lasts, whosever turn it is",
        )
        yield Choice(
            "{knower} must say nothing during the auction. As a defender {knower} must put it right after the final pass. As "
            "declarer or dummy {knower} must put it right when the play has ended.",
            "it is the other way round: declarer and dummy after the final pass, a defender at the end of play (20F5(b))",
        )
        yield Choice(
            "{knower} must put it right at the next turn to call. {explainer} must then pass for the rest of the "
            "auction, and may use nothing of what was said in the play either.",
            "20F5(a) forbids it as long as the auction lasts, whosever turn it is",
        )
        yield Choice(
            "{knower} must say nothing during the auction, and put it right after the final pass, whoever declares.",
            "a defender must wait for the end of play (20F5(b)(i))",
        )
        yield Choice(
            "{knower} must say nothing during auction and play, and put it right afterwards, whoever declares.",
            "declarer and dummy have to speak after the final pass (20F5(b)(ii))",
        )
        return
    yield Choice(
        "{knower} need not put it right: only {explainer} answers for the explanation.",
        "20F5(b) puts the duty on the partner of whoever explained wrongly",
    )
    if when == "when play is over":
        yield Choice(
            "{knower} must put it right only if {others} ask about it.",
            "the duty in 20F5(b) does not wait for a question",
        )
        yield Choice(
            "{knower} must put it right only if {side} gained by it.",
            "who gained is for the Director to find out afterwards, under 21B3; the duty in 20F5(b) does not depend on it",
        )
        yield Choice(
            "Nothing need be said, for the hands have shown {others} what was wrong.",
            "20F5(b) wants the opponents told; they need not work it out",
        )
    elif declares:
        yield Choice(_AT_THE_END, "that is a defender's first legal opportunity (20F5(b)(i))")
        yield Choice(
            "{knower} may put it right, but is not bound to before play is over.",
            "for declarer and dummy it is a duty as soon as the auction is over (20F5(b)(ii))",
        )
        if when == "in the play":
            yield Choice(
                "It is too late to put it right: a lead has been faced.",
                "the duty in 20F5(b)(ii) began with the final pass and lasts until it is done",
            )
    else:
        yield Choice(NOW, "a defender who speaks before play is over tells partner of the mistake; see 20F5(b)(i)")
        yield Choice(
            "{knower} must put it right at the first turn to play.",
            "a defender's first legal opportunity is the end of play (20F5(b)(i))",
        )
