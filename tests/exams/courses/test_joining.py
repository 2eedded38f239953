"""Inviting one by one and from a file, the letter, answering, consent, leaving and being removed; and what is wrong with any
of it.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.formats import date_format

from accounts.accreditation.mail import catalogue
from accounts.accreditation.models import Evidence
from accounts.audit.models import AuditEntry
from accounts.letters.models import Letter
from accounts.letters.texts import write
from accounts.models import Body, Role, User
from accounts.privacy.holdings import holdings
from exams.courses import attendance, notices, roster, services
from exams.courses.models import Course, CourseInvitation, Member, Tutor
from exams.courses.receivers import waiting_in_courses
from tests.accounts.conftest import person
from tests.exams.courses.conftest import browser, confirmed, invited, joined, made, practised, set_law

pytestmark = pytest.mark.django_db


@pytest.fixture
def wanda() -> User:
    """Somebody who has an account and no role."""
    return confirmed(person("Wanda Ward"))


def _sent(course: Course, who: User, text: str, name: str = "people.csv") -> Any:
    file = SimpleUploadedFile(name, text.encode())
    return browser(who).post(f"/training/courses/{course.pk}/people/", {"roster": "1", "file": file})


# --- making -----------------------------------------------------------------------------------------------------------


def test_the_form_makes_one_course_however_often_it_is_sent(body: Body, rita: User) -> None:
    client = browser(rita)
    address = f"/training/courses/of/{body.slug}/new/"
    form = client.get(address).context["form"]
    sent = {
        "name": "Directing at your club",
        "first_day": "2027-04-01",
        "last_day": "2027-05-01",
        "teaches": "on",
        "reference": form["reference"].value(),
    }

    first, again = client.post(address, sent), client.post(address, sent)
    course = Course.objects.get()
    assert first.url == again.url == f"/training/courses/{course.pk}/people/"
    assert Tutor.objects.get().person == rita
    assert AuditEntry.objects.filter(verb="course.made").count() == 1


def test_days_the_wrong_way_round_are_named_and_nothing_typed_is_lost(body: Body, rita: User) -> None:
    address = f"/training/courses/of/{body.slug}/new/"
    client = browser(rita)
    reference = client.get(address).context["form"]["reference"].value()
    sent = {
        "name": "Spring",
        "first_day": "2027-05-01",
        "last_day": "2027-04-01",
        "reference": reference,
        "about": "Mondays.",
    }

    response = client.post(address, sent)
    page = response.content.decode()
    assert response.status_code == 422
    assert "The last day, 1 April 2027, is before the first, 1 May 2027." in page
    assert 'value="Spring"' in page
    assert "Mondays." in page
    assert not Course.objects.exists()


def test_a_change_is_kept_and_one_that_changes_nothing_leaves_no_entry(course: Course, rita: User) -> None:
    now = {name: getattr(course, name) for name in ("name", "first_day", "last_day", "about")}

    services.change(course=course, actor=rita, **now)
    assert not AuditEntry.objects.filter(verb="course.changed").exists()
    services.change(course=course, actor=rita, **{**now, "name": "Autumn"})
    course.refresh_from_db()
    assert course.name == "Autumn"
    with pytest.raises(ValidationError, match="two years"):
        services.change(course=course, actor=rita, **{**now, "last_day": course.first_day + dt.timedelta(days=800)})


# --- inviting ---------------------------------------------------------------------------------------------------------


def test_the_answer_to_an_invitation_tells_nothing_of_whether_there_is_an_account(
    course: Course, rita: User, wanda: User
) -> None:
    client, address = browser(rita), f"/training/courses/{course.pk}/people/"
    pages = []
    for email in (wanda.email, "nobody@example.org"):
        page = client.post(address, {"email": email, "to_be": "learner"}, follow=True).content.decode()
        pages.append(page.count("1 invitation is on its way."))
    assert pages == [1, 1]


def test_who_is_known_gets_a_letter_and_others_the_same_words_as_a_mail(
    course: Course, rita: User, wanda: User
) -> None:
    services.invite(course=course, actor=rita, people=[(wanda.email, ""), ("nobody@example.org", "No Body")])

    letter = Letter.objects.get(person=wanda)
    assert letter.subject == "Moreton Bridge Association invites you to a course: Directing at your club"
    asked = CourseInvitation.objects.get(email=wanda.email)
    assert f"/training/courses/invitations/{asked.pk}/" in letter.text
    assert notices.mail_pending() == 1
    assert notices.mail_pending() == 0
    sent = mail.outbox[0]
    assert sent.to == ["nobody@example.org"]
    assert sent.subject == letter.subject
    assert "No Body" in sent.body
    assert Letter.objects.count() == 1


def test_a_mail_that_fails_is_tried_again_and_stops_no_other(
    course: Course, rita: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.invite(course=course, actor=rita, people=[("one@example.org", ""), ("two@example.org", "")])
    send = mail.EmailMultiAlternatives.send

    def fails(self: mail.EmailMultiAlternatives, *args: Any) -> int:
        if self.to == ["one@example.org"]:
            raise OSError("No such mailbox")
        return send(self, *args)

    with monkeypatch.context() as patch:
        patch.setattr(mail.EmailMultiAlternatives, "send", fails)
        assert notices.mail_pending() == 1
    assert CourseInvitation.objects.get(email="one@example.org").tries == 1
    assert notices.mail_pending() == 1
    assert [one.to[0] for one in mail.outbox] == ["two@example.org", "one@example.org"]


def test_the_letter_is_worded_by_the_body(course: Course, rita: User, wanda: User) -> None:
    text = "Come to {{ course }}, {{ name }}: {{ page }}"
    write(
        body=course.body,
        actor=rita,
        kind=catalogue.COURSE_INVITED,
        subject="Come",
        text=text,
        reason="Shorter.",
        number=0,
    )
    invited(course, rita, wanda.email)

    letter = Letter.objects.get(person=wanda)
    assert letter.subject == "Come"
    assert "Come to Directing at your club, Wanda Ward" in letter.text


def test_one_who_was_invited_or_takes_part_is_not_invited_again(course: Course, rita: User, wanda: User) -> None:
    asked = invited(course, rita, wanda.email)
    again = services.invite(course=course, actor=rita, people=[(wanda.email, "")])
    assert (again.made, again.waiting, again.inside) == ([], [wanda.email], [])

    services.answer(invitation=asked, person=wanda, accepted=True)
    inside = services.invite(course=course, actor=rita, people=[(wanda.email, "")])
    assert (inside.made, inside.waiting, inside.inside) == ([], [], [wanda.email])
    assert CourseInvitation.objects.count() == 1
    assert Letter.objects.filter(person=wanda).count() == 1


def test_nobody_is_invited_to_a_course_that_is_over(course: Course, rita: User) -> None:
    last = course.body.today() - dt.timedelta(days=1)
    Course.objects.filter(pk=course.pk).update(first_day=last, last_day=last)
    page = browser(rita).post(f"/training/courses/{course.pk}/people/", {"email": "x@example.org", "to_be": "learner"})

    assert page.status_code == 422
    assert "Give it a later last day before you invite anybody." in page.content.decode()
    assert 'value="x@example.org"' in page.content.decode()


def test_a_course_has_so_many_people_at_most(course: Course, rita: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_PEOPLE", 2)
    invited(course, rita, "one@example.org")

    with pytest.raises(ValidationError, match="at most 2 people"):
        services.invite(course=course, actor=rita, people=[("two@example.org", ""), ("three@example.org", "")])
    assert CourseInvitation.objects.count() == 1


# --- a file -----------------------------------------------------------------------------------------------------------


def test_a_file_is_shown_first_and_then_done_once(course: Course, rita: User, wanda: User) -> None:
    invited(course, rita, wanda.email)
    lines = ("Kim Taylor;kim@example.org", "Bad;kim at example", "Kim again;KIM@example.org", f"Wanda;{wanda.email}")
    rows = "\n".join(("Name;Email", *lines, ";", ";lee@example.org", ""))
    response = _sent(course, rita, rows)
    page = response.content.decode()

    assert "“kim at example” is not an email address" in page
    assert "kim@example.org stands in line 2 already. Leave one of the two lines out." in page
    assert "Invited already, and has not answered yet." in page
    assert "2 lines have a fault and are left out." in page
    assert "Invite 2 people" in page
    assert CourseInvitation.objects.count() == 1
    sealed = {"sealed": response.context["form"]["sealed"].value()}
    address = f"/training/courses/{course.pk}/people/shown/"
    client = browser(rita)
    assert "2 invitations are on their way." in client.post(address, sealed, follow=True).content.decode()
    assert "is invited already" in client.post(address, sealed, follow=True).content.decode()
    assert set(CourseInvitation.objects.values_list("email", flat=True)) == {
        "kim@example.org",
        "lee@example.org",
        wanda.email,
    }
    assert CourseInvitation.objects.get(email="kim@example.org").name == "Kim Taylor"


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("people.csv", "Name,Club\nKim,Jacaranda\n", "No column is called Email."),
        ("people.csv", "Email\n", "There are no lines below the headings."),
        ("people.pdf", "Email,Name\nkim@example.org,Kim\n", "does not end in .csv"),
        ("people.csv", 'Email,Name\nkim@example.org,"Kim\n', "Line 2 cannot be read: a quotation mark is open"),
        (
            "people.csv",
            "Email,Name\n" + "a@example.org,A\n" * 301,
            "The file has 301 lines; a course has at most 300 people.",
        ),
    ],
)
def test_a_file_that_cannot_be_read_says_why(course: Course, rita: User, name: str, text: str, says: str) -> None:
    response = _sent(course, rita, text, name)

    assert response.status_code == 422
    assert says in response.content.decode()
    assert not CourseInvitation.objects.exists()


def test_a_file_may_have_addresses_alone() -> None:
    found = roster.rows_of("people.csv", "Email address\nkim@example.org\nlee@example.org\n".encode("utf-8-sig"))

    assert found == [roster.Row(2, "kim@example.org", ""), roster.Row(3, "lee@example.org", "")]


def test_what_was_shown_for_another_course_or_changed_on_the_way_invites_nobody(
    course: Course, body: Body, rita: User
) -> None:
    sealed = (
        _sent(made(body, rita, name="Another"), rita, "Email,Name\nkim@example.org,Kim\n")
        .context["form"]["sealed"]
        .value()
    )

    for sent in (sealed, sealed + "x", ""):
        page = browser(rita).post(f"/training/courses/{course.pk}/people/shown/", {"sealed": sent}, follow=True)
        assert "nobody has been invited" in page.content.decode()
    assert not CourseInvitation.objects.exists()


# --- answering, consent, leaving --------------------------------------------------------------------------------------


def test_somebody_joins_and_shows_nothing_unless_they_tick_it(course: Course, rita: User, wanda: User) -> None:
    address = f"/training/courses/invitations/{invited(course, rita, wanda.email).pk}/"
    client = browser(wanda)
    page = client.get(address).content.decode()
    assert "Rita Rowe invites you, for Moreton Bridge Association" in page
    assert 'name="agreed"' in page
    assert "checked" not in page

    assert client.post(address, {"answer": "accept"}).url == f"/training/courses/{course.pk}/"
    member = Member.objects.get()
    assert (member.person, member.is_shown) == (wanda, False)
    # Sent again, it is what it was.
    assert client.post(address, {"answer": "accept", "agreed": "on"}).status_code == 302
    member.refresh_from_db()
    assert not member.is_shown


def test_consent_is_given_and_taken_back_by_the_learner_with_an_entry_each(
    course: Course, rita: User, wanda: User
) -> None:
    member = joined(course, rita, wanda, agreed=False)
    client, address = browser(wanda), f"/training/courses/{course.pk}/seen/"

    for sent, shown in (("yes", True), ("yes", True), ("no", False), ("anything", False)):
        assert client.post(address, {"agreed": sent}).status_code == 302
        member.refresh_from_db()
        assert member.is_shown == shown
    verbs = AuditEntry.objects.filter(actor=wanda, verb__startswith="course.progress").order_by("at")
    assert list(verbs.values_list("verb", flat=True)) == ["course.progress_shown", "course.progress_hidden"]


def test_who_declined_can_be_invited_again(course: Course, rita: User, wanda: User) -> None:
    address = f"/training/courses/invitations/{invited(course, rita, wanda.email).pk}/"
    assert browser(wanda).post(address, {"answer": "decline"}).status_code == 302
    assert not Member.objects.exists()

    again = browser(wanda).post(address, {"answer": "accept"})
    assert again.status_code == 409
    assert "This invitation was declined already." in again.content.decode()
    joined(course, rita, wanda, agreed=True)
    assert Member.objects.get().is_shown


def test_an_invitation_that_expired_says_until_when_it_could_be_answered(
    course: Course, rita: User, wanda: User
) -> None:
    asked = invited(course, rita, wanda.email)
    CourseInvitation.objects.filter(pk=asked.pk).update(
        at=timezone.now() - CourseInvitation.LASTS - dt.timedelta(days=1)
    )
    address = f"/training/courses/invitations/{asked.pk}/"

    for response in (browser(wanda).get(address), browser(wanda).post(address, {"answer": "accept"})):
        assert "This invitation could be answered until" in response.content.decode()
        assert "Ask Moreton Bridge Association for another one." in response.content.decode()
    assert not Member.objects.exists()
    # Inviting again makes room for a new one.
    joined(course, rita, wanda, agreed=True)
    asked.refresh_from_db()
    assert asked.standing == CourseInvitation.Standing.WITHDRAWN


def test_an_invitation_that_was_withdrawn_leads_nowhere(course: Course, rita: User, wanda: User) -> None:
    asked = invited(course, rita, wanda.email)
    browser(rita).post(f"/training/courses/invitations/{asked.pk}/withdraw/")

    page = browser(wanda).get(f"/training/courses/invitations/{asked.pk}/").content.decode()
    assert "This invitation was withdrawn." in page
    assert 'name="answer"' not in page


def test_who_left_comes_back_by_another_invitation_and_is_asked_again(course: Course, rita: User, wanda: User) -> None:
    member = joined(course, rita, wanda, agreed=True)
    client = browser(wanda)
    client.post(f"/training/courses/{course.pk}/leave/")
    member.refresh_from_db()
    assert (member.left_at is None, member.agreed_at) == (False, None)
    assert client.get(f"/training/courses/{course.pk}/mine/").status_code == 404

    back = joined(course, rita, wanda, agreed=False)
    assert back.pk == member.pk
    assert back.left_at is None
    assert not back.is_shown


def test_nobody_is_tutor_and_learner_of_one_course(course: Course, rita: User, wanda: User, tessa: User) -> None:
    joined(course, rita, wanda, agreed=False)
    asked = CourseInvitation.objects.create(
        course=course, email=wanda.email, to_be=CourseInvitation.To.TUTOR, invited_by=rita, mailed_at=timezone.now()
    )
    with pytest.raises(ValidationError, match="Leave it first"):
        services.answer(invitation=asked, person=wanda, accepted=True)
    with pytest.raises(ValidationError, match="You are a tutor of this course"):
        services.answer(invitation=invited(course, rita, tessa.email), person=tessa, accepted=True)


# --- being removed ----------------------------------------------------------------------------------------------------


def test_removing_a_learner_asks_first_and_ends_consent_and_view(
    course: Course, rita: User, tessa: User, wanda: User
) -> None:
    member = joined(course, rita, wanda, agreed=True)
    client, address = browser(rita), f"/training/courses/learners/{member.pk}/remove/"
    assert address in client.get(f"/training/courses/{course.pk}/").content.decode()
    page = client.get(address).content.decode()
    assert "The consent of Wanda Ward ends." in page
    assert "Nobody has confirmed that they attended" in page

    for sent in ({}, {"reason": " "}):
        assert client.post(address, sent).status_code == 422
    member.refresh_from_db()
    assert member.is_shown

    told = client.post(address, {"reason": "Wanda came to no evening."}, follow=True).content.decode()
    assert "Wanda Ward no longer takes part in this course. We have written to them." in told
    assert "removed" in told
    member.refresh_from_db()
    assert (member.agreed_at, member.left_at is None, member.removed_by) == (None, False, rita)
    assert browser(tessa).get(f"/training/courses/learners/{member.pk}/").status_code == 404
    assert browser(wanda).get(f"/training/courses/{course.pk}/mine/").status_code == 404
    # Sent again, it is what it was.
    assert client.post(address, {"reason": "Again."}).status_code == 302
    entry = AuditEntry.objects.get(verb="course.learner_removed")
    assert (entry.actor, entry.reason, entry.data["person"]) == (rita, "Wanda came to no evening.", str(wanda.pk))
    letter = Letter.objects.get(person=wanda, subject__startswith="You are no longer in the course")
    assert "Wanda came to no evening." in letter.text

    back = joined(course, rita, wanda, agreed=False)
    assert (back.pk, back.left_at, back.removed_by) == (member.pk, None, None)


def test_attendance_on_record_stays_when_a_learner_is_removed(
    course: Course, body: Body, rita: User, tessa: User
) -> None:
    ann, ben = (joined(course, tessa, person(name, body, Role.CANDIDATE), agreed=False) for name in ("Ann", "Ben"))
    attendance.settle(course=course, actor=tessa, attended={ann.pk})
    attendance.enter(course=course, actor=rita)
    attendance.settle(course=course, actor=tessa, attended={ann.pk, ben.pk})
    pages = [browser(rita).get(f"/training/courses/learners/{one.pk}/remove/").content.decode() for one in (ann, ben)]
    assert "Their attendance is on record as evidence, and stays there." in pages[0]
    assert "Tessa Tutor has confirmed their attendance, and it is not on record yet." in pages[1]

    for one in (ann, ben):
        services.remove(member=one, actor=rita, reason="They asked to.")
    assert Evidence.objects.get().standing == Evidence.Standing.ACCEPTED
    assert attendance.enter(course=course, actor=rita) == (0, [])


# --- what waits -------------------------------------------------------------------------------------------------------


def test_the_training_home_says_what_waits_in_courses(course: Course, rita: User, tessa: User, wanda: User) -> None:
    asked = invited(course, rita, wanda.email)
    client = browser(wanda)
    page = client.get("/training/").content.decode()
    assert f'href="/training/courses/invitations/{asked.pk}/"' in page
    assert "You are invited to the course Directing at your club. Please answer by" in page

    services.answer(invitation=asked, person=wanda, accepted=True)
    assert "Waiting for you" not in client.get("/training/").content.decode()
    one = set_law(course, tessa)
    due = date_format(one.due_day, "j F")
    page = client.get("/training/").content.decode()
    assert f'href="/training/courses/{course.pk}/mine/"' in page
    assert f"Directing at your club: Law 27, due on {due}" in page

    today = course.body.today()
    late = today - dt.timedelta(days=1)
    set_law(course, tessa, from_day=late, due_day=late, count=1)
    ahead = today + dt.timedelta(days=2)
    set_law(course, tessa, from_day=ahead, due_day=ahead)
    text = f"Directing at your club: 2 assignments, the first of which was due on {date_format(late, 'j F')}"
    assert text in client.get("/training/").content.decode()

    practised(wanda, right=True)
    waits = client.get("/training/").context["waits"]
    assert [one.words for one in waits] == [f"Directing at your club: Law 27, due on {due}"]
    Course.objects.update(first_day=late, last_day=late)
    assert client.get("/training/").context["waits"] == []


def test_what_waits_takes_as_many_queries_for_three_courses_as_for_one(
    course: Course, body: Body, rita: User, tessa: User, wanda: User
) -> None:
    joined(course, rita, wanda, agreed=False)
    invited(made(body, rita, name="Another"), rita, wanda.email)
    set_law(course, tessa)
    practised(wanda, right=False)
    browser(wanda).get("/training/")
    with CaptureQueriesContext(connection) as few:
        assert len(waiting_in_courses(None, wanda)) == 2
    for name in ("Second", "Third"):
        more = made(body, rita, name=name)
        joined(more, rita, wanda, agreed=False)
        set_law(more, rita)
        invited(made(body, rita, name=f"After the {name}"), rita, wanda.email)
    with CaptureQueriesContext(connection) as many:
        assert len(waiting_in_courses(None, wanda)) == 6
    assert len(many) == len(few)


# --- setting practice -------------------------------------------------------------------------------------------------


def _form(course: Course, who: User, **changes: Any) -> tuple[Any, dict[str, Any], str]:
    client, address = browser(who), f"/training/courses/{course.pk}/assign/"
    form = client.get(address).context["form"]
    sent = {name: form[name].value() for name in ("count", "from_day", "due_day", "reference")}
    return client, {"what": "law:27", "note": "Read it first.", **sent, **changes}, address


def test_practice_is_set_once_however_often_the_form_is_sent(course: Course, tessa: User) -> None:
    client, sent, address = _form(course, tessa)

    assert [client.post(address, sent).status_code for _ in range(2)] == [302, 302]
    one = course.assignments.get()
    assert (one.kind, one.law, one.title, one.count, one.note) == ("law", "27", "Law 27", 20, "Read it first.")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"what": "law:99"}, "There are no questions on Law 99."),
        ({"what": "mock:4711"}, "That can no longer be set."),
        ({"due_day": "2020-01-01"}, "This is before the day on which it begins. Give a later day."),
        ({"due_day": "2999-01-01"}, "The course has ended by then."),
        ({"count": "0"}, "greater than or equal to 1"),
        ({"count": "9999"}, "less than or equal to 300"),
        ({"due_day": "soon"}, "Enter a valid date"),
    ],
)
def test_what_cannot_be_set_is_named_and_nothing_typed_is_lost(
    course: Course, tessa: User, changes: dict[str, str], says: str
) -> None:
    client, sent, address = _form(course, tessa, **changes)
    response = client.post(address, sent)

    assert response.status_code == 422
    assert says in response.content.decode()
    assert "Read it first." in response.content.decode()
    assert not course.assignments.exists()


def test_what_is_set_can_be_taken_back(course: Course, tessa: User) -> None:
    one = set_law(course, tessa)

    browser(tessa).post(f"/training/courses/assignments/{one.pk}/take-back/")
    assert not course.assignments.exists()
    assert AuditEntry.objects.filter(verb="course.assignment_taken_back", actor=tessa).exists()


# --- what is kept -----------------------------------------------------------------------------------------------------


def test_a_person_gets_what_courses_keep_of_them_and_takes_it_away(course: Course, rita: User, wanda: User) -> None:
    joined(course, rita, wanda, agreed=True)
    kept = {one.key: one for one in holdings() if one.key.startswith("course")}
    rows = {key: list(one.rows(wanda).values(*one.shows)) for key, one in kept.items()}

    assert rows["courses"][0]["course__name"] == "Directing at your club"
    assert rows["course_invitations"][0]["email"] == wanda.email
    assert rows["courses_taught"] == []
    for one in kept.values():
        assert one.erase is not None
        one.erase(wanda)
    assert not Member.objects.exists()
    assert not CourseInvitation.objects.exists()
    assert Course.objects.filter(pk=course.pk).exists()


def test_a_club_s_course_is_told_of_as_the_club_s(body: Body, rita: User, wanda: User, cleo: User) -> None:
    club = cleo.memberships.get(role=Role.CLUB_CONTACT).club
    invited(made(body, cleo, club=club), cleo, wanda.email)

    assert Letter.objects.get(person=wanda).subject.startswith("Jacaranda Bridge Club invites you")
