"""Keeping the syllabus: who may, what the tree allows, what is kept of it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.audit.models import AuditEntry
from accounts.models import Body, Role, User
from exams.papers import syllabus, topics
from exams.papers.models import Blueprint, Topic
from exams.papers.topics import TopicRefused, lock_syllabus
from tests import factories

pytestmark = pytest.mark.django_db

Meanwhile = Callable[[Callable[[], object]], None]


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Lets somebody else be quicker, once: between the reading of a topic and the locking of its syllabus."""

    def let(deed: Callable[[], object]) -> None:
        def quicker(body: Body) -> None:
            monkeypatch.setattr(topics, "lock_syllabus", lock_syllabus)
            deed()
            lock_syllabus(body)

        monkeypatch.setattr(topics, "lock_syllabus", quicker)

    return let


def under(parent: str | None, slug: str, **fields: Any) -> Topic:
    """A topic under another."""
    above = Topic.objects.get(slug=parent) if parent else None
    return factories.topic(slug, parent=above, order=Topic.objects.filter(parent=above).count() + 1, **fields)


@pytest.fixture
def tree() -> None:
    """auction (insufficient-bid, change-of-call), play (revoke)."""
    for slug, parent in (
        ("auction", None),
        ("insufficient-bid", "auction"),
        ("change-of-call", "auction"),
        ("play", None),
        ("revoke", "play"),
    ):
        under(parent, slug)


def shape() -> list[tuple[int, str]]:
    return [(node.depth, node.topic.slug) for node in syllabus.read(factories.body()).examined]


def moved(slug: str, parent: str | None) -> Topic:
    found = Topic.objects.get(slug=slug)
    found.parent = Topic.objects.get(slug=parent) if parent else None
    return found


# --- who may --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [Role.CANDIDATE, Role.INVIGILATOR, Role.REGISTRAR])
def test_other_roles_change_nothing(tree: None, role: Role) -> None:
    edgar = factories.person("Edgar", role)
    found = Topic.objects.get(slug="revoke")
    for deed in (
        lambda: topics.add(topic=Topic(body=factories.body(), title="Claims"), actor=edgar),
        lambda: topics.change(topic=found, actor=edgar),
        lambda: topics.shift(topic=found, actor=edgar, by=1),
        lambda: topics.take_out(topic=found, actor=edgar),
        lambda: topics.bring_back(topic=found, actor=edgar),
    ):
        with pytest.raises(PermissionDenied):
            deed()


def test_people_of_another_body_change_nothing(tree: None, charlie: User) -> None:
    with pytest.raises(PermissionDenied):
        topics.take_out(topic=Topic.objects.get(slug="revoke"), actor=charlie)


def test_a_topic_never_stands_under_one_of_another_body(tree: None, alice: User) -> None:
    there = factories.topic("auction", at=factories.body("Northern Rivers Bridge"))
    with pytest.raises(TopicRefused, match="of the same body"):
        topics.add(topic=Topic(body=factories.body(), title="Claims", parent=there), actor=alice)


# --- the tree -------------------------------------------------------------------------------------------------------


def test_a_new_topic_stands_last_and_is_noted(tree: None, alice: User) -> None:
    play = Topic.objects.get(slug="play")
    made = topics.add(
        topic=Topic(body=factories.body(), title="Claims & concessions", parent=play, laws=["68", "70D1"]), actor=alice
    )
    assert made.slug == "claims-concessions"
    assert shape()[-2:] == [(1, "revoke"), (1, "claims-concessions")]
    entry = AuditEntry.objects.get(verb="topic.added")
    assert (entry.actor, entry.data["laws"], entry.data["under"]) == (alice, ["68", "70D1"], "play")


def test_two_topics_of_one_title_get_names_of_their_own(alice: User) -> None:
    slugs = [topics.add(topic=Topic(body=factories.body(), title="Revokes"), actor=alice).slug for _time in range(3)]
    assert slugs == ["revokes", "revokes-2", "revokes-3"]


def test_a_title_without_a_letter_of_ours_still_gets_a_name(alice: User) -> None:
    assert topics.add(topic=Topic(body=factories.body(), title="牌"), actor=alice).slug == "topic"


def test_renaming_keeps_the_name_that_questions_use(tree: None, alice: User) -> None:
    found = Topic.objects.get(slug="revoke")
    found.title = "Failing to follow suit"
    topics.change(topic=found, actor=alice)
    assert Topic.objects.get(slug="revoke").title == "Failing to follow suit"
    data = AuditEntry.objects.get(verb="topic.changed").data
    assert (data["before"]["title"], data["after"]["title"]) == ("Revoke", "Failing to follow suit")


