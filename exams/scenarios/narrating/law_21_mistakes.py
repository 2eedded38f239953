"""Law 21: what people rule instead when an explanation was wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from exams.scenarios.choices import Choice
from laws.rulings.ruling import Ruling

_LATER: Final = "The score may be adjusted after play."


def mistakes(ruling: Ruling) -> Iterator[Choice]:
    """What people rule instead, by how far the path goes."""
    path = dict(ruling.path)
    if not path["misinformed"]:
        yield from _own_misunderstanding()
    elif path["what_was_wrong"] == "call wrong":
        yield from _wrong_call()
    elif not path["auction_period_over"] and not path["partner_since"]:
        yield from _in_time(path)
    elif path["influenced"]:
        yield from _too_late(path)
    else:
        yield from _no_other_call(path)


def _own_misunderstanding() -> Iterator[Choice]:
    yield Choice(
        f"{{misinformed}} may change {{it}}, knowing both meanings. {_LATER}",
        "21B1(a) helps a player whom an opponent misinformed; a player's own misunderstanding falls under 21A",
    )
    yield Choice(
        "{misinformed} may change {it}, since nobody has called after it.",
        "a call made on a misunderstanding of one's own may not be changed, however soon it is noticed (21A)",
    )
    yield Choice(
        "{no_change}. After play you adjust the score if {side} gained.",
        "{side} did nothing wrong, and 21A gives no redress for what a player misunderstood",
    )
    yield Choice(
        "{misinformed} may change {it}. {misinformed_partner} must then pass once.",
        "21A allows no change of the call at any price",
    )
    yield Choice(
        "{misinformed} may change {it}.", "nobody misinformed {misinformed}, and 21B1(a) is for those who were"
    )
    yield Choice("You assign an adjusted score.", "{side} did nothing wrong, and 21A gives no redress")
    yield Choice("You cancel the board.", "a player's own misunderstanding changes nothing (21A)")


def _wrong_call() -> Iterator[Choice]:
    yield Choice(
        "You assign an adjusted score, because hand and explanation did not agree.",
        "opponents are entitled to the agreement, not to a hand that fits it; a wrong call is no infraction (75C)",
    )
    yield Choice(
        "{bidder} had to tell {others} of the wrong call. You adjust the score if {side} gained.",
        "the explanation was right, so there was nothing to correct (75C)",
    )
    yield Choice(
        "You presume that the explanation was wrong. You adjust the score if {side} gained.",
        "that presumption is for want of evidence, and here there is some (21B1(b))",
    )
    yield Choice(
        "The result stands. {side} are fined for forgetting their methods.",
        "to forget an agreement is no infraction (75C), unless a regulation says so",
    )
    yield Choice("You assign an adjusted score.", "a wrong call is no infraction (75C)")
    yield Choice("You cancel the board.", "the board has a result, and there was no infraction (75C)")
    yield Choice(
        "You award {others} average plus and let {side} keep the score.",
        "there was no infraction to make good: agreement and explanation were the same (75C)",
    )


_ACCEPTED: Final = Choice(
    "You accept that {bidder} called wrongly. Nothing is changed, and the result will stand.",
    "without evidence you presume a wrong explanation, whatever the players say (21B1(b))",
)
_AVERAGES: Final = "{no_change}. {others} get average plus, {side} average minus."


def _in_time(path: Mapping[str, Any]) -> Iterator[Choice]:
    if not path["influenced"]:
        yield Choice(
            "{misinformed} may change {it}, as every player may whom an opponent misinformed.",
            "only a call that the wrong information could well have influenced may be changed (21B1(a))",
        )
        yield Choice(
            "{no_change}. After play you adjust the score if {others} did badly.",
            "the wrong information did nothing to this call, so it gave no advantage either (21B3)",
        )
        yield Choice(_AVERAGES, "the board can be played, and {side} gained nothing by what they said (21B3)")
        yield Choice("{misinformed} may change {it}.", "the wrong information did nothing to this call (21B1(a))")
        yield Choice(
            "{misinformed} has to change {it}.", "not even a call that was influenced has to be changed (21B1(a))"
        )
        yield Choice("You assign an adjusted score.", "the wrong information did nothing to this call (21B3)")
        return
    if path["what_was_wrong"] == "no evidence":
        yield _ACCEPTED
    if path["changes"]:
        yield from _changed(path)
    else:
        yield Choice(
            "{misinformed} has to change {it}, because it was made on wrong information.",
            "the change is the player's choice (21B1(a))",
        )
        yield Choice(
            f"{{misinformed}} was free to change {{it}} or to keep it, knowing both meanings. {_LATER}",
            "it was not too late for another call, so 21B3 gives nothing for one that was kept",
        )
        yield Choice(
            f"{{misinformed}} could have changed {{it}}, but only on the right meaning alone. {_LATER}",
            "the player may use everything that was heard; what the correction tells is authorized for {others} (16C1)",
        )
        yield Choice(
            "{misinformed} kept {it}, and so {others} may not use what the correction told.",
            "for the side that was misinformed the correction is authorized information, whatever they choose (16C1)",
        )
        yield Choice(
            f"{{misinformed}} was free to change {{it}} or to keep it, but may not use what the correction told. {_LATER}",
            "for the side that was misinformed the correction is authorized information, whatever they choose (16C1)",
        )


def _no_other_call(path: Mapping[str, Any]) -> Iterator[Choice]:
    """Too late for a change, and the right information would have brought no other call."""
    why = "where the right information alone would have brought no other call, {side} gained nothing by the wrong one (21B3)"
    yield Choice("{no_change}. After play you adjust the score if {others} did badly.", why)
    yield Choice("{no_change}. You assign an adjusted score.", why)
    yield Choice(_AVERAGES, why)
    yield Choice(
        "{no_change}. {others} may choose between the result and average plus.", f"no law gives such a choice; {why}"
    )
    if not path["auction_period_over"]:
        yield Choice(
            "{misinformed} may change {it}, since no lead has been faced.",
            "not after {misinformed_partner} has called (21B1(a))",
        )


def _changed(path: Mapping[str, Any]) -> Iterator[Choice]:
    yield Choice(
        f"{{misinformed}} may change {{it}}, but must leave the wrong meaning out of account. {_LATER}",
        "21B1(a) leaves the player free, and what the correction tells is authorized for {others} (16C1)",
    )
    yield Choice(
        f"{{misinformed}} may change {{it}}. {{misinformed_partner}} must then pass once. {_LATER}",
        "a call changed under 21B1(a) brings no rectification on the player's own side",
    )
    yield Choice(
        "{misinformed} may change {it}. The score will not be adjusted after that.",
        "the change may not make everything good; an adjusted score remains open (21B3)",
    )
    if not path.get("lho_since"):
        yield Choice("{misinformed} has to change {it}.", "the change is the player's choice (21B1(a))")
        yield Choice(
            "{no_change}, for a call once made in turn is made. After play you adjust the score.",
            "21B1(a) allows the change as long as {misinformed_partner} has not called since",
        )
        return
    yield Choice(
        "{no_change}, as {misinformed_lho} has called after it. After play you adjust the score if {side} gained.",
        "only a call by {misinformed_partner} would make it too late (21B1(a))",
    )
    yield Choice(
        f"{{misinformed}} may change {{it}}, but {{lho_call}} stands. {_LATER}",
        "once {misinformed} changes, {misinformed_lho} may change what was called after it (21B2)",
    )
    forgetting = "{misinformed} may change {it}, but must leave the wrong meaning out of account."
    if path.get("lho_changes"):
        yield Choice(
            f"{forgetting} {{misinformed_lho}} may change {{lho_it}} too, and {{side}} may not use what it told. {_LATER}",
            "21B1(a) leaves the player free, and what the correction tells is authorized for {others} (16C1)",
        )
        yield Choice(
            f"{{misinformed}} may change {{it}}, knowing both meanings. {{misinformed_lho}} may change {{lho_it}} too, but "
            f"{{lho_partner}} must then pass at the next turn to call. {_LATER}",
            "the change under 21B2 makes nobody pass; what was withdrawn is a matter of 16C",
        )
        yield Choice(
            f"{{misinformed}} may change {{it}}, then {{misinformed_lho}} {{lho_it}}, and all may use what that told. {_LATER}",
            "for {side} the call that {misinformed_lho} withdrew is unauthorized information (21B2, 16C2)",
        )
    else:
        yield Choice(
            f"{forgetting} {{misinformed_lho}} may then change {{lho_it}}. {_LATER}",
            "21B1(a) leaves the player free, and what the correction tells is authorized for {others} (16C1)",
        )
        yield Choice(
            f"{{misinformed}} may change {{it}}, knowing both meanings. {{misinformed_lho}} may then change {{lho_it}}, but "
            f"{{lho_partner}} must pass once. {_LATER}",
            "the change under 21B2 makes nobody pass; what was withdrawn would be a matter of 16C",
        )
        yield Choice(
            "{misinformed} may change {it}. {lho_call} is cancelled, and {misinformed_lho} must pass once.",
            "{misinformed_lho} may change the call or leave it, without rectification (21B2)",
        )


def _too_late(path: Mapping[str, Any]) -> Iterator[Choice]:
    presumed = path["what_was_wrong"] == "no evidence"
    match path["advantage"]:
        case "gained":
            if presumed:
                yield _ACCEPTED
            yield Choice(
                _AVERAGES, "an artificial score is for a board without a result; here one is assigned (21B3, 12C1(b))"
            )
            yield Choice(
                "{no_change}. The score is not adjusted, as {side} meant no harm.",
                "21B3 asks whether {side} gained, not what they meant to do",
            )
            yield Choice(
                "{no_change}. The score is not adjusted, as {misinformed} could have called you sooner.",
                "{misinformed} had no reason to doubt the information sooner; {side}'s gain is taken back (21B3)",
            )
            yield Choice(
                "{no_change}, and the result stands.", "what {side} gained is taken back by an adjusted score (21B3)"
            )
            yield Choice("The result stands.", "what {side} gained is taken back by an adjusted score (21B3)")
            yield Choice(
                "You cancel the board.", "the board has a result, which an assigned score replaces (21B3, 12C1(b))"
            )
        case "not gained":
            yield Choice(
                "{no_change}. You assign an adjusted score, because {others} were misinformed.",
                "misinformation alone is not enough: {side} must have gained by it (21B3)",
            )
            yield Choice(
                _AVERAGES, "without an advantage there is nothing to adjust, and an average is no penalty (21B3)"
            )
            yield Choice(
                "{no_change}. {others} may choose between the result and average plus.",
                "no law gives such a choice; the result counts unless {side} gained (21B3)",
            )
            yield Choice(
                "You assign an adjusted score.", "misinformation alone is not enough: {side} must have gained (21B3)"
            )
            yield Choice("{others} get average plus.", "without an advantage there is nothing to adjust (21B3)")
            yield Choice("You cancel the board.", "the board has a result, and {side} gained nothing by it (21B3)")
        case _:
            if presumed:
                yield _ACCEPTED
            yield Choice(
                "{no_change}. {others} get average plus at once, and the board is not played on.",
                "the board can be played, and the score adjusted afterwards if need be (21B3)",
            )
            yield Choice(
                "{no_change}, and the result will stand.", "it is too late for another call, not for redress (21B3)"
            )
            yield Choice("You cancel the board.", "the board can be played, and the score adjusted if need be (21B3)")
            yield Choice("{misinformed} may change {it}.", "it is too late for that (21B1(a))")
            yield from _too_late_for_change(over=path["auction_period_over"])


def _too_late_for_change(*, over: bool) -> Iterator[Choice]:
    if over:
        yield Choice(
            "{no_change}, and a result too stands once a lead has been faced.",
            "it is too late for another call, not for redress (21B3)",
        )
        yield Choice(
            "{misinformed} may change {it}. The cards played go back, and the auction goes on.",
            "no call is changed once the auction period has ended with a faced lead (21B1(a), 17D1)",
        )
        return
    yield Choice(
        "{misinformed} may change {it}, since no lead has been faced.",
        "not after {misinformed_partner} has called (21B1(a))",
    )
    yield Choice(
        "{misinformed} may change {it}. The calls made since are cancelled.",
        "after {misinformed_partner}'s call it is too late for a change (21B1(a))",
    )
    yield Choice(
        "{no_change}, and so the result will stand, whoever gained by it.",
        "it is too late for another call, not for redress (21B3)",
    )
