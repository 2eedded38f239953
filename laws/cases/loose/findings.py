"""Reading the looser facts of cases that rest on findings (Laws 9 to 11, 16, 18 to 22, 24, 25, 40, 72 and 73).

Such a case tells what happened in keys of its own and, by its `topic`, what is asked. Each function here reads one kind of
case: it seats the players, names the procedure and states as findings what the facts tell. What they do not tell is left
open, so that the ruling asks for it; nothing is concluded from the words of the situation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from laws.cases.loose import explaining
from laws.cases.loose.words import LHO, PARTNER, WHOLE, Facts, Table, by_words, first_of, made_calls
from laws.cases.loose.words import told as _told


def _if(told: Any, yes: Any = True, no: Any = None) -> Any:
    """`yes` for a fact told as true, `no` for one told as false, None for one not told."""
    return None if told is None else yes if told else no


# -- Laws 9 to 11 ------------------------------------------------------------------------------------------------------


def _prevents(facts: Facts) -> Table:
    told = _told(
        does="prevents" if facts.get("irregularity_committed") is False else None,
        dummy_oversteps=_if(facts.get("dummy_lost_qualified_rights"), "rights lost")
        or _if(first_of(facts, "selective", "only_when_it_suits"), "as it suits"),
    )
    return {"procedure": "9", "player": facts.get("speaker"), "offender": facts.get("about_to_err"), "findings": told}


HOW_FAR: Final = ((r"after|over", "after play"), (r"play|trick", "play"), (r"auction|clarification", "auction period"))
"""How far a board has come, in the words of cases."""


def _draws_attention(facts: Facts) -> Table:
    told = _told(does="draws attention", how_far=by_words(first_of(facts, "phase", "when"), HOW_FAR))
    if told.get("how_far"):
        stages = {
            "auction period": "in the auction",
            "play": "while cards are played",
            "after play": "when play has ended",
        }
        told["stage"] = stages[told["how_far"]]
    told |= {"speaker_does": "points it out", "club_speaker_does": "points it out"}
    return {"procedure": "9", "player": facts.get("speaker"), "offender": facts.get("offender"), "findings": told}


def _own_side(facts: Facts) -> Table:
    how_far = by_words(first_of(facts, "phase", "when"), HOW_FAR)
    how_far = how_far or ("play" if facts.get("revoke_established") is not None else None)
    told = _told(does=_if(facts.get("speaker"), "draws attention"), how_far=how_far, is_dummy=_defends(facts))
    return {"procedure": "9", "player": facts.get("speaker"), "offender": facts.get("offender"), "findings": told}


def _defends(facts: Facts) -> bool | None:
    """A side of which a card or revoke is in question as a defender's is not dummy."""
    return None if facts.get("declarer") or facts.get("revoke_established") is None else False


def _summons(facts: Facts) -> Table:
    attention = facts.get("attention_drawn_by", facts.get("attention_drawn"))
    told = _told(
        does=_if(facts.get("caller"), "summons"),
        attention_drawn=attention not in (None, False, "nobody", "none")
        if {"attention_drawn_by", "attention_drawn"} & set(facts)
        else None,
        how_far=by_words(first_of(facts, "phase", "when"), HOW_FAR),
    )
    return {"procedure": "9", "player": facts.get("caller"), "findings": told}


def _waived(facts: Facts) -> Table:
    waived = facts.get("waived_by")
    told = _told(what_happened="players ruled" if facts.get("director_called") is False else None, players_did="waived")
    if isinstance(waived, list | tuple):
        told |= {"acted_after_rho": False, "waives": ("neither of them", "one", "both")[min(len(waived), 2)]}
    return {"procedure": "10", "offender": facts.get("offender"), "player": facts.get("declarer"), "findings": told}


def _options_left_out(facts: Facts) -> Table:
    told = _told(what_happened=_if(facts.get("options_omitted"), "options left out"))
    return {"procedure": "10", "offender": facts.get("offender"), "findings": told}


