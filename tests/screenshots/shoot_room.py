"""Pictures of an exam as its invigilator and its examiners see it: the board of a hall at work, and what waits for whom."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import Role
from exams.sittings import breaks, closure, invigilation, presence, services
from exams.sittings.models import Attempt, Sitting
from exams.sittings.saving import Draft, save
from tests import factories
from tests.browser.test_sitting import sign_in
from tests.exams.marking.rooms import paper_with, sitting_of
from tests.screenshots.shoot_pages import shoot
from tests.screenshots.shoot_walk import tour

KINDS = ("best_ruling", "judge_ruling", "whose_turn", "choose_all", "order_steps", "cite_law")
# Each candidate, and how many questions he has answered.
HALL = {"Ruth Calder": 4, "Tom Ferrante": 3, "Frank Abara": 5, "Greta Holm": 2, "Hugo Sato": 1, "Ingrid Marsh": 0}


@pytest.fixture
def room(live_server: LiveServer) -> Sitting:
    """Half an hour into an exam: one has handed in, one has a break, one's clock stands, one is not heard of, one waits."""
    now = timezone.now()
    sitting = sitting_of(
        paper_with(*KINDS, minutes=75, title="Congress, Paper 2: Laws"),
        now - dt.timedelta(minutes=30),
        release="together",
    )
    for name, answered in HALL.items():
        person = factories.person(name, Role.CANDIDATE)
        entry = services.enter(sitting=sitting, person=person)
        if not answered:
            continue
        entry.break_minutes = 15
        entry.save()
        attempt = services.start(sitting=sitting, person=person)
        for number in range(1, answered + 1):
            option = {"cite_law": "27B1", "choose_all": "a", "order_steps": "b,c,a"}.get(KINDS[number - 1], "c")
            save(attempt_id=attempt.pk, person=person, draft=Draft(number, option, False, number))
        if name != "Hugo Sato":
            presence.seen(attempt, question=min(answered + 1, len(KINDS)), waiting=int(name[0] == "T"), now=now)
    held = {one.entry.person.name: one for one in Attempt.objects.with_sitting().filter(entry__sitting=sitting)}
    closure.submit(attempt_id=held["Frank Abara"].pk, person=held["Frank Abara"].entry.person)
    breaks.take(attempt_id=held["Greta Holm"].pk, person=held["Greta Holm"].entry.person)
    erin = factories.person("Erin", Role.EXAMINER)
    invigilation.pause_one(attempt=held["Tom Ferrante"], actor=erin, reason="A spilt glass.")
    invigilation.write_down(sitting=sitting, actor=erin, text="The clock on the wall is two minutes slow.")
    return sitting


def test_the_board(page: Page, room: Sitting) -> None:
    sign_in(page.context, factories.person("Priya Nair", Role.INVIGILATOR))
    page.goto(f"/sittings/{room.pk}/room/")
    expect(page.get_by_role("row")).to_have_count(len(HALL) + 1)
    shoot(page, "room-board")
    tour(page, "board")


def test_what_is_closed_to_whoever_sits_a_paper(page: Page, room: Sitting) -> None:
    sign_in(page.context, factories.person("Ruth Calder"))
    page.goto("/laws/ruling/")
    shoot(page, "closed-assistant")
    sign_in(page.context, factories.person("Erin", Role.EXAMINER))
    page.goto(f"/sittings/new/{room.paper_id}/")
    shoot(page, "schedule")
