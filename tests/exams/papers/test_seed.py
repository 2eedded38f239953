"""What a body starts with."""

from __future__ import annotations

import pytest

from accounts.models import Role
from exams.bank import seed as bank
from exams.bank.models import QuestionVersion, Status
from exams.papers import seed as papers
from exams.papers import syllabus
from exams.papers.draws import draw
from exams.papers.models import Blueprint, Quota, Topic
from exams.scenarios.plots import PLOTS
from laws import library
from tests import factories, shelves

pytestmark = pytest.mark.django_db


def test_a_body_starts_with_a_syllabus_and_two_blueprints() -> None:
    body = factories.body()
    papers.seed(demo=False)
    blueprint = Blueprint.objects.get(body=body, code="club-auction")
    assert (blueprint.code, blueprint.minutes, blueprint.pass_mark, blueprint.open_book) == (
        "club-auction",
        30,
        65,
        True,
    )
    assert sum(blueprint.quotas.values_list("count", flat=True)) == 10
    congress = Blueprint.objects.get(body=body, code="congress-laws")
    assert (congress.floors, congress.order) == ({"auction": 50, "information-and-explanation": 50}, "topic")
    assert set(congress.floors) <= set(syllabus.read(body).lineages)
    assert set(congress.quotas.values_list("difficulty", flat=True)) == {None, 3}
    laws = {law for topic in Topic.objects.filter(body=body) for law in topic.laws}
    # The whole law book, but for the definitions.
    assert laws >= {str(number) for number in range(1, 94)}


def test_every_generated_question_belongs_to_a_topic_of_the_syllabus() -> None:
    body = factories.body()
    papers.seed(demo=False)
    topics = set(Topic.objects.filter(body=body).values_list("slug", flat=True))
    assert {plot.topic for plot in PLOTS.values()} <= topics


def test_seeding_again_changes_nothing_that_the_body_has_settled() -> None:
    factories.body()
    papers.seed(demo=False)
    Topic.objects.filter(slug="insufficient-bid").update(title="Bids that are too low")
    Blueprint.objects.update(pass_mark=80)
    before = Quota.objects.count()
    Quota.objects.first().delete()  # type: ignore[union-attr]
    papers.seed(demo=False)
    assert Topic.objects.get(slug="insufficient-bid").title == "Bids that are too low"
    assert set(Blueprint.objects.values_list("pass_mark", flat=True)) == {80}
    assert Quota.objects.count() == before - 1


def test_a_body_with_a_syllabus_or_blueprints_of_its_own_gets_none() -> None:
    """Neither what it never had, nor what it has taken out; blueprints only where the topics they ask for are examined."""
    own = factories.body("Northern Rivers Bridge")
    factories.topic("house-rules", at=own)
    papers.seed(demo=False)
    assert list(Topic.objects.filter(body=own).values_list("slug", flat=True)) == ["house-rules"]
    assert not Blueprint.objects.filter(body=own).exists()
    stock = factories.body()
    papers.seed(demo=False)
    Blueprint.objects.filter(body=stock, code="congress-laws").delete()
    leaf = Topic.objects.get(body=stock, slug="factoring")
    leaf.delete()
    papers.seed(demo=False)
    assert list(Blueprint.objects.filter(body=stock).values_list("code", flat=True)) == ["club-auction"]
    assert not Topic.objects.filter(body=stock, slug="factoring").exists()


def test_the_syllabus_is_a_tree_of_two_papers() -> None:
    body = factories.body()
    papers.seed(demo=False)
    tree = syllabus.read(body)
    assert [root.topic.slug for root in tree.roots] == ["movements-and-scoring", "laws-and-regulations"]
    assert tree.lineages["insufficient-bid"] == ("insufficient-bid", "auction", "laws-and-regulations")
    assert Topic.objects.get(slug="factoring").levels == ["congress"]


def test_every_law_of_the_syllabus_is_in_the_law_book() -> None:
    shelves.load()
    factories.body()
    papers.seed(demo=False)
    named = {law for laws in Topic.objects.values_list("laws", flat=True) for law in laws}
    assert named <= library.known_keys("duplicate-2017")


def test_a_syllabus_from_before_the_tree_gets_its_headings_once() -> None:
    factories.topic("insufficient-bid", title="Bids that are too low")
    papers.seed(demo=False)
    found = Topic.objects.get(slug="insufficient-bid")
    assert (found.title, found.parent and found.parent.slug) == ("Bids that are too low", "auction")
    # From then on, where a topic stands is the body's business.
    Topic.objects.filter(pk=found.pk).update(parent=None)
    papers.seed(demo=False)
    assert Topic.objects.get(pk=found.pk).parent is None


def test_outside_the_demo_the_bank_starts_empty() -> None:
    factories.person("Alice", Role.EXAMINER)
    factories.person("Bob", Role.EXAMINER)
    bank.seed(demo=False)
    assert not QuestionVersion.objects.exists()


def test_the_demo_s_bank_fills_the_blueprints_and_leaves_some_to_review() -> None:
    alice = factories.person("Alice", Role.EXAMINER)
    factories.person("Bob", Role.EXAMINER)
    bank.seed(demo=True)
    papers.seed(demo=True)
    drawn = [draw(blueprint=each, actor=alice, seed=1).questions.count() for each in Blueprint.objects.order_by("code")]
    assert drawn == [10, 20]
    assert QuestionVersion.objects.filter(status=Status.IN_REVIEW).count() >= 5
    # Something of every kind to look at, and both of each pair have the same standing.
    assert set(QuestionVersion.objects.values_list("kind", flat=True)) == set(QuestionVersion.Kind) - {"book_fact"}
    halves = QuestionVersion.objects.exclude(pair="")
    assert halves.filter(status=Status.APPROVED).exists()
    assert all(half.partner and half.partner.status == half.status for half in halves)
    before = QuestionVersion.objects.count()
    bank.seed(demo=True)
    assert QuestionVersion.objects.count() == before