def _chooses(facts: Facts) -> Table:
    chooser = facts.get("chooser")
    told = _told(what_happened=_if(chooser, "a player chooses"), consulted=_if(facts.get("hint")))
    return {"procedure": "10", "offender": facts.get("offender"), "player": chooser, "findings": told}


def _profits(facts: Facts) -> Table:
    aware = _if(facts.get("could_have_been_aware"), "foreseeable", "unforeseeable")
    told = _told(what_happened="offenders profit", used_unauthorised=facts.get("ui_used"), foreseeable=aware)
    return {"procedure": "10", "offender": facts.get("offender"), "findings": told}


GAINERS: Final = ((r"\bnon|innocent", "the non-offenders"), (r"offend", "the offenders"), (r"nobody|none", "nobody"))


def _forfeits(facts: Facts) -> Table:
    gained = "nobody" if facts.get("gain_through_ignorance") is False else None
    told = _told(
        acted_first=_if(facts.get("action_before_summoning")),
        forfeited=facts.get("forfeited"),
        gained_by_ignorance=gained or by_words(facts.get("gained"), GAINERS),
    )
    return {"procedure": "11", "offender": facts.get("offender"), "findings": told}


# -- Law 16 ------------------------------------------------------------------------------------------------------------


def _reserves(facts: Facts) -> Table:
    reserving, disputing = facts.get("reserving"), facts.get("disputing")
    tempo = first_of(facts, "hesitation_by", "tempo_by")
    told = _told(
        extraneous=True,
        acted=False,
        disputed=_if(disputing),
        given_by="tempo" if tempo else None,
    )
    regulations = None
    if facts.get("regulation_prohibits"):
        regulations = {
            "reserving_rights": {"value": False, "since": "2017-08-01", "source": "the regulations of the event"}
        }
    # Nothing here hangs on which opponent may use the information: LHO stands for the side where it is not told.
    offender = disputing or PARTNER.get(str(tempo)) or LHO.get(str(reserving))
    return {"procedure": "16B", "offender": offender, "findings": told, "regulations": regulations}


def _polled(facts: Facts) -> Table:
    """A poll tells how many considered and chose another action than the one at the table."""
    made = [item for item in facts.get("auction") or () if not item.get("irregular")]
    slow = next((item["by"] for item in facts.get("auction") or () if item.get("irregular") == "slow"), None)
    offender = facts.get("offender") or (PARTNER[slow] if slow else made[-1]["by"] if made else "N")
    told = _told(
        learned_from="from partner",
        suggestive=None if "suggests" not in facts else "nothing" not in str(facts["suggests"]),
        extraneous=True,
        acted=True,
        given_by="tempo" if slow else None,
        suggested=False if "nothing" in str(facts.get("suggests", "")) else None,
    )
    table: Table = {"procedure": "16B", "offender": offender, "player": offender, "findings": told}
    poll = facts.get("poll")
    if isinstance(poll, Mapping) and "n" in poll:
        at_table = facts.get("call_at_table")
        other = facts.get("other_call") or next(
            (call for call in poll.get("considered") or {} if call != at_table), None
        )
        considered, selected = (poll.get("considered") or {}).get(other, 0), (poll.get("selected") or {}).get(other, 0)
        table["poll"] = {"asked": poll["n"], "considered": max(considered, selected), "selected": selected}
    return table


# -- Laws 17 to 19 and 22 ----------------------------------------------------------------------------------------------


def _period(facts: Facts) -> dict[str, Table]:
    """Moments at which somebody asks whether the auction period is over, each in a few words."""
    declaring = {facts.get("declarer"), PARTNER.get(str(facts.get("declarer")))}
    found = {}
    for label, words in (facts.get("moments") or {}).items():
        text = str(words)
        if "passed in" in text or "passed out" in text:
            told: Table = {"how_ended": "passed out", "hands_back": "3 of 4" not in text and "three" not in text}
        else:
            faced = "faced" in text and text.split()[-1] not in declaring and "face-down" not in text
            told = {"how_ended": "contract", "opening_lead_faced": faced}
            if faced and "out of turn" in text:
                told["led_out_of_turn"] = True
        found[str(label)] = {"procedure": "22", "findings": told}
    return found


