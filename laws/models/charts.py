"""Flow charts that a document prints beside the law."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from laws.models.editions import Edition, Law
from laws.models.wording import Wording, wording_constraints, wording_triggers


class FlowChart(models.Model):
    """A chart about one law or a few. Of its drawing only the words in the boxes are known."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="charts", verbose_name=_("edition"))
    title = models.CharField(_("title"), max_length=200)
    laws = models.ManyToManyField(Law, related_name="charts", verbose_name=_("laws"))

    class Meta:
        verbose_name = _("flow chart")
        verbose_name_plural = _("flow charts")
        ordering: ClassVar = ["edition", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["edition", "title"], name="chart_title_is_unique_in_edition"),
        ]

    def __str__(self) -> str:
        return self.title


class FlowChartVersion(Wording):
    """The words of a chart, in the order in which the document gives them."""

    chart = models.ForeignKey(
        FlowChart, on_delete=models.PROTECT, related_name="versions", verbose_name=_("flow chart")
    )

    class Meta(Wording.Meta):
        verbose_name = _("wording of a flow chart")
        verbose_name_plural = _("wordings of flow charts")
        ordering: ClassVar = ["chart", "kind", "revision"]
        constraints: ClassVar = wording_constraints("chart")
        triggers: ClassVar = wording_triggers()
