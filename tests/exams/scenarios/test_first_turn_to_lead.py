"""Law 26: a player who is on lead for the first time late in the play did not have the opening lead."""

from __future__ import annotations

import re

from exams.scenarios import generating

_ORDER = ("North", "East", "South", "West")


def test_whoever_comes_on_lead_late_had_not_the_opening_lead() -> None:
    late = 0
    for question in generating.generate("26", count=9, seed=1, kind="best_ruling"):
        if "can_comply=no" not in question["receipt"]["path"]:
            continue
        stem = " ".join(question["stem"])
        declarer, offender = (
            _ORDER.index(re.findall(said, stem)[0]) for said in (r"contract is [^.]*?by (\w+)", r"a call by (\w+)")
        )
        assert (declarer + 1) % 4 == offender, stem
        late += 1
    assert late >= 2
