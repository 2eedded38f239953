"""The texts that can be changed, and finding the wording of one on a date."""

from __future__ import annotations

import datetime

from laws import library
from laws.editing.models import Proposal, Thing
from laws.models import (
    Commentary,
    CommentaryVersion,
    Definition,
    DefinitionVersion,
    Edition,
    Footnote,
    FootnoteVersion,
    Provision,
    ProvisionVersion,
    TextKind,
    Wording,
)

Subject = Proposal.Subject
WORDINGS: dict[Subject, type[Wording]] = {
    Subject.PROVISION: ProvisionVersion,
    Subject.FOOTNOTE: FootnoteVersion,
    Subject.DEFINITION: DefinitionVersion,
    Subject.COMMENTARY: CommentaryVersion,
}
# Only these have a heading of their own.
HEADED = {Subject.PROVISION, Subject.COMMENTARY}


def subject_of(thing: Thing) -> Subject:
    """Which sort of text it has."""
    match thing:
        case Provision():
            return Subject.PROVISION
        case Footnote():
            return Subject.FOOTNOTE
        case Definition():
            return Subject.DEFINITION
        case Commentary():
            return Subject.COMMENTARY


def edition_of(thing: Thing) -> Edition:
    """The edition that it is part of."""
    return thing.provision.edition if isinstance(thing, Footnote) else thing.edition


def in_force(thing: Thing, day: datetime.date) -> Wording | None:
    """The digest's wording on a day, as it is held now."""
    wordings = WORDINGS[subject_of(thing)]._default_manager.filter(**{subject_of(thing).value: thing})
    return wordings.filter(kind=TextKind.DIGEST, superseded_at=None, effective__contains=day).first()


def shown_to_editor(thing: Thing) -> Wording | None:
    """The wording that an editor starts from: today's, else the last there was or will be."""
    wordings = WORDINGS[subject_of(thing)]._default_manager.filter(**{subject_of(thing).value: thing})
    held = wordings.filter(kind=TextKind.DIGEST, superseded_at=None)
    return held.filter(effective__contains=library.today()).first() or held.order_by("-effective").first()


def heading_of(wording: Wording | None) -> str:
    """Its heading, if its sort has one."""
    return getattr(wording, "heading", "")


def wording(proposal: Proposal, pk: int | None) -> Wording | None:
    """The wording with this id, of the proposal's sort of text."""
    return WORDINGS[Subject(proposal.subject)]._default_manager.filter(pk=pk).first() if pk else None


def base(proposal: Proposal) -> Wording | None:
    """The wording that the proposal was written against; nothing for a new comment."""
    return wording(proposal, proposal.base_id)


def provisions_of(proposal: Proposal) -> list[Provision]:
    """The provisions that the text is, stands under or hangs on, in the order of the law."""
    if proposal.provision:
        return [proposal.provision]
    if proposal.footnote:
        return [proposal.footnote.provision]
    if proposal.commentary:
        return list(proposal.commentary.provisions.order_by("order"))
    return list(Provision.objects.filter(edition=proposal.edition_id, key__in=proposal.on).order_by("order"))
