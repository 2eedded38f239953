"""Of every model that names a person somebody has said what happens to it in the download and when an account is deleted."""

from __future__ import annotations

import pytest
from django.apps import apps

from accounts.models import User
from accounts.privacy.holdings import holdings, said
from tests.accounts.conftest import person


def test_every_foreign_key_to_a_person_is_spoken_for() -> None:
    there = {
        (model, field.name)
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if field.is_relation and field.concrete and field.related_model is User
    }
    missing = sorted(f"{model._meta.label}.{name}" for model, name in there - set(said()))
    assert missing == [], "say in the app's `kept` what these mean: keep(...) or deeds(...)"
    assert set(said()) <= there, "these are no foreign keys to a person any more"


@pytest.mark.django_db
def test_every_column_that_is_told_is_there_and_none_is_a_secret() -> None:
    somebody = person("Carol Cole")
    for one in holdings():
        assert list(one.rows(somebody).values(*one.shows)) or True
        assert not {"password", "data__secret", "session_key", "machine", "key", "content", "html"} & set(one.shows)


@pytest.mark.django_db
def test_nobody_has_what_is_another_s() -> None:
    """A person who has nothing but an account has one row, whatever there is of others."""
    person("Alice Archer")
    carol = person("Carol Cole")
    assert {one.key: one.rows(carol).count() for one in holdings() if one.rows(carol).exists()} == {"account": 1}
