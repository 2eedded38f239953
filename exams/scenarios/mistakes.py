"""Wrong rulings that somebody could really make, each with the reason why it is wrong.

Most are the right ruling of a neighbour: of the same table with one fact the other way (`contrast`), of another law, of
the law before 2017; the others leave out or add one thing. A mistake is told in the same phrases as the ruling, so that
nothing but its content betrays it.
"""

from __future__ import annotations

from collections.abc import Iterator

from exams.scenarios.choices import Choice, Neighbour
from exams.scenarios.conditions import IF
from exams.scenarios.phrases import (
    CALL_AGAIN,
    FREE,
    GOES_BACK,
    LEAD,
    NO_LEAD,
    ONCE,
    PASSES_ONCE,
    REPEAT,
    THROUGHOUT,
    ruling_text,
    say,
)
from laws.rulings.calls import BIDS, SYMBOLS
from laws.rulings.contrasts import Contrast, contrast
from laws.rulings.effects import Effect
from laws.rulings.meanings import specified
from laws.rulings.ruling import Ruling

_NEW_STANDS = "{replacement} stands"
_OLD_STANDS = "{irregular} stands"
_OLD_CANCELLED = "{irregular} is cancelled"
_UNAUTHORISED = "{partner} may bid at the next turn, but may not use what {irregular} told"
_TOLD = frozenset(("lho_accepts", "rho_passes"))
"""What the question says outright; nobody gets it wrong."""
_BOTH = "{offender} and {partner} must both pass throughout"
_BOTH_ARE = "both players of a side must pass only under Laws 37 and 38 (37B2, 38C)"
_LASTING = "a lasting bar is for an insufficient bid or an inadmissible call (27B2, 27B3, 36B, 37B2, 38C)"
_ANY_COMPARABLE = "{offender} may make any comparable call; after any other {partner} must pass once"


def mistakes(ruling: Ruling) -> Iterator[Choice]:
    """The wrong rulings for this table, the nearest first; two may have the same text."""
    yield from (Choice(ruling_text(other.ruling), other.why) for other in flipped(ruling))
    called = {(effect.name, _part(effect, "call")) for effect in ruling.effects if effect.main}
    if any(effect.name == "call_stands" and _part(effect, "player") == "correct" for effect in ruling.effects):
        yield from _set_aside(ruling)
    elif ("call_stands", "irregular") in called:
        yield from _accepted(ruling)
    elif ("call_stands", "attempt") in called:
        yield from _second_accepted(ruling)
    elif ("call_cancelled", "attempt") in called:
        yield from _attempt_cancelled(ruling)
    elif ("call_stands", "replacement") in called:
        yield from _replaced(ruling)
    elif ("must_repeat_call", "irregular") in called:
        yield from _repeated(ruling)
    else:
        yield from _pass_owed(ruling)


def _law(ruling: Ruling) -> str:
    """The law by which the call is put right: 31 for an insufficient bid that was out of rotation as well (27A2)."""
    return "31" if dict(ruling.path).get("out_of_rotation") else ruling.procedure


def _part(effect: Effect, part: str) -> str:
    return getattr(effect, part, "")


def _wrong(ruling: Ruling, why: str, *templates: str) -> Choice:
    return Choice(say(ruling, *templates), say(ruling, why))


# -- one fact the other way --------------------------------------------------------------------------------------------


def flipped(ruling: Ruling) -> Iterator[Neighbour]:
    """The rulings with one fact the other way that somebody could take it for, each with the words that say when."""
    for other in contrast(ruling):
        condition = IF.get((other.fact.id, other.value))
        if condition is None or other.fact.id in _TOLD or not nothing_else_differs(ruling, other):
            continue
        yield Neighbour(
            other.ruling,
            say(ruling, f"it would be the ruling if {condition} ({_decisive(ruling, other.ruling)})"),
        )


def nothing_else_differs(ruling: Ruling, other: Contrast) -> bool:
    """The flipped fact needs no further one, save that no other test of Law 23A is passed either."""
    known = dict(ruling.path)
    known[other.fact.id] = other.value
    new = [(fact, value) for fact, value in other.ruling.path if fact not in known]
    return all(fact in ("similar", "subset", "same_purpose") and not value for fact, value in new)


def _decisive(ruling: Ruling, other: Ruling) -> str:
    """The provision of the first decision in the other ruling that this one does not share."""
    own = {(step.effect, step.provision) for step in ruling.decided}
    strange = [step for step in other.decided if step.effect.main and (step.effect, step.provision) not in own]
    return strange[0].provision if strange else other.citations[-1]


# -- the offender has called again -------------------------------------------------------------------------------------


