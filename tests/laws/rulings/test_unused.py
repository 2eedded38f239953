"""What a record states is used, or refused by name."""

from __future__ import annotations

import pytest
import yaml

from laws.rulings.cases import read_cases
from laws.rulings.readers import rule
from laws.rulings.record import BadRecord
from laws.rulings.unused import refuse_unused
from tests.laws.rulings.tables import CASES, ruled


def test_a_finding_that_nothing_asks_for_is_refused_by_name() -> None:
    ruling = ruled("N 1S, E 1H", accepted=True, findings={"disputed": True, "lowest_same": False})
    with pytest.raises(BadRecord, match=r"^record\.findings\.\w+: Law 27 does not ask “.*”.*; it asks out_of_rotation"):
        refuse_unused(ruling)


@pytest.mark.parametrize(
    "findings",
    [
        {"lowest_same": False, "comparable": "no"},
        {"lowest_same": False, "similar": True},
        {"lowest_same": True, "remarked": True},
        {"lowest_same": True, "remarked": False},
    ],
)
def test_what_is_asked_or_listened_for_is_used(findings: dict[str, object]) -> None:
    refuse_unused(ruled("N 1S, E 1H", accepted=False, replacement="2H", findings=findings))


def test_a_ruling_that_waits_refuses_nothing_yet() -> None:
    refuse_unused(ruled("N 1S, E 1H", findings={"lowest_same": True}))


def test_the_cases_state_nothing_that_is_not_used() -> None:
    faults = []
    for file in sorted(CASES.glob("*.yaml")):
        for case in read_cases(yaml.safe_load(file.read_text(encoding="utf-8")), path=file.name):
            if "record" not in case.written:
                continue
            try:
                refuse_unused(rule(case.record, case.written.get("procedure")))
            except BadRecord as error:
                faults.append(f"{case.id}: {error}")
    assert faults == []
