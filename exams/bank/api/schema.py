"""What the OpenAPI schema says of addresses that are for people who are signed in."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, OpenApiResponse

from laws.api.problems import MEDIA_TYPE, ProblemSerializer
from laws.api.schema import RETRY_AFTER, LibrarySchema


def problem(status: int, title: str, said: str, code: str, detail: str, **more: Any) -> OpenApiResponse:
    """A problem that an address may answer with, and an example of it."""
    shown = {"type": "about:blank", "title": title, "status": status, "code": code, "detail": detail, **more}
    return OpenApiResponse(ProblemSerializer, said, [OpenApiExample(code, shown)])


NOT_ALLOWED: Final = problem(
    403,
    "Forbidden",
    "You are not signed in, your role does not allow this, or a request that changes something has no CSRF token.",
    "not-authenticated",
    "Authentication credentials were not provided.",
)
NOT_THERE: Final = problem(
    404, "Not Found", "There is no such record in your bodies.", "not-found", "There is no such record among yours."
)
REFUSED: Final = problem(
    409,
    "Conflict",
    "This cannot be done in the current state. Nothing was changed.",
    "refused",
    "You have already approved this question; another examiner must approve it too.",
)
TOO_LARGE: Final = problem(
    413, "Request Entity Too Large", "The request is too large.", "too-large", "A request body can be up to 64 KiB."
)
OTHER_TYPE: Final = problem(
    415,
    "Unsupported Media Type",
    "The request body is of a type that is not accepted here.",
    "unsupported-media-type",
    "Unsupported media type “text/plain” in request.",
)
BAD_BODY: Final = problem(
    422,
    "Unprocessable Entity",
    "A field is missing or has an invalid value.",
    "bad-body",
    "decision: “maybe” is not a valid choice.",
    errors={"decision": ["“maybe” is not a valid choice."]},
)


class PrivateSchema(LibrarySchema):
    """Adds who is not let in, and of what is sent what may be wrong with it."""

    def _get_response_bodies(self, direction: str = "response") -> dict[str, Any]:
        bodies = super()._get_response_bodies(direction)
        told = [("403", NOT_ALLOWED), ("404", NOT_THERE)]
        if self.method == "POST":
            told += [("409", REFUSED), ("413", TOO_LARGE), ("415", OTHER_TYPE), ("422", BAD_BODY)]
        for status, one in told:
            bodies[status] = self._get_response_for_code(one, status, [MEDIA_TYPE])  # type: ignore[no-untyped-call]
        bodies["429"]["headers"] = RETRY_AFTER
        return bodies
