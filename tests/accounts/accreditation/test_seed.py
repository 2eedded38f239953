"""The levels an installation starts with, and the demo's directors."""

from __future__ import annotations

import pytest

from accounts import seed as people
from accounts.accreditation import seed
from accounts.accreditation.life import AwardState
from accounts.accreditation.models import Application, Award, Level, Requirement


@pytest.fixture
def demo(db: None) -> None:
    people.seed(demo=True)
    seed.seed(demo=True)


def test_a_real_installation_gets_the_two_levels_and_no_awards(db: None) -> None:
    people.seed(demo=False)
    seed.seed(demo=False)
    assert list(Level.objects.values_list("body__slug", "code")) == [("qba", "club"), ("qba", "congress")]
    assert list(Requirement.objects.values_list("level__code", "blueprint_code")) == [("club", "club-auction")]
    assert not Application.objects.exists()


@pytest.mark.usefixtures("demo")
class TestDemo:
    def test_the_register_has_every_public_state(self) -> None:
        states = {award.state for award in Award.objects.select_related("body")}
        assert states == {AwardState.VALID, AwardState.EXPIRED, AwardState.SUSPENDED}

    def test_nobody_can_sign_in_as_a_director(self) -> None:
        assert not any(award.person.has_usable_password() for award in Award.objects.select_related("person"))

    def test_loading_twice_changes_nothing(self) -> None:
        before = set(Award.objects.values_list("pk", flat=True))
        seed.seed(demo=True)
        assert set(Award.objects.values_list("pk", flat=True)) == before

    def test_a_requirement_that_was_taken_away_stays_away(self) -> None:
        Requirement.objects.all().delete()
        seed.seed(demo=True)
        assert not Requirement.objects.exists()
