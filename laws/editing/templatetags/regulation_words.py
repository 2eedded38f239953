"""What a record of a regulation lays down, in words: {% regulated record %}."""

from __future__ import annotations

from django import template
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from laws.editing.models import BodyRegulation
from laws.editing.regulations.matters import MATTERS

register = template.Library()


@register.simple_tag
def regulated(record: BodyRegulation) -> str:
    """Its value in words, or that the body has no rule of its own from that day."""
    regulation = record.regulation
    if regulation is None:
        return _("No rule of its own any more")
    return str(capfirst(MATTERS[record.matter].words(regulation.value)))
