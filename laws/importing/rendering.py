"""The report as text for a terminal: a short table first, the lists after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from textwrap import wrap

from django.utils.formats import date_format

from laws import keys
from laws.citing import Status
from laws.importing.report import Report, Tally
from laws.keys import Key

_WIDTH = 118


def render(report: Report) -> str:
    """The whole report, with line breaks, without one at its end."""
    return "\n".join([*_head(report), *_table(report), *_details(report)])


def compact(missing: Iterable[str]) -> str:
    """Keys in few words: whole laws as ranges, and nothing of what stands under a key that is named."""
    asked = sorted(map(keys.parse, missing), key=lambda key: key.order)
    there = set(asked)
    laws = [key for key in asked if key.depth == 1]
    words = [_run(list(run)) for run in _runs(laws)]
    words += [
        f"{key}{' and below' if any(key in one.ancestors for one in asked) else ''}"
        for key in asked
        if key.depth > 1 and not there.intersection(key.ancestors)
    ]
    return ", ".join(words)


def _head(report: Report) -> Iterator[str]:
    dated = f", {date_format(report.dated, 'j F Y')}" if report.dated else ", no date"
    publisher = f", {report.publisher}" if report.publisher else ""
    yield f"{report.title}{publisher}{dated} (format {report.format})"
    yield f"of the {report.edition}"
    for law, since in report.amended:
        yield f"{keys.name(law)}: the text in force since {date_format(since, 'j F Y')}"
    yield ""


def _table(report: Report) -> Iterator[str]:
    yield _row("provisions", _tally(report.provisions))
    if report.held:
        yield _row("", f"{report.held} have an official text from elsewhere, which stays unless you say --replace")
    yield _row("footnotes", _tally(report.footnotes))
    yield _row("definitions", _tally(report.definitions))
    kinds = ", ".join(f"{count} {_kind(kind, count)}" for kind, count in report.commentary.items())
    yield _row("commentary", f"{sum(report.commentary.values())} remarks: {kinds}" if kinds else "none")
    yield _row("flow charts", str(report.charts or "none"))
    total = sum(report.citations.values())
    told = ", ".join(f"{count} {_status(status)}" for status, count in report.citations.items())
    yield _row("citations", f"{total}: {told}" if total else "none")
    yield _row("left out", ", ".join(f"{count} {rule}" for rule, count in report.left_out.items()) or "nothing")
    yield _row("not understood", _lines(len(report.unread)))
    yield _row("suspicious", {0: "none", 1: "1 text"}.get(count := len(report.suspicious), f"{count} texts"))
    yield _row("faults", str(len(report.faults) or "none"))


def _details(report: Report) -> Iterator[str]:
    sorts = (("provisions", report.provisions), ("footnotes", report.footnotes), ("definitions", report.definitions))
    for sort, tally in sorts:
        names = compact if sort == "provisions" else ", ".join
        if tally and tally.missing:
            yield from _paragraph(f"Missing {sort}:", names(tally.missing))
        if tally and tally.surplus:
            yield from _paragraph(f"Surplus {sort}, which the edition does not have; not stored:", names(tally.surplus))
    for status in (Status.UNMATCHED, Status.AMBIGUOUS):
        rows = [one for one in report.doubtful if one.status is status]
        yield from _list(
            f"Citations {_status(status)}:",
            (
                (one.line, f"“{one.written}”" + (f" at {one.at}" if one.at else "") + _meant(status, one.meant))
                for one in sorted(rows, key=lambda one: one.line)
            ),
        )
    yield from _list("Lines not understood:", ((one.line, f"{one.why}: {one.text[:60]}") for one in report.unread))
    yield from _list(
        "Suspicious texts, to be laid beside the document:",
        ((one.lines.first, f"{one.name}{' ' if one.name else ''}{one.what}") for one in report.suspicious),
    )
    yield from _list(
        "Faults, because of which the document cannot be stored:", ((f.line, f.what) for f in report.faults)
    )


def _lines(count: int) -> str:
    return {0: "nothing", 1: "1 line"}.get(count, f"{count} lines")


def _row(name: str, words: str) -> str:
    return f"  {name:<16}{words}"


def _tally(tally: Tally | None) -> str:
    if tally is None:
        return "none in this document"
    return f"{tally.found} found, {len(tally.missing)} missing, {len(tally.surplus)} surplus"


def _paragraph(title: str, words: str) -> Iterator[str]:
    yield from ("", title, *wrap(words, _WIDTH, initial_indent="  ", subsequent_indent="  "))


def _list(title: str, rows: Iterable[tuple[int, str]]) -> Iterator[str]:
    listed = [f"  line {line}: {words}" for line, words in rows]
    if listed:
        yield from ("", title, *listed)


def _kind(kind: str, count: int) -> str:
    if kind == "rationale" or count == 1:
        return "change note" if kind == "change" else kind
    return "change notes" if kind == "change" else f"{kind}s"


def _status(status: Status) -> str:
    return "of another edition" if status is Status.ELSEWHERE else status.value


def _meant(status: Status, meant: tuple[str, ...]) -> str:
    return f": {' or '.join(meant)}" if status is Status.AMBIGUOUS else ""


def _runs(laws: list[Key]) -> Iterator[Iterator[Key]]:
    """Laws whose numbers follow one another."""
    placed = enumerate(laws)
    for _, run in groupby(placed, key=lambda pair: (pair[1].series, pair[1].law - pair[0])):
        yield (key for _, key in run)


def _run(laws: list[Key]) -> str:
    first, last = laws[0], laws[-1]
    if first == last:
        return first.name
    # “Laws 3 to 5”, “Club Laws 3 to 5”; an appendix has its name only.
    return f"{first.name.replace('Law ', 'Laws ')} to {last.law}"
