"""Levels, drafts of requirements and their versions: who may change them, and what a change does and does not."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import evidencing, rulebook, services
from accounts.accreditation.models import Application, Award, Level, RequirementsDraft, RequirementsVersion
from accounts.accreditation.papers import PaperOnOffer
from accounts.accreditation.requirements import NOTHING, AllOf, Fee, LevelHeld, Paper, Reference, Rule, Sessions
from accounts.accreditation.signals import papers_asked
from accounts.accreditation.standing import known, rule_of, rules_of
from accounts.audit.models import AuditEntry
from accounts.models import Body, Role, User
from tests.accounts.conftest import passed, person
from tests.asking import ask

FIELDS: dict[str, Any] = {"code": "congress", "name": "Congress Director", "validity_months": 36}


def tomorrow(body: Body, days: int = 1) -> datetime.date:
    return body.today() + datetime.timedelta(days=days)


@pytest.fixture
def two_papers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The body has two papers, whoever asks."""

    def told(sender: object, **_more: object) -> list[PaperOnOffer]:
        return [PaperOnOffer("club-auction", "Club, the auction", {"calls": "Calls"}), PaperOnOffer("play", "The play")]

    monkeypatch.setattr(papers_asked, "receivers", [])
    papers_asked.connect(told, weak=False)


@pytest.fixture
def draft(level: Level, rita: User, two_papers: None) -> RequirementsDraft:
    return rulebook.begin_draft(level=level, actor=rita)


def adding(rule: Rule) -> Callable[[Rule], Rule]:
    return lambda old: AllOf(of=(*old.parts(), rule))


class TestWhoMay:
    @pytest.mark.parametrize("who", ["alice", "erin", "adam", "boris", "carol"])
    def test_only_a_registrar_of_the_body(
        self, who: str, draft: RequirementsDraft, request: pytest.FixtureRequest
    ) -> None:
        level, actor = draft.level, request.getfixturevalue(who)
        deeds: list[Callable[[], object]] = [
            lambda: rulebook.create_level(body=level.body, actor=actor, fields=FIELDS),
            lambda: rulebook.change_level(level=level, actor=actor, fields={"name": "X"}, reason="Because"),
            lambda: rulebook.begin_draft(level=level, actor=actor),
            lambda: rulebook.change_draft(draft=draft, actor=actor, revision=1, change=adding(Fee())),
            lambda: rulebook.discard_draft(draft=draft, actor=actor, revision=1),
            lambda: rulebook.publish(
                draft=draft, actor=actor, revision=1, from_day=level.body.today(), reason="Because"
            ),
        ]
        before = AuditEntry.objects.count()
        for deed in deeds:
            with pytest.raises(PermissionDenied):
                deed()
        assert AuditEntry.objects.count() == before


class TestLevels:
    def test_a_new_one_stands_above_the_others_and_asks_for_nothing(self, level: Level, rita: User) -> None:
        made = rulebook.create_level(body=level.body, actor=rita, fields=FIELDS)
        assert (made.order, rule_of(made)) == (level.order + 1, NOTHING)
        assert list(rules_of(level.body)) == [level, made]
        entry = AuditEntry.objects.get()
        assert (entry.verb, entry.actor, entry.data["code"]) == ("level.made", rita, "congress")

    @pytest.mark.parametrize(
        ("fields", "wrong"),
        [
            ({"code": "club"}, "code"),
            ({"code": "not a code"}, "code"),
            ({"name": ""}, "name"),
            ({"validity_months": 0}, "validity_months"),
            ({"end_month": 2, "end_day": 30}, "end_day"),
        ],
    )
    def test_what_is_wrong_is_said_by_field(self, fields: dict[str, Any], wrong: str, level: Level, rita: User) -> None:
        with pytest.raises(ValidationError) as refused:
            rulebook.create_level(body=level.body, actor=rita, fields=FIELDS | fields)
        assert wrong in refused.value.message_dict
        assert Level.objects.count() == 1

    def test_a_change_is_noted_with_what_was(self, level: Level, rita: User, award: Award) -> None:
        end, before = award.valid_until, AuditEntry.objects.count()
        change = {"validity_months": 24, "name": level.name}
        for _ in range(2):
            rulebook.change_level(level=level, actor=rita, fields=change, reason="As decided in May")
        level.refresh_from_db()
        award.refresh_from_db()
        assert (level.validity_months, award.valid_until) == (24, end)
        entry = AuditEntry.objects.get(verb="level.changed")
        assert entry.data == {"before": {"validity_months": 36}, "after": {"validity_months": 24}}
        assert AuditEntry.objects.count() == before + 1

    def test_a_code_stays(self, level: Level, rita: User) -> None:
        with pytest.raises(ValidationError, match="cannot be set"):
            rulebook.change_level(level=level, actor=rita, fields={"code": "other"}, reason="Because")


