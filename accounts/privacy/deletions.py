"""Deleting an account: asked for, taken back, and done when its time has come. Each function is one transaction."""

from __future__ import annotations

import datetime as dt
import uuid

import structlog
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts.audit.services import record
from accounts.letters.account import send_letter
from accounts.models import User
from accounts.privacy.holdings import holdings, obstacles
from accounts.privacy.models import Deletion

log = structlog.get_logger(__name__)

NAMELESS = "–"
"""What stands in place of the name where nothing that stays names the person."""


def asked_by(person: User) -> Deletion | None:
    """The deletion that this person has asked for and that has not happened."""
    return Deletion.objects.open().filter(person=person).first()


@transaction.atomic
def ask(*, person: User) -> Deletion:
    """Ask for one's account to be deleted after the waiting time; asked again, it is the same.

    Raises ValidationError while a body has nobody else in a role of theirs. What ends by itself, such as an attempt that runs,
    is waited for when the time has come.
    """
    person = User.objects.select_for_update().get(pk=person.pk)
    known = asked_by(person)
    if known is not None:
        return known
    if told := obstacles(person, lasting=True):
        raise ValidationError(" ".join(told), "obstacle")
    now = timezone.now()
    made = Deletion.objects.create(person=person, asked_at=now, due_at=now + Deletion.WAITS)
    record(actor=person, verb="person.deletion_asked", target=person, data={"due": made.due_at})
    send_letter(person, "privacy/mail/deletion_asked", {"deletion": made})
    return made


@transaction.atomic
def take_back(*, person: User) -> None:
    """Take one's wish back, as long as it has not been carried out; without one, nothing happens."""
    found = Deletion.objects.select_for_update().open().filter(person=person).first()
    if found is None:
        return
    found.taken_back_at = timezone.now()
    found.save(update_fields=["taken_back_at"])
    record(actor=person, verb="person.deletion_taken_back", target=person)


def carry_out_due(now: dt.datetime | None = None) -> int:
    """Carry out what is due; how many accounts were deleted. One that fails or has to wait is tried again the next time."""
    done = 0
    for pk in list(Deletion.objects.due(now or timezone.now()).values_list("pk", flat=True)):
        try:
            done += carry_out(pk, now)
        except Exception:
            # The others must not wait for somebody to look at this one.
            log.exception("deletion_failed", deletion=str(pk))
    return done


@transaction.atomic
def carry_out(pk: uuid.UUID, now: dt.datetime | None = None) -> bool:
    """Delete one account, if it is due and nothing is in the way; whether it was done. Twice does it once.

    Every app removes what it keeps; then the account is closed. Awards, results and the audit log stay, and with them the name.
    """
    found = Deletion.objects.select_for_update().due(now or timezone.now()).filter(pk=pk).first()
    if found is None:
        return False
    person = User.objects.select_for_update().get(pk=found.person_id)
    if obstacles(person):
        return False
    address = person.shown_email
    counts = {one.key: one.rows(person).count() for one in holdings() if not one.stays}
    is_named = any(one.names and one.rows(person).exists() for one in holdings())
    for one in holdings():
        if one.erase is not None:
            one.erase(person)
    person.email, person.is_active, person.last_login = person.placeholder, False, None
    person.is_staff = person.is_superuser = False
    if not is_named:
        person.name = NAMELESS
    person.set_unusable_password()
    person.save()
    person.user_permissions.clear()
    person.groups.clear()
    found.done_at = timezone.now()
    found.save(update_fields=["done_at"])
    record(actor=None, verb="person.deleted", target=person, data={"removed": counts, "name_stays": is_named})
    if address:
        send_letter(address, "privacy/mail/deleted", {"is_named": is_named})
    return True