def _pairs(facts: Facts) -> dict[str, Table]:
    pairs = facts.get("pairs") or ()
    return {
        str(i): {"procedure": "18", "dealer": "N", "auction": [f"N {over}", f"E {bid}"]}
        for i, (over, bid) in enumerate(pairs, 1)
    }


def _misstated(facts: Facts) -> dict[str, Table]:
    """Boards on which somebody doubled or redoubled in wrong words."""
    found = {}
    for key, board in (facts if "speaker" not in facts else {WHOLE: facts}).items():
        if not (key.startswith("board") or key == WHOLE) or not isinstance(board, Mapping) or "speaker" not in board:
            continue
        speaker, bid = str(board["speaker"]), board["bid"]
        table: Table = {"procedure": "19", "offender": speaker, "findings": {"misstated": bool(board.get("words"))}}
        if board.get("doubled"):
            bidder = str(board.get("by") or PARTNER[speaker])
            table |= {"dealer": bidder, "auction": [f"{bidder} {bid}", f"{LHO[bidder]} X", f"{speaker} XX"]}
        else:
            bidder = str(board.get("by") or PARTNER[LHO[speaker]])
            table |= {"dealer": bidder, "auction": [f"{bidder} {bid}", f"{speaker} X"]}
        found[key.removeprefix("board")] = table
    return found


# -- Laws 24 to 26 -----------------------------------------------------------------------------------------------------

PHASES: Final = {
    "before_auction": "before the auction",
    "auction": "during the auction",
    "clarification_period": "after the auction",
}


def _exposed(facts: Facts) -> dict[str, Table]:
    parts = {key: facts[key] for key in "abcd" if isinstance(facts.get(key), Mapping)}
    return {label: _one_exposed(part) for label, part in parts.items()} or {WHOLE: _one_exposed(facts)}


def _one_exposed(facts: Facts) -> Table:
    cards = facts.get("cards") or ([facts["card"]] if "card" in facts else [])
    aware = _if(facts.get("could_have_been_aware"), "foreseeable", "unforeseeable")
    lead = facts.get("attempted_opening_lead")
    offender, declarer = facts.get("offender") or facts.get("owner"), facts.get("declarer")
    when = PHASES.get(str(facts.get("phase", "auction")))
    told = _told(
        exposed_when=when,
        own_error=facts.get("own_error", True if facts.get("visible_to_partner") is False else None),
        # A card that is said to be exposed lies where all can see it, unless the case tells otherwise.
        partner_could_see=facts.get("visible_to_partner", True if when == "after the auction" else None),
        led=facts.get("led", lead),
        foreseeable=aware,
        advantage=_if(facts.get("offenders_gained"), "gained", "not gained") if aware == "foreseeable" else None,
        ends_as={"defender": "defending", "declarer": "declaring", "dummy": "declaring"}.get(
            str(facts.get("final_role")), None if declarer else "undecided"
        ),
    )
    return {"procedure": "24", "offender": offender, "cards": cards, "findings": told} | _told(declarer=declarer)


def _unintended(facts: Facts) -> dict[str, Table]:
    auction = list(facts.get("auction") or ())
    if not auction:
        return {WHOLE: {"procedure": "25"}}
    slip = next((item["by"] for item in auction if item.get("irregular") == "unintended"), auction[-1]["by"])
    intended = facts.get("intended") or facts.get("wants")
    mechanical, at_once = facts.get("mechanical"), facts.get("without_pause")
    told = _told(
        unintended=mechanical,
        paused=_if(at_once, yes=False, no=True),
        period_over=first_of(facts, "auction_period_over", "opening_lead_faced", "lead_faced"),
    )
    if at_once is not None and mechanical is not None:
        told["slip"] = bool(mechanical and at_once)
    table: Table = {"procedure": "25", "offender": slip, "findings": told}
    return {WHOLE: table | _told(intended=intended)}


