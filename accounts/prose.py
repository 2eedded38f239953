"""Text of several lines, counted as the browser counts it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict


def one_sign_a_line_end(text: str) -> str:
    """The text with each line end as one sign: forms send it as two, which `maxlength` in the browser counts as one."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


class Prose(forms.Textarea):
    """A text area. What the browser lets through is not refused afterwards for its line ends."""

    def value_from_datadict(self, data: Mapping[str, Any], files: MultiValueDict[str, Any], name: str) -> Any:
        """What was typed, as the person sees it."""
        sent = super().value_from_datadict(data, files, name)
        return one_sign_a_line_end(sent) if isinstance(sent, str) else sent
