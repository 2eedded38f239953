"""Laws 20F4, 20F5 and 75B: a player notices that an explanation of his side was wrong, and asks what to do."""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.narrating.auctions import Made, capital, owned, plain_calls, standing
from exams.scenarios.narrating.bridge import Contract, contract_of, number
from exams.scenarios.narrating.explained import Explained, explained
from exams.scenarios.narrating.law_20f_mistakes import NOW, mistakes
from exams.scenarios.narrating.narrative import Facts, Narrative, Setting
from exams.scenarios.tables import Table
from laws.rulings.seats import Seat

_AUCTION: Final = "in the auction"
_PLAY: Final = "in the play"
_ASKED: Final = (
    "{asker} asked about {bid}, and {explainer} answered “{given}”.",
    "When {asker} wanted to know what {bid} meant, {explainer} said: “{Given}.”",
    "{asker} asked for the meaning of {bid}. “{Given},” was {explainer}'s answer.",
)
_ASKED_IN_PLAY: Final = (
    "At trick {trick} {asker}, whose turn it was to play, asked what {bid} had meant. {explainer} said: “{Given}.”",
    "At trick {trick} {asker}, in turn to play, asked {explainer} about {bid} and was told “{given}”.",
)


def _stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    when = facts["noticed_when"]
    if when == _AUCTION:
        return _during_the_auction(table, facts, rng)
    played = contract_of(table)
    if played is None:
        return None
    declares = facts.get("knower_declares")

    def wanted(one: Explained) -> bool:
        return declares is None or (one.bidder.side is played.declarer.side) is declares

    one = explained(table.made, rng, wanted)
    return None if one is None else _setting(table, facts, rng, one, table.made, played)


