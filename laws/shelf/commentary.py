"""Commentary of an edition and the documents it was drawn from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from laws.models import Commentary, CommentaryVersion, Definition, Edition, Provision, SourceDocument
from laws.shelf.revising import Changes, Wanted, revise
from laws.sources.digest import DigestDocument, DigestEdition, DigestRemark


def save_documents(documents: Iterable[DigestDocument]) -> dict[str, SourceDocument]:
    """The source documents by their short names. One whose file was imported already keeps its record.

    What the files leave open stays as the import found it in the document.
    """
    saved: dict[str, SourceDocument] = {}
    for one in documents:
        told = {"title": one.title, "publisher": one.publisher, "dated": one.dated, "sha256": one.sha256}
        row = SourceDocument.objects.filter(sha256=one.sha256).first() if one.sha256 else None
        row = (
            row
            or SourceDocument.objects.filter(title=one.title, dated=one.dated, sha256="").first()
            or SourceDocument()
        )
        for name, value in told.items():
            setattr(row, name, value or getattr(row, name))
        row.save()
        saved[one.slug] = row
    return saved


def save(edition: Edition, entry: DigestEdition, sources: dict[str, SourceDocument], changes: Changes) -> None:
    """Bring the commentary onto the shelf; a remark that the files no longer have loses its wording."""
    places = dict(Provision.objects.filter(edition=edition).values_list("key", "pk"))
    terms = dict(Definition.objects.filter(edition=edition).values_list("term", "pk"))
    held = {row.code: row for row in Commentary.objects.filter(edition=edition)}
    hung: dict[str, tuple[set[int], set[int]]] = {code: (set(), set()) for code in held}
    for link, side in ((Commentary.provisions.through, 0), (Commentary.definitions.through, 1)):
        target = ("provision_id", "definition_id")[side]
        held_links = link._default_manager.filter(commentary__edition=edition)
        for code, pk in held_links.values_list("commentary__code", target):
            hung[code][side].add(pk)
    rows = {remark.code: _row(edition, remark, held.get(remark.code)) for remark in entry.remarks}
    # A new edition has some six hundred remarks: entered one by one they would take most of the time of a load.
    Commentary.objects.bulk_create(row for row in rows.values() if not row.pk)
    new: dict[Any, list[Any]] = {Commentary.provisions.through: [], Commentary.definitions.through: []}
    for remark in entry.remarks:
        row = rows[remark.code]
        at = ({places[key] for key in remark.keys}, {terms[term] for term in remark.terms})
        if remark.code not in held:
            for (link, links), target, pks in zip(new.items(), ("provision_id", "definition_id"), at, strict=True):
                links += [link(commentary_id=row.pk, **{target: pk}) for pk in sorted(pks)]
        elif hung[remark.code] != at:
            row.provisions.set(at[0])
            row.definitions.set(at[1])
    for link, links in new.items():
        link._default_manager.bulk_create(links)
    wanted = [_wanted(rows[one.code], one, entry, sources.get(one.document)) for one in entry.remarks]
    among = {"commentary__edition": edition}
    revise(CommentaryVersion, "commentary", among=among, wanted=wanted, changes=changes)


def _row(edition: Edition, remark: DigestRemark, row: Commentary | None) -> Commentary:
    """The record of a remark: a new one not saved yet, one that is held brought up to date."""
    told = {
        "kind": remark.kind,
        "author": remark.author,
        "authority": remark.authority,
        "place": remark.place,
        "dated": remark.dated,
        "dated_to": remark.dated_to,
    }
    if row is None:
        return Commentary(edition=edition, code=remark.code, **told)
    if any(getattr(row, name) != value for name, value in told.items()):
        for name, value in told.items():
            setattr(row, name, value)
        row.save()
    return row


def _wanted(row: Commentary, remark: DigestRemark, entry: DigestEdition, source: SourceDocument | None) -> Wanted:
    return Wanted(
        owner_id=row.pk,
        text=remark.text,
        starts=remark.starts or entry.in_force,
        ends=remark.ends,
        more={
            "heading": remark.title,
            "auctions": list(remark.auctions),
            "deals": list(remark.deals),
            "source_id": source.pk if source else None,
            "first_line": remark.lines[0] if remark.lines else None,
            "last_line": remark.lines[1] if remark.lines else None,
        },
    )
