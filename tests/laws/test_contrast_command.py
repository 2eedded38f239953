"""`manage.py contrast`: what a ruling depends on, from the command line."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import CommandError, call_command

TRANSFER = {
    "dealer": "E",
    "auction": ["E 2NT", "S 2H"],
    "accepted": False,
    "replacement": "3C",
    "meanings": {
        "withdrawn": {"hcp": [6, 10], "suits": {"H": [5, 13]}},
        "replacement": {"hcp": [13, 40], "suits": {"H": [5, 13]}, "artificial": True},
    },
}
"""A correction that was free from 2017 on and silenced partner before."""


@pytest.fixture
def file(tmp_path: Path) -> Any:
    def written(data: object) -> str:
        path = tmp_path / "given.yaml"
        path.write_text(data if isinstance(data, str) else yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
        return str(path)

    return written


def run(*arguments: str) -> str:
    told = io.StringIO()
    call_command("contrast", *arguments, stdout=told)
    return told.getvalue()


@pytest.mark.parametrize("wrapped", ["record", "case", "list"])
def test_it_tells_what_another_edition_would_have_ruled(file: Any, wrapped: str) -> None:
    case = {"id": "mine", "record": TRANSFER, "expect": [{"outcome": "no_further_rectification"}]}
    told = run(file({"record": TRANSFER, "case": case, "list": [case]}[wrapped]))
    assert "Law 27, Insufficient bid, in duplicate-2017" in told
    before = told[told.index("duplicate-2007, Law 27:") : told.index("rubber-2014, Law 27:")]
    assert "no longer   The auction continues with no further rectification (27B1(a))." in before
    assert "instead     North must pass for the rest of the auction (27B2)." in before
    assert "rubber-2014-club, Law 27:" in told, (
        "the club laws let the Arbiter adjust the score of a bid corrected under 27C"
    )


@pytest.mark.parametrize("more", [{"findings": {"rho_passes": True}}, {"noticed": "play"}])
def test_what_the_ruling_has_no_use_for_is_refused_by_name(file: Any, more: dict[str, Any]) -> None:
    with pytest.raises(CommandError, match=r"record\.(findings\.rho_passes|noticed): Law 27 ") as refused:
        run(file({**TRANSFER, **more}))
    assert refused.value.returncode == 2


def test_an_edition_that_rules_like_another_one_is_told_in_a_line(file: Any) -> None:
    told = run(file({"dealer": "N", "auction": ["N 1S", "E P", "S P", "W P", "N 2S"]}))
    assert "rubber-2014-club: as in rubber-2014." in told


def test_it_tells_the_fact_that_would_flip_the_ruling(file: Any) -> None:
    told = run(file(TRANSFER))
    accepted = told[told.index("Does West accept 2♥? Yes, not no:") :]
    assert "no longer   2♥ is cancelled (27B)." in accepted
    assert "instead     2♥ stands (27A1)." in accepted


def test_a_flip_that_needs_another_answer_says_which(file: Any) -> None:
    told = run(file(TRANSFER))
    assert "A pass, not a sufficient bid:\n    depends on  Does South's new call have the same" in told


def test_a_rule_that_no_source_tells_is_not_made_up(file: Any) -> None:
    told = run(file({"dealer": "N", "auction": ["N 1S", "E P", "S X"], "accepted": False, "replacement": "2S"}))
    assert "duplicate-2007: not told. no procedure for Law 36 in duplicate-2007" in told
    assert "only rules that later sources tell are written" in told


def test_json_has_the_same(file: Any) -> None:
    told = json.loads(run(file(TRANSFER), "--json"))
    editions = {item["edition"]: item for item in told["editions"]}
    assert (told["edition"], told["procedure"], told["complete"]) == ("duplicate-2017", "27", True)
    assert set(editions) == {"duplicate-2007", "rubber-2014", "rubber-2014-club"}
    assert {"words": "North must pass for the rest of the auction", "provision": "27B2"} in editions["duplicate-2007"][
        "becomes"
    ]
    assert not editions["duplicate-2007"]["same"]
    facts = {(item["fact"], item["answer"]): item for item in told["facts"]}
    assert facts["lho_accepts", "yes"]["becomes"] == [{"words": "2♥ stands", "provision": "27A1"}]
    assert facts["replacement_kind", "a pass"]["pending"].endswith("(23A1)")


def test_a_ruling_that_waits_has_no_flips_yet(file: Any) -> None:
    told = run(file({"dealer": "N", "auction": ["S 1H"]}))
    assert "The ruling waits for an answer" in told
    assert "With one fact otherwise" not in told


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"dealer": "N", "auction": ["N 1S", "E 2H"]}, "record.auction: no irregularity"),
        ({"dealer": "Q"}, "record.dealer"),
        ({**TRANSFER, "edition": "duplicate-1997"}, "unknown edition 'duplicate-1997'"),
        ({**TRANSFER, "edition": "duplicate-2007", "date": "2017-08-01"}, "in force until 2017-08-01"),
        ([{"id": "a", "record": TRANSFER}, {"id": "b", "record": TRANSFER}], "a list of 2 cases"),
        ("dealer: [", "expected"),
        ("just words", "expected a mapping"),
    ],
)
def test_what_cannot_be_ruled_on_ends_with_code_2(file: Any, data: object, message: str) -> None:
    with pytest.raises(CommandError, match=message.replace("[", r"\[")) as refused:
        run(file(data))
    assert refused.value.returncode == 2


def test_a_missing_file_ends_with_code_2(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"none\.yaml cannot be read: No such file") as refused:
        run(str(tmp_path / "none.yaml"))
    assert refused.value.returncode == 2


def test_a_case_with_parts_is_refused(file: Any) -> None:
    case = {"id": "mine", "parts": [{"record": TRANSFER}, {"record": TRANSFER | {"accepted": True}}]}
    with pytest.raises(CommandError, match="a case with 2 parts; expected one record or one case"):
        run(file(case))


def test_every_fault_of_a_case_is_told(file: Any) -> None:
    case = {"id": "mine", "record": TRANSFER, "expect": [{"outcome": "none"}], "cites": ["27B9"]}
    with pytest.raises(CommandError, match=r"(?s)unknown outcome none.*unknown provision 27B9"):
        run(file(case))
