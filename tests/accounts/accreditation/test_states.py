"""How an award stands today: the property and the query must say the same, each by the clock of its body."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.accreditation.models import Award, AwardState

STANDING = [
    (Award.Status.GRANTED, 1, AwardState.VALID),
    (Award.Status.GRANTED, 0, AwardState.VALID),  # the last day counts
    (Award.Status.GRANTED, -1, AwardState.EXPIRED),
    (Award.Status.SUSPENDED, 1, AwardState.SUSPENDED),
    (Award.Status.SUSPENDED, -1, AwardState.EXPIRED),
    (Award.Status.REVOKED, 1, AwardState.REVOKED),
    (Award.Status.REVOKED, -1, AwardState.REVOKED),
]


# Two places that are never on the same date: one of them shows whether the day is taken from the body's clock.
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
@pytest.mark.parametrize(("status", "days", "state"), STANDING)
def test_the_date_and_the_status_give_the_state(
    zone: str, status: Award.Status, days: int, state: AwardState, award: Award
) -> None:
    award.body.time_zone = zone
    award.body.save()
    award.status = status
    award.valid_until = award.body.today() + timedelta(days=days)
    award.valid_from = award.valid_until - timedelta(days=9)
    award.save()
    assert award.state == state
    assert [other for other in AwardState if award in Award.objects.in_state(other)] == [state]
    assert (award in Award.objects.held()) == (state in {AwardState.VALID, AwardState.SUSPENDED})
    assert (award in Award.objects.on_register()) == (state != AwardState.REVOKED)
