"""Law 26: what may be led after a call of the defending side was withdrawn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.bridge import contract_of, number
from exams.scenarios.narrating.narrative import Facts, Narrative, Setting
from exams.scenarios.tables import Table
from laws.rulings.calls import SUIT_NAMES, SUITS, SYMBOLS
from laws.rulings.ruling import Ruling

_OPENINGS: Final = (
    "During the auction {name} withdrew a call. The contract is now {contract}, and {caller} asks you what may be led.",
    "{name} had a call cancelled in the auction, which has ended in {contract}. You come back to the table.",
    "The contract is {contract}. You are called again about the call that {name} had to replace during the auction.",
)


def _stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    played = contract_of(table)
    if played is None:
        return None
    declarer = played.declarer
    defends = facts.get("defends", True)
    offender = rng.choice([declarer.lho, declarer.rho] if defends else [declarer, declarer.partner])
    partner = offender.partner
    suit = rng.choice(SUITS)
    record: dict[str, Any] = {"board": table.board, "offender": offender.value, "procedure": "26"}
    if "defends" in facts:
        record["declarer"] = declarer.value
    if "occasion" in facts:
        record["lead"] = {
            "occasion": facts["occasion"],
            "forbidden": suit if facts.get("forbids") else None,
            "can_comply": facts.get("can_comply", True),
        }
    places = {
        "name": offender.full_name,
        "contract": played.words,
        "caller": declarer.full_name if defends else declarer.lho.full_name,
        "declarer": declarer.full_name,
        "suit": SUIT_NAMES[suit][:-1],
        "suits_named": SUIT_NAMES[suit],
        "forbidden": SYMBOLS[suit] if facts.get("forbids") else "a suit that declarer forbids",
        "trick": number(rng.randrange(3, 9)),
        "partner_name": partner.full_name,
        "first_turn": _first_turn(partner is declarer.lho, late=facts.get("can_comply") is False, rng=rng),
        "kept": _kept(late=facts.get("can_comply") is False, rng=rng),
    }
    return Setting(
        record,
        _OPENINGS,
        offender.value,
        shown=frozenset({"defends", "occasion", "forbids", "can_comply"} & facts.keys()),
        told=frozenset({"defends"}),
        places=places,
        situation=(played.words, suit if facts.get("forbids") else ""),
    )


def _first_turn(leads: bool, *, late: bool, rng: random.Random) -> str:
    """How partner comes to lead for the first time; a player of one suit only does so near the end."""
    if late:
        return f"{rng.choice(('at trick eleven', 'when three cards are left'))}, for the first time on this board"
    return "with the opening lead" if leads else "for the first time on this board"


def _kept(*, late: bool, rng: random.Random) -> str:
    if late:
        return f"on lead since {rng.choice(('trick nine', 'trick ten'))}, for the first time on this board"
    return rng.choice(("on lead since the first trick led to", "on lead ever since the first turn to lead"))


def _to_the_others() -> Iterator[Choice]:
    """The offending side declares: what people think that it then may not do, or may."""
    yield Choice(
        "{caller} may forbid declarer to lead one suit, from either hand, for as long as declarer keeps the lead.",
        "26B restricts a defender; nobody restricts what the declaring side leads.",
    )
    yield Choice(
        "Declarer may forbid {caller} to lead one suit.",
        "26B restricts the partner of the player whose call was withdrawn; {others} have done nothing.",
    )
    yield Choice(
        "{caller} may lead anything. Later declarer must not lead a suit that the withdrawn call showed.",
        "26B restricts a defender, and never by itself; somebody must choose the suit.",
    )
    yield Choice(
        "{caller} may lead anything but a suit that the withdrawn call showed.",
        "what the withdrawn call told is free for {others} to use (16C1), and 26B does not restrict them.",
    )


def _mistakes(ruling: Ruling) -> Iterator[Choice]:
    if dict(ruling.path).get("defends") is False:
        yield from _to_the_others()
        return
    bound = any(
        effect.name == "lead_restriction" and getattr(effect, "kind", "") != "none" for effect in ruling.effects
    )
    yield Choice(
        "Declarer may require {partner} to lead a suit, or forbid one.",
        "a lead could be required before 2017; now declarer may only forbid one suit (26B).",
    )
    if bound:
        yield Choice(
            "Declarer may forbid {offender} to lead one suit.",
            "the restriction is on the lead of {partner}, who has heard the withdrawn call (26B).",
        )
        yield Choice(
            "No lead is restricted; {partner} must just not use what the withdrawn call told.",
            "16C2 holds as well, but 26B gives declarer a right beyond it.",
        )
        return
    yield Choice(
        "Declarer may forbid {partner} to lead one suit for as long as {partner} keeps the lead.",
        "that is so at {partner}'s first turn to lead, when {side} defend and no comparable call was made (26A, 26B).",
    )
    yield Choice(
        "Declarer may forbid {partner} to lead one suit at any one turn to lead.",
        "the choice belongs to the first turn to lead, and is gone after that (26B).",
    )
    yield Choice(
        "{partner} must not lead any suit that the withdrawn call showed.",
        "nothing of the kind stands in Law 26; one suit may be forbidden, by declarer, in its time (26B).",
    )


LEADS: Final = Narrative(
    procedure="26",
    topic="lead-restrictions",
    stage=_stage,
    tells={
        ("replaced_comparably", True): (
            "The call that {name} chose instead was comparable with it.",
            "You had found then that the replacement was a comparable call.",
            "What {name} called instead showed much the same hand; you had ruled it comparable.",
        ),
        ("replaced_comparably", False): (
            "What {name} called instead was not comparable with it.",
            "You had found then that the replacement was not a comparable call.",
            "The call that {name} chose instead had little to do with the first.",
        ),
        ("defends", True): (),
        ("defends", False): (),
        ("occasion", "first"): (
            "{partner_name} is on lead {first_turn}.",
            "{partner_name} has to lead {first_turn}.",
        ),
        ("occasion", "retained"): (
            "{partner_name} has been {kept}.",
            "{partner_name}, who is to lead again, has been {kept}.",
        ),
        ("occasion", "later"): (
            "{partner_name} has had a first lead, has lost it, and comes on lead again at trick {trick}.",
            "After losing the lead {partner_name} is on lead once more, at trick {trick}.",
        ),
        ("forbids", True): (
            "{declarer} forbids the lead of {suits_named} at that first turn.",
            "At the first lead {declarer} chose to forbid {suits_named}.",
        ),
        ("forbids", False): (
            "At the first lead {declarer} forbids nothing.",
            "{declarer} did not forbid a suit when {partner_name} first came on lead.",
        ),
        ("can_comply", True): (
            "{partner_name} holds cards of other suits.",
            "{partner_name} still has other suits to lead.",
        ),
        ("can_comply", False): (
            "{partner_name} has nothing left but {suits_named}.",
            "{partner_name} holds {suits_named} only.",
        ),
    },
    conditions={
        ("replaced_comparably", True): "the replacement had been comparable",
        ("replaced_comparably", False): "the replacement had not been comparable",
        ("defends", True): "{side} defended",
        ("defends", False): "{side} were the declaring side",
        ("occasion", "first"): "it were {partner}'s first turn to lead",
        ("occasion", "retained"): "{partner} had kept the lead since the first turn",
        ("occasion", "later"): "{partner} had lost the lead since the first turn",
        ("forbids", True): "declarer had forbidden a suit at the first turn",
        ("forbids", False): "declarer had forbidden no suit at the first turn",
        ("can_comply", True): "{partner} held another suit",
        ("can_comply", False): "{partner} held nothing but the forbidden suit",
    },
    phrases={
        "lead_restriction:none:lost": "After losing the lead {partner} may lead anything",
        "must_play": "{partner} cannot obey and may lead any card",
    },
    # The general rule, where a suit has been forbidden already; and that there is no rectification says no more.
    silent=frozenset(("no_further_rectification", "lead_restriction:prohibit_one_suit")),
    never=lambda facts: (
        "declarer has made the choice; what follows is asked at the next turn"
        if facts.get("occasion") == "first" and facts.get("forbids") is False
        else ""
    ),
    # 26B speaks of forbidding alone, and so leaves no demand.
    uncited=frozenset({"no_right:require_lead"}),
    mistakes=_mistakes,
    hard=lambda facts: facts.get("can_comply") is False or facts.get("occasion") == "retained",
)
