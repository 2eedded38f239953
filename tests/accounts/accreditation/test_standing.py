"""What is on record of a person, and the applications that come of it: passes, presses, doubts and declines."""

from __future__ import annotations

import datetime
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import appeals, deeds, evidencing, services, standing
from accounts.accreditation.life import months_later
from accounts.accreditation.models import Application, Award, Evidence, Level
from accounts.accreditation.requirements import AllOf, GoodStanding, LevelHeld, Paper, Record, Reference, Sessions
from accounts.accreditation.requirements import Standing as How
from accounts.audit.models import AuditEntry
from accounts.models import Body, Membership, Role, User
from tests.accounts.accreditation.test_evidencing import entered, logged
from tests.accounts.conftest import passed, person
from tests.asking import ask, ask_paper


@pytest.fixture
def congress(level: Level) -> Level:
    """A higher level, which asks for the same paper and for a reference."""
    made = Level.objects.create(body=level.body, code="congress", name="Congress Director", validity_months=36, order=1)
    ask(made, AllOf(of=(Paper(codes=("club-auction",)), Reference())))
    return made


def how(somebody: User, level: Level) -> list[str]:
    """How each part of the level's rule stands."""
    return [str(part.standing) for part in standing.judged(somebody, level).parts]


class TestAPass:
    def test_it_is_on_record_once_with_its_facts(self, level: Level, alice: User) -> None:
        told = {"result": "r1", "percent": "82.00", "sitting": "Spring", "date": "2026-11-14", "topics": {"calls": 75}}
        for _ in range(2):
            application = services.apply_for_pass(
                person=alice, body=level.body, blueprint_code="club-auction", evidence=told
            )
        assert application is not None
        assert "topics" not in application.evidence
        found = Evidence.objects.get()
        assert (found.kind, found.reference, found.day) == ("paper", "paper:r1", datetime.date(2026, 11, 14))
        assert found.details == {
            "blueprint": "club-auction",
            "percent": "82.00",
            "sitting": "Spring",
            "topics": {"calls": 75},
        }
        ask(level, Paper(codes=("club-auction",), floors={"calls": 75}))  # type: ignore[dict-item]
        assert standing.judged(alice, level).met
        ask(level, Paper(codes=("club-auction",), floors={"calls": 76}))  # type: ignore[dict-item]
        assert not standing.judged(alice, level).met

    def test_it_is_on_record_where_no_level_asks_for_it_yet(self, level: Level, alice: User) -> None:
        made = services.apply_for_pass(person=alice, body=level.body, blueprint_code="new", evidence={"result": "r1"})
        assert made is None
        ask_paper(level, "new")
        assert how(alice, level) == ["missing", "met"]

    def test_a_result_is_of_one_person(self, level: Level, alice: User, carol: User) -> None:
        passed(alice, level, "r1")
        with pytest.raises(ValueError, match="somebody else"):
            passed(carol, level, "r1")

    def test_it_applies_for_every_level_that_asks_for_it(self, congress: Level, level: Level, alice: User) -> None:
        made = services.apply_for_pass(
            person=alice, body=level.body, blueprint_code="club-auction", evidence={"result": "r1"}
        )
        applications = Application.objects.order_by("level__order")
        assert [one.level for one in applications] == [level, congress]
        assert made == applications[0]
        assert AuditEntry.objects.filter(verb="application.submitted").count() == 2

    def test_not_for_one_that_is_held_or_wants_everything_first(
        self, congress: Level, level: Level, alice: User, rita: User
    ) -> None:
        Level.objects.filter(pk=congress.pk).update(applies_early=False)
        services.grant(application=passed(alice, level), actor=rita)
        with pytest.raises(AssertionError):
            passed(alice, level, "again")
        entered(level.body, alice, rita)
        again = services.apply_for_pass(
            person=alice, body=level.body, blueprint_code="club-auction", evidence={"result": "third"}
        )
        assert again is not None
        assert (again.level, standing.judged(alice, congress).met) == (congress, True)


