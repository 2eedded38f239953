"""The parameters that several addresses share, as the OpenAPI schema describes them."""

from __future__ import annotations

import re

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter

from laws import keys

_LAWS, _NUMBERED = keys.LAW, "|".join(keys.NUMBERED)
_UNNUMBERED = "|".join(one for one in keys.NAMED if one not in keys.NUMBERED)
# Every spelling that is a key and no other: a series with numbers has sections only below a number.
KEY = rf"^(?:(?:(?:{_NUMBERED})?{_LAWS}|{_UNNUMBERED})(?:{keys.SECTION})?|{_NUMBERED})$"
LAW = rf"^(?:(?:{_NUMBERED})?{_LAWS}|{_UNNUMBERED}|{_NUMBERED})$"
SLUG = r"^[a-z0-9]+(?:-[a-z0-9]+)*$"
# Words to look for, with at least one sign that is neither a space nor a null.
WORDS = r"^[^\x00]*[^\s\x00][^\x00]*$"


def whole(pattern: str) -> str:
    """The pattern of a schema for Python, whose `$` would also let a line's end pass."""
    return rf"{pattern.removesuffix('$')}\Z"


def is_key(text: str) -> bool:
    """Whether this is a key in its one spelling."""
    return re.match(whole(KEY), text) is not None


def _of(type_: str, **more: object) -> dict[str, object]:
    return {"type": type_, **more}


def examples(*values: str) -> list[OpenApiExample]:
    """Examples of one parameter, each named by its value."""
    return [OpenApiExample(value, value=value) for value in values]


def in_path(name: str, description: str, *shown: str, pattern: str = SLUG) -> OpenApiParameter:
    """A part of the address."""
    return OpenApiParameter(
        name,
        _of("string", pattern=pattern),
        OpenApiParameter.PATH,
        description=description,
        examples=examples(*shown),
    )


EDITION = in_path("edition", "The edition's short name.", "duplicate-2017", "rubber-2014")
PROVISION = in_path(
    "key",
    "The provision's key in its one spelling. A law's own key is its number; series outside the numbered laws have their "
    "name in front.",
    "27B1(a)",
    "12C2",
    "Intro",
    pattern=KEY,
)
LAW_NUMBER = in_path("number", "The law's number, or the name of what stands in its place.", "27", "Intro", pattern=LAW)
ON = OpenApiParameter(
    "on",
    OpenApiTypes.DATE,
    description="The date for which to tell the law; today in the library's time zone when left out. The edition must "
    "have been in force on it.",
    examples=[
        OpenApiExample("an earlier day", value="2023-06-30"),
        OpenApiExample("after the amendment", value="2024-01-01"),
    ],
)
ABOVE_OR_AT = _("A provision's key: this provision and those below it.")
