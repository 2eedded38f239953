"""Drawing papers: who may, what is chosen, and what happens when the bank is too small."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from typing import Any
from uuid import UUID

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection, transaction
from django.db.models import Count
from django.utils import timezone

from accounts.audit.models import AuditEntry
from accounts.models import Body, Role, User
from exams.bank.difficulty import note_observed
from exams.bank.models import Level, QuestionVersion, Review
from exams.bank.services import decide
from exams.papers import topics
from exams.papers.blueprints import revise
from exams.papers.draws import BankMoved, CannotFill, Preview, draw, draw_form, draw_set, preview
from exams.papers.models import Blueprint, Paper, PaperQuestion, Quota, Topic
from exams.papers.stock import stock
from tests import factories
from tests.exams.contents import CHANGES


def asking(count: int, slug: str = "insufficient-bid", **fields: Any) -> Quota:
    """A quota, not saved."""
    return Quota(topic=factories.topic(slug), level=Level.CLUB, count=count, **fields)


def drawn_of(paper: Paper) -> set[UUID]:
    return set(paper.questions.values_list("version", flat=True))


# --- who may --------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("role", [Role.CANDIDATE, Role.INVIGILATOR, Role.REGISTRAR])
def test_other_roles_draw_nothing(role: Role) -> None:
    factories.approved_version()
    with pytest.raises(PermissionDenied):
        draw(
            blueprint=factories.blueprint(quotas={"insufficient-bid": 1}), actor=factories.person("Edgar", role), seed=1
        )
    assert not Paper.objects.exists()


@pytest.mark.django_db
def test_people_of_another_body_draw_nothing(charlie: User) -> None:
    factories.approved_version()
    with pytest.raises(PermissionDenied):
        draw(blueprint=factories.blueprint(quotas={"insufficient-bid": 1}), actor=charlie, seed=1)


# --- what is drawn --------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_paper_holds_its_quotas_and_the_terms_of_the_day(alice: User) -> None:
    for number in range(4):
        factories.approved_version(path=f"27/{number}")
        factories.approved_version(path=f"30/{number}", topic="call-out-of-rotation", level="congress")
    quotas = {"insufficient-bid": 3, ("call-out-of-rotation", Level.CONGRESS): 2}
    blueprint = factories.blueprint(quotas=quotas, minutes=45, pass_mark=70, open_book=False)
    paper = draw(blueprint=blueprint, actor=alice, seed=7)
    drawn = list(paper.questions.select_related("version"))
    assert [question.position for question in drawn] == [1, 2, 3, 4, 5]
    assert Counter((question.version.topic, question.version.level) for question in drawn) == {
        ("insufficient-bid", "club"): 3,
        ("call-out-of-rotation", "congress"): 2,
    }
    blueprint.minutes = 20
    blueprint.save()
    paper.refresh_from_db()
    assert (paper.minutes, paper.pass_mark, paper.open_book, paper.body) == (45, 70, False, factories.body())
    entry = AuditEntry.objects.get(verb="paper.drawn")
    assert (entry.actor, entry.target_id, entry.data["seed"]) == (alice, str(paper.pk), 7)


@pytest.mark.django_db
def test_a_blueprint_revised_since_it_was_read_is_drawn_as_it_is_now(alice: User) -> None:
    for _number in range(2):
        factories.approved_version()
    read_before = factories.blueprint(quotas={"insufficient-bid": 1}, minutes=30)
    now = Blueprint.objects.get()
    now.minutes = 60
    revise(blueprint=now, actor=alice, quotas=[asking(2)])
    paper = draw(blueprint=read_before, actor=alice, seed=1)
    assert (paper.minutes, paper.questions.count()) == (60, 2)


@pytest.mark.django_db
def test_from_the_same_bank_the_same_seed_draws_the_same_paper(alice: User) -> None:
    for number in range(8):
        factories.approved_version(path=f"27/{number}")
    blueprint = factories.blueprint(quotas={"insufficient-bid": 4})
    first, second = (draw(blueprint=blueprint, actor=alice, seed=7) for _time in range(2))
    assert [question.version_id for question in first.questions.all()] == [
        question.version_id for question in second.questions.all()
    ]


@pytest.mark.django_db
def test_only_approved_questions_of_the_body_and_the_edition_are_drawn(alice: User) -> None:
    usable = factories.approved_version()
    factories.version()
    factories.approved_version(at=factories.body("Northern Rivers Bridge"))
    retired = factories.approved_version()
    decide(version_id=retired.pk, examiner=alice, decision=Review.Decision.RETIRE, reason="Stale.")
    receipt = {**factories.CONTENT["receipt"], "edition": "duplicate-2007"}
    factories.approved_version(edition="duplicate-2007", receipt=receipt)
    blueprint = factories.blueprint(quotas={"insufficient-bid": 1})
    assert [filling.available for filling in stock(blueprint).fillings] == [1]
    assert draw(blueprint=blueprint, actor=alice, seed=1).questions.get().version == usable


@pytest.mark.django_db
def test_a_drawn_paper_never_changes(alice: User) -> None:
    paper = factories.paper(questions=1)
    for change in (
        lambda: Paper.objects.update(pass_mark=1),
        lambda: Paper.objects.update(syllabus={}),
        lambda: paper.questions.update(marks=5),
        lambda: paper.questions.all().delete(),
    ):
        with pytest.raises(DatabaseError, match="only grows"), transaction.atomic():
            change()


# --- shortages ------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_shortage_names_each_quota_that_lacks_and_writes_nothing(alice: User) -> None:
    for number in range(2):
        factories.approved_version(path=f"27/{number}")
    quotas = {"insufficient-bid": 2, "call-out-of-rotation": 3, ("insufficient-bid", Level.CONGRESS): 1}
    blueprint = factories.blueprint(quotas=quotas)
    with pytest.raises(CannotFill) as refused:
        draw(blueprint=blueprint, actor=alice, seed=1)
    assert [
        (shortage.quota.topic.slug, shortage.quota.level, shortage.lacking) for shortage in refused.value.shortages
    ] == [("call-out-of-rotation", "club", 3), ("insufficient-bid", "congress", 1)]
    assert "Call out of rotation, Club: 3 lacking (3 wanted, 0 approved)" in str(refused.value)
    assert not Paper.objects.exists()
    assert not PaperQuestion.objects.exists()
    assert not AuditEntry.objects.filter(verb="paper.drawn").exists()


@pytest.mark.django_db
def test_a_blueprint_that_asks_for_nothing_draws_nothing(alice: User) -> None:
    with pytest.raises(CannotFill, match="asks for no questions"):
        draw(blueprint=factories.blueprint(quotas={}), actor=alice, seed=1)
    assert not Paper.objects.exists()


# --- pairs ----------------------------------------------------------------------------------------------------------


def pair_version(number: str, part: int, **changes: Any) -> QuestionVersion:
    pair = {"id": number, "part": part, "fact": "lho_accepts", "differs": "Does West accept it? no – yes"}
    return factories.approved_version(pair=pair, **changes)


@pytest.mark.django_db
def test_a_paper_draws_both_of_a_pair_or_neither(alice: User) -> None:
    pair_version("p", 1, path="27/a")
    pair_version("p", 2, path="27/b", level="congress")
    factories.approved_version(path="27/c")
    blueprint = factories.blueprint(quotas={"insufficient-bid": 1, ("insufficient-bid", "congress"): 1})
    for seed in range(3):
        drawn = draw(blueprint=blueprint, actor=alice, seed=seed).questions.select_related("version")
        assert [question.version.pair for question in drawn] == ["p", "p"]
    revise(blueprint=blueprint, actor=alice, quotas=[asking(1)])
    assert [draw(blueprint=blueprint, actor=alice, seed=seed).questions.get().version.pair for seed in range(3)] == [
        ""
    ] * 3


@pytest.mark.django_db
def test_a_half_without_its_partner_is_not_drawn_and_the_bank_says_so(alice: User) -> None:
    pair_version("p", 1)
    blueprint = factories.blueprint(quotas={"insufficient-bid": 1})
    held = stock(blueprint)
    assert ([filling.available for filling in held.fillings], held.halves) == ([0], 1)
    with pytest.raises(CannotFill, match="1 lacking"):
        draw(blueprint=blueprint, actor=alice, seed=1)


@pytest.mark.django_db
def test_pairs_that_leave_a_number_unfilled_are_named_as_the_reason(alice: User) -> None:
    for part in (1, 2):
        pair_version("p", part)
    blueprint = factories.blueprint(quotas={"insufficient-bid": 1})
    with pytest.raises(CannotFill, match="in pairs, which are drawn whole"):
        draw(blueprint=blueprint, actor=alice, seed=1)
    assert not Paper.objects.exists()


# --- kinds ----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_quota_of_one_kind_takes_that_kind_and_leaves_the_other_enough(alice: User) -> None:
    for _number in range(2):
        factories.approved_version(**CHANGES["cite_law"])
        factories.approved_version(**CHANGES["choose_all"])
    blueprint = factories.blueprint(quotas={"insufficient-bid": 1})
    Quota.objects.create(blueprint=blueprint, topic=factories.topic(), level="club", kind="cite_law", count=2)
    assert [(one.quota.kind, one.available) for one in stock(blueprint).fillings] == [("", 4), ("cite_law", 2)]
    for seed in range(3):
        drawn = draw(blueprint=blueprint, actor=alice, seed=seed).questions.values_list("version__kind", flat=True)
        assert sorted(drawn) == ["choose_all", "cite_law", "cite_law"]


@pytest.mark.django_db
def test_a_shortage_of_one_kind_names_it(alice: User) -> None:
    factories.approved_version()
    blueprint = factories.blueprint(quotas={})
    Quota.objects.create(blueprint=blueprint, topic=factories.topic(), level="club", kind="cite_law", count=1)
    with pytest.raises(CannotFill, match="Insufficient bid, Club, Cite the law: 1 lacking"):
        draw(blueprint=blueprint, actor=alice, seed=1)


# --- topics and difficulty ------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_heading_takes_what_stands_under_it_unless_that_is_retired(alice: User) -> None:
    auction = factories.topic("auction")
    factories.topic("insufficient-bid", parent=auction)
    factories.topic("change-of-call", parent=auction, retired_at=timezone.now())
    usable = factories.approved_version()
    factories.approved_version(topic="change-of-call")
    blueprint = factories.blueprint(quotas={"auction": 1})
    assert [filling.available for filling in stock(blueprint).fillings] == [1]
    assert draw(blueprint=blueprint, actor=alice, seed=1).questions.get().version == usable


@pytest.mark.django_db
def test_a_quota_of_hard_questions_goes_by_what_candidates_found(alice: User) -> None:
    easy, hard = factories.approved_version(), factories.approved_version()
    for version, facility in ((easy, 0.9), (hard, 0.3)):
        note_observed(version.pk, 100, facility, None)
    blueprint = factories.blueprint(quotas={})
    Quota.objects.create(blueprint=blueprint, topic=factories.topic(), level="club", difficulty=3, count=1)
    assert draw(blueprint=blueprint, actor=alice, seed=1).questions.get().version == hard
    with pytest.raises(CannotFill, match="Insufficient bid, Club, Hard: 1 lacking"):
        revise(blueprint=blueprint, actor=alice, quotas=[asking(2, difficulty=3)])
        draw(blueprint=blueprint, actor=alice, seed=1)


@pytest.mark.django_db
def test_quotas_that_draw_on_the_same_questions_are_named_with_what_to_do(alice: User) -> None:
    for _number in range(3):
        note_observed(factories.approved_version(**CHANGES["cite_law"]).pk, 100, 0.3, None)
    blueprint = factories.blueprint(quotas={})
    revise(blueprint=blueprint, actor=alice, quotas=[asking(2, kind="cite_law"), asking(2, difficulty=3)])
    held = stock(blueprint)
    assert [filling.lacking for filling in held.fillings] == [0, 0]
    assert held.reasons == [
        "“Insufficient bid, Club, Hard” · “Insufficient bid, Club, Cite the law” draw on the same questions: together they "
        "want 4 and there are 3. Approve 1 more that fits one of them, or ask for fewer."
    ]
    with pytest.raises(CannotFill, match="draw on the same questions"):
        draw(blueprint=blueprint, actor=alice, seed=1)


@pytest.mark.django_db
def test_the_order_of_the_questions_is_the_blueprint_s(alice: User) -> None:
    play = factories.topic("play", order=1)
    factories.topic("revoke", parent=play)
    factories.topic("insufficient-bid", order=2)
    for number in range(3):
        for slug in ("insufficient-bid", "revoke"):
            note_observed(factories.approved_version(topic=slug).pk, 50, 0.2 + number / 10, None)
    blueprint = factories.blueprint(quotas={"revoke": 3, "insufficient-bid": 3}, order="topic")
    paper = draw(blueprint=blueprint, actor=alice, seed=3)
    assert list(paper.questions.values_list("version__topic", flat=True)) == ["revoke"] * 3 + ["insufficient-bid"] * 3
    revise(blueprint=set_to(blueprint, order="difficulty"), actor=alice, quotas=[asking(3), asking(3, "revoke")])
    paper = draw(blueprint=blueprint, actor=alice, seed=3)
    found = list(paper.questions.values_list("version__observed__facility", flat=True))
    assert found == sorted(found, reverse=True)


def set_to(blueprint: Blueprint, **terms: Any) -> Blueprint:
    """The blueprint with other terms, not saved."""
    for name, value in terms.items():
        setattr(blueprint, name, value)
    return blueprint


@pytest.mark.django_db
def test_pairs_kept_apart_leave_one_of_each(alice: User) -> None:
    for name in ("p", "q"):
        for part in (1, 2):
            pair_version(name, part, path=f"27/{name}{part}")
    blueprint = factories.blueprint(quotas={"insufficient-bid": 2}, pairs="apart")
    for seed in range(4):
        drawn = draw(blueprint=blueprint, actor=alice, seed=seed).questions.values_list("version__pair", flat=True)
        assert sorted(drawn) == ["p", "q"]
    revise(blueprint=blueprint, actor=alice, quotas=[asking(3)])
    with pytest.raises(CannotFill, match="of which a paper holds one"):
        draw(blueprint=blueprint, actor=alice, seed=1)


# --- forms of equal difficulty --------------------------------------------------------------------------------------


@pytest.fixture
def bank_of_even_halves(db: None) -> Blueprint:
    """Twelve questions, half of them harder, and a blueprint that asks for six: of equal difficulty are three and three."""
    for number in range(12):
        version = factories.approved_version(path=f"27/{number}")
        note_observed(version.pk, 100, 0.7 if number % 2 else 0.3, None)
    return factories.blueprint(quotas={"insufficient-bid": 6}, one_each=True, minutes=45)


def mean(paper: Paper) -> float:
    facilities = paper.questions.values_list("version__observed__facility", flat=True)
    return sum(facilities) / len(facilities)


def test_forms_are_of_equal_difficulty_and_share_as_little_as_can_be(
    bank_of_even_halves: Blueprint, alice: User
) -> None:
    first, *others = draw_set(blueprint=bank_of_even_halves, actor=alice, seed=1, forms=4)
    assert not drawn_of(first) & drawn_of(others[0])
    for form in others:
        assert abs(mean(form) - mean(first)) <= 0.02 + 1e-9
    # Every question is in one of the first two, so the others repeat; but each question as often as every other.
    held = PaperQuestion.objects.values("version").annotate(times=Count("pk"))
    assert {row["times"] for row in held} == {2}
    assert [(each.form, each.first) for each in others] == [(2, first), (3, first), (4, first)]
    third = others[1]
    told = AuditEntry.objects.get(verb="paper.drawn", target_id=str(third.pk)).data
    assert (told["first"], told["form"]) == (str(first.pk), 3)


def test_a_form_follows_the_first_whatever_has_become_of_the_blueprint(
    bank_of_even_halves: Blueprint, alice: User
) -> None:
    first = draw(blueprint=bank_of_even_halves, actor=alice, seed=1)
    revise(blueprint=set_to(bank_of_even_halves, minutes=90), actor=alice, quotas=[asking(1)])
    form = draw_form(paper=first, actor=alice, seed=2)
    assert (form.questions.count(), form.minutes, form.quotas) == (6, 45, first.quotas)
    # A form of a form is one more of the same set.
    assert draw_form(paper=form, actor=alice, seed=3).first == first


@pytest.fixture
def set_of_the_auction(alice: User) -> Paper:
    """Drawn when insufficient bids stood under the auction and revokes under the play; there are questions of both."""
    auction, play = factories.topic("auction"), factories.topic("play")
    factories.topic("insufficient-bid", parent=auction)
    factories.topic("revoke", parent=play)
    for slug in ("insufficient-bid", "insufficient-bid", "revoke", "revoke"):
        factories.approved_version(topic=slug)
    return draw(blueprint=factories.blueprint(quotas={"auction": 2}), actor=alice, seed=1)


def move(slug: str, under: str, actor: User) -> None:
    topic = Topic.objects.get(slug=slug)
    topic.parent = Topic.objects.get(slug=under)
    topics.change(topic=topic, actor=actor)


def test_a_paper_keeps_the_syllabus_of_the_day(set_of_the_auction: Paper, alice: User) -> None:
    assert set_of_the_auction.lineage("insufficient-bid") == ("insufficient-bid", "auction")
    move("insufficient-bid", "play", alice)
    paper = Paper.objects.get()
    assert paper.syllabus == {"auction": "", "play": "", "insufficient-bid": "auction", "revoke": "play"}
    assert [paper.lineage(slug) for slug in ("auction", "unheard-of")] == [("auction",), ("unheard-of",)]


def test_a_form_is_drawn_and_judged_by_the_syllabus_of_the_first(set_of_the_auction: Paper, alice: User) -> None:
    move("insufficient-bid", "play", alice)
    move("revoke", "auction", alice)
    form = draw_form(paper=set_of_the_auction, actor=alice, seed=2)
    assert set(form.questions.values_list("version__topic", flat=True)) == {"insufficient-bid"}
    assert form.syllabus == set_of_the_auction.syllabus


def test_a_topic_new_since_the_first_form_stands_alike_in_all_later_ones(
    set_of_the_auction: Paper, alice: User
) -> None:
    factories.topic("change-of-call", parent=Topic.objects.get(slug="insufficient-bid"))
    second = draw_form(paper=set_of_the_auction, actor=alice, seed=2)
    assert second.lineage("change-of-call") == ("change-of-call", "insufficient-bid", "auction")
    move("change-of-call", "play", alice)
    move("insufficient-bid", "play", alice)
    assert draw_form(paper=set_of_the_auction, actor=alice, seed=3).syllabus == second.syllabus


def test_papers_from_before_get_the_syllabus_as_it_is(set_of_the_auction: Paper, charlie: User) -> None:
    elsewhere = Body.objects.get(memberships__person=charlie, memberships__role=Role.EXAMINER)
    factories.topic("claims", at=elsewhere)
    old = [
        Paper.objects.create(
            body=blueprint.body, blueprint=blueprint, drawn_by=charlie, seed=1, **{**blueprint.terms(), "title": "Old"}
        )
        for blueprint in (set_of_the_auction.blueprint, factories.blueprint(at=elsewhere, quotas={}))
    ]
    migration = import_module("exams.papers.migrations.0005_syllabus_of_the_day")
    with connection.cursor() as cursor:
        # Papers that a migration meets were committed long ago; these wait for no check either then.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for statement in migration.STORED:
            cursor.execute(statement)
    for paper in old:
        paper.refresh_from_db()
    assert [paper.syllabus for paper in old] == [set_of_the_auction.syllabus, {"claims": ""}]
    with pytest.raises(DatabaseError, match="only grows"), transaction.atomic():
        Paper.objects.update(syllabus={})


def test_no_form_is_drawn_that_would_be_harder(alice: User) -> None:
    for number, facility in enumerate((0.9, 0.9, 0.3, 0.3)):
        note_observed(factories.approved_version(path=f"27/{number}").pk, 100, facility, None)
    blueprint = factories.blueprint(quotas={"insufficient-bid": 2})
    seed = next(seed for seed in range(50) if mean_of(preview(blueprint=blueprint, actor=alice, seed=seed)) == 0.9)
    first = draw(blueprint=blueprint, actor=alice, seed=seed)
    # The other easy questions are these very ones, so a form shares them rather than being harder.
    assert drawn_of(draw_form(paper=first, actor=alice, seed=2)) == drawn_of(first)
    easy = first.questions.all()[0].version
    decide(version_id=easy.pk, examiner=alice, decision=Review.Decision.RETIRE, reason="Stale.")
    with pytest.raises(CannotFill, match=r"90 % are expected to be right in the mean, and the nearest .* is 60 %"):
        draw_form(paper=first, actor=alice, seed=3)


def mean_of(found: Preview) -> float:
    return round(found.expected, 6)


# --- preview --------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_preview_shows_exactly_what_is_drawn_and_writes_nothing(alice: User) -> None:
    for number in range(8):
        factories.approved_version(path=f"27/{number}")
    blueprint = factories.blueprint(quotas={"insufficient-bid": 4})
    found = preview(blueprint=blueprint, actor=alice, seed=7)
    assert not Paper.objects.exists()
    paper = draw(blueprint=blueprint, actor=alice, seed=7, previewed=found.digest)
    assert [each.pk for each in found.versions] == list(paper.questions.values_list("version", flat=True))


@pytest.mark.django_db
def test_what_was_looked_at_is_drawn_or_nothing_is(alice: User) -> None:
    for number in range(4):
        factories.approved_version(path=f"27/{number}")
    blueprint = factories.blueprint(quotas={"insufficient-bid": 3})
    found = preview(blueprint=blueprint, actor=alice, seed=7)
    gone = found.versions[0]
    decide(version_id=gone.pk, examiner=alice, decision=Review.Decision.RETIRE, reason="Stale.")
    with pytest.raises(BankMoved, match="Look at the paper again"):
        draw(blueprint=blueprint, actor=alice, seed=7, previewed=found.digest)
    assert not Paper.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("role", [role for role in Role if role != Role.EXAMINER])
def test_nobody_but_an_examiner_looks_ahead(role: Role) -> None:
    factories.approved_version()
    blueprint = factories.blueprint(quotas={"insufficient-bid": 1})
    with pytest.raises(PermissionDenied):
        preview(blueprint=blueprint, actor=factories.person("Edgar", role), seed=1)


@pytest.mark.django_db
def test_examiners_of_another_body_do_not_look_ahead(charlie: User) -> None:
    factories.approved_version()
    with pytest.raises(PermissionDenied):
        preview(blueprint=factories.blueprint(quotas={"insufficient-bid": 1}), actor=charlie, seed=1)


# --- rulings to write -----------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_rulings_to_write_are_drawn_only_by_name_and_earn_the_marks_of_their_rubric(alice: User) -> None:
    written = factories.approved_version(**CHANGES["written"])
    blueprint = factories.blueprint(quotas={"insufficient-bid": 1})
    with pytest.raises(CannotFill, match="1 lacking"):
        draw(blueprint=blueprint, actor=alice, seed=1)
    revise(blueprint=blueprint, actor=alice, quotas=[asking(1, kind="written")])
    drawn = draw(blueprint=blueprint, actor=alice, seed=1).questions.get()
    assert (drawn.version, drawn.marks) == (written, 3)
