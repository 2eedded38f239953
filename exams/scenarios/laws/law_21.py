"""Laws 20F, 21 and 75B: wrong explanations, by whoever notices that one was, and by whoever called on one."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.bridge import Contract, Made, capital, contract_of, did, number, owned, the_call
from exams.scenarios.narration.explained import Explained, explained
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.stories import Wish
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import PASS, Call
from laws.rulings.replay import Standing
from laws.rulings.seats import Seat

_OWN: Final = texts("law_20f")
_MISINFORMED: Final = texts("law_21")
_STAYMAN: Final = "asking for a four-card major"
_NOT_MISREAD: Final = ("pre-emptive", _STAYMAN)

# -- the side of the explainer (20F4, 20F5, 75B) -----------------------------------------------------------------------


def noticed(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A call that partner, or the player, has explained wrongly: in the auction that goes on, or after it."""
    made = table.made
    if facts["noticed_when"] == "in the auction":
        one = explained(made, rng, lambda one: one.index + 2 <= len(made))
        lengths = range(one.index + 2, min(one.index + 5, len(made)) + 1)
        length = one_of([length for length in lengths if not table.standing(length).ended], rng)
        return _noticed_at(table, facts, rng, one, length, None)
    played = contract_of(table)
    declares = facts.get("knower_declares")
    side = played.declarer.side
    one = explained(made, rng, lambda one: declares is None or (one.bidder.side is side) is declares)
    return _noticed_at(table, facts, rng, one, len(made), played)


def _noticed_at(
    table: Table, facts: Facts, rng: random.Random, one: Explained, length: int, played: Contract | None
) -> Setting:
    own = facts["whose_explanation"] == "own"
    knower = one.explainer if own else one.bidder
    in_play = facts["noticed_when"] == "in the play" and not own and rng.random() < 0.6
    asker = {"asker": _asker_in_play(one, played, rng)} if in_play and played else {}
    asked = "asked_in_play" if in_play else "asked"
    record = {"offender": one.explainer, "player": knower, "auction": table.before(length)}
    return Setting(
        record | {"declarer": played.declarer if played else None},
        _OWN.lines(asked),
        knower,
        shown={"knower_declares", "whose_explanation"},
        places={
            **one.places,
            **asker,
            "given": one.other,
            "Given": capital(one.other),
            "agreed": one.meant,
            "next": table.standing(length).turn,
            "playing": played.declarer if played else None,
            "contract_only": played.only if played else None,
            "trick": number(rng.randrange(2, 9)),
        },
        notes={one.index: _OWN.line("note", asked, given=one.other)},
        situation=(one.other, one.meant),
        answer=_OWN.line("alone"),
    )


def _asker_in_play(one: Explained, played: Contract, rng: random.Random) -> Seat:
    """Declarer about a defender's call, a defender about a call of the declaring side: dummy may not ask (20F2)."""
    if one.bidder.side is not played.declarer.side:
        return played.declarer
    return rng.choice([played.declarer.lho, played.declarer.rho])


# -- the other side (21) -----------------------------------------------------------------------------------------------