class TestAPress:
    @pytest.mark.parametrize("who", ["rita", "erin", "boris", "carol"])
    def test_only_candidates_of_the_body(self, who: str, level: Level, request: pytest.FixtureRequest) -> None:
        with pytest.raises(PermissionDenied):
            services.apply(person=request.getfixturevalue(who), level=level, reference="p1")

    def test_it_rests_on_what_is_on_record(self, congress: Level, alice: User, rita: User) -> None:
        Level.objects.filter(pk=congress.pk).update(applies_early=False)
        congress.refresh_from_db()
        with pytest.raises(ValidationError, match="Not met yet: Pass the paper “club-auction”; Have a reference"):
            services.apply(person=alice, level=congress, reference="p1")
        services.apply_for_pass(person=alice, body=congress.body, blueprint_code="other", evidence={"result": "r0"})
        passed(alice, Level.objects.get(code="club"), "r1")
        entered(congress.body, alice, rita)
        made = services.apply(person=alice, level=congress, reference="p1")
        assert services.apply(person=alice, level=congress, reference="p1") == made
        rests_on = made.evidence["rests_on"]
        assert [one["reference"] for one in rests_on] == ["paper:r1", "form:1"]
        assert rests_on[0]["words"] == "A paper passed: Spring paper, 82 %"
        assert (made.evidence["kind"], made.evidence["result"], made.evidence["requirements"]) == ("way", "way:p1", 1)
        entry = AuditEntry.objects.filter(verb="application.submitted").latest("pk")
        assert (entry.actor, entry.target_id) == (alice, str(made.pk))
        services.grant(application=made, actor=rita)
        with pytest.raises(ValidationError, match="holds this level until"):
            services.apply(person=alice, level=congress, reference="p2")

    def test_early_where_the_level_lets_one_and_once(self, level: Level, alice: User, rita: User) -> None:
        early = services.apply(person=alice, level=level, reference="p1")
        assert early.evidence["rests_on"] == []
        with pytest.raises(ValidationError, match="You have applied for this level already"):
            services.apply(person=alice, level=level, reference="p2")
        with pytest.raises(ValidationError, match=r"Not met yet: Pass the paper on the auction\."):
            services.grant(application=early, actor=rita)
        services.decline(application=early, actor=rita, reason="Pass the paper first")
        # What is on record still counts: the next press is looked at anew.
        entered(level.body, alice, rita)
        ask(level, Reference())
        services.grant(application=services.apply(person=alice, level=level, reference="p3"), actor=rita)


