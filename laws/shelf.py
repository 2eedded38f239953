"""Putting the digest onto the shelf: from the folder of files into the database.

Loading the same files again changes nothing. A text that differs from the stored one is a correction of the digest:
the stored wording is superseded and kept. A provision that the files no longer have loses its wording and its page.
"""

from __future__ import annotations

from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q

from laws.citing import citations
from laws.keys import DEEPEST
from laws.models import (
    Amendment,
    Citation,
    Code,
    Edition,
    Footnote,
    FootnoteVersion,
    Law,
    Part,
    Provision,
    ProvisionVersion,
)
from laws.models.provisions import BELOW
from laws.revising import Changes, Wanted, revise
from laws.sources.digest import DigestEdition, DigestLaw, DigestProvision, read_shelf

FOLDER = Path(settings.BASE_DIR) / "fixtures" / "laws"


def load(folder: Path = FOLDER) -> Changes:
    """Check the files, then store what they say; DigestError, with nothing stored, when they have a fault."""
    codes = read_shelf(folder)
    changes = Changes()
    with transaction.atomic():
        for entry in codes:
            code, _ = Code.objects.update_or_create(slug=entry.slug, defaults={"title": entry.title})
            # Two loads at once would each find the other's wordings missing.
            Code.objects.select_for_update().get(pk=code.pk)
            for edition in entry.editions:
                _load_edition(code, edition, changes)
        _count_rows()
    return changes


def _count_rows() -> None:
    """Let the database count what is in the library, else its first plans for it may take minutes."""
    tables = [model._meta.db_table for model in apps.get_app_config("laws").get_models()]
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {', '.join(map(connection.ops.quote_name, tables))}")


def _load_edition(code: Code, entry: DigestEdition, changes: Changes) -> None:
    edition, _ = Edition.objects.update_or_create(
        slug=entry.slug,
        defaults={"code": code, "title": entry.title, "year": entry.year, "in_force": entry.in_force},
    )
    laws = _save_laws(edition, entry)
    provisions = _save_provisions(edition, entry, laws)
    amendments = _save_amendments(edition, entry, provisions)
    texts = [
        Wanted(
            owner_id=provisions[str(node.key)].pk,
            text=node.text,
            starts=law.amended or entry.in_force,
            more={"amended_by_id": amendments.get((law.number, law.amended)), "headings": _headings(law, node)},
        )
        for law in entry.laws
        for node in law.provisions
        if node.text
    ]
    of_edition = {"provision__edition": edition}
    new = revise(ProvisionVersion, "provision", among=of_edition, wanted=texts, changes=changes)
    _save_footnotes(edition, entry, provisions, changes)
    Citation.objects.bulk_create(
        Citation(version=version, start=found.start, end=found.end, key=str(found.key))
        for version in new
        for found in citations(version.text)
    )
    _resolve_citations(edition, laws, provisions)


def _save_laws(edition: Edition, entry: DigestEdition) -> dict[str, Law]:
    """The laws by number, each in its part."""
    saved: dict[str, Law] = {}
    for order, part in enumerate(entry.parts, start=1):
        row, _ = Part.objects.update_or_create(edition=edition, order=order, defaults={"title": part.title})
        for law in entry.laws:
            number = int(law.number)
            if part.first <= number <= part.last:
                saved[law.number], _ = Law.objects.update_or_create(
                    edition=edition,
                    number=law.number,
                    defaults={"part": row, "title": law.title, "order": number},
                )
    return saved


def _save_provisions(edition: Edition, entry: DigestEdition, laws: dict[str, Law]) -> dict[str, Provision]:
    """The provisions by key. Written only where they differ, depth by depth: a child needs its parent's id."""
    stored = {row.key: row for row in Provision.objects.filter(edition=edition)}
    saved: dict[str, Provision] = {}
    nodes = [(law, node) for law in entry.laws for node in law.provisions]
    for depth in range(1, DEEPEST + 1):
        new: list[Provision] = []
        changed: list[Provision] = []
        for law, node in nodes:
            if node.key.depth != depth:
                continue
            key = str(node.key)
            # The parent of a lettered section is the law's preamble, where the law has one.
            parent = saved.get(str(node.key.parent)) if node.key.parent else None
            row = stored.pop(key, None) or Provision(edition=edition, key=key)
            is_now = (row.law_id, row.parent_id, row.order, row.heading)
            shall_be = (laws[law.number].pk, parent.pk if parent else None, node.key.order, node.heading)
            if is_now != shall_be:
                row.law_id, row.parent_id, row.order, row.heading = shall_be
                (changed if row.pk else new).append(row)
            saved[key] = row
        Provision.objects.bulk_create(new)
        Provision.objects.bulk_update(changed, ["law", "parent", "order", "heading"])
    Provision.objects.filter(pk__in=[row.pk for row in stored.values()]).exclude(heading="").update(heading="")
    return saved


def _save_amendments(
    edition: Edition, entry: DigestEdition, provisions: dict[str, Provision]
) -> dict[tuple[str, object], int]:
    """The amendment's id for each law it touched and the day it did."""
    saved: dict[tuple[str, object], int] = {}
    for amendment in entry.amendments:
        row, _ = Amendment.objects.update_or_create(
            edition=edition, instrument=amendment.instrument, defaults={"in_force": amendment.in_force}
        )
        touched = [
            provisions[str(node.key)] for law in entry.laws if law.number in amendment.laws for node in law.provisions
        ]
        row.provisions.set(touched)
        saved |= {(number, amendment.in_force): row.pk for number in amendment.laws}
    return saved


def _save_footnotes(edition: Edition, entry: DigestEdition, provisions: dict[str, Provision], changes: Changes) -> None:
    wanted = []
    for law in entry.laws:
        for note in law.footnotes:
            row, _ = Footnote.objects.get_or_create(provision=provisions[str(note.key)], mark=note.mark)
            wanted.append(Wanted(owner_id=row.pk, text=note.text, starts=law.amended or entry.in_force))
    among = {"footnote__provision__edition": edition}
    revise(FootnoteVersion, "footnote", among=among, wanted=wanted, changes=changes)


def _headings(law: DigestLaw, node: DigestProvision) -> str:
    """The headings over a text, the law's title first."""
    above = {str(key) for key in (*node.key.ancestors, node.key)}
    words = [law.title, *(other.heading for other in law.provisions if str(other.key) in above and other.heading)]
    return BELOW.join(words)


def _resolve_citations(edition: Edition, laws: dict[str, Law], provisions: dict[str, Provision]) -> None:
    """Join citations to what they name, those too whose law came onto the shelf only now."""
    current = Q(version__provision__edition=edition, version__superseded_at=None)
    changed = []
    for row in Citation.objects.filter(current):
        provision = provisions.get(row.key)
        law = provision.law_id if provision else getattr(laws.get(row.key), "pk", None)
        if (row.law_id, row.provision_id) != (law, provision and provision.pk):
            row.law_id, row.provision_id = law, provision.pk if provision else None
            changed.append(row)
    Citation.objects.bulk_update(changed, ["law", "provision"])