class TestDrafts:
    def test_it_begins_with_what_is_asked_for_and_there_is_one(self, draft: RequirementsDraft, rolf: User) -> None:
        assert draft.written == rule_of(draft.level).written()
        assert rulebook.begin_draft(level=draft.level, actor=rolf) == draft

    def test_who_was_overtaken_overwrites_nothing(self, draft: RequirementsDraft, rita: User, rolf: User) -> None:
        mine = RequirementsDraft.objects.get(pk=draft.pk)
        rulebook.change_draft(draft=draft, actor=rolf, revision=1, change=adding(Fee()))
        before = draft.written
        deeds: list[Callable[[], object]] = [
            lambda: rulebook.change_draft(draft=mine, actor=rita, revision=1, change=adding(Reference())),
            lambda: rulebook.discard_draft(draft=mine, actor=rita, revision=1),
            lambda: rulebook.publish(
                draft=mine, actor=rita, revision=1, from_day=draft.level.body.today(), reason="Because"
            ),
        ]
        for deed in deeds:
            with pytest.raises(ValidationError, match="Rolf Reed has changed this draft"):
                deed()
        draft.refresh_from_db()
        assert (draft.written, draft.revision) == (before, 2)

    def test_it_may_be_half_done_and_not_unreadable(self, draft: RequirementsDraft, rita: User) -> None:
        rulebook.change_draft(draft=draft, actor=rita, revision=1, change=adding(Paper(codes=("not-yet",))))
        assert draft.revision == 2
        many = AllOf(of=tuple(Fee() for _ in range(41)))
        with pytest.raises(ValidationError, match="at most 40"):
            rulebook.change_draft(draft=draft, actor=rita, revision=2, change=lambda _old: many)

    def test_discarded_it_leaves_what_is_in_force(self, draft: RequirementsDraft, rita: User) -> None:
        before = rule_of(draft.level)
        rulebook.change_draft(draft=draft, actor=rita, revision=1, change=adding(Fee()))
        level = draft.level
        gone = RequirementsDraft.objects.get(pk=draft.pk)
        rulebook.discard_draft(draft=draft, actor=rita, revision=2)
        assert rule_of(level) == before
        with pytest.raises(ValidationError, match="This draft is gone"):
            rulebook.change_draft(draft=gone, actor=rita, revision=2, change=adding(Fee()))


