"""What accounts themselves, the audit log and the libraries for signing in keep of a person."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from accounts.audit.models import AuditEntry
from accounts.models import Invitation, Membership, Role, User
from accounts.privacy.holdings import Holding, deeds, keep, wait_for
from accounts.privacy.models import Deletion, Retention
from accounts.privacy.retention import Kind, may_go

WHILE_OPEN = _("As long as you have an account.")
ALONE = (Role.ADMINISTRATOR, Role.REGISTRAR)


def invitations_to(person: User) -> QuerySet[Invitation]:
    """Those to an address that the person has confirmed."""
    return Invitation.objects.to(person)


def entries_about(person: User) -> QuerySet[AuditEntry]:
    """What the audit log has of the person: what they did, and what was done to their account."""
    return AuditEntry.objects.filter(
        Q(actor=person) | Q(target_type=User._meta.label, target_id=str(person.pk))
    ).order_by("at", "pk")


def end_memberships(person: User) -> None:
    """End every role that they hold."""
    Membership.objects.active().filter(person=person).update(until=timezone.now())


def end_sessions(person: User) -> None:
    """Sign the person out everywhere."""
    known = UserSession.objects.filter(user=person)
    Session.objects.filter(session_key__in=list(known.values_list("session_key", flat=True))).delete()
    known.delete()


def alone_in_a_role(person: User) -> str:
    """A body must not be left without anybody who keeps its people or its register."""
    others = Membership.objects.active().filter(body=OuterRef("body"), role=OuterRef("role"), person__is_active=True)
    held = Membership.objects.active().filter(person=person, role__in=ALONE).select_related("body")
    alone = held.exclude(Exists(others.exclude(person=person)))
    return " ".join(
        _now("You are the only %(role)s of %(body)s. Another one has to be appointed first.")
        % {"role": one.get_role_display().lower(), "body": one.body}
        for one in alone
    )


wait_for(alone_in_a_role, passes=False)

keep(
    Holding(
        key="account",
        label=_("Account"),
        rows=lambda person: User.objects.filter(pk=person.pk),
        shows=("id", "name", "email", "date_joined", "last_login", "is_active"),
        why=_("You sign in with it, and your name stands on results and awards."),
        until=WHILE_OPEN,
        after=_("It is closed. Your name stays where a result or an award names you; your address is removed."),
        # Done last, by the deletion itself.
        erase=lambda _person: None,
    )
)
# Before the addresses, by which they are found.
keep(
    Holding(
        key="invitations",
        label=_("Invitations to you"),
        rows=invitations_to,
        shows=("body__name", "email", "role", "reason", "at", "standing", "decided_at"),
        why=_("Somebody offered you a role."),
        until=_("As long as the body sets."),
        after=_("Removed."),
        erase=lambda person: invitations_to(person).delete(),
    )
)
keep(
    Holding(
        key="addresses",
        label=_("Email addresses"),
        rows=lambda person: EmailAddress.objects.filter(user=person).order_by("pk"),
        shows=("email", "verified", "primary"),
        why=_("We write to you there, and you sign in with it."),
        until=WHILE_OPEN,
        after=_("Removed."),
        erase=lambda person: EmailAddress.objects.filter(user=person).delete(),
    ),
    (EmailAddress, "user"),
)
keep(
    Holding(
        key="second_factors",
        label=_("Second factors"),
        rows=lambda person: Authenticator.objects.filter(user=person).order_by("pk"),
        shows=("type", "created_at", "last_used_at"),
        why=_("They protect your account. Their secrets are not in the download."),
        until=_("Until you remove them, or as long as you have an account."),
        after=_("Removed."),
        erase=lambda person: Authenticator.objects.filter(user=person).delete(),
    ),
    (Authenticator, "user"),
)
keep(
    Holding(
        key="memberships",
        label=_("Roles in bodies"),
        rows=lambda person: Membership.objects.filter(person=person),
        shows=("body__name", "role", "club__name", "since", "until"),
        why=_("They say what you may do, and what you could do when you did it."),
        until=_("For good; a role that has ended is kept with its dates."),
        after=_("They end. That you held them stays, as what you decided in them does."),
        erase=end_memberships,
    ),
    (Membership, "person"),
)
keep(
    Holding(
        key="sessions",
        label=_("Where you are signed in"),
        rows=lambda person: UserSession.objects.filter(user=person).order_by("pk"),
        shows=("created_at", "last_seen_at", "ip", "user_agent"),
        why=_("So that you can see them and end them."),
        until=_("Until a session ends, and a day longer."),
        after=_("Removed; you are signed out everywhere."),
        erase=end_sessions,
    ),
    (UserSession, "user"),
)
keep(
    Holding(
        key="log",
        label=_("Log of what you did, and of your account"),
        rows=entries_about,
        shows=("at", "verb", "target_type", "target_id"),
        why=_("So that it can be shown who did what to exams, awards and accounts, your signing in included."),
        until=_("For good; nobody can change it."),
        after=_("Stays as it is."),
    ),
    (AuditEntry, "actor"),
)
keep(
    Holding(
        key="deletions",
        label=_("Requests to delete your account"),
        rows=lambda person: Deletion.objects.filter(person=person),
        shows=("asked_at", "due_at", "taken_back_at", "done_at"),
        why=_("So that the deletion happens, and can be shown to have happened."),
        until=_("For good."),
        after=_("Stays, with its dates."),
    ),
    (Deletion, "person"),
)
may_go(
    Kind(
        key="invitations",
        label=_("Invitations that were answered, withdrawn or never answered"),
        help=_("Counted from the day of the invitation. One that can still be accepted stays."),
        rows=lambda body, before: Invitation.objects.filter(body=body, at__lt=before).exclude(
            pk__in=Invitation.objects.open().filter(body=body).values("pk")
        ),
        since="at",
        remove=lambda rows: rows.delete(),
    )
)
deeds(Invitation, "invited_by")
deeds(LogEntry, "user")
deeds(Retention, "set_by")
