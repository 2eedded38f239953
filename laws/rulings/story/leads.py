"""Restrictions of a lead that wait for the player's first turn to lead, and what becomes of them there (26B, 59)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from laws.rulings.play.position import LeadRule
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.story.auction import IrregularCall
from laws.rulings.story.play import Play


@dataclass
class WaitingLead:
    """One restriction: whose lead, and after which irregular call.

    forbidden: the suit that declarer forbade at the first turn to lead. trick: how many tricks were complete when the lead
    was last this player's, None before that; after it the restriction holds only while the lead is kept.
    """

    player: Seat
    call: IrregularCall
    forbidden: str | None = None
    trick: int | None = None

    def at_turn(self, play: Play, forbids: str | None) -> dict[str, Any] | None:
        """The player is about to lead: fields of a record of that moment; None when nothing is restricted now.

        forbids: the suit that declarer has just forbidden, if any.
        """
        if play.on_lead is not self.player or play.declarer.side is self.player.side:
            return None
        occasion = "first" if self.trick is None else "retained"
        if self.trick is None:
            self.forbidden = forbids
        elif self.forbidden is None or self.trick != play.number - 1:
            return None
        self.trick = play.number
        lead: dict[str, Any] = {"occasion": occasion}
        if self.forbidden is not None:
            lead["forbidden"] = self.forbidden
            if (hand := play.hand(self.player)) is not None:
                lead["can_comply"] = any(card[0] != self.forbidden for card in hand)
        return {"lead": lead, "declarer": play.declarer.value, "contract": play.bid.text}


def limited_by(ruling: Ruling, lead: WaitingLead, play: Play) -> None:
    """The suit that declarer has forbidden may not be led, under the provision by which the ruling says so; once is enough."""
    provision = next((step.provision for step in ruling.decided if step.effect.name == "lead_restriction"), "")
    limit = LeadRule(lead.player, "forbidden", lead.forbidden or "", provision)
    if lead.forbidden is not None and provision and limit not in play.rules:
        play.restrict(limit)