def _replaced(ruling: Ruling) -> Iterator[Choice]:
    free = any(effect.name == "no_further_rectification" for effect in ruling.effects)
    if _law(ruling) == "27":
        yield from (_freely_corrected(ruling) if free else _barred(ruling))
        yield from _corrections(ruling)
    else:
        yield from (_comparable(ruling) if free else _passes_once(ruling))
        yield from _no_choice_at_all(ruling)


def _freely_corrected(ruling: Ruling) -> Iterator[Choice]:
    once = "one pass is what Laws 30 to 32 ask for; after an insufficient bid {partner} passes throughout or not at all (27B)"
    yield _wrong(ruling, "{partner} is barred only by a correction outside 27B1 (27B2)", _NEW_STANDS, THROUGHOUT)
    yield _wrong(ruling, once, _NEW_STANDS, ONCE)
    yield _wrong(ruling, once, _NEW_STANDS, ONCE, LEAD)
    yield _wrong(ruling, "Law 16C does not apply after such a correction (27B1)", _NEW_STANDS, _UNAUTHORISED)
    yield _wrong(ruling, _BOTH_ARE, _NEW_STANDS, _BOTH)
    yield from _old_lead_rule(ruling, _NEW_STANDS, THROUGHOUT)


def _barred(ruling: Ruling) -> Iterator[Choice]:
    once = "one pass is what Laws 30 to 32 ask for; after an insufficient bid the bar lasts (27B2)"
    yield _wrong(ruling, once, _NEW_STANDS, ONCE, LEAD)
    yield _wrong(ruling, "27B2 brings in the lead restrictions of Law 26B too", _NEW_STANDS, THROUGHOUT, NO_LEAD)
    yield _wrong(ruling, "27B2 bars {partner} outright; more than information is at stake", _NEW_STANDS, _UNAUTHORISED)
    yield _wrong(ruling, once, _NEW_STANDS, ONCE, NO_LEAD)
    yield _wrong(ruling, _BOTH_ARE, _NEW_STANDS, _BOTH, LEAD)
    yield from _old_lead_rule(ruling, _NEW_STANDS, THROUGHOUT)


def _corrections(ruling: Ruling) -> Iterator[Choice]:
    at = ruling.situation
    if at is None:
        return
    new = at.offered[-1].call
    if new.is_bid:
        only = "only a double, a redouble or another insufficient bid is cancelled again (27B3, 27B4)"
        yield _wrong(ruling, only, "{replacement} is cancelled", CALL_AGAIN, THROUGHOUT)
        yield _wrong(ruling, only, "{replacement} is cancelled", CALL_AGAIN, THROUGHOUT, LEAD)
    good = _made_good(ruling)
    if good and good != new.symbol:
        choice = "the offender may choose any legal call (27B); which one decides what follows"
        yield _wrong(ruling, choice, "{replacement} is cancelled", f"{{offender}} must bid {good} or pass")


def _made_good(ruling: Ruling) -> str:
    """The cheapest sufficient bid in the denomination named by the irregular one."""
    at = ruling.situation
    if at is None or at.standing.bid is None:
        return ""
    higher = (bid for bid in BIDS[at.standing.bid.rank + 1 :] if bid.denomination == at.call.denomination)
    return next((bid.symbol for bid in higher), "")


def _comparable(ruling: Ruling) -> Iterator[Choice]:
    yield _wrong(ruling, "{partner} must pass only after a call that is not comparable", _NEW_STANDS, ONCE)
    yield _wrong(ruling, "Law 16C2 does not apply after a comparable call (23B)", _NEW_STANDS, _UNAUTHORISED)
    lasting = _LASTING
    yield _wrong(ruling, lasting, _NEW_STANDS, THROUGHOUT)
    yield _wrong(ruling, lasting, _NEW_STANDS, THROUGHOUT, LEAD)
    yield _wrong(ruling, _BOTH_ARE, _NEW_STANDS, _BOTH)
    yield from _old_lead_rule(ruling, _NEW_STANDS, ONCE)


def _passes_once(ruling: Ruling) -> Iterator[Choice]:
    rules = {"30": "30B1(b)(ii)", "32": "32A2(b)"}.get(_law(ruling), "31A2(b)")
    lasting = f"one pass is enough here ({rules}); {_LASTING}"
    yield _wrong(ruling, lasting, _NEW_STANDS, THROUGHOUT, LEAD)
    yield _wrong(ruling, lasting, _NEW_STANDS, THROUGHOUT, NO_LEAD)
    yield _wrong(ruling, "Law 26B may apply too, since the call is not comparable", _NEW_STANDS, ONCE, NO_LEAD)
    outright = "more than information is at stake: after a call that is not comparable {partner} must pass once"
    yield _wrong(ruling, outright, _NEW_STANDS, _UNAUTHORISED)
    yield _wrong(ruling, _BOTH_ARE, _NEW_STANDS, _BOTH, LEAD)
    yield from _old_lead_rule(ruling, _NEW_STANDS, ONCE)


