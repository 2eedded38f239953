"""Courses by the API: who reaches what, on the object; and that what is done there is what the pages do."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.accreditation.models import Evidence
from accounts.audit.models import AuditEntry
from accounts.models import Body, Club, Role, User
from exams.courses import services
from exams.courses.api.urls import urlpatterns
from exams.courses.models import Assignment, Course, CourseInvitation, Member, Tutor
from exams.practice.units import catalogue
from tests import factories
from tests.accounts.conftest import person
from tests.exams.bank.api.conftest import client_of, told
from tests.exams.courses.conftest import PATH, confirmed, invited, joined, made, practised, set_law, teaching
from tests.exams.sittings.conftest import make_attempt, make_sitting

pytestmark = pytest.mark.django_db
BASE = "/api/v1/training/courses/"


@pytest.fixture(autouse=True)
def _counters_in_memory(settings: Any) -> None:
    """The rates count in a cache of this process, so that the queries of a request are those of its answer."""
    settings.CACHES = {**settings.CACHES, "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    cache.clear()


def ask(somebody: User | None, address: str, status: int = 200, **query: Any) -> Any:
    return told(client_of(somebody).get(BASE + address, query), status)


def send(somebody: User | None, address: str, status: int = 200, /, **body: Any) -> Any:
    return told(client_of(somebody).post(BASE + address, body, content_type="application/json"), status)


# --- who reaches what -------------------------------------------------------------------------------------------------


class Things:
    """A course in which Olga shows how she gets on, with its tutor, an invitation to Wanda, and what is set."""

    def __init__(self, course: Course, tessa: User, olga: Member) -> None:
        self.course, self.member = course, olga
        self.invitation = invited(course, tessa, "wanda@example.org")
        self.assignment = set_law(course, tessa)
        self.tutor = Tutor.objects.active().get(course=course, person=tessa)

    def address(self, name: str) -> str:
        """The address of this name. Raises KeyError for one that this test does not know."""
        of = {
            **dict.fromkeys(("courses", "invitations"), None),
            **dict.fromkeys(("invitation", "invitation-answer", "invitation-withdrawal"), self.invitation),
            "assignment-withdrawal": self.assignment,
            **dict.fromkeys(("learner", "learner-removal"), self.member),
            "tutor-end": self.tutor,
            **dict.fromkeys(("course", "change", "course-invitations", "roster", "roster-invitations"), self.course),
            **dict.fromkeys(("learners", "progress", "assignments", "attendance", "attendance-entry"), self.course),
            **dict.fromkeys(("consent", "leaving"), self.course),
        }[name]
        return reverse(f"courses-api:{name}", kwargs={"id": of.pk} if of else {})

    def body(self, name: str) -> dict[str, Any]:
        """What is sent there. Raises KeyError for an address that this test does not know."""
        today = str(self.course.body.today())
        reference = str(uuid4())
        days = {"first_day": today, "last_day": today}
        body = self.course.body.slug
        sent: dict[str, dict[str, Any]] = {
            "courses": {"body": body, "name": "Mine", "reference": reference, **days},
            "invitation-answer": {"accept": True},
            "learner-removal": {"reason": "Because it was so."},
            "change": {"name": "Mine", **days},
            "course-invitations": {"email": "new@example.org"},
            "roster": {"csv": "Email\nkim@example.org\n"},
            "roster-invitations": {"sealed": "nothing"},
            "assignments": {"law": "27", "from_day": today, "due_day": today, "reference": reference},
            "attendance": {"attended": [str(self.member.pk)]},
            "consent": {"agreed": False},
        }
        nothing = {"invitation-withdrawal", "assignment-withdrawal", "tutor-end", "attendance-entry", "leaving"}
        return {} if name in nothing else sent[name]

    @property
    def kept(self) -> list[Any]:
        """All that a deed here could change."""
        models: list[Any] = [Course, Tutor, CourseInvitation, Member, Assignment, Evidence]
        return [list(model._default_manager.order_by("pk").values()) for model in models]


@pytest.fixture
def things(course: Course, tessa: User, open_olga: Member) -> Things:
    return Things(course, tessa, open_olga)


def _asked(client: Client, name: str, method: str, things: Things) -> int:
    address = things.address(name)
    got = client.get(address) if method == "get" else client.post(address, things.body(name), "application/json")
    return int(got.status_code)


def _routes() -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for one in urlpatterns:
        view: Any = one.callback
        found += [(str(one.name), how) for how in ("get", "post") if hasattr(view.cls, how)]
    return found


def test_for_strangers_there_is_no_course_at_any_address(
    things: Things, body: Body, rita: User, boris: User, carol: User, adam: User, cleo: User, alice: User
) -> None:
    """A registrar of another body, somebody without a role, an administrator, a contact, a candidate, a tutor elsewhere."""
    theo = teaching(made(body, rita, name="Another"), rita, person("Theo Tutor"))
    root = User.objects.create_superuser("root@example.org", name="Root")
    before = things.kept
    clients = {one: client_of(one) for one in (boris, carol, adam, cleo, alice, theo, root)}
    for name, method in _routes():
        for stranger, client in clients.items():
            status = _asked(client, name, method, things)
            if name in ("courses", "invitations"):
                assert status == (422 if method == "post" else 200), (name, stranger)
            else:
                assert status == 404, (name, method, stranger)
        assert _asked(client_of(None), name, method, things) == 403, name
    for stranger in (boris, carol, adam, alice, theo, root):
        assert str(things.course.pk) not in str(ask(stranger, "")), stranger
        assert ask(stranger, "invitations/")["count"] == 0
    assert things.kept == before


def test_a_learner_reads_their_own_part_and_runs_nothing(
    things: Things, course: Course, open_olga: Member, shy_sid: Member
) -> None:
    sid, before = shy_sid.person, things.kept
    client = client_of(sid)
    for name, method in _routes():
        wanted = {
            **dict.fromkeys(("courses", "invitations", "course"), 200),
            **dict.fromkeys(("invitation", "invitation-answer", "invitation-withdrawal", "assignment-withdrawal"), 404),
            **dict.fromkeys(("learner", "learner-removal", "tutor-end"), 404),
        }.get(name, 403)
        if name in ("consent", "leaving"):
            continue
        assert _asked(client, name, method, things) == (422 if (name, method) == ("courses", "post") else wanted), name
    assert things.kept == before
    got = ask(sid, f"{course.pk}/")
    assert "Olga" not in str(got)
    assert (got["takes_part"], got["teaches"], got["organises"]) == (True, False, False)
    # Nobody gives consent or leaves for another.
    send(sid, f"{course.pk}/leaving/")
    open_olga.refresh_from_db()
    assert open_olga.is_shown


def test_a_tutor_sees_those_who_agreed_and_only_of_this_course(
    things: Things, course: Course, body: Body, rita: User, erin: User, tessa: User, open_olga: Member, shy_sid: Member
) -> None:
    rows = {one["name"]: one for one in ask(tessa, f"{course.pk}/learners/")["results"]}
    assert (rows["Olga Open"]["progress"]["wrong"], rows["Olga Open"]["shows_progress"]) == (1, True)
    assert (rows["Sid Shy"]["progress"], rows["Sid Shy"]["shows_progress"]) == (None, False)
    assert ask(tessa, f"learners/{open_olga.pk}/")["progress"]["wrong"][0]["path"] == PATH
    ask(tessa, f"learners/{shy_sid.pk}/", 404)
    told_of = ask(tessa, f"{course.pk}/progress/")
    assert (told_of["shown"], told_of["help"][0]["learners"]) == (1, [str(open_olga.pk)])

    # Whoever organises it sees who takes part, and not how it goes.
    for who in (rita, erin):
        rows = {one["name"]: one for one in ask(who, f"{course.pk}/learners/")["results"]}
        assert {one["progress"] for one in rows.values()} == {None}
        ask(who, f"learners/{open_olga.pk}/", 404)
        ask(who, f"{course.pk}/progress/", 403)

    # Of another course that she teaches too, she sees nobody who did not agree there.
    other = made(body, rita, name="Another")
    teaching(other, rita, tessa)
    there = joined(other, tessa, open_olga.person, agreed=False)
    ask(tessa, f"learners/{there.pk}/", 404)
    assert [one["progress"] for one in ask(tessa, f"{other.pk}/learners/")["results"]] == [None]
    assert ask(tessa, f"{other.pk}/progress/")["help"] == []

    # It ends in the moment in which it is taken back, and some weeks after the last day.
    send(open_olga.person, f"{course.pk}/consent/", agreed=False)
    ask(tessa, f"learners/{open_olga.pk}/", 404)
    assert ask(tessa, f"{course.pk}/progress/") == {
        "shown": 0,
        "assignments": told_of["assignments"],
        "topics": [],
        "help": [],
    }
    send(open_olga.person, f"{course.pk}/consent/", agreed=True)
    long_ago = course.body.today() - dt.timedelta(days=60)
    Course.objects.filter(pk=course.pk).update(first_day=long_ago, last_day=long_ago)
    ask(tessa, f"learners/{open_olga.pk}/", 404)
    ask(tessa, f"{course.pk}/progress/", 403)


def test_a_tutor_runs_the_course_and_does_not_organise_it(
    things: Things, course: Course, rita: User, tessa: User, open_olga: Member
) -> None:
    second = teaching(course, rita, person("Theo Second"))
    before = things.kept
    days = {"first_day": str(course.first_day), "last_day": str(course.last_day)}
    send(tessa, f"{course.pk}/change/", 403, name="Mine", **days)
    send(tessa, f"{course.pk}/invitations/", 403, email="x@example.org", to_be="tutor")
    send(tessa, f"learners/{open_olga.pk}/removal/", 403, reason="Because it was so.")
    send(tessa, f"{course.pk}/attendance/entry/", 403)
    send(rita, f"{course.pk}/attendance/", 403, attended=[])
    send(second, f"tutors/{things.tutor.pk}/end/", 403)
    assert things.kept == before
    assert ask(rita, f"{course.pk}/")["tutors"][0]["id"] == things.tutor.pk
    assert send(rita, f"tutors/{things.tutor.pk}/end/")["until"]
    ask(tessa, f"{course.pk}/", 404)


def test_an_invitation_is_answered_by_whoever_confirmed_its_address_alone(
    course: Course, rita: User, carol: User
) -> None:
    asked = invited(course, rita, "wanda@example.org")
    wanda = person("Wanda")
    wanda.email = "wanda@example.org"
    wanda.save()
    for somebody in (wanda, confirmed(carol), rita):
        ask(somebody, f"invitations/{asked.pk}/", 404)
        send(somebody, f"invitations/{asked.pk}/answer/", 404, accept=True)
    assert not Member.objects.exists()
    confirmed(wanda)
    [one] = ask(wanda, "invitations/")["results"]
    assert (one["id"], one["course"], one["invited_by"]) == (str(asked.pk), course.name, "Rita Rowe")
    assert send(wanda, f"invitations/{asked.pk}/answer/", accept=True) == {
        "standing": "accepted",
        "course": str(course.pk),
    }
    assert not Member.objects.get().is_shown
    assert ask(wanda, "invitations/")["count"] == 0


def test_it_is_closed_while_ones_own_paper_runs_and_needs_the_token_of_the_session(
    course: Course, tessa: User, body: Body
) -> None:
    member = joined(course, tessa, factories.person("Ruth", Role.CANDIDATE), agreed=True)
    client = Client(enforce_csrf_checks=True)
    client.force_login(member.person)
    assert client.post(f"{BASE}{course.pk}/leaving/", {}, "application/json").status_code == 403
    make_attempt(make_sitting(opens_at=timezone.now()), member.person)
    for address in ("", "invitations/", f"{course.pk}/"):
        assert ask(member.person, address, 403)["code"] == "exam-running"
    assert send(member.person, f"{course.pk}/consent/", 403, agreed=False)["code"] == "exam-running"
    member.refresh_from_db()
    assert member.is_shown


# --- giving a course --------------------------------------------------------------------------------------------------


def test_a_course_is_made_once_and_changed(body: Body, club: Club, rita: User, cleo: User, carol: User) -> None:
    today = body.today()
    sent = {
        "body": body.slug,
        "name": "Refresher",
        "first_day": str(today),
        "last_day": str(today + dt.timedelta(days=7)),
        "teaches": True,
        "reference": str(uuid4()),
    }
    first, second = (send(rita, "", **sent) for _time in range(2))
    assert first == second == ask(rita, "", part="organiser")["results"][0]
    assert (first["teaches"], first["organises"], first["takes_part"]) == (True, True, False)
    assert [one["name"] for one in first["tutors"]] == ["Rita Rowe"]
    fresh = {**sent, "reference": str(uuid4())}
    send(carol, "", 422, **fresh)
    assert send(cleo, "", 422, **fresh)["errors"]["club"]
    assert send(cleo, "", **fresh, club=str(club.pk))["club"] == club.name
    for wrong, field in (
        ({"last_day": str(today - dt.timedelta(days=1))}, "last_day"),
        ({"last_day": "soon"}, "last_day"),
        ({"name": " "}, "name"),
        ({"club": str(uuid4())}, "club"),
        ({"body": "nowhere"}, "body"),
        ({"teaches": "yes"}, "teaches"),
    ):
        assert list(send(rita, "", 422, **{**fresh, "reference": str(uuid4()), **wrong})["errors"]) == [field], wrong
    assert Course.objects.count() == 2
    changed = send(
        rita, f"{first['id']}/change/", name="Refreshed", first_day=sent["first_day"], last_day=sent["last_day"]
    )
    assert (changed["name"], changed["assignments"], changed["mine"]) == ("Refreshed", [], None)


def test_people_are_invited_one_by_one_and_from_a_list_that_is_shown_first(
    course: Course, body: Body, tessa: User, rita: User
) -> None:
    assert send(tessa, f"{course.pk}/invitations/", email="Kim@Example.org")["invited"] == ["kim@example.org"]
    assert send(tessa, f"{course.pk}/invitations/", email="kim@example.org")["waiting"] == ["kim@example.org"]
    csv = "Email,Name\nkim@example.org,Kim\nlee@example.org,Lee\nnobody,No\n"
    shown = send(tessa, f"{course.pk}/roster/", csv=csv)
    assert [one["invites"] for one in shown["lines"]] == [False, True, False]
    assert (shown["inviting"], shown["wrong"], CourseInvitation.objects.open().count()) == (1, 1, 1)
    assert "Invited already" in shown["lines"][0]["says"]
    other = made(body, rita, name="Another")
    assert send(rita, f"{other.pk}/roster/invitations/", 422, sealed=shown["sealed"])["errors"]["sealed"]
    for _time, wanted in enumerate((["lee@example.org"], [])):
        assert send(tessa, f"{course.pk}/roster/invitations/", sealed=shown["sealed"])["invited"] == wanted
    assert "No column is called Email" in send(tessa, f"{course.pk}/roster/", 422, csv="A,B\n1,2\n")["errors"]["csv"][0]

    [lee] = [one for one in ask(tessa, f"{course.pk}/invitations/")["results"] if one["email"] == "lee@example.org"]
    assert (lee["name"], lee["standing"], lee["expired"]) == ("Lee", "open", False)
    assert send(tessa, f"invitations/{lee['id']}/withdrawal/")["standing"] == "withdrawn"
    Course.objects.filter(pk=course.pk).update(last_day=course.first_day)
    assert "The course ended on" in send(tessa, f"{course.pk}/invitations/", 409, email="x@example.org")["detail"]


def test_practice_and_mocks_are_set_and_taken_back(course: Course, body: Body, tessa: User, open_olga: Member) -> None:
    today = course.body.today()
    days = {"from_day": str(today), "due_day": str(today + dt.timedelta(days=7))}

    def sets(status: int = 200, **what: Any) -> Any:
        return send(tessa, f"{course.pk}/assignments/", status, **{"reference": str(uuid4()), **days, **what})

    one = sets(law="27", count=2, note="Read it first.")
    assert (one["kind"], one["title"], one["count"], one["note"]) == ("law", "Law 27", 2, "Read it first.")
    again: dict[str, Any] = {"law": "27", "count": 2, "reference": str(uuid4())}
    assert sets(**again) == sets(**again)
    paths = sets(units=[PATH], count=3)
    assert (paths["kind"], paths["units"], paths["title"]) == ("paths", [PATH], catalogue()[PATH].title)
    for wrong, field in (
        ({}, "law"),
        ({"law": "27", "units": [PATH]}, "units"),
        ({"law": "999"}, "law"),
        ({"units": ["27/no_such=path"]}, "units"),
        ({"paper": "no-such"}, "paper"),
        ({"law": "27", "due_day": str(today - dt.timedelta(days=1))}, "due_day"),
        ({"law": "27", "due_day": "2999-01-01"}, "due_day"),
        ({"law": "27", "count": 0}, "count"),
    ):
        assert list(sets(422, **wrong)["errors"]) == [field], wrong
    assert course.assignments.count() == 3

    practised(open_olga.person, right=True)
    mine = ask(open_olga.person, f"{course.pk}/")["mine"]["progress"]
    assert [one["done"] for one in mine["assignments"] if one["title"] == "Law 27"] == [2, 2]
    assert mine == ask(tessa, f"learners/{open_olga.pk}/")["progress"]
    assert send(tessa, f"assignments/{one['id']}/withdrawal/") == {"title": "Law 27"}
    assert course.assignments.count() == 2


def test_a_mock_exam_of_a_paper_is_set(course: Course, tessa: User) -> None:
    paper = factories.blueprint(at=course.body, code="club", minutes=30, pass_mark=60, quotas={"insufficient-bid": 4})
    today = str(course.body.today())
    got = send(tessa, f"{course.pk}/assignments/", paper="club", from_day=today, due_day=today, reference=str(uuid4()))
    assert (got["kind"], got["paper"], got["count"]) == ("mock", "club", 1)
    assert Assignment.objects.get().paper == paper


def test_attendance_is_confirmed_and_entered_and_a_learner_removed(
    course: Course, body: Body, rita: User, tessa: User, open_olga: Member
) -> None:
    assert send(tessa, f"{course.pk}/attendance/", 422, attended=[str(uuid4())])["errors"]["attended"]
    confirmed_ = send(tessa, f"{course.pk}/attendance/", attended=[str(open_olga.pk)])
    assert confirmed_ == {"confirmed": 1, "on_record": 0}
    entered = [send(rita, f"{course.pk}/attendance/entry/")["entered"] for _time in range(2)]
    assert entered == [1, 0]
    [row] = ask(rita, f"{course.pk}/learners/")["results"]
    assert row["on_record"] and row["attended_at"]

    assert send(rita, f"learners/{open_olga.pk}/removal/", 422, reason=" ")["errors"]["reason"]
    gone = send(rita, f"learners/{open_olga.pk}/removal/", reason="She asked to.")
    assert (gone["removed"], gone["shows_progress"]) == (True, False) and gone["left_at"]
    assert send(rita, f"learners/{open_olga.pk}/removal/", reason="Again.") == gone
    assert AuditEntry.objects.get(verb="course.learner_removed").reason == "She asked to."
    assert Evidence.objects.count() == 1
    ask(open_olga.person, f"{course.pk}/", 404)


# --- taking it --------------------------------------------------------------------------------------------------------


def test_a_learner_joins_agrees_and_leaves(course: Course, rita: User, tessa: User) -> None:
    wanda = confirmed(person("Wanda Ward"))
    asked = invited(course, rita, wanda.email)
    assert send(wanda, f"invitations/{asked.pk}/answer/", 422, accept="yes")["errors"]["accept"]
    for _time in range(2):
        send(wanda, f"invitations/{asked.pk}/answer/", accept=True, agreed=True)
    assert [one["id"] for one in ask(wanda, "", part="learner")["results"]] == [str(course.pk)]
    assert ask(wanda, "", part="tutor")["count"] == 0
    assert ask(wanda, f"{course.pk}/")["mine"]["agreed_at"]
    assert send(wanda, f"{course.pk}/consent/", agreed=False) == {"agreed_at": None}
    assert send(wanda, f"{course.pk}/consent/", 422, agreed="no")["errors"]["agreed"]
    assert send(wanda, f"{course.pk}/leaving/")["left_at"]
    ask(wanda, f"{course.pk}/", 404)
    send(wanda, f"{course.pk}/consent/", 404, agreed=True)

    again = invited(course, rita, wanda.email)
    assert send(wanda, f"invitations/{again.pk}/answer/", accept=False) == {"standing": "declined", "course": None}
    refused = send(wanda, f"invitations/{again.pk}/answer/", 409, accept=True)
    assert refused["detail"] == "This invitation was declined already."


# --- lists ------------------------------------------------------------------------------------------------------------


def _queries(read: Callable[[], Any]) -> int:
    assert read().status_code == 200
    with CaptureQueriesContext(connection) as found:
        read()
    return len(found)


def test_lists_take_as_many_queries_for_one_as_for_three(
    course: Course, body: Body, rita: User, tessa: User, open_olga: Member
) -> None:
    set_law(course, tessa)
    services.invite(course=course, actor=rita, people=[("one@example.org", "")])
    wanda = confirmed(person("Wanda Ward"))
    invited(course, rita, wanda.email)
    lists = [
        (rita, ""),
        (tessa, ""),
        (wanda, "invitations/"),
        (rita, f"{course.pk}/invitations/"),
        (tessa, f"{course.pk}/learners/"),
        (rita, f"{course.pk}/learners/"),
        (tessa, f"{course.pk}/progress/"),
        (open_olga.person, f"{course.pk}/"),
    ]
    clients = [(client_of(who), BASE + address) for who, address in lists]
    before = [_queries(lambda c=client, a=address: c.get(a)) for client, address in clients]  # type: ignore[misc]
    for name in ("Ann", "Ben"):
        member = joined(course, tessa, person(name, body, Role.CANDIDATE), agreed=True)
        practised(member.person, right=False)
        set_law(course, tessa, title=f"For {name}")
        other = made(body, rita, name=f"Of {name}")
        teaching(other, rita, tessa)
        invited(other, rita, wanda.email)
        services.invite(course=course, actor=rita, people=[(f"{name}@example.org".lower(), "")])
    assert [_queries(lambda c=client, a=address: c.get(a)) for client, address in clients] == before  # type: ignore[misc]