def test_a_branch_moves_with_what_stands_under_it(tree: None, alice: User) -> None:
    topics.change(topic=moved("auction", "play"), actor=alice)
    assert shape() == [
        (0, "play"),
        (1, "revoke"),
        (1, "auction"),
        (2, "insufficient-bid"),
        (2, "change-of-call"),
    ]


@pytest.mark.parametrize("parent", ["insufficient-bid", "auction"])
def test_a_topic_cannot_stand_under_itself(tree: None, alice: User, parent: str) -> None:
    with pytest.raises(TopicRefused, match="cannot also stand above it"):
        topics.change(topic=moved("auction", parent), actor=alice)
    assert shape()[0] == (0, "auction")


def test_the_database_refuses_the_shortest_circle(tree: None) -> None:
    found = Topic.objects.get(slug="auction")
    with pytest.raises(IntegrityError), transaction.atomic():
        Topic.objects.filter(pk=found.pk).update(parent=found)


def test_topics_change_places_with_those_beside_them(tree: None, alice: User) -> None:
    call = Topic.objects.get(slug="change-of-call")
    topics.shift(topic=call, actor=alice, by=-1)
    assert [slug for _depth, slug in shape()[:3]] == ["auction", "change-of-call", "insufficient-bid"]
    topics.shift(topic=call, actor=alice, by=-1)
    assert [slug for _depth, slug in shape()[:3]] == ["auction", "change-of-call", "insufficient-bid"]


def test_a_topic_that_was_moved_or_taken_out_meanwhile_is_not_shifted(
    tree: None, alice: User, client: Client, meanwhile: Meanwhile
) -> None:
    call = Topic.objects.get(slug="change-of-call")
    quick = Topic.objects.get(pk=call.pk)
    quick.parent = Topic.objects.get(slug="play")
    topics.change(topic=quick, actor=alice)
    before = shape()
    with pytest.raises(TopicRefused, match="was moved or taken out just now"):
        topics.shift(topic=call, actor=alice, by=-1)
    call.refresh_from_db()
    meanwhile(lambda: Topic.objects.filter(pk=call.pk).update(retired_at=timezone.now()))
    client.force_login(alice)
    address = reverse("papers:topic_shift", args=[call.body.slug, call.slug])
    assert "was moved or taken out just now" in client.post(address, {"to": "up"}, follow=True).content.decode()
    assert shape() == before