def _no_choice_at_all(ruling: Ruling) -> Iterator[Choice]:
    """The rulings that leave the offender no choice, at a turn at which he had one."""
    at = ruling.situation
    cancelled = "{replacement} is cancelled"
    if at is None:
        return
    if _law(ruling) == "30":
        mine = "30A is for a pass at {rho}'s turn; it was {correct}'s, and {offender} may make any legal call (30B1(b))"
        yield _wrong(ruling, mine, cancelled, PASSES_ONCE)
        return
    law = _law(ruling)
    mine = f"the call is repeated only if it was made at {{rho}}'s turn and {{rho}} then passes ({law}A1)"
    if at.offered and at.standing.legal(at.offender, at.call) and _still_legal(ruling):
        yield _wrong(ruling, mine, cancelled, REPEAT)


def _still_legal(ruling: Ruling) -> bool:
    at = ruling.situation
    return at is not None and at.offered[-1].call is not at.call and at.at_replacement.legal(at.offender, at.call)


def _old_lead_rule(ruling: Ruling, *before: str) -> Iterator[Choice]:
    at = ruling.situation
    if at is None:
        return
    shown = {
        suit for suit, how in specified(at.call, at.meaning) if how == "length" and suit in SYMBOLS and suit != "NT"
    }
    if len(shown) == 1:
        suit = SYMBOLS[shown.pop()]
        why = "that was the rule before 2017; declarer may never require a lead now, and forbid only a suit not specified (26B)"
        yield _wrong(ruling, why, *before, f"declarer may later require {{partner}} to lead {suit}, or forbid it")


# -- a double or another insufficient bid instead ----------------------------------------------------------------------


def _attempt_cancelled(ruling: Ruling) -> Iterator[Choice]:
    at = ruling.situation
    law = "27B3" if at is not None and not at.offered[0].call.is_bid else "27B4"
    cancelled = "{attempt} is cancelled"
    whatever = f"{{partner}} is barred whatever {{offender}} calls now ({law})"
    yield _wrong(ruling, f"the bar lasts for the rest of the auction ({law})", cancelled, CALL_AGAIN, ONCE, LEAD)
    depends = "{partner} must pass throughout only if that call is not comparable"
    yield _wrong(ruling, whatever, cancelled, CALL_AGAIN, depends)
    yield _wrong(ruling, whatever, cancelled, CALL_AGAIN, depends, LEAD)
    yield _wrong(ruling, _BOTH_ARE, cancelled, "{offender} must pass instead", _BOTH, LEAD)
    stands = (
        "only a comparable double stands" if law == "27B3" else "an insufficient bid stands only if {lho} accepts it"
    )
    yield _wrong(ruling, f"{stands} ({law})", "{attempt} stands", THROUGHOUT, LEAD)
    free = f"{{offender}} may still choose a sufficient bid or a pass ({law})"
    yield _wrong(ruling, free, cancelled, "{offender} must pass instead", THROUGHOUT)
    yield _wrong(ruling, f"Law 26B may apply too ({law})", cancelled, CALL_AGAIN, THROUGHOUT, NO_LEAD)
    yield from _old_lead_rule(ruling, cancelled, CALL_AGAIN, THROUGHOUT)


def _second_accepted(ruling: Ruling) -> Iterator[Choice]:
    treated = "a bid that {lho} accepts is treated as legal, the second as well as the first (27B4, 27A1)"
    stands, cancelled = "{attempt} stands", "{attempt} is cancelled"
    yield _wrong(ruling, treated, stands, THROUGHOUT)
    yield _wrong(ruling, treated, stands, ONCE)
    yield _wrong(ruling, treated, stands, THROUGHOUT, LEAD)
    yield _wrong(ruling, treated, stands, ONCE, LEAD)
    yield _wrong(ruling, treated, cancelled, "{offender} must make a sufficient bid or pass")


# -- accepted, or set aside --------------------------------------------------------------------------------------------


