"""The flow charts of a document."""

from __future__ import annotations

from collections import Counter

from laws.importing.held import HeldEdition, Span
from laws.importing.revising import Import, revise
from laws.importing.wanted import Wanted
from laws.models import FlowChart, FlowChartVersion
from laws.sources.reading import Reading


def store_charts(reading: Reading, held: HeldEdition, running: Import) -> None:
    """Store the charts. A chart is known by its title; further ones of the same title in a document are numbered."""
    stored = {row.title: row for row in FlowChart.objects.filter(edition=held.edition).prefetch_related("laws")}
    wanted = []
    seen: Counter[str] = Counter()
    for chart in reading.charts:
        seen[chart.title] += 1
        title = chart.title if seen[chart.title] == 1 else f"{chart.title} ({seen[chart.title]})"
        row = stored.get(title) or FlowChart.objects.create(edition=held.edition, title=title)
        laws = {held.laws[number] for number in chart.laws if number in held.laws}
        if {law.pk for law in row.laws.all()} != laws:
            running.changes.hung += 1
            row.laws.set(laws)
        span = Span(held.edition.in_force)
        wanted.append(Wanted(row.pk, f"The chart “{title}”", chart.text, span, chart.lines))
    among = {"chart__edition": held.edition}
    revise(FlowChartVersion, "chart", among=among, wanted=wanted, running=running)
