"""How passwords are stored."""

from __future__ import annotations

import pytest
from django.contrib.auth.hashers import check_password, identify_hasher, make_password
from django.test import override_settings

from accounts.models import User
from accounts.signing_in.hashing import Argon2idHasher

OURS = "accounts.signing_in.hashing.Argon2idHasher"
BEFORE = "django.contrib.auth.hashers.PBKDF2PasswordHasher"


@pytest.fixture(autouse=True)
def _as_in_production() -> object:
    with override_settings(PASSWORD_HASHERS=[OURS, BEFORE]):
        yield


def test_the_right_password_and_no_other() -> None:
    stored = make_password("a table of thirteen")
    assert stored.startswith("argon2$argon2id$v=19$m=32768,t=2,p=1$")
    assert check_password("a table of thirteen", stored)
    assert not check_password("a table of fourteen", stored)
    assert make_password("a table of thirteen") != stored


def test_it_costs_no_less_than_owasp_asks() -> None:
    hasher = Argon2idHasher()
    assert hasher.memory_cost >= 19 * 1024
    assert hasher.time_cost >= 2


def test_what_can_be_shown_of_it_opens_nothing() -> None:
    stored = make_password("a table of thirteen")
    told = identify_hasher(stored).safe_summary(stored)
    assert told["memory cost"] == 32768
    assert stored.rsplit("$", 1)[1] not in map(str, told.values())


@pytest.mark.django_db
def test_an_older_hash_is_read_and_written_anew() -> None:
    with override_settings(PASSWORD_HASHERS=[BEFORE]):
        ada = User.objects.create_user("ada@example.org", "a table of thirteen")
    assert ada.password.startswith("pbkdf2")
    assert ada.check_password("a table of thirteen")
    ada.refresh_from_db()
    assert ada.password.startswith("argon2$")
    assert ada.check_password("a table of thirteen")


def test_other_costs_are_written_anew() -> None:
    stored = make_password("a table of thirteen")
    hasher = Argon2idHasher()
    assert not hasher.must_update(stored)
    hasher.time_cost = 3
    assert hasher.must_update(stored)