def _artificial_pass(facts: Facts) -> dict[str, Table]:
    return {WHOLE: {"findings": {"pass_artificial": True}}}


def _changed(facts: Facts) -> Table:
    told = _told(first_unintended=_if(facts.get("original_intended"), yes=False, no=True))
    return {"procedure": "25", "findings": told} | _told(accepted=facts.get("lho_accepts"))


def _first_lead(facts: Facts) -> Table:
    """A withdrawn call of which only what replaced it is told; who is on lead tells the first turn to lead (26B)."""
    comparable, leader, declarer = (facts.get(key) for key in ("replacement_comparable", "leader", "declarer"))
    if comparable is None or facts.get("auction"):
        return {}
    told = _told(
        replaced_comparably=comparable,
        occasion="first" if leader and LHO.get(str(declarer)) == leader else None,
    )
    return {"procedure": "26", "findings": told}


def _leads(facts: Facts) -> dict[str, Table]:
    """Several withdrawn calls, each with what replaced it, and what may be led after it."""
    found = {}
    for label in "abcd":
        part = facts.get(label)
        if not isinstance(part, Mapping):
            continue
        told = _told(
            replaced_comparably={"comparable": True, "not_comparable": False}.get(
                str(part.get("replacement")).replace(" ", "_")
            ),
            occasion="first" if part.get("offender_side") == "defending" else None,
            defends=_if(part.get("offender_side"), part.get("offender_side") != "declaring"),
        )
        if part.get("correction") == "27B1(a)":
            told |= {"replaced_comparably": False, "set_aside": "27B1(a)"}
        found[label] = {"procedure": "26", "findings": told}
    return found


def _replacements(facts: Facts) -> dict[str, Table]:
    if facts.get("auction"):
        return {}
    meanings = facts.get("meanings") or {}
    several = meanings.get("replacements")
    if isinstance(several, Mapping):
        shown = {
            str(label): {"withdrawn": meanings.get("withdrawn"), "replacement": item} for label, item in several.items()
        }
    elif isinstance(meanings.get("replacement"), Mapping):
        shown = {WHOLE: {"withdrawn": meanings.get("withdrawn"), "replacement": meanings["replacement"]}}
    else:
        return {}
    # The call itself does not matter to the tests of 23A; the record wants one.
    return {label: {"procedure": "23", "replacement": "P", "meanings": item} for label, item in shown.items()}


# -- Law 40 ------------------------------------------------------------------------------------------------------------

AGREEMENTS: Final = (
    (r"which partner|who makes|by whom|depends? on the player|weaker|stronger partner", {"issue": "differs by player"}),
    (r"\bown|partner'?s? (question|answer|infraction)", {"issue": "varies", "varies_after": "own question"}),
    (
        r"opponents?'? (infraction|irregularity|insufficient|call out)",
        {"issue": "varies", "varies_after": "opponents' irregularity"},
    ),
)
"""What partners have agreed, in the words of cases."""
FORBIDS: Final = (
    (r"\bnone|\bno regulation|not (forbid|prohibit|restrict|disallow)", False),
    (r"forbid|prohibit|restrict|disallow", True),
)
"""Whether the Regulating Authority forbids it, in the words of cases."""


def _agreement(facts: Facts) -> dict[str, Table]:
    agreed = {key.removeprefix("agreement").strip("_"): facts[key] for key in facts if key.startswith("agreement")}
    seat = {"procedure": "40", "offender": _caller(facts)}
    found = {}
    for label, words in agreed.items():
        told: Table = dict(by_words(words, AGREEMENTS) or {})
        forbidden = by_words(facts.get("regulation"), FORBIDS)
        if told.get("varies_after") == "opponents' irregularity" and forbidden is not None:
            told["variation_forbidden"] = forbidden
        found[label] = {**seat, "findings": told}
    return found or {WHOLE: {**seat, "findings": _undisclosed(facts)}}


