"""What a change would touch: who cites the text, and where the new text itself leads nowhere."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from laws import citing, footnotes, keys
from laws.editing import subjects
from laws.editing.models import Proposal
from laws.models import (
    Citation,
    CommentaryVersion,
    DefinitionVersion,
    FootnoteVersion,
    Provision,
    ProvisionVersion,
)


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A text that the change may leave wrong: what it is called, where it can be read, and what it says."""

    name: str
    address: str
    text: str
    is_comment: bool = False


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """A citation in a proposed text, as written, and the sentence that says why it leads nowhere."""

    written: str
    why: str


def citing_texts(proposal: Proposal) -> list[Neighbour]:
    """The texts in force on the proposal's first day that cite the provision or footnote, or are about it.

    In the order: the law, its footnotes, definitions, commentary. The ids are fetched first: as one query, a database that
    has not yet counted newly loaded tables takes seconds over it.
    """
    day = proposal.first_day
    if proposal.definition:
        return list(_comments(set(proposal.definition.commentary.values_list("pk", flat=True)), set(), day))
    if proposal.act == Proposal.Act.NEW or proposal.commentary:
        return []
    (node,) = subjects.provisions_of(proposal)
    found = Citation.objects.filter(provisions=node, status=Citation.Status.FOUND)
    rows = list(found.values_list("version", "footnote_version", "definition_version", "commentary_version"))
    provisions, footnotes, definitions, comments = ({row[kind] for row in rows} - {None} for kind in range(4))
    about = set(node.commentary.values_list("pk", flat=True))
    return [
        *_provisions(provisions, node, day),
        *_footnotes(footnotes, proposal),
        *_definitions(definitions, day),
        *_comments(about, comments, day),
    ]


def dead_ends(proposal: Proposal) -> list[DeadEnd]:
    """The citations of the proposed text that do not lead to one provision in force on its first day."""
    if proposal.act == Proposal.Act.END:
        return []
    edition = proposal.edition
    held = ProvisionVersion.objects.on(proposal.first_day).filter(provision__edition=edition)
    known = frozenset(held.values_list("provision__key", flat=True))
    marks = footnotes.places(edition.slug, proposal.first_day)
    place = next(iter(subjects.provisions_of(proposal)), None)
    at = keys.parse(place.key) if place and not proposal.definition else None
    why = {
        citing.Status.UNMATCHED: Citation.Status.UNMATCHED,
        citing.Status.AMBIGUOUS: Citation.Status.AMBIGUOUS,
    }
    return [
        DeadEnd(proposal.text[mention.start : mention.end], str(why[resolved.status].label))
        for mention, resolved in citing.cited(proposal.text, at, known, year=edition.year, footnotes=marks)
        if resolved.status in why
    ]


def _provisions(cited_in: set[int], node: Provision, on: datetime.date) -> Iterator[Neighbour]:
    rows = ProvisionVersion.objects.on(on).filter(pk__in=cited_in).exclude(provision=node)
    for row in rows.select_related("provision__edition").order_by("provision__order"):
        yield Neighbour(row.provision.key, row.provision.get_absolute_url(), row.text)


def _footnotes(cited_in: set[int], proposal: Proposal) -> Iterator[Neighbour]:
    rows = FootnoteVersion.objects.on(proposal.first_day).filter(pk__in=cited_in).exclude(footnote=proposal.footnote_id)
    rows = rows.select_related("footnote__provision__edition").order_by("footnote__provision__order")
    marks = footnotes.marks(proposal.first_day, edition=proposal.edition.slug) if rows else {}
    for row in rows:
        note = {"mark": marks[row.footnote_id], "key": row.footnote.provision.key}
        name = _("Footnote %(mark)s on %(key)s") % note
        yield Neighbour(name, row.footnote.provision.get_absolute_url(), row.text)


def _definitions(cited_in: set[int], on: datetime.date) -> Iterator[Neighbour]:
    for row in DefinitionVersion.objects.on(on).filter(pk__in=cited_in).select_related("definition__edition"):
        edition = row.definition.edition
        name = _("Definition of “%(term)s”") % {"term": row.definition.term}
        yield Neighbour(name, reverse("laws:edition", args=[edition.slug]), row.text)


def _comments(about: set[int], cited_in: set[int], on: datetime.date) -> Iterator[Neighbour]:
    rows = (
        CommentaryVersion.objects.on(on)
        .filter(Q(pk__in=cited_in) | Q(commentary__in=about))
        .select_related("commentary__edition")
    )
    for row in rows.defer("search").prefetch_related("commentary__provisions__edition").order_by("commentary__code"):
        place = next(iter(sorted(row.commentary.provisions.all(), key=lambda one: one.order)), None)
        edition = row.commentary.edition
        address = place.get_absolute_url() if place else reverse("laws:edition", args=[edition.slug])
        name = capfirst(f"{row.commentary.get_kind_display()}: {row.heading or row.commentary.code}")
        yield Neighbour(name, address, row.text, is_comment=True)
