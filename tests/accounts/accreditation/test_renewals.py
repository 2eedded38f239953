"""Renewal by rules: who may ask for it and decide, what counts for it, and that nothing counts twice. Permissions first."""

from __future__ import annotations

import datetime

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import PermissionDenied, ValidationError
from django.urls import reverse
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import appeals, deeds, evidencing, renewals, rulebook, services, standing
from accounts.accreditation.desk import bulk
from accounts.accreditation.life import Verb, months_later
from accounts.accreditation.models import Application, Award, Evidence, EvidenceUse, Level, Purpose, RequirementsVersion
from accounts.accreditation.renewal_rules import as_of_term, renewal_of
from accounts.accreditation.requirements import (
    AllOf,
    AnyOf,
    Course,
    Item,
    LevelHeld,
    Record,
    Rule,
    Sessions,
    items_needed,
    judge,
)
from accounts.accreditation.way import way_of
from accounts.audit.models import AuditEntry
from accounts.letters.models import Letter
from accounts.models import Role, User
from tests.accounts.conftest import passed, person, signed_in
from tests.asking import LONG_AGO, ask

DAY = datetime.timedelta(days=1)
RULE = AnyOf(of=(Sessions(number=2), Course(name="Refresher")))
SESSION = {"club": "Jacaranda Bridge Club", "role": "directed", "event": "club"}


def rule_renewals(level: Level, rule: Rule = RULE) -> RequirementsVersion:
    """Let a renewal of the level ask for this."""
    number = level.versions.count() + 1
    return RequirementsVersion.objects.create(
        level=level, purpose=Purpose.RENEWAL, number=number, written=rule.written(), from_day=LONG_AGO
    )


def ending_in(award: Award, days: int, since: int = 1000) -> None:
    """Let the award end so many days from today, having begun so many days before its end."""
    award.valid_until = award.body.today() + days * DAY
    award.valid_from = award.valid_until - since * DAY
    award.save()


def session(award: Award, registrar: User, days_ago: int, name: str = "") -> Evidence:
    return evidencing.enter(
        body=award.body,
        person=award.person,
        actor=registrar,
        kind="sessions",
        day=award.body.today() - days_ago * DAY,
        details=SESSION,
        reference=name or f"session:{award.pk}:{days_ago}",
    )


@pytest.fixture
def ruled(award: Award) -> Award:
    """An award that ends in a month, of a level whose renewal asks for two sessions or the refresher."""
    rule_renewals(award.level)
    ending_in(award, 30)
    return award


@pytest.fixture
def shown(ruled: Award, rita: User) -> Award:
    """The same, with the two sessions."""
    session(ruled, rita, 10)
    session(ruled, rita, 20)
    return ruled


class TestWhoMay:
    @pytest.mark.parametrize("who", ["rita", "rolf", "erin", "adam", "boris", "carol"])
    def test_only_the_holder_asks(self, who: str, shown: Award, request: pytest.FixtureRequest) -> None:
        with pytest.raises(PermissionDenied):
            renewals.apply(award=shown, person=request.getfixturevalue(who), reference="1")
        client = signed_in(request.getfixturevalue(who))
        found = client.post(reverse("accreditation:ask_renewal", args=[shown.pk]), {"reference": "x"})
        assert found.status_code in (302, 404)
        assert not Application.objects.filter(renews=shown).exists()

    def test_only_another_registrar_decides(self, shown: Award, alice: User, erin: User, boris: User) -> None:
        made = renewals.apply(award=shown, person=alice, reference="1")
        for who in (alice, erin, boris):
            with pytest.raises(PermissionDenied):
                services.grant(application=made, actor=who)
            with pytest.raises(PermissionDenied):
                services.decline(application=made, actor=who, reason="No")


