"""What texts cite."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from laws.models.commentary import CommentaryVersion
from laws.models.glossary import DefinitionVersion, FootnoteVersion
from laws.models.provisions import Provision, ProvisionVersion

# The kinds of text that cite: exactly one of these is set in a citation.
CITING = ("version", "footnote_version", "definition_version", "commentary_version")


class Citation(models.Model):
    """A place where a text names provisions, `text[start:end]`, and what it names there as far as the shelf has it.

    A name that leads nowhere is kept: its law may come onto the shelf, or the text may be wrong, and both must be seen.
    Derived from the texts: after a load it is made anew.
    """

    class Status(models.TextChoices):
        """Whether it is known what the text means. The labels are sentences, because people read them in lists."""

        FOUND = "found", _("The provision is in the library.")
        AMBIGUOUS = "ambiguous", _("Several provisions could be meant.")
        UNMATCHED = "unmatched", _("There is no such provision in the library.")
        ELSEWHERE = "elsewhere", _("It names a provision of another edition.")

    version = models.ForeignKey(
        ProvisionVersion, on_delete=models.CASCADE, null=True, blank=True, related_name="citations"
    )
    footnote_version = models.ForeignKey(
        FootnoteVersion, on_delete=models.CASCADE, null=True, blank=True, related_name="citations"
    )
    definition_version = models.ForeignKey(
        DefinitionVersion, on_delete=models.CASCADE, null=True, blank=True, related_name="citations"
    )
    commentary_version = models.ForeignKey(
        CommentaryVersion, on_delete=models.CASCADE, null=True, blank=True, related_name="citations"
    )
    start = models.PositiveIntegerField(_("start"))
    end = models.PositiveIntegerField(_("end"))
    written = models.CharField(_("as written"), max_length=200)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices)
    provisions = models.ManyToManyField(
        Provision,
        related_name="cited_by",
        blank=True,
        verbose_name=_("cited provisions"),
        help_text=_("Several for a range; for an ambiguous citation those that could be meant."),
    )

    class Meta:
        verbose_name = _("citation")
        verbose_name_plural = _("citations")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(end__gt=F("start")), name="citation_is_not_empty"),
            models.CheckConstraint(
                condition=reduce(or_, (Q(**{f"{one}__isnull": one != citing for one in CITING}) for citing in CITING)),
                name="citation_stands_in_one_text",
            ),
            *(
                models.UniqueConstraint(fields=[citing, "start"], name=f"one_citation_begins_at_a_place_of_{citing}")
                for citing in CITING
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["status"], condition=~Q(status="found"), name="citation_that_leads_nowhere"),
        ]

    def __str__(self) -> str:
        return self.written
