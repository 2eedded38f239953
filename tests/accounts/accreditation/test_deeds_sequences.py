"""Any deeds in any order: the award stands only as the table lets it, and its events explain how it came to."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.accreditation import deeds
from accounts.accreditation.life import STANDING, TRANSITIONS, Deed, Status, Verb, standings_after
from accounts.accreditation.models import Award, Revocation
from accounts.models import Body, User

# Somebody does something; or days go by.
STEPS = st.lists(
    st.tuples(st.sampled_from(list(Deed)), st.sampled_from(["rita", "rolf", "alice"]), st.integers(1, 500))
    | st.integers(1, 700),
    min_size=4,
    max_size=25,
)


def do(deed: Deed, award: Award, actor: User, days: int) -> None:
    """The deed with whatever input; most of it is refused."""
    reason: dict[str, Any] = {"reason": f"For {days} reasons"}
    match deed:
        case Deed.RENEW:
            deeds.renew(award=award, actor=actor, ending=award.valid_until, **reason)
        case Deed.EXTEND:
            deeds.extend(award=award, actor=actor, until=award.valid_until + timedelta(days=days), **reason)
        case Deed.COUNTERSIGN | Deed.WITHDRAW:
            found = award.revocations.order_by("-proposed_at", "pk").first()
            if found is None:
                return
            if deed == Deed.COUNTERSIGN:
                deeds.countersign(revocation=found, actor=actor)
            else:
                deeds.withdraw(revocation=found, actor=actor, **reason)
        case _:
            getattr(deeds, deed.value)(award=award, actor=actor, **reason)


@pytest.mark.parametrize("two", [True, False])
@given(steps=STEPS)
# What a fixture made is as it was after each example, which is rolled back.
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_every_standing_is_explained_and_no_end_comes_before_what_was_promised(
    two: bool, steps: list[Any], award: Award, rita: User, rolf: User, alice: User
) -> None:
    people = {"rita": rita, "rolf": rolf, "alice": alice}
    with transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        type(award.level).objects.update(revocation_countersigned=two)
        today = [Award.objects.get().body.today()]
        patch.setattr(Body, "today", lambda _self: today[0])
        promised, seen = Award.objects.get().valid_until, 1
        for step in steps:
            if isinstance(step, int):
                today[0] += timedelta(days=step)
                continue
            deed, who, days = step
            found = Award.objects.select_related("body", "level").get()
            before, state, term = Status(found.status), found.state, found.term
            waiting = deeds.proposed(found)
            allowed = TRANSITIONS[deed].allows(before, term, proposed=waiting is not None, two=two)
            try:
                with transaction.atomic():
                    do(deed, found, people[who], days)
            except (ValidationError, PermissionDenied):
                found = Award.objects.get()
                assert (found.status, found.events.count()) == (before, seen), step
                continue
            found = Award.objects.select_related("body", "level").get()
            events = list(found.events.order_by("at", "pk"))
            if len(events) > seen:
                assert allowed, f"{deed} of an award that is {state}"
                assert Status(found.status) == (TRANSITIONS[deed].left or before)
            # What the history comes to is how the award stands.
            assert list(standings_after(events))[-1] == (found.status, found.valid_until), step
            assert found.valid_until >= promised, step
            promised, seen = found.valid_until, len(events)
            _is_sound(found, today[0])
        transaction.set_rollback(True)


def _is_sound(award: Award, today: date) -> None:
    waiting = award.revocations.filter(standing=Revocation.Standing.OPEN)
    assert award.status in STANDING or not waiting.exists()
    for revoked in award.events.filter(verb=Verb.REVOKED):
        if award.level.revocation_countersigned:
            assert revoked.data["proposed_by"] != str(revoked.actor_id)
    assert not award.events.exclude(verb=Verb.SURRENDERED).filter(actor=award.person_id).exists()
    assert (award.state in ("valid", "expiring")) == (award.status == Status.GRANTED and today <= award.valid_until)
