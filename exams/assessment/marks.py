"""What an assessor marks: five criteria in words for each call, a note, and a grade for each call and for all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CRITERIA: Mapping[str, Promise] = {
    "law": _("Right law"),
    "ruling": _("Right ruling"),
    "reasons": _("Reasons"),
    "questions": _("The questions needed"),
    "calm": _("Calm and order"),
}
SCALE: Mapping[str, Promise] = {"not_yet": _("not yet"), "mostly": _("mostly"), "fully": _("fully")}
GRADES: Mapping[str, Promise] = {"passed": _("Pass"), "failed": _("Not yet")}
LONGEST_NOTE = 1000


def in_words(marked: Mapping[str, Any]) -> list[tuple[Promise, Promise]]:
    """Each criterion with the word that was chosen."""
    return [(title, SCALE[marked[name]]) for name, title in CRITERIA.items() if marked.get(name) in SCALE]
