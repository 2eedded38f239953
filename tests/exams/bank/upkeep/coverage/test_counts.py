"""What approved questions ask: by topic, by provision, by path of the engine."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from accounts.models import User
from exams import scenarios
from exams.bank.models import Level, Review
from exams.bank.services import decide, stage_generated
from exams.bank.tasks import try_unseen_ways
from exams.bank.upkeep.coverage import provisions, topics, ways
from exams.bank.upkeep.coverage.ways import State
from exams.papers.models import Quota
from tests import factories
from tests.exams.bank.upkeep.conftest import EDITION, cites
from tests.exams.contents import CHANGES
from tests.laws.conftest import Digest

pytestmark = pytest.mark.django_db


def row(slug: str, level: str = Level.CLUB) -> topics.Row:
    body = factories.body()
    rows = topics.rows(body, topics.counted(body, EDITION))
    return next(one for one in rows if (one.slug, one.level) == (slug, level))


def cell(slug: str, kind: str) -> topics.Cell:
    return next(one for one in row(slug).cells if one.kind == kind)


# --- topics -----------------------------------------------------------------------------------------------------------


def test_approved_and_in_review_are_counted_by_topic_level_and_kind() -> None:
    factories.approved_version()
    factories.version()
    factories.version(level="congress")
    factories.approved_version(at=factories.body("Northern Rivers Bridge"))
    factories.approved_version(topic="revoke")
    club = cell("insufficient-bid", "best_ruling")
    assert (club.approved, club.in_review) == (1, 1)
    assert (row("insufficient-bid").approved, row("insufficient-bid", Level.CONGRESS).in_review) == (1, 1)


def test_other_editions_are_counted_apart() -> None:
    content = factories.content(edition="rubber-2014")
    content["receipt"]["edition"] = "rubber-2014"
    factories.version(**content)
    assert topics.counted(factories.body(), EDITION) == {}
    assert sum(topics.counted(factories.body(), "rubber-2014").values()) == 1


def test_what_is_wanted_is_what_the_blueprint_draws_that_draws_most() -> None:
    factories.blueprint(code="small", title="Small", quotas={"insufficient-bid": 2})
    factories.blueprint(code="large", title="Large", quotas={"insufficient-bid": 5})
    for _question in range(3):
        factories.approved_version()
    found = row("insufficient-bid")
    assert (found.wanted, found.by, found.approved, found.short) == (5, "Large", 3, 2)


def test_a_kind_can_be_short_where_the_topic_is_not() -> None:
    blueprint = factories.blueprint(quotas={"insufficient-bid": 1})
    topic = blueprint.quotas.get().topic
    Quota.objects.create(blueprint=blueprint, topic=topic, level=Level.CLUB, kind="cite_law", count=2)
    for _question in range(5):
        factories.approved_version()
    found = row("insufficient-bid")
    assert (found.wanted, found.approved, found.short) == (3, 5, 2)
    assert cell("insufficient-bid", "cite_law").short == 2


def test_written_rulings_fill_nothing_that_does_not_ask_for_them_by_name() -> None:
    factories.blueprint(quotas={"insufficient-bid": 2})
    factories.approved_version()
    factories.approved_version(**CHANGES["written"])
    assert (row("insufficient-bid").there, row("insufficient-bid").short) == (2, 1)


def test_what_stands_under_a_topic_counts_for_what_it_wants() -> None:
    factories.blueprint(quotas={"auction": 3})
    parent = factories.topic("auction")
    factories.topic("insufficient-bid", parent=parent)
    for _question in range(2):
        factories.approved_version()
    found = row("auction")
    assert (found.approved, found.there, found.wanted, found.short) == (0, 2, 3, 1)


def test_a_wanted_topic_without_any_question_is_shown() -> None:
    factories.blueprint(quotas={"revoke": 2})
    assert (row("revoke").approved, row("revoke").short) == (0, 2)


# --- provisions -------------------------------------------------------------------------------------------------------


def test_each_law_tells_which_provisions_an_approved_question_cites(small_shelf: Digest) -> None:
    examiner = factories.person("Approver", "examiner")  # type: ignore[arg-type]
    approved = cites("27A", "27B1(a)")
    decide(version_id=approved.pk, examiner=examiner, decision=Review.Decision.APPROVE)
    cites("73A")
    found = {law.number: law for law in provisions.laws(factories.body(), EDITION)}
    assert {one.key: one.questions for one in found["27"].provisions} == {"27A": 1, "27B1": 0, "27B1(a)": 1}
    assert (found["27"].title, found["27"].cited) == ("Insufficient bid", 2)
    assert found["73"].cited == 0, "in review only"


# --- paths of the engine ----------------------------------------------------------------------------------------------


def way(law: str, path: str) -> ways.Way:
    body = factories.body()
    found = ways.procedures(body, topics.counted(body, EDITION))
    return next(one for each in found if each.law == law for one in each.ways if one.path == path)


def test_every_generated_question_is_found_on_its_path(alice: User) -> None:
    """Also those whose receipt tells of incidental facts, which the engine's list of paths leaves out."""
    body = factories.body()
    made = list(scenarios.generate("all", count=300, seed=5))
    versions = stage_generated(body=body, contents=made).versions
    known = {path for law in scenarios.PROCEDURES for path in scenarios.ways(law)}
    assert any(version.content["receipt"]["path"] not in known for version in versions)
    found = ways.procedures(body, topics.counted(body, EDITION))
    assert sum(one.in_review for each in found for one in each.ways) == 300
    assert sum(one.waiting for one in found) > 200
    approved = versions[0]
    path = scenarios.way_of(approved.content["receipt"]["path"])
    law = path.partition("/")[0]
    assert way(law, path).state == State.IN_REVIEW
    for number in range(approved.approvals_needed):
        examiner = factories.person(f"Approver {number}", "examiner")  # type: ignore[arg-type]
        decide(version_id=approved.pk, examiner=examiner, decision=Review.Decision.APPROVE)
    assert way(law, path).state == State.ASKED, "counted anew as soon as something is decided"


def test_a_path_that_no_table_can_show_says_why() -> None:
    path, reason = next((path, reason) for path, reason in scenarios.ways("27").items() if reason)
    assert (way("27", path).state, way("27", path).reason) == (State.NEVER, reason)


def test_a_path_that_no_drawn_table_shows_is_told_once_that_was_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    open_path = next(path for path, reason in scenarios.ways("17").items() if not reason)
    assert way("17", open_path).state == State.OPEN
    tried = scenarios.Covering("17", 1, 0, {}, (open_path,))
    monkeypatch.setattr(scenarios, "PROCEDURES", ("17",))
    monkeypatch.setattr(scenarios, "covering", lambda law: tried)
    try_unseen_ways()
    assert ways.unseen_is_known()
    assert way("17", open_path).state == State.UNSEEN
    cache.clear()


@pytest.mark.parametrize("path", ["", "99/lho_accepts=yes", "27/declined/cheapest", "a person wrote it"])
def test_a_path_the_engine_does_not_have_is_passed_over(path: str) -> None:
    assert scenarios.way_of(path) == ""