def misinformed(table: Table, facts: Facts, rng: random.Random) -> Setting:
    # Nobody takes a natural pre-empt for one in another suit, or Stayman for clubs.
    misread = facts["misinformed"] is False
    one = explained(
        table.made,
        rng,
        lambda one: one.index + 1 < len(table.made) and not (misread and one.meant.startswith(_NOT_MISREAD)),
    )
    own = one.index + 1  # a later call of the player's is made on what has been bid since as well
    wrong = facts.get("what_was_wrong")
    over = facts.get("auction_period_over") is True or wrong == "call wrong"
    length = len(table.made) if over else own + _calls_shown(facts)
    played = contract_of(table) if over else None
    if not own < length <= len(table.made):
        raise Unfit
    made = table.made[:length]
    player, option = made[own]
    # Nobody makes a bid in the opponents' own suit, and a pass instead, hang on what a third call meant.
    theirs = {bid.call.denomination for by, bid in made[:own] if bid.call.is_bid and by.side is not player.side}
    if option.call.is_bid and option.call.denomination in theirs:
        raise Unfit
    agreed = one.other if wrong == "call wrong" else one.meant
    given = one.other if facts["misinformed"] else one.meant
    silent = _to_be_alerted(one) and wrong == "explanation wrong" and rng.random() < 0.5
    following = made[own + 1][1].call if own + 1 < length else None
    partners = made[own + 2][1].call if own + 2 < length else None
    polled = rng.randrange(6, 11)
    callers = {player: "{misinformed} sees", one.explainer: "{explainer} calls"}
    dummy_calls = [calls for caller, calls in callers.items() if played and caller is played.declarer.partner]
    do = _instead(table.standing(own), player, option.call)
    instead = _MISINFORMED.part("instead", do)
    places = {
        **one.places,
        "call_explained": the_call(one.call),
        "given": given,
        "Given": capital(given),
        "agreed": agreed,
        "call": _named(made, own),
        "it": the_call(option.call),
        "did": did(option.call),
        "lho_it": _after(following) if following else _MISINFORMED.line("next call"),
        "partner_call": _named(made, own + 2) if partners else f"{player.partner.full_name}'s call",
        "instead": instead.line("call"),
        "do": instead.line("do"),
        "done": instead.line("done"),
        "next": table.standing(length).turn,
        "playing": played.declarer if played else None,
        "contract_only": played.only if played else None,
        "trick": number(rng.randrange(2, 9)),
        "asked": number(polled),
        "Some": capital(number(rng.randrange(polled // 3, polled // 2 + 1))),
        "evidence": _evidence(facts, rng, over=over),
        "noticed": _noticed(facts, rng, one.explainer, table.standing(length), dummy_calls, over=over, silent=silent),
    }
    how = ("unalerted" if silent else "wrong") if facts["misinformed"] else "own"
    return Setting(
        {"offender": one.explainer, "player": player, "auction": table.before(length)},
        _MISINFORMED.lines(how) if how == "own" else [f"{words} {{noticed}}" for words in _MISINFORMED.lines(how)],
        shown=() if over else {"partner_since", "lho_since"} & facts.keys(),
        places=places,
        notes={one.index: _MISINFORMED.line("note", "own" if how == "own" else "silent" if silent else "explained")},
        situation=(given, agreed, silent),
        wish=Wish(player, own, do, given, agreed) if facts.get("influenced") else None,
    )


def _to_be_alerted(one: Explained) -> bool:
    """Somebody may have missed that it is artificial: it is below 3NT, and not what everybody plays."""
    return one.hidden and one.call.level <= 3 and not one.meant.startswith(_STAYMAN)


def _after(following: Call) -> str:
    """The call after the player's own: of a pass it is told whose is meant, since the player's may be one too."""
    return "their own pass" if following is PASS else the_call(following)


def _named(made: Made, place: int) -> str:
    """A call as its player's, and over which bid a pass was made where the player passed more than once."""
    seat, option = made[place]
    passes = [at for at, (by, one) in enumerate(made) if by is seat and one.call is PASS]
    bids = [one.call for _, one in made[:place] if one.call.is_bid]
    if option.call is not PASS or len(passes) == 1 or not bids:
        return owned(seat, option.call)
    return f"{owned(seat, option.call)} over {bids[-1].symbol}"


def _evidence(facts: Facts, rng: random.Random, *, over: bool) -> str:
    """What shows whether the call was influenced: what the player says; others are asked when the board is over."""
    if "influenced" not in facts:
        return ""
    when = "finished" if _finished(facts) else "in the play" if over else "in the auction"
    return rng.choice(_MISINFORMED.lines("evidence", facts["influenced"], when))


def _finished(facts: Facts) -> bool:
    """The Director has seen what the board came to."""
    return facts.get("advantage") in ("gained", "not gained")


def _calls_shown(facts: Facts) -> int:
    """How many calls the auction shows from the misinformed player's own call on."""
    if facts.get("partner_since"):
        return 3
    return 1 if facts["misinformed"] is False or facts.get("lho_since") is False else 2


def _noticed(
    facts: Facts,
    rng: random.Random,
    explainer: Seat,
    state: Standing,
    dummy_calls: list[str],
    *,
    over: bool,
    silent: bool,
) -> str:
    """How it came to light, and how far the board had come; dummy_calls: what is said of whoever is dummy and calls."""
    wrong = facts.get("what_was_wrong")
    if wrong == "call wrong":
        return rng.choice(_MISINFORMED.lines("hands_seen"))
    if over:
        how = "_in_doubt" if wrong == "no evidence" else "_unalerted" if silent else ""
        lines = _MISINFORMED.lines(f"{'after_play' if _finished(facts) else 'in_play'}{how}")
        # Dummy does not call the Director while the board is played.
        return rng.choice([line for line in lines if _finished(facts) or not any(by in line for by in dummy_calls)])
    own = state.turn is explainer
    when = "final_pass" if state.ended else "at_the_explainers_turn" if own else "before_the_next"
    told = "in_doubt" if wrong == "no evidence" else "silence_admitted" if silent else "admitted"
    return rng.choice(_MISINFORMED.lines(when)) + rng.choice(_MISINFORMED.lines(told))


def _instead(state: Standing, player: Seat, call: Call) -> str:
    """What the player would rather have called."""
    if call is not PASS:
        return "pass"
    doubled = state.multiplier != 1 or state.bidder is None or state.bidder.side is player.side
    return "bid" if doubled else "double"
