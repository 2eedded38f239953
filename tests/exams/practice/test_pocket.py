"""What a phone keeps of the site, and what it takes along of a person's practice."""

from __future__ import annotations

import datetime as dt
import gzip
import hashlib
import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.test import Client, override_settings
from django.utils import timezone

from accounts.models import Role, User
from exams.practice import exercises, reviews
from exams.practice.memory import Grade
from exams.practice.models import Exercise, Learner, Memory, Review, Run
from exams.practice.pocket.questions import AT_ONCE, MOST, ONE_IS_RIGHT, take_along
from exams.practice.progress import home_of, next_of
from exams.practice.queue import NEW_A_DAY, in_order
from exams.practice.units import catalogue, kinds_of
from tests import factories
from tests.exams.practice.conftest import Clock, Reword
from tests.exams.sittings.conftest import make_attempt, make_sitting

pytestmark = pytest.mark.django_db
APP = "/at-the-table/"


@pytest.fixture
def phone(ruth: User) -> Client:
    """Ruth's."""
    return factories.browser(ruth)


def bundle(client: Client) -> dict[str, Any]:
    """What the worker is told to keep."""
    source = client.get(f"{APP}worker.js").content.decode()
    found: dict[str, Any] = json.loads(source.partition("const BUNDLE = ")[2].partition(";\n")[0])
    return found


def content(answer: Any) -> bytes:
    """Of a page or a file."""
    told: bytes = b"".join(answer.streaming_content) if answer.streaming else answer.content
    answer.close()
    return told


def asked(client: Client, have: Any = ()) -> Any:
    """Ask for what is due."""
    return client.post(f"{APP}questions/", {"have": list(have)}, content_type="application/json")


def all_of(client: Client) -> dict[str, dict[str, Any]]:
    """Every question that a phone takes along, by its id, in the order in which they are asked."""
    held: dict[str, dict[str, Any]] = {}
    while True:
        told = asked(client, held).json()
        held |= {one["id"]: one for one in told["questions"]}
        if not told["more"]:
            return {one: held[one] for one in told["order"]}


def given(question: dict[str, Any], answer: str, at: dt.datetime, **more: Any) -> dict[str, Any]:
    return {
        "key": str(uuid4()),
        "exercise": question["id"],
        "answer": answer,
        "sure": True,
        "at": at.isoformat(),
    } | more


def send(client: Client, *answers: dict[str, Any]) -> list[tuple[str, str]]:
    """Send answers; what became of each, with why."""
    reply = client.post("/api/v1/training/answers/", {"answers": answers}, content_type="application/json")
    return [(one["outcome"], one["detail"]) for one in reply.json()["results"]]


# --- whose it is ----------------------------------------------------------------------------------------------------


def test_nobody_takes_questions_along_without_signing_in(client: Client, real_shelf: None) -> None:
    assert asked(client).status_code == 401
    assert not Exercise.objects.exists()
    told = client.get(f"{APP}state/").json()
    assert (told["who"], told["token"]) == ("", "")


def test_what_one_took_along_another_cannot_answer(phone: Client, real_shelf: None) -> None:
    question = next(iter(all_of(phone).values()))
    tom = factories.browser(factories.person("Tom", Role.CANDIDATE))
    [(outcome, detail)] = send(tom, given(question, question["key"], timezone.now()))
    assert (outcome, detail) == ("refused", "There is no such record among yours.")
    assert set(all_of(tom)).isdisjoint(all_of(phone))
    assert asked(tom, all_of(phone)).json()["order"] == list(all_of(tom))


def test_whoever_is_signed_in_is_told_apart_without_being_named(phone: Client, ruth: User) -> None:
    who = phone.get(f"{APP}state/").json()["who"]
    tom = factories.browser(factories.person("Tom", Role.CANDIDATE))
    assert who
    assert who not in str(ruth.pk)
    assert who == phone.get(f"{APP}state/").json()["who"] != tom.get(f"{APP}state/").json()["who"]


def test_nothing_that_a_phone_keeps_is_anybodys(phone: Client, client: Client, small_shelf: None) -> None:
    """Whoever asks is sent the same, so what the worker puts away holds neither name nor token."""
    kept = bundle(phone)
    assert kept == bundle(client)
    for address in kept["files"]:
        if address.startswith(APP):
            told = phone.get(address).content
            assert told == client.get(address).content
            assert b"Ruth" not in told
            assert b"csrf" not in told.lower()
    for address in ("state/", "questions/", "worker.js"):
        assert f"{APP}{address}" not in kept["files"]
    assert "no-store" in phone.get(f"{APP}state/")["Cache-Control"]


