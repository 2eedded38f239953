"""A pass that one regrade takes and another gives back, and the applications that rest on it."""

from __future__ import annotations

from accounts.accreditation.models import Application, Doubt, Level
from accounts.accreditation.services import decline
from accounts.models import Role, User
from exams.marking.regrading.deciding import approve
from exams.marking.reviewing import application_of
from exams.marking.services import apply_for
from exams.sittings.models import Sitting
from tests import factories
from tests.exams.marking.regrading.conftest import Propose, result_of, version_at


def test_a_pass_won_back_applies_again_after_the_first_was_declined(
    worked: Sitting, propose_: Propose, frank: User, level: Level
) -> None:
    registrar = factories.person("Helen", Role.REGISTRAR)
    first = apply_for(result_of(worked, "Eve"))
    assert first is not None
    approve(regrade=propose_(remedy="key", answer="b", nobody_loses=False), actor=frank, seen=1)
    decline(application=first, actor=registrar, reason="The pass is lost.")
    back = propose_(version=version_at(worked, 3), answer="a")
    row = next(row for row in back.runs.get().report["rows"] if row["name"] == "Eve")
    assert row["follows"] == [{"kind": "applies", "level": "Club Director", "application": None}]
    approve(regrade=back, actor=frank, seen=1)
    result = result_of(worked, "Eve")
    again = Application.objects.get(person__name="Eve", status="submitted")
    assert (result.passed, again.evidence["result"]) == (True, str(result.pk))
    assert application_of(result, list(result.attempt.results.all())) == again
    # About the pass that is there now nobody has decided twice: it is found, not made again.
    assert apply_for(result) == again


def test_a_pass_that_was_never_lost_stays_declined(
    worked: Sitting, propose_: Propose, frank: User, level: Level
) -> None:
    first = apply_for(result_of(worked, "Ann"))
    assert first is not None
    decline(application=first, actor=factories.person("Helen", Role.REGISTRAR), reason="He has never directed.")
    approve(regrade=propose_(version=version_at(worked, 4), answer="a"), actor=frank, seen=1)
    assert result_of(worked, "Ann").number == 2
    assert Application.objects.get(person__name="Ann") == first


def test_what_was_declined_is_not_doubted(worked: Sitting, propose_: Propose, frank: User, level: Level) -> None:
    first = apply_for(result_of(worked, "Eve"))
    assert first is not None
    decline(application=first, actor=factories.person("Helen", Role.REGISTRAR), reason="She has never directed.")
    approve(regrade=propose_(remedy="key", answer="b", nobody_loses=False), actor=frank, seen=1)
    assert not Doubt.objects.exists()
