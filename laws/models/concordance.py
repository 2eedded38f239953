"""How the laws of different editions and codes belong together."""

from __future__ import annotations

import datetime
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from laws.models.editions import Edition


class Concordance(models.Model):
    """How a provision of one edition continues in another edition, or corresponds to one of another code.

    The places are given by their keys, because an edition whose text is not on the shelf has no provisions here, and
    must be joined all the same. An amendment of either edition may make another of what is noted: then an entry says
    from which day on it holds, and another one until which day.
    """

    class Kind(models.TextChoices):
        """What became of it."""

        SAME = "same", _("same")
        MOVED = "moved", _("moved")
        REWORDED = "reworded", _("reworded")
        SPLIT = "split", _("split")
        MERGED = "merged", _("merged")
        NEW = "new", _("new")
        DELETED = "deleted", _("deleted")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    earlier_edition = models.ForeignKey(
        Edition, on_delete=models.CASCADE, related_name="later_concordance", verbose_name=_("earlier edition")
    )
    earlier_key = models.CharField(_("earlier key"), max_length=30, blank=True)
    later_edition = models.ForeignKey(
        Edition, on_delete=models.CASCADE, related_name="earlier_concordance", verbose_name=_("later edition")
    )
    later_key = models.CharField(_("later key"), max_length=30, blank=True)
    remark = models.TextField(_("remark"), blank=True)
    since = models.DateField(_("holds from"), null=True, blank=True)
    until = models.DateField(_("holds until the day before"), null=True, blank=True)

    class Meta:
        verbose_name = _("concordance")
        verbose_name_plural = _("concordances")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["earlier_edition", "earlier_key", "later_edition", "later_key", "since"],
                nulls_distinct=False,
                name="concordance_is_unique",
            ),
            models.CheckConstraint(
                condition=Q(since=None) | Q(until=None) | Q(since__lt=models.F("until")), name="concordance_holds_a_day"
            ),
            models.CheckConstraint(
                # A new provision has nothing before it, a deleted one nothing after it, every other one both.
                condition=Q(kind="new", earlier_key="") & ~Q(later_key="")
                | Q(kind="deleted", later_key="") & ~Q(earlier_key="")
                | (~Q(kind__in=["new", "deleted"]) & ~Q(earlier_key="") & ~Q(later_key="")),
                name="concordance_has_the_ends_of_its_kind",
            ),
            models.CheckConstraint(
                condition=~Q(earlier_edition=models.F("later_edition")), name="concordance_joins_two_editions"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.earlier_key or '–'} → {self.later_key or '–'} ({self.kind})"

    def holds(self, on: datetime.date) -> bool:
        """Whether it is so by the law of a day."""
        return (self.since is None or self.since <= on) and (self.until is None or on < self.until)

    @property
    def last(self) -> datetime.date | None:
        """The last day on which it holds; nothing while no end is known."""
        return self.until - datetime.timedelta(days=1) if self.until else None