class TestBesideTheRest:
    """Renewals and what else accreditation does: evidence that counts once, many at once, letters, confirmed addresses."""

    def test_what_renewed_an_award_is_used(self, shown: Award, alice: User, rita: User) -> None:
        renewals.apply(award=shown, person=alice, reference="1")
        services.grant(application=Application.objects.get(renews=shown), actor=rita)
        used = EvidenceUse.objects.filter(award=shown, evidence__kind="sessions").values_list(
            "evidence__day", flat=True
        )
        assert set(used) == {shown.body.today() - ago * DAY for ago in (10, 20)}

    def test_evidence_for_one_award_that_renewed_one_counts_for_no_other(
        self, award: Award, alice: User, rita: User
    ) -> None:
        rule_renewals(award.level, Sessions(number=2, only_for="award"))
        ending_in(award, 30)
        session(award, rita, 10)
        session(award, rita, 20)
        other = Level.objects.create(body=award.body, code="congress", name="Congress Director", validity_months=36)
        ask(other, Sessions(number=2))
        assert standing.judged(alice, other).met
        deeds.renew(award=award, actor=rita, ending=award.valid_until)
        assert not standing.judged(alice, other).met

    def test_many_at_once_say_beforehand_what_is_missing(self, ruled: Award, rita: User) -> None:
        (line,) = bulk.plan(bulk.Kind.RENEWALS, ruled.body, rita, [ruled.pk])
        assert not line.does
        assert line.words.startswith("Not met yet: ")
        session(ruled, rita, 10)
        session(ruled, rita, 20)
        (line,) = bulk.plan(bulk.Kind.RENEWALS, ruled.body, rita, [ruled.pk])
        assert line.does

    def test_many_grants_leave_a_renewal_to_its_own_page(self, shown: Award, alice: User, rita: User) -> None:
        made = renewals.apply(award=shown, person=alice, reference="1")
        (line,) = bulk.plan(bulk.Kind.GRANTS, shown.body, rita, [made.pk])
        assert (line.does, line.words) == (
            False,
            "It asks for a renewal. Renew it on its own page, or from the list of awards.",
        )

    def test_it_needs_a_confirmed_address_and_is_answered_by_a_letter(self, shown: Award, alice: User) -> None:
        confirmed = EmailAddress.objects.filter(user=alice, verified=True)
        assert confirmed.update(verified=False)
        with pytest.raises(ValidationError, match="Confirm your email address first"):
            renewals.apply(award=shown, person=alice, reference="1")
        EmailAddress.objects.filter(user=alice).update(verified=True)
        made = renewals.apply(award=shown, person=alice, reference="1")
        assert Letter.objects.filter(person=alice, once=f"application.received:{made.pk}").exists()


