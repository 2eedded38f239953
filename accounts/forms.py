"""Forms about people and their roles."""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import Body, Club, Role, User, normal_email
from accounts.prose import BLANK, Prose

VISIBLE = {"Lu", "Ll", "Lt", "Lm", "Lo"}


def plain_name(name: str) -> None:
    """Refuse characters that show nothing, or turn the writing round, and names without a letter.

    A name is read on certificates and registers.
    """
    if not name.isprintable() or not any(unicodedata.category(sign) in VISIBLE for sign in name if sign not in BLANK):
        raise ValidationError(_("This name has characters that cannot be printed."), "unprintable")


class NameForm(forms.Form):
    """How a person is called."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=200,
        validators=[plain_name],
        help_text=_("As it should appear on a certificate."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )

    def clean_name(self) -> str:
        """One blank between words, and each letter in its one spelling, or a search would miss half the Josés."""
        return unicodedata.normalize("NFC", " ".join(self.cleaned_data["name"].split()))


class SignUpForm(NameForm):
    """What sign-up asks beside address and password; named in the settings, completed by allauth."""

    def signup(self, request: HttpRequest, user: User) -> None:
        """Called by allauth for the new person."""
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])


class JoinForm(forms.Form):
    """Becoming a candidate of a body."""

    body = forms.ModelChoiceField(
        Body.objects.all(),
        label=_("Body"),
        empty_label=None,
        widget=forms.RadioSelect,
        help_text=_("Who examines you."),
    )
    club = forms.ModelChoiceField(
        Club.objects.select_related("body"),
        label=_("Club"),
        required=False,
        help_text=_("Where you play or direct. Leave it empty if your club is not in the list."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clubs: dict[str, list[tuple[Any, str]]] = {}
        for club in Club.objects.select_related("body").order_by("body__name", "name"):
            clubs.setdefault(club.body.name, []).append((club.pk, club.name))
        self.fields["club"].choices = [("", _("No club")), *clubs.items()]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """The club must be one of the body's."""
        chosen: dict[str, Any] = super().clean() or {}
        body, club = chosen.get("body"), chosen.get("club")
        if body and club and club.body_id != body.pk:
            self.add_error("club", _("This club belongs to another body."))
        return chosen


class ReasonForm(forms.Form):
    """An action that needs a reason."""

    reason = forms.CharField(label=_("Reason"), max_length=1000, widget=Prose(attrs={"rows": 2}))


class GiveRoleForm(ReasonForm):
    """A role for somebody, known by an address. Nothing is said of whether the address has an account."""

    person = forms.EmailField(
        label=_("Email address"),
        help_text=_("People in the list above get the role immediately. Anybody else gets an invitation to accept."),
    )
    role = forms.ChoiceField(label=_("Role"))
    club = forms.ModelChoiceField(
        Club.objects.none(),
        label=_("Club"),
        required=False,
        empty_label=_("No club"),
        help_text=_("Only for a club contact: the club that they speak for."),
    )
    field_order = ("person", "role", "club", "reason")

    def __init__(self, *args: Any, roles: set[Role], body: Body, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clubs = Club.objects.filter(body=body) if Role.CLUB_CONTACT in roles else Club.objects.none()
        self.fields["club"].queryset = clubs  # type: ignore[attr-defined]
        self.fields["role"].choices = [(role.value, role.label) for role in Role if role in roles]  # type: ignore[attr-defined]

    def clean_person(self) -> str:
        """The address in its one spelling."""
        return normal_email(self.cleaned_data["person"])

    def clean(self) -> dict[str, Any]:
        """A contact speaks for a club."""
        chosen: dict[str, Any] = super().clean() or {}
        if chosen.get("role") == Role.CLUB_CONTACT and "club" in chosen and chosen["club"] is None:
            self.add_error("club", _("Choose the club whose contact they become."))
        return chosen


class PeopleFilter(forms.Form):
    """What to look for in the list of a body's people."""

    q = forms.CharField(label=_("Name or email"), required=False, widget=forms.SearchInput)
    role = forms.ChoiceField(label=_("Role"), required=False, choices=[("", _("Any role")), *Role.choices])
