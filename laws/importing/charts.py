"""The flow charts of a document."""

from __future__ import annotations

from laws.importing.held import HeldEdition, Span
from laws.importing.revising import Import, revise
from laws.importing.wanted import Wanted
from laws.models import FlowChart, FlowChartVersion
from laws.sources.reading import Reading


def store_charts(reading: Reading, held: HeldEdition, running: Import) -> None:
    """Store the charts; those of the same title are the same chart."""
    stored = {row.title: row for row in FlowChart.objects.filter(edition=held.edition).prefetch_related("laws")}
    wanted = []
    for chart in reading.charts:
        row = stored.get(chart.title) or FlowChart.objects.create(edition=held.edition, title=chart.title)
        laws = {held.laws[number] for number in chart.laws if number in held.laws}
        if {law.pk for law in row.laws.all()} != laws:
            running.changes.hung += 1
            row.laws.set(laws)
        span = Span(held.edition.in_force)
        wanted.append(Wanted(row.pk, f"The chart “{chart.title}”", chart.text, span, chart.lines))
    among = {"chart__edition": held.edition}
    revise(FlowChartVersion, "chart", among=among, wanted=wanted, running=running)
