"""Addresses in answers, always absolute."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import Any
from urllib.parse import quote, urlencode

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request


def address(request: Request, view: str, *names: str, **asked: str) -> str:
    """The address of one of our views; `asked` goes behind the question mark."""
    there = f"{request.scheme}://{request.get_host()}{_path(view, names)}"
    return f"{there}?{urlencode(asked, quote_via=quote, safe='()')}" if asked else there


@lru_cache(maxsize=2**14)
def _path(view: str, names: tuple[str, ...]) -> str:
    """Kept, because a page of provisions has hundreds: every address of both codes, some megabytes."""
    return reverse(view if ":" in view else f"laws-api:{view}", args=names)


@extend_schema_field(OpenApiTypes.URI)
class Link(serializers.Field[Any, Any, str, Any]):
    """The address of a view. `names` are attributes of the record for its path, `asked` those for its query."""

    def __init__(self, view: str, *names: str, asked: dict[str, str] | None = None, **more: Any) -> None:
        super().__init__(source="*", read_only=True, **more)
        self.view, self.names, self.asked = view, names, asked or {}

    def to_representation(self, value: Any) -> str:
        """The absolute address."""
        names = [attrgetter(name)(value) for name in self.names]
        asked = {name: attrgetter(attribute)(value) for name, attribute in self.asked.items()}
        return address(self.context["request"], self.view, *names, **asked)
