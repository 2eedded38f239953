"""What the addresses of the training room have in common: they tell and take only what is the person's own.

Whatever another practised is answered with 404, as for nothing at all, whoever asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, cast

from django import forms
from django.db import models
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from exams.bank.api.base import Private, PrivateList, id_of, wrong_fields
from exams.practice.exercises import learner_of
from exams.practice.models import Learner
from exams.practice.units import law_of, title_of

TAGS: Final = ["Training"]
EXERCISE, RUN = id_of("The question's id."), id_of("The run's id.")
MOCK, SHEET = id_of("The mock exam's id."), id_of("The practice sheet's id.")


class Own(Private):
    """Something of the person who asks."""

    @property
    def learner(self) -> Learner:
        """How they practise; made at the first time, as on the pages."""
        return learner_of(self.person)


class OwnList(Own, PrivateList):
    """A list of something of theirs, page by page."""


class Yes(serializers.BooleanField):
    """True or false and nothing that looks like it: who guesses must not be taken for sure because of a text."""

    def to_internal_value(self, data: Any) -> bool:
        """The truth value as JSON has it."""
        if isinstance(data, bool):
            return data
        self.fail("invalid", input=data)

    def to_representation(self, value: Any) -> bool:
        """The same."""
        return bool(value)


class UnitRefSerializer(serializers.Serializer[Any]):
    """A path of the law, by the name that the rules engine has for it, or a fact of the book."""

    path = serializers.CharField(help_text=gettext_lazy("Its name."))
    law = serializers.CharField(help_text=gettext_lazy("The law it belongs to; of a path, the procedure of it."))
    title = serializers.CharField(help_text=gettext_lazy("What it is about, in a few words."))


def ref(path: str) -> dict[str, str]:
    """A path as `UnitRefSerializer` tells it, also one that the law has no longer."""
    return {"path": path, "law": law_of(path), "title": title_of(path)}


def refs(paths: Iterable[str]) -> list[dict[str, str]]:
    """These paths, in their order."""
    return [ref(path) for path in paths]


def filter_by(name: str, said: str, known: Iterable[str] | Callable[[], Iterable[str]]) -> OpenApiParameter:
    """A parameter that narrows a list to one of these values; those of a function are read when they are needed."""
    values = cast("list[str]", SimpleLazyObject(lambda: list(known()))) if callable(known) else list(known)
    return OpenApiParameter(name, str, description=said, enum=values)


def asked_for(request: Request, *filters: OpenApiParameter) -> dict[str, str]:
    """The values of these parameters that were given. Raises ValidationError, by name, for one that there is not."""
    given: dict[str, str] = {}
    for one in filters:
        value = request.query_params.get(one.name)
        if value is None:
            continue
        if value not in (one.enum or ()):
            known = {"value": value, "known": ", ".join(map(str, one.enum or ()))}
            raise ValidationError({one.name: [_("There is no “%(value)s” here; there are: %(known)s.") % known]})
        given[one.name] = value
    return given


def valid(form: forms.BaseForm, names: Mapping[str, str] | None = None) -> None:
    """Raises Problem 422 with what a form of the pages says of each field.

    names: of fields that are called otherwise here.
    """
    if not form.is_valid():
        called = {"__all__": "body", **(names or {})}
        raise wrong_fields(
            {called.get(field, field): [str(one) for one in said] for field, said in form.errors.items()}
        )


def typed(data: Mapping[str, Any]) -> dict[str, Any]:
    """What was sent, as a form of the pages reads it: records by their keys, nothing as an empty field."""
    return {name: _field(value) for name, value in data.items()}


def _field(value: Any) -> Any:
    if value is None:
        return ""
    return value.pk if isinstance(value, models.Model) else value
