"""Who may propose, change, publish and decline: on the object, with people of another body."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.models import Membership, Role, User
from laws.editing import drafting, publishing
from laws.editing.models import Proposal, Stewardship
from laws.editing.rules import NotAllowed
from laws.models import Edition, Provision, ProvisionVersion
from tests import factories
from tests.laws.editing.conftest import comment, drafted, submitted
from tests.walking import walks

NOT_EDITORS = [role for role in Role if role != Role.LAW_EDITOR]
DECISIONS: list[Callable[..., Proposal]] = [
    publishing.publish,
    lambda **names: drafting.decline(reason="No.", **names),
]
OWN: list[Callable[..., Proposal]] = [drafting.submit, drafting.take_back, drafting.renew, drafting.withdraw]


def unchanged() -> bool:
    """Whether 27A is as it was shipped, and alone."""
    return ProvisionVersion.objects.filter(provision__key="27A").count() == 1


def test_an_editor_of_another_body_proposes_nothing(edition: Edition, charlie: User) -> None:
    with pytest.raises(NotAllowed, match="maintained by Queensland Bridge Association: only its law editors"):
        drafted(charlie, "27A")
    with pytest.raises(NotAllowed, match="maintained by Queensland"):
        comment(charlie, edition)
    assert not Proposal.objects.exists()


@walks("role", NOT_EDITORS, apart=True)
def test_no_other_role_of_the_body_proposes(edition: Edition, role: Role) -> None:
    with pytest.raises(NotAllowed, match="only its law editors"):
        drafted(factories.person("Rolf", role), "27A")


def test_an_editor_whose_role_ended_proposes_nothing(edition: Edition, alice: User) -> None:
    Membership.objects.filter(person=alice).update(until="2030-01-01T00:00Z")
    with pytest.raises(NotAllowed, match="only its law editors"):
        drafted(alice, "27A")


def test_nobody_changes_an_edition_that_nobody_keeps(edition: Edition, alice: User) -> None:
    Stewardship.objects.all().delete()
    with pytest.raises(NotAllowed, match="No body maintains “Laws of 2017” here"):
        drafted(alice, "27A")


@pytest.mark.parametrize("decide", DECISIONS)
def test_an_editor_of_another_body_decides_nothing(
    edition: Edition, alice: User, charlie: User, decide: Callable[..., Proposal]
) -> None:
    proposal = submitted(alice, "27A")
    with pytest.raises(NotAllowed, match="for the law editors of Queensland Bridge Association"):
        decide(actor=charlie, proposal_id=proposal.pk)
    assert unchanged()


@walks(("decide", "role"), [*product(DECISIONS, NOT_EDITORS)], apart=True)
def test_no_other_role_of_the_body_decides(
    edition: Edition, alice: User, role: Role, decide: Callable[..., Proposal]
) -> None:
    proposal = submitted(alice, "27A")
    with pytest.raises(NotAllowed, match="for the law editors of"):
        decide(actor=factories.person("Rolf", role), proposal_id=proposal.pk)
    assert unchanged()


@pytest.mark.parametrize("decide", DECISIONS)
def test_nobody_decides_about_his_own_proposal(edition: Edition, alice: User, decide: Callable[..., Proposal]) -> None:
    proposal = submitted(alice, "27A")
    with pytest.raises(NotAllowed, match="You proposed this yourself: another law editor must decide"):
        decide(actor=alice, proposal_id=proposal.pk)
    assert unchanged()


def test_whoever_runs_the_installation_does_not_thereby_publish(edition: Edition, alice: User) -> None:
    proposal = submitted(alice, "27A")
    root = User.objects.create_superuser("root@example.org", "a table of thirteen", name="Root")
    with pytest.raises(NotAllowed):
        publishing.publish(actor=root, proposal_id=proposal.pk)


def test_a_body_that_lost_the_edition_publishes_no_more(edition: Edition, alice: User, bob: User) -> None:
    proposal = submitted(alice, "27A")
    Stewardship.objects.update(body=factories.body("Northern Rivers Bridge"))
    with pytest.raises(NotAllowed, match="no longer maintains “Laws of 2017”"):
        publishing.publish(actor=bob, proposal_id=proposal.pk)
    assert unchanged()


@walks("deed", OWN, apart=True)
def test_only_the_proposer_moves_his_proposal(
    edition: Edition, alice: User, bob: User, charlie: User, deed: Callable[..., Proposal]
) -> None:
    proposal = drafted(alice, "27A") if deed is drafting.submit else submitted(alice, "27A")
    for other in (bob, charlie):
        with pytest.raises(NotAllowed, match="Only the proposer can"):
            deed(actor=other, proposal_id=proposal.pk)
    before = proposal.status
    proposal.refresh_from_db()
    assert proposal.status == before


def test_nobody_writes_in_the_draft_of_another(edition: Edition, alice: User, bob: User) -> None:
    proposal = drafted(alice, "27A")
    proposal.text = "Bob’s words."
    with pytest.raises(NotAllowed, match="Only the proposer can"):
        drafting.save(actor=bob, proposal=proposal)
    proposal.refresh_from_db()
    assert proposal.text == "Other words."


# --- What the database itself refuses -------------------------------------------------------------------------------


def test_the_database_knows_no_publisher_who_proposed(edition: Edition, alice: User) -> None:
    proposal = submitted(alice, "27A")
    fields = {"status": "published", "decided_by": alice, "decided_at": proposal.submitted_at, "entered_id": 1}
    with pytest.raises(IntegrityError, match="proposal_is_decided_by_a_second_person"), transaction.atomic():
        Proposal.objects.filter(pk=proposal.pk).update(**fields)


@walks("change", [{"text": "Smuggled."}, {"first_day": "2031-01-01"}, {"reason": "Another."}], apart=True)
def test_what_was_submitted_cannot_be_changed(edition: Edition, alice: User, change: dict[str, str]) -> None:
    proposal = submitted(alice, "27A")
    with pytest.raises(Exception, match="Cannot update"), transaction.atomic():
        Proposal.objects.filter(pk=proposal.pk).update(**change)


def test_a_decision_is_final_and_a_proposal_stays(edition: Edition, alice: User) -> None:
    proposal = drafting.withdraw(actor=alice, proposal_id=drafted(alice, "27A").pk)
    with pytest.raises(Exception, match="Cannot update"), transaction.atomic():
        Proposal.objects.filter(pk=proposal.pk).update(status="draft")
    with pytest.raises(Exception, match="Cannot delete"), transaction.atomic():
        Proposal.objects.filter(pk=proposal.pk)._raw_delete("default")


def test_a_proposal_is_about_one_thing(edition: Edition, alice: User) -> None:
    proposal = drafted(alice, "27A")
    with pytest.raises(Exception, match="Cannot update"), transaction.atomic():
        Proposal.objects.filter(pk=proposal.pk).update(provision=Provision.objects.get(key="27B"))
    with pytest.raises(IntegrityError, match="proposal_changes_one_thing"), transaction.atomic():
        Proposal.objects.create(
            body=factories.body(), edition=edition, subject="provision", act="amend", first_day="2030-01-01",
            reason="x", proposer=alice, base_id=1,
        )  # fmt: skip


# --- Deeds out of their time ----------------------------------------------------------------------------------------


def test_a_draft_is_not_published(edition: Edition, alice: User, bob: User) -> None:
    with pytest.raises(ValidationError, match="This is now “Draft”"):
        publishing.publish(actor=bob, proposal_id=drafted(alice, "27A").pk)
    assert unchanged()


def test_what_was_decided_stays_decided(edition: Edition, alice: User, bob: User) -> None:
    proposal = submitted(alice, "27A")
    drafting.decline(actor=bob, proposal_id=proposal.pk, reason="Too early.")
    with pytest.raises(ValidationError, match="Bob decided about this before you: it is now “Declined”"):
        publishing.publish(actor=factories.person("Carol", Role.LAW_EDITOR), proposal_id=proposal.pk)
    with pytest.raises(ValidationError, match="Declined"):
        drafting.withdraw(actor=alice, proposal_id=proposal.pk)


def test_a_refusal_needs_its_reason(edition: Edition, alice: User, bob: User) -> None:
    proposal = submitted(alice, "27A")
    with pytest.raises(ValidationError, match="Say why"):
        drafting.decline(actor=bob, proposal_id=proposal.pk, reason="  ")
    proposal.refresh_from_db()
    assert proposal.status == "submitted"


def test_nobody_publishes_what_he_has_not_read(edition: Edition, alice: User, bob: User) -> None:
    proposal = submitted(alice, "27A")
    read = proposal.seen
    proposal = drafting.take_back(actor=alice, proposal_id=proposal.pk)
    proposal.text = "Quite another text."
    drafting.save(actor=alice, proposal=proposal)
    drafting.submit(actor=alice, proposal_id=proposal.pk)
    with pytest.raises(ValidationError, match="submitted again while you were reading it"):
        publishing.publish(actor=bob, proposal_id=proposal.pk, seen=read)
    assert unchanged()


def test_a_submitted_proposal_is_taken_back_before_it_is_changed(edition: Edition, alice: User) -> None:
    proposal = submitted(alice, "27A")
    proposal.text = "Later thoughts."
    with pytest.raises(ValidationError, match="This is now “Submitted”"):
        drafting.save(actor=alice, proposal=proposal)