def _during_the_auction(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    made = table.made
    one = explained(made, rng, lambda one: one.index + 2 <= len(made))
    if one is None:
        return None
    lengths = [n for n in range(one.index + 2, min(one.index + 5, len(made)) + 1) if not standing(made[:n]).ended]
    return _setting(table, facts, rng, one, made[: rng.choice(lengths)], None) if lengths else None


def _setting(
    table: Table, facts: Facts, rng: random.Random, one: Explained, made: Made, played: Contract | None
) -> Setting:
    own = facts["whose_explanation"] == "own"
    knower = one.explainer if own else one.bidder
    in_play = facts["noticed_when"] == _PLAY and not own and rng.random() < 0.6
    asker = _asker_in_play(one, played, rng) if in_play and played else one.bidder.lho
    record: dict[str, Any] = {
        "board": table.board,
        "offender": one.explainer.value,
        "player": knower.value,
        "auction": plain_calls(made),
    }
    if played:
        record["declarer"] = played.declarer.value
    told = frozenset({"knower_declares"} & facts.keys())
    places = {
        "asker": asker.full_name,
        "bidder": one.bidder.full_name,
        "explainer": one.explainer.full_name,
        "bid": owned(one.bidder, one.call),
        "given": one.other,
        "Given": capital(one.other),
        "agreed": one.meant,
        "next": standing(made).turn.full_name,
        "contract_by": played.words if played else "",
        "trick": number(rng.randrange(2, 9)),
    }
    return Setting(
        record,
        _ASKED_IN_PLAY if in_play else _ASKED,
        knower.value,
        shown=told | {"whose_explanation"},
        told=told,
        places=places,
        notes={one.index: f"explained as “{one.other}”" + (" during the play" if in_play else "")},
        situation=(one.other, one.meant),
    )


def _asker_in_play(one: Explained, played: Contract, rng: random.Random) -> Seat:
    """Declarer about a defender's call, a defender about a call of the declaring side: dummy may not ask (20F2)."""
    if one.bidder.side is not played.declarer.side:
        return played.declarer
    return rng.choice([played.declarer.lho, played.declarer.rho])


CORRECTING: Final = Narrative(
    procedure="20F",
    topic="misinformation",
    stage=_stage,
    tells={
        ("whose_explanation", "own"): (
            "{knower} now asks to speak to you away from the table: “That was wrong. By our agreement it is {agreed}.”",
            "{knower} walks up to you and says, out of the others' hearing: “I explained it wrongly; we play it as "
            "{agreed}.”",
            "Now {knower} leaves the table to ask you: “I have just remembered that we play it as {agreed}. What do I do?”",
        ),
        ("whose_explanation", "partner's"): (
            "{knower} asks to speak to you away from the table about partner's answer.",
            "{knower}, who heard the answer, walks up to you, out of the others' hearing.",
            "{knower} leaves the table to ask you what to do about partner's answer.",
        ),
        ("noticed_when", _AUCTION): (
            "The auction is still going on: it is {next}'s turn to call.",
            "So far the auction is as shown, and {next} is about to call.",
            "The next call is {next}'s.",
        ),
        ("noticed_when", "in the clarification period"): (
            "The contract will be {contract_by}; no opening lead has been faced.",
            "The auction has just ended in {contract_by}, and nobody has led yet.",
            "The contract is {contract_by}, and the opening lead has not been faced.",
        ),
        ("noticed_when", _PLAY): (
            "The contract is {contract_by}, and the play is under way.",
            "{contract_by} is being played, and several tricks are still to come.",
            "The contract is {contract_by}, and the play has not ended.",
        ),
        ("noticed_when", "when play is over"): (
            "The contract was {contract_by}, and the last trick has just been played.",
            "{contract_by} has been played to the end.",
            "The play of {contract_by} is over; the players are about to score the board.",
        ),
        ("believes_wrong", True): (
            "{knower} has no doubt: “We went through it before the session. It is {agreed}.”",
            "“Partner has forgotten. It is {agreed}; we wrote it on our card,” says {knower}, quite certain.",
            "“It is {agreed}, I am sure of that,” {knower} says.",
        ),
        ("believes_wrong", False): (
            "“I meant it as {agreed},” {knower} says, “but partner may well be right. I cannot remember what we agreed.”",
            "{knower} says: “I meant it as {agreed}. Which of us has forgotten our agreement I really do not know.”",
            "“I thought that it was {agreed},” says {knower}, “but now I could not say what we settled on.”",
        ),
        ("knower_declares", True): (),
        ("knower_declares", False): (),
    },
    conditions={
        ("whose_explanation", "own"): "the wrong explanation had been {knower}'s own",
        ("whose_explanation", "partner's"): "it had been partner's explanation",
        ("noticed_when", _AUCTION): "the auction were still going on",
        ("noticed_when", "in the clarification period"): "the auction were over and no lead faced",
        ("noticed_when", _PLAY): "the play were under way",
        ("noticed_when", "when play is over"): "the play were over",
        ("believes_wrong", True): "{knower} were sure that the explanation was wrong",
        ("believes_wrong", False): "{knower} were not sure that the explanation was wrong",
        ("knower_declares", True): "{knower} were declarer or dummy",
        ("knower_declares", False): "{knower} were a defender",
    },
    phrases={
        "duty:correct_before_lead": "{knower} must put it right before a lead is faced, and may do so at once",
        "duty:correct_now": NOW.rstrip("."),
        "duty:correct_after_final_pass": "As declarer or dummy {knower} must put it right after the final pass",
        "duty:correct_when_play_is_over@20F5(b)(i)": "As a defender {knower} must put it right when play is over",
        "no_right:correct_in_auction": "{knower} must say nothing during the auction",
        "no_right:immediate_statement": "{knower} need say nothing as long as the agreement is in doubt",
    },
    uncited=frozenset({"no_right:immediate_statement"}),
    silent=frozenset(
        (
            "right:correct_sooner",
            "no_further_rectification",
            "no_right:correct_before_end",
            "director_action:apply_21B",
            "director_action:apply_47E",
            "director_action:apply_47E2b",
        )
    ),
    # The stage of the board and the seats of the two partners stand in the question; a mistake about what they mean is
    # told in `mistakes`.
    plain=frozenset(("noticed_when", "knower_declares", "whose_explanation")),
    mistakes=mistakes,
    hard=lambda facts: (
        facts.get("believes_wrong") is False
        or (facts["whose_explanation"] == "own" and facts["noticed_when"] in (_PLAY, "when play is over"))
        or (facts["noticed_when"] == _PLAY and facts.get("knower_declares") is True)
    ),
    question="What do you tell the player who asks you?",
)
