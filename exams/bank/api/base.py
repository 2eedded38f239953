"""What all addresses have in common that are for people who are signed in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any, ClassVar, TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from rest_framework import exceptions, generics, serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Body, User
from accounts.rules import Person, may, require
from exams.bank.api.schema import PrivateSchema
from exams.bank.rules import examined_bodies
from laws.api.paging import Pages
from laws.api.problems import Problem
from laws.api.rulings.bodies import Body as JsonBody
from laws.api.views.base import Open

M = TypeVar("M", bound=Model)


class Private(Open):
    """For a person who is signed in and has the permission `room` somewhere; others get 403.

    What a body of others has does not exist for the person: 404. What changes something needs the CSRF token of the
    session, as a form of ours does.
    """

    permission_classes: Any = (IsAuthenticated,)
    schema = PrivateSchema()
    http_method_names = ("get", "post", "head", "options")  # type: ignore[assignment]
    parser_classes: Any = (JsonBody,)
    codes: ClassVar[Mapping[str, str]] = {"method_not_allowed": "wrong-method"}
    room: ClassVar[str] = ""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let in whom the room is open to."""
        super().initial(request, *args, **kwargs)
        if self.room:
            require(request.user, self.room, None)

    def handle_exception(self, exc: Exception) -> Response:
        """The answer to an exception, as a problem; a permission that a service asked for in vain is one too."""
        refused = isinstance(exc, PermissionDenied)
        return super().handle_exception(exceptions.PermissionDenied() if refused else exc)

    @property
    def person(self) -> User:
        """Who asks."""
        if not isinstance(self.request.user, User):
            raise TypeError("You have to sign in to use this address.")
        return self.request.user

    def visible(self, found: QuerySet[M], permission: str, **named: Any) -> M:
        """The record, if the person has this permission for it; otherwise 404, as for one that is not there."""
        record = one_of(found, **named)
        if not may(self.person, permission, record):
            raise not_there()
        return record

    def sent(self, form: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """The fields that were sent, cleaned. Raises Problem 422 naming each that is wrong."""
        given = form(data=self.request.data, context={"request": self.request})
        if not given.is_valid():
            raise wrong_fields({name: _words(said) for name, said in given.errors.items()})
        return dict(given.validated_data)


class PrivateList(Private, generics.ListAPIView[Any]):
    """A list, page by page."""

    pagination_class: Any = Pages
    filter_backends: Any = ()

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of the list."""
        return self.list(request, *args, **kwargs)


def one_of(found: QuerySet[M], **named: Any) -> M:
    """The record, or 404 in the words of a problem."""
    record = found.filter(**named).first()
    if record is None:
        raise not_there()
    return record


def examined_body(person: Person, slug: str) -> Body:
    """The body of this short name that was sent. Raises Problem 422 unless the person examines for it."""
    body = Body.objects.filter(pk__in=examined_bodies(person), slug=slug).first()
    if body is None:
        raise wrong_fields({"body": [_("You are not an examiner of that body.")]})
    return body


def not_there() -> Problem:
    """There is no such record, or none for this person; which of the two is nobody's business."""
    return Problem("not-found", _("There is no such record among yours."))


def wrong_fields(errors: Mapping[str, list[str]]) -> Problem:
    """Fields of what was sent are wrong."""
    told = " ".join(f"{name}: {' '.join(said)}" for name, said in errors.items())
    problem = Problem("bad-body", told, HTTPStatus.UNPROCESSABLE_ENTITY)
    problem.errors = dict(errors)
    return problem


@contextmanager
def refusals(*kinds: type[Exception]) -> Iterator[None]:
    """Answer what a service refuses with 409 and the service's own sentence."""
    try:
        yield
    except kinds as error:
        raise Problem("refused", str(error), HTTPStatus.CONFLICT) from error


def _words(said: Any) -> list[str]:
    """The sentences of a field's errors, however deep they stand."""
    if isinstance(said, dict):
        return [one for inner in said.values() for one in _words(inner)]
    if isinstance(said, list):
        return [one for inner in said for one in _words(inner)]
    return [str(said)]


def id_of(description: str) -> OpenApiParameter:
    """An id in the address."""
    example = OpenApiExample("an id", value="01890a5d-ac96-774b-bcce-b302099a8057")
    return OpenApiParameter("id", OpenApiTypes.UUID, OpenApiParameter.PATH, description=description, examples=[example])


VERSION = id_of("The version's id.")
RUN = id_of("The run's id.")
