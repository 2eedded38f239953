"""How often the public register answers: by the address that asks, and in total.

Addresses are counted by allauth, as wrong passwords are. An address may be that of a whole club, so it has room; what can be
counted through, such as players' numbers, has little. The total is counted by the minute and without a lock, so that nobody
waits for anybody: at the very limit a few more may be answered.
"""

from __future__ import annotations

import math
import time
from http import HTTPStatus

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

APP = "accounts.accreditation"
# By what is done: for the address that does it, or for the person written to.
RATES = {
    "search": "100/h/key",
    "number": "10/10m/key,60/d/key",
    # Codes that are not there. Nobody guesses one, with its hundred random bits; whoever mistypes one has tries enough.
    "unknown_code": "20/10m/key",
    "check_file": "20/m/key",
    "letter": "5/h/key,15/d/key",
    "letter_to": "5/h/key,15/d/key",
    # Sample papers that are marked, and set to be printed. A class at a club tries one from one address.
    "sample": "100/h/key",
    "sample_on_paper": "60/h/key",
}
IN_TOTAL = {"search": 1200, "number": 60, "letter": 20, "sample": 300, "sample_on_paper": 120}
"""For all addresses together, in a minute."""
MINUTE = 60


def seconds_to_wait(request: HttpRequest, action: str, key: str = "") -> int:
    """Count one more of what is done: 0 where it may be done, otherwise so many seconds to wait.

    key: what it is counted for; where nothing is given, the address that asks.
    """
    key = key or _address(request)
    if ratelimit.consume(request, app=APP, action=action, config=RATES, key=key, limit_get=True) is None:
        return int(min(math.ceil(rate.duration) for rate in ratelimit.parse_rates(RATES[action])))
    if action in IN_TOTAL and _count_in_total(action) > IN_TOTAL[action]:
        return MINUTE
    return 0


def seconds_left(request: HttpRequest, action: str) -> int:
    """How long to wait for what was counted before, such as wrong codes; counts nothing."""
    waits = [0.0]
    for rate in ratelimit.parse_rates(RATES[action]):
        history = cache.get(
            ratelimit.get_cache_key(request, app=APP, action=action, rate=rate, key=_address(request)), []
        )
        recent = [at for at in history if at > time.time() - rate.duration]
        if len(recent) >= rate.amount:
            # Newest first: once this one is too old, there is room again.
            waits.append(recent[rate.amount - 1] + rate.duration - time.time())
    return math.ceil(max(waits))


def _address(request: HttpRequest) -> str:
    """Where it comes from; those of whom a server does not say so are counted as one."""
    try:
        return str(ratelimit.get_ip(request))
    except PermissionDenied:
        return "unknown"


def _count_in_total(action: str) -> int:
    slot = f"{APP}:{action}:{int(time.time() // MINUTE)}"
    if cache.add(slot, 1, 2 * MINUTE):
        return 1
    return int(cache.incr(slot))


def too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    """429: a page that says how long to wait, and who answers meanwhile."""
    response = render(
        request,
        "accreditation/register/too_many.html",
        {"minutes": max(1, math.ceil(seconds / 60))},
        status=HTTPStatus.TOO_MANY_REQUESTS,
    )
    response.headers["Retry-After"] = str(seconds)
    add_never_cache_headers(response)
    return response