# --- the files ------------------------------------------------------------------------------------------------------


def test_each_file_is_sent_as_its_digest_says(client: Client, small_shelf: None) -> None:
    files = bundle(client)["files"]
    assert len(files) > 10
    for address, digest in files.items():
        assert hashlib.sha256(content(client.get(address))).hexdigest() == digest, address


def test_a_phone_is_sent_no_more_than_a_megabyte_and_a_half(client: Client, real_shelf: None) -> None:
    """Packed, as a proxy or the site itself sends it."""
    packed = {one: len(gzip.compress(content(client.get(one)))) for one in bundle(client)["files"]}
    assert sum(packed.values()) < 1_500_000, packed


def test_every_file_that_the_app_asks_for_is_kept(client: Client, small_shelf: None) -> None:
    """Else it would open without a style or a script once the network is gone."""
    files = bundle(client)["files"]
    page = client.get(APP).content.decode()
    named = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))
    assert named
    scripts = [address for address in files if address.endswith(".js")]
    for address in scripts:
        source = content(client.get(address)).decode()
        named |= {f"/static/js/{name}" for name in re.findall(r'from "\./([^"]+)"', source)}
    assert named <= set(files)


def test_the_version_follows_the_law(client: Client, small_shelf: None, reword: Reword) -> None:
    """And names the files of another law by another digest, so a phone cannot mix the two."""
    before = bundle(client)
    assert before["version"] == client.get(f"{APP}state/").json()["version"]
    reword("27B1(a)", since=timezone.localdate() - dt.timedelta(days=1))
    caches["parts"].clear()  # a minute later
    after = bundle(client)
    assert after["version"] == client.get(f"{APP}state/").json()["version"] != before["version"]
    changed = {one for one, digest in after["files"].items() if before["files"][one] != digest}
    assert changed == {f"{APP}law.json"}


def test_rulings_made_before_the_laws_were_loaded_name_the_edition_as_people_do_once_they_are(
    client: Client, request: pytest.FixtureRequest
) -> None:
    def title() -> str:
        told = client.get(f"{APP}rulings.json").json()
        return str(next(one["title"] for one in told["editions"] if one["slug"] == told["usual"]))

    assert title() == "duplicate-2017"
    request.getfixturevalue("small_shelf")
    caches["parts"].clear()
    assert title() == "Laws of 2017"


def test_a_site_that_keeps_nothing_any_more_sends_the_worker_that_clears_itself(client: Client) -> None:
    with override_settings(OFF_LINE=False):
        source = client.get(f"{APP}worker.js").content.decode()
        assert "unregister()" in source
        assert "BUNDLE" not in source
        assert client.get(f"{APP}state/").json()["off_line"] is False


def test_a_phone_is_told_how_to_install_it(client: Client) -> None:
    assert "manifest-src 'self'" in client.get(APP)["Content-Security-Policy"]
    answer = client.get(f"{APP}app.webmanifest")
    told = answer.json()
    assert answer["Content-Type"] == "application/manifest+json"
    assert (told["start_url"], told["scope"], told["display"]) == (APP, APP, "standalone")
    assert {(one["sizes"], one["purpose"]) for one in told["icons"]} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for one in told["icons"]:
        assert content(client.get(one["src"])).startswith(b"\x89PNG")


# --- during a paper -------------------------------------------------------------------------------------------------


def test_it_is_closed_while_a_paper_runs(clock: Clock, ruth: User, phone: Client) -> None:
    make_attempt(make_sitting(opens_at=clock.now), ruth)
    assert phone.get(APP).status_code == 403
    assert phone.get(f"{APP}state/").status_code == 403
    assert asked(phone).status_code == 403
    assert not Exercise.objects.exists()


# --- what is taken along --------------------------------------------------------------------------------------------


def test_every_unit_can_be_asked_where_nothing_is_read_by_the_site() -> None:
    assert all(set(kinds_of(unit)) & set(ONE_IS_RIGHT) for unit in catalogue())


