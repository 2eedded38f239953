"""Readers of looser facts on boards, calls, cards and conduct that need more than a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from laws.cases.loose.words import LHO, PARTNER, WHOLE, Facts, Table, by, first_of, found, harm, made_calls


def parts_of(facts: Facts) -> dict[str, Facts]:
    """The tables of a case that labels them a, b, c and d."""
    return {label: facts[label] for label in "abcd" if isinstance(facts.get(label), Mapping)}


def boards_of(facts: Facts, key: str) -> dict[str, Facts]:
    """The boards of a case that numbers them, as far as they tell something; without numbers, the whole of it."""
    boards = {
        name.removeprefix("board"): board
        for name, board in facts.items()
        if name.startswith("board") and isinstance(board, Mapping) and board.get(key)
    }
    return boards or {WHOLE: facts}


# -- Laws 9 and 10 -----------------------------------------------------------------------------------------------------


def attention_drawn(facts: Facts) -> bool | None:
    """Whether anybody has; that nobody has may be told as nothing at all."""
    if not {"attention_drawn_by", "attention_drawn"} & set(facts):
        return None
    return facts.get("attention_drawn_by", facts.get("attention_drawn")) not in (None, False, "nobody", "none")


def waived_by(facts: Facts) -> str | None:
    """How many of a side waive, where they are named."""
    waived = facts.get("waived_by")
    return ("neither of them", "one", "both")[min(len(waived), 2)] if isinstance(waived, list | tuple) else None


# -- Laws 17 to 19 and 22 ----------------------------------------------------------------------------------------------


def ended(facts: Facts) -> dict[str, Table]:
    """One auction, or one for each board, of which somebody asks whether it is over."""
    return {label: _ended(board) for label, board in boards_of(facts, "auction").items()}


def _ended(facts: Facts) -> Table:
    slip, auction = facts.get("unintended"), made_calls(facts.get("auction"))
    findings = found(
        hands_back=first_of(facts, "hands_returned", "hands_back"),
        opening_lead_faced=first_of(facts, "opening_lead_faced", "lead_faced"),
        last_pass_unintended=slip.get("mechanical") if isinstance(slip, Mapping) else None,
    )
    table: Table = {"procedure": "22", "findings": findings}
    return table | {"dealer": facts.get("dealer") or auction[0]["by"], "auction": auction} if auction else table


def moments(facts: Facts) -> dict[str, Table]:
    """Moments at which somebody asks whether the auction period is over, each in a few words."""
    declaring = {facts.get("declarer"), PARTNER.get(str(facts.get("declarer")))}
    read = {}
    for label, words in (facts.get("moments") or {}).items():
        text = str(words)
        faced = "faced" in text and text.split()[-1] not in declaring and "face-down" not in text
        if "passed in" in text or "passed out" in text:
            findings: Table = {"how_ended": "passed out", "hands_back": "3 of 4" not in text and "three" not in text}
        else:
            findings = {"how_ended": "contract", "opening_lead_faced": faced}
            findings |= {"led_out_of_turn": True} if faced and "out of turn" in text else {}
        read[str(label)] = {"procedure": "22", "findings": findings}
    return read


def pairs(facts: Facts) -> dict[str, Table]:
    """Bids, each with the one it was made over."""
    return {
        str(i): {"procedure": "18", "dealer": "N", "auction": [f"N {over}", f"E {bid}"]}
        for i, (over, bid) in enumerate(facts.get("pairs") or (), 1)
    }


def misstated(facts: Facts) -> dict[str, Table]:
    """Boards on which somebody doubled or redoubled in wrong words."""
    boards = {label: board for label, board in boards_of(facts, "speaker").items() if "speaker" in board}
    read = {}
    for label, board in boards.items():
        speaker, bid, again = str(board["speaker"]), board["bid"], bool(board.get("doubled"))
        bidder = str(board.get("by") or PARTNER[speaker if again else LHO[speaker]])
        calls = [f"{LHO[bidder]} X", f"{speaker} XX"] if again else [f"{speaker} X"]
        read[label] = {
            "procedure": "19",
            "offender": speaker,
            "dealer": bidder,
            "auction": [f"{bidder} {bid}", *calls],
            "findings": {"misstated": bool(board.get("words"))},
        }
    return read


# -- Laws 23 to 26 -----------------------------------------------------------------------------------------------------

PHASES: Final = {
    "before_auction": "before the auction",
    "auction": "during the auction",
    "clarification_period": "after the auction",
}
ENDS_AS: Final = {"defender": "defending", "declarer": "declaring", "dummy": "declaring"}


def exposed(facts: Facts) -> dict[str, Table]:
    """Cards that were seen, at one table or several."""
    return {label: _exposed(part) for label, part in (parts_of(facts) or {WHOLE: facts}).items()}


def _exposed(facts: Facts) -> Table:
    aware, declarer = facts.get("could_have_been_aware"), facts.get("declarer")
    when = PHASES.get(str(facts.get("phase", "auction")))
    findings = found(
        exposed_when=when,
        own_error=facts.get("own_error", True if facts.get("visible_to_partner") is False else None),
        # A card that is said to be exposed lies where all can see it, unless the case tells otherwise.
        partner_could_see=facts.get("visible_to_partner", True if when == "after the auction" else None),
        led=facts.get("led", facts.get("attempted_opening_lead")),
        foreseeable=by("could_have_been_aware", yes="foreseeable", no="unforeseeable")(facts),
        advantage=by("offenders_gained", yes="gained", no="not gained")(facts) if aware else None,
        ends_as=ENDS_AS.get(str(facts.get("final_role")), None if declarer else "undecided"),
    )
    return {
        "procedure": "24",
        "offender": facts.get("offender") or facts.get("owner"),
        "cards": facts.get("cards") or ([facts["card"]] if "card" in facts else []),
        "findings": findings,
    } | found(declarer=declarer)


def unintended(facts: Facts) -> Table:
    """A call that somebody says was a slip."""
    auction = list(facts.get("auction") or ())
    if not auction:
        return {"procedure": "25"}
    mechanical, at_once = facts.get("mechanical"), facts.get("without_pause")
    findings = found(
        unintended=mechanical,
        paused=by("without_pause", yes=False, no=True)(facts),
        period_over=first_of(facts, "auction_period_over", "opening_lead_faced", "lead_faced"),
        slip=None if at_once is None or mechanical is None else bool(mechanical and at_once),
    )
    slip = next((item["by"] for item in auction if item.get("irregular") == "unintended"), auction[-1]["by"])
    intended = facts.get("intended") or facts.get("wants")
    return {"procedure": "25", "offender": slip, "findings": findings} | found(intended=intended)


def first_lead(facts: Facts) -> Table | dict[str, Table]:
    """A withdrawn call of which only what replaced it is told; who is on lead tells the first turn to lead (26B)."""
    comparable, leader, declarer = (facts.get(key) for key in ("replacement_comparable", "leader", "declarer"))
    if comparable is None or facts.get("auction"):
        return {}
    first = "first" if leader and LHO.get(str(declarer)) == leader else None
    return {"procedure": "26", "findings": found(replaced_comparably=comparable, occasion=first)}


def leads(facts: Facts) -> dict[str, Table]:
    """Several withdrawn calls, each with what replaced it, and what may be led after it."""
    read = {}
    for label, part in parts_of(facts).items():
        side, replacement = part.get("offender_side"), str(part.get("replacement")).replace(" ", "_")
        findings = found(
            replaced_comparably={"comparable": True, "not_comparable": False}.get(replacement),
            occasion="first" if side == "defending" else None,
            defends=None if side is None else side != "declaring",
        )
        if part.get("correction") == "27B1(a)":
            findings |= {"replaced_comparably": False, "set_aside": "27B1(a)"}
        read[label] = {"procedure": "26", "findings": findings}
    return read


def replacements(facts: Facts) -> dict[str, Table]:
    """Meanings that are to be compared, without an auction."""
    meanings = facts.get("meanings") or {}
    several, alone = meanings.get("replacements"), meanings.get("replacement")
    shown = several if isinstance(several, Mapping) else {WHOLE: alone} if isinstance(alone, Mapping) else {}
    if facts.get("auction"):
        return {}
    # The call itself does not matter to the tests of 23A; the record wants one.
    return {
        str(label): {
            "procedure": "23",
            "replacement": "P",
            "meanings": {"withdrawn": meanings.get("withdrawn"), "replacement": item},
        }
        for label, item in shown.items()
    }


# -- Laws 72 and 73 ----------------------------------------------------------------------------------------------------

DUTIES: Final = {
    "misexplanation": "explanation",
    "unestablished revoke pointed out": "revoke",
    "trick not won": "trick",
}


def own_infraction(facts: Facts) -> dict[str, Table]:
    """A side that knows of its own infraction, at one table or several."""
    cases = facts.get("cases")
    if not isinstance(cases, list | tuple):
        duty = by("established", yes="no duty", no="revoke")(facts)
        findings = {"principle": "own infraction"} | found(duty_to_speak=duty)
        return {WHOLE: {"procedure": "72", "offender": facts.get("offender"), "findings": findings}}
    return {
        str(i): {
            "procedure": "72",
            "offender": "E",
            "findings": {"principle": "own infraction"} | found(duty_to_speak=DUTIES.get(str(words))),
        }
        for i, words in enumerate(cases)
    }


def enforced_pass(facts: Facts) -> dict[str, Table]:
    """A penalty, or a rectification, silenced partner; the offence itself is told only where cards were exposed."""
    if facts.get("cards") or facts.get("card"):
        return exposed(facts)
    findings = found(
        principle="could foresee",
        could_foresee=facts.get("could_have_been_aware"),
        pass_enforced=by("partner_must_pass", "pass_enforced", "enforced_pass")(facts),
        could_have_known=by("could_have_been_aware", yes="could", no="could not")(facts),
        advantage=by("offenders_gained", yes="gained", no="not gained")(facts),
        harmed=harm(facts),
    )
    procedure = "23" if facts.get("scoring") == "rubber" else "72"
    return {WHOLE: {"procedure": procedure, "offender": facts.get("offender"), "findings": findings}}


def tempo(facts: Facts) -> Table:
    """A pause, or the lack of one."""
    if facts.get("fast_call_by") and facts.get("regulation"):
        return {"procedure": "73", "offender": facts["fast_call_by"], "findings": {"conduct": "pause left out"}}
    nothing_to_gain = str(facts.get("situation", "")).startswith("no position")
    findings = found(
        conduct="manner",
        deliberate=by("unintentional", yes=False, no=True)(facts),
        could_benefit=False if nothing_to_gain else None,
    )
    return {"procedure": "73", "offender": facts.get("hesitation_by"), "findings": findings}
