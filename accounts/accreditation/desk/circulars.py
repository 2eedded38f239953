"""A letter to the people of a narrowed list of awards: previewed, sent once, to nobody twice, and kept in a log."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.accreditation.life import Status
from accounts.accreditation.models import Award, AwardQuerySet, Circular, RegisterEntry
from accounts.audit.services import record
from accounts.letters.models import Letter
from accounts.letters.services import composed
from accounts.letters.texts import Place, filled, must_be_plain, signature_of
from accounts.models import Body, Membership, Role, User
from accounts.rules import require

MOST = 1000
"""To so many people one letter goes at most."""
FIRST = 3
CHUNK = 500

PLACES: Mapping[str, Place] = {
    "name": Place(gettext_lazy("the person's name"), "Alan Prescott"),
    "level": Place(gettext_lazy("the level"), "Club Director"),
    "until": Place(gettext_lazy("the last day of the award"), "31 December 2026"),
    "renewable_until": Place(gettext_lazy("the last day on which it can be renewed"), "31 December 2027"),
    "club": Place(gettext_lazy("the person's club; empty where they have none"), "Southport Bridge Club"),
    "number": Place(gettext_lazy("the person's number; empty where they have none"), "4711"),
    "body": Place(gettext_lazy("the name of the body"), gettext_lazy("your body")),
}


@dataclass(frozen=True)
class Recipients:
    """To whom a letter goes, each with what stands for its places; and who has no address."""

    people: list[tuple[User, Mapping[str, str]]]
    unreached: list[User]


@dataclass(frozen=True)
class Preview:
    """A letter before it is sent: to whom, the first letters as they would read, and what a registrar has seen of it."""

    recipients: Recipients
    first: list[Letter]
    seen: str

    @property
    def more(self) -> int:
        """How many letters are not shown."""
        return len(self.recipients.people) - len(self.first)


def recipients(body: Body, awards: AwardQuerySet) -> Recipients:
    """The holders of these awards, each once, with the award that ends first; nobody who has died or whose record is closed.

    In a fixed number of queries.
    """
    died = Award.objects.filter(body=body, status=Status.DECEASED).values("person")
    found = awards.exclude(status__in=[Status.UNDONE, Status.DECEASED]).exclude(person__in=died)
    held: dict[UUID, Award] = {}
    for award in found.filter(person__is_active=True).select_related("person", "level"):
        award.body = body
        held.setdefault(award.person_id, award)
    clubs = dict(
        Membership.objects.active()
        .filter(body=body, role=Role.CANDIDATE, person__in=held, club__isnull=False)
        .values_list("person", "club__name")
    )
    numbers = dict(RegisterEntry.objects.filter(body=body, person__in=held).values_list("person", "number"))
    people: list[tuple[User, Mapping[str, str]]] = []
    unreached = []
    for pk, award in held.items():
        if not award.person.shown_email:
            unreached.append(award.person)
            continue
        values = {
            "name": str(award.person),
            "level": award.level.name,
            "until": date_format(award.valid_until, "j F Y"),
            "renewable_until": date_format(award.renewable_until, "j F Y"),
            "club": clubs.get(pk, ""),
            "number": numbers.get(pk, ""),
            "body": str(body),
        }
        people.append((award.person, values))
    return Recipients(people, unreached)


def preview(*, body: Body, actor: User, awards: AwardQuerySet, subject: str, text: str) -> Preview:
    """The letter as it would go out. Raises ValidationError for a place that is not known, and where nobody would get it."""
    require(actor, "accreditation.keep_register", body)
    must_be_plain(subject, PLACES)
    must_be_plain(text, PLACES)
    found = recipients(body, awards)
    if not found.people:
        raise ValidationError(_("Nobody in this list has an address to which a letter could be sent."), "nobody")
    if len(found.people) > MOST:
        raise ValidationError(
            _("%(n)s people are in this list. Narrow it: one letter goes to at most %(most)s."),
            "many",
            {"n": len(found.people), "most": MOST},
        )
    first = _letters(body, found.people[:FIRST], subject, text, "")
    told = [subject, text, *sorted(str(one.pk) for one, _values in found.people), "-"]
    told += sorted(str(one.pk) for one in found.unreached)
    return Preview(found, first, hashlib.sha256(json.dumps(told).encode()).hexdigest())


@transaction.atomic
def send(
    *,
    body: Body,
    actor: User,
    awards: AwardQuerySet,
    narrowed: Sequence[tuple[str, str]],
    subject: str,
    text: str,
    seen: str,
    reference: UUID,
) -> Circular:
    """Write to the people of the list, as it was previewed; sent twice, it is sent once. A worker takes the letters from here.

    narrowed: how the list was narrowed, in words, for the log. seen: `Preview.seen`.
    """
    require(actor, "accreditation.keep_register", body)
    Body.objects.select_for_update(no_key=True).get(pk=body.pk)
    known = Circular.objects.filter(body=body, reference=reference).first()
    if known is not None:
        return known
    found = preview(body=body, actor=actor, awards=awards, subject=subject, text=text)
    if found.seen != seen:
        raise ValidationError(
            _("The list or the letter has changed since the preview. Nothing was sent. Look again."), "moved"
        )
    made = Circular.objects.create(
        body=body,
        subject=subject,
        text=text,
        narrowed=[list(one) for one in narrowed],
        unreached=[{"person": str(one.pk), "name": one.name} for one in found.recipients.unreached],
        reference=reference,
        made_by=actor,
    )
    Letter.objects.bulk_create(_letters(body, found.recipients.people, subject, text, made.once), CHUNK)
    data = {"subject": subject, "people": len(found.recipients.people), "unreached": len(made.unreached)}
    record(actor=actor, verb="letters.sent", target=made, body=body, data=data)
    return made


def _letters(
    body: Body, people: Sequence[tuple[User, Mapping[str, str]]], subject: str, text: str, once: str
) -> list[Letter]:
    signature = signature_of(body)
    return [
        composed(
            person, body, filled(subject, values), filled(text, values), once=once, about=once, signature=signature
        )
        for person, values in people
    ]


def letters_of(circular: Circular) -> Any:
    """The letters that came of it, with their people, by name."""
    found = Letter.objects.filter(body=circular.body_id, once=circular.once).select_related("person")
    return found.order_by("person__name", "pk")
