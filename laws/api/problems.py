"""What the API answers when it cannot do what was asked: problem details, RFC 9457.

`code` is for programs and permanent; `detail` is for people and says what to do; `errors` names the parameters at fault.
"""

from __future__ import annotations

import datetime
from http import HTTPStatus
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import exceptions, serializers
from rest_framework.response import Response
from rest_framework.views import exception_handler

from laws.library import NotInForceError

MEDIA_TYPE = "application/problem+json"


class Problem(exceptions.APIException):
    """Something that cannot be answered; 404 unless another status is given.

    `errors`: what is wrong with each field; `provisions`: those of the law that decide so.
    """

    def __init__(self, code: str, detail: str, status: HTTPStatus = HTTPStatus.NOT_FOUND) -> None:
        super().__init__(detail, code)
        self.status_code = status
        self.errors: dict[str, list[str]] = {}
        self.provisions: list[str] = []


def unknown_edition(slug: str) -> Problem:
    """There is no such edition."""
    return Problem(
        "unknown-edition",
        _("There is no edition “%(slug)s”. /api/v1/laws/editions/ lists those there are.") % {"slug": slug},
    )


def no_text(edition: str) -> Problem:
    """The edition is known by name only."""
    return Problem(
        "no-text",
        _(
            "The text of %(edition)s is not in the library. /api/v1/laws/editions/?on_shelf=true lists the editions to read."
        )
        % {"edition": edition},
    )


def unknown_key(key: str, edition: str, meant: str | None = None) -> Problem:
    """There is no such provision; `meant` is the one key of the edition that this might be another spelling of."""
    if meant:
        detail = _("“%(key)s” is not how a key is written here. Ask for %(meant)s.")
    else:
        detail = _("%(edition)s has no provision “%(key)s”. /api/v1/laws/editions/%(edition)s/provisions/ lists them.")
    return Problem("unknown-key", detail % {"key": key, "meant": meant, "edition": edition})


def unknown_record(name: str, where: str) -> Problem:
    """There is no such code, comment or document; `where` is the address of the list."""
    return Problem(
        "unknown-record", _("There is no “%(name)s”. %(where)s lists what there is.") % {"name": name, "where": where}
    )


def not_in_force(error: NotInForceError, ended: datetime.date | None) -> Problem:
    """The edition did not apply on the date; `ended` is the day on which the next one began."""
    told = {
        "edition": error.edition.slug,
        "on": error.on.isoformat(),
        "since": error.edition.in_force.isoformat(),
        "ended": ended and ended.isoformat(),
        "then": error.then and error.then.slug,
    }
    said = [_("%(edition)s was not in force on %(on)s.") % told]
    if error.then:
        said.append(_("The edition of that day is %(then)s.") % told)
    if ended:
        said.append(_("For %(edition)s give “on” a date from %(since)s and before %(ended)s.") % told)
    else:
        said.append(_("For %(edition)s give “on” a date from %(since)s.") % told)
    return Problem("not-in-force", " ".join(said))


class ProblemSerializer(serializers.Serializer[Any]):
    """Why there is no answer, and what to do about it."""

    type = serializers.CharField(help_text=_("Always about:blank: the status and `code` say what it is."))
    title = serializers.CharField(help_text=_("The words of the status."))
    status = serializers.IntegerField(help_text=_("The HTTP status."))
    code = serializers.CharField(
        help_text=_(
            "What went wrong, for programs: unknown-edition, no-text, not-in-force, unknown-key, unknown-record, "
            "bad-parameter, no-such-page, too-many-requests, not-acceptable, read-only, not-found, our-fault or out-of-order; "
            "of what is sent to be ruled on also bad-json, too-large, unsupported-media-type, wrong-method, bad-body, "
            "bad-record, contradiction, unknown-procedure, bad-answer, answers-do-not-fit, incomplete, bad-meaning or "
            "bad-regulation; where one must be signed in also not-authenticated, permission-denied or refused."
        )
    )
    detail = serializers.CharField(help_text=_("What went wrong and what to do, for people."))
    errors = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text=_("What is wrong with each parameter, or with each field of what was sent."),
    )
    provisions = serializers.ListField(
        child=serializers.CharField(), required=False, help_text=_("The provisions that decide so.")
    )


# What the framework raises, in the words of this interface.
_CODES = {
    "invalid": "bad-parameter",
    "throttled": "too-many-requests",
    "not_acceptable": "not-acceptable",
    "method_not_allowed": "read-only",
    "not_found": "not-found",
    "parse_error": "bad-json",
}


def answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """The framework's answer to an exception, as a problem; None for what is our own fault."""
    response = exception_handler(error, context)
    if response is None:
        return None
    status = HTTPStatus(response.status_code)
    problem: dict[str, Any] = {"type": "about:blank", "title": status.phrase, "status": status.value}
    if isinstance(error, exceptions.ValidationError) and isinstance(response.data, dict):
        errors = {name: [str(one) for one in said] for name, said in response.data.items()}
        told = " ".join(f"{name}: {' '.join(said)}" for name, said in errors.items())
        problem |= {"code": "bad-parameter", "detail": told, "errors": errors}
    else:
        code = getattr(error, "detail", None)
        name = getattr(code, "code", "") or ("not_found" if status is HTTPStatus.NOT_FOUND else "invalid")
        codes = {**_CODES, **getattr(context.get("view"), "codes", {})}
        problem |= {"code": codes.get(name, name.replace("_", "-")), "detail": str(response.data["detail"])}
    if isinstance(error, Problem):
        problem |= {key: told for key in ("errors", "provisions") if (told := getattr(error, key))}
    response.data = problem
    response.content_type = MEDIA_TYPE
    return response
