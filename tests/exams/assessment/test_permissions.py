"""Who may do what: first of all, nobody in their own assessment, and no candidate sees a call."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from accounts.accreditation import documents, evidencing
from accounts.accreditation.models import Evidence
from accounts.models import Membership, Role, User
from accounts.rules import may
from exams.assessment import rules
from exams.assessment.models import Assessment
from tests.accounts.conftest import signed_in
from tests.exams.assessment.conftest import fields, sent

WHO = ("alice", "rita", "rolf", "erin", "ernest", "adam", "boris", "carol")
MAY = {
    rules.ARRANGE: {"rita", "rolf"},
    rules.CALL_OFF: {"rita", "rolf"},
    rules.MOVE: {"rita", "rolf"},
    rules.SEE: {"alice", "rita", "rolf", "erin", "ernest"},
    rules.SEE_CALLS: {"rita", "rolf", "erin", "ernest"},
    rules.MARK: {"erin", "ernest"},
    rules.DECIDE: {"rita", "rolf"},
}


@pytest.mark.parametrize("permission", MAY)
def test_who_may(permission: str, assessment: Assessment, request: pytest.FixtureRequest) -> None:
    found = {name for name in WHO if may(request.getfixturevalue(name), permission, assessment)}
    assert found == MAY[permission]


def test_a_registrar_who_is_the_candidate_may_not(assessment: Assessment, alice: User) -> None:
    Membership.objects.create(person=alice, body=assessment.body, role=Role.REGISTRAR)
    alice = User.objects.get(pk=alice.pk)
    assert [one for one in MAY if may(alice, one, assessment)] == [rules.SEE]


def test_a_registrar_who_assesses_does_not_decide(assessment: Assessment, erin: User) -> None:
    Membership.objects.create(person=erin, body=assessment.body, role=Role.REGISTRAR)
    assert not may(User.objects.get(pk=erin.pk), rules.DECIDE, assessment)


@pytest.mark.parametrize(
    ("page", "open_to"),
    [
        ("", {"alice", "rita", "rolf", "erin", "ernest"}),
        ("sheet/", {"erin", "ernest"}),
        ("on-paper/", {"rita", "rolf", "erin", "ernest"}),
    ],
)
def test_pages(page: str, open_to: set[str], assessment: Assessment, request: pytest.FixtureRequest) -> None:
    address = f"{assessment.get_absolute_url()}{page}"
    found = {name for name in WHO if signed_in(request.getfixturevalue(name)).get(address).status_code == 200}
    assert found == open_to


def test_the_candidate_sees_nothing_of_a_call(assessment: Assessment, alice: User) -> None:
    page = signed_in(alice).get(assessment.get_absolute_url()).content.decode()
    assert "Jacaranda Bridge Club" in page
    for call in assessment.calls.all():
        assert call.content["stem"][0] not in page
        assert call.content["explanation"]["say"] not in page
    assert "27" not in page.partition("<h1>")[2].partition("</main>")[0].replace("2027", "").replace("27 ", "")


@pytest.mark.parametrize("page", ["sheet/", "decide/", "call-off/", "move/"])
def test_the_candidate_cannot_send_anything(page: str, assessment: Assessment, alice: User) -> None:
    told = {**fields(assessment), "outcome": "passed", "reason": "I was good."}
    assert signed_in(alice).post(f"{assessment.get_absolute_url()}{page}", told).status_code == 403
    assert not assessment.sheets.exists()
    assert Assessment.objects.open().exists()


def test_the_list_of_a_body_is_for_its_registrars(assessment: Assessment, request: pytest.FixtureRequest) -> None:
    for page in ("/assessments/of/mba/", "/assessments/of/mba/new/"):
        found = {name for name in WHO if signed_in(request.getfixturevalue(name)).get(page).status_code == 200}
        assert found == {"rita", "rolf"}


def test_its_assessors_open_the_documents_of_its_evidence(
    assessment: Assessment, rita: User, request: pytest.FixtureRequest
) -> None:
    for name in ("erin", "ernest"):
        sent(assessment, request.getfixturevalue(name))
    evidence = Evidence.objects.get(kind="assessment")
    files = [documents.checked("report.pdf", b"%PDF-1.7\n%%EOF\n")]
    (made,) = documents.attach(evidence=evidence, actor=rita, files=files)
    address = f"/accreditation/documents/{evidence.pk}/{made.pk}/"
    found = {name for name in WHO if signed_in(request.getfixturevalue(name)).get(address).status_code == 200}
    assert found == {"alice", "rita", "rolf", "erin", "ernest"}
    assert address in signed_in(request.getfixturevalue("erin")).get(assessment.get_absolute_url()).content.decode()


def test_nobody_takes_the_reference_of_an_assessment(assessment: Assessment, alice: User, rita: User) -> None:
    with pytest.raises(ValidationError, match="Something is wrong with this form"):
        evidencing.enter(
            body=assessment.body,
            person=alice,
            actor=rita,
            kind="assessment",
            day=assessment.day,
            details={"outcome": "failed"},
            reference=assessment.evidence_reference,
        )
