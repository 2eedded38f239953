"""Confirming that the engine's procedures hold under a wording they were not written from.

Where an editor's change is one of words alone, one law editor says so, with the reason, and a second one who has read both
texts confirms it. Where the rule itself has changed, its procedures have to be written anew; the programmer who has done so
records it with `manage.py confirm_wording`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import Body, User
from accounts.services import required_reason
from laws import confirming, signals
from laws.comparing.words import Piece, diff_words
from laws.confirming import Moved
from laws.editing.models import Confirmation, Proposal, Stewardship
from laws.editing.rules import must_answer_confirmation, must_confirm, must_take_back
from laws.models import ConfirmedWording, Edition, FootnoteVersion, ProvisionVersion, Wording
from laws.rulings.citing import ASIDE, cited_in
from laws.rulings.wordings import WRITTEN_FROM, digest_of, is_known, resting_on

Status, How = Confirmation.Status, Confirmation.How


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """A wording of an edition that somebody has to look at; `waiting` is what an editor has said of it already."""

    edition: Edition
    wording: Moved
    procedures: list[str]
    waiting: Confirmation | None


def unconfirmed(bodies: Collection[UUID]) -> list[Unconfirmed]:
    """What is not confirmed, now or from a day to come, of the editions that these bodies keep, in the order of the law."""
    found = []
    waiting = {
        (one.edition_id, one.text, one.first_day, one.digest): one
        for one in Confirmation.objects.filter(body__in=bodies, status=Status.WAITING).select_related("asked_by")
    }
    kept = Stewardship.objects.filter(body__in=bodies).select_related("edition").order_by("edition__slug")
    for edition in (one.edition for one in kept):
        for wording in confirming.moved(edition.slug):
            place = (edition.pk, wording.text, wording.first_day, wording.digest)
            found.append(Unconfirmed(edition, wording, procedures(wording), waiting.get(place)))
    return found


def procedures(wording: Moved) -> list[str]:
    """The procedures that rest on a text, by the numbers of their laws."""
    citing = cited_in(wording.book)
    return [number for number, cited in citing.items() if number != ASIDE and resting_on([wording.key], cited)]


def one(edition: Edition, version: int) -> Moved | None:
    """The wording with this id, if it is not confirmed."""
    return next((found for found in confirming.moved(edition.slug) if found.version == version), None)


def difference(wording: Moved) -> list[Piece]:
    """Word by word what the engine was written from, and what the text says now."""
    now = _version(wording)
    return diff_words(getattr(_former(wording, now), "text", ""), now.text)


def _version(wording: Moved) -> ProvisionVersion | FootnoteVersion:
    if wording.text == wording.key:
        return ProvisionVersion.objects.get(pk=wording.version)
    return FootnoteVersion.objects.get(pk=wording.version)


def _former(wording: Moved, now: ProvisionVersion | FootnoteVersion) -> Wording | None:
    """The latest wording, held now or before, that the procedures hold under; None where there is none on the shelf."""
    owner = {"provision": now.provision_id} if isinstance(now, ProvisionVersion) else {"footnote": now.footnote_id}
    held = type(now)._default_manager.filter(kind=now.kind, effective__startswith__lte=wording.first_day, **owner)
    recorded = WRITTEN_FROM.get(wording.book, {}).get(wording.text, {}).items()
    confirmed = [
        (day.isoformat(), digest)
        for day, digest in ConfirmedWording.objects.filter(edition__slug=wording.book, text=wording.text).values_list(
            "first_day", "digest"
        )
    ]
    for row in held.exclude(pk=now.pk).order_by("-revision"):
        digest = digest_of(row.text, getattr(row, "tables", ()))
        if is_known(digest, row.effective.lower.isoformat(), recorded, confirmed):
            return row
    return held.exclude(pk=now.pk).order_by("-revision").first()


def rests_on(proposal: Proposal) -> list[str]:
    """The procedures that rest on the text a proposal changes; none for a comment or a definition."""
    if not (proposal.changes_the_law or proposal.act == Proposal.Act.CORRECT):
        return []
    place = proposal.provision or (proposal.footnote and proposal.footnote.provision)
    if not place or proposal.edition.slug not in WRITTEN_FROM:
        return []
    citing = cited_in(proposal.edition.slug)
    return [number for number, cited in citing.items() if number != ASIDE and resting_on([place.key], cited)]


def unread(proposal: Proposal) -> Moved | None:
    """The wording that a published proposal became, where it is not confirmed."""
    if proposal.entered_id is None or not (proposal.provision_id or proposal.footnote_id):
        return None
    found = one(proposal.edition, proposal.entered_id)
    return found if found and (found.text == found.key) == bool(proposal.provision_id) else None


@transaction.atomic
def ask(*, actor: User, edition: Edition, version: int, reason: str) -> Confirmation:
    """Say of a wording that it changes words alone; a second law editor of the body has to confirm it.

    NotAllowed for anybody but a law editor of the body that keeps the edition; ValidationError where the wording is
    confirmed or somebody has said so before.
    """
    keeper = must_confirm(actor, edition)
    Edition.objects.select_for_update(no_key=True).get(pk=edition.pk)
    wording = one(edition, version)
    if wording is None:
        raise ValidationError(_("There is nothing left to confirm: the engine is confirmed under this wording."))
    told = _of(wording)
    if waits := Confirmation.objects.filter(edition=edition, status=Status.WAITING, **told).first():
        raise ValidationError(
            _("%(who)s has already said so, and it is waiting for a second person.") % {"who": waits.asked_by}
        )
    asked = Confirmation.objects.create(
        body=keeper.body, edition=edition, wording_id=version, reason=required_reason(reason), asked_by=actor, **told
    )
    return _noted(asked, actor, "asked", asked.reason)


@transaction.atomic
def confirm(*, actor: User, confirmation_id: UUID) -> Confirmation:
    """Confirm what another law editor has said: from now on rulings and questions rest on the wording."""
    asked = _locked(confirmation_id)
    must_answer_confirmation(actor, asked)
    _must_wait(asked)
    wording = one(asked.edition, asked.wording_id)
    if wording is None or _of(wording) != {"text": asked.text, "first_day": asked.first_day, "digest": asked.digest}:
        raise ValidationError(
            _("The text has changed since, or is already confirmed. Decline this; it can be requested again.")
        )
    return _known(_decided(asked, Status.CONFIRMED, actor), actor)


@transaction.atomic
def decline(*, actor: User, confirmation_id: UUID, reason: str) -> Confirmation:
    """Refuse it, with the reason: the rule has changed, and its procedures have to be written anew."""
    asked = _locked(confirmation_id)
    must_answer_confirmation(actor, asked)
    _must_wait(asked)
    asked.answer = required_reason(reason)
    return _noted(_decided(asked, Status.DECLINED, actor), actor, "declined", asked.answer)


@transaction.atomic
def take_back(*, actor: User, confirmation_id: UUID) -> Confirmation:
    """Take back what one has said oneself, before anybody decided."""
    asked = _locked(confirmation_id)
    must_take_back(actor, asked)
    _must_wait(asked)
    asked.status = Status.TAKEN_BACK
    asked.save(update_fields=["status"])
    return _noted(asked, actor, "taken_back", "")


@transaction.atomic
def confirm_as_programmer(*, actor: User, body: Body, edition: Edition, wording: Moved, reason: str) -> Confirmation:
    """Record that the procedures were read or written anew beside a wording. For whoever has the command line."""
    Edition.objects.select_for_update(no_key=True).get(pk=edition.pk)
    made = Confirmation.objects.create(
        body=body,
        edition=edition,
        wording_id=wording.version,
        how=How.PROGRAM,
        reason=required_reason(reason),
        asked_by=actor,
        status=Status.CONFIRMED,
        decided_by=actor,
        decided_at=timezone.now(),
        **_of(wording),
    )
    return _known(made, actor)


def _of(wording: Moved) -> dict[str, object]:
    return {"text": wording.text, "first_day": wording.first_day, "digest": wording.digest}


def _locked(confirmation_id: UUID) -> Confirmation:
    related = ("body", "edition", "asked_by")
    rows = Confirmation.objects.select_for_update(of=("self",)).select_related(*related)
    return rows.get(pk=confirmation_id)


def _must_wait(asked: Confirmation) -> None:
    if asked.status != Status.WAITING:
        raise ValidationError(_("This is already “%(status)s”.") % {"status": asked.get_status_display()})


def _decided(asked: Confirmation, status: Confirmation.Status, actor: User) -> Confirmation:
    asked.status, asked.decided_by, asked.decided_at = status, actor, timezone.now()
    asked.save(update_fields=["status", "decided_by", "decided_at", "answer"])
    return asked


def _known(made: Confirmation, actor: User) -> Confirmation:
    """Let the engine know the wording, and whatever rests on the law look at it again."""
    ConfirmedWording.objects.get_or_create(
        edition=made.edition, text=made.text, first_day=made.first_day, digest=made.digest
    )
    signals.texts_have_changed()
    return _noted(made, actor, "confirmed", made.reason)


def _noted(made: Confirmation, actor: User, deed: str, reason: str) -> Confirmation:
    data = {"text": made.text, "edition": made.edition.slug, "first_day": made.first_day.isoformat(), "how": made.how}
    record(actor=actor, verb=f"law_confirmation.{deed}", target=made, body=made.body_id, reason=reason, data=data)
    return made