def _undisclosed(facts: Facts) -> Table:
    """An answer that there was no agreement, and what the partners had in common nevertheless (40A1(a), 40B5(a))."""
    in_common = first_of(facts, "shared_source", "common_source", "mutual_experience")
    general = facts.get("general_knowledge")
    silent = "no agreement" in str(facts.get("answer", "")) or in_common is not None or general is not None
    return _told(
        issue="not disclosed" if silent else None,
        understanding=bool(in_common) if in_common is not None else None if general is None else not general,
        damage=_damage(facts) if "damaged" in facts else None,
    )


def _caller(facts: Facts) -> str:
    """Whose call is in question: the offender, or the last caller; where nobody is named, North stands for the side."""
    made = made_calls(facts.get("auction"))
    return str(first_of(facts, "offender", "caller", "bidder") or (made[-1]["by"] if made else "N"))


def _damage(facts: Facts) -> str:
    """Where nothing is told of damage, it shows only after play."""
    return {True: "damaged", False: "undamaged"}.get(facts.get("damaged", ""), "open")


def _harm(facts: Facts) -> str:
    """The same in the words of the rubber code."""
    return {"damaged": "harm", "undamaged": "no harm"}.get(_damage(facts), "open")


def _behind(facts: Facts) -> Table:
    """The same in the words of the rubber code: a partner who expects the departure shows an understanding."""
    aware = facts.get("partner_aware")
    return _told(understanding_behind=aware, harmed=None if aware is None else _harm(facts))


def _psyched(facts: Facts) -> Table:
    restricted = False if facts.get("artificial") is False else by_words(facts.get("regulation"), FORBIDS)
    told = _told(
        issue="deviation", psyche_restricted=restricted, partner_aware=facts.get("partner_aware"), damage=_damage(facts)
    ) | _behind(facts)
    return {"procedure": "40", "offender": _caller(facts), "findings": told}


def _aware(facts: Facts) -> Table:
    told = _told(
        issue="deviation", psyche_restricted=False, partner_aware=facts.get("partner_aware"), damage=_damage(facts)
    ) | _behind(facts)
    return {"procedure": "40", "offender": _caller(facts), "findings": told}


def _left_out(facts: Facts) -> Table:
    issue = _if(facts.get("omitted"), "incomplete") or (
        "not disclosed" if facts.get("answer") == "no agreement" else None
    )
    told = _told(
        issue=issue,
        crucial=facts.get("crucial"),
        understanding=facts.get("understanding_exists"),
        damage=_damage(facts) if "damaged" in facts else None,
    )
    return {"procedure": "40", "offender": _caller(facts), "findings": told}


def _not_permitted(facts: Facts) -> Table:
    """A method that regulations do not allow (40B4)."""
    breach = first_of(facts, "regulation_breached", "not_permitted", "breach")
    told = _told(issue=_if(breach, "not permitted"), damage=_damage(facts))
    return {"procedure": "40", "offender": _caller(facts), "findings": told}


def _aid(facts: Facts) -> Table:
    told = _told(issue="aid", aids_allowed=first_of(facts, "allowed", "regulation_allows"))
    return {"procedure": "40", "offender": facts.get("player") or _caller(facts), "findings": told}


CARD_LOOKED_AT: Final = (
    (r"clarification", "clarification"),
    (r"(hands?|cards) (are |is )?out", "hands out"),
    (r"before (the )?auction|before the first call", "before the auction"),
    (r"expla", "to explain"),
    (r"own turn", "own turn"),
    (r"other|partner'?s turn|opponent'?s turn", "other turn"),
)
"""When a system card was looked at, in the words of cases."""


