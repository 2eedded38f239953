"""The syllabus: a tree of topics tied to the laws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Body
from exams.bank.models import Level


def every_level() -> list[str]:
    """A topic is examined at every level unless told otherwise."""
    return list(Level.values)


def lineage(topic: str, syllabus: Mapping[str, str]) -> tuple[str, ...]:
    """The topic, then those above it, the nearest first; all by slug. syllabus: as `TopicQuerySet.tree` gives it."""
    found = [topic]
    while (above := syllabus.get(found[-1])) and above not in found:
        found.append(above)
    return tuple(found)


class TopicQuerySet(models.QuerySet["Topic"]):
    """Questions asked of the syllabus."""

    def titles(self, body: Body | UUID) -> dict[str, str]:
        """What the body calls each topic, by slug."""
        return dict(self.filter(body=body).values_list("slug", "title"))

    def tree(self, body: Body | UUID) -> dict[str, str]:
        """Each topic of the body, retired ones too, with the one it stands under, "" for none; both by slug."""
        rows = self.filter(body=body).order_by("slug").values_list("slug", "parent__slug")
        return {slug: above or "" for slug, above in rows}

    def examined(self) -> TopicQuerySet:
        """Those that are still part of the syllabus."""
        return self.filter(retired_at=None)


class Topic(models.Model):
    """One heading of a body's syllabus, perhaps with others under it; questions name it by its slug.

    A topic that was ever used stays, retired, so that old papers and results keep their words. The slug never changes.
    """

    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="topics")
    slug = models.SlugField(_("name in addresses"), max_length=60)
    parent = models.ForeignKey(
        "self",
        verbose_name=_("stands under"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="children",
    )
    title = models.CharField(_("title"), max_length=200)
    about = models.TextField(
        _("what is examined"), max_length=1000, blank=True, help_text=_("For candidates, in a sentence or two.")
    )
    laws = ArrayField(
        models.CharField(max_length=20),
        verbose_name=_("laws"),
        default=list,
        blank=True,
        help_text=_("Keys of provisions in the law library, such as 27, 16B or Club27."),
    )
    levels = ArrayField(
        models.CharField(max_length=20, choices=Level.choices), verbose_name=_("examined at"), default=every_level
    )
    order = models.PositiveSmallIntegerField(_("order"), default=0)
    retired_at = models.DateTimeField(_("retired"), null=True, blank=True)

    objects = TopicQuerySet.as_manager()

    class Meta:
        verbose_name = _("topic")
        verbose_name_plural = _("topics")
        ordering: ClassVar = ["order", "slug"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["body", "slug"], name="topic_once_a_body"),
            # Longer circles are for exams.papers.topics to refuse.
            models.CheckConstraint(condition=Q(parent=None) | ~Q(parent=F("id")), name="topic_not_under_itself"),
            models.CheckConstraint(condition=Q(levels__len__gte=1), name="topic_examined_somewhere"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def levels_words(self) -> list[str]:
        """The levels at which it is examined, in words."""
        return [str(Level(one).label) for one in self.levels]
