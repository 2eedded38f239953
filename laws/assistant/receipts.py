"""A receipt: a permanent address with all that a ruling rests on, which the engine verifies whenever it is opened.

It is signed by nobody, because it claims nothing that whoever opens it cannot have worked out again on the spot. Two
digests tell what differs then: that of the facts (the engine's own receipt) and that of what was decided on them.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.http import QueryDict
from django.utils.translation import gettext as _

from laws.assistant.addresses import Refused
from laws.assistant.auctions import Auction
from laws.assistant.interviews import Interview
from laws.assistant.plays import Play
from laws.rulings.record import NATURAL, USUAL
from laws.rulings.ruling import ENGINE_VERSION, Ruling

# How much of a digest stands in an address: enough that no two rulings share it by chance.
SHOWN: Final = 16
NAMES: Final = ("facts", "ruling", "engine")


class Verdict(StrEnum):
    """What came of verifying a receipt."""

    AGREES = "agrees"
    RULES_DIFFERENTLY = "rules differently"
    OTHER_FACTS = "other facts"


@dataclass(frozen=True, slots=True)
class Receipt:
    """The digests of a ruling, as they stand on a receipt."""

    engine: str
    facts: str
    ruling: str


def receipt_for(ruling: Ruling, auction: Auction | None = None, play: Play | None = None) -> Receipt:
    """The receipt of a complete ruling; who sits where is no part of it, unless an auction or a play tells."""
    plain = Ruling(ruling.procedure, ruling.title, ruling.edition, ruling.steps)
    decided = json.dumps(plain.outcomes, sort_keys=True, separators=(",", ":"))
    facts = ruling.facts_digest
    for told in filter(None, (auction, play)):
        facts = hashlib.sha256(f"{facts} {told.text}".encode()).hexdigest()
    return Receipt(ENGINE_VERSION, facts, hashlib.sha256(decided.encode()).hexdigest())


def assumed_by(given: Receipt) -> str:
    """What was taken for granted when the receipt was made: up to version 2 of the engine every call was natural.

    An assumed answer has the same digest as a given one, so the receipts of then still verify.
    """
    return NATURAL if given.engine in ("1", "2") else USUAL


def query_of(interview: Interview) -> str:
    """The end of the address of a receipt: the answers in use, the date, and the digests."""
    made = receipt_for(interview.ruling, interview.address.auction, interview.address.play)
    digests = {"facts": made.facts[:SHOWN], "ruling": made.ruling[:SHOWN], "engine": made.engine}
    return interview.address.query(interview.used, on=interview.address.on.isoformat(), **digests)


def stated(said: QueryDict) -> Receipt:
    """The digests that an address states. Refused when one is missing or is no digest."""
    given = Receipt(**{name: said.get(name, "") for name in NAMES})
    digests = (given.facts, given.ruling)
    if not given.engine or any(len(one) < SHOWN or set(one) - set("0123456789abcdef") for one in digests):
        raise Refused(_("This is not the whole address of a receipt: its digests are missing or cut off."))
    if not said.get("on"):
        raise Refused(_("This is not the whole address of a receipt: its date is missing."))
    return given


def verify(given: Receipt, ruling: Ruling, auction: Auction | None = None, play: Play | None = None) -> Verdict:
    """Compare a receipt with what the engine rules on its answers now."""
    now = receipt_for(ruling, auction, play)
    if not ruling.complete or not now.facts.startswith(given.facts):
        return Verdict.OTHER_FACTS
    return Verdict.AGREES if now.ruling.startswith(given.ruling) else Verdict.RULES_DIFFERENTLY
