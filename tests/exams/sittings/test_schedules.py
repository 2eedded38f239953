"""Making a sitting and changing it."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import reverse

from accounts.audit.models import AuditEntry
from accounts.letters.tasks import send_letters
from accounts.models import Role, User
from exams.bank.models import Review
from exams.bank.services import decide
from exams.papers.draws import draw_form
from exams.papers.models import Paper
from exams.sittings import closure, invigilation, services
from exams.sittings.models import Attempt, Entry, Sitting
from tests import factories
from tests.exams.sittings.conftest import DAY, DAY_BEFORE, MORNING, Clock, make_attempt, make_sitting
from tests.walking import walks

KEY = "0123456789abcdef" * 4
WINDOW = {
    "title": "November",
    "place": "",
    "opens_at": f"{DAY}T14:00",
    "closes_at": f"{DAY}T16:00",
    "start": "window",
    "release": "at_once",
    "exposed_reason": "A mock exam.",
}
FULL = WINDOW | {
    "place": "Hall",
    "start": "together",
    "late_minutes": "10",
    "entry_opens_at": f"{DAY}T11:00",
    "entry_closes_at": f"{DAY}T13:00",
    "approval": "on",
    "places": "30",
    "code": " 27 b1",
    "browser_keys": f"{KEY.upper()}\n\n{KEY[::-1]}",
    "release": "together",
}


def minutes(number: float) -> dt.timedelta:
    return dt.timedelta(minutes=number)


@pytest.fixture
def desk(erin: User, client: Client) -> Client:
    client.force_login(erin)
    return client


def page(name: str, *args: object) -> str:
    return reverse(f"sittings:{name}", args=args)


def untouched(desk: Client, url: str) -> dict[str, Any]:
    """What a browser sends of this form when nothing was typed into it: moments as they are written in the page."""
    response = desk.get(url)
    shown = {field.html_name: field.value() for field in response.context["form"]}
    moments = re.findall(r'type="datetime-local" name="(\w+)" value="([^"]+)"', response.content.decode())
    return {name: value for name, value in shown.items() if value not in (None, False)} | dict(moments)


# --- making -------------------------------------------------------------------------------------------------------------


def test_times_are_typed_by_the_bodys_clock(desk: Client, clock: Clock) -> None:
    paper = factories.paper(questions=1)
    response = desk.post(page("schedule", paper.pk), WINDOW)
    sitting = Sitting.objects.get()
    assert response["Location"] == page("room", sitting.pk)
    assert (sitting.opens_at - MORNING).total_seconds() == 4 * 3600
    assert (sitting.body, sitting.paper) == (paper.body, paper)


def test_everything_can_be_settled(desk: Client, clock: Clock) -> None:
    helper = factories.person("Rita", Role.REGISTRAR)
    outside = factories.person("Carl", Role.CANDIDATE)
    paper = factories.paper(questions=1)
    typed = FULL | {"invigilators": [str(helper.pk)], "others": f"{outside.email.upper()}\n"}
    assert desk.post(page("schedule", paper.pk), typed).status_code == 302
    sitting = Sitting.objects.get()
    assert (sitting.place, sitting.together, sitting.late_minutes, sitting.approval) == ("Hall", True, 10, True)
    assert (sitting.places, sitting.code, sitting.release) == (30, "27B1", "together")
    assert sitting.browser_keys == [KEY, KEY[::-1]]
    assert (sitting.entry_closes_at or MORNING) - MORNING == minutes(180)
    assert set(sitting.invigilators.all()) == {helper, outside}
    audit = AuditEntry.objects.get(verb="sitting.made")
    assert (audit.data["code"], audit.data["places"]) == (True, 30)


def test_a_common_start_needs_no_close(desk: Client, clock: Clock) -> None:
    paper = factories.paper(questions=1)
    desk.post(page("schedule", paper.pk), WINDOW | {"start": "together", "closes_at": ""})
    sitting = Sitting.objects.get()
    assert sitting.closes_at - sitting.opens_at == minutes(30)


@walks(
    ("change", "message"),
    [
        ({"closes_at": f"{DAY}T14:00"}, "after it opens"),
        ({"closes_at": f"{DAY}T14:29"}, "takes 30 minutes"),
        ({"closes_at": ""}, "Say when the sitting closes"),
        ({"opens_at": f"{DAY_BEFORE}T14:00", "closes_at": f"{DAY}T10:00"}, "past"),
        ({"opens_at": "tomorrow"}, "valid date"),
        ({"opens_at": "0001-01-01T00:00"}, "two years"),
        ({"closes_at": "9999-12-31T23:59"}, "two years"),
        ({"title": " "}, "required"),
        ({"start": "together", "late_minutes": "30"}, "would have no time left"),
        ({"late_minutes": "-1"}, "greater than or equal to 0"),
        ({"places": "0"}, "greater than or equal to 1"),
        ({"entry_closes_at": f"{DAY}T17:00"}, "closes before that"),
        ({"entry_opens_at": f"{DAY}T13:00", "entry_closes_at": f"{DAY}T12:00"}, "before they close"),
        ({"code": "27-B1!"}, "letters and digits"),
        ({"browser_keys": "abc"}, "64 hexadecimal digits"),
        ({"browser_keys": "\n".join(f"{n:064x}" for n in range(21))}, "At most 20 keys"),
        ({"others": "nobody@example.org"}, "has the address nobody@example.org"),
        ({"release": "never"}, "valid choice"),
    ],
    apart=True,
)
def test_what_nobody_could_sit_in_is_refused_and_nothing_typed_is_lost(
    desk: Client, clock: Clock, change: dict[str, str], message: str
) -> None:
    paper = factories.paper(questions=1)
    shown = desk.post(page("schedule", paper.pk), FULL | {"start": "window"} | change).content.decode()
    assert message in shown.replace("&#x27;", "'")
    assert not Sitting.objects.exists()
    assert 'value="Hall"' in shown
    if "place" not in change:
        assert "Nothing you typed is lost." in shown


def test_somebody_of_another_body_is_no_invigilator(desk: Client, charlie: User) -> None:
    paper = factories.paper(questions=1)
    shown = desk.post(page("schedule", paper.pk), WINDOW | {"others": charlie.email}).content.decode()
    assert f"has the address {charlie.email}" in shown


def test_papers_to_choose_from_are_ones_own(desk: Client) -> None:
    ours = factories.paper(questions=1)
    factories.paper(at=factories.body("Northern Rivers Bridge"), questions=1)
    assert list(desk.get(page("choose_paper")).context["page"]) == [ours]


def test_the_next_sitting_is_drafted_like_the_last(desk: Client, erin: User, clock: Clock) -> None:
    paper = factories.paper(questions=1)
    assert desk.get(page("schedule", paper.pk)).context["form"]["place"].value() is None
    made = services.schedule(
        paper=paper,
        title="First",
        place="Hall",
        together=True,
        approval=True,
        places=12,
        opens_at=MORNING + minutes(90),
        closes_at=MORNING + minutes(150),
        actor=erin,
    )
    form = desk.get(page("schedule", paper.pk)).context["form"]
    shown = {name: form[name].value() for name in ("place", "start", "approval", "places")}
    assert shown == {"place": "Hall", "start": "together", "approval": True, "places": 12}
    tomorrow = [form.initial[name] - dt.timedelta(days=1) for name in ("opens_at", "closes_at")]
    assert tomorrow == [made.opens_at, made.closes_at]


@pytest.fixture
def two_forms(erin: User) -> tuple[Paper, Paper]:
    """Two questions in each, none in both; the second of the second is retired."""
    for _number in range(2):
        factories.approved_version()
    first = factories.paper(questions=2, one_each=True)
    second = draw_form(paper=first, actor=erin, seed=2)
    lost = second.questions.get(position=2).version_id
    decide(version_id=lost, examiner=erin, decision=Review.Decision.RETIRE, reason="Stale.")
    return first, second


def test_no_form_that_would_be_given_has_a_question_that_was_taken_back(
    two_forms: tuple[Paper, Paper], desk: Client, clock: Clock
) -> None:
    shown = desk.post(page("schedule", two_forms[0].pk), WINDOW).content.decode()
    assert "of these questions of the paper: 2 (form 2). Draw another paper." in shown
    assert not Sitting.objects.exists()


def test_a_form_that_somebody_has_is_given_to_nobody_else_and_hinders_nothing(
    two_forms: tuple[Paper, Paper], alice: User, desk: Client, sitting: Sitting
) -> None:
    entry = services.enter(sitting=sitting, person=alice)
    Entry.objects.filter(pk=entry.pk).update(own_paper=two_forms[1])
    assert desk.post(page("schedule", two_forms[0].pk), WINDOW).status_code == 302


def test_a_paper_for_all_with_a_question_that_was_taken_back_is_not_sat(desk: Client, erin: User, clock: Clock) -> None:
    paper = factories.paper(questions=3)
    for position in (3, 1):
        lost = paper.questions.get(position=position).version_id
        decide(version_id=lost, examiner=erin, decision=Review.Decision.RETIRE, reason="Stale.")
    shown = desk.post(page("schedule", paper.pk), WINDOW).content.decode()
    assert "of these questions of the paper: 1, 3. Draw another paper." in shown


# --- changing -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def coming(db: None, clock: Clock) -> Sitting:
    """Opens in two hours, for two hours."""
    return make_sitting(opens_at=MORNING + minutes(120))


def test_until_it_opens_everything_may_change_and_those_entered_are_told(
    coming: Sitting, alice: User, erin: User, clock: Clock, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    services.enter(sitting=coming, person=alice)
    Sitting.objects.update(reminded_at=clock.now)
    services.change(sitting=coming, actor=erin, opens_at=MORNING + minutes(180), code="42", title="Later")
    coming.refresh_from_db()
    assert (coming.opens_at, coming.code, coming.title) == (MORNING + minutes(180), "42", "Later")
    assert coming.reminded_at is None
    audit = AuditEntry.objects.get(verb="sitting.changed")
    assert audit.data["before"]["title"] == "Club directors, November"
    assert audit.data["after"] == {
        "opens_at": (MORNING + minutes(180)).isoformat(),
        "code": True,
        "title": "Later",
    }
    send_letters()
    assert [mail.subject for mail in mailoutbox][-1] == "Changed: Later"
    assert "13:00" in str(mailoutbox[-1].body)


def test_what_changes_nobodys_day_is_not_told(
    coming: Sitting, alice: User, erin: User, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    services.enter(sitting=coming, person=alice)
    services.change(sitting=coming, actor=erin, code="42", opens_at=coming.opens_at)
    send_letters()
    assert [mail.subject.split(":")[0] for mail in mailoutbox] == ["You are entered"]


@walks(
    "change",
    [
        {"opens_at": MORNING - minutes(5)},
        {"together": True},
        {"late_minutes": 5},
        {"code": "42"},
        {"places": 2},
        {"closes_at": MORNING + minutes(119)},
    ],
    apart=True,
)
def test_once_it_has_opened_nothing_is_taken_away(sitting: Sitting, erin: User, change: dict[str, Any]) -> None:
    with pytest.raises(services.NotPossible, match="has opened"):
        services.change(sitting=sitting, actor=erin, **change)
    assert not AuditEntry.objects.filter(verb="sitting.changed").exists()


def test_a_mistyped_key_is_put_right_though_the_sitting_has_opened(
    sitting: Sitting, alice: User, desk: Client, clock: Clock
) -> None:
    """Nobody can have started with it, so the examiner is free to replace it."""
    services.enter(sitting=sitting, person=alice)
    Sitting.objects.update(browser_keys=[KEY])
    url = page("change", sitting.pk)
    shown = desk.get(url).content.decode()
    assert KEY in shown and "While candidates are working, you can add keys" in shown
    right = KEY[::-1]
    assert desk.post(url, untouched(desk, url) | {"browser_keys": right}).status_code == 302
    sitting.refresh_from_db()
    assert sitting.browser_keys == [right]
    audit = AuditEntry.objects.get(verb="sitting.changed")
    assert (audit.data["before"], audit.data["after"]) == ({"browser_keys": [KEY]}, {"browser_keys": [right]})


@walks(
    ("before", "after", "possible"),
    [
        ([KEY], [KEY, KEY[::-1]], True),
        ([KEY], [], True),
        ([KEY], [KEY[::-1]], False),
        ([KEY, KEY[::-1]], [KEY], False),
        ([], [KEY], False),
    ],
    apart=True,
)
def test_the_keys_by_which_somebody_works_stay(
    attempt: Attempt, desk: Client, before: list[str], after: list[str], possible: bool
) -> None:
    Sitting.objects.update(browser_keys=before)
    url = page("change", attempt.sitting.pk)
    response = desk.post(url, untouched(desk, url) | {"browser_keys": "\n".join(after)})
    assert response.status_code == (302 if possible else 200)
    assert Sitting.objects.get().browser_keys == (after if possible else before)
    if not possible:
        shown = response.content.decode()
        assert "Candidates are already working" in shown
        assert after[0] in shown
        closure.submit(attempt_id=attempt.pk, person=attempt.entry.person)
        assert desk.post(url, untouched(desk, url) | {"browser_keys": "\n".join(after)}).status_code == 302


@walks(
    ("before", "after", "possible"),
    [(2, 3, True), (2, None, True), (2, 2, True), (2, 1, False), (None, 40, False), (None, None, True)],
    apart=True,
)
def test_once_it_has_opened_there_can_only_be_more_places(
    sitting: Sitting, erin: User, desk: Client, before: int | None, after: int | None, possible: bool
) -> None:
    Sitting.objects.update(places=before)
    url = page("change", sitting.pk)
    response = desk.post(url, untouched(desk, url) | {"places": "" if after is None else str(after)})
    assert response.status_code == (302 if possible else 200)
    assert Sitting.objects.get().places == (after if possible else before)
    if not possible:
        assert "only add places" in str(response.context["form"].errors["places"])
        with pytest.raises(services.NotPossible, match="only add places"):
            services.change(sitting=sitting, actor=erin, places=after)


def test_a_later_close_gives_back_what_it_had_cut(
    sitting: Sitting, alice: User, bob: User, erin: User, clock: Clock
) -> None:
    early = make_attempt(sitting, alice)
    clock.forward(minutes=110)
    late = make_attempt(sitting, bob)
    assert late.deadline == MORNING + minutes(120)
    services.change(sitting=sitting, actor=erin, closes_at=MORNING + minutes(135), place="Room 2")
    late.refresh_from_db()
    assert (late.deadline, sitting.place) == (MORNING + minutes(135), "Hall")
    services.change(sitting=sitting, actor=erin, closes_at=MORNING + minutes(200))
    late.refresh_from_db()
    early.refresh_from_db()
    assert (late.deadline, early.deadline) == (MORNING + minutes(140), MORNING + minutes(30))


@pytest.mark.parametrize("before", [0, 10])
def test_a_later_close_gives_back_what_it_had_cut_before_a_pause(
    sitting: Sitting, alice: User, erin: User, clock: Clock, before: int
) -> None:
    """Cut by five minutes, then all stood for ten: the close has moved past what the clock alone would tell."""
    if before:
        invigilation.pause_all(sitting=sitting, actor=erin, reason="Alarm.")
        clock.forward(minutes=before)
        invigilation.go_on_all(sitting=sitting, actor=erin)
    clock.forward(minutes=95)
    attempt = make_attempt(sitting, alice)
    invigilation.pause_all(sitting=sitting, actor=erin, reason="Alarm.")
    clock.forward(minutes=10)
    invigilation.go_on_all(sitting=sitting, actor=erin)
    attempt.refresh_from_db()
    assert attempt.deadline == MORNING + minutes(before + 130)
    services.change(sitting=sitting, actor=erin, closes_at=MORNING + minutes(200))
    attempt.refresh_from_db()
    assert attempt.deadline == MORNING + minutes(before + 135)


def test_the_page_offers_what_may_change(coming: Sitting, desk: Client, clock: Clock) -> None:
    url = page("change", coming.pk)
    everything = desk.get(url).context["form"].fields.keys()
    assert {"code", "start", "opens_at"} <= everything
    clock.forward(minutes=121)
    form = desk.get(url).context["form"]
    offered = {"title", "place", "closes_at", "browser_keys", "places", "invigilators", "others", "exposed_reason"}
    assert form.fields.keys() == offered - (set() if "invigilators" in form.fields else {"invigilators"})
    typed = {"title": "Renamed", "place": "", "closes_at": f"{DAY}T13:00", "others": ""}
    assert "only move the close to a later time" in desk.post(url, typed).content.decode()
    assert desk.post(url, typed | {"closes_at": f"{DAY}T15:00"}).status_code == 302
    coming.refresh_from_db()
    assert (coming.title, coming.closes_at) == ("Renamed", MORNING + minutes(300))


def test_an_open_sitting_can_be_changed_after_a_pause_of_any_length(
    sitting: Sitting, erin: User, desk: Client, clock: Clock
) -> None:
    invigilation.pause_all(sitting=sitting, actor=erin, reason="Alarm.")
    clock.forward(seconds=90)
    invigilation.go_on_all(sitting=sitting, actor=erin)
    closes = MORNING + minutes(121.5)
    url = page("change", sitting.pk)
    sent = untouched(desk, url)
    assert sent["closes_at"] == f"{DAY}T12:01"
    assert desk.post(url, sent | {"title": "Renamed"}).status_code == 302
    sitting.refresh_from_db()
    assert (sitting.title, sitting.closes_at) == ("Renamed", closes)
    assert (
        "only move the close to a later time" in desk.post(url, sent | {"closes_at": f"{DAY}T12:00"}).content.decode()
    )
    assert desk.post(url, sent | {"closes_at": f"{DAY}T12:02"}).status_code == 302
    sitting.refresh_from_db()
    assert sitting.closes_at == MORNING + minutes(122)


def test_a_form_left_as_it_is_changes_no_moment_and_tells_nobody(coming: Sitting, alice: User, desk: Client) -> None:
    services.enter(sitting=coming, person=alice)
    odd = dt.timedelta(seconds=42, microseconds=7)
    moments = {
        "opens_at": coming.opens_at + odd,
        "closes_at": coming.closes_at + odd,
        "entry_opens_at": MORNING - minutes(60) + odd,
        "entry_closes_at": coming.opens_at + odd,
    }
    Sitting.objects.update(**moments)
    url = page("change", coming.pk)
    assert desk.post(url, untouched(desk, url)).status_code == 302
    assert Sitting.objects.values(*moments).get() == moments
    assert not AuditEntry.objects.filter(verb="sitting.changed").exists()


def test_the_page_shows_and_keeps_what_is_settled(coming: Sitting, desk: Client) -> None:
    helper = factories.person("Rita", Role.REGISTRAR)
    url = page("change", coming.pk)
    typed = FULL | {"invigilators": [str(helper.pk)], "others": ""}
    assert desk.post(url, typed).status_code == 302
    form = desk.get(url).context["form"]
    shown = {name: form[name].value() for name in ("code", "start", "places", "approval", "invigilators")}
    assert shown == {"code": "27B1", "start": "together", "places": 30, "approval": True, "invigilators": [helper.pk]}
    assert desk.post(url, WINDOW).status_code == 302
    coming.refresh_from_db()
    assert (coming.code, coming.together, coming.invigilators.count()) == ("", False, 0)


def test_places_are_not_cut_below_those_taken(coming: Sitting, alice: User, bob: User, desk: Client) -> None:
    for person in (alice, bob):
        services.enter(sitting=coming, person=person)
    shown = desk.post(page("change", coming.pk), WINDOW | {"places": "1"}).content.decode()
    assert "2 entries are approved already" in shown


def test_nothing_changes_when_it_is_over(sitting: Sitting, erin: User, desk: Client, clock: Clock) -> None:
    clock.forward(minutes=120)
    with pytest.raises(services.NotPossible, match="over"):
        services.change(sitting=sitting, actor=erin, title="Too late")
    assert "This sitting is over" in desk.get(page("change", sitting.pk)).content.decode()


def test_who_sits_it_does_not_watch_over_it(sitting: Sitting, alice: User, erin: User) -> None:
    services.enter(sitting=sitting, person=alice)
    with pytest.raises(services.NotPossible, match="Alice is entered"):
        services.change(sitting=sitting, actor=erin, invigilators=[alice])


def test_who_watches_over_it_does_not_sit_it(sitting: Sitting, alice: User, erin: User) -> None:
    services.change(sitting=sitting, actor=erin, invigilators=[alice])
    with pytest.raises(PermissionDenied):
        services.enter(sitting=sitting, person=alice)
    services.change(sitting=sitting, actor=erin, invigilators=[])
    services.enter(sitting=sitting, person=alice)


def test_an_administrator_who_sits_it_changes_nothing(attempt: Attempt) -> None:
    factories.person("Alice", Role.ADMINISTRATOR)
    alice = User.objects.get(pk=attempt.entry.person_id)
    with pytest.raises(PermissionDenied):
        services.change(sitting=attempt.sitting, actor=alice, closes_at=MORNING + minutes(500))
