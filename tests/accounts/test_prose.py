"""Text areas: what the browser lets through is not refused for its line ends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.urls import get_resolver

from accounts.forms import ReasonForm
from accounts.prose import Prose, not_blank
from accounts.services import required_reason


def classes(base: type[forms.BaseForm]) -> Iterator[type[forms.BaseForm]]:
    """All forms of ours that were imported."""
    for form in base.__subclasses__():
        yield from classes(form)
        if form.__module__.partition(".")[0] in {"accounts", "exams", "laws"}:
            yield form


def test_a_line_end_counts_once() -> None:
    typed = "\r\n".join(["x" * 49] * 20)
    form = ReasonForm({"reason": typed})
    assert form.is_valid()
    assert form.cleaned_data["reason"] == typed.replace("\r\n", "\n")
    assert len(form.cleaned_data["reason"]) == 999
    assert not ReasonForm({"reason": typed + "xx"}).is_valid()


@pytest.mark.parametrize("data", [{}, {"reason": None}])
def test_nothing_stays_nothing(data: dict[str, None]) -> None:
    assert Prose().value_from_datadict(data, {}, "reason") is None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "typed", ["", " \r\n\t", "\u200b", "\u200b \u2060\ufeff", "\u3164", "\u2800", "\u0301", "\u0007"]
)
def test_what_shows_nothing_is_no_reason(typed: str) -> None:
    form = ReasonForm({"reason": typed})
    assert form.errors["reason"] == ["This field is required."]
    with pytest.raises(ValidationError):
        required_reason(typed)
    with pytest.raises(ValidationError):
        not_blank(typed)


@pytest.mark.parametrize("typed", ["x", "!", "7", "♦", "法", "\u200bNo\u200b", "👍"])
def test_whatever_shows_something_is_one(typed: str) -> None:
    assert ReasonForm({"reason": typed}).is_valid()
    assert required_reason(typed) == typed
    not_blank(typed)


def test_every_form_with_a_longest_text_counts_like_that() -> None:
    assert get_resolver().url_patterns, "all views are imported, and their forms with them"
    found = {
        f"{form.__module__}.{form.__qualname__}.{name}": field.widget
        for form in classes(forms.BaseForm)
        for name, field in getattr(form, "base_fields", {}).items()
        if isinstance(field.widget, forms.Textarea) and getattr(field, "max_length", None)
    }
    assert len(found) > 10
    assert [name for name, widget in found.items() if not isinstance(widget, Prose)] == []
