"""Charts: all of a procedure, nothing twice, everything readable."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from laws.assistant.addresses import spoken
from laws.assistant.arranging import Block, arrange, blocks
from laws.assistant.charts import Chart, Item, Node, charts, nodes, numbers
from laws.assistant.drawing import WIDTHS, Box, broken, draw, length, overlaps
from laws.assistant.happenings import top
from laws.rulings.case import Decided
from laws.rulings.editions import EDITIONS
from laws.rulings.readers import explore
from tests.walking import walks

ALL = [(slug, number) for slug, edition in EDITIONS.items() for number in edition.procedures]


def chart_of(slug: str, number: str) -> Chart:
    return next(one for one in charts(slug, top(number)) if one.procedure == number)


def ends(node: Node) -> Iterator[tuple[tuple[tuple[str, str], ...], Node]]:
    """Every way through a chart: the answers, and the last node."""
    if not node.ways:
        yield (), node
    for answer, other in node.ways:
        for answers, end in ends(other):
            yield ((((node.fact, answer),) if answer else ()) + answers), end


@walks(("slug", "number"), ALL)
def test_a_chart_has_every_path_of_its_procedure(slug: str, number: str) -> None:
    chart = chart_of(slug, number)
    ways = list(ends(chart.root))
    linked = [end.law for _answers, end in ways if end.law]
    # A way that ends in a link stands for all the paths of that chart.
    beyond = sum(sum(1 for _ in ends(whole(slug, law))) - 1 for law in linked)
    assert len({answers for answers, _end in ways}) == len(ways)
    assert len(ways) + beyond == len({path.usual_path for path in explore(number, slug)}) == chart.paths


def whole(slug: str, number: str) -> Node:
    """The chart of a procedure, its links replaced by the charts they lead to, as a tree of its ends."""
    root = chart_of(slug, number).root
    return _opened(slug, root)


def _opened(slug: str, node: Node) -> Node:
    if node.law:
        return whole(slug, node.law)
    branches = tuple((answer, _opened(slug, other)) for answer, other in node.branches)
    then = _opened(slug, node.then) if node.then else None
    return Node(node.items, node.also, branches, then, "", node.source, node.fact)


@walks(("slug", "number"), ALL)
def test_a_chart_says_what_each_path_decides(slug: str, number: str) -> None:
    for path in explore(number, slug):
        said = set()
        node: Node | None = whole(slug, number)
        answers = dict(path.path)
        while node:
            said |= {item.provision for item in node.items} | set(node.also)
            node = dict(node.branches)[spoken(answers[node.fact])] if node.branches else node.then
        main = {step.provision for step in path.steps if isinstance(step, Decided) and step.effect.main}
        assert main <= said


@walks(("slug", "number"), ALL)
def test_equal_ways_on_are_one_node(slug: str, number: str) -> None:
    seen: set[tuple[object, ...]] = set()
    for node in nodes(chart_of(slug, number).root):
        same = (node.items, node.also, tuple((answer, id(other)) for answer, other in node.ways), node.law)
        assert same not in seen
        seen.add(same)


@walks(("slug", "number"), ALL)
def test_every_node_stands_once_and_readers_are_only_sent_onward(slug: str, number: str) -> None:
    chart = chart_of(slug, number)
    arrangement = arrange(chart.root)
    placed = [block.node for block in blocks(arrangement.root)]
    assert set(placed) == set(nodes(chart.root))
    order = {node: at for at, node in enumerate(placed)}
    assert all(placed.count(node) == 1 for node in arrangement.numbers)
    for block in blocks(arrangement.root):
        for _answer, way in [*block.sides, *([block.main] if block.main else [])]:
            if not isinstance(way, Block):
                assert order[way] > order[block.node]
                assert way in arrangement.numbers


def test_a_bid_out_of_rotation_under_27_is_the_chart_of_31() -> None:
    links = {node.law for node in nodes(chart_of("duplicate-2017", "27").root) if node.law}
    assert links == {"31"}
    assert {node.law for node in nodes(chart_of("duplicate-2017", "29").root) if node.law} == {"30", "31", "32"}


def test_the_tests_of_23a_lead_to_one_end() -> None:
    runs = [block.run for block in blocks(arrange(chart_of("duplicate-2017", "31").root).root) if block.run]
    assert [question.fact for question in runs[0].questions] == ["similar", "subset", "same_purpose"]


def test_answers_that_lead_to_the_same_stand_together() -> None:
    end = Node(items=(Item("no more", "27A"),))
    other = Node(items=(Item("something else", "27B"),))
    root = Node(
        items=(Item("Which?", "27"),), branches=(("A pass", end), ("A bid", other), ("Double", end)), fact="which"
    )
    block = arrange(root).root
    assert block.main
    assert {answer for answer, _way in [*block.sides, block.main]} == {"A pass or double", "A bid"}


def test_a_law_without_procedures_has_no_charts() -> None:
    assert charts("duplicate-2017", "1") == []
    assert numbers("duplicate-1999", "27") == []


# -- drawing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", sorted(WIDTHS))
@walks(("slug", "number"), ALL)
def test_boxes_stay_apart_and_on_the_page(slug: str, number: str, kind: str) -> None:
    chart = chart_of(slug, number)
    drawing = draw(arrange(chart.root), kind, "one")
    assert overlaps(drawing) == []
    assert all(box.x >= 0 and box.right <= drawing.width and box.y >= 0 for box in drawing.boxes)
    assert max(box.bottom for box in drawing.boxes) <= drawing.height
    assert all(jump.x + jump.width <= drawing.width and jump.y + 22 <= drawing.height for jump in drawing.jumps)
    for arrow in drawing.arrows:
        for x, y in arrow.points:
            assert 0 <= x <= drawing.width
            assert 0 <= y <= drawing.height


@pytest.mark.parametrize("kind", sorted(WIDTHS))
@walks(("slug", "number"), ALL)
def test_text_stays_in_its_box_and_no_box_gets_too_narrow(slug: str, number: str, kind: str) -> None:
    drawing = draw(arrange(chart_of(slug, number).root), kind, "one")
    for box in drawing.boxes:
        assert box.width >= 200
        for entry in box.entries:
            for words in entry.words:
                assert box.x < words.x
                assert words.x + length(words.text, 12.5 if words.muted else 14) <= box.right + 1, words.text
                assert box.y < words.y < box.bottom
            for chip in entry.chips:
                assert box.x < chip.x
                assert chip.x + chip.width <= box.right
                assert chip.y + 16 <= box.bottom


@pytest.mark.parametrize("kind", sorted(WIDTHS))
@walks(("slug", "number"), ALL)
def test_every_reference_leads_to_a_box_with_that_number(slug: str, number: str, kind: str) -> None:
    drawing = draw(arrange(chart_of(slug, number).root), kind, "one")
    numbered = [box.number for box in drawing.boxes if box.number]
    assert len(numbered) == len(set(numbered))
    assert {jump.number for jump in drawing.jumps} <= set(numbered)


@pytest.mark.parametrize("kind", sorted(WIDTHS))
@walks(("slug", "number"), ALL)
def test_no_line_crosses_a_box(slug: str, number: str, kind: str) -> None:
    drawing = draw(arrange(chart_of(slug, number).root), kind, "one")
    for arrow in drawing.arrows:
        for (x0, y0), (x1, y1) in pairwise(arrow.points):
            low, high, left, right = min(y0, y1), max(y0, y1), min(x0, x1), max(x0, x1)
            crossed = [box for box in drawing.boxes if _inside(box, left, right, low, high)]
            assert crossed == [], f"({x0}, {y0}) to ({x1}, {y1})"


def _inside(box: Box, left: float, right: float, low: float, high: float) -> bool:
    return left < box.right - 1 and right > box.x + 1 and low < box.bottom - 1 and high > box.y + 1


def test_a_long_word_has_a_line_of_its_own() -> None:
    assert broken("a Donaudampfschifffahrtsgesellschaft b", 60) == ["a", "Donaudampfschifffahrtsgesellschaft", "b"]
    assert broken("", 60) == [""]
