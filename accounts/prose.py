"""Text that people write, counted as the browser counts it, and whether there is anything in it."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

# Hangul fillers, letters by their category, and the braille cell without a dot: nothing of them is to be seen.
BLANK = "\u115f\u1160\u3164\uffa0\u2800"


def is_blank(text: str) -> bool:
    """Whether nothing of a text is to be seen: neither letter nor digit, sign or symbol."""
    return not any(unicodedata.category(sign)[0] in "LNPS" for sign in text if sign not in BLANK)


def not_blank(text: str) -> None:
    """Refuse a text of which nothing is to be seen, where one is asked for; of a form's `Prose` the field itself does."""
    if is_blank(text):
        raise ValidationError(_("Nothing of this can be read."), "blank")


def one_sign_a_line_end(text: str) -> str:
    """The text with each line end as one sign: forms send it as two, which `maxlength` in the browser counts as one."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


class Prose(forms.Textarea):
    """A text area. What the browser lets through is not refused afterwards for its line ends; what shows nothing is empty."""

    def value_from_datadict(self, data: Mapping[str, Any], files: MultiValueDict[str, Any], name: str) -> Any:
        """What was typed, as the person sees it."""
        sent = super().value_from_datadict(data, files, name)
        if not isinstance(sent, str):
            return sent
        return "" if is_blank(sent) else one_sign_a_line_end(sent)