class TestAsking:
    def test_from_the_press_to_the_new_term(self, shown: Award, alice: User, rita: User) -> None:
        end = shown.valid_until
        made = renewals.apply(award=shown, person=alice, reference="1")
        assert renewals.apply(award=shown, person=alice, reference="1") == made
        assert len(made.evidence["rests_on"]) == 2
        assert services.grant(application=made, actor=rita) == shown
        assert services.grant(application=made, actor=rita) == shown
        shown.refresh_from_db()
        made.refresh_from_db()
        assert (shown.valid_until, made.status) == (months_later(end, 36), Application.Status.GRANTED)
        (event,) = shown.events.filter(verb=Verb.RENEWED)
        assert [one["reference"] for one in event.data["rests_on"]] == [
            one["reference"] for one in made.evidence["rests_on"]
        ]
        assert AuditEntry.objects.filter(verb="award.renewed").count() == 1

    def test_not_before_everything_is_met(self, ruled: Award, alice: User, rita: User) -> None:
        session(ruled, rita, 10)
        with pytest.raises(ValidationError, match="Not met yet"):
            renewals.apply(award=ruled, person=alice, reference="1")

    def test_not_before_the_notice_period(self, shown: Award, alice: User) -> None:
        ending_in(shown, 400)
        with pytest.raises(ValidationError, match="Too early"):
            renewals.apply(award=shown, person=alice, reference="1")

    def test_one_waits_at_a_time(self, shown: Award, alice: User) -> None:
        renewals.apply(award=shown, person=alice, reference="1")
        with pytest.raises(ValidationError, match="already"):
            renewals.apply(award=shown, person=alice, reference="2")

    def test_nothing_to_ask_without_rules(self, award: Award, alice: User) -> None:
        ending_in(award, 30)
        with pytest.raises(ValidationError, match="no rules"):
            renewals.apply(award=award, person=alice, reference="1")

    def test_declined_it_can_be_appealed_and_asked_for_again(
        self, shown: Award, alice: User, rita: User, rolf: User
    ) -> None:
        made = renewals.apply(award=shown, person=alice, reference="1")
        services.decline(application=made, actor=rita, reason="These were not sessions")
        appeal = appeals.make(application=made, person=alice, grounds="They were")
        again = renewals.apply(award=shown, person=alice, reference="2")
        appeals.answer(appeal=appeal, actor=rolf, outcome="upheld", reasons="They were")
        made.refresh_from_db()
        assert (made.status, again.status) == (Application.Status.DECLINED, Application.Status.SUBMITTED)

    def test_an_upheld_appeal_lets_it_wait_again(self, shown: Award, alice: User, rita: User, rolf: User) -> None:
        made = renewals.apply(award=shown, person=alice, reference="1")
        services.decline(application=made, actor=rita, reason="These were not sessions")
        appeal = appeals.make(application=made, person=alice, grounds="They were")
        appeals.answer(appeal=appeal, actor=rolf, outcome="upheld", reasons="They were")
        made.refresh_from_db()
        assert made.status == Application.Status.SUBMITTED

    def test_a_waiting_one_does_not_stand_in_the_way_of_the_level_and_the_way(
        self, shown: Award, alice: User, rita: User
    ) -> None:
        renewals.apply(award=shown, person=alice, reference="1")
        assert not way_of(alice, shown.body, own=True).then
        assert rulebook.affected(shown.level, AllOf()).blocked == ()


class TestTheRegistrar:
    def test_renews_on_what_is_on_record_and_grants_what_waits(self, shown: Award, alice: User, rita: User) -> None:
        made = renewals.apply(award=shown, person=alice, reference="1")
        end = shown.valid_until
        for _ in range(2):
            deeds.renew(award=shown, actor=rita, ending=end)
        made.refresh_from_db()
        assert (made.status, made.decided_by) == (Application.Status.GRANTED, rita)
        assert shown.events.filter(verb=Verb.RENEWED).count() == 1

    def test_cannot_renew_past_the_rules(self, ruled: Award, rita: User) -> None:
        with pytest.raises(ValidationError, match="Not met yet"):
            deeds.renew(award=ruled, actor=rita, ending=ruled.valid_until, reason="They asked")

    def test_without_rules_everything_is_as_it_was(self, award: Award, rita: User) -> None:
        ending_in(award, 30)
        with pytest.raises(ValidationError, match="Say why"):
            deeds.renew(award=award, actor=rita, ending=award.valid_until)
        deeds.renew(award=award, actor=rita, ending=award.valid_until, reason="Ten sessions")
        (event,) = award.events.filter(verb=Verb.RENEWED)
        assert "rests_on" not in event.data


