"""The levels an installation starts with, and the demo's directors."""

from __future__ import annotations

import pytest

from accounts import seed as people
from accounts.accreditation import seed
from accounts.accreditation.life import AwardState
from accounts.accreditation.models import Application, Award, Evidence, Level
from accounts.accreditation.models import RequirementsVersion as Version
from accounts.accreditation.requirements import Paper, judge
from accounts.accreditation.standing import judged, record_of, rule_of
from accounts.models import User
from tests.asking import ask


@pytest.fixture
def demo(db: None) -> None:
    people.seed(demo=True)
    seed.seed(demo=True)


def test_a_real_installation_gets_the_two_levels_and_no_awards(db: None) -> None:
    people.seed(demo=False)
    seed.seed(demo=False)
    assert list(Level.objects.values_list("body__slug", "code")) == [("qba", "club"), ("qba", "congress")]
    asked = {version.level.code: version.written for version in Version.objects.select_related("level")}
    assert asked == {"club": {"all_of": [{"paper": {"codes": ["club-auction"]}}]}, "congress": {"all_of": []}}
    assert not Application.objects.exists()


@pytest.mark.usefixtures("demo")
class TestDemo:
    def test_the_register_has_every_public_state(self) -> None:
        states = {award.state for award in Award.objects.select_related("body")}
        assert states == {AwardState.VALID, AwardState.EXPIRED, AwardState.SUSPENDED}

    def test_nobody_can_sign_in_as_a_director(self) -> None:
        assert not any(award.person.has_usable_password() for award in Award.objects.select_related("person"))

    def test_loading_twice_changes_nothing(self) -> None:
        def all_there() -> list[set[object]]:
            return [set(model.objects.values_list("pk", flat=True)) for model in (Award, Evidence, Version)]

        before = all_there()
        seed.seed(demo=True)
        assert all_there() == before

    def test_requirements_that_the_body_has_changed_stay_as_they_are(self) -> None:
        level = Level.objects.get(body__slug="qba", code="club")
        ask(level, Paper(codes=("another",)))
        before = list(Version.objects.values_list("level", "number", "written"))
        seed.seed(demo=True)
        assert list(Version.objects.values_list("level", "number", "written")) == before

    def test_what_the_directors_passed_is_on_record(self) -> None:
        for award in Award.objects.select_related("person", "level__body"):
            rule = rule_of(award.level, award.valid_from)
            assert judge(rule, record_of(award.person, award.body)).met

    def test_a_candidate_has_begun_what_congress_asks_for_since(self) -> None:
        ruth = User.objects.get(email="ruth@example.org")
        found = judged(ruth, Level.objects.get(body__slug="qba", code="congress"))
        sessions = next(part for part in found.parts if part.rule.kind == "sessions")
        assert (sessions.have, sessions.needed, len(sessions.waiting)) == (2, 6, 1)
