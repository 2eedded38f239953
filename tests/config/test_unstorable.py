"""A NUL in an address is the sender's fault, not ours."""

import pytest
from django.test import Client

from accounts.models import Role
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/papers/syllabus/{body}/add/?under=%00", 400),
        ("/bank/coverage/?body=%00", 404),
        ("/bank/write/?kind=%00&body=%00", 200),
        ("/laws/duplicate-2017/27%00/", 404),
        ("/laws/ruling/duplicate-2017/27%00/", 404),
        ("/register/?q=%00", 200),
        ("/api/v1/laws/editions/duplicate-2017/provisions/27%00/", 404),
    ],
)
def test_a_nul_is_refused_and_breaks_nothing(address: str, status: int) -> None:
    client: Client = factories.browser(factories.person("Alice", Role.EXAMINER))
    assert client.get(address.format(body=factories.body().slug)).status_code == status
