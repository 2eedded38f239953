"""Who may do what: first of all, nobody in their own assessment, and no candidate sees a call."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from accounts.accreditation import documents, evidencing
from accounts.accreditation.models import Evidence, Level
from accounts.audit.models import AuditEntry
from accounts.models import Membership, Role, User
from accounts.rules import may
from exams.assessment import rules, services
from exams.assessment.models import Assessment
from laws.templatetags.law_tags import suits
from tests.accounts.conftest import person, signed_in
from tests.exams.assessment.conftest import arranged, fields, in_order, marks, sent

WHO = ("alice", "rita", "rolf", "erin", "ernest", "adam", "boris", "carol")
MAY = {
    rules.ARRANGE: {"rita", "rolf"},
    rules.CALL_OFF: {"rita", "rolf"},
    rules.MOVE: {"rita", "rolf"},
    rules.SEE: {"alice", "rita", "rolf", "erin", "ernest"},
    rules.SEE_CALLS: {"erin", "ernest"},
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
        ("on-paper/", {"erin", "ernest"}),
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


def secrets_of(assessment: Assessment) -> list[str]:
    """What an assessor's page says of the calls that nobody else may read: the ruling, each act's reason, parts and options."""
    found = []
    for call in assessment.calls.all():
        assert call.acts is not None
        acts, parts = call.acts["acts"], call.acts["rule"]["parts"]
        found += [call.content["explanation"]["say"], *(one["why"] for one in acts), *(one["text"] for one in parts)]
    return [str(suits(one)) for one in found]


def test_ruling_and_list_are_for_the_assessors_of_this_assessment(
    assessment: Assessment, level: Level, rita: User, request: pytest.FixtureRequest
) -> None:
    secret = secrets_of(assessment)
    assert len(secret) > 40
    others = [person(f"Examiner {n}", level.body, Role.EXAMINER) for n in (1, 2)]
    arranged(level, person("Bea Best", level.body, Role.CANDIDATE), others, rita)

    def read(user: User, *pages: str) -> list[str]:
        told = "".join(signed_in(user).get(f"{assessment.get_absolute_url()}{page}").content.decode() for page in pages)
        return [one for one in secret if one in told]

    for name in ("erin", "ernest"):
        for page in ("", "sheet/", "on-paper/"):
            assert set(read(request.getfixturevalue(name), page)) == set(secret), (name, page)
    everybody_else = [*others, *(request.getfixturevalue(name) for name in WHO if name not in ("erin", "ernest"))]
    for user in everybody_else:
        assert read(user, "", "sheet/", "on-paper/", "judged/") == [], user
    # Both have marked, and differ: a registrar decides, and reads the calls for it.
    for name, overall in (("erin", "passed"), ("ernest", "failed")):
        sent(assessment, request.getfixturevalue(name), overall)
    assert set(read(rita, "")) == set(secret)
    seeing = {user for user in everybody_else if may(user, rules.SEE_CALLS, assessment)}
    assert seeing == {request.getfixturevalue(name) for name in ("rita", "rolf")}


def test_only_an_assessor_asks_what_the_list_makes_of_it(
    assessment: Assessment, request: pytest.FixtureRequest
) -> None:
    address = f"{assessment.get_absolute_url()}judged/"
    for name in WHO:
        answer = signed_in(request.getfixturevalue(name)).post(address, {"c1-did-acts": "settle"})
        assert (answer.status_code == 200) is (name in ("erin", "ernest")), name
        assert signed_in(request.getfixturevalue(name)).get(address).status_code in (404, 405)


@pytest.mark.parametrize("shown", [False, True])
def test_a_candidate_reads_how_the_list_judges_only_where_the_body_says_so_and_never_the_list(
    shown: bool, assessment: Assessment, alice: User, rita: User, request: pytest.FixtureRequest
) -> None:
    services.show(body=assessment.body, actor=rita, comparison=shown, reason="As agreed.")
    noted = {"1": in_order(assessment.calls.get(number=1))}
    told = {**marks(assessment, grade="failed")}
    for name in ("erin", "ernest"):
        page = signed_in(alice).get(assessment.get_absolute_url()).content.decode()
        assert "The list" not in page and "the list" not in page
        sent(assessment, request.getfixturevalue(name), "failed", marks=told, noted=noted)
    page = signed_in(alice).get(assessment.get_absolute_url()).content.decode()
    assert ("The list says: pass, 20 of 20 points." in page) is shown
    assert ("the assessor says not yet, the list says pass." in page) is shown
    assert [one for one in secrets_of(assessment) if one in page] == []


def test_what_candidates_read_is_said_by_the_registrars_of_the_body(
    assessment: Assessment, request: pytest.FixtureRequest
) -> None:
    for name in WHO:
        told = {"comparison": "on", "reason": "As agreed."}
        answer = signed_in(request.getfixturevalue(name)).post("/assessments/of/mba/shown/", told)
        assert (answer.status_code == 302) is (name in ("rita", "rolf")), name
    assert AuditEntry.objects.filter(verb="body.assessments_shown").count() == 1


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
