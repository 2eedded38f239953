"""What a list may be asked for. A value that makes no sense is refused; one that nothing has finds nothing."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.drainage import set_override

from laws import keys
from laws.api import parameters
from laws.keys import DEEPEST
from laws.models import Citation, Commentary, Concordance, Edition, Provision
from laws.models.citations import CITING

LONGEST = 200

# The kinds of text that cite, in the order of CITING.
CITING_TEXTS = (
    ("provision", _("provision")),
    ("footnote", _("footnote")),
    ("definition", _("definition")),
    ("commentary", _("commentary")),
)


def at_or_below(key: str, way: str = "") -> Q:
    """The provision with this key and those below it; `way` leads to the provision.

    The order of a key ends in two digits for each part it does not have, and those below it differ in these.
    """
    place = keys.parse(key)
    last = place.order + 100 ** (DEEPEST - place.depth) - 1
    return Q(**{f"{way}order__gte": place.order, f"{way}order__lte": last})


class Patterned(forms.RegexField):
    """Text of the same pattern as the schema says; `said` tells what it should look like."""

    pattern: str
    said: Any

    def __init__(self, **more: Any) -> None:
        super().__init__(parameters.whole(self.pattern), error_messages={"invalid": self.said}, **more)


class KeyField(Patterned):
    """A key in its one spelling."""

    pattern, said = parameters.KEY, _("Write a key of a provision such as 27, 27B1, 30B1(b)(ii) or Intro.")


class LawField(Patterned):
    """A law's number."""

    pattern, said = parameters.LAW, _("Write a law's number or name such as 27, Club27 or Intro.")


class SlugField(Patterned):
    """A short name."""

    pattern, said = parameters.SLUG, _("Write a short name such as duplicate-2017.")


class TruthField(forms.CharField):
    """`true` or `false`."""

    def clean(self, value: Any) -> Any:
        """The truth, or None when nothing was said."""
        text = super().clean(value)
        if text not in ("", "true", "false"):
            raise ValidationError(_("Say true or false."))
        return {"true": True, "false": False}.get(text)


class Shaped(django_filters.Filter):
    """A filter that says itself how the schema describes its values."""

    shape: ClassVar[dict[str, Any]]

    def __init__(self, *args: Any, help_text: Any, **more: Any) -> None:
        super().__init__(*args, help_text=help_text, **more)
        set_override(self, "field", {**self.shape, "description": str(help_text)})


class KeyFilter(Shaped):
    """By a provision's key."""

    field_class = KeyField
    shape: ClassVar = {"type": "string", "pattern": parameters.KEY}


class LawFilter(Shaped):
    """By a law's number."""

    field_class = LawField
    shape: ClassVar = {"type": "string", "pattern": parameters.LAW}


class SlugFilter(Shaped):
    """By a short name."""

    field_class = SlugField
    shape: ClassVar = {"type": "string", "pattern": parameters.SLUG}


class TruthFilter(Shaped):
    """By whether something holds."""

    field_class = TruthField
    shape: ClassVar = {"type": "boolean"}


class WordsFilter(Shaped, django_filters.CharFilter):
    """By words that a field has somewhere, in either case."""

    shape: ClassVar = {"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": parameters.WORDS}

    def __init__(self, field_name: str, **more: Any) -> None:
        super().__init__(field_name, lookup_expr="icontains", max_length=LONGEST, **more)


class EditionFilters(django_filters.FilterSet):
    """Editions."""

    code = SlugFilter("code__slug", help_text=_("Editions of this code, such as duplicate."))
    on = django_filters.DateFilter(
        input_formats=["%Y-%m-%d"], method="in_force_on", help_text=_("Editions that were in force on this date.")
    )
    on_shelf = TruthFilter("on_shelf", help_text=_("Whether the text can be read here."))

    def in_force_on(self, editions: QuerySet[Edition], _name: str, on: Any) -> QuerySet[Edition]:
        """Those in force on a date."""
        return editions.filter(Q(until=None) | Q(until__gt=on), in_force__lte=on)


class ProvisionFilters(django_filters.FilterSet):
    """Provisions of an edition."""

    law = LawFilter("law__number", help_text=_("Provisions of this law."))
    under = KeyFilter(method="below", help_text=parameters.ABOVE_OR_AT)

    def below(self, provisions: QuerySet[Provision], _name: str, key: str) -> QuerySet[Provision]:
        """Those at or below a key."""
        return provisions.filter(at_or_below(key))


class DefinitionFilters(django_filters.FilterSet):
    """Definitions of an edition."""

    term = WordsFilter("term", help_text=_("Terms that contain this, in either case."))


