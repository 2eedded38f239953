"""What the OpenAPI schema says of every address of the library, beside what its own view says."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse

from laws.api import parameters
from laws.api.problems import MEDIA_TYPE, ProblemSerializer

BY_NAME = {one.name: one for one in (parameters.EDITION, parameters.PROVISION, parameters.LAW_NUMBER)}

BAD_PARAMETER = OpenApiResponse(
    ProblemSerializer,
    "A parameter has a value that it cannot have, or there is no such parameter.",
    [
        OpenApiExample(
            "bad date",
            {
                "type": "about:blank",
                "title": "Bad Request",
                "status": 400,
                "code": "bad-parameter",
                "detail": "on: Give the date as year-month-day, such as 2024-01-01.",
                "errors": {"on": ["Give the date as year-month-day, such as 2024-01-01."]},
            },
        )
    ],
)
NOT_THERE = OpenApiResponse(
    ProblemSerializer,
    "There is no such record, or the edition was not in force on the date.",
    [
        OpenApiExample(
            "edition of another time",
            {
                "type": "about:blank",
                "title": "Not Found",
                "status": 404,
                "code": "not-in-force",
                "detail": "duplicate-2017 was not in force on 2010-05-01. The edition of that day is duplicate-2007. For "
                "duplicate-2017 give “on” a date from 2017-08-01.",
            },
        )
    ],
)
TOO_MANY = OpenApiResponse(
    ProblemSerializer,
    "Too many requests in a minute. The header `Retry-After` says after how many seconds to ask again.",
    [
        OpenApiExample(
            "too many",
            {
                "type": "about:blank",
                "title": "Too Many Requests",
                "status": 429,
                "code": "too-many-requests",
                "detail": "Request was throttled. Expected available in 40 seconds.",
            },
        )
    ],
)
RETRY_AFTER = {
    "Retry-After": {"schema": {"type": "integer"}, "description": "Seconds until the next request is answered."}
}


class LibrarySchema(AutoSchema):
    """Adds the parameters that a view names, those in its address, and the problems that any request may meet."""

    def get_override_parameters(self) -> list[Any]:
        """The parameters that cannot be read from filters and paginators."""
        in_address = [one for name, one in BY_NAME.items() if f"{{{name}}}" in self.path]
        dated: list[OpenApiParameter] = [parameters.ON] if getattr(self.view, "dated", False) else []
        return [*in_address, *dated, *getattr(self.view, "parameters", ()), *super().get_override_parameters()]

    def _get_response_bodies(self, direction: str = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)  # type: ignore[arg-type]
        for status, problem in (("400", BAD_PARAMETER), ("404", NOT_THERE), ("429", TOO_MANY)):
            bodies[status] = self._get_response_for_code(problem, status, [MEDIA_TYPE])  # type: ignore[no-untyped-call]
        bodies["429"]["headers"] = RETRY_AFTER
        return bodies


@lru_cache(maxsize=1)
def openapi() -> dict[str, Any]:
    """The whole schema, as everybody is told it. It follows from the code alone."""
    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return made
