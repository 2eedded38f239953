"""Reading the looser facts of cases on the auction's end, extraneous information, questions and explanations
(Laws 16A, 16D, 17, 19, 20, 21 and 22).

As in `laws/cases/loose/findings.py`: what is told is brought into the engine's words; what is not stays open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from laws.cases.loose.words import LHO, PARTNER, WHOLE, Facts, Table, by_words, first_of, made_calls, told

# -- the end of an auction (Laws 17, 19C and 22) -----------------------------------------------------------------------


def how_it_ended(facts: Facts) -> dict[str, Table]:
    """One auction, or one for each board, of which somebody asks whether it is over."""
    boards = {
        key.removeprefix("board"): facts[key]
        for key in facts
        if key.startswith("board") and isinstance(facts[key], Mapping) and facts[key].get("auction")
    }
    return {label: _ended(board) for label, board in (boards or {WHOLE: facts}).items()}


def _ended(facts: Facts) -> Table:
    slip = facts.get("unintended")
    found = told(
        hands_back=first_of(facts, "hands_returned", "hands_back"),
        opening_lead_faced=first_of(facts, "opening_lead_faced", "lead_faced"),
        last_pass_unintended=slip.get("mechanical") if isinstance(slip, Mapping) else None,
    )
    auction = made_calls(facts.get("auction"))
    table: Table = {"procedure": "22", "findings": found}
    return table | {"dealer": facts.get("dealer") or auction[0]["by"], "auction": auction} if auction else table


# -- information (Law 16) ----------------------------------------------------------------------------------------------

SOURCES: Final = (
    (r"own estimate", "own estimate"),
    (r"trait|habit|style of (the )?opponent", "opponents' traits"),
    (r"ranking|standing|running|device|bridgemate|screen", "standings"),
    (r"law ?book|notes|score ?card|backs? of", "aid to memory"),
    (r"overhear|another table|next table|accident", "accident"),
    (r"withdrawn", "withdrawn"),
    (r"partner", "by partner"),
    (r"before .*(hand|board)", "before the hand"),
    (r"legal call|legal play|auction", "legal"),
    (r"law or regulation|regulation", "law or regulation"),
)
"""Where information comes from, in the words of cases."""


def source_of_information(facts: Facts) -> dict[str, Table]:
    """Players who know something, each with the source of it."""
    named = {seat: facts[seat].get("source") for seat in "NESW" if isinstance(facts.get(seat), Mapping)}
    if not named and facts.get("source") is not None:
        named = {str(first_of(facts, "player", "offender") or "N"): facts["source"]}
    whole = len(named) == 1
    return {
        WHOLE if whole else seat: {
            "procedure": "16A",
            "offender": seat,
            "player": seat,
            "findings": told(comes_from=by_words(words, SOURCES)),
        }
        for seat, words in named.items()
    }


BY_ACCIDENT: Final = ((r"overhear|overheard|accident|by mistake|wrong hand", True),)
"""Ways of learning something that 16D1 names as accidental."""


def from_elsewhere(facts: Facts) -> Table:
    """Information that reached a player from another source than partner (16D)."""
    player = first_of(facts, "player", "recipient", "offender")
    when = by_words(
        first_of(facts, "received", "phase", "when"),
        ((r"after|during|auction period|play", "after the first call"), (r"before", "before the first call")),
    )
    if facts.get("calls_made") is not None:
        when = "after the first call" if facts["calls_made"] else "before the first call"
    found = told(
        by_accident=_opposite(
            first_of(facts, "deliberate", "on_purpose"),
            unless=first_of(facts, "accidental", "by_accident") or by_words(facts.get("source"), BY_ACCIDENT),
        ),
        received_when=when,
        interferes=first_of(facts, "interferes", "would_interfere", "likely_to_interfere"),
        seats_can_change=first_of(facts, "seats_can_change", "positions_adjustable"),
        can_redeal=first_of(facts, "redeal_possible", "can_redeal"),
    )
    return {"procedure": "16D", "offender": player, "player": player, "findings": found}


def _opposite(denied: Any, *, unless: Any) -> bool | None:
    return bool(unless) if unless is not None else None if denied is None else not denied


# -- questions and reviews (Law 20) ------------------------------------------------------------------------------------

ASKED_FOR: Final = (
    (r"review|restat|all calls|auction again", "a review"),
    (r"lead", "whose lead"),
    (r"what (was|did)|clarif|unclear|which call", "an unclear call"),
    (r"expla|mean|understanding|agreement", "an explanation"),
)
ASKED_WHEN: Final = (
    (r"after|clarification|play|trick", "after the final pass"),
    (r"auction", "in the auction period"),
)
ROLES: Final = ((r"declarer", "declarer"), (r"dummy", "dummy"), (r"defend", "defender"))
PURPOSES: Final = ((r"partner", "partner's benefit"), (r"wrong|incorrect|mistake", "a wrong answer"))
_OBLIGED: Final = ("must_pass", "required_to_pass", "obliged_to_pass", "asker_must_pass")


def asks_for_review(facts: Facts) -> Table:
    """Somebody wants the calls restated."""
    return _asks(facts, "a review")


def asks_for_explanation(facts: Facts) -> Table:
    """Somebody wants to know what a call or play means."""
    return _asks(facts, "an explanation")


def asks_whose_lead(facts: Facts) -> Table:
    """A defender asks whether he is on lead."""
    early = facts.get("card") is not None and facts.get("answer_given") is False
    table = _asks(facts, "whose lead")
    return table | {"findings": table["findings"] | told(led_before_answer=True if early else None)}


def _asks(facts: Facts, usual: str) -> Table:
    asker = first_of(facts, "wants_to_ask", "asker", "asked_by", "player", "speaker", "offender")
    asks_for = by_words(first_of(facts, "asks_for", "asks", "question", "request"), ASKED_FOR) or usual
    turn = first_of(facts, "own_turn", "at_turn")
    if turn is None and facts.get("turn") is not None:
        turn = facts["turn"] == asker
    reviewer = facts.get("reviewer")
    if (
        reviewer is not None and usual == "a review"
    ):  # a review that was given had been asked for in time, by an opponent
        asker = asker or LHO.get(str(reviewer))
        turn = True if turn is None else turn
        facts = {"first_turn": True, "must_pass": False, **facts}
    when = by_words(first_of(facts, "phase", "when"), ASKED_WHEN)
    if when is None and asker is not None and (turn is not None or facts.get("auction")) and "declarer" not in facts:
        when = "in the auction period"
    obliged = first_of(facts, *_OBLIGED)
    found = told(
        asks_for=asks_for,
        asked_when=when,
        at_turn=turn if when != "after the final pass" else None,
        at_turn_to_play=turn if when == "after the final pass" else None,
        first_turn_to_play=first_of(facts, "first_turn", "first_turn_to_play"),
        opening_lead_faced=_lead_faced(facts, when),
        asker_must_pass=_is_obliged(obliged, asker),
        asker_is=by_words(facts.get("role"), ROLES),
        purpose=by_words(first_of(facts, "sole_purpose", "purpose"), PURPOSES),
        partial=first_of(facts, "partial", "halted"),
        hypothetical=first_of(facts, "hypothetical", "other_situation"),
        single_call=first_of(facts, "single_call", "one_call_only"),
        review_wrong=first_of(facts, "review_wrong", "error_uncorrected", "uncorrected"),
    )
    if when is not None:
        found["deal_stage"] = "in the auction" if when == "in the auction period" else "while cards are played"
    return {"procedure": "20", "player": asker, "findings": found} | told(declarer=facts.get("declarer"))


def _lead_faced(facts: Facts, when: str | None) -> bool | None:
    """41B: whether the lead has been faced, as told, or by the words for the moment."""
    if when != "after the final pass":
        return None
    faced = first_of(facts, "opening_lead_faced", "lead_faced")
    return by_words(first_of(facts, "phase", "when"), IS_OVER) if faced is None else bool(faced)


def _is_obliged(value: Any, asker: Any) -> bool | None:
    if value is None or isinstance(value, bool):
        return value
    return asker in value if isinstance(value, Mapping) else True


# -- explanations (Laws 20F4 to 20F6 and 21) ---------------------------------------------------------------------------

REALISED: Final = (
    (r"after (the )?play|play (is )?over|end of (the )?play", "when play is over"),
    (
        r"clarification|after (the )?(final|last) pass|before (the )?(opening )?lead|face down",
        "in the clarification period",
    ),
    (r"play", "in the play"),
    (r"auction|bidding", "in the auction"),
)
"""When a wrong explanation was noticed, in the words of cases."""
DECLARING: Final = ((r"declar|dummy", True), (r"defend", False))


def own_explanation(facts: Facts) -> Table:
    """A player finds that his own explanation was wrong."""
    again = facts.get("realised_before_second_question")
    when = by_words(facts.get("realised"), REALISED) or ("in the auction" if again else None)
    player = first_of(facts, "explainer", "player")
    found = told(whose_explanation="own", noticed_when=when, asked_again=again)
    return {"procedure": "20F", "offender": player, "player": player, "findings": found}


def partners_explanation(facts: Facts) -> Table:
    """A player takes his partner's explanation to be wrong; how sure he is may be told."""
    asked = facts.get("question_to")
    first = facts.get("first_explanation") or {}
    explainer = facts.get("explainer") or first.get("by")
    player = asked or first_of(facts, "partner", "player", "realised_by") or PARTNER.get(str(explainer))
    believes = first_of(facts, "certain", "convinced")
    if believes is None and {"given", "correct"} <= set(first):
        believes = first["given"] != first["correct"]
    if first_of(facts, "own_call_was_wrong", "call_was_mistaken", "explanation_was_right"):
        believes = False
    if believes is None and "realised" in facts:
        believes = True
    found = told(
        whose_explanation="partner's",
        noticed_when=by_words(facts.get("realised"), REALISED) or ("in the auction" if first else None),
        believes_wrong=believes,
        call_was_mistaken=first_of(facts, "own_call_was_wrong", "call_was_mistaken", "explanation_was_right"),
        asked_again=None if asked is None else True,
        knower_declares=by_words(facts.get("role"), DECLARING) if "declarer" not in facts else None,
    )
    return {"procedure": "20F", "offender": PARTNER.get(str(player)), "player": player, "findings": found}


