"""Making a proposal the text of the library.

Nothing that was published is changed in place. The wording that ends is superseded and entered again with its last day,
and the new one is entered beside it, so what the library showed on any day can be shown again.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.backends.postgresql.psycopg_any import DateRange
from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.text import slugify

from accounts.audit.services import record
from accounts.models import User
from laws import signals
from laws.editing import subjects
from laws.editing.checks import must_stand
from laws.editing.drafting import lock, must_wait
from laws.editing.models import Proposal
from laws.editing.rules import must_decide
from laws.models import (
    EDITORS,
    Amendment,
    Commentary,
    CommentaryVersion,
    Origin,
    Provision,
    ProvisionVersion,
    TextKind,
    Wording,
)
from laws.shelf import citations, headings
from laws.shelf.revising import copied

Act, Status, Subject = Proposal.Act, Proposal.Status, Proposal.Subject


@transaction.atomic
def publish(*, actor: User, proposal_id: UUID, seen: str = "") -> Proposal:
    """Make a submitted proposal the text of the library, all of it or nothing.

    `seen` is `Proposal.seen` of what the second person read. NotAllowed for anybody but a second law editor of the body;
    ValidationError when the proposal waits no more, is not what was read, or cannot stand against the text of now.
    """
    proposal = lock(proposal_id)
    must_decide(actor, proposal)
    must_wait(proposal, seen)
    must_stand(proposal)
    began = timezone.now()
    base = subjects.base(proposal)
    entered = _enter_comment(proposal) if base is None else _replace(proposal, base)
    proposal.entered_id = entered.pk
    proposal.status, proposal.decided_by, proposal.decided_at = Status.PUBLISHED, actor, timezone.now()
    proposal.save(update_fields=["status", "decided_by", "decided_at", "entered_id", "commentary"])
    citations.renew(proposal.edition, since=began)
    signals.texts_have_changed()
    record(
        actor=actor,
        verb="law_proposal.published",
        target=proposal,
        body=proposal.body_id,
        reason=proposal.reason,
        data={
            "what": proposal.title,
            "edition": proposal.edition.slug,
            "proposer": str(proposal.proposer_id),
            "first_day": proposal.first_day.isoformat(),
            "superseded": base and base.pk,
            "entered": entered.pk,
        },
    )
    return proposal


def published_since(moment: datetime.datetime) -> QuerySet[Proposal]:
    """What was published after a moment, in that order: for whatever rests on the law and must look at it again."""
    published = Proposal.objects.filter(status=Status.PUBLISHED, decided_at__gt=moment)
    return published.select_related("edition", "provision", "footnote__provision").order_by("decided_at", "pk")


def _replace(proposal: Proposal, base: Wording) -> Wording:
    """Put the new wording where the old one was; for the end of a comment the old one with its last day."""
    WordingModel = type(base)  # noqa: N806 - a class
    WordingModel._default_manager.filter(pk=base.pk).update(superseded_at=timezone.now())
    starts, until = base.effective.lower, base.effective.upper
    new: dict[str, Any] = {
        "text": proposal.text,
        "origin": Origin.EDITED,
        "source_id": None,
        "first_line": None,
        "last_line": None,
    }
    if proposal.subject in subjects.HEADED:
        new["heading"] = proposal.heading
    match Act(proposal.act):
        case Act.END:
            # A load of the digest would open it again, were this not an editor's wording.
            return _enter_again(base, effective=DateRange(starts, proposal.first_day), origin=Origin.EDITED)
        case Act.AMEND:
            _enter_again(base, effective=DateRange(starts, proposal.first_day))
            new["effective"] = DateRange(proposal.first_day, until)
            amendment = _amendment(proposal) if proposal.changes_the_law else None
            if isinstance(base, ProvisionVersion):
                new["amended_by_id"] = amendment and amendment.pk
    if isinstance(base, ProvisionVersion):
        return _replace_provision(base, new)
    return _enter_again(base, **new)


def _replace_provision(base: ProvisionVersion, new: dict[str, Any]) -> Wording:
    """Enter a provision's new wording; a new heading changes what stands over every text below it."""
    place = Provision.objects.select_related("edition", "law").get(pk=base.provision_id)
    span = new.get("effective", base.effective)
    new["headings"] = headings.path(place, new["heading"], span.lower)
    entered = _enter_again(base, **new)
    if new["heading"] != base.heading:
        headings.spread(place, span.lower, span.upper)
    return entered


def _enter_again(base: Wording, **changes: Any) -> Wording:
    """A further wording of what the base is one of: the same, but for the changes."""
    owner = next(name for name in Subject.values if hasattr(base, f"{name}_id"))
    of_owner = type(base)._default_manager.filter(kind=base.kind, **{owner: getattr(base, f"{owner}_id")})
    last = of_owner.aggregate(last=Max("revision"))["last"]
    return type(base)._default_manager.create(**copied(base) | {"revision": last + 1} | changes)


def _amendment(proposal: Proposal) -> Amendment:
    """The record of the instrument, with the provision among those it touched."""
    row, _created = Amendment.objects.get_or_create(
        edition=proposal.edition, instrument=proposal.instrument, defaults={"in_force": proposal.first_day}
    )
    if not proposal.definition:
        row.provisions.add(*subjects.provisions_of(proposal))
    return row


def _enter_comment(proposal: Proposal) -> Wording:
    """The record of a new comment and its wording."""
    caution = proposal.kind == Commentary.Kind.CAUTION
    row = Commentary.objects.create(
        edition=proposal.edition,
        code=_free_code(proposal),
        kind=proposal.kind,
        # Whoever proposes a caution and names nobody speaks for the editors.
        author=proposal.author or (EDITORS if caution and not proposal.authority else ""),
        authority=proposal.authority,
        place=proposal.place,
        dated=proposal.dated,
        dated_to=proposal.dated_to,
    )
    row.provisions.set(subjects.provisions_of(proposal))
    proposal.commentary = row
    return CommentaryVersion.objects.create(
        commentary=row,
        kind=TextKind.DIGEST,
        heading=proposal.heading,
        text=proposal.text,
        effective=DateRange(proposal.first_day, None),
        origin=Origin.EDITED,
    )


def _free_code(proposal: Proposal) -> str:
    """A permanent short name that nothing has yet: the body, the provision, the first words."""
    words: Iterable[str] = (proposal.heading or proposal.text).split()[:6]
    name = slugify(f"{proposal.body.slug} {proposal.on[0].replace('(', '-')} {' '.join(words)}")[:70].strip("-")
    taken = set(Commentary.objects.filter(code__startswith=name).values_list("code", flat=True))
    return next(
        code for number in range(1, len(taken) + 3) if (code := name + f"-{number}" * (number > 1)) not in taken
    )
