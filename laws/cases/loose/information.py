"""Readers of looser facts on what players know, ask, are told and have agreed (Laws 16, 20, 21 and 40)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from laws.cases.loose.words import (
    LHO,
    PARTNER,
    WHOLE,
    Facts,
    Reader,
    Table,
    by,
    by_words,
    damage,
    first_of,
    found,
    in_words,
    made_calls,
)

REALISED: Final = (
    (r"after (the )?play|play (is )?over|end of (the )?play", "when play is over"),
    (
        r"clarification|after (the )?(final|last) pass|before (the )?(opening )?lead|face down",
        "in the clarification period",
    ),
    (r"play", "in the play"),
    (r"auction|bidding", "in the auction"),
)
"""When a wrong explanation was noticed."""
IS_OVER: Final = (
    (r"clarification|before (the|a|any) (opening )?lead|face down|auction|bidding", False),
    (r"play|trick|lead|score", True),
)
"""Whether the auction period is over, by the words for the moment."""
DECLARING: Final = ((r"declar|dummy", True), (r"defend", False))

# -- Law 16 ------------------------------------------------------------------------------------------------------------

NO_RESERVING: Final = {
    "reserving_rights": {"value": False, "since": "2017-08-01", "source": "the regulations of the event"}
}
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
"""Where information comes from."""


def sources(facts: Facts) -> dict[str, Table]:
    """Players who know something, each with the source of it."""
    named = {seat: facts[seat].get("source") for seat in "NESW" if isinstance(facts.get(seat), Mapping)}
    if not named and facts.get("source") is not None:
        named = {str(first_of(facts, "player", "offender") or "N"): facts["source"]}
    return {
        WHOLE if len(named) == 1 else seat: {
            "procedure": "16A",
            "offender": seat,
            "player": seat,
            "findings": found(comes_from=by_words(words, SOURCES)),
        }
        for seat, words in named.items()
    }


def polled(facts: Facts) -> Table:
    """A poll tells how many considered and chose another action than the one at the table."""
    calls = facts.get("auction") or ()
    made = [item["by"] for item in calls if not item.get("irregular")]
    slow = next((item["by"] for item in calls if item.get("irregular") == "slow"), None)
    offender = facts.get("offender") or (PARTNER[slow] if slow else made[-1] if made else "N")
    suggests = None if "suggests" not in facts else "nothing" not in str(facts["suggests"])
    findings = found(
        learned_from="from partner",
        suggestive=suggests,
        extraneous=True,
        acted=True,
        given_by="tempo" if slow else None,
        suggested=None if suggests is not False else False,
    )
    table: Table = {"procedure": "16B", "offender": offender, "player": offender, "findings": findings}
    poll = facts.get("poll")
    if isinstance(poll, Mapping) and "n" in poll:
        considered, selected = (poll.get(key) or {} for key in ("considered", "selected"))
        other = facts.get("other_call") or next(
            (call for call in considered if call != facts.get("call_at_table")), None
        )
        chose = selected.get(other, 0)
        table["poll"] = {"asked": poll["n"], "considered": max(considered.get(other, 0), chose), "selected": chose}
    return table


# -- questions and explanations (Laws 20 and 21) -----------------------------------------------------------------------

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


def asks(usual: str) -> Reader:
    """Reads a question at the table, about what it usually is where that is not told."""
    return lambda facts: _asks(facts, usual)


def _asks(facts: Facts, usual: str) -> Table:
    asker = first_of(facts, "wants_to_ask", "asker", "asked_by", "player", "speaker", "offender")
    turn = first_of(facts, "own_turn", "at_turn")
    if turn is None and facts.get("turn") is not None:
        turn = facts["turn"] == asker
    reviewer = facts.get("reviewer")
    if reviewer is not None and usual == "a review":
        # A review that was given had been asked for in time, by an opponent.
        asker = asker or LHO.get(str(reviewer))
        turn = True if turn is None else turn
        facts = {"first_turn": True, "must_pass": False, **facts}
    when = in_words(ASKED_WHEN, "phase", "when")(facts)
    if when is None and asker is not None and (turn is not None or facts.get("auction")) and "declarer" not in facts:
        when = "in the auction period"
    later = when == "after the final pass"
    obliged = first_of(facts, "must_pass", "required_to_pass", "obliged_to_pass", "asker_must_pass")
    faced = first_of(facts, "opening_lead_faced", "lead_faced")
    early = usual == "whose lead" and facts.get("card") is not None and facts.get("answer_given") is False
    findings = found(
        asks_for=in_words(ASKED_FOR, "asks_for", "asks", "question", "request")(facts) or usual,
        asked_when=when,
        at_turn=None if later else turn,
        at_turn_to_play=turn if later else None,
        first_turn_to_play=first_of(facts, "first_turn", "first_turn_to_play"),
        opening_lead_faced=(in_words(IS_OVER, "phase", "when")(facts) if faced is None else bool(faced))
        if later
        else None,
        asker_must_pass=obliged if obliged is None or isinstance(obliged, bool) else _is_obliged(obliged, asker),
        asker_is=in_words(ROLES, "role")(facts),
        purpose=in_words(PURPOSES, "sole_purpose", "purpose")(facts),
        partial=first_of(facts, "partial", "halted"),
        hypothetical=first_of(facts, "hypothetical", "other_situation"),
        single_call=first_of(facts, "single_call", "one_call_only"),
        review_wrong=first_of(facts, "review_wrong", "error_uncorrected", "uncorrected"),
        led_before_answer=True if early else None,
        deal_stage=None if when is None else "while cards are played" if later else "in the auction",
    )
    return {"procedure": "20", "player": asker, "findings": findings} | found(declarer=facts.get("declarer"))


def _is_obliged(value: Any, asker: Any) -> bool:
    return asker in value if isinstance(value, Mapping) else True


def partners_explanation(facts: Facts) -> Table:
    """A player takes partner's explanation to be wrong; how sure the player is may be told."""
    question, first = facts.get("question_to"), facts.get("first_explanation") or {}
    explainer = facts.get("explainer") or first.get("by")
    player = question or first_of(facts, "partner", "player", "realised_by") or PARTNER.get(str(explainer))
    mistaken = first_of(facts, "own_call_was_wrong", "call_was_mistaken", "explanation_was_right")
    believes = first_of(facts, "certain", "convinced")
    if believes is None and {"given", "correct"} <= set(first):
        believes = first["given"] != first["correct"]
    if mistaken:
        believes = False
    findings = found(
        whose_explanation="partner's",
        noticed_when=in_words(REALISED, "realised")(facts) or ("in the auction" if first else None),
        believes_wrong=True if believes is None and "realised" in facts else believes,
        call_was_mistaken=mistaken,
        asked_again=None if question is None else True,
        knower_declares=in_words(DECLARING, "role")(facts) if "declarer" not in facts else None,
    )
    return {"procedure": "20F", "offender": PARTNER.get(str(player)), "player": player, "findings": findings}


