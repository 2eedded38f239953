"""Codes of laws, their editions and what an edition consists of."""

from __future__ import annotations

import datetime
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from laws import keys


class SourceDocument(models.Model):
    """A published document that a wording was taken from or checked against.

    `sha256` is the digest of the file that was read, in hexadecimal: the line numbers in wordings are those of that file.
    """

    title = models.CharField(_("title"), max_length=300)
    format = models.CharField(_("format"), max_length=20, blank=True, help_text=_("The reader that understands it."))
    sha256 = models.CharField(_("digest of the file"), max_length=64, blank=True)
    publisher = models.CharField(_("publisher"), max_length=200, blank=True)
    dated = models.DateField(_("dated"), null=True, blank=True)

    class Meta:
        verbose_name = _("source document")
        verbose_name_plural = _("source documents")
        ordering: ClassVar = ["title"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["title", "dated", "sha256"], nulls_distinct=False, name="source_document_is_unique"
            ),
            models.UniqueConstraint(
                fields=["sha256"], condition=~models.Q(sha256=""), name="source_file_is_recorded_once"
            ),
        ]

    def __str__(self) -> str:
        return self.title


class Code(models.Model):
    """A work that is revised from time to time, such as the Laws of Duplicate Bridge."""

    slug = models.SlugField(_("short name"), unique=True)
    title = models.CharField(_("title"), max_length=200)

    class Meta:
        verbose_name = _("code of laws")
        verbose_name_plural = _("codes of laws")
        ordering: ClassVar = ["slug"]

    def __str__(self) -> str:
        return self.title


class EditionQuerySet(models.QuerySet["Edition"]):
    """Editions by what a reader asks of them."""

    def on_shelf(self) -> EditionQuerySet:
        """Those whose text can be read here."""
        return self.filter(models.Exists(Law.objects.filter(edition=models.OuterRef("pk"))))

    def in_force(self, code: Code, on: datetime.date) -> Edition | None:
        """The edition of a code that applies on a date; None before the earliest one known here."""
        return self.filter(code=code, in_force__lte=on).order_by("in_force").last()


class Edition(models.Model):
    """A code as published in one year. It applies until the next edition of the same code is in force."""

    code = models.ForeignKey(Code, on_delete=models.PROTECT, related_name="editions", verbose_name=_("code"))
    slug = models.SlugField(_("short name"), unique=True, help_text=_("Stands in addresses: duplicate-2017."))
    title = models.CharField(_("title"), max_length=200)
    year = models.PositiveSmallIntegerField(_("year"))
    in_force = models.DateField(_("in force from"))

    objects = EditionQuerySet.as_manager()

    class Meta:
        verbose_name = _("edition")
        verbose_name_plural = _("editions")
        ordering: ClassVar = ["code", "-in_force"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["code", "in_force"], name="one_edition_of_a_code_starts_on_a_day"),
        ]

    def __str__(self) -> str:
        return self.title


class Part(models.Model):
    """A run of laws that belong together: a heading of the table of contents."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="parts", verbose_name=_("edition"))
    order = models.PositiveSmallIntegerField(_("order"))
    title = models.CharField(_("title"), max_length=200)

    class Meta:
        verbose_name = _("part")
        verbose_name_plural = _("parts")
        ordering: ClassVar = ["edition", "order"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["edition", "order"], name="part_has_its_own_place"),
        ]

    def __str__(self) -> str:
        return self.title


class Law(models.Model):
    """A law of an edition, or what stands in the place of one: an introduction, an appendix, a club law.

    The number is a label: in another edition it may be another law. Its title on a date is the heading of the law's
    first provision, which has the number as its key; laws.titles puts it here.
    """

    title: str

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="laws", verbose_name=_("edition"))
    part = models.ForeignKey(Part, on_delete=models.PROTECT, related_name="laws", verbose_name=_("part"))
    number = models.CharField(_("number"), max_length=20)
    order = models.PositiveSmallIntegerField(_("order"))

    class Meta:
        verbose_name = _("law")
        verbose_name_plural = _("laws")
        ordering: ClassVar = ["edition", "order"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["edition", "number"], name="law_number_is_unique_in_edition"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """What people call it: “Law 27”, “Club Law 27”, “Introduction”."""
        return keys.name(self.number)


class Amendment(models.Model):
    """A change of the law inside an edition: the instrument and the provisions it touched."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="amendments", verbose_name=_("edition"))
    instrument = models.CharField(_("instrument"), max_length=300)
    in_force = models.DateField(_("in force from"))
    provisions = models.ManyToManyField(
        "laws.Provision", related_name="amendments", blank=True, verbose_name=_("provisions")
    )

    class Meta:
        verbose_name = _("amendment")
        verbose_name_plural = _("amendments")
        ordering: ClassVar = ["edition", "in_force"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["edition", "instrument"], name="amendment_is_unique_in_edition"),
        ]

    def __str__(self) -> str:
        return self.instrument
