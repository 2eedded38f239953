"""The register of a body as it goes out: rows for CSV, JSON and a list to print. What goes out as CSV comes in as it was."""

from __future__ import annotations

import datetime
import json
from collections import Counter
from dataclasses import asdict, dataclass

from django.utils.translation import gettext as _

from accounts.accreditation.intake.columns import FIELDS
from accounts.accreditation.intake.files import written
from accounts.accreditation.models import Award, Level, RegisterEntry
from accounts.models import Body, Membership, Role


@dataclass(frozen=True)
class Row:
    """An award on the register. Days as 2027-12-31; empty where nothing is known. state: in a word, which no import reads."""

    name: str
    email: str
    number: str
    club: str
    level: str
    start: str
    until: str
    state: str

    @property
    def ends(self) -> datetime.date:
        """Its last day, for people to read."""
        return datetime.date.fromisoformat(self.until)


ORDER = ("name", "email", "number", "club", "level", "start", "until")


def rows(body: Body) -> list[Row]:
    """All awards that nobody has ended, by name. An address is that of a person who is of the body now."""
    members = {
        one.person_id: one
        for one in Membership.objects.active().filter(body=body, role=Role.CANDIDATE).select_related("club")
    }
    here = set(Membership.objects.active().filter(body=body).values_list("person", flat=True))
    numbers = dict(RegisterEntry.objects.filter(body=body).values_list("person", "number"))
    levels = _levels(body)
    awards = Award.objects.filter(body=body).on_register().select_related("person", "level")
    found = []
    for award in awards.order_by("name", "level__order", "valid_until", "pk"):
        award.body = body
        member = members.get(award.person_id)
        found.append(
            Row(
                name=award.name,
                email=award.person.shown_email if award.person_id in here else "",
                number=numbers.get(award.person_id, ""),
                club=member.club.name if member and member.club else "",
                level=levels[award.level_id],
                start=f"{award.valid_from}",
                until=f"{award.valid_until}",
                state=str(award.state.label),
            )
        )
    return found


def _levels(body: Body) -> dict[int, str]:
    """How each level is written: by its name, and by its code where the name could be read as another level."""
    levels = list(Level.objects.filter(body=body))
    taken = Counter(word for one in levels for word in {one.name, one.code})
    return {one.pk: one.name if taken[one.name] == 1 else one.code for one in levels}


def as_csv(found: list[Row]) -> str:
    """The rows as CSV."""
    headings = [*(str(FIELDS[name].label) for name in ORDER), _("Standing")]
    return written(headings, ([*(getattr(row, name) for name in ORDER), row.state] for row in found))


def as_json(body: Body, found: list[Row]) -> str:
    """The rows as JSON."""
    told = {"body": body.name, "on": f"{body.today()}", "awards": [asdict(row) for row in found]}
    return json.dumps(told, ensure_ascii=False, indent=2)