def _card(facts: Facts) -> Table:
    """Somebody looks at a system card, the opponents' unless told; when, or whose turn it is then, is told."""
    player = facts.get("player") or facts.get("offender")
    turn = facts.get("turn")
    when = by_words(first_of(facts, "when", "phase"), CARD_LOOKED_AT)
    when = when or (None if turn is None else "own turn" if turn == player else "other turn")
    own = facts.get("own_card") is True or "own" in str(facts.get("card", ""))
    side = by_words(facts.get("role"), explaining.DECLARING) if own and "declarer" not in facts else None
    told = _told(issue="own card" if own else "opponents' card", card_when=when, presumed_declarer_side=side)
    return {"procedure": "40", "offender": player or (LHO[turn] if turn else None), "findings": told}


# -- Laws 72 and 73 ----------------------------------------------------------------------------------------------------


def _on_purpose(facts: Facts) -> Table:
    told = _told(principle=_if(facts.get("intent"), "on purpose"))
    return {"procedure": "72", "offender": facts.get("offender") or "E", "findings": told}


DUTIES: Final = {
    "misexplanation": "explanation",
    "unestablished revoke pointed out": "revoke",
    "trick not won": "trick",
}


def _own_infraction(facts: Facts) -> dict[str, Table]:
    cases = facts.get("cases")
    if isinstance(cases, list | tuple):
        return {
            str(i): {
                "procedure": "72",
                "offender": "E",
                "findings": {"principle": "own infraction"} | _told(duty_to_speak=DUTIES.get(str(words))),
            }
            for i, words in enumerate(cases)
        }
    told = _told(principle="own infraction", duty_to_speak=_if(facts.get("established"), "no duty", "revoke"))
    return {WHOLE: {"procedure": "72", "offender": facts.get("offender"), "findings": told}}


def _could_have_known(facts: Facts) -> Table:
    told = _told(
        principle="could foresee",
        could_foresee=facts.get("could_have_been_aware", True),
        advantage=_if(first_of(facts, "gain", "offenders_gained"), "gained", "not gained"),
    )
    return {"procedure": "72", "offender": facts.get("offender"), "findings": told}


def _enforced_pass(facts: Facts) -> dict[str, Table]:
    """A penalty, or a rectification, silenced partner; the offence itself is told only where cards were exposed."""
    if facts.get("cards") or facts.get("card"):
        return _exposed(facts)
    aware = facts.get("could_have_been_aware")
    told = _told(
        principle="could foresee",
        could_foresee=aware,
        pass_enforced=_if(first_of(facts, "partner_must_pass", "pass_enforced", "enforced_pass")),
        could_have_known=None if aware is None else "could" if aware else "could not",
        advantage=_if(facts.get("offenders_gained"), "gained", "not gained"),
        harmed=_harm(facts),
    )
    procedure = "23" if facts.get("scoring") == "rubber" else "72"
    return {WHOLE: {"procedure": procedure, "offender": facts.get("offender"), "findings": told}}


def _tempo(facts: Facts) -> Table:
    if facts.get("fast_call_by") and facts.get("regulation"):
        return {"procedure": "73", "offender": facts["fast_call_by"], "findings": {"conduct": "pause left out"}}
    nothing_to_gain = str(facts.get("situation", "")).startswith("no position")
    told = _told(
        conduct="manner",
        deliberate=_if(facts.get("unintentional"), yes=False, no=True),
        could_benefit=False if nothing_to_gain else None,
    )
    return {"procedure": "73", "offender": facts.get("hesitation_by"), "findings": told}


def _communicates(facts: Facts) -> Table:
    """Something is told to partner by other means than calls and plays; by agreement, it is on purpose."""
    means = first_of(facts, "manner", "signal", "remark", "means")
    agreed = first_of(facts, "deliberate", "intentional", "prearranged")
    told = _told(conduct=_if(means, "signal"), deliberate=agreed)
    return {"procedure": "73", "offender": first_of(facts, "player", "offender"), "findings": told}