class TestWhatCounts:
    def test_nothing_from_before_the_term_and_nothing_of_the_grant(self, ruled: Award, rita: User) -> None:
        ending_in(ruled, 30, since=50)
        session(ruled, rita, 21)
        session(ruled, rita, 20)
        found = renewal_of(ruled)
        assert found is not None
        assert [item.day for item in items_needed(found.judged)] == []
        assert (found.judged.parts[0].have, found.since) == (1, ruled.valid_from)

    def test_not_twice(self, shown: Award, rita: User) -> None:
        deeds.renew(award=shown, actor=rita, ending=shown.valid_until)
        # The term that was renewed has run out meanwhile, as far as the days go.
        ending_in(shown, 30)
        shown.refresh_from_db()
        found = renewal_of(shown)
        assert found is not None
        assert not found.met
        assert found.record.items == ()

    def test_what_is_left_over_of_a_choice_is_not_used(self, ruled: Award, rita: User) -> None:
        session(ruled, rita, 10)
        evidencing.enter(
            body=ruled.body,
            person=ruled.person,
            actor=rita,
            kind="course",
            day=ruled.body.today(),
            details={"name": "Refresher"},
            reference="course:1",
        )
        deeds.renew(award=ruled, actor=rita, ending=ruled.valid_until)
        (event,) = ruled.events.filter(verb=Verb.RENEWED)
        assert [one["reference"] for one in event.data["rests_on"]] == ["course:1"]

    def test_a_named_course_is_the_refresher(self, ruled: Award, rita: User) -> None:
        evidencing.enter(
            body=ruled.body,
            person=ruled.person,
            actor=rita,
            kind="course",
            day=ruled.body.today(),
            details={"name": "refresher"},
            reference="course:1",
        )
        found = renewal_of(ruled)
        assert found is not None
        assert found.met

    def test_the_grant_asks_for_none_of_it(self, ruled: Award) -> None:
        (other,) = RequirementsVersion.objects.filter(purpose=Purpose.GRANT)
        assert other.number == 1
        people = [person(f"Cand {n}", ruled.body, Role.CANDIDATE) for n in range(1)]
        assert services.unmet(passed(people[0], ruled.level, "r2")) == []


DAYS = st.integers(min_value=-400, max_value=400)


@given(
    days=st.lists(DAYS, max_size=12, unique=True),
    terms=st.lists(st.integers(min_value=20, max_value=200), min_size=1, max_size=4),
    number=st.integers(min_value=1, max_value=4),
)
@hypothesis_settings(suppress_health_check=[HealthCheck.too_slow])
def test_whatever_the_log_nothing_outside_the_term_counts_and_nothing_twice(
    days: list[int], terms: list[int], number: int
) -> None:
    """Terms follow one another; each is renewed as soon as it can be. No database: this is what `renewals_of` makes of it."""
    start = datetime.date(2026, 1, 1)
    items = tuple(Item("sessions", start + day * DAY, SESSION, f"session:{n}") for n, day in enumerate(days))
    taken: set[str] = set()
    since = start
    for length in terms:
        end = since + length * DAY
        record = as_of_term(Record(end, items), since, taken)
        found = judge(Sessions(number=number), record)
        used = items_needed(found)
        assert all(since <= item.day <= end for item in used)
        assert not {item.ref for item in used} & taken
        free = [item for item in items if since <= item.day <= end and item.ref not in taken]
        assert found.met == (len(free) >= number)
        if not found.met:
            break
        taken |= {item.ref for item in used}
        since = end + DAY


class TestRules:
    def test_the_same_pages_draft_and_publish_them(self, award: Award, rita: User) -> None:
        level, client = award.level, signed_in(rita)
        client.post(reverse("accreditation:draft_begin", args=[level.pk]), {"wanted": "renewal"})
        draft = level.draft
        assert (draft.purpose, draft.written) == ("renewal", {"all_of": []})
        with pytest.raises(ValidationError, match="draft for renewal already"):
            rulebook.begin_draft(level=level, actor=rita)
        for name in ("draft", "draft_publish"):
            assert "enewals of" in client.get(reverse(f"accreditation:{name}", args=[level.pk])).content.decode()
        rulebook.change_draft(draft=draft, actor=rita, revision=1, change=lambda _old: RULE)
        made = rulebook.publish(draft=draft, actor=rita, revision=2, from_day=level.body.today(), reason="As in May")
        assert (made.purpose, made.number) == (Purpose.RENEWAL, 2)
        for name, args in (("level", [level.pk]), ("level_version", [level.pk, 2]), ("levels", [level.body.slug])):
            page = client.get(reverse(f"accreditation:{name}", args=args)).content.decode()
            assert "Attend the course “Refresher”" in page
        assert (
            "Refresher" in signed_in(None).get(reverse("register:levels_of", args=[level.body.slug])).content.decode()
        )

    def test_it_may_ask_for_a_level_that_asks_for_this_one(self, award: Award, rita: User) -> None:
        rule_renewals(award.level, LevelHeld(code="club"))
        draft = rulebook.begin_draft(level=award.level, actor=rita, purpose=Purpose.RENEWAL)
        rulebook.publish(draft=draft, actor=rita, revision=1, from_day=award.body.today(), reason="Because")

    def test_the_preview_names_holders(self, shown: Award, alice: User) -> None:
        made = renewals.apply(award=shown, person=alice, reference="1")
        found = rulebook.affected(shown.level, Sessions(number=3), Purpose.RENEWAL)
        assert (found.loses, found.blocked) == ((alice,), (made,))


