"""Void: it counts for nothing, and nothing is lost."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.mail import EmailMultiAlternatives
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from accounts.audit.models import AuditEntry
from accounts.letters.tasks import send_letters
from accounts.models import Role, User
from exams.marking.models import Result
from exams.sittings import closure, services
from exams.sittings.models import AnswerEvent, Attempt, RoomEvent, Sitting, VoidAttempt
from exams.sittings.saving import Draft, Refused, save
from exams.sittings.signals import attempts_voided
from tests import factories
from tests.exams.sittings.conftest import Clock, make_attempt


def test_a_void_sitting_closes_what_runs_and_keeps_everything(
    attempt: Attempt, alice: User, bob: User, erin: User, clock: Clock, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    sitting = attempt.sitting
    save(attempt_id=attempt.pk, person=alice, draft=Draft(1, "a", False, 1))
    services.enter(sitting=sitting, person=bob)
    clock.forward(minutes=5)
    services.void_sitting(sitting=sitting, actor=erin, reason="The hall was flooded.")
    attempt.refresh_from_db()
    assert (attempt.closed_how, attempt.submitted_at) == ("void", clock.now)
    assert AnswerEvent.objects.filter(attempt=attempt).count() == 1
    assert not Result.objects.exists()
    with pytest.raises(Refused):
        save(attempt_id=attempt.pk, person=alice, draft=Draft(1, "b", False, 2))
    with pytest.raises(services.NotPossible, match="void"):
        services.start(sitting=sitting, person=bob)
    audit = AuditEntry.objects.get(verb="sitting.voided")
    assert (audit.actor, audit.reason, audit.data) == (erin, "The hall was flooded.", {"closed": 1, "entries": 2})
    assert RoomEvent.objects.get(kind="void").text == "The hall was flooded."
    send_letters()
    told = {mail.to[0] for mail in mailoutbox if mail.subject.startswith("Void")}
    assert told == {alice.email, bob.email}
    assert "The hall was flooded." in next(str(mail.body) for mail in mailoutbox if mail.subject.startswith("Void"))


def test_declared_void_twice_it_keeps_the_first_reason(sitting: Sitting, erin: User) -> None:
    services.void_sitting(sitting=sitting, actor=erin, reason="Flood.")
    services.void_sitting(sitting=sitting, actor=erin, reason="Fire.")
    sitting.refresh_from_db()
    assert (sitting.void_reason, RoomEvent.objects.filter(kind="void").count()) == ("Flood.", 1)


def test_nobody_enters_or_changes_a_void_sitting(sitting: Sitting, alice: User, erin: User) -> None:
    services.void_sitting(sitting=sitting, actor=erin, reason="Flood.")
    with pytest.raises(services.NotPossible, match="void"):
        services.enter(sitting=sitting, person=alice)
    with pytest.raises(services.NotPossible, match="void"):
        services.change(sitting=sitting, actor=erin, title="Again")


def test_void_needs_a_reason_and_those_who_answer_for_the_exam(attempt: Attempt, erin: User) -> None:
    ivan = factories.person("Ivan", Role.INVIGILATOR)
    with pytest.raises(PermissionDenied):
        services.void_sitting(sitting=attempt.sitting, actor=ivan, reason="Flood.")
    with pytest.raises(PermissionDenied):
        services.void_attempt(attempt=attempt, actor=ivan, reason="A telephone.")
    with pytest.raises(ValidationError):
        services.void_sitting(sitting=attempt.sitting, actor=erin, reason=" ")
    with pytest.raises(ValidationError):
        services.void_attempt(attempt=attempt, actor=erin, reason=" ")
    attempt.refresh_from_db()
    assert not attempt.is_closed


@pytest.mark.parametrize("closed", [False, True])
def test_one_attempt_is_void_closed_or_not(
    attempt: Attempt, alice: User, bob: User, erin: User, closed: bool, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    other = make_attempt(attempt.sitting, bob)
    if closed:
        closure.submit(attempt_id=attempt.pk, person=alice)
    first = services.void_attempt(attempt=attempt, actor=erin, reason="A telephone.")
    assert services.void_attempt(attempt=attempt, actor=erin, reason="Two telephones.") == first
    attempt.refresh_from_db()
    other.refresh_from_db()
    assert (attempt.closed_how, other.is_closed) == ("candidate" if closed else "void", False)
    assert Result.objects.filter(attempt=attempt).count() == int(closed)
    assert not Result.objects.told().filter(attempt=attempt).exists()
    send_letters()
    [mail] = [mail for mail in mailoutbox if "void" in mail.subject]
    assert (mail.to, "A telephone." in str(mail.body)) == ([alice.email], True)


def test_a_void_is_for_good(attempt: Attempt, erin: User) -> None:
    services.void_attempt(attempt=attempt, actor=erin, reason="A telephone.")
    with pytest.raises(DatabaseError, match="only grows"), transaction.atomic():
        VoidAttempt.objects.all().delete()


def test_the_page_says_whom_it_concerns_before_it_is_done(
    attempt: Attempt, bob: User, erin: User, client: Client
) -> None:
    services.enter(sitting=attempt.sitting, person=bob)
    client.force_login(erin)
    url = reverse("sittings:void", args=[attempt.sitting.pk])
    shown = client.get(url)
    assert [shown.context[name] for name in ("entered", "running", "closed")] == [2, 1, 0]
    assert client.post(url, {"reason": ""}).status_code == 200
    assert Sitting.objects.filter(voided_at=None).exists()
    assert client.post(url, {"reason": "Flood."}).status_code == 302
    assert not Sitting.objects.filter(voided_at=None).exists()
    assert client.get(url).status_code == 302
    assert "This sitting is void." in client.get(reverse("sittings:room", args=[attempt.sitting.pk])).content.decode()


def test_a_receiver_that_fails_stops_what_it_is_told_of(
    attempt: Attempt, erin: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What rests on an attempt must follow in the same transaction, or nothing is void."""

    def fails(sender: object, **_told: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(attempts_voided, "receivers", [])
    attempts_voided.connect(fails)
    with pytest.raises(ZeroDivisionError):
        services.void_attempt(attempt=attempt, actor=erin, reason="Flood.")
    with pytest.raises(ZeroDivisionError):
        services.void_sitting(sitting=attempt.sitting, actor=erin, reason="Flood.")
    attempt.refresh_from_db()
    assert not attempt.is_closed
    assert not VoidAttempt.objects.exists()
    assert not Sitting.objects.exclude(voided_at=None).exists()