def _deceived(facts: Facts) -> Table:
    """Such a case is brought by somebody who says that he was misled; the other two conditions of 73E2 have to be told."""
    told = _told(
        conduct="misled",
        false_inference=facts.get("declarer_false_inference", True),
        bridge_reason=facts.get("demonstrable_bridge_reason"),
        could_benefit=facts.get("could_have_been_aware"),
    )
    return {"procedure": "73", "offender": facts.get("player"), "findings": told}


RESTS_ON: Final = (
    (r"undisclosed|concealed|secret", "protected"),
    (r"none|no understanding|no agreement", "by itself"),
)
"""What a deception is helped by, in the words of cases."""


def _deceptive_play(facts: Facts) -> Table:
    emphasis = first_of(facts, "emphasis", "emphasised", "hesitation")
    aware = facts.get("partner_aware")
    rests_on = "emphasised" if emphasis else by_words(facts.get("understanding"), RESTS_ON)
    rests_on = rests_on or _if(aware, "protected", "by itself")
    told = _told(conduct="deceptive call or play", deception_rests_on=rests_on)
    return {"procedure": "73", "offender": facts.get("player") or "E", "findings": told}


def _asked(procedure: str) -> Reader:
    """For topics whose facts have no keys of their own: the procedure is known, and it says what is missing."""
    return lambda facts: {"procedure": procedure, "player": facts.get("player"), "offender": facts.get("offender")}


