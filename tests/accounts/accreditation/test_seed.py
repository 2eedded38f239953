"""The levels an installation starts with, and the demo's directors."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from accounts import seed as people
from accounts.accreditation import renewal_rules, renewals, seed
from accounts.accreditation.appeals import answerable_by
from accounts.accreditation.clubs.sessions import to_confirm
from accounts.accreditation.credentials.certificates import design_of
from accounts.accreditation.deeds import to_countersign
from accounts.accreditation.life import TABLE, AwardState, Deed, Status, Verb, standings_after, term_of
from accounts.accreditation.mail.reminders import last_run
from accounts.accreditation.models import (
    Appeal,
    Application,
    Award,
    AwardEvent,
    Delivery,
    Document,
    Evidence,
    Intake,
    IntakeLine,
    IssuedCertificate,
    Level,
    Webhook,
)
from accounts.accreditation.models import RequirementsVersion as Version
from accounts.accreditation.requirements import Paper, judge
from accounts.accreditation.standing import judged, record_of, rule_of
from accounts.audit.models import AuditEntry
from accounts.letters.models import Letter
from accounts.models import Body, Club, Membership, User
from accounts.rules import clubs_of
from tests.asking import ask


@pytest.fixture(scope="module")
def _seeded(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The demo, made once for all tests here: each goes on inside this transaction."""
    with django_db_blocker.unblock(), transaction.atomic():
        people.seed(demo=True)
        seed.seed(demo=True)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # else PostgreSQL goes by tables that are empty, and tries every pair of rows
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

    def test_nobody_can_sign_in_as_a_director_but_the_one_who_is_told_of(self) -> None:
        awards = Award.objects.select_related("person")
        assert {one.person.name for one in awards if one.person.has_usable_password()} == {"Philippa Strand"}

    def test_loading_twice_changes_nothing(self) -> None:
        def all_there() -> list[set[object]]:
            models = (Award, Evidence, Version, Letter, Intake, Document, Delivery, AuditEntry)
            return [set(model.objects.values_list("pk", flat=True)) for model in models]

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
        shown = Award.objects.exclude(application__evidence__kind__in=[Application.HAND, Application.IMPORT])
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
        # An import has one entry for all that it grants.
        deeds = AwardEvent.objects.exclude(award__application__evidence__kind=Application.IMPORT).count()
        entries = AuditEntry.objects.filter(verb__startswith="award.")
        assert entries.count() == deeds
        assert all(entry.is_genuine for entry in entries)


@pytest.mark.usefixtures("demo")
class TestEveryPageHasSomethingToShow:
    """What the desk, the clubs, the renewals, the letters and the imports of the demo show."""

    @pytest.fixture
    def qba(self) -> Body:
        return Body.objects.get(slug="qba")

    def test_a_contact_has_sessions_to_confirm_and_one_in_dispute(self, qba: Body) -> None:
        graham = User.objects.get(email="graham@example.org")
        club = Club.objects.get(body=qba, name="Jacaranda Bridge Club")
        assert clubs_of(graham) == {club.pk}
        # Ruth's own, those of the last days, and what has come since.
        assert to_confirm(club, graham).count() >= 4
        here = Evidence.objects.filter(club=club)
        assert here.get(standing=Evidence.Standing.DISPUTED).disputed_by == graham
        confirmed = here.filter(confirmed_by=graham)
        assert confirmed.count() > 20
        # Some of them the club entered.
        assert confirmed.filter(entered_by=graham).exists()

    def test_sessions_are_settled_after_they_were_told_and_told_after_they_were_held(self, qba: Body) -> None:
        held = Evidence.objects.filter(body=qba, kind="sessions")
        assert held.count() > 1000
        assert held.order_by().dates("day", "month").count() > 30
        for one in held:
            told = one.entered_at.astimezone(qba.zone).date()
            assert one.day <= told <= qba.today()
            assert one.settled_at is None or one.entered_at <= one.settled_at <= timezone.now()
            assert one.confirmed_by is None or one.club is not None

    def test_a_holder_can_renew_by_one_press_today(self, qba: Body) -> None:
        philippa = User.objects.get(email="philippa@example.org")
        awards = list(philippa.awards.select_related("body", "level"))
        (offer,) = renewals.offers(awards, qba)
        assert offer.can_apply
        made = renewals.apply(award=offer.award, person=philippa, reference="pressed")
        assert made.status == Application.Status.SUBMITTED

    def test_some_meet_what_a_renewal_takes_some_nearly_and_some_do_not(self, qba: Body) -> None:
        assert set(renewal_rules.rules_of(qba)) == set(Level.objects.filter(body=qba).values_list("pk", flat=True))
        awards = list(Award.objects.in_force().filter(body=qba).select_related("body", "level", "person"))
        found = renewal_rules.renewals_of(awards, qba).values()
        assert sum(one.met for one in found) > 50
        had = [one.judged.parts[0].have for one in found if not one.met]
        assert {0, 4, 5} <= set(had)

    def test_there_is_an_application_in_each_state(self, qba: Body) -> None:
        there = Application.objects.filter(body=qba)
        assert set(there.values_list("status", flat=True)) == set(Application.Status.values)
        assert there.filter(renews__isnull=False, status="submitted").count() == 1
        assert there.filter(status="submitted", doubts__settled_at=None, doubts__isnull=False).count() == 1
        days = {one.created_at.astimezone(qba.zone).date() for one in there.filter(status="submitted")}
        assert len(days) > 5
        (appeal,) = Appeal.objects.filter(application__body=qba, answer=None)
        assert answerable_by(User.objects.get(email="helen@example.org"), [qba.pk]).get() == appeal
        assert to_countersign(User.objects.get(email="alma@example.org"), [qba.pk]).count() == 1

    def test_letters_are_sent_not_sent_tried_again_and_waiting(self, qba: Body) -> None:
        letters = Letter.objects.filter(body=qba)
        assert {one.standing for one in letters} == set(Letter.Standing)
        assert letters.filter(once__startswith="award.reminder").exists()
        assert letters.filter(sent_at=None, failures__gt=0, failures__lt=20).count() == 1
        assert not last_run(qba).is_late

    def test_certificates_have_the_seal_and_were_fetched(self, qba: Body) -> None:
        design = design_of(qba)
        assert design is not None
        assert all([design.seal, design.first_signature, design.second_signature, design.sentence])
        assert IssuedCertificate.objects.filter(design=design).count() == 3

    def test_a_reference_has_its_letter_with_it(self) -> None:
        document = Document.objects.get()
        assert (document.sort, document.evidence.kind) == ("application/pdf", "reference")

    def test_one_file_is_imported_and_one_waits_for_decisions(self, qba: Body) -> None:
        applied, waiting = Intake.objects.filter(body=qba).order_by("file_name")[::-1]
        assert (applied.stage, waiting.stage) == (Intake.Stage.APPLIED, Intake.Stage.OPEN)
        assert applied.counts["awards"] == 3
        outcome = IntakeLine.Outcome
        outcomes = set(waiting.lines.values_list("outcome", flat=True))
        assert {outcome.DECIDE, outcome.WRONG, outcome.NEW} <= outcomes

    def test_nothing_goes_out_to_another_program(self, qba: Body) -> None:
        hook = Webhook.objects.get(body=qba)
        assert hook.stopped_at is not None
        assert hook.deliveries.count() == 8
        assert not Delivery.objects.due(timezone.now()).exists()
