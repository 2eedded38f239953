"""The play of a question as a table, beside the hands and the auction of `law_tags`.

{% play_table diagram %}
"""

from __future__ import annotations

from typing import Any

from django import template

from exams.bank import play_table as layout

register = template.Library()


@register.inclusion_tag("bank/parts/play.html")
def play_table(diagram: dict[str, Any]) -> dict[str, Any]:
    """A row for each trick; irregular cards are underlined and named as such."""
    return {"play": layout.play(diagram), "seats": layout.SEATS}
