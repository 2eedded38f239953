"""The form of two meanings: what the withdrawn call showed and what the replacement shows, and by which tolerance.

Every field has a name of its own in the address (`w1-points_from=12&w1-hearts_from=5`), so a comparison is a link that can
be shared, and nothing of it is stored. A fault is told beside its field, and what was entered stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple, cast

from django import forms
from django.forms.boundfield import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from laws.assistant.auctions import call_of
from laws.rulings.calls import BadCall, Call
from laws.rulings.comparable import WORKED_EXAMPLES
from laws.rulings.meanings import MAX_HCP, BadMeaning, Meaning, meaning_data, parse_meaning
from laws.rulings.regulations import BadRegulation, Similarity, parse_value
from laws.tolerances import NUMBERS

Words = str | Promise
MOST_ALTERNATIVES: Final = 3


class Limits(NamedTuple):
    """A number that a call limits: its name in the form, in words, its key in a meaning, the most there can be."""

    name: str
    words: Words
    key: str
    most: int
    sign: str = ""


LIMITS: Final = (
    Limits("points", _("Points"), "hcp", MAX_HCP),
    Limits("spades", _("Spades"), "S", 13, "♠"),
    Limits("hearts", _("Hearts"), "H", 13, "♥"),
    Limits("diamonds", _("Diamonds"), "D", 13, "♦"),
    Limits("clubs", _("Clubs"), "C", 13, "♣"),
    Limits("kings", _("Kings"), "kings", 4),
    Limits("total", _("Total points"), "tp", 40),
)
RARE: Final = ("kings", "total")


class Row(NamedTuple):
    """A line of the form: the limits, and the fields of both ends."""

    limits: Limits
    low: BoundField
    high: BoundField


class ShownForm(forms.Form):
    """One alternative: the hands that lie in these limits. What is left empty is not limited."""

    shape = forms.ChoiceField(
        label=_("Shape"),
        required=False,
        choices=[("", _("any")), ("balanced", _("balanced")), ("unbalanced", _("not balanced"))],
    )
    promise = forms.CharField(
        label=_("Promises also"), required=False, max_length=60, help_text=_("In words: club stopper.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for one in LIMITS:
            for end, label in (("from", _("%(what)s from")), ("to", _("%(what)s to"))):
                self.fields[f"{one.name}_{end}"] = _number(str(label) % {"what": one.words}, one.most)

    def rows(self, rare: bool = False) -> Iterator[Row]:
        """The lines of the limits; the rare ones apart."""
        for one in LIMITS:
            if (one.name in RARE) is rare:
                yield Row(one, self[f"{one.name}_from"], self[f"{one.name}_to"])

    @property
    def rare_rows(self) -> list[Row]:
        """Kings and total points."""
        return [*self.rows(rare=True)]

    @property
    def rare_given(self) -> bool:
        """Whether one of these is filled in, or was filled in wrongly."""
        return any(row.low.value() or row.high.value() for row in self.rare_rows)

    @property
    def given(self) -> bool:
        """Whether anything is filled in."""
        return any(self[name].value() not in (None, "") for name in self.fields)

    def clean(self) -> dict[str, Any]:
        """Ends in their order, and hands that there are."""
        given: dict[str, Any] = super().clean() or {}
        for one in LIMITS:
            low, high = given.get(f"{one.name}_from"), given.get(f"{one.name}_to")
            if low is not None and high is not None and low > high:
                said = gettext("%(low)d is more than %(high)d: swap the two.") % {"low": low, "high": high}
                self.add_error(f"{one.name}_to", said)
        if not self.errors:
            try:
                parse_meaning(self.data_of(given))
            except BadMeaning:
                self.add_error(
                    None, gettext("No hand of thirteen cards fits this; check the points, lengths and shape.")
                )
        return given

    def data_of(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """These limits as a record has them."""
        found: dict[str, Any] = {}
        for one in LIMITS:
            low, high = given.get(f"{one.name}_from"), given.get(f"{one.name}_to")
            if low is not None or high is not None:
                where = found.setdefault("suits", {}) if one.sign else found
                where[one.key] = [low or 0, one.most if high is None else high]
        if given.get("shape"):
            found[given["shape"]] = True
        if given.get("promise"):
            found["features"] = [plain(given["promise"])]
        return found


class CallForm(forms.Form):
    """What belongs to a call as a whole."""

    call = forms.CharField(label=_("Call"), required=False, max_length=10, help_text=_("If you like: 1S, 2NT, X, P."))
    any_hand = forms.BooleanField(label=_("Any hand at all could make it"), required=False)
    asks = forms.CharField(
        label=_("Asks for"),
        required=False,
        max_length=60,
        help_text=_("If its purpose is to ask for something: aces, majors. Use the same word for the same question."),
    )
    artificial = forms.ChoiceField(
        label=_("Artificial"), required=False, choices=[("", _("not said")), ("yes", _("yes")), ("no", _("no"))]
    )

    def clean_call(self) -> Call | None:
        """The call, if it is named."""
        word: str = self.cleaned_data["call"]
        try:
            return call_of(word) if word else None
        except BadCall:
            raise forms.ValidationError(
                gettext("“%(word)s” is not a call; write P, X, XX or a bid from 1C to 7NT.") % {"word": word}
            ) from None


class ToleranceForm(forms.Form):
    """How far meanings may lie apart and be similar, where a body has laid that down itself."""

    source = forms.CharField(
        label=_("Who says so"), required=False, max_length=200, help_text=_("The body’s regulation, for the record.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, number in NUMBERS.items():
            self.fields[name] = forms.CharField(
                label=str(number.label), help_text=str(number.help_text), required=False, max_length=20
            )
        self.fields["share"].help_text = _("A fraction such as 1/2, which is used if you leave it empty.")
        self.order_fields([*NUMBERS, "source"])

    @property
    def given(self) -> bool:
        """Whether anything is filled in."""
        return any(self[name].value() for name in self.fields)

    def clean(self) -> dict[str, Any]:
        """A tolerance that the engine understands."""
        given: dict[str, Any] = super().clean() or {}
        numbers = {name: given.get(name) or "" for name in NUMBERS}
        if self.errors or not any([*numbers.values(), given.get("source")]):
            return given
        value = {
            name: int(one) if NUMBERS[name].most is not None and one.isdecimal() else one
            for name, one in numbers.items()
            if one
        }
        source = given.get("source") or gettext("the tolerance that you entered")
        try:
            given["tolerance"] = parse_value("similar", value, "tolerance", source)
        except BadRegulation as error:
            name = error.path.rpartition(".")[2]
            self.add_error(name, str(NUMBERS[name].fault))
        return given


@dataclass
class Side:
    """One of the two calls: `name` is `w` or `r`, `form` what belongs to it as a whole, `alternatives` its hands."""

    name: str
    title: Words
    form: CallForm
    alternatives: list[ShownForm]

    @property
    def further(self) -> list[tuple[Words, ShownForm]]:
        """The alternatives after the first."""
        titles = (_("Or a second kind of hand"), _("Or a third kind of hand"))
        return [*zip(titles, self.alternatives[1:], strict=True)]

    @property
    def call(self) -> Call | None:
        """The call, if it is named rightly."""
        return self.form.cleaned_data.get("call") if self.form.is_bound else None

    @property
    def forms(self) -> list[forms.Form]:
        """All that is filled in for it."""
        return [self.form, *self.alternatives]

    def judge(self) -> None:
        """Tell what is missing, or contradicts itself, beside its field."""
        whole = self.form
        shown = [one for one in self.alternatives if one.given]
        wrong = [not one.is_valid() for one in self.forms]
        if whole.cleaned_data.get("any_hand") and shown:
            whole.add_error("any_hand", gettext("Either any hand, or the limits above: take one of them out."))
        elif not any(wrong) and not shown and not whole.cleaned_data["any_hand"] and not whole.cleaned_data["asks"]:
            whole.add_error(
                None,
                gettext("Enter what this call shows or asks for; or say that any hand at all could make it."),
            )

    @cached_property
    def meaning(self) -> Meaning:
        """What it shows. For a side without faults."""
        given = self.form.cleaned_data
        shown = [one.data_of(one.cleaned_data) for one in self.alternatives if one.given] or [{}]
        data: dict[str, Any] = {"alternatives": shown, "asks": plain(given["asks"])}
        if given["artificial"]:
            data["artificial"] = given["artificial"] == "yes"
        return cast(Meaning, parse_meaning(data, where=self.name))


def fields_of(side: str, meaning: Mapping[str, Any]) -> dict[str, str] | None:
    """What the form of a side (`w` or `r`) holds for a meaning as a record has it; None where the form has no room for it.

    Raises BadMeaning.
    """
    # A record may write a range as `5+`, and say once what all its alternatives share.
    meaning = meaning_data(cast(Meaning, parse_meaning(meaning)))
    shown = meaning.get("alternatives", [meaning])
    found = {f"{side}-asks": str(meaning.get("asks", "")), f"{side}-any_hand": "on" if meaning.get("any_hand") else ""}
    if "artificial" in meaning:
        found[f"{side}-artificial"] = "yes" if meaning["artificial"] else "no"
    if len(shown) > MOST_ALTERNATIVES:
        return None
    for place, one in enumerate(shown, start=1):
        known = {"suits", "features", "balanced", "unbalanced", *_OF_A_CALL, *(limits.key for limits in LIMITS)}
        if one.keys() - known or len(one.get("features", ())) > 1:
            return None
        for limits in LIMITS:
            low, high = (one.get("suits", {}) if limits.sign else one).get(limits.key, (0, limits.most))
            found[f"{side}{place}-{limits.name}_from"] = str(low) if low else ""
            found[f"{side}{place}-{limits.name}_to"] = str(high) if high < limits.most else ""
        found[f"{side}{place}-shape"] = next((shape for shape in ("balanced", "unbalanced") if one.get(shape)), "")
        found[f"{side}{place}-promise"] = "".join(one.get("features", ()))
    return {name: value for name, value in found.items() if value}


_OF_A_CALL: Final = frozenset(("alternatives", "asks", "artificial", "words", "any_hand"))
"""The keys of a meaning that are not about its hands."""


class Fault(NamedTuple):
    """Something to put right: the field's id in the page, whose it is, and the sentence."""

    at: str
    words: str
    sentence: str


