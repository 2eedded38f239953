"""Law 21: a call made on an opponent's wrong explanation, or after an alert that did not come."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Final

from exams.scenarios.narrating.auctions import Made, capital, owned, plain_calls, standing
from exams.scenarios.narrating.bridge import Contract, contract_of, number, pair, the_call
from exams.scenarios.narrating.explained import Explained, explained
from exams.scenarios.narrating.law_21_mistakes import mistakes
from exams.scenarios.narrating.law_21_words import CONDITIONS, PHRASES, TELLS
from exams.scenarios.narrating.narrative import Facts, Narrative, Setting
from exams.scenarios.tables import Table
from laws.rulings.calls import PASS, Call
from laws.rulings.seats import Seat
from laws.rulings.words import fill


@dataclass(frozen=True)
class _Case:
    """A misexplained call, the opponent who called after it, and how far the auction is shown."""

    one: Explained
    player: Seat
    own: int
    made: Made

    @property
    def call(self) -> Call:
        """The call that the misinformed player made."""
        return self.made[self.own][1].call

    @property
    def next_call(self) -> Call | None:
        """The call after it, by the next player; None when there is none yet."""
        follows = self.own + 1
        return self.made[follows][1].call if follows < len(self.made) else None


def _stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    case = _case(table, facts, rng)
    if case is None:
        return None
    played = contract_of(table) if _played(facts) else None
    if _played(facts) and played is None:
        return None
    return _setting(table, facts, rng, case, played)


def _case(table: Table, facts: Facts, rng: random.Random) -> _Case | None:
    """Somebody at this table to be misinformed, with as much of the auction as the path wants."""
    made = table.made
    one = explained(made, rng, lambda one: one.index + 1 < len(made))
    if one is None:
        return None
    own = one.index + rng.choice((1, 1, 3))
    length = len(made) if _played(facts) else own + _calls_shown(facts, rng)
    return _Case(one, made[own][0], own, made[:length]) if own < length <= len(made) else None


def _played(facts: Facts) -> bool:
    """The story is told when the auction is over and a lead has been faced."""
    return facts.get("auction_period_over") is True or facts.get("what_was_wrong") == "call wrong"


def _calls_shown(facts: Facts, rng: random.Random) -> int:
    """How many calls the auction shows from the misinformed player's own call on."""
    if facts.get("partner_since"):
        return 3
    if facts["misinformed"] is False or facts.get("lho_since") is False:
        return 1
    return 2 if facts.get("lho_since") else rng.choice((1, 2))


