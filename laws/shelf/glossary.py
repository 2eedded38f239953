"""The defined terms of an edition."""

from __future__ import annotations

from laws.models import Definition, DefinitionVersion, Edition
from laws.shelf.revising import Changes, Wanted, revise
from laws.sources.digest import DigestEdition


def save(edition: Edition, entry: DigestEdition, changes: Changes) -> None:
    """Bring the definitions onto the shelf; a term that the files no longer have loses its wording."""
    held = {row.term: row for row in Definition.objects.filter(edition=edition)}
    new = [Definition(edition=edition, term=one.term) for one in entry.definitions if one.term not in held]
    held |= {row.term: row for row in Definition.objects.bulk_create(new)}
    wanted = []
    for one in entry.definitions:
        row = held[one.term]
        more = {"forms": list(one.forms), "marked": one.marked, "see": list(one.see)}
        wanted.append(Wanted(owner_id=row.pk, text=one.text, starts=entry.in_force, more=more))
    revise(DefinitionVersion, "definition", among={"definition__edition": edition}, wanted=wanted, changes=changes)
