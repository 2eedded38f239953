"""A person as the registrars of a body see them: what the register keeps beside their awards, and all that was done.

The history is what the audit log has about this person's things in this body, and nothing of another body.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet, TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.accreditation.deeds import hold
from accounts.accreditation.evidence import day_in_words, in_brief
from accounts.accreditation.intake.files import written
from accounts.accreditation.life import CONFIDENTIAL, Verb
from accounts.accreditation.models import (
    Appeal,
    Application,
    Award,
    Dispensation,
    Evidence,
    Intake,
    Merge,
    RegisterEntry,
)
from accounts.accreditation.requirements import LEAVES
from accounts.audit.models import AuditEntry
from accounts.audit.services import record
from accounts.models import Body, Membership, User
from accounts.rules import require
from accounts.services import required_reason


def people_of(body: Body) -> QuerySet[User]:
    """Everybody of whom the body has something: who is or was of it, who applied, who is in its register."""
    return User.objects.filter(
        Q(pk__in=Membership.objects.filter(body=body).values("person"))
        | Q(pk__in=Application.objects.filter(body=body).values("person"))
        | Q(pk__in=RegisterEntry.objects.filter(body=body).values("person"))
    )


@transaction.atomic
def correct_entry(
    *, body: Body, person: User, actor: User, number: str, phone: str, reason: str
) -> RegisterEntry | None:
    """Correct a person's number and phone. A number is of one person alone. Where nothing changes, nothing is written."""
    require(actor, "accreditation.keep_register", body)
    reason = required_reason(reason)
    if not people_of(body).filter(pk=person.pk).exists():
        raise ValidationError(_("This person is not of your body."), "person")
    # One at a time in a body: the same number must not go to two.
    Body.objects.select_for_update(no_key=True).get(pk=body.pk)
    hold(person.pk)
    entry = RegisterEntry.objects.filter(body=body, person=person).first()
    before = {"number": entry.number if entry else "", "phone": entry.phone if entry else ""}
    after = {"number": " ".join(number.split()), "phone": " ".join(phone.split())}
    if before == after:
        return entry
    taken = RegisterEntry.objects.filter(body=body, number=after["number"]).exclude(person=person)
    if after["number"] and (other := taken.select_related("person").first()) is not None:
        raise ValidationError(
            {
                "number": ValidationError(
                    _("%(name)s has this number. Enter another one, or correct theirs first."),
                    "taken",
                    {"name": other.person},
                )
            }
        )
    if entry is None:
        entry = RegisterEntry.objects.create(body=body, person=person, **after)
    else:
        entry.number, entry.phone = after["number"], after["phone"]
        entry.save(update_fields=["number", "phone"])
    data = {"before": before, "after": after}
    record(actor=actor, verb="register.entry_corrected", target=entry, body=body, reason=reason, data=data)
    return entry


# --- All that was done ------------------------------------------------------------------------------------------------


class About(TextChoices):
    """What an entry of the history is about."""

    AWARD = "award", gettext_lazy("Awards")
    APPLICATION = "application", gettext_lazy("Applications")
    EVIDENCE = "evidence", gettext_lazy("Evidence")
    APPEAL = "appeal", gettext_lazy("Appeals")
    DISPENSATION = "dispensation", gettext_lazy("Dispensations")
    MEMBERSHIP = "membership", gettext_lazy("Roles and clubs")
    REGISTER = "register", gettext_lazy("Register and imports")


_MODELS: Mapping[About, tuple[Any, ...]] = {
    About.AWARD: (Award,),
    About.APPLICATION: (Application,),
    About.EVIDENCE: (Evidence,),
    About.APPEAL: (Appeal,),
    About.DISPENSATION: (Dispensation,),
    About.MEMBERSHIP: (Membership,),
    About.REGISTER: (RegisterEntry, Merge, Intake),
}
_ABOUT = {model._meta.label: about for about, models in _MODELS.items() for model in models}

