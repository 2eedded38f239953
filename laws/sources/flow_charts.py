"""Reader of a book of law text and flow charts whose pages were flattened, each into one line.

The stages: `flow_pages` tells the pages apart and takes away what is no law text of its own (page numbers, footnotes,
extracts of other laws); `flow_labels` finds the labels in the running line; `flow_titles` tells headings from sentences;
`flow_laws` makes the provisions. A chart keeps its text as it is: its boxes and arrows are lost, but its words can be searched.
"""

from __future__ import annotations

from collections.abc import Iterator

from laws.sources.flow_laws import read_laws
from laws.sources.flow_pages import Page, Sort, sort_page
from laws.sources.flow_titles import split_chart_title
from laws.sources.order import gap_faults, order_faults
from laws.sources.reading import Fault, Lines, ReadChart, Reading, Unread

FORMAT: str = "flow-charts"

# The book names no edition; this is the one whose laws it prints.
_EDITION = "duplicate-2017"
# A line of fewer characters is no page.
_SHORTEST_PAGE = 150


def recognises(lines: list[str]) -> bool:
    """Whether the lines are whole pages, with law text on some and charts on others."""
    sorts = {sort_page(0, line, False).sort for line in lines if len(line) >= _SHORTEST_PAGE}
    return {Sort.LAWS, Sort.CHART} <= sorts


def read(lines: list[str]) -> Reading:
    """Read the book."""
    reading = Reading(title="", publisher="", edition=_EDITION)
    pages = list(_sorted(lines))
    read_laws(reading, [page for page in pages if page.sort is Sort.LAWS])
    titles = {law.number: law.title for law in reading.laws}
    for page in pages:
        if page.sort is Sort.CHART:
            title, text = split_chart_title(page.text, [titles[law] for law in page.laws if law in titles])
            lines_of_page = Lines(page.line, page.line)
            reading.charts.append(ReadChart(title=title, laws=page.laws, text=text, lines=lines_of_page))
        elif page.sort is Sort.FURNITURE:
            reading.left_out[page.sort.value] = reading.left_out.get(page.sort.value, 0) + 1
        elif page.sort is Sort.OTHER:
            reading.unread.append(Unread(page.line, page.text, "neither law text nor a flow chart"))
    numbers = [law.number for law in reading.laws]
    reading.title = f"Laws {numbers[0]} to {numbers[-1]} with flow charts" if numbers else "Flow charts"
    reading.faults += order_faults((law.number, law.lines) for law in reading.laws)
    reading.faults += order_faults((one.key, one.lines) for one in reading.provisions if one.key not in numbers)
    reading.faults += _page_faults(pages)
    reading.faults.sort(key=lambda one: one.line)
    reading.unread.sort(key=lambda one: one.line)
    return reading


def _sorted(lines: list[str]) -> Iterator[Page]:
    inside = False
    for number, line in enumerate(lines, 1):
        if line.strip():
            page = sort_page(number, line, inside)
            inside = inside or page.sort is Sort.LAWS
            yield page


def _page_faults(pages: list[Page]) -> Iterator[Fault]:
    """Pages that are missing, and pages that are cut off before their number."""
    real = [page for page in pages if page.sort in (Sort.LAWS, Sort.CHART)]
    for page in real:
        if page.number is None:
            yield Fault(page.line, "the page has no number at its end; it is cut off")
    yield from gap_faults(((page.number, page.line) for page in real if page.number is not None), "page")
