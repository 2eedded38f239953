"""Every edit of a provision, in the order in which the library learned of them."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from laws.editing.models import Proposal
from laws.models import Origin, Provision, ProvisionVersion, TextKind


@dataclass(frozen=True, slots=True)
class Edit:
    """A wording as it was entered: when, with which text for which days, in place of which, and on whose proposal.

    `before` is the wording that stood for the first day until then. `proposal` is nothing for what was shipped, and for an
    old text that was only entered again with its last day.
    """

    wording: ProvisionVersion
    before: ProvisionVersion | None
    proposal: Proposal | None

    @property
    def at(self) -> datetime.datetime:
        """When it was entered."""
        return self.wording.created_at

    @property
    def is_shipped(self) -> bool:
        """Whether it came with the digest."""
        return self.wording.origin == Origin.SHIPPED


def edits(provision: Provision) -> list[Edit]:
    """The edits of a provision's digest, the latest first. Two queries."""
    rows = list(ProvisionVersion.objects.filter(provision=provision, kind=TextKind.DIGEST).order_by("revision"))
    made = Proposal.objects.filter(provision=provision, status=Proposal.Status.PUBLISHED)
    by_wording = {one.entered_id: one for one in made.select_related("proposer", "decided_by", "edition")}
    told: list[Edit] = []
    for place, row in enumerate(rows):
        first: datetime.date = row.effective.lower
        held = [one for one in rows[:place] if _covers(one, first)]
        told.append(Edit(row, held[-1] if held else None, by_wording.get(row.pk)))
    return told[::-1]


def _covers(row: ProvisionVersion, day: datetime.date) -> bool:
    return bool(row.effective.lower <= day and (row.effective.upper is None or day < row.effective.upper))
