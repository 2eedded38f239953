"""What awards rest on so far is carried over, so that it counts as used where a rule says so from now on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import call_command

from accounts.accreditation import evidencing
from accounts.accreditation.models import Award, EvidenceUse, Level
from accounts.accreditation.services import grant
from accounts.models import User
from tests.accounts.conftest import passed

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def granted_before(level: Level, alice: User, rita: User) -> Iterator[Award]:
    """An award that was granted before uses were recorded; the migration is run again at the end in any case."""
    award = grant(application=passed(alice, level), actor=rita)
    call_command("migrate", "accreditation", "0008_register_imports", verbosity=0)
    yield award
    call_command("migrate", "accreditation", verbosity=0)


def test_the_pass_behind_an_award_is_used(granted_before: Award) -> None:
    call_command("migrate", "accreditation", verbosity=0)
    use = EvidenceUse.objects.get(award=granted_before.pk)
    assert use.evidence.reference.startswith(evidencing.PAPER)
    assert use.only_for == ""