def test_what_is_due_comes_a_few_at_a_time(learner: Learner, phone: Client, real_shelf: None) -> None:
    first = asked(phone).json()
    assert (len(first["questions"]), first["more"]) == (AT_ONCE, True)
    second = asked(phone, first["order"]).json()
    assert (len(second["questions"]), len(second["order"]), second["more"]) == (NEW_A_DAY - AT_ONCE, NEW_A_DAY, False)
    assert asked(phone, second["order"]).json()["questions"] == []
    assert {one.kind for one in Exercise.objects.all()} <= set(ONE_IS_RIGHT)
    assert {one.purpose for one in Exercise.objects.all()} == {Exercise.Purpose.REVIEW}


def test_each_question_comes_with_its_explanation_for_every_answer(phone: Client, real_shelf: None) -> None:
    for question in all_of(phone).values():
        stored = Exercise.objects.get(pk=question["id"]).content
        assert set(question["explained"]) == {one["id"] for one in stored["options"]}
        assert question["key"] == stored["key"]
        for option, told in question["explained"].items():
            assert ("You chose this." in told) == (option != question["key"])


def test_never_more_than_a_phone_should_hold(learner: Learner, real_shelf: None) -> None:
    now = timezone.now()
    for unit in in_order(learner)[: MOST + 5]:
        reviews.add(learner, unit.path, Grade.GOOD, key=uuid4(), at=now - dt.timedelta(days=60))
    while (taken := take_along(learner, now)).more:
        pass
    assert len(taken.exercises) == MOST


def test_two_phones_get_the_same_tables_and_an_answer_of_both_counts_once(
    learner: Learner, ruth: User, real_shelf: None
) -> None:
    one, other = factories.browser(ruth), factories.browser(ruth)
    questions = all_of(one)
    assert all_of(other) == questions
    first = next(iter(questions.values()))
    now = timezone.now()
    wrong = next(option for option in first["explained"] if option != first["key"])
    assert send(one, given(first, first["key"], now)) == [("taken", "")]
    assert send(other, given(first, wrong, now)) == [("before", "")]
    assert Exercise.objects.get(pk=first["id"]).right
    assert Review.objects.filter(learner=learner, credit=False).count() == 1


def test_a_week_late_twice_and_out_of_order_is_as_if_each_had_come_at_its_moment(
    learner: Learner, phone: Client, clock: Clock, real_shelf: None
) -> None:
    clock.now = timezone.now()
    questions = list(all_of(phone).values())
    began = clock.now
    answers = [given(one, one["key"], began + dt.timedelta(hours=place + 1)) for place, one in enumerate(questions)]
    clock.now = began + dt.timedelta(days=7)
    assert send(phone, *reversed(answers[2:])) == [("taken", "")] * (len(answers) - 2)
    assert send(phone, *answers) == [("taken", "")] * 2 + [("before", "")] * (len(answers) - 2)
    assert Review.objects.filter(learner=learner, credit=False).count() == len(answers)
    assert {(row.unit, row.at) for row in Review.objects.filter(credit=False)} == {
        (Exercise.objects.get(pk=one["exercise"]).unit, dt.datetime.fromisoformat(one["at"])) for one in answers
    }
    kept = {one.unit: (one.stability, one.due_on) for one in Memory.objects.filter(learner=learner)}
    assert kept == {one.unit: (one.stability, one.due_on) for one in reviews.rebuilt(learner)}


def test_what_was_answered_elsewhere_is_not_asked_again(learner: Learner, phone: Client, real_shelf: None) -> None:
    before = all_of(phone)
    unit = Exercise.objects.get(pk=next(iter(before))).unit
    reviews.add(learner, unit, Grade.GOOD, key=uuid4())
    assert set(all_of(phone)) == set(before) - {next(iter(before))}


def test_the_training_room_is_as_it_was(learner: Learner, phone: Client, real_shelf: None) -> None:
    """What waits on a phone is nothing that one stopped in the middle of, and has no place in a run."""
    question = next(iter(all_of(phone).values()))
    assert home_of(learner)["waiting"] is None
    exercise = Exercise.objects.get(pk=question["id"])
    assert next_of(exercise).run is None
    assert not Run.objects.asked().exists()
    send(phone, given(question, question["key"], timezone.now()))
    assert exercises.lay_ready() == 0
    assert phone.get(f"/training/table/{exercise.pk}/").status_code == 200


def test_what_cannot_be_read_is_refused(phone: Client) -> None:
    for body in ("", "[]", '{"have": 3}', '{"have": ["x"]}', '{"have": [null]}', "{"):
        answer = phone.post(f"{APP}questions/", body, content_type="application/json")
        assert (answer.status_code, bool(answer.json()["detail"])) == (400, True)