class TestDoubtsAndDeclines:
    def test_a_doubted_pass_is_in_doubt_until_it_is_settled(
        self, congress: Level, level: Level, alice: User, rita: User
    ) -> None:
        application = passed(alice, level, "r1")
        doubt = services.raise_doubt(application=application, about="regrade:1", why="Lost")
        assert how(alice, level) == ["doubtful"]
        # The application for the other level that was made of the same result was not doubted; its registrar decides.
        assert how(alice, congress) == ["met", "missing"]
        services.settle_doubt(doubt=doubt, actor=rita, note="It stands")
        assert how(alice, level) == ["met"]

    def test_in_doubt_it_is_so_for_a_level_that_nobody_applied_for(self, level: Level, alice: User, rita: User) -> None:
        doubt = services.raise_doubt(application=passed(alice, level), about="regrade:1", why="Lost")
        other = Level.objects.create(body=level.body, code="other", name="Other", validity_months=12)
        ask_paper(other, "club-auction")
        assert how(alice, other) == ["doubtful"]
        services.settle_doubt(doubt=doubt, actor=rita, note="It stands")
        assert how(alice, other) == ["met"]

    def test_declined_it_counts_no_more_for_that_level_alone(
        self, congress: Level, level: Level, alice: User, rita: User
    ) -> None:
        services.decline(application=passed(alice, level), actor=rita, reason="Too few sessions")
        assert (how(alice, level), how(alice, congress)) == (["missing"], ["met", "missing"])
        assert standing.record_of(alice, level.body).items

    def test_doubted_and_declined_it_counts_for_nothing(
        self, level: Level, alice: User, rita: User, rolf: User
    ) -> None:
        application = passed(alice, level)
        other = Level.objects.create(body=level.body, code="other", name="Other", validity_months=12)
        ask_paper(other, "club-auction")
        services.raise_doubt(application=application, about="regrade:1", why="Lost")
        services.decline(application=application, actor=rita, reason="The pass is lost")
        assert (how(alice, other), standing.record_of(alice, level.body).items) == (["missing"], ())
        # An appeal that is upheld puts the question again.
        appeal = appeals.make(application=application, person=alice, grounds="It was marked wrongly")
        appeals.answer(appeal=appeal, actor=rolf, outcome="upheld", reasons="So it was")
        assert how(alice, other) == ["doubtful"]

    def test_of_a_press_only_the_pass_that_was_lost_is_in_doubt(self, level: Level, alice: User, rita: User) -> None:
        other = Level.objects.create(body=level.body, code="other", name="Other", validity_months=12)
        for code, result in (("play", "r1"), ("movements", "r2")):
            services.apply_for_pass(person=alice, body=level.body, blueprint_code=code, evidence={"result": result})
            ask_paper(other, code)
        made = services.apply(person=alice, level=other, reference="p1")
        resting = standing.resting_on(["r1", "r2"])
        assert resting == {"r1": [(made, "paper:r1")], "r2": [(made, "paper:r2")]}
        services.raise_doubt(application=made, about="regrade:1", why="Lost", reference="paper:r2")
        assert how(alice, other) == ["met", "doubtful"]
        services.decline(application=made, actor=rita, reason="One is lost")
        assert how(alice, other) == ["met", "missing"]

    def test_a_pass_that_follows_another_is_doubted_and_declined_with_it(
        self, level: Level, alice: User, rita: User
    ) -> None:
        application = passed(alice, level, "r1")
        told: dict[str, Any] = {"blueprint": "club-auction", "percent": "62.00", "date": "2026-11-14"}
        evidencing.put_pass_on_record(alice, level.body, told | {"result": "r2"}, ["r1"])
        assert [item.ref for item in standing.record_of(alice, level.body).items] == ["paper:r2"]
        doubt = services.raise_doubt(application=application, about="regrade:1", why="Lost")
        assert how(alice, level) == ["doubtful"]
        services.settle_doubt(doubt=doubt, actor=rita, note="It stands")
        assert how(alice, level) == ["met"]
        services.decline(application=application, actor=rita, reason="Too few sessions")
        assert how(alice, level) == ["missing"]

    def test_a_pass_on_which_nothing_rests_is_taken_back(self, level: Level, alice: User) -> None:
        services.apply_for_pass(person=alice, body=level.body, blueprint_code="new", evidence={"result": "r1"})
        evidencing.withdraw_passes(["r1", "unknown"], "It was marked again")
        evidencing.withdraw_passes(["r1"], "Once more")
        assert Evidence.objects.get().note == "It was marked again"
        assert AuditEntry.objects.filter(verb="evidence.withdrawn").count() == 1


