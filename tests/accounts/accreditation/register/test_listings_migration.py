"""What an installation has when people are first asked: everybody with an award has a listing, and nobody is shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.accreditation.life import months_later
from accounts.accreditation.models import Award, Listing
from accounts.accreditation.register.listings import Shown, decide
from accounts.accreditation.register.search import Asked, search
from accounts.models import Body, Role
from tests.accounts.conftest import person

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = [("accreditation", "0008_register_imports")]


@pytest.fixture
def before() -> Iterator[Any]:
    """The tables as they were; the migration is run when the test asks for it, and at its end in any case."""
    call_command("migrate", *BEFORE[0], verbosity=0)
    try:
        yield MigrationExecutor(connection).loader.project_state(BEFORE).apps.get_model
    finally:
        forward()


def forward() -> None:
    call_command("migrate", "accreditation", verbosity=0)


def test_whoever_was_in_the_register_is_not_shown_until_they_agree(before: Any) -> None:
    body = Body.objects.create(name="Moreton", short_name="MBA", slug="mba", time_zone="Australia/Brisbane")
    alice, rita = person("Alice Archer", body, Role.CANDIDATE), person("Rita Rowe", body, Role.REGISTRAR)
    level = before("accreditation", "Level").objects.create(
        body_id=body.pk, code="club", name="Club Director", validity_months=36
    )
    application = before("accreditation", "Application").objects.create(
        body_id=body.pk,
        person_id=alice.pk,
        level=level,
        evidence={"result": "1"},
        status="granted",
        decided_by_id=rita.pk,
        decided_at=timezone.now(),
    )
    before("accreditation", "Award").objects.create(
        body_id=body.pk,
        person_id=alice.pk,
        name="Alice Archer",
        level=level,
        application=application,
        granted_by_id=rita.pk,
        valid_from=body.today(),
        valid_until=months_later(body.today(), 36),
    )
    forward()
    listing = Listing.objects.get()
    assert (listing.person, listing.is_decided) == (alice, False)
    assert search(Asked(name="Alice")) == []
    code = Award.objects.get().verification_code
    assert Client().get(reverse("register:verify", args=[code])).status_code == 200
    decide(person=alice, body=body, actor=alice, shown=Shown(True))
    assert [one.entry for one in search(Asked(name="Alice"))] == [listing.pk]
