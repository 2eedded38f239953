"""How often a password may be wrong: by address and machine, by account, and by machine.

The rates stand in ACCOUNT_RATE_LIMITS and are counted by allauth. Its own limit, "login_failed", counts by the address alone,
so that anybody could lock anybody out; it still holds for the codes of second factors, which nobody is asked for without
the right password.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from allauth.account import app_settings
from allauth.account.internal.userkit import filter_users_by_email
from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpRequest

from accounts.models import User, normal_email
from accounts.signing_in.devices import device_of

APP = "allauth.account"
# Names in ACCOUNT_RATE_LIMITS.
HERE, ACCOUNT, MACHINE = "password_failed_here", "password_failed", "password_failed_machine"


class Count(NamedTuple):
    """One thing a wrong password is counted for."""

    action: str
    key: str | None = None


def counts_of(request: HttpRequest, email: str) -> list[Count]:
    """What a wrong password for this address, sent from there, counts for.

    On a device where the person has signed in before, for that device alone: strangers cannot use up its tries.
    """
    device = device_of(request)
    owners = _owners(email)
    if device and any(device.knows(user) for user in owners):
        return [Count(HERE, f"{name} on {device.number}") for name in _names(email, owners)]
    return [*_counts_of_strangers(request, email, owners), Count(MACHINE)]


def _owners(email: str) -> list[User]:
    """The people whose password is tried with this address; nobody's, in most cases one's."""
    found = filter_users_by_email(normal_email(email), prefer_verified=True, for_login=True)
    return [user for user in found if isinstance(user, User)]


def _names(email: str, owners: list[User]) -> list[str]:
    """What stands for the account: an account opens by each of its addresses, and has one count however it is called."""
    return [f"account {user.pk}" for user in owners] or [normal_email(email)]


def _counts_of_strangers(request: HttpRequest, email: str, owners: list[User]) -> list[Count]:
    machine = ratelimit.get_ip(request)
    return [
        count for name in _names(email, owners) for count in (Count(HERE, f"{name} at {machine}"), Count(ACCOUNT, name))
    ]


def seconds_to_wait(request: HttpRequest, counts: list[Count]) -> float:
    """Until another password may be tried; 0: now.

    Only read here, and a wrong password noted afterwards. Who sends many at the same moment gets as many more answers as
    the site has threads; in return a hall that signs in together does not queue for one counter.
    """
    now = time.time()
    slots = {
        ratelimit.get_cache_key(request, app=APP, action=count.action, rate=rate, key=count.key): rate
        for count in counts
        for rate in ratelimit.parse_rates(app_settings.RATE_LIMITS.get(count.action))
    }
    waits = [0.0]
    for slot, history in cache.get_many(slots).items():
        rate = slots[slot]
        recent = [at for at in history if at > now - rate.duration]
        if len(recent) >= rate.amount:
            # Newest first: once this one is too old, there is room again.
            waits.append(recent[rate.amount - 1] + rate.duration - now)
    return max(waits)


def note_failure(request: HttpRequest, counts: list[Count]) -> None:
    """A password was wrong."""
    for count in counts:
        ratelimit.consume(request, app=APP, action=count.action, key=count.key)


def forgive(request: HttpRequest, email: str) -> None:
    """The owner of the address has chosen a new password: what was counted for the account is void.

    The machine's own count stays: else anybody could wipe it with an account of theirs, and go on with other people's.
    """
    for count in _counts_of_strangers(request, email, _owners(email)):
        ratelimit.clear(request, app=APP, action=count.action, key=count.key)