@pytest.mark.django_db(transaction=True)
def test_two_moves_at_once_tie_no_circle(alice: User) -> None:
    one, two = factories.topic("one"), factories.topic("two")
    refused: list[str] = []
    together = threading.Barrier(2)

    def move(topic: Topic, parent: Topic) -> None:
        try:
            found = Topic.objects.get(pk=topic.pk)
            found.parent = Topic.objects.get(pk=parent.pk)
            together.wait(timeout=60)
            topics.change(topic=found, actor=alice)
        except TopicRefused as error:
            refused.append(str(error))
        finally:
            connection.close()

    threads = [threading.Thread(target=move, args=args) for args in ((one, two), (two, one))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1
    assert len(syllabus.read(factories.body()).nodes) == 2


# --- taking out -----------------------------------------------------------------------------------------------------


def test_a_topic_nobody_used_is_deleted(tree: None, alice: User) -> None:
    assert topics.take_out(topic=Topic.objects.get(slug="revoke"), actor=alice)
    assert not Topic.objects.filter(slug="revoke").exists()
    assert AuditEntry.objects.get(verb="topic.deleted").data["title"] == "Revoke"


def test_a_topic_that_questions_name_is_retired_and_can_come_back(tree: None, alice: User) -> None:
    factories.version()
    found = Topic.objects.get(slug="insufficient-bid")
    assert not topics.take_out(topic=found, actor=alice)
    assert (1, "insufficient-bid") not in shape()
    assert Topic.objects.titles(factories.body())["insufficient-bid"] == "Insufficient bid"
    topics.bring_back(topic=found, actor=alice)
    assert (1, "insufficient-bid") in shape()


def test_a_topic_with_others_under_it_stays(tree: None, alice: User) -> None:
    with pytest.raises(TopicRefused, match="Move them first"):
        topics.take_out(topic=Topic.objects.get(slug="auction"), actor=alice)


def test_a_topic_that_a_blueprint_asks_for_stays_and_the_blueprint_is_named(tree: None, alice: User) -> None:
    factories.blueprint(quotas={"revoke": 1}, title="Club, play")
    with pytest.raises(TopicRefused, match="Club, play"):
        topics.take_out(topic=Topic.objects.get(slug="revoke"), actor=alice)


def test_a_topic_with_a_floor_is_kept_for_the_results(tree: None, alice: User) -> None:
    factories.blueprint(quotas={"insufficient-bid": 1})
    Blueprint.objects.update(floors={"revoke": 50})
    assert not topics.take_out(topic=Topic.objects.get(slug="revoke"), actor=alice)


def test_nothing_comes_back_under_a_retired_topic(tree: None, alice: User) -> None:
    factories.version(topic="revoke")
    revoke, play = Topic.objects.get(slug="revoke"), Topic.objects.get(slug="play")
    topics.take_out(topic=revoke, actor=alice)
    topics.take_out(topic=play, actor=alice)
    revoke.refresh_from_db()
    with pytest.raises(TopicRefused, match="Bring that back first"):
        topics.bring_back(topic=revoke, actor=alice)
    with pytest.raises(TopicRefused, match="is retired"):
        topics.add(
            topic=Topic(body=factories.body(), title="Claims", parent=Topic.objects.get(slug="play")), actor=alice
        )


# --- what another did while one had it open -------------------------------------------------------------------------


@pytest.mark.parametrize(("used", "told"), [(True, "is retired"), (False, "was deleted just now")])
def test_a_heading_taken_out_meanwhile_gets_nothing_under_it(
    tree: None, alice: User, adam: User, meanwhile: Meanwhile, used: bool, told: str
) -> None:
    topics.take_out(topic=Topic.objects.get(slug="revoke"), actor=adam)
    play = Topic.objects.get(slug="play")
    if used:
        factories.version(topic="play")
    deeds: list[Callable[[], Topic]] = [
        lambda: topics.add(topic=Topic(body=factories.body(), title="Claims", parent=play), actor=alice),
        lambda: topics.change(topic=moved("insufficient-bid", "play"), actor=alice),
    ]
    for deed in deeds:
        meanwhile(lambda: topics.take_out(topic=Topic.objects.get(slug="play"), actor=adam))
        before = shape()
        # Whatever of it would only come to light at the end of the transaction is in it.
        with pytest.raises(TopicRefused, match=told), transaction.atomic():
            deed()
        assert shape() == before


def test_a_heading_deleted_meanwhile_loses_nothing_that_was_typed(
    tree: None, alice: User, adam: User, meanwhile: Meanwhile
) -> None:
    topics.take_out(topic=Topic.objects.get(slug="revoke"), actor=adam)
    play = Topic.objects.get(slug="play")
    meanwhile(lambda: topics.take_out(topic=Topic.objects.get(slug="play"), actor=adam))
    sent = {"title": "Claims", "parent": str(play.pk), "about": "What to do.", "laws": "", "levels": ["club"]}
    response = factories.browser(alice).post(reverse("papers:topic_add", args=[factories.body().slug]), sent)
    form = response.context["form"]
    assert (response.status_code, list(form.errors)) == (400, ["parent"])
    assert "“Play” was deleted just now" in str(form.errors["parent"])
    assert (form["title"].value(), form["about"].value()) == ("Claims", "What to do.")


def test_a_topic_does_not_come_back_under_a_heading_retired_meanwhile(
    tree: None, alice: User, adam: User, meanwhile: Meanwhile
) -> None:
    factories.version(topic="revoke")
    topics.take_out(topic=Topic.objects.get(slug="revoke"), actor=adam)
    revoke = Topic.objects.select_related("parent").get(slug="revoke")
    meanwhile(lambda: topics.take_out(topic=Topic.objects.get(slug="play"), actor=adam))
    with pytest.raises(TopicRefused, match="Bring that back first"):
        topics.bring_back(topic=revoke, actor=alice)
    assert Topic.objects.get(slug="revoke").retired_at is not None


def test_a_topic_deleted_meanwhile_is_neither_brought_back_nor_taken_out_again(
    tree: None, alice: User, meanwhile: Meanwhile
) -> None:
    for deed in (topics.bring_back, topics.take_out):
        revoke = factories.topic("revoke", retired_at=timezone.now())
        meanwhile(lambda: Topic.objects.filter(slug="revoke").delete())
        with pytest.raises(TopicRefused, match="was deleted just now"):
            deed(topic=revoke, actor=alice)
    assert not AuditEntry.objects.exists()


def test_changing_its_words_undoes_nobodys_change_of_places(tree: None, alice: User, adam: User) -> None:
    found = Topic.objects.get(slug="insufficient-bid")
    topics.shift(topic=Topic.objects.get(slug="change-of-call"), actor=adam, by=-1)
    found.title = "Bids too low"
    topics.change(topic=found, actor=alice)
    assert [slug for _depth, slug in shape()[:3]] == ["auction", "change-of-call", "insufficient-bid"]
    orders = Topic.objects.filter(parent__slug="auction").values_list("order", flat=True)
    assert len(set(orders)) == 2
