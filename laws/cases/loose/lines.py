"""Cases that a line reads: the procedure, the seats and the findings, each by the names that collections give it.

What the facts do not tell is left open, so that the ruling asks for it, and nothing is concluded from the words of the
situation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from laws.cases.loose.boards import attention_drawn, waived_by
from laws.cases.loose.information import FORBIDS, NO_RESERVING, REALISED, caller
from laws.cases.loose.words import (
    LHO,
    PARTNER,
    Facts,
    Read,
    Reader,
    Table,
    across,
    always,
    by,
    damage,
    either,
    found,
    harm,
    in_words,
    told,
    where,
)


def line(procedure: str, findings: Mapping[str, Read] | None = None, /, **fields: Read) -> Reader:
    """Reads a case of one table: fields of the record, most of them seats, and findings."""

    def read(facts: Facts) -> Table:
        answers = found(**{name: read(facts) for name, read in (findings or {}).items()})
        return {"procedure": procedure, **{name: read(facts) for name, read in fields.items()}, "findings": answers}

    return read


HOW_FAR: Final = ((r"after|over", "after play"), (r"play|trick", "play"), (r"auction|clarification", "auction period"))
"""How far a board has come."""
STAGES: Final = (
    (r"after|over", "when play has ended"),
    (r"play|trick", "while cards are played"),
    (r"auction|clarification", "in the auction"),
)
GAINERS: Final = ((r"\bnon|innocent", "the non-offenders"), (r"offend", "the offenders"), (r"nobody|none", "nobody"))
RECEIVED: Final = (
    (r"after|during|auction period|play", "after the first call"),
    (r"before", "before the first call"),
)
BY_ACCIDENT: Final = ((r"overhear|overheard|accident|by mistake|wrong hand", True),)
RESTS_ON: Final = (
    (r"undisclosed|concealed|secret", "protected"),
    (r"none|no understanding|no agreement", "by itself"),
)

OFFENDER: Final[dict[str, Read]] = {"offender": told("offender")}
CALLER: Final[dict[str, Read]] = {"offender": caller}
SPEAKER: Final[dict[str, Read]] = {"player": told("speaker"), "offender": told("offender")}
BOTH: Final[dict[str, Read]] = {"player": told("player"), "offender": told("offender")}
FORESEEN: Final = by("could_have_been_aware", yes="foreseeable", no="unforeseeable")
DEPARTURE: Final[dict[str, Read]] = {
    "issue": always("deviation"),
    "damage": damage,
    "understanding_behind": told("partner_aware"),
    "harmed": lambda facts: None if facts.get("partner_aware") is None else harm(facts),
}
MISTAKEN: Final[dict[str, Read]] = {
    "whose_explanation": always("own"),
    "noticed_when": either(in_words(REALISED, "realised"), by("realised_before_second_question", yes="in the auction")),
    "asked_again": told("realised_before_second_question"),
}

dummy_prevents = line(
    "9",
    {
        "does": by("irregularity_committed", yes=None, no="prevents"),
        "dummy_oversteps": either(
            by("dummy_lost_qualified_rights", yes="rights lost"),
            by("selective", "only_when_it_suits", yes="as it suits"),
        ),
    },
    player=told("speaker"),
    offender=told("about_to_err"),
)
draws_attention = line(
    "9",
    {
        "does": always("draws attention"),
        "how_far": in_words(HOW_FAR, "phase", "when"),
        "stage": in_words(STAGES, "phase", "when"),
        "speaker_does": always("points it out"),
        "club_speaker_does": always("points it out"),
    },
    **SPEAKER,
)
own_side = line(
    "9",
    {
        "does": by("speaker", yes="draws attention"),
        "how_far": either(in_words(HOW_FAR, "phase", "when"), where("revoke_established", always("play"))),
        # A side of which a revoke is in question as a defender's is not dummy.
        "is_dummy": lambda facts: None if facts.get("declarer") or facts.get("revoke_established") is None else False,
    },
    **SPEAKER,
)
summons = line(
    "9",
    {
        "does": by("caller", yes="summons"),
        "attention_drawn": attention_drawn,
        "how_far": in_words(HOW_FAR, "phase", "when"),
    },
    player=told("caller"),
)
waived = line(
    "10",
    {
        "what_happened": by("director_called", yes=None, no="players ruled"),
        "players_did": always("waived"),
        "acted_after_rho": lambda facts: False if waived_by(facts) else None,
        "waives": waived_by,
    },
    offender=told("offender"),
    player=told("declarer"),
)
options_left_out = line("10", {"what_happened": by("options_omitted", yes="options left out")}, **OFFENDER)
chooses = line(
    "10",
    {"what_happened": by("chooser", yes="a player chooses"), "consulted": by("hint")},
    offender=told("offender"),
    player=told("chooser"),
)
profits = line(
    "10",
    {"what_happened": always("offenders profit"), "used_unauthorised": told("ui_used"), "foreseeable": FORESEEN},
    **OFFENDER,
)
forfeits = line(
    "11",
    {
        "acted_first": by("action_before_summoning"),
        "gained_by_ignorance": either(by("gain_through_ignorance", yes=None, no="nobody"), in_words(GAINERS, "gained")),
    },
    **OFFENDER,
)
reserves = line(
    "16B",
    {
        "extraneous": always(True),
        "acted": always(False),
        "disputed": by("disputing"),
        "given_by": by("hesitation_by", "tempo_by", yes="tempo"),
    },
    # Nothing hangs on which opponent may use the information: LHO stands for the side where it is not told.
    offender=either(told("disputing"), across(PARTNER, "hesitation_by", "tempo_by"), across(LHO, "reserving")),
    regulations=by("regulation_prohibits", yes=NO_RESERVING),
)
from_elsewhere = line(
    "16D",
    {
        "by_accident": either(
            by("accidental", "by_accident"),
            in_words(BY_ACCIDENT, "source"),
            by("deliberate", "on_purpose", yes=False, no=True),
        ),
        "received_when": either(
            by("calls_made", yes="after the first call", no="before the first call"),
            in_words(RECEIVED, "received", "phase", "when"),
        ),
        "interferes": told("interferes", "would_interfere", "likely_to_interfere"),
        "seats_can_change": told("seats_can_change", "positions_adjustable"),
        "can_redeal": told("redeal_possible", "can_redeal"),
    },
    player=told("player", "recipient", "offender"),
    offender=told("player", "recipient", "offender"),
)
own_explanation = line("20F", MISTAKEN, player=told("explainer", "player"), offender=told("explainer", "player"))
misunderstood = line(
    "21",
    {"misinformed": always(False), "misled": always(False)},
    player=told("player", "misinformed", "offender"),
    offender=across(LHO, "player", "misinformed", "offender"),
)
no_agreement = line(
    "21",
    {
        "misinformed": always(True),
        "misled": always(True),
        "what_was_wrong": lambda facts: "explanation wrong" if facts.get("agreement") == "none" else None,
    },
    offender=told("player", "explainer"),
)
artificial_pass = line("", {"pass_artificial": always(True)})
changed = line("25", {"first_unintended": by("original_intended", yes=False, no=True)}, accepted=told("lho_accepts"))
psyched = line(
    "40",
    {
        "psyche_restricted": either(by("artificial", yes=None, no=False), in_words(FORBIDS, "regulation")),
        **DEPARTURE,
    },
    **CALLER,
)
aware = line("40", {"psyche_restricted": always(False), **DEPARTURE}, **CALLER)
left_out = line(
    "40",
    {
        "issue": either(
            by("omitted", yes="incomplete"),
            lambda facts: "not disclosed" if facts.get("answer") == "no agreement" else None,
        ),
        "understanding": told("understanding_exists"),
        "damage": where("damaged", damage),
    },
    **CALLER,
)
not_permitted = line(
    "40",
    {"issue": by("regulation_breached", "not_permitted", "breach", yes="not permitted"), "damage": damage},
    **CALLER,
)
aid = line(
    "40",
    {"issue": always("aid"), "aids_allowed": told("allowed", "regulation_allows")},
    offender=either(told("player"), caller),
)
on_purpose = line("72", {"principle": by("intent", yes="on purpose")}, offender=either(told("offender"), always("E")))
could_have_known = line(
    "72",
    {
        "principle": always("could foresee"),
        "could_foresee": either(told("could_have_been_aware"), always(True)),
        "advantage": by("gain", "offenders_gained", yes="gained", no="not gained"),
    },
    **OFFENDER,
)
communicates = line(
    "73",
    {
        "conduct": by("manner", "signal", "remark", "means", yes="signal"),
        "deliberate": told("deliberate", "intentional", "prearranged"),
    },
    offender=told("player", "offender"),
)
deceived = line(
    "73",
    {
        # Such a case is brought by somebody who was misled; the other two conditions of 73E2 have to be told.
        "conduct": always("misled"),
        "false_inference": either(told("declarer_false_inference"), always(True)),
        "bridge_reason": told("demonstrable_bridge_reason"),
        "could_benefit": told("could_have_been_aware"),
    },
    offender=told("player"),
)
deceptive_play = line(
    "73",
    {
        "conduct": always("deceptive call or play"),
        "deception_rests_on": either(
            by("emphasis", "emphasised", "hesitation", yes="emphasised"),
            in_words(RESTS_ON, "understanding"),
            by("partner_aware", yes="protected", no="by itself"),
        ),
    },
    offender=either(told("player"), always("E")),
)
