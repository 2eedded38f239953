"""The levels an installation starts with, and the demo's directors."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from accounts import seed as people
from accounts.accreditation import seed
from accounts.accreditation.life import TABLE, AwardState, Deed, Status, Verb, standings_after, term_of
from accounts.accreditation.models import Application, Award, AwardEvent, Evidence, Level
from accounts.accreditation.models import RequirementsVersion as Version
from accounts.accreditation.requirements import Paper, judge
from accounts.accreditation.standing import judged, record_of, rule_of
from accounts.audit.models import AuditEntry
from accounts.models import Club, Membership, User
from tests.asking import ask


@pytest.fixture(scope="module")
def _seeded(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The demo, made once for all tests here: each goes on inside this transaction."""
    with django_db_blocker.unblock(), transaction.atomic():
        people.seed(demo=True)
        seed.seed(demo=True)
        yield
        transaction.set_rollback(True)


@pytest.fixture
def demo(_seeded: None, db: None) -> None:
    """The demo; what a test changes is undone."""


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
        assert states == set(AwardState) - {AwardState.UNDONE}

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
        shown = Award.objects.exclude(application__evidence__kind=Application.HAND)
        for award in shown.select_related("person", "level__body"):
            rule = rule_of(award.level, award.valid_from)
            assert judge(rule, record_of(award.person, award.body)).met

    def test_a_candidate_has_begun_what_congress_asks_for_since(self) -> None:
        ruth = User.objects.get(email="ruth@example.org")
        found = judged(ruth, Level.objects.get(body__slug="qba", code="congress"))
        sessions = next(part for part in found.parts if part.rule.kind == "sessions")
        assert (sessions.have, sessions.needed, len(sessions.waiting)) == (2, 6, 1)

    def test_the_register_is_that_of_a_state_with_its_clubs(self) -> None:
        qba = Award.objects.filter(body__slug="qba")
        assert 290 <= qba.values("person").distinct().count() <= 320
        clubs = Membership.objects.filter(person__awards__in=qba).values("club").distinct()
        assert clubs.count() == Club.objects.filter(body__slug="qba").count() > 20
        assert not Club.objects.filter(region=None).exists()

    def test_every_award_stands_as_its_history_tells(self) -> None:
        """As if a registrar had done it all, day after day."""
        faults = []
        for award in Award.objects.prefetch_related("events").select_related("body", "level"):
            events = list(award.events.all())
            status, end = list(standings_after(events))[-1]
            if (status, end) != (award.status, award.valid_until):
                faults.append(f"{award}: {status} until {end}, not {award.status} until {award.valid_until}")
            if any(event.at > timezone.now() for event in events) or events[0].verb != Verb.GRANTED:
                faults.append(f"{award}: a history out of order")
        assert not faults, "\n".join(faults)

    def test_what_was_done_could_have_been_done_then(self) -> None:
        """Each deed finds the status and the term that the table in `life` asks for on its day."""
        by_verb = {line.verb: line for line in TABLE if line.deed != Deed.REVOKE}
        faults = []
        for award in Award.objects.prefetch_related("events").select_related("body", "level"):
            status, end = Status.GRANTED, award.valid_until
            for event in award.events.all():
                day = event.at.astimezone(award.body.zone).date()
                if event.verb != Verb.GRANTED:
                    line = by_verb[Verb(event.verb)]
                    if status not in line.found or term_of(end, award.level, day) not in line.terms:
                        faults.append(f"{award}: {event.verb} on {day}, {status} until {end}")
                ((status, after),) = standings_after([event])
                end = after or end
        assert not faults, "\n".join(faults)

    def test_nobody_holds_a_level_twice(self) -> None:
        held = Award.objects.held().values_list("person", "level")
        assert len(held) == len(set(held))

    def test_the_audit_log_has_every_deed_under_its_seal(self) -> None:
        deeds = AwardEvent.objects.count()
        entries = AuditEntry.objects.filter(verb__startswith="award.")
        assert entries.count() == deeds
        assert all(entry.is_genuine for entry in entries)
