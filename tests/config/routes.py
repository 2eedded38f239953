"""Every address of the site that answers GET, filled in with the ids of real records."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

NAMED = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>")


def routes(patterns: Sequence[Any] | None = None, before: str = "", spaces: tuple[str, ...] = ()) -> Iterator[Any]:
    """Each route with the namespaces that it is in: (namespaces, name, address with its parameters)."""
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = (*spaces, pattern.namespace) if pattern.namespace else spaces
            yield from routes(pattern.url_patterns, address, inner)
        elif isinstance(pattern, URLPattern):
            yield spaces, pattern.name or "", address


def addresses(ids: Mapping[str, Sequence[Any]]) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Each address with every choice of these ids for its parameters; those with a parameter that `ids` lacks are left out.

    `ids` is by the parameter's name, or by its kind (`uuid`, `int`, `slug`) where a name has none of its own.
    """
    for spaces, name, pattern in routes():
        if "(?P" in pattern:
            continue
        parts = [(found["kind"] or "str", found["name"]) for found in NAMED.finditer(pattern)]
        choices = [ids.get(part, ids.get(kind, ())) for kind, part in parts]
        for chosen in itertools.product(*choices):
            address = pattern
            for value in chosen:
                address = NAMED.sub(str(value), address, count=1)
            yield spaces, name, "/" + address.lstrip("^")


def answer_of(browser: Client, address: str) -> Any:
    """What an address answers; whoever asks for hundreds of them in a minute meets the rate limit, which is then begun anew."""
    response = browser.get(address)
    if response.status_code == HTTPStatus.TOO_MANY_REQUESTS:
        cache.clear()
        response = browser.get(address)
    return response