def misinformed(facts: Facts) -> dict[str, Table]:
    """A player acted on misinformation. Which opponent gave it often makes no difference: LHO stands for the side."""
    players = facts.get("misinformed")
    if isinstance(players, str):
        return _misinformed(facts, players)
    named = players if isinstance(players, list | tuple) else ()
    return {str(player): _misinformed(facts, str(player))[WHOLE] for player in named}


def _misinformed(facts: Facts, player: str) -> dict[str, Table]:
    over = first_of(facts, "auction_period_over", "lead_faced", "opening_lead_faced")
    if over is None:
        over = in_words(IS_OVER, "discovered", "realised", "phase")(facts)
    gained = facts.get("offenders_gained")
    # A side that gained by misinformation gained by the call that it brought about.
    influenced = facts.get("could_well_differ_with_correct_information_only", facts.get("change_allowed"))
    findings = found(
        misinformed=True,
        misled=True,
        what_was_wrong="explanation wrong",
        auction_period_over=bool(over),
        auction_closed=bool(first_of(facts, "auction_over", "auction_closed") or over),
        partner_since=facts.get("partner_has_called_since", False if "auction" not in facts else None),
        influenced=bool(influenced) if influenced is not None else True if gained else None,
        advantage=by("offenders_gained", yes="gained", no="not gained")(facts),
        gained_by_misinformation=by("offenders_gained", yes="profit", no="no profit")(facts),
        changes=True if facts.get("changed_to") is not None else first_of(facts, "changes", "changed"),
        lho_since=first_of(facts, "lho_has_called_since", "lho_called"),
    )
    read = {}
    for label, outcome in (facts.get("versions") or {WHOLE: None}).items():
        version = {"changes": outcome == "changed", "lho_since": False} if outcome else {}
        offender = facts.get("explainer") or LHO[player]
        read[str(label)] = {"procedure": "21", "offender": offender, "player": player, "findings": findings | version}
    return read


