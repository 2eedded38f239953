"""The form by which documents are attached."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.documents import MOST_BYTES, Checked, checked


class Files(forms.ClearableFileInput):
    """Several files at once."""

    allow_multiple_selected = True


class DocumentsField(forms.FileField):
    """Files, each checked by its content. Of several that are wrong, all are named."""

    widget = Files

    def clean(self, data: Any, initial: Any = None) -> list[Checked]:
        """The files that are taken; none where none was sent and none is needed."""
        if not data and not self.required:
            return []
        sent = data if isinstance(data, list) else [data]
        found, faults = [], []
        for one in sent:
            plain = super().clean(one, initial)
            try:
                # One sign more than is taken is enough to know that it is too large.
                found.append(checked(plain.name, plain.read(MOST_BYTES + 1)))
            except ValidationError as fault:
                faults.append(fault)
        if faults:
            raise ValidationError(faults)
        return found


ACCEPTED = {"accept": "application/pdf,image/jpeg,image/png"}
HELP = _(
    "PDF, JPEG or PNG, 5 MB each, five in all. Only the person whom it is about, the registrars of the body and the "
    "assessors of an assessment can open them."
)


class DocumentsForm(forms.Form):
    """What is attached to a piece of evidence."""

    documents = DocumentsField(
        label=_("Files"),
        max_length=500,
        widget=Files(attrs=ACCEPTED),
        help_text=HELP,
        error_messages={"required": _("Choose a file first.")},
    )
