"""What somebody practised, nobody else sees: not another learner, not a guest, not an examiner, not an administrator."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Role, User
from exams.bank.kinds import kind_of
from exams.practice import exercises
from exams.practice.exercises import Somebody
from exams.practice.models import Exercise, Learner
from exams.practice.queue import Wanted
from tests import factories

pytestmark = pytest.mark.django_db


def _addresses(exercise: Exercise) -> list[tuple[str, str]]:
    base = f"/training/table/{exercise.pk}/"
    return [
        ("get", base),
        ("post", base),
        ("post", f"{base}another/"),
        ("post", f"{base}one-fact/"),
        ("post", f"/training/run/{exercise.run_id}/"),
    ]


def _first(somebody: Somebody) -> Exercise:
    made = exercises.following(exercises.start(somebody, Wanted(law="27")))
    assert made is not None
    return exercises.answer(made.pk, _any(made), sure=True)


def _any(exercise: Exercise) -> str:
    return kind_of(exercise.content).right(exercise.content)


def test_nobody_reaches_what_another_practised(learner: Learner, client: Client) -> None:
    mine = _first(Somebody(learner))
    others: list[User | None] = [None, factories.person("Sam", Role.CANDIDATE)]
    others += [factories.person(f"An {role.value}", role) for role in Role if role != Role.CANDIDATE]
    before = Exercise.objects.count()

    found = []
    for person in others:
        stranger = Client()
        if person:
            stranger.force_login(person)
        for method, address in _addresses(mine):
            response = getattr(stranger, method)(address, {"option": "a", "sure": "sure"})
            found.append((str(person), method, address, response.status_code))
    assert {code for *_, code in found} == {404}, [one for one in found if one[-1] != 404]
    assert Exercise.objects.count() == before


def test_one_reaches_ones_own(learner: Learner, client: Client) -> None:
    mine = _first(Somebody(learner))
    client.force_login(learner.person)

    assert client.get(f"/training/table/{mine.pk}/").status_code == 200
    assert client.get("/training/history/").status_code == 200


def test_a_guest_reaches_only_what_was_staged_in_their_session(client: Client, learner: Learner) -> None:
    client.post("/training/start/", {})
    theirs = Exercise.objects.get(learner=None)

    assert client.get(f"/training/table/{theirs.pk}/").status_code == 200
    assert Client().get(f"/training/table/{theirs.pk}/").status_code == 404
    somebody = Client()
    somebody.force_login(learner.person)
    assert somebody.get(f"/training/table/{theirs.pk}/").status_code == 404


def test_the_history_and_the_log_are_ones_own(learner: Learner) -> None:
    mine = _first(Somebody(learner))
    sam = Client()
    sam.force_login(factories.person("Sam", Role.CANDIDATE))

    for address in ("/training/history/", "/training/history/reviews.csv", "/training/"):
        assert str(mine.pk) not in sam.get(address).content.decode()
    for address in ("/training/history/", "/training/settings/", "/training/history/reviews.csv"):
        assert Client().get(address).status_code == 302


def test_one_practises_for_a_body_of_ones_own(learner: Learner) -> None:
    """Whoever opened training before joining a body chooses it later; a body of which one is no member cannot be chosen."""
    sam = factories.person("Sam")
    client = Client()
    client.force_login(sam)
    client.get("/training/")
    own, other = factories.body("Queensland"), factories.body("Victoria")
    sam.memberships.create(body=own, role=Role.CANDIDATE)
    sent = {"level": "club", "weekly_aim": 50, "retention": 0.9, "time_zone": "Australia/Brisbane"}

    refused = client.post("/training/settings/", {**sent, "body": other.pk})
    assert refused.status_code == 200
    assert Learner.objects.get(person=sam).body is None

    assert client.post("/training/settings/", {**sent, "body": own.pk}).status_code == 302
    assert Learner.objects.get(person=sam).body == own
