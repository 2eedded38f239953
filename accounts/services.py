"""What changes people and their roles. Each function is one transaction and leaves one entry in the audit log."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.letters.account import send_letter
from accounts.models import Body, Club, Invitation, Membership, Role, User, normal_email
from accounts.prose import is_blank
from accounts.rules import forget_roles, require, roles_given_by


def required_reason(reason: str) -> str:
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
def give_role(
    *, actor: User, body: Body, person: User, role: Role, reason: str, club: Club | None = None
) -> Membership:
    """Give the person a role in the body. A role the person has already is left as it is. club: of a contact, and of no other.

    Nobody gives themselves a role: whoever holds the keys of the house cannot let themselves into its other rooms alone.
    """
    require(actor, "accounts.keep_people", body)
    if role not in roles_given_by(actor, body) or person == actor:
        raise PermissionDenied
    reason = required_reason(reason)
    membership, created = _held(person, body, role, _club_of_contact(role, club, body))
    if created:
        record(
            actor=actor,
            verb="role.given",
            target=membership,
            body=body,
            reason=reason,
            data={"person": person.pk, "role": role, **_club_told(club)},
        )
        forget_roles(person)
    return membership


def _club_of_contact(role: Role, club: Club | None, body: Body) -> Club | None:
    """The club of a contact, which must be one of the body's; no other role is of a club."""
    if role != Role.CLUB_CONTACT:
        return None
    if club is None or club.body_id != body.pk:
        raise ValidationError(_("Choose the club whose contact they become."), "club")
    return club


def _club_told(club: Club | None) -> dict[str, str]:
    return {} if club is None else {"club": club.name}


def _held(person: User, body: Body, role: Role, club: Club | None) -> tuple[Membership, bool]:
    """The role as the person holds it, and whether it is new. club: only of a contact, who may have one for each of several."""
    if club is None:
        return Membership.objects.get_or_create(person=person, body=body, role=role, until=None)
    return Membership.objects.get_or_create(person=person, body=body, role=role, club=club, until=None)


@transaction.atomic
def invite(*, actor: User, body: Body, email: str, role: Role, reason: str, club: Club | None = None) -> Invitation:
    """Offer a role to whoever reads the mail of this address. Asked again while it is open, no second letter goes out.

    club: of a contact, and of no other role.

    Nothing here looks for an account: whether there is one would be told by any difference. Raises ValidationError within a
    day of one that was withdrawn, so that offering and withdrawing in turn fills nobody's mailbox.
    """
    require(actor, "accounts.keep_people", body)
    if role not in roles_given_by(actor, body):
        raise PermissionDenied
    reason, email, club = required_reason(reason), normal_email(email), _club_of_contact(role, club, body)
    # One change at a time in a body: two who invite the same person must not both write.
    Body.objects.select_for_update().get(pk=body.pk)
    invited = Invitation.objects.filter(body=body, email=email, role=role, club=club, standing=Invitation.Standing.OPEN)
    known = invited.open().first()
    if known is not None:
        return known
    lately = timezone.now() - Invitation.PAUSE
    if Invitation.objects.filter(
        body=body, email=email, role=role, club=club, standing=Invitation.Standing.WITHDRAWN, at__gt=lately
    ).exists():
        raise ValidationError(
            _(
                "%(address)s was invited to this role within the last day, and the invitation was withdrawn. "
                "Invite them again tomorrow."
            ),
            "withdrawn",
            {"address": email},
        )
    # One that nobody answered in time makes room.
    invited.update(standing=Invitation.Standing.WITHDRAWN, decided_at=timezone.now())
    made = Invitation.objects.create(body=body, email=email, role=role, club=club, reason=reason, invited_by=actor)
    record(
        actor=actor,
        verb="invitation.sent",
        target=made,
        body=body,
        reason=reason,
        data={"email": email, "role": role, **_club_told(club)},
    )
    send_letter(email, "accounts/mail/invitation", {"invitation": made, "body": body, "actor": actor})
    return made


@transaction.atomic
def answer_invitation(*, person: User, invitation: Invitation, accepted: bool) -> Membership | None:
    """Take up or decline a role that was offered to an address of the person's.

    It holds only while whoever offered it may still give it.
    """
    invitation = Invitation.objects.select_for_update().get(pk=invitation.pk)
    if not Invitation.objects.open().to(person).filter(pk=invitation.pk).exists():
        raise PermissionDenied
    if not accepted:
        _close(invitation, Invitation.Standing.DECLINED, actor=person)
        return None
    role = Role(invitation.role)
    if invitation.invited_by == person or role not in roles_given_by(invitation.invited_by, invitation.body):
        raise ValidationError(
            _("The person who invited you can no longer give this role. Ask for another invitation."), "gone"
        )
    membership, created = _held(person, invitation.body, role, invitation.club)
    _close(invitation, Invitation.Standing.ACCEPTED, actor=person)
    if created:
        record(
            actor=invitation.invited_by,
            verb="role.given",
            target=membership,
            body=invitation.body,
            reason=invitation.reason,
            data={"person": person.pk, "role": role, "invitation": invitation.pk},
        )
        forget_roles(person)
    return membership


@transaction.atomic
def withdraw_invitation(*, actor: User, invitation: Invitation) -> None:
    """Take an offer back, by whoever may make it."""
    require(actor, "accounts.keep_people", invitation)
    if invitation.role not in roles_given_by(actor, invitation.body):
        raise PermissionDenied
    invitation = Invitation.objects.select_for_update().get(pk=invitation.pk)
    if invitation.standing == Invitation.Standing.OPEN:
        _close(invitation, Invitation.Standing.WITHDRAWN, actor=actor)


def _close(invitation: Invitation, standing: Invitation.Standing, *, actor: User) -> None:
    invitation.standing, invitation.decided_at = standing, timezone.now()
    invitation.save(update_fields=["standing", "decided_at"])
    record(actor=actor, verb=f"invitation.{standing}", target=invitation, body=invitation.body_id)


@transaction.atomic
def appoint_administrator(*, actor: User, body: Body, person: User, reason: str) -> Membership:
    """Make somebody an administrator of a body that has none, or whose own cannot do it; for those who run the installation.

    Never oneself. The person and the body's other administrators get a letter, so that it cannot go unseen.
    """
    if not (actor.is_superuser and actor.is_active) or person == actor:
        raise PermissionDenied
    reason = required_reason(reason)
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
    reason = required_reason(reason)
    # One change at a time in a body: two administrators who end each other's role must not both succeed.
    Body.objects.select_for_update().get(pk=membership.body_id)
    membership.refresh_from_db(fields=["until"])
    if membership.until is not None:
        return
    administrators = Membership.objects.active().filter(body=membership.body_id, role=Role.ADMINISTRATOR)
    if membership.role == Role.ADMINISTRATOR and administrators.count() == 1:
        raise ValidationError(
            _("A body needs at least one administrator. Appoint another first."), ("last_administrator")
        )
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
