"""How an award stands today: the property and the query must say the same, each by the clock of its body."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from accounts.accreditation.life import STANDING as STANDS
from accounts.accreditation.life import AwardState, months_later
from accounts.accreditation.models import Award, awards
from accounts.models import Body

# How the award stands with its end so many days from today; the level gives three months of notice and twelve of return.
STANDING = [
    (Award.Status.GRANTED, 200, AwardState.VALID),
    (Award.Status.GRANTED, 1, AwardState.EXPIRING),
    (Award.Status.GRANTED, 0, AwardState.EXPIRING),  # the last day counts
    (Award.Status.GRANTED, -1, AwardState.EXPIRED),
    (Award.Status.GRANTED, -365, AwardState.EXPIRED),
    (Award.Status.GRANTED, -370, AwardState.LAPSED),
    (Award.Status.SUSPENDED, 200, AwardState.SUSPENDED),
    (Award.Status.SUSPENDED, 1, AwardState.SUSPENDED),
    (Award.Status.SUSPENDED, -1, AwardState.EXPIRED),
    (Award.Status.SUSPENDED, -370, AwardState.LAPSED),
    *(
        (status, days, AwardState(status.value))
        for status in Award.Status
        if status not in STANDS
        for days in (1, -1, -370)
    ),
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
    assert (
        (award in Award.objects.in_force()) == award.is_in_force == (state in {AwardState.VALID, AwardState.EXPIRING})
    )
    assert (award in Award.objects.held()) == (award.is_in_force or state == AwardState.SUSPENDED)
    assert (award in Award.objects.on_register()) == (status in STANDS)


# Ends from which months are counted differently where a month is shorter, and today's of which each is the border.
@pytest.mark.parametrize("end", [date(2026, 5, 31), date(2028, 2, 29), date(2027, 1, 31)])
@pytest.mark.parametrize(("notice", "back"), [(3, 12), (0, 0), (1, 1)])
def test_the_property_and_the_query_count_months_alike(
    end: date, notice: int, back: int, award: Award, monkeypatch: pytest.MonkeyPatch
) -> None:
    level = award.level
    level.notice_months, level.return_months = notice, back
    level.save()
    award.valid_from, award.valid_until = end - timedelta(days=900), end
    award.save()
    borders = [months_later(end, -notice), end, months_later(end, back)]
    for today in (border + timedelta(days=days) for border in borders for days in (-1, 0, 1)):
        monkeypatch.setattr(Body, "today", lambda _self, today=today: today)
        monkeypatch.setattr(awards.TodayIn, "template", f"(DATE '{today}' + 0 * length(%(expressions)s))")
        award.refresh_from_db()
        assert [state for state in AwardState if award in Award.objects.in_state(state)] == [award.state], today


def test_a_level_without_notice_or_return_has_neither_state(award: Award) -> None:
    level = award.level
    level.notice_months = level.return_months = 0
    level.save()
    award.valid_from -= timedelta(days=2000)
    for days, state in ((1, AwardState.VALID), (0, AwardState.EXPIRING), (-1, AwardState.LAPSED)):
        award.valid_until = award.body.today() + timedelta(days=days)
        award.save()
        assert award.state == state
