"""Wordings: texts that had force for some time, kept for ever.

A wording has two clocks. `effective` is the time during which it was the law (or the commentary): half open, without
an end while it applies. `created_at` to `superseded_at` is the time during which this record was what we held: a
mistake in the digest is corrected by superseding the row and adding a new one with the next `revision`, and an open
range is closed in the same way when an amendment ends it. So what the library showed on any day can be shown again. The
database refuses every other change.
"""

from __future__ import annotations

import datetime
from typing import TypeVar

import pgtrigger
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateRangeField, RangeOperators
from django.db import models
from django.db.models import F, Func, Q, Value
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

W = TypeVar("W", bound="Wording")


class TextKind(models.TextChoices):
    """Whose words a text is in. Two kinds stand side by side and never replace each other."""

    DIGEST = "digest", _("digest")
    OFFICIAL = "official", _("official text")


class Origin(models.TextChoices):
    """How a text came here. A load of what is shipped never undoes what an editor of this installation published."""

    SHIPPED = "shipped", _("shipped with the program")
    IMPORTED = "imported", _("imported from a document")
    EDITED = "edited", _("published by an editor")


class WordingQuerySet(models.QuerySet[W]):
    """Wordings by the two clocks."""

    def current(self) -> WordingQuerySet[W]:
        """Those we hold now, without the ones a later revision replaced."""
        return self.filter(superseded_at=None)

    def on(self, date: datetime.date, kind: TextKind = TextKind.DIGEST) -> WordingQuerySet[W]:
        """Those we hold now of what applied on a date."""
        return self.current().filter(kind=kind, effective__contains=date)


class Wording(models.Model):
    """The common part of every versioned text. A child adds a foreign key to what the text belongs to."""

    kind = models.CharField(_("kind"), max_length=10, choices=TextKind.choices, default=TextKind.DIGEST)
    revision = models.PositiveSmallIntegerField(_("revision"), default=1)
    text = models.TextField(_("text"))
    effective = DateRangeField(_("in force"), help_text=_("From the first day to the day before the second one."))
    source = models.ForeignKey(
        "laws.SourceDocument",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("source document"),
    )
    # Where in the source document: both ends included, counted from 1.
    first_line = models.PositiveIntegerField(_("first line"), null=True, blank=True)
    last_line = models.PositiveIntegerField(_("last line"), null=True, blank=True)
    origin = models.CharField(_("origin"), max_length=10, choices=Origin.choices, default=Origin.SHIPPED)
    created_at = models.DateTimeField(_("entered"), default=timezone.now, editable=False)
    superseded_at = models.DateTimeField(_("superseded"), null=True, blank=True, editable=False)

    objects = WordingQuerySet.as_manager()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.text[:80]


def wording_constraints(owner: str, says_something: Q | None = None) -> list[models.BaseConstraint]:
    """What the database holds about the wordings of an owner (the name of the foreign key).

    Usually a wording must have a text; `says_something` is for those that can say something in another way.
    """
    return [
        *(_never_two_at_once(owner, kind) for kind in TextKind),
        models.UniqueConstraint(fields=[owner, "kind", "revision"], name=f"{owner}_revision_is_unique"),
        models.CheckConstraint(
            condition=Q(effective__isempty=False) & Q(effective__lower_inf=False),
            name=f"{owner}_wording_starts_on_a_day",
        ),
        models.CheckConstraint(
            condition=Q(superseded_at=None) | Q(superseded_at__gte=F("created_at")),
            name=f"{owner}_wording_superseded_after_entry",
        ),
        models.CheckConstraint(condition=says_something or ~Q(text=""), name=f"{owner}_wording_has_text"),
        models.CheckConstraint(
            condition=Q(first_line=None, last_line=None) | Q(source__isnull=False, last_line__gte=F("first_line")),
            name=f"{owner}_wording_lines_are_of_its_source",
        ),
    ]


def wording_triggers(*generated: str) -> list[pgtrigger.Trigger]:
    """A wording is never deleted and never changed, but for being marked once as superseded.

    Columns that the database generates must be named: while a trigger looks, they do not have their new value yet.
    """
    return [
        pgtrigger.ReadOnly(name="wording_is_final", exclude=["superseded_at", *generated]),
        pgtrigger.Protect(
            name="superseded_is_final",
            operation=pgtrigger.Update,
            condition=pgtrigger.Q(old__superseded_at__isnull=False),
        ),
        pgtrigger.Protect(name="wording_stays", operation=pgtrigger.Delete),
    ]


def _never_two_at_once(owner: str, kind: TextKind) -> ExclusionConstraint:
    """No two current wordings of one owner and kind share a day.

    PostgreSQL compares plain numbers in such a constraint only with the extension btree_gist, which not every server
    has. The owner's id as a range of that one number does the same without it.
    """
    only_this_owner = Func(F(owner), F(owner), Value("[]"), function="int8range")
    return ExclusionConstraint(
        name=f"{owner}_{kind.value}_wordings_never_overlap",
        expressions=[(only_this_owner, RangeOperators.OVERLAPS), ("effective", RangeOperators.OVERLAPS)],
        condition=Q(kind=kind.value, superseded_at=None),
    )