WORDS: Mapping[str, Any] = {
    "accreditation_appeal.answered": gettext_lazy("Appeal answered"),
    "accreditation_appeal.made": gettext_lazy("Appeal made"),
    "application.declined": gettext_lazy("Application declined"),
    "application.doubt_settled": gettext_lazy("Doubt settled"),
    "application.doubted": gettext_lazy("Doubt raised"),
    "application.reopened": gettext_lazy("Application waits again"),
    "application.submitted": gettext_lazy("Application made"),
    "candidate.changed_club": gettext_lazy("Club changed"),
    "candidate.joined": gettext_lazy("Joined as a candidate"),
    "dispensation.given": gettext_lazy("Dispensation given"),
    "dispensation.withdrawn": gettext_lazy("Dispensation withdrawn"),
    "evidence.accepted": gettext_lazy("Evidence accepted"),
    "evidence.refused": gettext_lazy("Evidence refused"),
    "evidence.confirmed": gettext_lazy("Session confirmed by the club"),
    "evidence.disputed": gettext_lazy("Session disputed"),
    "evidence.documented": gettext_lazy("Document attached"),
    "evidence.entered": gettext_lazy("Evidence entered"),
    "evidence.logged_again": gettext_lazy("Session logged that the club had entered"),
    "evidence.withdrawn": gettext_lazy("Evidence withdrawn"),
    "administrator.appointed": gettext_lazy("Role given"),
    "register.address_changed": gettext_lazy("Address of the entry changed"),
    "register.entry_corrected": gettext_lazy("Number or phone corrected"),
    "register.import_undone": gettext_lazy("Import undone"),
    "register.uploaded": gettext_lazy("File of a register read"),
    "register.imported": gettext_lazy("Imported with a register"),
    "register.merged": gettext_lazy("Two records merged"),
    "role.ended": gettext_lazy("Role ended"),
    "role.given": gettext_lazy("Role given"),
}
_CONFIDENTIAL = tuple(f"award.{verb.value}" for verb in CONFIDENTIAL)


def history(person: User, body: Body, actor: User, about: str = "") -> QuerySet[AuditEntry]:
    """What was done to what this body has of the person, earliest first; of one kind only where `about` says so.

    A proposal to revoke one's own award is left out, as everywhere.
    """
    theirs = {"body": body, "person": person}
    ids: dict[Any, QuerySet[Any]] = {
        Award: Award.objects.filter(**theirs).values("pk"),
        Application: Application.objects.filter(**theirs).values("pk"),
        Evidence: Evidence.objects.filter(**theirs).values("pk"),
        Appeal: Appeal.objects.filter(application__body=body, application__person=person).values("pk"),
        Dispensation: Dispensation.objects.filter(**theirs).values("pk"),
        Membership: Membership.objects.filter(**theirs).values("pk"),
        RegisterEntry: RegisterEntry.objects.filter(**theirs).values("pk"),
        Merge: Merge.objects.filter(body=body).filter(Q(kept=person) | Q(gone=person)).values("pk"),
        Intake: Intake.objects.filter(body=body, lines__award__person=person).values("pk"),
    }
    wanted = Q(pk__in=[])
    for model, found in ids.items():
        if not about or _ABOUT[model._meta.label] == about:
            things = [str(pk) for (pk,) in found.values_list("pk")]
            wanted |= Q(target_type=model._meta.label, target_id__in=things)
    entries = AuditEntry.objects.filter(wanted, body_id=body.pk).select_related("actor")
    if person.pk == actor.pk:
        entries = entries.exclude(verb__in=_CONFIDENTIAL)
    return entries.order_by("at", "pk")


def said(entry: AuditEntry) -> str:
    """What was done, in words."""
    area, _dot, verb = entry.verb.partition(".")
    if area == "award" and verb in Verb:
        return _("Award: %(what)s") % {"what": Verb(verb).label.lower()}
    return str(WORDS.get(entry.verb, entry.verb))


def details(entry: AuditEntry) -> list[str]:
    """What a reader wants to know of it beside the reason, each in a few words."""
    data, told = entry.data, []
    if end := data.get("end_after"):
        told.append(_("until %(day)s") % {"day": end})
    if role := data.get("role"):
        told.append(str(role))
    for name in ("words", "sitting", "event", "file", "club", "note"):
        if isinstance(data.get(name), str) and data[name]:
            told.append(data[name])
    if isinstance(data.get("details"), dict) and data.get("kind") in LEAVES:
        told.append(f"{in_brief(data['kind'], data['details'])}, {day_in_words(data.get('day', ''))}".strip(", "))
    before, after = data.get("before"), data.get("after")
    if isinstance(before, dict) and isinstance(after, dict):
        for name in after:
            if before.get(name) != after[name]:
                told.append(
                    _("%(before)s became %(after)s") % {"before": before.get(name) or "–", "after": after[name] or "–"}
                )
    return told


def as_csv(entries: QuerySet[AuditEntry], body: Body) -> str:
    """The history as CSV; times by the clock of the body."""
    headings = [_("When"), _("Who"), _("What"), _("About"), _("Details"), _("Why")]
    return written(
        headings,
        (
            [
                entry.at.astimezone(body.zone).isoformat(timespec="seconds"),
                str(entry.actor) if entry.actor else _("the system"),
                said(entry),
                str(About(_ABOUT[entry.target_type]).label),
                "; ".join(details(entry)),
                entry.reason,
            ]
            for entry in entries
        ),
    )


def person_of(body: Body, pk: UUID) -> User | None:
    """The person, if the body has something of them."""
    return people_of(body).filter(pk=pk).first()
