"""Who may appeal, read, decide and assign: first of all, who may not."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.letters.models import Letter
from accounts.models import Role, User
from accounts.rules import may
from exams.bank.models import Review
from exams.marking.appeals import deciders
from exams.marking.appeals.proceedings import assign, decide, make, withdraw
from exams.marking.models import Appeal, Result, ResultsRelease, Script, ScriptMark
from exams.marking.rules import DECIDE_APPEAL
from exams.papers.models import PaperQuestion
from exams.sittings.models import Entry, Sitting
from exams.sittings.rules import NotPossible
from tests import factories
from tests.exams.marking.appeals.conftest import result_of
from tests.walking import walks

STRANGERS = [(), (Role.CANDIDATE,), (Role.REGISTRAR, Role.INVIGILATOR, Role.LAW_EDITOR)]


def test_only_ones_own_result_is_appealed_against(result: Result, charlie: User, erin: User, worked: Sitting) -> None:
    ann = result_of(worked, "Ann").attempt.entry.person
    for person in (charlie, erin, ann):
        with pytest.raises(PermissionDenied):
            make(result=result, person=person, grounds="Mine is wrong too")
        address = reverse("marking:make_appeal", args=[result.pk])
        assert factories.browser(person).get(address).status_code == 404
    assert not Appeal.objects.exists()


@walks("roles", STRANGERS, apart=True)
def test_to_others_it_does_not_exist(appeal: Appeal, charlie: User, roles: tuple[Role, ...]) -> None:
    """Charlie holds every role in another body."""
    for person in (charlie, factories.person("Pat", *roles)):
        client = factories.browser(person)
        for name in ("appeal", "decide_appeal"):
            assert client.get(reverse(f"marking:{name}", args=[appeal.pk])).status_code == 404
        for name in ("decide_appeal", "withdraw_appeal", "assign_appeal"):
            assert client.post(reverse(f"marking:{name}", args=[appeal.pk])).status_code == 404
        assert str(appeal.pk) not in client.get(reverse("marking:appeals")).content.decode()
        with pytest.raises(PermissionDenied):
            decide(appeal=appeal, actor=person, outcome="dismissed", reasons="No")
        with pytest.raises(PermissionDenied):
            withdraw(appeal=appeal, person=person)
        with pytest.raises(PermissionDenied):
            assign(appeal=appeal, actor=person, to=person, why="Me")


def test_who_sat_the_same_paper_does_not_read_it(appeal: Appeal, worked: Sitting) -> None:
    ann = result_of(worked, "Ann").attempt.entry.person
    ann.memberships.create(body=worked.body, role=Role.EXAMINER)
    assert factories.browser(ann).get(appeal.get_absolute_url()).status_code == 404


def test_who_withdrew_reads_and_decides_it(appeal: Appeal, frank: User, worked: Sitting) -> None:
    entry = Entry.objects.create(body=worked.body, sitting=worked, person=frank, standing=Entry.Standing.WITHDRAWN)
    client = factories.browser(frank)
    for standing, status in ((entry.standing, 200), (Entry.Standing.APPROVED, 404)):
        Entry.objects.filter(pk=entry.pk).update(standing=standing)
        listed = [client.get(reverse(name)).content.decode() for name in ("marking:appeals", "appeals-api:appeals")]
        assert [str(appeal.pk) in page for page in listed] == [status == 200] * 2
        for name in ("appeal", "decide_appeal"):
            assert client.get(reverse(f"marking:{name}", args=[appeal.pk])).status_code == status


def test_nobody_decides_his_own(appeal: Appeal, ben: User, worked: Sitting) -> None:
    for role in (Role.EXAMINER, Role.ADMINISTRATOR):
        ben.memberships.create(body=worked.body, role=role)
    with pytest.raises(PermissionDenied):
        decide(appeal=appeal, actor=ben, outcome="upheld", reasons="I am right")
    with pytest.raises(PermissionDenied):
        assign(appeal=appeal, actor=ben, to=ben, why="Me")
    with pytest.raises(IntegrityError, match="appeal_not_decided_by_its_maker"), transaction.atomic():
        Appeal.objects.update(standing="dismissed", decided_by=ben, decided_at=timezone.now(), reasons="x")


def refused(appeal: Appeal, person: User, why: str) -> None:
    """This person may not decide it, and is told why."""
    assert why in deciders.excluded(appeal)[person.pk]
    assert not may(type(person).objects.get(pk=person.pk), DECIDE_APPEAL, appeal)
    with pytest.raises(PermissionDenied):
        decide(appeal=appeal, actor=person, outcome="dismissed", reasons="No")
    client = factories.browser(person)
    assert client.get(reverse("marking:decide_appeal", args=[appeal.pk])).status_code == 404
    page = client.get(appeal.get_absolute_url()).content.decode()
    assert "Decide it" not in page
    assert f"{person}: " in page


def test_who_marked_it_does_not_decide(appeal: Appeal, question: PaperQuestion, erin: User, worked: Sitting) -> None:
    script = Script.objects.create(
        body=worked.body, sitting=worked, attempt=appeal.result.attempt, paper_question=question, code="AB12"
    )
    ScriptMark.objects.create(script=script, by=erin, points={}, marks=0)
    refused(appeal, erin, "marked it")


def test_who_marked_another_question_may(appeal: Appeal, erin: User, worked: Sitting, frank: User) -> None:
    other = worked.paper.questions.get(position=2)
    script = Script.objects.create(
        body=worked.body, sitting=worked, attempt=appeal.result.attempt, paper_question=other, code="AB12"
    )
    ScriptMark.objects.create(script=script, by=frank, points={}, marks=0)
    assert frank in deciders.left(appeal)


def test_who_looked_over_or_released_does_not_decide(appeal: Appeal, erin: User, worked: Sitting, frank: User) -> None:
    ResultsRelease.objects.create(
        sitting=worked, moderated_by=erin, note="Fine", released_by=frank, released_at=timezone.now()
    )
    refused(appeal, erin, "checked the results")
    refused(appeal, frank, "released the results")


def test_who_approved_the_question_does_not_decide(appeal: Appeal, question: PaperQuestion) -> None:
    approver = Review.objects.get(version=question.version, decision="approve").examiner
    refused(appeal, approver, "approved the question")


def test_who_wrote_it_does_not_decide(result: Result, ben: User, worked: Sitting) -> None:
    """A wording by Gil, put in the paper in place of one that the generator made."""
    gil = factories.person("Gil", Role.EXAMINER)
    place = worked.paper.questions.select_related("version").get(position=2)
    written = factories.version()
    wording = type(written).objects.create(
        body=written.body,
        question=place.version.question,
        number=0,
        kind=written.kind,
        level=written.level,
        topic=written.topic,
        edition=written.edition,
        provisions=written.provisions,
        content=written.content,
        words=written.words,
        created_by=gil,
    )
    assert wording.number < place.version.number
    about = make(result=result, person=ben, grounds="The wording misleads.", question=place)
    refused(about, gil, "wrote the question")


def test_against_the_whole_who_made_the_paper_does_not_decide(result: Result, ben: User, worked: Sitting) -> None:
    whole = make(result=result, person=ben, grounds="The fire alarm rang.")
    refused(whole, worked.paper.drawn_by, "made the paper")


def test_an_administrator_names_nobody_while_somebody_is_left(appeal: Appeal, adam: User, erin: User) -> None:
    with pytest.raises(NotPossible, match="had no part"):
        assign(appeal=appeal, actor=adam, to=erin, why="Erin is quick")


def test_where_nobody_is_left_an_administrator_names_one(
    appeal: Appeal, adam: User, erin: User, frank: User, worked: Sitting
) -> None:
    ResultsRelease.objects.create(
        sitting=worked, moderated_by=erin, note="Fine", released_by=frank, released_at=timezone.now()
    )
    assert [person.name for person in deciders.left(appeal)] == ["Drawer QBA"]
    worked.body.memberships.filter(person__name="Drawer QBA").update(until=timezone.now())
    assert deciders.left(appeal) == []
    client = factories.browser(adam)
    page = client.get(appeal.get_absolute_url()).content.decode()
    assert "Every examiner had some part in it" in page
    assert "Erin (checked the results)" in page
    with pytest.raises(PermissionDenied):
        assign(appeal=appeal, actor=erin, to=frank, why="Frank")
    with pytest.raises(PermissionDenied):
        assign(appeal=appeal, actor=adam, to=adam, why="I am no examiner")
    client.post(reverse("marking:assign_appeal", args=[appeal.pk]), {"to": str(frank.pk), "why": "He only released."})
    appeal.refresh_from_db()
    assert (appeal.assigned_to, appeal.assigned_by, appeal.assigned_why) == (frank, adam, "He only released.")
    with pytest.raises(PermissionDenied):
        decide(appeal=appeal, actor=erin, outcome="dismissed", reasons="No")
    assert decide(appeal=appeal, actor=frank, outcome="dismissed", reasons="Law 27B1(a).").decided_by == frank


def test_nobody_is_named_who_could_not_read_it(appeal: Appeal, adam: User, frank: User, worked: Sitting) -> None:
    """Ann has sat the same paper; she is an examiner since."""
    ann = result_of(worked, "Ann").attempt.entry.person
    ResultsRelease.objects.create(
        sitting=worked, moderated_by=adam, note="Fine", released_by=frank, released_at=timezone.now()
    )
    worked.body.memberships.filter(role=Role.EXAMINER).exclude(person=frank).update(until=timezone.now())
    ann.memberships.create(body=worked.body, role=Role.EXAMINER)
    client = factories.browser(adam)
    page, address = appeal.get_absolute_url(), reverse("marking:assign_appeal", args=[appeal.pk])
    shown = client.get(page).content.decode()
    assert f'value="{frank.pk}"' in shown
    assert f'value="{ann.pk}"' not in shown
    assert client.post(address, {"to": str(ann.pk), "why": "She is there."}).status_code == 400
    with pytest.raises(PermissionDenied):
        assign(appeal=appeal, actor=adam, to=ann, why="She is there.")
    worked.body.memberships.filter(person=frank).update(until=timezone.now())
    shown = client.get(page).content.decode()
    assert "Nobody can be named" in shown
    assert "Name this examiner" not in shown


def test_where_nobody_is_left_the_administrators_are_told(
    result: Result, ben: User, adam: User, worked: Sitting, question: PaperQuestion
) -> None:
    worked.body.memberships.filter(role=Role.EXAMINER).update(until=timezone.now())
    make(result=result, person=ben, grounds="27B1(b)", question=question)
    assert Letter.objects.get(once__startswith="appeal.unassigned").person == adam
    assert not Letter.objects.filter(once__startswith="appeal.waits").exists()