def _setting(table: Table, facts: Facts, rng: random.Random, case: _Case, played: Contract | None) -> Setting:
    one, made = case.one, case.made
    forgotten = facts.get("what_was_wrong") == "call wrong"
    agreed, given = (one.other, one.other) if forgotten else (one.meant, one.other)
    if facts["misinformed"] is False:
        agreed, given = one.meant, one.meant
    silent = one.hidden and facts.get("what_was_wrong") == "explanation wrong" and rng.random() < 0.5
    record: dict[str, Any] = {
        "board": table.board,
        "offender": one.explainer.value,
        "player": case.player.value,
        "auction": plain_calls(made),
    }
    shown = frozenset({"partner_since", "lho_since"} & facts.keys() if played is None else ())
    following = case.next_call
    polled = rng.randrange(6, 11)
    places = {
        "bidder": one.bidder.full_name,
        "explainer": one.explainer.full_name,
        "misinformed": case.player.full_name,
        "misinformed_lho": case.player.lho.full_name,
        "side": pair(one.explainer),
        "bid": owned(one.bidder, one.call),
        "call_explained": the_call(one.call),
        "given": given,
        "Given": capital(given),
        "agreed": agreed,
        "meant": one.meant,
        "other": one.other,
        "call": owned(case.player, case.call),
        "it": the_call(case.call),
        "lho_call": owned(case.player.lho, following) if following else f"{case.player.lho.full_name}'s next call",
        "lho_partner": case.player.rho.full_name,
        "lho_it": the_call(following) if following else "the next call",
        "instead": _instead(made[: case.own], case.player, case.call),
        "next": standing(made).turn.full_name,
        "contract_by": played.words if played else "",
        "trick": number(rng.randrange(2, 9)),
        "asked": number(polled),
        "some": number(rng.randrange(polled // 3, polled // 2 + 1)),
    }
    places["noticed"] = fill(_noticed(facts, made, played, rng), places)
    places["free"] = fill(_FREE[facts.get("changes") is False], places)
    places["no_change"] = fill(_NO_CHANGE[facts.get("partner_since") is True or played is not None], places)
    places["lho_may"] = fill(_LHO_MAY[facts.get("lho_changes") is True], places)
    return Setting(
        record,
        _openings(facts, silent, forgotten),
        one.explainer.value,
        shown=shown,
        told=frozenset(("misinformed", "partner_since", "lho_since", "auction_period_over")) & facts.keys(),
        places=places,
        notes={one.index: "not alerted" if silent else f"explained as “{given}”"},
        situation=(given, agreed, str(silent)),
    )


_FREE: Final = (
    "{misinformed} may change {it}, knowing both meanings",
    "{misinformed} was free to change {it} or to keep it, knowing both meanings",
)
_NO_CHANGE: Final = ("{misinformed} may not change {it}", "It is too late to change {call}")
_LHO_MAY: Final = (
    "{misinformed_lho} may then change {lho_it}",
    "{misinformed_lho} may change {lho_it} too, and {side} may not use what it told",
)
_WRONG: Final = (
    "{misinformed} had asked about {bid} and had been told by {explainer}: “{Given}.”",
    "Asked by {misinformed}, {explainer} had explained {bid} as “{given}”.",
    "Before calling, {misinformed} had heard from {explainer} that {bid} was “{given}”.",
)
_UNALERTED: Final = (
    "{explainer} did not alert {bid}, although the regulations require it, and {misinformed} took it as “{given}”.",
    "By regulation {bid} had to be alerted. {explainer} did not do so, and {misinformed} understood it as “{given}”.",
)
_OWN: Final = (
    "{explainer} explained {bid} rightly as “{given}”. {misinformed} heard only half of it, took it as “{other}” and made "
    "the call shown last.",
    "{misinformed} did not ask about {bid}, which means “{given}” and needs no alert here, and took it as “{other}”.",
    "The opponents' card, which {misinformed} read before calling, rightly gave {bid} as “{given}”. {misinformed} mixed it "
    "up with another pair's “{other}”.",
)


def _openings(facts: Facts, silent: bool, forgotten: bool) -> tuple[str, ...]:
    if facts["misinformed"] is False:
        after = "Noticing the mistake, {misinformed} wants to change {it}."
        return tuple(f"{words} {after}" for words in _OWN)
    words = _UNALERTED if silent else _WRONG
    return tuple(f"{one} {{noticed}}" for one in words)


def _noticed(facts: Facts, made: Made, played: Contract | None, rng: random.Random) -> str:
    """How it came to light, and how far the board had come."""
    wrong = facts.get("what_was_wrong")
    if wrong == "call wrong":
        return rng.choice(_HANDS_SEEN)
    if played is not None:
        return rng.choice(_IN_PLAY if facts.get("advantage") == "open" else _AFTER_PLAY)
    when = rng.choice(_FINAL_PASS if standing(made).ended else _BEFORE_THE_NEXT)
    return when + rng.choice(_IN_DOUBT if wrong == "no evidence" else _ADMITTED)


_HANDS_SEEN: Final = (
    "When all hands have been seen, {bidder} turns out to have had “{meant}”, and {misinformed} calls you.",
    "The contract was {contract_by}. Afterwards {misinformed} calls you: {bidder} had held “{meant}”.",
    "After the play of {contract_by}, {misinformed} complains that {bidder}'s hand was “{meant}”.",
)
_IN_PLAY: Final = (
    "The contract is {contract_by}. At trick {trick} {misinformed} sees that this cannot be right and calls you.",
    "{contract_by} is being played, and trick {trick} has begun, when it comes out that this was not the agreement.",
)
_AFTER_PLAY: Final = (
    "After the play of {contract_by}, {misinformed} sees that this cannot have been right and calls you.",
    "{contract_by} has been played to the end when it comes out that this was not what was held.",
)
_BEFORE_THE_NEXT: Final = (
    "After the calls shown, before {next} has called, ",
    "When it is {next}'s turn, after the calls shown, ",
)
_FINAL_PASS: Final = (
    "After the final pass, before a lead is faced, ",
    "When all have passed and nobody has led yet, ",
)
_ADMITTED: Final = (
    "{explainer} calls you and admits the mistake.",
    "{explainer} says: “I am sorry, I told you wrong,” and you are called.",
    "{explainer} notices the mistake and calls you.",
)
_IN_DOUBT: Final = (
    "{explainer} calls you: “I may have told you wrong. I am no longer sure what we play.”",
    "{explainer} says: “Perhaps I told you wrong; I could not swear to it,” and you are called.",
)


def _instead(before: Made, player: Seat, call: Call) -> str:
    """What the player would rather have called."""
    if call is not PASS:
        return "a pass"
    state = standing(before)
    if (
        state.bid is not None
        and state.multiplier == 1
        and state.bidder is not None
        and state.bidder.side is not player.side
    ):
        return "a double"
    return "a bid"


def _hard(facts: Facts) -> bool:
    return (
        facts.get("what_was_wrong") == "no evidence"
        or facts.get("influenced") is False
        or facts.get("changes") is False
        or "lho_changes" in facts
        or facts.get("advantage") in ("gained", "not gained")
    )


MISINFORMATION: Final = Narrative(
    procedure="21",
    topic="misinformation",
    stage=_stage,
    tells=TELLS,
    conditions=CONDITIONS,
    phrases=PHRASES,
    silent=frozenset(
        (
            "right:use_both",
            "no_further_rectification",
            "result_stands",
            "right:take_back_lead",
            "director_action:judge_partners_call",
        )
    ),
    # The diagram shows who has called since, and evidence what was wrong; what people make of them stands in `mistakes`.
    plain=frozenset(
        ("misinformed", "what_was_wrong", "auction_period_over", "partner_since", "lho_since", "advantage")
    ),
    mistakes=mistakes,
    hard=_hard,
)
