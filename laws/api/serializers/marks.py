"""The numbers of footnotes in an answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from laws import footnotes


def marks_of(context: Mapping[str, Any]) -> dict[int, str]:
    """The numbers that the footnotes of the answer's edition had on its date, by their ids; looked up once an answer."""
    view = context["view"]
    if not hasattr(view, "marks"):
        view.marks = footnotes.marks(view.on, edition=view.edition.slug)
    return view.marks  # type: ignore[no-any-return]
