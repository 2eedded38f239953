"""A dry run as a document: plain values, for pages, programs and the record."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from exams.marking.marks import Marked, plain, worth
from exams.marking.models import DryRun, Regrade, Result
from exams.marking.regrades.effects import Consequence, Effect, consequences, effects

FORMAT = 1


@dataclass(frozen=True)
class Counts:
    """How many met the question, get a different result, keep theirs because they would lose; better, worse, pass, fail now."""

    met: int
    changed: int
    kept: int
    better: int
    worse: int
    passes: int
    fails: int


def run(regrade: Regrade) -> tuple[dict[str, Any], str, list[Effect]]:
    """Work out a regrade: the report, the digest of all that matters in it, and the effects themselves."""
    found = effects(regrade)
    report = report_of(found, consequences(found))
    return report, digest(report), found


def report_of(found: Sequence[Effect], follows: Mapping[Any, Sequence[Consequence]]) -> dict[str, Any]:
    """The report: totals, then a row for each candidate whose result changes or is kept. First who fails now, then who passes
    now, then all others who change, at last who keeps theirs; each of these by name.
    """
    rows = [
        {
            "attempt": str(effect.before.attempt_id),
            "result": str(effect.before.pk),
            "number": effect.before.attempt.entry.number,
            "name": str(effect.before.attempt.entry.person),
            "sitting": effect.before.attempt.sitting.title,
            "from": _figures(effect.before),
            "to": _figures(effect.after),
            "kept": effect.kept,
            "turn": "passes" if effect.passes else "fails" if effect.fails else "",
            "follows": [
                {
                    "kind": one.kind,
                    "level": one.level,
                    "application": str(one.application.pk) if one.application else None,
                }
                for one in follows.get(effect.before.attempt_id, ())
            ],
        }
        for effect in found
        if effect.changed or effect.kept
    ]
    rows.sort(
        key=lambda row: (row["turn"] != "fails", row["turn"] != "passes", row["kept"], row["name"], row["attempt"])
    )
    return {"format": FORMAT, "counts": asdict(_counts(found)), "rows": rows}


def digest(report: Mapping[str, Any]) -> str:
    """Tells two dry runs apart by whom they change and how; that somebody was renamed does not matter."""
    matters = [{key: value for key, value in row.items() if key not in ("name", "sitting")} for row in report["rows"]]
    matters.sort(key=lambda row: str(row["attempt"]))
    text = json.dumps([report["counts"]["met"], matters], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def store(regrade: Regrade, report: dict[str, Any], found: str) -> DryRun:
    """Keep a dry run, as the next of its regrade; one that says the same as the last is not kept again.

    The caller holds the regrade's row.
    """
    last = regrade.runs.order_by("-number").first()
    if last is not None and last.digest == found:
        return last
    return DryRun.objects.create(regrade=regrade, number=last.number + 1 if last else 1, report=report, digest=found)


def _counts(found: Sequence[Effect]) -> Counts:
    changed = [effect for effect in found if effect.changed]
    better = [effect for effect in changed if worth(effect.after) >= worth(effect.before)]
    return Counts(
        met=len(found),
        changed=len(changed),
        kept=sum(effect.kept for effect in found),
        better=len(better),
        worse=len(changed) - len(better),
        passes=sum(effect.passes for effect in found),
        fails=sum(effect.fails for effect in found),
    )


def _figures(of: Result | Marked) -> dict[str, Any]:
    return {"marks": plain(of.marks), "out_of": of.out_of, "percent": plain(of.percent), "passed": of.passed}