class TestTheRecord:
    def test_refused_and_withdrawn_are_left_out_and_waiting_is_not_settled(
        self, body: Body, alice: User, rita: User
    ) -> None:
        for n, deed in enumerate((None, evidencing.accept, evidencing.refuse, evidencing.withdraw)):
            found = logged(body, alice, day=body.today() - timedelta(1) * n, reference=f"s{n}")
            if deed is not None:
                deed(evidence=found, actor=rita, **({} if deed == evidencing.accept else {"reason": "Because"}))
        told = {item.ref: item.settled for item in standing.record_of(alice, body).items}
        assert told == {"s0": False, "s1": True}

    def test_other_bodies_have_records_of_their_own(self, other_body: Body, level: Level, alice: User) -> None:
        passed(alice, level)
        Membership.objects.create(person=alice, body=other_body, role=Role.CANDIDATE)
        assert standing.record_of(alice, other_body) == Record(other_body.today())

    def test_a_level_held_without_a_break(self, award: Award, rita: User) -> None:
        body, today = award.body, award.body.today()
        earlier = Award.objects.create(
            body=body,
            person=award.person,
            name=award.name,
            level=award.level,
            application=passed(award.person, other_level(award), "r5", "other"),
            granted_by=rita,
            valid_from=months_later(today, -24),
            valid_until=today - timedelta(days=1),
        )
        since = {held.until: held.since for held in standing.record_of(award.person, body).awards}
        assert since == {earlier.valid_until: earlier.valid_from, award.valid_until: earlier.valid_from}
        Award.objects.filter(pk=earlier.pk).update(valid_until=today - timedelta(days=2))
        since = {held.until: held.since for held in standing.record_of(award.person, body).awards}
        assert since[award.valid_until] == award.valid_from

    def test_suspended_it_is_not_in_force_and_mars_the_standing(self, award: Award, rita: User, rolf: User) -> None:
        alice, level = award.person, award.level
        rule = AllOf(of=(LevelHeld(code="club"), GoodStanding(months=24)))
        other = other_level(award)
        ask(other, rule)
        assert how(alice, other) == ["met", "met"]
        deeds.suspend(award=award, actor=rita, reason="Complaint")
        assert how(alice, other) == ["missing", "missing"]
        appeal = appeals.make(application=award.application, person=alice, grounds="It was not me")
        appeals.answer(appeal=appeal, actor=rolf, outcome="upheld", reasons="It was not")
        # What an appeal has undone mars nothing.
        assert how(alice, other) == ["met", "met"]
        assert standing.judged(alice, level).standing == How.MET

    def test_its_queries_do_not_grow(
        self, level: Level, alice: User, rita: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        for number in range(3):
            for n in range(2):
                services.raise_doubt(
                    application=passed(alice, level, f"r{number}{n}"), about=f"regrade:{n}", why="Lost"
                )
                logged(
                    level.body,
                    alice,
                    day=level.body.today() - timedelta(1) * (2 * number + n),
                    reference=f"s{number}{n}",
                )
            # what is used, evidence, former names of clubs, applications, doubts about them, awards
            with django_assert_num_queries(6):
                standing.record_of(alice, level.body, level=level)

    def test_many_at_once_as_each_alone(self, level: Level, rita: User) -> None:
        several = [person(f"Person {n}", level.body, Role.CANDIDATE) for n in range(3)]
        for n, one in enumerate(several):
            if n:
                passed(one, level)
        found = standing.records_of([one.pk for one in several], level.body)
        assert found == {one.pk: standing.record_of(one, level.body) for one in several}
        assert [len(found[one.pk].items) for one in several] == [0, 1, 1]


def other_level(award: Award) -> Level:
    """Another level of the body, which asks for another paper."""
    made = Level.objects.create(body=award.body, code="other", name="Other", validity_months=12)
    ask_paper(made, "other")
    return made


def test_sessions_of_a_level_are_asked_for_by_day(level: Level, alice: User, rita: User) -> None:
    body = level.body
    ask(level, Sessions(within_months=6))
    found = logged(body, alice, day=months_later(body.today(), -6))
    evidencing.accept(evidence=found, actor=rita)
    judged = standing.judged(alice, level)
    assert (judged.met, judged.until) == (True, months_later(found.day, 6))
    tomorrow = standing.record_of(alice, body, today=body.today() + timedelta(days=1), level=level)
    assert not standing.rule_of(level).judge(tomorrow).met
