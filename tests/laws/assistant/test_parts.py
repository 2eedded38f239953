"""Long charts in parts: everything is somewhere, nothing leads nowhere, and no part is long."""

from __future__ import annotations

import re
from functools import cache

from django.test import Client

from laws.assistant.arranging import arrange, blocks
from laws.assistant.charts import Chart, Node, charts, nodes
from laws.assistant.drawing import WIDTHS, draw, overlaps
from laws.assistant.happenings import top
from laws.assistant.parts import WHOLE, parts
from laws.rulings.editions import EDITIONS
from tests.laws.test_pages import page
from tests.walking import walks


@cache
def all_charts() -> dict[str, Chart]:
    """Every chart by its edition and procedure."""
    return {
        f"{slug}-{chart.procedure}": chart
        for slug, edition in EDITIONS.items()
        for law in dict.fromkeys(top(number) for number in edition.procedures)
        for chart in charts(slug, law)
    }


def said(root: Node) -> set[tuple[object, ...]]:
    return {(node.items, node.also, node.law) for node in nodes(root) if not node.part}


@walks("name", all_charts)
def test_the_parts_together_are_the_chart(name: str) -> None:
    chart = all_charts()[name]
    found = parts(chart)
    assert set().union(*(said(part.root) for part in found)) == said(chart.root)
    letters = [part.letter for part in found]
    assert letters[0] == ""
    assert len(letters) == len(set(letters))
    assert letters[1:] == sorted(letters[1:])
    assert {node.part for part in found for node in nodes(part.root) if node.part} == {*letters[1:]}


@walks("name", all_charts)
def test_every_path_through_the_chart_leads_through_its_parts(name: str) -> None:
    chart = all_charts()[name]
    roots = {part.letter: part.root for part in parts(chart)}

    def ways(node: Node, before: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
        node = roots[node.part] if node.part else node
        here = (*before, *(item.words for item in node.items), node.law)
        return {way for answer, other in node.ways for way in ways(other, (*here, answer))} or {here}

    assert ways(roots[""]) == ways(chart.root)


@walks("name", all_charts)
def test_no_part_is_long_and_no_boxes_cover_each_other(name: str) -> None:
    chart = all_charts()[name]
    for part in parts(chart):
        assert len(nodes(part.root)) <= WHOLE + 5, part.letter
        arrangement = arrange(part.root)
        assert {block.node for block in blocks(arrangement.root)} == {*nodes(part.root)}
        for kind in WIDTHS:
            drawing = draw(arrangement, kind, "x")
            assert overlaps(drawing) == []
            assert all(box.entries for box in drawing.boxes), "a box with nothing in it"
            assert all(box.right <= WIDTHS[kind] for box in drawing.boxes)


def test_links_lead_to_the_parts_on_the_page(client: Client, real_shelf: None) -> None:
    for address in ("/laws/duplicate-2017/27/chart/", "/laws/rubber-2014-club/27/chart/"):
        html = page(client, address)
        targets = set(re.findall(r'href="#(part-[^"]+)"', html))
        assert targets
        assert targets == set(re.findall(r'id="(part-[^"]+)"', html))
        jumps = set(re.findall(r'href="#((?:phone|desk)-[^"]+)"', html))
        assert jumps <= set(re.findall(r' id="((?:phone|desk)-[^"]+)"', html))
