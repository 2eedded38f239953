"""Law 56: a defender's lead out of turn, after the opening lead."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.declaration import Common, Declaration, Facts, Seats, plays_of
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects.leads import PlaysNext
from laws.rulings.facts.base import Fact, Source
from laws.rulings.facts.leads import WHOSE_LEAD, accepted_told
from laws.rulings.play.irregular import PlayKind
from laws.rulings.procedures.law_53 import declarer_chooses, played_since, refused, retracted_anyway, stands
from laws.rulings.tables.seated import Shown, seated

ACCEPTS_LEAD = Fact(
    "declarer_accepts_lead",
    "Does {declarer} accept {card}?",
    source=Source.ELECTION,
    who="declarer",
    put="{declarer}, do you accept {card}?",
    observe=accepted_told,
    given={True: "{declarer} accepts {card}", False: "{declarer} does not accept {card}"},
)


def _led(facts: Facts) -> Shown:
    """East leads out of turn against South; a card that was played to it, or led in turn, follows."""
    cards = ["D4", "D6"] if facts.get("played_since", "nobody") != "nobody" else ["D4"]
    return {"declarer": "S", "cards": cards}, set()


@DUPLICATE_2017.procedure(
    "56",
    "Defender's lead out of turn",
    happened="A defender led out of turn",
    declared=Declaration(
        common=Common(20, "Lead out of turn by a defender"),
        also=("led out of turn",),
        plays=(plays_of(20, PlayKind.DEFENDERS_LEAD),),
        seats=Seats(("offender",)),
        staging=seated("56", _led, offender="E"),
    ),
)
def defenders_lead(case: Case) -> None:
    """56A: declarer may accept it. 56B: else it is a major penalty card, and 50D says what partner may lead."""
    if retracted_anyway(case):
        return
    whose = case.asks(WHOSE_LEAD, "56")
    if played_since(case, whose, declaring=False):
        return
    partner_leads = whose == "partner"
    refusing = ("require", "forbid", "leave") if partner_leads else ("refuse",)
    declarer_chooses(case, "56", ("accept", *refusing))
    if case.asks(ACCEPTS_LEAD, "56"):
        stands(case, "56A")
        case.rules(PlaysNext(), "53A")
    else:
        refused(case, "56B", partner_leads=partner_leads)