class CommentaryFilters(django_filters.FilterSet):
    """Commentary on an edition."""

    kind = django_filters.MultipleChoiceFilter(
        choices=Commentary.Kind.choices, help_text=_("May be given several times.")
    )
    law = LawFilter(method="on_law", help_text=_("Commentary on any provision of this law."))
    provision = KeyFilter(method="on_provision", help_text=parameters.ABOVE_OR_AT)
    authority = WordsFilter("authority", help_text=_("Authorities whose name contains this, in either case."))

    def on_law(self, comments: QuerySet[Commentary], _name: str, number: str) -> QuerySet[Commentary]:
        """Those on a law."""
        return self._hanging(comments, Q(provision__law__number=number))

    def on_provision(self, comments: QuerySet[Commentary], _name: str, key: str) -> QuerySet[Commentary]:
        """Those on a provision or one below it."""
        return self._hanging(comments, at_or_below(key, "provision__"))

    @staticmethod
    def _hanging(comments: QuerySet[Commentary], where: Q) -> QuerySet[Commentary]:
        links = Commentary.provisions.through._default_manager.filter(where)
        return comments.filter(pk__in=links.values("commentary"))


class CitationFilters(django_filters.FilterSet):
    """Citations in an edition's texts and in what was said about them."""

    status = django_filters.MultipleChoiceFilter(
        choices=Citation.Status.choices, help_text=_("May be given several times.")
    )
    text = django_filters.ChoiceFilter(
        choices=CITING_TEXTS, method="in_text", help_text=_("The kind of text that cites.")
    )
    citing = KeyFilter(
        method="from_provision",
        help_text=_(
            "Citations in this provision and those below it, in their footnotes and in the commentary on them."
        ),
    )
    cited = KeyFilter(method="to_provision", help_text=_("Citations of this provision and those below it."))

    def in_text(self, citations: QuerySet[Citation], _name: str, kind: str) -> QuerySet[Citation]:
        """Those in one kind of text."""
        field = dict(zip((one for one, _label in CITING_TEXTS), CITING, strict=True))[kind]
        return citations.filter(**{f"{field}__isnull": False})

    def from_provision(self, citations: QuerySet[Citation], _name: str, key: str) -> QuerySet[Citation]:
        """Those that stand at or below a key."""
        comments = Commentary.provisions.through._default_manager.filter(
            at_or_below(key, "provision__"), provision__edition=self.edition
        )
        return citations.filter(
            at_or_below(key, "version__provision__")
            | at_or_below(key, "footnote_version__footnote__provision__")
            | Q(commentary_version__commentary__in=comments.values("commentary"))
        )

    def to_provision(self, citations: QuerySet[Citation], _name: str, key: str) -> QuerySet[Citation]:
        """Those that name a key or one below it, or might."""
        links = Citation.provisions.through._default_manager.filter(
            at_or_below(key, "provision__"), provision__edition=self.edition
        )
        return citations.filter(pk__in=links.values("citation"))

    @property
    def edition(self) -> Edition:
        """The edition that the address names."""
        found: Edition = self.request.parser_context["view"].edition
        return found


class ConcordanceFilters(django_filters.FilterSet):
    """Entries of the concordance."""

    kind = django_filters.MultipleChoiceFilter(
        choices=Concordance.Kind.choices, help_text=_("May be given several times.")
    )
    edition = SlugFilter(
        method="of_edition", help_text=_("Entries in which this edition is the earlier or the later one.")
    )
    key = KeyFilter(
        method="of_key",
        help_text=_("Entries one end of which is this provision or one below it; with `edition`, that end."),
    )
    earlier = SlugFilter("earlier_edition__slug", help_text=_("Entries that start from this edition."))
    later = SlugFilter("later_edition__slug", help_text=_("Entries that lead to this edition."))

    def of_edition(self, entries: QuerySet[Concordance], _name: str, slug: str) -> QuerySet[Concordance]:
        """Those that an edition is in."""
        return entries.filter(Q(earlier_edition__slug=slug) | Q(later_edition__slug=slug))

    def of_key(self, entries: QuerySet[Concordance], _name: str, key: str) -> QuerySet[Concordance]:
        """Those that a provision is in. Here a key is only text: its edition need not be on the shelf."""
        pattern = key_or_below(key)
        slug = self.form.cleaned_data["edition"]
        ends = [Q(**{f"{end}_key__regex": pattern}) for end in ("earlier", "later")]
        if slug:
            ends = [q & Q(**{f"{end}_edition__slug": slug}) for end, q in zip(("earlier", "later"), ends, strict=True)]
        return entries.filter(ends[0] | ends[1])


def key_or_below(key: str) -> str:
    """A pattern for the key and those below it, where only their text is known."""
    deeper = ("[A-Z]", "[1-9]", r"\(", r"\(")
    depth = keys.parse(key).depth
    more = f"(?:{deeper[depth - 1]}.*)?" if depth < DEEPEST else ""
    return f"^{re.escape(key)}{more}$"
