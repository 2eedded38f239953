"""That two records of a body are of one person, and what moved from the one to the other."""

from __future__ import annotations

import uuid
from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import append_only
from accounts.models import Body


class Merge(models.Model):
    """That `gone` is `kept`: what a body has on record of the one is on record of the other from then on.

    The database lets awards, applications, evidence and dispensations change their person along such a row and in no other way
    (`moves_only_by_a_merge`). data: the ids of what moved, by its kind, and what the other record said.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="merges")
    kept = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("record that stays"),
        on_delete=models.PROTECT,
        related_name="+",
    )
    gone = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("record that is closed"),
        on_delete=models.PROTECT,
        related_name="+",
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("merged by"), on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(_("merged"), default=timezone.now)
    reason = models.TextField(_("reason"))
    data = models.JSONField(_("what moved"), default=dict, blank=True, encoder=DjangoJSONEncoder)

    class Meta:
        verbose_name = _("merge of two records")
        verbose_name_plural = _("merges of records")
        ordering: ClassVar = ["-at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["body", "gone"], name="record_is_merged_once"),
            models.CheckConstraint(condition=~models.Q(kept=models.F("gone")), name="record_is_merged_with_another"),
            models.CheckConstraint(
                condition=~models.Q(by=models.F("kept")) & ~models.Q(by=models.F("gone")),
                name="record_is_merged_by_another",
            ),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.gone} → {self.kept}"


def moves_only_by_a_merge() -> pgtrigger.Trigger:
    """A trigger for `Meta.triggers` of what has a person and a body: its person changes along a `Merge`, or never."""
    return pgtrigger.Trigger(
        name="moves_only_by_a_merge",
        level=pgtrigger.Row,
        when=pgtrigger.Before,
        operation=pgtrigger.Update,
        condition=pgtrigger.Q(old__person__df=pgtrigger.F("new__person")),
        func="""
            IF NOT EXISTS (
                SELECT 1 FROM accreditation_merge
                WHERE gone_id = OLD.person_id AND kept_id = NEW.person_id AND body_id = OLD.body_id
            ) THEN
                RAISE EXCEPTION 'Cannot give rows of table % to another person', TG_TABLE_NAME;
            END IF;
            RETURN NEW;
        """,
    )
