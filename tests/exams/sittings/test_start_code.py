"""Twenty start codes tried at the same moment, in real threads on a real database."""

from __future__ import annotations

import pytest

from accounts.models import User
from exams.sittings import services
from exams.sittings.models import Sitting
from exams.sittings.starts import TRIES, WrongCode
from tests.exams.sittings.test_concurrency import alice, open_sitting, together

__all__ = ["alice", "open_sitting"]

pytestmark = pytest.mark.django_db(transaction=True)


def test_twenty_wrong_codes_at_once_are_counted_one_by_one(open_sitting: Sitting, alice: User) -> None:
    """The eleventh is refused whatever it is, so that a code of four digits is no matter of patience."""
    Sitting.objects.filter(pk=open_sitting.pk).update(code="4711")
    open_sitting.refresh_from_db()
    services.enter(sitting=open_sitting, person=alice)
    results = together(
        *(lambda n=n: services.start(sitting=open_sitting, person=alice, code=f"{n:04}") for n in range(20))
    )
    wrong = [one for one in results if isinstance(one, WrongCode)]
    refused = [one for one in results if isinstance(one, services.NotPossible) and not isinstance(one, WrongCode)]
    assert (len(wrong), len(refused)) == (TRIES, 20 - TRIES), results
    assert all("Too many wrong codes" in str(one) for one in refused)
    with pytest.raises(services.NotPossible, match="Too many wrong codes"):
        services.start(sitting=open_sitting, person=alice, code="4711")
