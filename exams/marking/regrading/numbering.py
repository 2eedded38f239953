"""Which number the question of a regrade has in the papers it is about: what people call it by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from uuid import UUID

from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from exams.marking.models import Regrade
from exams.papers.models import PaperQuestion


def numbers(regrades: Iterable[Regrade]) -> dict[UUID, str]:
    """By the id of each regrade the question's number in words; several where papers or forms ask it in several places."""
    regrades = list(regrades)
    rows = PaperQuestion.objects.filter(version__in={one.version_id for one in regrades}).order_by("position")
    # The forms of a set are sat where its first paper is.
    rows = rows.annotate(sat=Coalesce(F("paper__first"), F("paper")))
    places: dict[UUID, list[tuple[UUID, int]]] = defaultdict(list)
    for version, paper, position in rows.values_list("version", "sat", "position"):
        places[version].append((paper, position))
    found = {}
    for one in regrades:
        papers = None if one.sitting is None else one.sitting.paper_id
        listed = sorted({position for paper, position in places[one.version_id] if papers in (None, paper)})
        words = ngettext("question %(numbers)s", "questions %(numbers)s", len(listed))
        found[one.pk] = words % {"numbers": _(" or ").join(map(str, listed))} if listed else ""
    return found