IS_OVER: Final = (
    (r"clarification|before (the|a|any) (opening )?lead|face down|auction|bidding", False),
    (r"play|trick|lead|score", True),
)
"""Whether the auction period was over, by the words for the moment at which misinformation came to light."""


def misinformed(facts: Facts) -> dict[str, Table]:
    """A player acted on misinformation. Which opponent gave it often makes no difference: his LHO stands for the side."""
    players = facts.get("misinformed")
    if isinstance(players, str):
        return _misinformed(facts, players)
    if isinstance(players, list | tuple):
        return {str(player): _misinformed(facts, str(player))[WHOLE] for player in players}
    return {}


def _misinformed(facts: Facts, player: str) -> dict[str, Table]:
    over = first_of(facts, "auction_period_over", "lead_faced", "opening_lead_faced")
    if over is None:
        over = by_words(first_of(facts, "discovered", "realised", "phase"), IS_OVER)
    gained = facts.get("offenders_gained")
    common = told(
        misinformed=True,
        misled=True,
        what_was_wrong="explanation wrong",
        auction_period_over=bool(over),
        auction_closed=bool(first_of(facts, "auction_over", "auction_closed") or over),
        partner_since=facts.get("partner_has_called_since", False if "auction" not in facts else None),
        influenced=_influenced(facts),
        advantage=None if gained is None else "gained" if gained else "not gained",
        gained_by_misinformation=None if gained is None else "profit" if gained else "no profit",
        changes=_changes(facts),
        lho_since=first_of(facts, "lho_has_called_since", "lho_called"),
    )
    table: Table = {"procedure": "21", "offender": facts.get("explainer") or LHO[player], "player": player}
    found = {}
    for label, outcome in (facts.get("versions") or {WHOLE: None}).items():
        version = told(changes=outcome == "changed", lho_since=False) if outcome else {}
        found[str(label)] = table | {"findings": common | version}
    return found


def _influenced(facts: Facts) -> bool | None:
    """Whether another call was in it; a side that gained by misinformation gained by the call that it brought about."""
    told_of = facts.get("could_well_differ_with_correct_information_only", facts.get("change_allowed"))
    if told_of is None and facts.get("offenders_gained"):
        return True
    return None if told_of is None else bool(told_of)


def _changes(facts: Facts) -> bool | None:
    return True if facts.get("changed_to") is not None else first_of(facts, "changes", "changed")


def misunderstood(facts: Facts) -> Table:
    """A player misled himself (21A)."""
    player = first_of(facts, "player", "misinformed", "offender")
    found = {"misinformed": False, "misled": False}
    return {"procedure": "21", "offender": LHO.get(str(player)), "player": player, "findings": found}


def no_agreement(facts: Facts) -> Table:
    """A meaning was told where there was no agreement (75D2)."""
    wrong = "explanation wrong" if facts.get("agreement") == "none" else None
    found = told(misinformed=True, misled=True, what_was_wrong=wrong)
    return {"procedure": "21", "offender": first_of(facts, "player", "explainer"), "findings": found}
