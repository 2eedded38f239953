"""What the public asks of the register, what a person decides about it, and a letter to a director."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import MaxLengthValidator
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.life import AwardState
from accounts.accreditation.models import Level, Listing, RegisterSettings
from accounts.accreditation.register.listings import Shown
from accounts.accreditation.register.search import EVERY, WITHIN_KM, Asked
from accounts.forms import ReasonForm, plain_name
from accounts.models import Body, Club, Region
from accounts.prose import Prose

DISTANCES = (10, 25, WITHIN_KM, 100, 250)
LONGEST_NAME, LONGEST_LETTER = 200, 4000
STATES = [
    # Whether an award ends soon makes no difference to the public: its holder is a director of the level.
    *(
        (state.value, state.label)
        for state in (AwardState.VALID, AwardState.SUSPENDED, AwardState.EXPIRED, AwardState.LAPSED)
    ),
    (EVERY, _("All")),
]


class LongSelect(forms.Select):
    """A choice of many, such as all clubs, written at once: Django makes each option from a template of its own."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """The same as Django's."""
        told = self.get_context(name, value, attrs)["widget"]
        groups = [
            (group, format_html_join("", '<option value="{}"{}>{}</option>', map(_option, options)))
            for group, options, _index in told["optgroups"]
        ]
        written = [format_html('<optgroup label="{}">{}</optgroup>', *one) if one[0] else one[1] for one in groups]
        return format_html(
            '<select name="{}"{}>{}</select>',
            name,
            flatatt(told["attrs"]),
            format_html_join("", "{}", ((w,) for w in written)),
        )


def _option(told: dict[str, Any]) -> tuple[Any, str, Any]:
    return told["value"], mark_safe(" selected") if told["selected"] else "", told["label"]