def _accepted(ruling: Ruling) -> Iterator[Choice]:
    insufficient = _law(ruling) == "27"
    law = "27A1" if insufficient else "29A"
    treated = f"an accepted call is treated as legal and costs nothing ({law})"
    yield _wrong(ruling, treated, _OLD_STANDS, ONCE)
    yield _wrong(ruling, treated, _OLD_STANDS, THROUGHOUT)
    yield _wrong(ruling, treated, _OLD_STANDS, THROUGHOUT, LEAD)
    yield _wrong(ruling, treated, _OLD_STANDS, ONCE, LEAD)
    if insufficient:
        not_accepted = "that is for a bid that is not accepted (27B)"
        yield _wrong(ruling, not_accepted, _OLD_CANCELLED, "{offender} must replace it by a legal call")
        unless = "{offender} must replace it; {partner} must pass throughout unless the new call is comparable"
        yield _wrong(ruling, not_accepted, _OLD_CANCELLED, unless)
        higher = "an accepted bid stands as it is; the next bid need only supersede it (27A1)"
        yield _wrong(ruling, higher, f"{{irregular}} becomes {_made_good(ruling)}", FREE)
        return
    not_accepted = "that is for a call that is not accepted (29B)"
    yield _wrong(ruling, not_accepted, _OLD_CANCELLED, GOES_BACK)
    yield _wrong(ruling, not_accepted, _OLD_CANCELLED, GOES_BACK, ONCE)
    at = ruling.situation
    called = at is not None and at.next_made is not None
    if at is not None and at.turn is not at.offender.lho and not called:
        left = "the auction goes on from the accepted call, with the player on its left"
        yield _wrong(ruling, f"{left} (29A)", _OLD_STANDS, "{correct}, whose turn it was, calls next")


def _set_aside(ruling: Ruling) -> Iterator[Choice]:
    stands = "{over} stands"
    forfeited = "{correct}'s call forfeits the right to any rectification (28B)"
    yield _wrong(ruling, forfeited, _OLD_CANCELLED, stands, ONCE)
    yield _wrong(ruling, forfeited, _OLD_CANCELLED, stands, ONCE, LEAD)
    yield _wrong(ruling, "Law 26 does not apply (28B)", _OLD_CANCELLED, stands, LEAD)
    in_turn = "{correct} called in rotation, before rectification was assessed (28B)"
    yield _wrong(ruling, in_turn, "{irregular} and {over} are cancelled", GOES_BACK)
    yield _wrong(ruling, in_turn, "{irregular} and {over} are cancelled", GOES_BACK, ONCE)
    owed = "that is for a pass at {rho}'s turn that is cancelled by Law 29B (30A)"
    if _law(ruling) == "30":
        yield _wrong(ruling, f"{forfeited}; {owed}", _OLD_CANCELLED, stands, "{offender} must pass next time")
    else:
        yield _wrong(ruling, forfeited, _OLD_CANCELLED, stands, THROUGHOUT)
        yield _wrong(ruling, forfeited, _OLD_CANCELLED, stands, THROUGHOUT, LEAD)
    if ruling.situation is not None and ruling.situation.turn_role == "rho":
        instead = "only {lho} could accept it, by calling over it (29A); {correct} called in turn instead"
        yield _wrong(ruling, instead, _OLD_STANDS, FREE)


# -- a call that is owed -----------------------------------------------------------------------------------------------


def _repeated(ruling: Ruling) -> Iterator[Choice]:
    law = f"{_law(ruling)}A1"
    passed = f"that is so if {{rho}} does not pass; now {{irregular}} must be repeated ({law})"
    nothing = f"when the repeated call is legal there is no rectification ({law})"
    if dict(ruling.path).get("repeat_legal") is False:
        nothing = f"the repeated bid is insufficient, and Law 27 decides what it costs ({law})"
    yield _wrong(ruling, passed, _ANY_COMPARABLE)
    yield _wrong(ruling, passed, "{offender} may make any legal call", ONCE)
    yield _wrong(ruling, passed, "{offender} may make any legal call", ONCE, LEAD)
    yield _wrong(ruling, nothing, REPEAT, ONCE)
    yield _wrong(ruling, nothing, REPEAT, THROUGHOUT)
    yield _wrong(ruling, nothing, REPEAT, ONCE, LEAD)
    yield _wrong(ruling, nothing, REPEAT, THROUGHOUT, LEAD)
    only = f"only a pass at {{rho}}'s turn is followed by a pass (30A); this call must be repeated ({law})"
    yield _wrong(ruling, only, PASSES_ONCE)


def _pass_owed(ruling: Ruling) -> Iterator[Choice]:
    turn = "at {rho}'s turn no other call is open to {offender} (30A)"
    yield _wrong(
        ruling, f"comparable calls matter when it was the turn of {{partner}} or {{lho}}; {turn}", _ANY_COMPARABLE
    )
    yield _wrong(ruling, turn, "{offender} may make any legal call", ONCE)
    yield _wrong(ruling, turn, "{offender} may make any legal call", ONCE, LEAD)
    yield _wrong(ruling, turn, "{offender} may make any legal call", FREE)
    yield _wrong(
        ruling,
        "the duty ends with one pass (30A)",
        "{offender} must pass throughout; {partner} may make any legal call",
    )
    yield _wrong(ruling, "{partner} may make any legal call (30A)", "{offender} must pass at this turn", ONCE)
