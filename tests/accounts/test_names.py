"""Names are found without their accents, and the database folds them as we do."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import Body, Role, User
from accounts.names import folded
from tests.accounts.conftest import person, signed_in

pytestmark = pytest.mark.django_db

SPELT = {
    "Anne Lefèvre": "anne lefevre",
    "Anne Lefe\u0300vre": "anne lefevre",
    "ŁUKASZ ŻÓŁĆ": "lukasz zolc",
    "Søren Ærø": "soren aero",
    "Groß": "gross",
    "Œuvray": "oeuvray",
    "Siobhán O’Brien": "siobhan o'brien",
    "Þórður": "thordur",
    "Nguyễn Thị": "nguyen thi",
    "İsmail Yılmaz": "ismail yilmaz",
    "Ж. 王": "ж. 王",
}


@pytest.mark.parametrize("name", SPELT)
def test_the_database_folds_a_name_as_we_do(name: str) -> None:
    made = User.objects.create(email="one@example.org", name=name)
    made.refresh_from_db()
    assert made.name_folded == folded(name) == SPELT[name]


LETTERS = st.characters(min_codepoint=0x20, max_codepoint=0x24F, exclude_categories=("Cc", "Cs"))


@given(st.text(LETTERS, max_size=40))
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_latin_name(name: str) -> None:
    made = User.objects.create(email=f"{User.objects.count()}@example.org", name=name)
    assert User.objects.filter(pk=made.pk, name_folded=folded(name)).exists()


def test_a_name_that_changes(db: None) -> None:
    made = person("Anne Lefèvre")
    made.name = "Anne Müller"
    made.save()
    assert User.objects.get(name_folded="anne muller") == made


@pytest.mark.parametrize("typed", ["lefevre", "Lefèvre", "LEFÈVRE", "Lefe\u0300vre"])
@pytest.mark.parametrize("name", ["Anne Lefèvre", "Anne Lefevre"])
def test_at_the_desk(typed: str, name: str, body: Body, rita: User) -> None:
    person(name, body, Role.CANDIDATE)
    answer = signed_in(rita).get(f"/people/{body.slug}/", {"q": typed})
    assert name in answer.content.decode()