class SearchForm(forms.Form):
    """What the public looks for in the register; of one body where `body` is given, otherwise of any."""

    q = forms.CharField(label=_("Name"), required=False, max_length=LONGEST_NAME, widget=forms.SearchInput)
    number = forms.CharField(
        label=_("Player number"), required=False, max_length=40, widget=forms.TextInput(attrs={"inputmode": "numeric"})
    )
    near = forms.ModelChoiceField(Club.objects.none(), label=_("Near this club"), required=False, widget=LongSelect)
    within = forms.TypedChoiceField(
        label=_("At most"),
        required=False,
        coerce=int,
        initial=WITHIN_KM,
        choices=[(km, _("%(km)s km") % {"km": km}) for km in DISTANCES],
    )
    club = forms.ModelChoiceField(Club.objects.none(), label=_("Club"), required=False, widget=LongSelect)
    region = forms.ModelChoiceField(Region.objects.none(), label=_("Region"), required=False, widget=LongSelect)
    place = forms.CharField(label=_("Town"), required=False, max_length=100)
    level = forms.ChoiceField(label=_("Level"), required=False)
    body = forms.ModelChoiceField(
        Body.objects.all(), label=_("Body"), required=False, empty_label=_("Any body"), to_field_name="slug"
    )
    state = forms.ChoiceField(label=_("Standing"), required=False, choices=STATES)

    WHO = ("q", "number")
    WHERE = ("near", "within", "club", "region", "place")
    WHICH = ("level", "body", "state")

    def __init__(self, *args: Any, of: Body | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.of = of
        levels, clubs, regions = Level.objects.order_by("order"), Club.objects.order_by("name"), Region.objects.all()
        if of is not None:
            del self.fields["body"]
            levels, clubs, regions = levels.filter(body=of), clubs.filter(body=of), regions.filter(body=of)
        names = dict(levels.values_list("code", "name"))  # bodies share codes
        self._offer("level", _("Any level"), list(names.items()))
        known = list(clubs.select_related("body"))
        self._offer_things("club", _("Any club"), clubs, known)
        self._offer_things("near", _("Anywhere"), clubs, [one for one in known if one.is_placed])
        self._offer_things("region", _("Any region"), regions, list(regions.select_related("body")))

    def _offer(self, name: str, empty: Any, choices: list[Any]) -> None:
        self.fields[name].choices = [("", empty), *choices]  # type: ignore[attr-defined]

    def _offer_things(self, name: str, empty: Any, rows: Any, known: list[Any]) -> None:
        """By body where there are several; a list that is empty is not asked about."""
        if not known:
            del self.fields[name]
            if name == "near":
                del self.fields["within"]
            return
        self.fields[name].queryset = rows  # type: ignore[attr-defined]
        groups: dict[str, list[tuple[str, str]]] = {}
        for one in known:
            groups.setdefault(one.body.name, []).append((str(one.pk), one.name))
        (choices, *others) = groups.values()
        self._offer(name, empty, list(groups.items()) if others else choices)

    def asked(self) -> Asked | None:
        """What is looked for; nothing where a field says what is not there."""
        if not self.is_valid():
            return None
        told = self.cleaned_data
        return Asked(
            name=told["q"],
            number=told["number"],
            club=told.get("club"),
            region=told.get("region"),
            place=told["place"],
            near=told.get("near"),
            within=int(told.get("within") or WITHIN_KM),
            level=told["level"],
            body=self.of or told["body"],
            state=told["state"] or AwardState.VALID.value,
        )

    def _some(self, names: tuple[str, ...]) -> list[forms.BoundField]:
        return [self[name] for name in names if name in self.fields]

    def who(self) -> list[forms.BoundField]:
        """The fields that name somebody."""
        return self._some(self.WHO)

    def where(self) -> list[forms.BoundField]:
        """The fields of places."""
        return self._some(self.WHERE)

    def which(self) -> list[forms.BoundField]:
        """The fields that narrow what is found."""
        return self._some(self.WHICH)


class ShownForm(forms.Form):
    """What a person agrees to. Nothing is ticked for somebody who has not decided."""

    is_found = forms.BooleanField(
        label=_("My name, with my levels and how they stand, when somebody searches the register"), required=False
    )
    shows_club = forms.BooleanField(label=_("My club as well, so that people near it find me"), required=False)
    takes_letters = forms.BooleanField(
        label=_("People can write to me through a form; they never see my address"), required=False
    )

    @classmethod
    def of(cls, listing: Listing) -> ShownForm:
        """The form with what stands now."""
        names = ("is_found", "shows_club", "takes_letters")
        return cls(initial={name: bool(getattr(listing, name)) for name in names})

    def clean(self) -> dict[str, Any]:
        """Club and letters need the name."""
        told: dict[str, Any] = super().clean() or {}
        if not told.get("is_found"):
            for name in ("shows_club", "takes_letters"):
                if told.get(name):
                    self.add_error(
                        name, _("This needs your name in the register: tick the first box, or clear this one.")
                    )
        return told

    def shown(self) -> Shown:
        """What was agreed to."""
        told = self.cleaned_data
        return Shown(told["is_found"], told["shows_club"], told["takes_letters"])


class RegisterSettingsForm(ReasonForm):
    """How a body keeps its public register."""

    publishes = forms.BooleanField(
        label=RegisterSettings._meta.get_field("publishes").verbose_name.capitalize(),
        help_text=RegisterSettings._meta.get_field("publishes").help_text,
        required=False,
    )
    address = forms.EmailField(
        label=_("Address of the body"),
        help_text=RegisterSettings._meta.get_field("address").help_text,
        required=False,
    )
    field_order = ("publishes", "address", "reason")


class LetterForm(forms.Form):
    """A letter to a director. altcha: the solved challenge, which the script of the page puts there."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST_NAME,
        validators=[plain_name],
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label=_("Your email address"),
        help_text=_("Only the director sees it, to answer you."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    text = forms.CharField(
        label=_("Your letter"),
        validators=[MaxLengthValidator(LONGEST_LETTER)],
        widget=Prose(attrs={"rows": 8}),
    )
    altcha = forms.CharField(required=False, max_length=5000, widget=forms.HiddenInput)
