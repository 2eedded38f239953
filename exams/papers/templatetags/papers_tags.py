"""What pages of papers say of topics: `{{ titles|called:slug }}` is the title, or the slug in words where there is none."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from exams.papers import syllabus

register = template.Library()


@register.filter
def called(titles: Mapping[str, str], slug: str) -> str:
    """What the body calls the topic."""
    return syllabus.called(titles or {}, slug)
