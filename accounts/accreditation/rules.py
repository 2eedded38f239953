"""Who may see and decide what of accreditation, and whether there is anybody who could."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import rules
from django.db.models import QuerySet

from accounts.accreditation.models import Evidence, RegisterEntry
from accounts.models import Club, Confirmer, Membership, Role, User
from accounts.rules import Person, clubs_of, is_administrator, is_candidate, is_own, is_registrar


@rules.predicate
def is_proposer(user: Person, revocation: Any) -> bool:
    """Whether this person proposed the revocation."""
    return revocation is not None and revocation.proposed_by_id == user.pk


@rules.predicate
def decided_it(user: Person, appeal: Any) -> bool:
    """Whether this person took part in what the appeal is against: one who proposed a revocation did, too."""
    return appeal is not None and user.pk in (appeal.decided_by_id, appeal.proposed_by_id)


@rules.predicate
def is_still_theirs(user: Person, evidence: Any) -> bool:
    """Whether this person entered the evidence and nobody has settled it yet."""
    return evidence is not None and evidence.entered_by_id == user.pk and evidence.is_open


@rules.predicate
def is_contact(user: Person, thing: Any) -> bool:
    """Whether this person speaks for the club, or for the club of a session."""
    club = thing.pk if isinstance(thing, Club) else None if thing is None else thing.club_id
    return club is not None and club in clubs_of(user)


@rules.predicate
def clubs_confirm(_user: Person, thing: Any) -> bool:
    """Whether the body lets clubs confirm sessions."""
    return thing is not None and thing.body.sessions_confirmed_by == Confirmer.CLUB


@rules.predicate
def a_club_entered_it(_user: Person, evidence: Any) -> bool:
    """Whether a contact of the club entered the session, and not its director."""
    return evidence is not None and None is not evidence.confirmed_by_id == evidence.entered_by_id


@rules.predicate
def counts_or_waits(user: Person, evidence: Any) -> bool:
    """Whether the evidence has been neither refused nor withdrawn."""
    return evidence is not None and evidence.standing in (Evidence.Standing.WAITING, Evidence.Standing.ACCEPTED)


@rules.predicate
def is_unclaimed(user: Person, entry: Any) -> bool:
    """Whether an import made the person of this entry, who has never signed in, chosen a password or joined another body."""
    return entry is not None and RegisterEntry.objects.unclaimed().filter(pk=entry.pk).exists()


# Nobody decides about their own award, registrar or not.
is_another_registrar = is_registrar & ~is_own

rules.add_perm("accreditation.keep_register", is_registrar)  # on the body
rules.add_perm("accreditation.keep_certificates", is_registrar | is_administrator)  # on the body
rules.add_perm("accreditation.keep_levels", is_registrar)  # on the body, a level, a version or a draft
rules.add_perm("accreditation.apply", is_own & is_candidate)  # on the application that is to be made
rules.add_perm("accreditation.apply_to_renew", is_own)  # on the application that is to be made
rules.add_perm("accreditation.view_evidence", is_registrar | is_own)
rules.add_perm("accreditation.log_evidence", is_own & is_candidate)  # on the evidence that is to be made
rules.add_perm("accreditation.settle_evidence", is_another_registrar)  # to enter it, too
# While it waits the person adds to it themselves; afterwards a registrar does, who has seen what it was accepted on.
rules.add_perm("accreditation.attach_document", (is_another_registrar & counts_or_waits) | (is_own & is_still_theirs))
rules.add_perm("accreditation.open_document", (is_registrar | is_own) & counts_or_waits)
rules.add_perm("accreditation.withdraw_evidence", is_another_registrar | (is_own & is_still_theirs))
rules.add_perm("accreditation.view_club", is_contact | is_registrar)  # on the club
rules.add_perm("accreditation.enter_club_sessions", is_contact & clubs_confirm)  # on the club
rules.add_perm("accreditation.confirm_session", is_contact & clubs_confirm & ~is_own)  # on the evidence
rules.add_perm("accreditation.dispute_session", is_own & a_club_entered_it)  # on the evidence
rules.add_perm("accreditation.view_application", is_registrar | is_own)
rules.add_perm("accreditation.decide_application", is_another_registrar)
rules.add_perm("accreditation.view_award", is_registrar | is_own)
rules.add_perm("accreditation.change_award", is_another_registrar)
rules.add_perm("accreditation.surrender_award", is_own | is_another_registrar)
rules.add_perm("accreditation.countersign_revocation", is_another_registrar & ~is_proposer)  # on the revocation
rules.add_perm("accreditation.view_dispensation", is_registrar | is_own)
rules.add_perm("accreditation.give_dispensation", is_another_registrar)  # to withdraw it, too
rules.add_perm("accreditation.appeal", is_own)  # on the application
rules.add_perm("accreditation.answer_appeal", is_another_registrar & ~decided_it)  # on the appeal
rules.add_perm("accreditation.decide_listing", is_own)  # on the listing
rules.add_perm("accreditation.keep_webhooks", is_administrator)  # on the body, a webhook or a delivery
rules.add_perm("accreditation.change_entry_address", is_another_registrar & is_unclaimed)  # on the entry


def registrars_of(body_id: UUID) -> QuerySet[User]:
    """The registrars of the body."""
    held = Membership.objects.active().filter(body=body_id, role=Role.REGISTRAR).values("person")
    return User.objects.filter(pk__in=held, is_active=True)
