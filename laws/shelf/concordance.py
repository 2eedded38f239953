"""The concordance between editions and codes."""

from __future__ import annotations

from collections.abc import Iterable

from laws.models import Concordance, Edition
from laws.shelf.revising import Changes
from laws.sources.digest import DigestConcordance


def save(pairs: Iterable[DigestConcordance], changes: Changes) -> None:
    """Make the stored concordance equal the files'. It is an index to the laws, not law: it has no history."""
    editions = {edition.slug: edition.pk for edition in Edition.objects.all()}
    names = ("earlier_edition_id", "earlier_key", "later_edition_id", "later_key", "kind", "remark", "since", "until")
    wanted = [
        (
            editions[one.earlier_edition],
            one.earlier,
            editions[one.later_edition],
            one.later,
            one.kind,
            one.remark,
            one.since,
            one.until,
        )
        for one in pairs
    ]
    held = list(Concordance.objects.order_by("pk").values_list(*names))
    if held == wanted:
        return
    Concordance.objects.all().delete()
    Concordance.objects.bulk_create(Concordance(**dict(zip(names, values, strict=True))) for values in wanted)
    changes.entered += len(set(wanted) - set(held))
    changes.withdrawn += len(set(held) - set(wanted))
