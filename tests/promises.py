"""Requests made from the OpenAPI schema, what it allows and what it forbids; every answer is held against what it promises."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings

from config.wsgi import application
from laws.api.schema import openapi
from tests.walking import ONLY, faults

# What the schema allows need not be open (409), be there (404), make sense (422) or be short enough to be read (413).
CHECKS = {
    "positive_data_acceptance": {"expected-statuses": ["2xx", "404", "409", "413", "422"]},
    "negative_data_rejection": {
        "expected-statuses": ["400", "403", "404", "405", "406", "409", "413", "415", "422"],
    },
}


@functools.cache
def _schema() -> Any:
    # Takes a second to import, so whoever asks nothing does without: every process imports this module when it collects.
    import schemathesis

    found = schemathesis.openapi.from_dict(openapi(), config=schemathesis.Config.from_dict({"checks": CHECKS}))
    found.app = application
    return found


@contextmanager
def _one_connection() -> Iterator[None]:
    """Requests stay inside the test's transaction: as for Django's own test client, none closes the connection."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def are_kept(paths: str, *, requests: int, dear: Mapping[str, int] | None = None, **sent: Any) -> None:
    """Ask each operation whose path fits so often in each way, allowed and forbidden, and collect what is not as promised.

    `paths` is a regular expression; `dear` has, by the name of a body's schema that takes long to make, another number of
    requests; `sent` goes with each request, as cookies and headers do. The operations are asked in the test and not made its
    cases: schemathesis would make all requests while tests are collected, in every process anew.
    """
    from schemathesis import GenerationMode
    from schemathesis.generation.feedback import FeedbackSources

    modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    with faults() as found, _one_connection():
        for result in _schema().include(path_regex=paths).get_all_operations():
            operation = result.ok()
            if ONLY.text not in operation.label:
                continue
            told = operation.definition.raw
            body = repr(told.get("requestBody"))
            many = next((number for name, number in (dear or {}).items() if name in body), requests)
            # Where nothing is asked for, nothing can be forbidden.
            for mode in modes if told.get("requestBody") or told.get("parameters") else modes[:1]:
                strategy = operation.as_strategy(generation_mode=mode, feedback=FeedbackSources())

                @settings(
                    max_examples=many,
                    deadline=None,
                    derandomize=True,
                    database=None,
                    phases=[Phase.generate],
                    suppress_health_check=[*HealthCheck],
                )
                @given(case=strategy)
                def asked(case: Any) -> None:
                    case.call_and_validate(**sent)

                with found.at(f"{operation.label}, {mode}"):
                    asked()
