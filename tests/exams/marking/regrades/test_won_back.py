"""A pass that one regrade takes and another gives back, and the applications that rest on it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.accreditation.models import Application, Doubt, Level
from accounts.accreditation.services import decline, grant, revoke, settle_doubt
from accounts.letters.models import Letter
from accounts.models import Role, User
from exams.marking.explained_result import application_of
from exams.marking.regrades.decisions import approve
from exams.marking.regrades.words import followed
from exams.marking.results import apply_for
from exams.sittings.models import Sitting
from tests import factories
from tests.exams.marking.regrades.conftest import Propose, result_of, version_at


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


@pytest.fixture
def lost(worked: Sitting, propose_: Propose, frank: User, level: Level) -> Application:
    """Eve's award, and the regrade by which the pass under it was lost."""
    first = apply_for(result_of(worked, "Eve"))
    assert first is not None
    grant(application=first, actor=factories.person("Helen", Role.REGISTRAR))
    approve(regrade=propose_(remedy="key", answer="b", nobody_loses=False), actor=frank, seen=1)
    return first


def win_back(worked: Sitting, propose_: Propose, frank: User) -> list[dict[str, str]]:
    """Have Eve pass again; what the dry run says will follow for her."""
    back = propose_(version=version_at(worked, 3), answer="a")
    row = next(row for row in back.runs.get().report["rows"] if row["name"] == "Eve")
    approve(regrade=back, actor=frank, seen=1)
    return row["follows"]  # type: ignore[no-any-return]


def test_the_registrar_hears_of_a_pass_won_back_under_an_award_she_revoked(
    worked: Sitting, propose_: Propose, frank: User, lost: Application
) -> None:
    helen = User.objects.get(name="Helen")
    Level.objects.update(revocation_countersigned=False)
    revoke(award=lost.award, actor=helen, reason="The pass is lost.")
    settle_doubt(doubt=lost.doubts.get(), actor=helen, note="Revoked.")
    follows = win_back(worked, propose_, frank)
    assert follows == [{"kind": "back", "level": "Club Director", "application": str(lost.pk)}]
    assert followed(follows[0]) == "the pass for Club Director is restored"
    doubt = lost.doubts.get(settled_at=None)
    assert "had lost its pass, was marked again and is now a pass" in doubt.why
    shown = factories.browser(helen).get(reverse("accreditation:application", args=[lost.pk])).content.decode()
    assert "stays out of force until you reinstate it" in shown
    assert Letter.objects.filter(person=helen, text__contains="been restored").count() == 1


def test_the_registrar_hears_of_it_while_she_has_not_decided(
    worked: Sitting, propose_: Propose, frank: User, lost: Application
) -> None:
    win_back(worked, propose_, frank)
    lost_by, won_by = lost.doubts.order_by("raised_at")
    assert "is no longer a pass: 60 % before, 40 % now." in lost_by.why
    assert "is now a pass: 40 % before, 60 % now." in won_by.why
    helen = User.objects.get(name="Helen")
    shown = factories.browser(helen).get(reverse("accreditation:application", args=[lost.pk])).content.decode()
    assert shown.count("The award stands unless you suspend or revoke it. 2 doubts are open") == 1


def test_an_award_she_let_stand_is_left_alone(
    worked: Sitting, propose_: Propose, frank: User, lost: Application
) -> None:
    settle_doubt(
        doubt=lost.doubts.get(), actor=User.objects.get(name="Helen"), note="It stands: a slip of the marking."
    )
    assert win_back(worked, propose_, frank) == []
    assert lost.doubts.count() == 1
