"""A body moves a path to another level: all its questions are asked there, and their contents stay as they are."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.audit.models import AuditEntry
from accounts.models import User
from exams.bank.editing.saving import change
from exams.bank.levels.moves import MoveRefused, move, take_back
from exams.bank.models import LevelMove, QuestionVersion, Review, Status
from exams.bank.services import decide
from exams.papers.draws import CannotFill, draw
from exams.papers.stock import stock
from exams.papers.swaps import fitting
from tests import factories
from tests.exams.bank.levels.conftest import CLUB_PATH, CONGRESS_PATH

pytestmark = pytest.mark.django_db

WHY = "Our clubs never see it."


def moved(actor: User, path: str = CLUB_PATH) -> LevelMove:
    return move(body=factories.body(), path=path, actor=actor, reason=WHY)


def level_of(version: QuestionVersion) -> str:
    version.refresh_from_db()
    return version.level


# --- who may --------------------------------------------------------------------------------------------------------


def test_only_who_examines_and_administers_the_body_moves_a_path(
    cora: User, alice: User, adam: User, charlie: User, dora: User
) -> None:
    for stranger in (alice, adam, charlie, dora):
        with pytest.raises(PermissionDenied):
            moved(stranger)
    assert not LevelMove.objects.exists()
    held = moved(cora)
    for stranger in (alice, adam, charlie, dora):
        with pytest.raises(PermissionDenied):
            take_back(move_id=held.pk, actor=stranger, reason=WHY)
    assert LevelMove.objects.get().back_at is None


# --- what it does -----------------------------------------------------------------------------------------------------


def test_the_questions_of_the_path_are_asked_at_the_other_level_and_nothing_else_changes(cora: User) -> None:
    here = factories.approved_version(path=CLUB_PATH)
    other_path = factories.approved_version(path="27/out_of_rotation=no/lho_called=no/replaced_early=yes")
    elsewhere = factories.approved_version(path=CLUB_PATH, at=factories.body("Northern Rivers Bridge"))
    before = here.content
    moved(cora)
    assert [level_of(one) for one in (here, other_path, elsewhere)] == ["congress", "club", "club"]
    assert here.content == before and here.status == Status.APPROVED


def test_what_is_stored_afterwards_has_the_moved_level_and_its_content_the_one_by_rule(cora: User) -> None:
    moved(cora)
    generated = factories.version(path=CLUB_PATH)
    assert (generated.level, generated.content["level"]) == ("congress", "club")
    reworded = {**generated.content, "question": "What do you rule now?"}
    changed = change(version_id=generated.pk, author=cora, content=reworded, difficulty=2, what="Words.", seen=1)
    assert changed.level == "congress"


def test_incidental_facts_make_no_other_path(cora: User) -> None:
    incident = factories.version(path=f"27/together=yes/{CLUB_PATH.removeprefix('27/')}")
    moved(cora)
    assert level_of(incident) == "congress"
    assert factories.version(path=incident.content["receipt"]["path"]).level == "congress"


def test_taking_it_back_restores_each_level_and_keeps_the_history(cora: User) -> None:
    before = factories.approved_version(path=CLUB_PATH)
    held = moved(cora)
    since = factories.version(path=CLUB_PATH)
    take_back(move_id=held.pk, actor=cora, reason="They do after all.")
    assert [level_of(one) for one in (before, since)] == ["club", "club"]
    again = moved(cora)
    assert level_of(before) == "congress"
    assert [(one.pk, bool(one.back_at)) for one in LevelMove.objects.all()] == [(again.pk, False), (held.pk, True)]


def test_congress_questions_moved_to_club_need_one_approval(cora: User, alice: User) -> None:
    once = factories.version(path=CONGRESS_PATH, level="congress")
    never = factories.version(path=CONGRESS_PATH, level="congress")
    decide(version_id=once.pk, examiner=alice, decision=Review.Decision.APPROVE)
    moved(cora, CONGRESS_PATH)
    once.refresh_from_db()
    never.refresh_from_db()
    assert (once.level, once.status) == ("club", Status.APPROVED)
    assert (never.level, never.status) == ("club", Status.IN_REVIEW)
    assert AuditEntry.objects.get(verb="question.approved_by_level").target_id == str(once.pk)


def test_moving_takes_as_many_queries_however_many_questions_stay_in_review(cora: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            take_back(move_id=moved(cora).pk, actor=cora, reason="They do after all.")
        return len(captured)

    factories.version(path=CLUB_PATH)
    queries()  # Her roles are read once.
    before = queries()
    for _ in range(3):
        factories.version(path=CLUB_PATH)
    assert queries() == before


def test_club_questions_moved_to_congress_need_two_approvals(cora: User, alice: User, bob: User) -> None:
    version = factories.version(path=CLUB_PATH)
    moved(cora)
    assert decide(version_id=version.pk, examiner=alice, decision=Review.Decision.APPROVE).status == Status.IN_REVIEW
    assert decide(version_id=version.pk, examiner=bob, decision=Review.Decision.APPROVE).status == Status.APPROVED


def test_papers_draw_by_the_moved_level_and_those_drawn_before_stay_as_they_are(cora: User) -> None:
    version = factories.approved_version(path=CLUB_PATH)
    club = factories.blueprint(quotas={"insufficient-bid": 1})
    congress = factories.blueprint(code="congress", quotas={("insufficient-bid", "congress"): 1})
    drawn = draw(blueprint=club, actor=cora, seed=1)
    moved(cora)
    assert [one.version_id for one in drawn.questions.all()] == [version.pk]
    assert [one.available for one in stock(congress).fillings] == [1]
    assert [one.version_id for one in draw(blueprint=congress, actor=cora, seed=1).questions.all()] == [version.pk]
    with pytest.raises(CannotFill):
        draw(blueprint=club, actor=cora, seed=2)
    page = factories.browser(cora).get(drawn.get_absolute_url()).content.decode()
    assert "Congress" not in page


def test_a_question_whose_path_is_moved_can_be_swapped_for_one_of_the_level_it_was_drawn_at(cora: User) -> None:
    old = factories.approved_version(path=CLUB_PATH)
    drawn = draw(blueprint=factories.blueprint(quotas={"insufficient-bid": 1}), actor=cora, seed=1)
    other = factories.approved_version(path="27/out_of_rotation=no/lho_called=no/replaced_early=yes")
    factories.approved_version(path=CONGRESS_PATH, level="congress")
    moved(cora)
    assert level_of(old) == "congress"
    assert [each.version for each in fitting(drawn, 1)] == [other.pk]


# --- what is refused, and what is noted ---------------------------------------------------------------------------------


def test_a_move_needs_a_reason_and_a_path_that_is_not_moved_yet(cora: User) -> None:
    with pytest.raises(MoveRefused, match="Say why"):
        move(body=factories.body(), path=CLUB_PATH, actor=cora, reason=" \n")
    with pytest.raises(MoveRefused, match="no such path"):
        moved(cora, "27/declined/cheapest")
    held = moved(cora)
    with pytest.raises(MoveRefused, match="Cora has already moved this path to Congress"):
        moved(cora)
    with pytest.raises(MoveRefused, match="Say why"):
        take_back(move_id=held.pk, actor=cora, reason="")
    take_back(move_id=held.pk, actor=cora, reason=WHY)
    with pytest.raises(MoveRefused, match="Cora has already taken this back"):
        take_back(move_id=held.pk, actor=cora, reason=WHY)


def test_both_are_noted_with_their_reasons(cora: User) -> None:
    factories.version(path=CLUB_PATH)
    held = moved(cora)
    take_back(move_id=held.pk, actor=cora, reason="They do after all.")
    back, there = AuditEntry.objects.filter(target_type="bank.LevelMove", target_id=str(held.pk))
    assert (there.verb, there.actor, there.reason) == ("level.moved", cora, WHY)
    assert there.data == {"path": CLUB_PATH, "from": "club", "to": "congress", "questions": 1}
    assert (back.verb, back.reason) == ("level.taken_back", "They do after all.")


def test_the_database_keeps_what_was_decided(cora: User) -> None:
    held = moved(cora)
    for fields in ({"reason": "Another."}, {"level": "club"}, {"path": CONGRESS_PATH}):
        with pytest.raises(DatabaseError, match="Cannot update"), transaction.atomic():
            LevelMove.objects.filter(pk=held.pk).update(**fields)
    with pytest.raises(DatabaseError, match="Cannot delete"), transaction.atomic():
        LevelMove.objects.all()._raw_delete("default")
    take_back(move_id=held.pk, actor=cora, reason=WHY)
    with pytest.raises(DatabaseError, match="Cannot update"), transaction.atomic():
        LevelMove.objects.filter(pk=held.pk).update(back_at=None, back_by=None, back_reason="")
