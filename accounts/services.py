"""What changes people and their roles. Each function is one transaction and leaves one entry in the audit log."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.letters import send_letter
from accounts.models import Body, Club, Membership, Role, User
from accounts.prose import is_blank
from accounts.rules import forget_roles, require, roles_given_by


def stated(reason: str) -> str:
    """The reason, which must be there: the log is read by people who were not in the room."""
    reason = reason.strip()
    if is_blank(reason):
        raise ValidationError(_("Say why: the reason is kept with the record."), "reason")
    return reason


@transaction.atomic
def rename(*, person: User, name: str) -> None:
    """Write the person's name anew, by the person. Awards already granted keep the name they were granted to."""
    before, person.name = person.name, name
    person.save(update_fields=["name"])
    record(actor=person, verb="person.renamed", target=person, data={"before": before, "after": name})


@transaction.atomic
def join(*, person: User, body: Body, club: Club | None = None) -> Membership:
    """Make the person a candidate of the body at once; for one who is a candidate already, note the new club.

    Asked again for what is already so, it changes nothing and so logs nothing.
    """
    if club is not None and club.body_id != body.pk:
        raise ValidationError(_("This club belongs to another body."), "club")
    membership, created = Membership.objects.get_or_create(
        person=person, body=body, role=Role.CANDIDATE, until=None, defaults={"club": club}
    )
    if not created:
        if membership.club_id == (club and club.pk):
            return membership
        membership.club = club
        membership.save(update_fields=["club"])
    record(
        actor=person,
        verb="candidate.joined" if created else "candidate.changed_club",
        target=membership,
        body=body,
        data={"club": club.name if club else ""},
    )
    forget_roles(person)
    return membership


@transaction.atomic
def give_role(*, actor: User, body: Body, person: User, role: Role, reason: str) -> Membership:
    """Give the person a role in the body. A role the person has already is left as it is.

    Nobody gives himself a role: whoever holds the keys of the house cannot let himself into its other rooms alone.
    """
    require(actor, "accounts.keep_people", body)
    if role not in roles_given_by(actor, body) or person == actor:
        raise PermissionDenied
    reason = stated(reason)
    membership, created = Membership.objects.get_or_create(person=person, body=body, role=role, until=None)
    if created:
        record(
            actor=actor,
            verb="role.given",
            target=membership,
            body=body,
            reason=reason,
            data={"person": person.pk, "role": role},
        )
        forget_roles(person)
    return membership


@transaction.atomic
def appoint_administrator(*, actor: User, body: Body, person: User, reason: str) -> Membership:
    """Make somebody an administrator of a body that has none, or whose own cannot do it; for those who run the installation.

    Never oneself. The person and the body's other administrators get a letter, so that it cannot go unseen.
    """
    if not (actor.is_superuser and actor.is_active) or person == actor:
        raise PermissionDenied
    reason = stated(reason)
    membership, created = Membership.objects.get_or_create(
        person=person, body=body, role=Role.ADMINISTRATOR, until=None
    )
    if created:
        record(
            actor=actor,
            verb="administrator.appointed",
            target=membership,
            body=body,
            reason=reason,
            data={"person": person.pk, "role": membership.role},
        )
        forget_roles(person)
        administrators = User.objects.filter(
            memberships__body=body, memberships__role=Role.ADMINISTRATOR, memberships__until=None, is_active=True
        )
        told = {"person": person, "body": body, "actor": actor, "reason": reason}
        for one in administrators:
            send_letter(one, "accounts/mail/administrator_appointed", told)
    return membership


@transaction.atomic
def end_role(*, actor: User, membership: Membership, reason: str) -> None:
    """End a role; ending it twice changes nothing.

    The last administrator of a body stays, or nobody could name another.
    """
    require(actor, "accounts.keep_people", membership)
    if membership.role not in roles_given_by(actor, membership.body):
        raise PermissionDenied
    reason = stated(reason)
    # One change at a time in a body: two administrators who end each other's role must not both succeed.
    Body.objects.select_for_update().get(pk=membership.body_id)
    membership.refresh_from_db(fields=["until"])
    if membership.until is not None:
        return
    administrators = Membership.objects.active().filter(body=membership.body_id, role=Role.ADMINISTRATOR)
    if membership.role == Role.ADMINISTRATOR and administrators.count() == 1:
        raise ValidationError(_("A body keeps at least one administrator. Name another first."), "last_administrator")
    membership.until = timezone.now()
    membership.save(update_fields=["until"])
    record(
        actor=actor,
        verb="role.ended",
        target=membership,
        body=membership.body_id,
        reason=reason,
        data={"person": membership.person_id, "role": membership.role},
    )
    forget_roles(membership.person)
