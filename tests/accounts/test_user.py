"""People are known by their e-mail address."""

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_it_stores_an_address_in_one_spelling() -> None:
    user = User.objects.create_user("  Ada@Club.Example ", "a long password", name="Ada")
    assert user.email == "ada@club.example"
    assert User.objects.get_by_natural_key("ADA@club.example") == user


def test_it_refuses_a_second_person_with_the_address() -> None:
    User.objects.create_user("ada@club.example")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("ADA@club.example")


def test_the_database_refuses_capitals_that_bypass_the_manager() -> None:
    user = User.objects.create_user("ada@club.example")
    with pytest.raises(IntegrityError, match="user_email_is_lower_case"), transaction.atomic():
        User.objects.filter(pk=user.pk).update(email="Ada@club.example")


def test_a_person_without_a_password_cannot_sign_in() -> None:
    assert not User.objects.create_user("ada@club.example").has_usable_password()


def test_an_address_is_needed() -> None:
    with pytest.raises(ValueError, match="e-mail"):
        User.objects.create_user("")


def test_ids_cannot_be_counted() -> None:
    first, second = (User.objects.create_user(f"{name}@club.example") for name in ("ada", "bob"))
    assert abs(first.pk.int - second.pk.int) > 2**64