class Entered:
    """What somebody has entered on two calls; judged only when it was sent.

    `said`: the names and values of an address, `sent`: whether they are to be judged, or only to be shown in the fields.
    """

    def __init__(self, said: Mapping[str, Any], *, sent: bool) -> None:
        self.withdrawn = _side("w", _("The withdrawn call"), said, sent=sent)
        self.replacement = _side("r", _("The replacement"), said, sent=sent)
        self.own = cast(ToleranceForm, _form(ToleranceForm, "t", said, sent=sent))
        if sent:
            for side in self.sides:
                side.judge()

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both calls."""
        return self.withdrawn, self.replacement

    @property
    def tolerance(self) -> Similarity:
        """The tolerance that was entered, or the usual one. For what has no faults."""
        return cast(Similarity, self.own.cleaned_data.get("tolerance", WORKED_EXAMPLES))

    @cached_property
    def faults(self) -> list[Fault]:
        """Everything to put right, in the order of the page."""
        found = [fault for side in self.sides for form in side.forms for fault in _faults(form, str(side.title))]
        return [*found, *_faults(self.own, gettext("The tolerance"))]


def plain(words: str) -> str:
    """Words for comparing: small letters, one space between them."""
    return " ".join(words.lower().split())


def _number(label: str, most: int) -> forms.IntegerField:
    said = gettext("Write a whole number from 0 to %(most)d.") % {"most": most}
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=0,
        max_value=most,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"invalid": said, "min_value": said, "max_value": said},
    )


def _side(name: str, title: Words, said: Mapping[str, Any], *, sent: bool) -> Side:
    alternatives = [_form(ShownForm, f"{name}{at}", said, sent=sent) for at in range(1, MOST_ALTERNATIVES + 1)]
    whole = cast(CallForm, _form(CallForm, name, said, sent=sent))
    return Side(name, title, whole, cast(list[ShownForm], alternatives))


def _form(kind: type[forms.Form], prefix: str, said: Mapping[str, Any], *, sent: bool) -> forms.Form:
    if sent:
        return kind(said, prefix=prefix)
    own = {name.removeprefix(f"{prefix}-"): value for name, value in said.items() if name.startswith(f"{prefix}-")}
    return kind(prefix=prefix, initial=own)


def _faults(form: forms.Form, whose: str) -> Iterable[Fault]:
    for sentence in form.non_field_errors():
        yield Fault(f"at-{form.prefix}", whose, str(sentence))
    for name in form.fields:
        for sentence in form[name].errors:
            yield Fault(form[name].id_for_label, f"{whose}: {form[name].label}", str(sentence))