class TestPages:
    def test_the_holder_reads_it_on_the_way_and_on_the_award(self, ruled: Award, alice: User, rita: User) -> None:
        client = signed_in(alice)
        pages = [
            reverse("accreditation:way", args=[ruled.body.slug]),
            reverse("accreditation:award", args=[ruled.pk]),
        ]
        for address in pages:
            page = client.get(address).content.decode()
            assert "Renew Club Director" in page
            assert "Ask to renew" not in page
        session(ruled, rita, 10)
        session(ruled, rita, 20)
        for address in pages:
            assert "Ask to renew Club Director" in client.get(address).content.decode()
        ending_in(ruled, 400)
        for address in pages:
            assert "Ask to renew" not in client.get(address).content.decode()

    def test_one_press_of_each(self, shown: Award, alice: User, rita: User) -> None:
        end = shown.valid_until
        reference = "7f3c8a52-0d3e-4a34-9b7c-3c0a5e0b1f11"
        client = signed_in(alice)
        for _ in range(2):
            client.post(reverse("accreditation:ask_renewal", args=[shown.pk]), {"reference": reference})
        (made,) = Application.objects.filter(renews=shown)
        registrar = signed_in(rita)
        queue = registrar.get(reverse("accreditation:queue", args=[shown.body.slug])).content.decode()
        assert "renewal" in queue
        assert "all met" in queue
        page = registrar.get(reverse("accreditation:application", args=[made.pk])).content.decode()
        assert "Renew until" in page
        for _ in range(2):
            registrar.post(reverse("accreditation:grant", args=[made.pk]), {"reason": ""})
        shown.refresh_from_db()
        assert shown.valid_until == months_later(end, 36)
        for who, name in ((alice, "mine"), (rita, "queue")):
            args = [] if name == "mine" else [shown.body.slug]
            assert signed_in(who).get(reverse(f"accreditation:{name}", args=args), {"status": "all"}).status_code == 200
        assert "renewed" in registrar.get(reverse("accreditation:application", args=[made.pk])).content.decode().lower()

    def test_the_registrar_sees_what_is_met_and_presses_on_the_award(self, ruled: Award, rita: User) -> None:
        client = signed_in(rita)
        address = reverse("accreditation:award", args=[ruled.pk])
        assert "It can be renewed once nothing is missing" in client.get(address).content.decode()
        session(ruled, rita, 10)
        session(ruled, rita, 20)
        assert "Renew the award" in client.get(address).content.decode()
        client.post(reverse("accreditation:renew", args=[ruled.pk]), {"reason": "", "ending": ruled.valid_until})
        assert ruled.events.filter(verb=Verb.RENEWED).exists()

    def test_no_more_queries_for_more_evidence_and_awards(
        self, shown: Award, alice: User, rita: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        client = signed_in(alice)
        address = reverse("accreditation:way", args=[shown.body.slug])
        client.get(address)
        with django_assert_num_queries(QUERIES):
            client.get(address)
        for n in range(3):
            session(shown, rita, 30 + n)
        second = Level.objects.create(body=shown.body, code="second", name="Second", validity_months=12, order=1)
        rule_renewals(second)
        ending_in(services.grant(application=second_application(alice, second), actor=rita), 20)
        with django_assert_num_queries(QUERIES):
            client.get(address)


QUERIES = 32


def second_application(somebody: User, level: Level) -> Application:
    return Application.objects.create(
        body=level.body, person=somebody, level=level, evidence={"kind": "paper", "result": "another"}
    )
