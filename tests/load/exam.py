"""`make load`: three hundred candidates start within a minute and work a paper at exam pace.

Prints how long saves and pages took, how many requests failed, and how many acknowledged answers the database lacks. The
load generator shares the machine with the site, so the figures are those of a smaller machine than this one.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
from pathlib import Path

from tests.load import sign_in
from tests.load.cost import Cost, measured
from tests.load.installation import ROOT, Installation
from tests.load.verdict import all_kept

START_SECONDS = 60
# What is asked for, in milliseconds at the 95th percentile.
LIMITS = {"autosave": 150, "page": 400}
# And in milliseconds of processor time, web server and database together.
COSTS = {
    "save": 8,
    "question page": 15,
    "hand-in, receipt and result": 120,
    "whole attempt, a saved answer": 30,
}


def main() -> int:
    """Hold the exam; the exit code says whether everything asked for holds."""
    options = _options()
    if options.sign_in:
        return sign_in.main(options.port)
    site = Installation(options.port)
    try:
        print("Preparing an installation ...", flush=True)
        site.prepare()
        site.start("web")
        cheap = _tell_costs(measured(site))
        if options.cost:
            return 0 if cheap else 1
        site.start("worker")
        hall = site.state / "hall.json"
        hall.write_text(site.run("-m", "tests.load.hall", str(options.candidates), str(options.minutes)))
        print(f"{options.candidates} candidates start within {START_SECONDS} s ...", flush=True)
        _locust(site, options)
        rows = _rows(site.state / "trial_stats.csv")
        found = json.loads(site.run("-m", "tests.load.check", str(site.state / "told.json")))
        fine = _tell(rows, found, options.candidates)
        return 0 if cheap and fine else 1
    finally:
        site.stop()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--cost", action="store_true", help="only what each deed costs in processor time, in a minute")
    parser.add_argument("--candidates", type=int, default=300)
    parser.add_argument("--pace", type=float, default=30, help="seconds for a question, on average")
    parser.add_argument("--rush", type=int, default=0, help="so many hand in within half a minute, the others go on")
    parser.add_argument("--minutes", type=float, default=40, help="how long the sitting is open")
    parser.add_argument("--sign-in", action="store_true", help="a hundred sign in within a minute, and nothing else")
    parser.add_argument("--port", type=int, default=8899)
    return parser.parse_args()


def _locust(site: Installation, options: argparse.Namespace) -> None:
    environment = site.environment | {
        "TRIAL_HALL": str(site.state / "hall.json"),
        "TRIAL_TOLD": str(site.state / "told.json"),
        "TRIAL_PACE": str(options.pace),
        "TRIAL_RUSH": str(options.rush),
    }
    questions = json.loads((site.state / "hall.json").read_text())["questions"]
    longest = START_SECONDS + questions * options.pace * 1.5 + 60
    subprocess.run(
        [sys.executable, "-m", "locust", "-f", str(ROOT / "tests/load/locustfile.py"), "--headless", "--only-summary",
         "--host", site.address, "--users", str(options.candidates + 1),
         "--spawn-rate", str((options.candidates + 1) / START_SECONDS), "--run-time", f"{int(longest)}s",
         "--csv", str(site.state / "trial"), "--loglevel", "WARNING"],
        cwd=ROOT, env=environment, check=False,
    )  # fmt: skip


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return [row for row in csv.DictReader(file) if row["Name"] != "Aggregated"]


def _tell(rows: list[dict[str, str]], found: dict[str, object], candidates: int) -> bool:
    fine = all_kept(found, candidates)
    print(f"{'':34}{'requests':>9}{'failed':>8}{'median':>8}{'95 %':>8}{'99 %':>8}  ms")
    for row in sorted(rows, key=lambda each: each["Name"]):
        p95 = float(row["95%"])
        limit = next((most for name, most in LIMITS.items() if row["Name"].startswith(name)), None)
        over = limit is not None and p95 > limit
        fine = fine and not over and row["Failure Count"] == "0"
        print(
            f"{row['Name']:34}{row['Request Count']:>9}{row['Failure Count']:>8}{row['50%']:>8}{row['95%']:>8}{row['99%']:>8}"
            f"{f'  over {limit}' if over else ''}"
        )
    print(json.dumps(found, indent=2))
    return fine


def _tell_costs(costs: dict[str, Cost]) -> bool:
    fine = True
    print(f"{'processor time':34}{'times':>9}{'web':>8}{'database':>9}{'both':>8}  ms each")
    for name, cost in costs.items():
        web, database = (1000 * part / cost.times for part in (cost.web, cost.database))
        over = cost.each > COSTS.get(name, float("inf"))
        fine = fine and not over
        print(
            f"{name:34}{cost.times:>9}{web:>8.1f}{database:>9.1f}{cost.each:>8.1f}{f'  over {COSTS[name]}' if over else ''}"
        )
    return fine


if __name__ == "__main__":
    sys.exit(main())
