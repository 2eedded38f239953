"""The numbers of footnotes in an answer."""

from __future__ import annotations

from typing import Any

from laws import footnotes


def marks_of(context: dict[str, Any]) -> dict[int, str]:
    """The numbers that the footnotes of the answer's edition had on its date, by their ids; looked up once an answer."""
    if "marks" not in context:
        view = context["view"]
        context["marks"] = footnotes.marks(view.on, edition=view.edition.slug)
    return context["marks"]  # type: ignore[no-any-return]