class TestVersions:
    def test_published_it_is_in_force_from_its_day_on(self, draft: RequirementsDraft, rita: User) -> None:
        level, old = draft.level, rule_of(draft.level)
        rulebook.change_draft(draft=draft, actor=rita, revision=1, change=adding(Fee()))
        before = AuditEntry.objects.count()
        day = tomorrow(level.body, 9)
        made = rulebook.publish(draft=draft, actor=rita, revision=2, from_day=day, reason="As decided in May")
        assert (made.number, made.from_day, made.made_by) == (2, day, rita)
        assert not RequirementsDraft.objects.exists()
        assert AuditEntry.objects.count() == before + 1
        new = AllOf(of=(*old.parts(), Fee()))
        for days, rule in ((0, old), (8, old), (9, new), (999, new)):
            assert rule_of(level, tomorrow(level.body, days)) == rule
            assert rules_of(level.body, tomorrow(level.body, days)) == {level: rule}
        assert rule_of(level, datetime.date(1999, 12, 31)) == NOTHING

    def test_the_last_word_counts_from_its_day_on(self, level: Level) -> None:
        body = level.body
        ask(level, Fee(), tomorrow(body, 9))
        ask(level, Reference(), tomorrow(body, 5))
        assert rule_of(level, tomorrow(body, 9)) == rule_of(level, tomorrow(body, 5)) == Reference()

    def test_not_in_the_past_and_not_without_a_reason(self, draft: RequirementsDraft, rita: User) -> None:
        today = draft.level.body.today()
        with pytest.raises(ValidationError, match="cannot change in the past"):
            rulebook.publish(
                draft=draft, actor=rita, revision=1, from_day=today - datetime.timedelta(days=1), reason="Because"
            )
        with pytest.raises(ValidationError, match="Say why"):
            rulebook.publish(draft=draft, actor=rita, revision=1, from_day=today, reason=" ")

    def test_what_can_never_be_met_is_refused_with_its_place(self, draft: RequirementsDraft, rita: User) -> None:
        for rule in (Paper(codes=("gone",)), LevelHeld(code="club")):
            rulebook.change_draft(draft=draft, actor=rita, revision=draft.revision, change=adding(rule))
        with pytest.raises(ValidationError) as refused:
            rulebook.publish(
                draft=draft, actor=rita, revision=3, from_day=draft.level.body.today(), reason="As decided in May"
            )
        assert refused.value.messages == [
            "2: There is no paper “gone”. Draw up its blueprint first, or choose another.",
            "3: A level cannot ask for itself.",
        ]
        assert RequirementsVersion.objects.count() == 1

    def test_levels_that_will_ask_for_one_another_are_refused(self, draft: RequirementsDraft, rita: User) -> None:
        body = draft.level.body
        congress = rulebook.create_level(body=body, actor=rita, fields=FIELDS)
        ask(congress, LevelHeld(code="club"), tomorrow(body, 30))
        rulebook.change_draft(draft=draft, actor=rita, revision=1, change=adding(LevelHeld(code="congress")))
        with pytest.raises(ValidationError, match="asks for this level in turn"):
            rulebook.publish(draft=draft, actor=rita, revision=2, from_day=body.today(), reason="As decided")

    def test_a_version_never_changes(self, level: Level) -> None:
        for change in (
            lambda: RequirementsVersion.objects.update(reason="Another"),
            lambda: RequirementsVersion.objects.all().delete(),
        ):
            with pytest.raises(Exception, match="only grows"), transaction.atomic():
                change()

    def test_awards_stand_as_they_stood(self, award: Award, rita: User, two_papers: None) -> None:
        draft = rulebook.begin_draft(level=award.level, actor=rita)
        rulebook.change_draft(draft=draft, actor=rita, revision=1, change=adding(Sessions(number=9)))
        before = Award.objects.values().get()
        rulebook.publish(draft=draft, actor=rita, revision=2, from_day=award.body.today(), reason="As decided")
        assert Award.objects.values().get() == before


class TestAffected:
    def test_who_gains_and_who_loses_and_what_waits(self, level: Level, rita: User) -> None:
        body = level.body
        alice, bert, cleo = (person(name, body, Role.CANDIDATE) for name in ("Alice", "Bert", "Cleo"))
        waiting = passed(alice, level)
        evidencing.enter(
            body=body,
            person=bert,
            actor=rita,
            kind="reference",
            day=body.today(),
            details={"of": "club", "by": "Jacaranda"},
            reference="r1",
        )
        applied = services.apply(person=bert, level=level, reference="press")
        services.apply(person=cleo, level=level, reference="press")
        found = rulebook.affected(level, Reference())
        assert (found.gains, found.loses) == ((bert,), (alice,))
        assert (found.freed, found.blocked) == ((applied,), (waiting,))
        same = rulebook.affected(level, rule_of(level))
        assert not same
        assert Application.objects.filter(status="submitted").count() == 3

    def test_its_queries_do_not_grow(
        self, level: Level, rita: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        for number in range(1, 4):
            for n in range(number):
                passed(person(f"Person {number} {n}", level.body, Role.CANDIDATE), level)
            # the rule, people of two kinds, on record: evidence, applications, doubts about them, awards; names, what waits
            with django_assert_num_queries(10):
                rulebook.affected(level, Reference())


def test_what_the_body_has_is_known(level: Level, two_papers: None) -> None:
    found = known(level.body)
    assert found.papers == {"club-auction": "Club, the auction", "play": "The play"}
    assert (found.levels, found.rules) == ({"club": "Club Director"}, {"club": rule_of(level)})
    assert found.topics == {"club-auction": {"calls": "Calls"}, "play": {}}
