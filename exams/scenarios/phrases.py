"""Rulings in the few words of an option: `2♣ stands. South must pass throughout.`

The engine's own sentences explain; an option is compared with three others, so it says each decision as shortly as it can
be said, in the order of the law.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from laws.rulings.calls import Call
from laws.rulings.effects import Effect
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.words import NOBODY, fill, names_at

FREE: Final = "the auction goes on without further rectification"
ONCE: Final = "{partner} must pass once"
THROUGHOUT: Final = "{partner} must pass throughout"
LEAD: Final = "declarer may later forbid {partner} to lead one suit"
NO_LEAD: Final = "no lead is restricted"
PASSES_ONCE: Final = "{offender} must pass at this turn; {partner} may make any legal call"
CALL_AGAIN: Final = "{offender} must bid or pass instead"
REPEAT: Final = "{offender} must repeat {owed}"
GOES_BACK: Final = "the auction goes back to {correct}"

_SHORT: Final[dict[str, str]] = {
    "auction_reverts_to": GOES_BACK,
    "must_repeat_call": REPEAT,
    "no_further_rectification": FREE,
    "offender_must_pass": PASSES_ONCE,
    "lead_restriction": LEAD,
    "must_substitute": CALL_AGAIN,
}
_NOUNS: Final = {"P": "pass", "X": "double", "XX": "redouble"}


PLACES: Final = frozenset(NOBODY) | {"owed"}
"""What a sentence can name at every table; "the replacement" where there is none."""


def names(ruling: Ruling) -> dict[str, str]:
    """What to call the players and calls of a ruling: `South's pass`, since a table may have seen several passes."""
    at = ruling.situation
    found = names_at(at)
    if at is None or at.irregularity is None:
        return found
    found["irregular"] = _call(at.offender, at.call)
    if at.first_of_moment:
        found["first"] = _call(at.first_of_moment.by, at.first_of_moment.call)
        if at.first_of_moment.call is at.call:
            found["first"] = _owned(at.first_of_moment.by, at.call)
            found["irregular"] = _owned(at.offender, at.call)
    found["owed"] = at.call.symbol if at.call.is_bid else f"the {at.call.symbol}"
    if at.next_made:
        found["over"] = _call(at.next_made.by, at.next_made.call)
        if at.next_made.call is at.call:
            found["irregular"] = _owned(at.offender, at.call)
            found["over"] = _owned(at.next_made.by, at.next_made.call)
    if at.offered:
        found["attempt"] = _again(at.offender, at.offered[0].call, at.call)
        found["replacement"] = _again(at.offender, at.offered[-1].call, at.call)
    return found


def _call(by: Seat, call: Call) -> str:
    return call.symbol if call.is_bid else _owned(by, call)


def _owned(by: Seat, call: Call, which: str = "") -> str:
    return f"{by.full_name}'s {which}{_NOUNS.get(call.text, call.symbol)}"


def _again(by: Seat, call: Call, before: Call) -> str:
    return _owned(by, call, "second ") if call is before else _call(by, call)


def say(ruling: Ruling, *templates: str) -> str:
    """Sentences about the players and calls of this ruling."""
    known = names(ruling)
    return " ".join(f"{fill(template, known)}." for template in templates)


def ruling_text(ruling: Ruling) -> str:
    """A ruling as an option: what happens to the calls and the players, and nothing else."""
    return say(ruling, *dict.fromkeys(words for _, words in decision_words(ruling)))


def decision_words(ruling: Ruling) -> Iterator[tuple[Effect, str]]:
    """The main decisions that an option tells, each with its words (a template).

    Left out is what another decision of the ruling implies, or what the question has told.
    """
    return _told(ruling, [effect for effect in ruling.effects if effect.main])


def _told(ruling: Ruling, effects: Sequence[Effect]) -> Iterator[tuple[Effect, str]]:
    kept = {effect.name for effect in effects}
    set_aside = "call_stands" in kept and _part(effects, "call_stands", "player") == "correct"
    settled = ("call_stands" in kept and not set_aside) or kept & {"must_repeat_call", "offender_must_pass"}
    attempted = any(effect.name == "call_cancelled" and getattr(effect, "call", "") == "attempt" for effect in effects)
    at = ruling.situation
    went_on = at is not None and bool(at.record.continued)
    for effect in effects:
        data: dict[str, Any] = effect.outcome(None)
        match effect.name:
            case "call_cancelled" if data["call"] == "irregular" and (settled or attempted):
                continue
            case "call_stands" if data["call"] == "over" and not set_aside:
                continue
            case "must_substitute" if not attempted or data["what"] == "a legal call":
                continue
            case "lead_restriction" if data["kind"] == "none":
                continue
            case "auction_reverts_to" if went_on:
                continue
        yield effect, _words(effect.name, data)


def _part(effects: Sequence[Effect], name: str, part: str) -> Any:
    return next((getattr(effect, part, None) for effect in effects if effect.name == name), None)


def _words(name: str, data: dict[str, Any]) -> str:
    match name:
        case "director_action":
            return "{owed} is then ruled on as an insufficient bid (Law 27)"
        case "call_stands":
            return f"{{{data['call']}}} stands"
        case "call_cancelled":
            return f"{{{data['call']}}} is cancelled"
        case "partner_must_pass":
            return ONCE if data["extent"] == "once" else THROUGHOUT
    return _SHORT[name]
