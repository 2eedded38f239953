"""What happens to a proposal before it is published: each function is one transaction with an entry in the audit log.

A refusal that a person should read is a ValidationError, or NotAllowed when it is about the person.
"""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from accounts.services import required_reason
from laws.editing import subjects
from laws.editing.checks import must_stand
from laws.editing.models import Proposal
from laws.editing.rules import must_change, must_decide, must_propose
from laws.models import Code

Act, Status = Proposal.Act, Proposal.Status


@transaction.atomic
def save(*, actor: User, proposal: Proposal, seen: int | None = None) -> Proposal:
    """Keep a draft, new or changed, if it could be published as it is.

    `seen` is the id of the wording that the editor had before him: when that was superseded while he wrote, he must look
    again, or he would take back what a colleague has just published.
    """
    must_propose(actor, proposal.edition)
    is_new = proposal._state.adding
    if is_new:
        proposal.proposer = actor
    else:
        stored = lock(proposal.pk)
        must_change(actor, stored)
        _must_be(stored, {Status.DRAFT})
    if seen is not None and (had := subjects.wording(proposal, seen)) and had.superseded_at is not None:
        raise ValidationError(
            _(
                "While you were writing, another text was published. Yours is kept below: compare the two, "
                "then save it again."
            ),
            "seen",
        )
    _tidy(proposal)
    _lay_against_the_text(proposal)
    must_stand(proposal)
    proposal.save()
    if is_new:
        record(actor=actor, verb="law_proposal.drafted", target=proposal, body=proposal.body_id, data=_what(proposal))
    return proposal


@transaction.atomic
def submit(*, actor: User, proposal_id: UUID) -> Proposal:
    """Hand a draft in, for a second person to decide about."""
    proposal = lock(proposal_id)
    must_change(actor, proposal)
    must_propose(actor, proposal.edition)
    _must_be(proposal, {Status.DRAFT})
    must_stand(proposal)
    return _move(proposal, Status.SUBMITTED, actor, "submitted")


@transaction.atomic
def take_back(*, actor: User, proposal_id: UUID) -> Proposal:
    """Make a submitted proposal a draft again, to go on writing."""
    proposal = lock(proposal_id)
    must_change(actor, proposal)
    _must_be(proposal, {Status.SUBMITTED})
    return _move(proposal, Status.DRAFT, actor, "taken_back")


@transaction.atomic
def renew(*, actor: User, proposal_id: UUID) -> Proposal:
    """Lay a proposal against the text as it is now. It is a draft then: its proposer must look at the difference again."""
    proposal = lock(proposal_id)
    must_change(actor, proposal)
    _must_be(proposal, {Status.DRAFT, Status.SUBMITTED})
    if proposal.status == Status.SUBMITTED:
        _move(proposal, Status.DRAFT, actor, "taken_back")
    _lay_against_the_text(proposal)
    if proposal.base_id is None and proposal.act != Act.NEW:
        raise ValidationError({"first_day": _("There is no longer a text of it in force on that day; withdraw this.")})
    proposal.save(update_fields=["base_id", "first_day", "heading", "text"])
    record(actor=actor, verb="law_proposal.renewed", target=proposal, body=proposal.body_id, data=_what(proposal))
    return proposal


@transaction.atomic
def withdraw(*, actor: User, proposal_id: UUID) -> Proposal:
    """Give a proposal up; it stays on record."""
    proposal = lock(proposal_id)
    must_change(actor, proposal)
    _must_be(proposal, {Status.DRAFT, Status.SUBMITTED})
    return _move(proposal, Status.WITHDRAWN, actor, "withdrawn")


@transaction.atomic
def decline(*, actor: User, proposal_id: UUID, reason: str, seen: str = "") -> Proposal:
    """Refuse a proposal, with the reason for its proposer."""
    proposal = lock(proposal_id)
    must_decide(actor, proposal)
    must_wait(proposal, seen)
    proposal.answer = required_reason(reason)
    return _move(proposal, Status.DECLINED, actor, "declined", reason=proposal.answer)


def lock(proposal_id: UUID) -> Proposal:
    """The proposal, for this transaction alone.

    First the code of laws: whatever changes texts of it waits there, also a load of the digest. So of two who publish at
    the same moment the second meets what the first has done.
    """
    code = Proposal.objects.values_list("edition__code", flat=True).get(pk=proposal_id)
    Code.objects.select_for_update().get(pk=code)
    things = ("body", "edition", "provision", "footnote__provision", "definition", "commentary", "decided_by")
    return Proposal.objects.select_for_update(of=("self",)).select_related(*things).get(pk=proposal_id)


def must_wait(proposal: Proposal, seen: str) -> None:
    """ValidationError unless the proposal waits for a decision and is the one that was read; `seen` is Proposal.seen."""
    _must_be(proposal, {Status.SUBMITTED})
    if seen and seen != proposal.seen:
        raise ValidationError(
            _("It was withdrawn and submitted again while you were reading it. This is the current version."), "seen"
        )


def _must_be(proposal: Proposal, statuses: Collection[Proposal.Status]) -> None:
    if proposal.status in statuses:
        return
    words = {"status": proposal.get_status_display(), "who": proposal.decided_by}
    sentence = _("%(who)s decided about this before you: it is now “%(status)s”.")
    if proposal.decided_by is None:
        sentence = _("This is now “%(status)s”, so you can no longer do that.")
    raise ValidationError(sentence % words, "status")


def _move(proposal: Proposal, status: Proposal.Status, actor: User, deed: str, reason: str = "") -> Proposal:
    now = timezone.now()
    proposal.status = status
    if status == Status.SUBMITTED:
        proposal.submitted_at = now
    elif status == Status.DECLINED:
        proposal.decided_by, proposal.decided_at = actor, now
    proposal.save(update_fields=["status", "submitted_at", "decided_by", "decided_at", "answer"])
    body, data = proposal.body_id, _what(proposal)
    record(actor=actor, verb=f"law_proposal.{deed}", target=proposal, body=body, reason=reason, data=data)
    return proposal


def _tidy(proposal: Proposal) -> None:
    """Bring what came from a form into the spelling of the shelf."""
    proposal.text = proposal.text.replace("\r\n", "\n").strip()
    for name in ("heading", "instrument", "reason", "author", "authority", "place"):
        setattr(proposal, name, getattr(proposal, name).replace("\r\n", "\n").strip())


def _lay_against_the_text(proposal: Proposal) -> None:
    """Name the wording that the proposal changes; a correction takes its day, an end its words."""
    thing = proposal.thing
    found = subjects.in_force(thing, proposal.first_day) if thing else None
    proposal.base_id = found.pk if found else None
    if found and proposal.act == Act.CORRECT:
        proposal.first_day = found.effective.lower
    if found and proposal.act == Act.END:
        proposal.text, proposal.heading = found.text, subjects.heading_of(found)


def _what(proposal: Proposal) -> dict[str, str]:
    return {"what": proposal.title, "edition": proposal.edition.slug}
