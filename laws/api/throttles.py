"""How often one caller may ask. The rates are in the settings, and the API's description tells them."""

from __future__ import annotations

from django.conf import settings
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle


def rate(who: str) -> str:
    """The rate of `anon` or `user`, such as `60/min`."""
    rates: dict[str, str] = settings.API_RATES
    return rates[who]


class Anonymous(AnonRateThrottle):
    """Somebody who is not signed in, by address."""

    def get_rate(self) -> str:
        """The rate as the settings have it now."""
        return rate("anon")


class SignedIn(UserRateThrottle):
    """A person who is signed in, wherever from."""

    def get_rate(self) -> str:
        """The rate as the settings have it now."""
        return rate("user")
