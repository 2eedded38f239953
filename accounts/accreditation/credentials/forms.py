"""The forms of certificates: what a body puts on them, and a file that somebody wants checked."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.credentials.checks import MOST_BYTES
from accounts.accreditation.credentials.designs import PICTURES, TEXTS, Design, checked_picture
from accounts.accreditation.models import CertificateDesign
from accounts.prose import Prose

PNG = {"accept": "image/png"}


class Picture(forms.FileField):
    """A PNG file, as bytes."""

    def clean(self, data: Any, initial: Any = None) -> Any:
        """Checked; None where nothing was sent."""
        sent = super().clean(data, initial)
        return checked_picture(sent.read()) if sent else None


class DesignForm(forms.Form):
    """The texts and pictures of certificates. A picture that is not sent again stays; a box takes it away."""

    sentence = forms.CharField(
        label=_("A sentence of your own"),
        required=False,
        max_length=200,
        widget=Prose(attrs={"rows": 2}),
        help_text=_("Below the level, such as: by the Directors' Committee. At most 200 characters."),
    )
    seal = Picture(
        label=_("Seal"),
        required=False,
        widget=forms.FileInput(attrs=PNG),
        help_text=_("PNG, at most 200 kB. At the top of the page."),
    )
    seal_off = forms.BooleanField(label=_("Take the seal off"), required=False)
    first_name = forms.CharField(label=_("Who signs"), required=False, max_length=80)
    first_office = forms.CharField(label=_("Their office"), required=False, max_length=80)
    first_signature = Picture(
        label=_("Picture of their signature"),
        required=False,
        widget=forms.FileInput(attrs=PNG),
        help_text=_("PNG, at most 200 kB. Without one there is room to sign by hand."),
    )
    first_signature_off = forms.BooleanField(label=_("Take this signature off"), required=False)
    second_name = forms.CharField(label=_("Who else signs"), required=False, max_length=80)
    second_office = forms.CharField(label=_("Their office"), required=False, max_length=80)
    second_signature = Picture(label=_("Picture of their signature"), required=False, widget=forms.FileInput(attrs=PNG))
    second_signature_off = forms.BooleanField(label=_("Take this signature off"), required=False)
    reason = forms.CharField(
        label=_("Reason"), required=False, max_length=1000, help_text=_("For the log. Not needed to look at it.")
    )

    def __init__(self, *args: Any, last: CertificateDesign | None, needs_reason: bool, **kwargs: Any) -> None:
        self.last = last
        initial = {name: getattr(last, name) for name in TEXTS} if last else {}
        kwargs["initial"] = initial
        super().__init__(*args, **kwargs)
        self.needs_reason = needs_reason
        for name in PICTURES:
            if last is None or not getattr(last, name):
                del self.fields[f"{name}_off"]

    def clean(self) -> dict[str, Any]:
        """A signature belongs to somebody, and a change has a reason."""
        told = super().clean() or {}
        for who in ("first", "second"):
            if not told.get(f"{who}_name") and (told.get(f"{who}_office") or told.get(f"{who}_signature")):
                self.add_error(f"{who}_name", ValidationError(gettext("Say who signs."), "nobody"))
        if self.needs_reason and not told.get("reason"):
            self.add_error("reason", ValidationError(gettext("Say why."), "required"))
        return told

    def design(self) -> Design:
        """What was settled. Of a valid form."""
        told = self.cleaned_data
        return Design({name: told[name] for name in TEXTS}, {name: self._picture(name) for name in PICTURES})

    def _picture(self, name: str) -> bytes:
        if name != "seal" and not self.cleaned_data[name.replace("signature", "name")]:
            return b""
        if (sent := self.cleaned_data[name]) is not None:
            return bytes(sent)
        kept = bytes(getattr(self.last, name)) if self.last else b""
        return b"" if self.cleaned_data.get(f"{name}_off") else kept


class ArchiveForm(forms.Form):
    """One form, one archive, however often it is sent."""

    reference = forms.UUIDField(widget=forms.HiddenInput)


class CheckFileForm(forms.Form):
    """A certificate or badge that somebody was shown."""

    file = forms.FileField(
        label=_("Certificate or badge"),
        help_text=_("The PDF of a certificate, or a badge as PNG, SVG or JSON; at most 2 MB. We do not keep it."),
        widget=forms.FileInput(attrs={"accept": ".pdf,.png,.svg,.json,.jsonld"}),
    )

    def clean_file(self) -> Any:
        """What is too large is refused before it is read."""
        sent = self.cleaned_data["file"]
        if sent.size > MOST_BYTES:
            raise ValidationError(
                gettext("The file is larger than 2 MB, so it is no certificate or badge of ours."), "large"
            )
        return sent
