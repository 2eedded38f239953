"""A pass as evidence: its topics, several levels that ask for it, and what becomes of it where no application rests on it."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress

from accounts.accreditation.models import Application, Doubt, Evidence, Level
from accounts.accreditation.requirements import AllOf, Paper, Reference
from accounts.accreditation.services import apply, decline
from accounts.accreditation.standing import judged, record_of
from accounts.models import Role, User
from exams.marking.models import Result
from exams.marking.regrades.decisions import approve
from exams.marking.results import apply_for
from exams.sittings import services
from exams.sittings.models import Attempt, Sitting
from tests import factories
from tests.asking import ask
from tests.exams.marking.conftest import Clock
from tests.exams.marking.regrades.conftest import Propose, frank, level, propose_, result_of, version_at, worked
from tests.exams.marking.rooms import hand_in, paper_with, sitting_of

__all__ = ["frank", "level", "propose_", "worked"]


def eve() -> User:
    return User.objects.get(name="Eve")


def asks_everything_first(code: str = "congress") -> Level:
    """A level that wants a reference besides the paper, before anybody applies."""
    made = Level.objects.create(
        body=factories.body(), code=code, name="Congress", validity_months=36, order=2, applies_early=False
    )
    ask(made, AllOf(of=(Paper(codes=("club-auction",)), Reference())))
    return made


def test_a_pass_shows_what_was_earned_in_each_topic(worked: Sitting, level: Level) -> None:
    result = result_of(worked, "Eve")
    apply_for(result)
    assert apply_for(result_of(worked, "Ben")) is None
    found = Evidence.objects.get(reference=f"paper:{result.pk}")
    assert (found.person.name, found.details["percent"]) == ("Eve", "60.00")
    assert found.details["topics"] == {row["topic"]: row["percent"] for row in result.by_topic}
    assert found.details["topics"]
    assert not Evidence.objects.filter(person__name="Ben").exists()


def test_a_pass_that_nothing_rests_on_is_lost_and_won_back(worked: Sitting, propose_: Propose, frank: User) -> None:
    level = asks_everything_first("other")
    ask(Level.objects.get(code="club"), Reference())
    assert apply_for(result_of(worked, "Eve")) is None
    assert [str(part.standing) for part in judged(eve(), level).parts] == ["met", "missing"]
    approve(regrade=propose_(remedy="key", answer="b", nobody_loses=False), actor=frank, seen=1)
    lost = Evidence.objects.get(person__name="Eve")
    assert (lost.standing, "is no longer a pass" in lost.note) == ("withdrawn", True)
    assert not Doubt.objects.exists()
    assert [str(part.standing) for part in judged(eve(), level).parts] == ["missing", "missing"]
    approve(regrade=propose_(version=version_at(worked, 3), answer="a"), actor=frank, seen=1)
    back = Evidence.objects.get(person__name="Eve", standing="accepted")
    assert back.reference == f"paper:{result_of(worked, 'Eve').pk}"
    assert [str(part.standing) for part in judged(eve(), level).parts] == ["met", "missing"]


def test_a_pass_with_other_marks_replaces_the_first(
    worked: Sitting, propose_: Propose, frank: User, level: Level
) -> None:
    made = apply_for(result_of(worked, "Ann"))
    approve(regrade=propose_(version=version_at(worked, 4), answer="a"), actor=frank, seen=1)
    result = result_of(worked, "Ann")
    assert result.number == 2
    first, second = Evidence.objects.filter(person__name="Ann").order_by("entered_at")
    assert (first.standing, second.standing) == ("withdrawn", "accepted")
    assert second.details["percent"] == str(result.percent)
    ann = User.objects.get(name="Ann")
    assert [item.ref for item in record_of(ann, level.body).items] == [f"paper:{result.pk}"]
    # The application stays that of the first result; found again it is the same one.
    assert apply_for(result) == made == Application.objects.get(person=ann)


def test_the_preview_names_every_level_that_would_be_applied_for(
    worked: Sitting, propose_: Propose, level: Level, erin: User
) -> None:
    second = Level.objects.create(body=level.body, code="second", name="Second", validity_months=36, order=2)
    ask(second, Paper(codes=("club-auction",)))
    asks_everything_first()
    rows = {row["name"]: row["follows"] for row in propose_().runs.get().report["rows"]}
    applies = [{"kind": "applies", "level": name, "application": None} for name in ("Club Director", "Second")]
    assert applies in rows.values()
    assert all(row["level"] != "Congress" for follows in rows.values() for row in follows)


def test_what_was_previewed_is_what_is_applied_for(
    worked: Sitting, propose_: Propose, frank: User, level: Level
) -> None:
    second = Level.objects.create(body=level.body, code="second", name="Second", validity_months=36, order=2)
    ask(second, Paper(codes=("club-auction",), mark="99"))  # type: ignore[arg-type]
    Level.objects.filter(pk=second.pk).update(applies_early=False)
    regrade = propose_()
    follows = {row["name"]: row["follows"] for row in regrade.runs.get().report["rows"] if row["follows"]}
    before = set(Application.objects.values_list("pk", flat=True))
    approve(regrade=regrade, actor=frank, seen=1)
    made = Application.objects.exclude(pk__in=before).select_related("person", "level")
    assert {(one.person.name, one.level.name) for one in made} == {
        (name, row["level"]) for name, rows in follows.items() for row in rows
    }
    assert made


def test_what_was_applied_for_by_a_press_is_doubted_where_a_pass_of_it_is_lost(
    worked: Sitting, propose_: Propose, frank: User, level: Level
) -> None:
    other = asks_everything_first()
    apply_for(result_of(worked, "Eve"))
    Level.objects.filter(pk=other.pk).update(applies_early=True)
    other.refresh_from_db()
    EmailAddress.objects.create(user=eve(), email=eve().email, verified=True, primary=True)
    pressed = apply(person=eve(), level=other, reference="p1")
    approve(regrade=propose_(remedy="key", answer="b", nobody_loses=False), actor=frank, seen=1)
    doubt = pressed.doubts.get()
    assert doubt.reference == pressed.evidence["rests_on"][0]["reference"]
    assert [str(part.standing) for part in judged(eve(), other).parts] == ["doubtful", "missing"]


@pytest.mark.parametrize("declined", [False, True])
def test_a_void_pass_that_nothing_rests_on_counts_no_more(
    clock: Clock, alice: User, erin: User, declined: bool
) -> None:
    attempt: Attempt = hand_in(sitting_of(paper_with("best_ruling", code="auction"), clock.now), alice, ["c"])
    if declined:
        level = Level.objects.create(body=factories.body(), code="club", name="Club", validity_months=36)
        ask(level, Paper(codes=("auction",)))
        made = apply_for(Result.objects.get())
        assert made is not None
        decline(application=made, actor=factories.person("Rita", Role.REGISTRAR), reason="She has never directed.")
    services.void_attempt(attempt=attempt, actor=erin, reason="The paper was known.")
    found = Evidence.objects.get()
    assert (found.standing, "The paper was known." in found.note) == ("withdrawn", True)
    assert not Doubt.objects.exists()
