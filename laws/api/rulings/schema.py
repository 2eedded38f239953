"""What the OpenAPI schema says of the addresses at which something is sent to be ruled on."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, OpenApiResponse

from laws.api.problems import MEDIA_TYPE, ProblemSerializer
from laws.api.schema import BAD_PARAMETER, RETRY_AFTER, TOO_MANY, LibrarySchema


def _problem(status: int, title: str, said: str, detail: str, code: str, **more: Any) -> OpenApiResponse:
    shown = {"type": "about:blank", "title": title, "status": status, "code": code, "detail": detail, **more}
    return OpenApiResponse(ProblemSerializer, said, [OpenApiExample(code, shown)])


BAD_JSON: Final = _problem(
    400,
    "Bad Request",
    f"The body is no JSON. {BAD_PARAMETER.description}",
    "The body is no JSON: Expecting value: line 1 column 1 (char 0).",
    "bad-json",
)
TOO_LARGE: Final = _problem(
    413, "Request Entity Too Large", "The body is larger than 64 KiB.", "A body may have up to 64 KiB.", "too-large"
)
OTHER_TYPE: Final = _problem(
    415,
    "Unsupported Media Type",
    "The body is said to be something else than JSON.",
    "Unsupported media type “text/plain” in request.",
    "unsupported-media-type",
)
NO_CASE: Final = _problem(
    422,
    "Unprocessable Entity",
    "The body cannot be ruled on: a field has the wrong shape, or the record, the answers or the meanings make no sense.",
    "record.auction[1].call: '1Z' is not a call; expected P, X, XX or a bid from 1C to 7NT",
    "bad-record",
    errors={"record.auction[1].call": ["'1Z' is not a call; expected P, X, XX or a bid from 1C to 7NT"]},
)


class RulingSchema(LibrarySchema):
    """Adds what may be wrong with a body; there is no record here that could not be found."""

    def _get_response_bodies(self, direction: str = "response") -> dict[str, Any]:
        bodies = super()._get_response_bodies(direction)
        bodies.pop("404")
        told = (("400", BAD_JSON), ("413", TOO_LARGE), ("415", OTHER_TYPE), ("422", NO_CASE), ("429", TOO_MANY))
        for status, problem in told:
            bodies[status] = self._get_response_for_code(problem, status, [MEDIA_TYPE])  # type: ignore[no-untyped-call]
        bodies["429"]["headers"] = RETRY_AFTER
        return bodies
