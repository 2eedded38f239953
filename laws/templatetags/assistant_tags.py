"""The ways from the law library into the ruling assistant.

{% ruling_links edition.slug number %}      on the page of a law: its flow chart and its interview, if there are any, and on
                                            that of comparable calls the comparison
"""

from __future__ import annotations

from typing import Any

from django import template

from laws.assistant.charts import numbers
from laws.assistant.comparisons import LAW, compared_on
from laws.rulings.editions import EDITIONS

register = template.Library()


@register.inclusion_tag("laws/assistant/parts/links.html")
def ruling_links(edition: str, number: str) -> dict[str, Any]:
    """Links for a law that a procedure is written for; nothing for another."""
    compare = compared_on(EDITIONS[edition]) if number == LAW and edition in EDITIONS else ""
    return {"edition": edition, "number": number, "procedures": numbers(edition, number), "compare": compare}