Reader = Callable[[Facts], Table | dict[str, Table]]
READERS: Final[Mapping[str, Reader]] = {
    "drawing_attention": _draws_attention,
    "extraneous_information": explaining.from_elsewhere,
    "end_of_auction": explaining.how_it_ended,
    "passed_in_board": explaining.how_it_ended,
    "double_superseded": explaining.how_it_ended,
    "review_of_auction": explaining.asks_for_review,
    "review_after_final_pass": explaining.asks_for_review,
    "own_misunderstanding": explaining.misunderstood,
    "comparable_call_effect": _first_lead,
    "special_understanding": _not_permitted,
    "communication": _communicates,
    "dummy_prevents_irregularity": _prevents,
    "own_side_irregularity": _own_side,
    "summoning_director": _summons,
    "players_waive_rectification": _waived,
    "explain_options": _options_left_out,
    "choice_without_consulting": _chooses,
    "profiting_after_rectification": _profits,
    "forfeited_rectification": _forfeits,
    "estimate_of_own_score": explaining.source_of_information,
    "reserving_rights": _reserves,
    "logical_alternative_poll": _polled,
    "unauthorised_information_tempo": _polled,
    "unauthorised_information_no_la": _polled,
    "unauthorised_information_not_suggesting": _polled,
    "auction_period_end": _period,
    "sufficient_bid": _pairs,
    "misstated_double": _misstated,
    "improper_questions": _asked("20"),
    "uncertain_agreement": _asked("20F"),
    "protect_oneself": _asked("21"),
    "mistaken_call_or_explanation": _asked("21"),
    "misinformation_after_final_pass": _asked("21"),
    "thinking_is_no_infraction": _asked("16B"),
    "logical_alternative_actual_call": _asked("16B"),
    "asking_for_explanations": explaining.asks_for_explanation,
    "lead_out_of_turn_question": explaining.asks_whose_lead,
    "own_misexplanation": explaining.own_explanation,
    "partner_misexplanation": explaining.partners_explanation,
    "no_agreement": explaining.no_agreement,
    "misinformation_too_late": explaining.misinformed,
    "misinformation_change_of_call": explaining.misinformed,
    "card_exposed_during_auction": _exposed,
    "card_exposed_before_auction": _exposed,
    "enforced_pass_damage": _enforced_pass,
    "opening_lead_by_declaring_side": _exposed,
    "unintended_call": _unintended,
    "unintended_call_after_auction": _unintended,
    "unintended_call_information": _unintended,
    "unintended_call_too_late": _unintended,
    "unintended_call_lho": _unintended,
    "unintended_call_insufficient_intention": _unintended,
    "changed_call_not_accepted": _changed,
    "pass_of_artificial_call_out_of_rotation": _artificial_pass,
    "lead_restrictions": _leads,
    "comparable_call": _replacements,
    "partnership_understanding": _agreement,
    "varying_understandings": _agreement,
    "psychic_call": _psyched,
    "concealed_understanding": _aware,
    "disclosure": _left_out,
    "memory_aids": _aid,
    "system_card": _card,
    "intentional_infraction": _on_purpose,
    "own_infraction": _own_infraction,
    "could_have_known": _could_have_known,
    "tempo_variation": _tempo,
    "deceptive_tempo": _deceived,
    "deception_by_play": _deceptive_play,
}
"""How to read a case, by its topic."""
FAMILIES: Final[tuple[tuple[re.Pattern[str], Reader], ...]] = tuple(
    (re.compile(pattern), reader)
    for pattern, reader in (
        (r"^dummy\w*_(prevent|warn)", _prevents),
        (r"attention", _draws_attention),
        (r"summon|calling_the_director", _summons),
        (r"waive", _waived),
        (r"forfeit", _forfeits),
        (r"extraneous|overheard|other_sources|accidental_information", explaining.from_elsewhere),
        (r"reserv\w*_rights", _reserves),
        (r"unauthorised_information|logical_alternative", _polled),
        (r"auction_period", _period),
        (r"end_of_(the_)?auction|passed_(in|out)|superseded", explaining.how_it_ended),
        (r"^sufficient", _pairs),
        (r"^misstated", _misstated),
        (r"review|restatement", explaining.asks_for_review),
        (r"own_(mis)?explanation|own_misinformation", explaining.own_explanation),
        (r"partners?_(mis)?explanation", explaining.partners_explanation),
        (r"own_misunderstanding", explaining.misunderstood),
        (r"misinformation|failure_to_alert|missing_alert", explaining.misinformed),
        (r"question|explanation|supplementary", explaining.asks_for_explanation),
        (r"^card_(exposed|led|shown|dropped)|^exposed_card|opening_lead_by_declar", _exposed),
        (r"^unintended_call", _unintended),
        (r"psych", _psyched),
        (r"deviation|concealed_understanding|implicit_understanding", _aware),
        (r"disclos", _left_out),
        (r"not_permitted|special_\w*understanding|illegal_(agreement|convention|method)", _not_permitted),
        (r"memory|aids?_to", _aid),
        (r"(system|convention)_card", _card),
        (r"understanding|agreement", _agreement),
        (r"intention", _on_purpose),
        (r"own_infraction|concealed_infraction", _own_infraction),
        (r"could_have|foresee|awareness_of", _could_have_known),
        (r"enforced_pass", _enforced_pass),
        (r"tempo", _tempo),
        (r"decepti|deceiv", _deceptive_play),
        (r"communication|signal", _communicates),
    )
)
"""How to read a case whose topic goes by another name, tried in this order."""


def _reader(topic: str, facts: Facts) -> Reader | None:
    """The reader of a topic; of its family only where no auction with an irregular call shows what is asked."""
    if topic in READERS:
        return READERS[topic]
    if any(isinstance(made, Mapping) and made.get("irregular") for made in facts.get("auction") or ()):
        return None
    return next((reader for pattern, reader in FAMILIES if pattern.search(topic)), None)


def tables_from_facts(facts: Facts, topic: str) -> dict[str, Table]:
    """What the facts of a case about findings add to its records, by the labels of its parts; empty when it is no such case.

    Each value holds fields of a record (`laws/rulings/record.py`); what is told by the auction is not repeated in it.
    """
    reader = _reader(topic, facts)
    if reader is None:
        return {}
    found = reader(facts)
    tables = {WHOLE: found} if "procedure" in found else found
    return {label: {key: value for key, value in table.items() if value is not None} for label, table in tables.items()}
