"""A thousand certificates with their badges, as a worker makes them: at most 3 minutes. And a status list of a large body."""

from __future__ import annotations

import uuid
import zlib
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_benchmark.fixture import BenchmarkFixture

from accounts.accreditation.credentials import archives, designs, status_lists
from accounts.accreditation.credentials.badges import Signer
from accounts.accreditation.credentials.checks import Answer, check
from accounts.accreditation.credentials.status_lists import Purpose
from accounts.accreditation.models import Application, ArchivedFile, Award, Level, StatusPlace
from accounts.models import Body, Role, User
from tests.accounts.accreditation.credentials.test_checks import png
from tests.accounts.conftest import person
from tests.asking import ask_paper
from tests.bench.aims import aim

CERTIFICATES = 1_000
AWARDS = 20_000
# A seal of 400 by 400 points, that does not compress to nothing.
ROWS = b"".join(b"\0" + bytes((x * y) % 251 for x in range(1_600)) for y in range(400))
SEAL = png(400, 400, (b"IDAT", zlib.compress(ROWS)))


@pytest.fixture
def registrar(db: None) -> User:
    """Of a body with a seal and two signatories."""
    body = Body.objects.create(name="Moreton Bridge Association", short_name="MBA", slug="mba")
    level = Level.objects.create(body=body, code="club", name="Club Director", validity_months=36)
    ask_paper(level, "club-auction", "Pass the paper on the auction")
    registrar = person("Rita Rowe", body, Role.REGISTRAR)
    texts = dict.fromkeys(designs.TEXTS, "Helen Zhou")
    pictures = dict.fromkeys(designs.PICTURES, designs.checked_picture(SEAL))
    designs.settle(body=body, actor=registrar, design=designs.Design(texts, pictures), reason="The seal")
    return registrar


def held(registrar: User, count: int) -> list[Award]:
    """So many awards, without badges."""
    level = Level.objects.select_related("body").get(code="club")
    body, today = level.body, level.body.today()
    people = [User(email=f"d{n}@example.org", name=f"Director {n:05}") for n in range(count)]
    User.objects.bulk_create(people)
    applications = [
        Application(body=body, person=one, level=level, evidence={"result": str(one.pk)}, status="granted",
                    decided_by=registrar, decided_at=timezone.now())
        for one in people
    ]  # fmt: skip
    Application.objects.bulk_create(applications)
    return Award.objects.bulk_create(
        Award(body=body, person=one.person, name=one.person.name, level=level, application=one, granted_by=registrar,
              valid_from=today, valid_until=today + timedelta(days=900))
        for one in applications
    )  # fmt: skip


def test_a_thousand_certificates_with_badges(registrar: User, benchmark: BenchmarkFixture) -> None:
    awards = held(registrar, CERTIFICATES)
    made = archives.ask(body=awards[0].body, actor=registrar, awards=[one.pk for one in awards], reference=uuid.uuid4())
    benchmark.pedantic(archives.run, args=(made.pk,), rounds=1)  # type: ignore[no-untyped-call]
    assert ArchivedFile.objects.count() == 2 * CERTIFICATES
    assert check(bytes(ArchivedFile.objects.filter(name__endswith=".pdf")[0].data)).answer == Answer.VALID
    aim(benchmark, 180.0)


@pytest.mark.parametrize("what", ["as it was", "signed anew"])
def test_a_status_list_of_20000_awards(what: str, registrar: User, benchmark: BenchmarkFixture) -> None:
    """Of which every hundredth is suspended; what anybody waits for who verifies a badge."""
    awards = held(registrar, AWARDS)
    body = awards[0].body
    StatusPlace.objects.bulk_create(
        StatusPlace(award=one, body=body, list_number=1, index=6 * n) for n, one in enumerate(awards)
    )
    Award.objects.filter(pk__in=[one.pk for one in awards[::100]]).update(status=Award.Status.SUSPENDED)
    first = status_lists.current_list(body, Purpose.SUSPENSION, 1)
    assert first is not None
    if what == "as it was":
        benchmark(status_lists.current_list, body, Purpose.SUSPENSION, 1)
    else:
        benchmark(status_lists.sign_all, body)
    aim(benchmark, 0.5)


def test_a_badge(registrar: User, benchmark: BenchmarkFixture) -> None:
    """Signed when somebody first asks for it."""
    awards = iter(held(registrar, CERTIFICATES))
    signer = Signer(Body.objects.get(slug="mba"))
    benchmark.pedantic(lambda: signer.credential_of(next(awards)), rounds=100)  # type: ignore[no-untyped-call]
    aim(benchmark, 0.100)
