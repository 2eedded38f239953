"""/bank/levels/: the laws, the paths of a law, one path; and the reasons on a question's page."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from exams.bank.levels.moves import move
from exams.bank.levels.told import named
from exams.bank.models import LevelMove, QuestionVersion
from tests import factories
from tests.exams.bank.levels.conftest import CLUB_PATH, CONGRESS_PATH

pytestmark = pytest.mark.django_db

WHY = "Our clubs never see it."
PATH = ["qba", "27", named(CLUB_PATH)]
PAGES = (
    reverse("bank:levels"),
    reverse("bank:levels_of", args=["qba"]),
    reverse("bank:level_law", args=["qba", "27"]),
    reverse("bank:level_path", args=PATH),
)


def shown(user: User, address: str) -> str:
    answer = factories.browser(user).get(address)
    assert answer.status_code == 200, address
    return " ".join(answer.content.decode().split())


# --- who may --------------------------------------------------------------------------------------------------------


def test_who_may_read_and_who_may_move(cora: User, alice: User, adam: User, charlie: User, dora: User) -> None:
    held = move(body=factories.body(), path=CONGRESS_PATH, actor=cora, reason=WHY)
    back = reverse("bank:level_back", args=["qba", "23", named(CONGRESS_PATH), held.pk])
    posts = (reverse("bank:move_level", args=PATH), back)
    for address in PAGES:
        assert Client().get(address).status_code == 302
        assert factories.browser(dora).get(address).status_code == 403
        assert factories.browser(adam).get(address).status_code == 403
        assert factories.browser(alice).get(address).status_code == 200
    for address in PAGES[1:]:
        assert factories.browser(charlie).get(address).status_code == 404
    for address in posts:
        for user, status in ((dora, 403), (adam, 403), (alice, 403), (charlie, 404)):
            assert factories.browser(user).post(address, {"reason": WHY}).status_code == status
    assert list(LevelMove.objects.values_list("path", "back_at")) == [(CONGRESS_PATH, None)]


def test_a_move_of_another_path_or_body_cannot_be_taken_back_from_here(cora: User) -> None:
    held = move(body=factories.body(), path=CONGRESS_PATH, actor=cora, reason=WHY)
    answer = factories.browser(cora).post(reverse("bank:level_back", args=[*PATH, held.pk]), {"reason": WHY})
    assert answer.status_code == 404


# --- what they say ----------------------------------------------------------------------------------------------------


def test_the_page_of_a_law_tells_its_paths_in_words_with_levels_and_reasons(alice: User) -> None:
    factories.approved_version(path=CLUB_PATH)
    page = shown(alice, PAGES[2])
    assert "Was the irregular call made out of rotation? <b>no</b>" in page
    assert "There is one irregularity, with its usual options." in page
    assert "More than one thing is irregular (27A2)." in page
    assert "1 approved" in page
    assert "out_of_rotation" not in page


def test_laws_and_paths_that_are_not_there_are_not_found(alice: User) -> None:
    browser = factories.browser(alice)
    for args in (["qba", "1"], ["qba", "27", "0" * 16], ["none", "27"]):
        name = "bank:level_path" if len(args) == 3 else "bank:level_law"
        assert browser.get(reverse(name, args=args)).status_code == 404


def test_a_path_is_moved_and_taken_back_on_its_page(cora: User, alice: User) -> None:
    version = factories.approved_version(path=CLUB_PATH)
    browser = factories.browser(cora)
    refused = browser.post(reverse("bank:move_level", args=PATH), {"reason": " "})
    assert refused.status_code == 400 and "Say why" in refused.content.decode()
    assert browser.post(reverse("bank:move_level", args=PATH), {"reason": WHY}).status_code == 302
    told = f"Moved to Congress by Queensland Bridge Association:</b> {WHY}"
    for address in (PAGES[2], PAGES[3], version.get_absolute_url()):
        assert told in shown(alice, address), address
    again = browser.post(reverse("bank:move_level", args=PATH), {"reason": WHY})
    assert again.status_code == 409 and "already moved this path" in again.content.decode()
    back = reverse("bank:level_back", args=[*PATH, LevelMove.objects.get().pk])
    assert browser.post(back, {"reason": "They do after all."}).status_code == 302
    page = shown(alice, PAGES[3])
    assert told not in page and "They do after all." in page and WHY in page


def test_a_move_of_a_path_that_the_engine_has_lost_is_taken_back_on_its_page(cora: User, alice: User) -> None:
    gone = "27/declined=yes/cheapest=yes"
    version = factories.version(path=f"{gone}/late=no", level="club")
    other = factories.version(path="27/declined=no", level="club")
    held = LevelMove.objects.create(body=factories.body(), path=gone, level="congress", reason=WHY, by=cora)
    QuestionVersion.objects.filter(pk__in=[version.pk, other.pk]).update(level="congress")
    page = reverse("bank:level_path", args=["qba", "27", named(gone)])
    back = reverse("bank:level_back", args=["qba", "27", named(gone), held.pk])
    assert page in shown(alice, PAGES[1])
    assert back in shown(cora, page) and back not in shown(alice, page)
    browser = factories.browser(cora)
    assert browser.post(back, {"reason": " "}).status_code == 400
    assert browser.post(back, {"reason": "It is gone."}).status_code == 302
    assert "It is gone." in shown(cora, page) and page not in shown(alice, PAGES[1])
    assert browser.post(back, {"reason": "Again."}).status_code == 409
    version.refresh_from_db()
    other.refresh_from_db()
    assert (version.level, other.level) == ("club", "congress")


def test_a_question_tells_why_it_has_its_level(alice: User) -> None:
    for version, reason in (
        (factories.version(path=CONGRESS_PATH, level="congress"), "The ruling turns on a judgement (23A1)."),
        (factories.version(path=CONGRESS_PATH), "It was stored as Club. By the rule of today its path is Congress:"),
        (factories.version(path="27/declined/cheapest"), "The rules engine no longer takes this path"),
    ):
        assert reason in shown(alice, version.get_absolute_url())


def test_as_many_queries_however_many_paths_are_moved_and_questions_stored(cora: User, alice: User) -> None:
    def queries() -> list[int]:
        counts = []
        for address in PAGES[1:3]:
            with CaptureQueriesContext(connection) as captured:
                shown(alice, address)
            counts.append(len(captured))
        return counts

    before = queries()
    for path in (CLUB_PATH, CONGRESS_PATH):
        factories.approved_version(path=path)
        move(body=factories.body(), path=path, actor=cora, reason=WHY)
    assert queries() == before
