"""The whole report as one document: plain values, as it is stored and sent out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from exams.marking.statistics import reliability
from exams.marking.statistics.formulas import correlation, deviation, mean, quantile, upper_lower
from exams.marking.statistics.items import picks, ranked, reasons
from exams.marking.statistics.scripts import Item, Script, Test

FORMAT = 1
BIN = 5
"""Width of a bar of the histogram, in percent."""
NEAR = 5
"""Who is so many percent around the pass mark is near it."""

Report = dict[str, Any]
Progress = Callable[[int, int], None]


def report(test: Test, progress: Progress | None = None) -> Report:
    """All figures of a sitting. Shares and correlations are 0 to 1 and -1 to 1, times in seconds, marks in percent.

    progress: told how many of how many items are done.
    """
    if not test.scripts:
        return {"format": FORMAT, "candidates": 0}
    scores = _scores(test)
    rows = []
    without = _without(test)
    for done, item in enumerate(test.items, start=1):
        rows.append(_row(item, test.asked[item.id], without.get(item.id)))
        if progress is not None:
            progress(done, len(test.items))
    times = [row["seconds"] for row in rows if row["seconds"] is not None]
    middle = quantile(times, 0.5) if times else None
    for row in rows:
        row["reasons"] = reasons(row, middle)
    return {
        "format": FORMAT,
        "candidates": len(test.scripts),
        "forms": len(test.forms),
        "pass_mark": test.pass_mark,
        "scores": scores,
        "reliability": asdict(reliability.of_test(test, scores["deviation"])),
        "seconds": middle,
        "topics": _topics(test),
        "items": rows,
        "groups": _groups(test.items, rows),
        "look_first": ranked(rows),
    }


def _scores(test: Test) -> dict[str, Any]:
    """How the marks of the whole paper lie."""
    percents = [100 * script.share for script in test.scripts]
    bars = [0] * (100 // BIN)
    for percent in percents:
        # 100 % belongs to the last bar. A share such as 0.7 may come out a hair below itself.
        bars[min(int(percent / BIN + 1e-9), len(bars) - 1)] += 1
    passed = sum(script.passed for script in test.scripts)
    return {
        "mean": mean(percents),
        "deviation": deviation(percents),
        "least": min(percents),
        "quarter": quantile(percents, 0.25),
        "median": quantile(percents, 0.5),
        "three_quarters": quantile(percents, 0.75),
        "most": max(percents),
        "passed": passed,
        "near": sum(abs(percent - test.pass_mark) <= NEAR for percent in percents),
        "bars": bars,
    }


def _row(item: Item, scripts: Sequence[Script], without: float | None) -> dict[str, Any]:
    """The figures of one item, over those who met it; of one that is untold, none that rests on its marks."""
    responses = [script.response(item.id) for script in scripts]
    told = [] if item.untold else list(zip(scripts, responses, strict=True))
    shares = [response.share for _script, response in told]
    against = [(response.share, rest) for script, response in told if (rest := script.rest(item.id)) is not None]
    whole = [(response.share, script.share) for script, response in told]
    seconds = [response.seconds for response in responses if response.seconds is not None]
    return {
        "id": item.id,
        "number": item.number,
        "question": item.question,
        "pair": item.pair,
        "topic": item.topic,
        "kind": item.kind,
        "out_of": item.out_of,
        "opening": item.opening,
        "offers": item.picks,
        "untold": item.untold,
        "taken": len(scripts),
        "facility": mean(shares) if shares else None,
        "deviation": deviation(shares),
        "discrimination": correlation(against),
        "upper_lower": upper_lower(whole),
        "omitted": sum(response.answer is None for response in responses),
        "seconds": quantile(seconds, 0.5) if seconds else None,
        "reliability_without": without,
        "picks": [asdict(pick) for pick in picks(item, scripts)],
    }


def _without(test: Test) -> Mapping[str, float | None]:
    items, rows = reliability.table(test)
    return dict(zip(items, reliability.alphas_without(rows), strict=True)) if items else {}


def _topics(test: Test) -> list[dict[str, Any]]:
    """Each topic in the order of the paper: what was earned of it, and how far its part alone could be relied on."""
    common, rows = reliability.table(test)
    found = []
    for topic in dict.fromkeys(item.topic for item in test.items):
        items = {item.id for item in test.items if item.topic == topic and not item.untold}
        met = [response for script in test.scripts for item, response in script.responses.items() if item in items]
        places = [place for place, item in enumerate(common) if item in items]
        found.append(
            {
                "topic": topic,
                "items": sum(item.topic == topic for item in test.items),
                "facility": sum(one.marks for one in met) / sum(one.out_of for one in met) if met else None,
                "reliability": reliability.alpha([[row[place] for place in places] for row in rows])
                if places
                else None,
            }
        )
    return found


def _groups(items: Sequence[Item], rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Items that belong together and can be compared: wordings of one question, and questions that differ in one fact."""
    found: list[dict[str, Any]] = []
    for kind, name in (("question", "question"), ("pair", "pair")):
        together: dict[str, list[str]] = {}
        for item, row in zip(items, rows, strict=True):
            if (shared := getattr(item, name)) and row["facility"] is not None:
                together.setdefault(shared, []).append(item.id)
        found.extend({"kind": kind, "items": ids} for ids in together.values() if len(ids) > 1)
    return found
