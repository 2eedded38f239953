"""What came of the question after the regrade that an appeal led to was refused or taken back."""

from __future__ import annotations

from django.db.models import Q

from exams.marking.models import Appeal, Regrade

Standing = Regrade.Standing
TURNED_DOWN = (Standing.REFUSED, Standing.WITHDRAWN)


def turned_down(appeal: Appeal) -> bool:
    """Whether the regrade it led to was refused or taken back, so that it changed no marks."""
    return appeal.regrade is not None and appeal.regrade.standing in TURNED_DOWN


def another(appeal: Appeal) -> Regrade | None:
    """The latest regrade of the same question that reaches this candidate: one that waits, or was applied after that of the
    appeal was turned down. None while there is none.
    """
    first = appeal.regrade
    if first is None or not turned_down(appeal):
        return None
    attempt = appeal.result.attempt
    found = Regrade.objects.reaching(attempt.sitting).filter(
        Q(script=None) | Q(script__attempt=attempt),
        Q(standing=Standing.PROPOSED) | Q(standing=Standing.APPLIED, decided_at__gte=first.decided_at),
        version=first.version_id,
    )
    return found.order_by("-proposed_at", "pk").first()
