"""The ways from the law library into the ruling assistant.

{% ruling_links edition.slug number %}      on the page of a law: its flow chart and its interview, if there are any, and on
                                            that of comparable calls the comparison; or that it is not covered yet;
                                            and what other rooms put there (the setting BESIDE_A_LAW),
                                            which get the request to say what is the reader's own
{% beside_the_assistant as parts %}         what other rooms put beside its ways in
"""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.template.context import Context

from laws.assistant.charts import numbers
from laws.assistant.comparisons import compared_on, law_of_the_test
from laws.assistant.happenings import is_covered
from laws.rulings.editions import EDITIONS

register = template.Library()


@register.simple_tag
def beside_the_assistant() -> list[str]:
    """The templates of what other rooms put beside the ways in (the setting BESIDE_THE_ASSISTANT)."""
    found: list[str] = settings.BESIDE_THE_ASSISTANT
    return found


@register.inclusion_tag("laws/assistant/parts/links.html", takes_context=True)
def ruling_links(context: Context, edition: str, number: str) -> dict[str, Any]:
    """Links for a law that a procedure is written for; of another that there is none yet; nothing in an edition that the
    engine does not know.
    """
    known = EDITIONS.get(edition)
    compare = compared_on(known) if known and number == law_of_the_test(known) else ""
    return {
        "request": context.get("request"),
        "edition": edition,
        "number": number,
        "procedures": numbers(edition, number),
        "compare": compare,
        "beside": settings.BESIDE_A_LAW,
        "uncovered": known is not None and number in known.laws and not is_covered(known, number),
    }
