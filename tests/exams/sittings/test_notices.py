"""What candidates are told by mail, and that they are told once."""

from __future__ import annotations

import datetime as dt
from itertools import product

import pytest
from django.core.mail import EmailMultiAlternatives
from pytest_django import DjangoAssertNumQueries

from accounts.letters import services as letters
from accounts.letters.models import Letter
from accounts.letters.tasks import send_letters
from accounts.models import Role, User
from exams.sittings import notices, services
from exams.sittings.models import Sitting
from exams.sittings.tasks import remind_candidates
from tests import factories
from tests.exams.sittings.conftest import MORNING, Clock, make_sitting
from tests.walking import walks

DAY = dt.timedelta(days=1)


@pytest.fixture
def coming(db: None, clock: Clock) -> Sitting:
    """Opens in two days."""
    return make_sitting(opens_at=MORNING + 2 * DAY)


def subjects() -> list[str]:
    return list(Letter.objects.order_by("made_at", "subject").values_list("subject", flat=True))


def test_an_entry_is_told_from_request_to_decision(
    coming: Sitting, alice: User, erin: User, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    Sitting.objects.update(approval=True)
    entry = services.enter(sitting=coming, person=alice)
    services.enter(sitting=coming, person=alice)
    services.refuse(entry=entry, actor=erin, reason="No club stands behind you.")
    services.approve(entry=entry, actor=erin)
    services.refuse(entry=entry, actor=erin, reason="It was a mistake.")
    send_letters()
    assert [mail.subject.split(":")[0] for mail in mailoutbox] == [
        "Entry received",
        "Entry refused",
        "You are entered",
        "Entry refused",
    ]
    assert "No club stands behind you." in str(mailoutbox[1].body)
    assert "It was a mistake." in str(mailoutbox[3].body)
    entry.refresh_from_db()
    approved = str(mailoutbox[2].body)
    assert f"Your candidate number: {entry.number}" in approved
    assert f"https://rectify.example/sittings/{coming.pk}/" in approved
    assert "Place: Hall" in approved
    # By the body's clock: ten in the morning in Brisbane is midnight UTC.
    assert "10:00" in approved


def test_candidates_are_reminded_once_the_day_before(
    coming: Sitting, alice: User, bob: User, clock: Clock, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    services.enter(sitting=coming, person=alice)
    services.withdraw(entry=services.enter(sitting=coming, person=bob), person=bob)
    Letter.objects.all().delete()
    remind_candidates()
    assert subjects() == []
    clock.forward(hours=24)
    for _twice in range(2):
        remind_candidates()
    send_letters()
    assert [mail.to for mail in mailoutbox] == [[alice.email]]
    coming.refresh_from_db()
    assert coming.reminded_at == clock.now


def test_a_sitting_that_was_moved_is_reminded_of_again(coming: Sitting, alice: User, erin: User, clock: Clock) -> None:
    services.enter(sitting=coming, person=alice)
    clock.forward(hours=25)
    assert notices.remind() == 1
    services.change(sitting=coming, actor=erin, opens_at=coming.opens_at + DAY, closes_at=coming.closes_at + DAY)
    assert notices.remind() == 0
    clock.forward(hours=24)
    assert notices.remind() == 1
    assert len([subject for subject in subjects() if subject.startswith("Club directors")]) == 2


def test_nobody_is_reminded_of_what_is_void_or_has_begun(
    coming: Sitting, alice: User, erin: User, clock: Clock
) -> None:
    services.enter(sitting=coming, person=alice)
    clock.forward(hours=48)
    assert notices.remind() == 0
    clock.forward(hours=-2)
    services.void_sitting(sitting=coming, actor=erin, reason="Flood.")
    assert notices.remind() == 0


@pytest.mark.parametrize("people", [1, 3])
def test_telling_all_costs_the_same_queries(
    coming: Sitting, people: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(people):
        services.enter(sitting=coming, person=factories.person(f"Candidate {number}", Role.CANDIDATE))
    coming = Sitting.objects.select_related("paper", "body").get()
    # Who is entered; how the body signs; and the letters, all in one.
    with django_assert_num_queries(3):
        notices.moved(coming, change="1")


@walks(
    ("template", "together"),
    [
        *product(
            ["entry_received", "entry_approved", "entry_refused", "reminder", "moved", "void", "attempt_void"],
            [True, False],
        )
    ],
    apart=True,
)
def test_every_mail_says_what_it_is_about(coming: Sitting, alice: User, template: str, together: bool) -> None:
    coming.together, coming.place, coming.code, coming.late_minutes = together, "", "START-42", 5
    coming.browser_keys, coming.void_reason = ["a"], "Flood."
    entry = services.enter(sitting=coming, person=alice)
    entry.extra_minutes, entry.reason = 5, "No club."
    context = {**notices._context(entry, coming), "reason": "A telephone."}
    letter = letters.send(
        person=alice, template=f"sittings/mail/{template}", context=context, body=coming.body, once="tried"
    )
    assert coming.title in letter.subject
    assert "\n\n\n" not in letter.text
    assert "{" not in letter.text + letter.html
    # A link to go on by, in the text and in the HTML.
    assert "https://rectify.example/sittings/" in letter.text
    assert '<a href="https://rectify.example/sittings/' in letter.html
    assert "START-42" not in letter.text