# -- Law 40 ------------------------------------------------------------------------------------------------------------

AGREEMENTS: Final = (
    (r"which partner|who makes|by whom|depends? on the player|weaker|stronger partner", {"issue": "differs by player"}),
    (r"\bown|partner'?s? (question|answer|infraction)", {"issue": "varies", "varies_after": "own question"}),
    (
        r"opponents?'? (infraction|irregularity|insufficient|call out)",
        {"issue": "varies", "varies_after": "opponents' irregularity"},
    ),
)
"""What partners have agreed."""
CARD_LOOKED_AT: Final = (
    (r"clarification", "clarification"),
    (r"(hands?|cards) (are |is )?out", "hands out"),
    (r"before (the )?auction|before the first call", "before the auction"),
    (r"expla", "to explain"),
    (r"own turn", "own turn"),
    (r"other|partner'?s turn|opponent'?s turn", "other turn"),
)
"""When a system card was looked at."""
FORBIDS: Final = (
    (r"\bnone|\bno regulation|not (forbid|prohibit|restrict|disallow)", False),
    (r"forbid|prohibit|restrict|disallow", True),
)
"""Whether the Regulating Authority forbids it."""


def caller(facts: Facts) -> str:
    """Whose call is in question: the offender, or the last caller; where nobody is named, North stands for the side."""
    made = made_calls(facts.get("auction"))
    return str(first_of(facts, "offender", "caller", "bidder") or (made[-1]["by"] if made else "N"))


def agreements(facts: Facts) -> dict[str, Table]:
    """What partners have agreed, once or several times; else an answer that there was no agreement."""
    read = {}
    for key in facts:
        if key.startswith("agreement"):
            findings: Table = dict(by_words(facts[key], AGREEMENTS) or {})
            forbidden = in_words(FORBIDS, "regulation")(facts)
            if findings.get("varies_after") == "opponents' irregularity" and forbidden is not None:
                findings["variation_forbidden"] = forbidden
            read[key.removeprefix("agreement").strip("_")] = findings
    return {
        label: {"procedure": "40", "offender": caller(facts), "findings": findings}
        for label, findings in (read or {WHOLE: _undisclosed(facts)}).items()
    }


def _undisclosed(facts: Facts) -> Table:
    """An answer that there was no agreement, and what the partners had in common nevertheless (40A1(a), 40B5(a))."""
    in_common = first_of(facts, "shared_source", "common_source", "mutual_experience")
    general = facts.get("general_knowledge")
    silent = "no agreement" in str(facts.get("answer", "")) or in_common is not None or general is not None
    return found(
        issue="not disclosed" if silent else None,
        understanding=bool(in_common) if in_common is not None else None if general is None else not general,
        damage=damage(facts) if "damaged" in facts else None,
    )


def looks_at_card(facts: Facts) -> Table:
    """Somebody looks at a system card, the opponents' unless told; when, or whose turn it is then, is told."""
    player, turn = facts.get("player") or facts.get("offender"), facts.get("turn")
    own = facts.get("own_card") is True or "own" in str(facts.get("card", ""))
    turns = None if turn is None else "own turn" if turn == player else "other turn"
    findings = found(
        issue="own card" if own else "opponents' card",
        card_when=in_words(CARD_LOOKED_AT, "when", "phase")(facts) or turns,
        presumed_declarer_side=in_words(DECLARING, "role")(facts) if own and "declarer" not in facts else None,
    )
    return {"procedure": "40", "offender": player or (LHO[turn] if turn else None), "findings": findings}
