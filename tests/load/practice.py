"""`make load-practice`: five hundred people practise, each answering a question every twenty seconds.

Prints how long the pages took and how many requests failed. The load generator shares the machine with the site, so the
figures are those of a smaller machine than this one. `python -m tests.load.practice people N` makes the people, in the
environment of an installation.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys

from tests.load.installation import ROOT, Installation

LIMIT = 250
"""Milliseconds at the 95th percentile, for every page."""
START_SECONDS = 120
"""In which they arrive, one after the other: begun all at once, their first questions would be measured with the rest."""


def main() -> int:
    """Let them practise; the exit code says whether everything asked for holds."""
    options = _options()
    site = Installation(options.port)
    try:
        print("Preparing an installation ...", flush=True)
        site.prepare()
        site.start("web")
        site.start("worker")
        people = site.state / "people.json"
        people.write_text(site.run("-m", "tests.load.practice", "people", str(options.people)))
        print(f"{options.people} people practise, one answer in {options.pace:g} s each ...", flush=True)
        environment = site.environment | {"TRIAL_PEOPLE": str(people), "TRIAL_PACE": str(options.pace)}
        subprocess.run(
            [sys.executable, "-m", "locust", "-f", str(ROOT / "tests/load/locustfile_practice.py"), "--headless",
             "--only-summary", "--host", site.address, "--users", str(options.people),
             "--spawn-rate", str(options.people / START_SECONDS), "--run-time", f"{int(START_SECONDS + options.seconds)}s",
             "--reset-stats", "--csv", str(site.state / "practice"), "--loglevel", "WARNING"],
            cwd=ROOT, env=environment, check=False,
        )  # fmt: skip
        with (site.state / "practice_stats.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        return 0 if _tell(rows) else 1
    finally:
        site.stop()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--pace", type=float, default=20, help="seconds from one answer to the next")
    parser.add_argument("--seconds", type=float, default=120, help="how long it goes on when all have begun")
    parser.add_argument("--port", type=int, default=8898)
    return parser.parse_args()


def _tell(rows: list[dict[str, str]]) -> bool:
    fine = bool(rows)
    print(f"{'':34}{'requests':>9}{'failed':>8}{'median':>8}{'95 %':>8}{'99 %':>8}  ms")
    for row in rows:
        over = float(row["95%"] or 0) > LIMIT
        fine = fine and not over and row["Failure Count"] == "0"
        print(
            f"{row['Name']:34}{row['Request Count']:>9}{row['Failure Count']:>8}{row['50%']:>8}{row['95%']:>8}{row['99%']:>8}"
            f"{f'  over {LIMIT}' if over else ''}"
        )
    return fine


def made(count: int) -> dict[str, object]:
    """So many people with an account, none of whom has practised yet, each with a session."""
    import django

    django.setup()

    from django.conf import settings

    from accounts.models import Body, Membership, Role, User
    from tests.load.hall import session_of

    body = Body.objects.get(slug=settings.HOME_BODY)
    people = User.objects.bulk_create(
        User(email=f"practice-{number}@example.org", name=f"Learner {number}", password="!") for number in range(count)
    )
    Membership.objects.bulk_create(Membership(person=person, body=body, role=Role.CANDIDATE) for person in people)
    return {"cookie": settings.SESSION_COOKIE_NAME, "sessions": [session_of(person) for person in people]}


if __name__ == "__main__":
    if sys.argv[1:2] == ["people"]:
        print(json.dumps(made(int(sys.argv[2]))))
    else:
        sys.exit(main())
