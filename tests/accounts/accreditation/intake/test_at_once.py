"""Two registrars import at the same moment: real threads, real transactions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.core.exceptions import ValidationError

from accounts.accreditation.intake import services
from accounts.accreditation.models import Award, Intake, Level
from accounts.accreditation.services import grant
from accounts.models import Body, User
from tests.accounts.accreditation.intake.conftest import ready
from tests.accounts.accreditation.test_concurrency import at_once
from tests.accounts.conftest import passed

pytestmark = pytest.mark.django_db(transaction=True)

BRIAN = "Brian Lowe,brian@example.org,1234,,Club Director,1/1/2026,31/12/2027"


def applying(made: Intake, actor: User) -> Callable[[], object]:
    """A press of the button, from a page of its own."""
    return partial(services.apply, intake=Intake.objects.get(pk=made.pk), actor=User.objects.get(pk=actor.pk))


def test_one_file_is_imported_once(body: Body, rita: User, rolf: User, level: Level) -> None:
    made = ready(body, rita, BRIAN)
    assert at_once(applying(made, rita), applying(made, rolf)) == [None, None]
    assert Award.objects.count() == 1


def test_two_files_do_not_bring_one_person_twice(body: Body, rita: User, rolf: User, level: Level) -> None:
    first, second = ready(body, rita, BRIAN), ready(body, rolf, BRIAN)
    told = at_once(applying(first, rita), applying(second, rolf))
    assert [type(one) for one in told if one is not None] == [ValidationError]
    assert Award.objects.count() == 1
    assert User.objects.filter(name="Brian Lowe").count() == 1


def test_an_import_beside_a_grant_gives_one_award(
    body: Body, rita: User, rolf: User, alice: User, level: Level
) -> None:
    made = ready(body, rita, f"Alice Archer,{alice.email},,,Club,1/1/2026,31/12/2029")
    application = passed(alice, level)
    told = at_once(applying(made, rita), partial(grant, application=application, actor=rolf))
    assert sum(isinstance(one, ValidationError) for one in told) == 1
    assert Award.objects.count() == 1
