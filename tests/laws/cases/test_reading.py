"""Nothing in a case is read over: what is not known is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from laws.cases.files import read_path, read_text

CASE = """\
- id: "27-test"
  topic: insufficient_bid
  level: club
  situation: East bids 1H over 1S.
  question: What follows?
  record:
    dealer: N
    auction: ["N 1S", "E 1H"]
    accepted: false
    replacement: "3C"
    findings: {{}}
  expect:
    - {outcome: partner_must_pass, player: W, extent: throughout, note: until the end}
    - {outcome: lead_restriction, kind: prohibit_one_suit, suits: [S, H, D]}
    - {outcome: director_action, what: explain_options, if: {lho_accepts: false}}
  cites: ["27B2", "26B"]
  why: Neither in the same denomination nor comparable.
""".replace("{{}}", "{comparable: no}")

WRONG = {
    "a key of a case": ("  topic: ins", "  topik: ins", 2, "unknown key topik; is topic meant?"),
    "a level": (
        "level: club",
        "level: clubb",
        3,
        "level: unknown level clubb; is club meant?; known are club, congress",
    ),
    "words": ("question: What follows?", "question: [What]", 5, "question: expected words, not ['What']"),
    "a topic": ("insufficient_bid", "Insufficient bid", 2, "topic: expected a topic such as insufficient_bid"),
    "a field of the record": ("    accepted: f", "    acepted: f", 9, "record.acepted: unknown field"),
    "a seat of the record": ("dealer: N", "dealer: Q", 7, "record.dealer: 'Q' is not a seat; expected N, E, S or W"),
    "a call": ('"E 1H"', '"E 1K"', 8, "record.auction[1].call: '1K' is not a call"),
    "a fact": ("{comparable: no}", "{comparible: no}", 11, "record.findings: unknown fact comparible; is "),
    "an answer": (
        "{comparable: no}",
        "{partner_must: 1, lho_accepts: maybe}",
        11,
        "record.findings.lho_accepts: unknown answer",
    ),
    "an answer of 23A": ("{comparable: no}", "{comparable: nope}", 11, "unknown answer nope; is no meant?"),
    "a contract": (
        "    dealer: N",
        "    contract: four spades\n    dealer: N",
        7,
        "record.contract: expected a contract such as",
    ),
    "a scoring": (
        "    dealer: N",
        "    scoring: imp\n    dealer: N",
        7,
        "record.scoring: unknown scoring imp; is imps meant?",
    ),
    "an edition": (
        "    dealer: N",
        "    edition: duplicate-1997\n    dealer: N",
        7,
        "unknown edition 'duplicate-1997'",
    ),
    "a procedure": ("    dealer: N", "    procedure: 99\n    dealer: N", 7, "no procedure for Law 99"),
    "no outcome": ("{outcome: partner_must_pass, ", "{", 13, "expect[0]: expected {outcome: ...}"),
    "an outcome": (
        "partner_must_pass",
        "partner_must_pas",
        13,
        "unknown outcome partner_must_pas; is partner_must_pass",
    ),
    "a key of an outcome": (
        "extent: t",
        "extend: t",
        13,
        "expect[0]: unknown key extend; is extent meant?; known are outcome",
    ),
    "a value": (
        "extent: throughout",
        "extent: always",
        13,
        "expect[0].extent: unknown value of `extent` of partner_must_pass",
    ),
    "a seat": ("player: W", "player: West", 13, "expect[0].player: expected N | E | S | W, not 'West'"),
    "a side for a seat": ("player: W", "player: EW", 13, "expect[0].player: expected N | E | S | W, not 'EW'"),
    "a suit": ("[S, H, D]", "[S, H, X]", 14, "expect[1].suits: expected [S, H, D, C], or some of them"),
    "suits in words": ("[S, H, D]", "any one suit", 14, "expect[1].suits: expected [S, H, D, C]"),
    "a condition": ("suits: [S, H, D]", "condition: always", 14, "unknown value of `condition` of lead_restriction"),
    "a condition of another": ("extent: throughout", "condition: x", 13, "expect[0]: unknown key condition"),
    "an action": (
        "what: explain_options",
        "what: explain everything",
        15,
        "unknown value of `what` of director_action",
    ),
    "a right": (
        "director_action, what: explain_options",
        "right, who: S, to: acept",
        15,
        "unknown value of `to` of right",
    ),
    "an answer of a condition": (
        "lho_accepts: false",
        "lho_accepts: no",
        15,
        "expect[2].if.lho_accepts: unknown answer no",
    ),
    "a condition in words": (
        "{lho_accepts: false}",
        "East wants it",
        15,
        "expect[2].if: expected facts with their answers",
    ),
    "a provision": ('"27B2"', '"27B9"', 16, "cites[0]: unknown provision 27B9; is "),
    "a law of an outcome": (
        "throughout, note",
        "throughout, law: 27B9, note",
        13,
        "expect[0].law: unknown provision 27B9",
    ),
    "a key twice": ("  level: club\n", "  level: club\n  topic: x\n", 4, "“topic” stands twice"),
    "no question": ("  record:", "  recrod:", 6, "unknown key recrod; is record meant?"),
    "a flag": (
        "level: club",
        "level: club\n  judgement: yes",
        4,
        "judgement: unknown value yes; known are false, true",
    ),
}


@pytest.mark.parametrize(("there", "instead", "line", "words"), WRONG.values(), ids=WRONG)
def test_what_is_not_known_is_told_with_its_line(there: str, instead: str, line: int, words: str) -> None:
    assert CASE.count(there) == 1
    _, faults = read_text("law.yaml", CASE.replace(there, instead))
    assert [fault for fault in map(str, faults) if fault.startswith(f"law.yaml:{line}: ") and words in fault], faults


def test_the_case_itself_is_read() -> None:
    (case,), faults = read_text("law.yaml", CASE)
    assert faults == []
    assert str(case.parts[0].question.expect[0]) == ("outcome partner_must_pass, player W, extent throughout")
    assert case.place == "law.yaml:1"


def test_three_bad_cases_and_a_good_one() -> None:
    bad = [
        CASE.replace("27-test", name).replace(*change)
        for name, change in (
            ("a", ("partner_must_pass", "silence")),
            ("b", ('"27B2"', '"27B9"')),
            ("c", ("dealer: N", "dealer: Q")),
        )
    ]
    cases, faults = read_text("law.yaml", "".join([*bad, CASE]))
    assert [case.id for case in cases] == ["27-test"]
    assert [fault.case for fault in faults] == ["a", "b", "c"]
    length = CASE.count("\n")
    assert [fault.place for fault in faults] == [
        f"law.yaml:{13}",
        f"law.yaml:{length + 16}",
        f"law.yaml:{2 * length + 7}",
    ]


def test_all_faults_of_one_case_are_told() -> None:
    text = (
        CASE.replace("dealer: N", "dealer: Q")
        .replace("accepted: false", "accepted: 7")
        .replace("W, extent", "Q, extent")
    )
    _, faults = read_text("law.yaml", text)
    assert [fault.place for fault in faults] == ["law.yaml:7", "law.yaml:9", "law.yaml:13"]
    _, faults = read_text(
        "law.yaml", CASE.replace("accepted: false", "accepted: 7").replace("W, extent: t", "Q, extend: t")
    )
    assert [fault.place for fault in faults] == ["law.yaml:9", "law.yaml:13", "law.yaml:13"]


def test_faults_of_all_files_are_told_in_one_run(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("- {id: x}\n")
    (tmp_path / "b.yaml").write_text("id: [")
    (tmp_path / "c.yaml").write_text("no: list\n")
    (tmp_path / "d.yaml").write_text(CASE)
    cases, faults = read_path(tmp_path)
    assert [case.id for case in cases] == ["27-test"]
    assert [fault.place for fault in faults] == ["a.yaml:1", "b.yaml:2", "c.yaml:1"]


PARTED = """\
- id: parts
  record: {dealer: N, auction: ["N 1S", "E 1H"]}
  parts:
    - {part: a, record: {accepted: true}, cites: ["27A1"], open: false}
    - {part: b, ask: And if not?, record: {accepted: false}, expect: [{outcome: must_substitute, player: E}]}
"""


@pytest.mark.parametrize(
    ("there", "instead", "fault"),
    [
        ("part: b", "part: a", "law.yaml:5: parts: parts[1]: two parts are called a"),
        ("ask: And if not?", "aks: x", "law.yaml:5: parts: parts[1]: unknown key aks; is ask meant?"),
        ("ask: And if not?", "at: 3", "law.yaml:5: parts: parts[1]: unknown key at"),
        ("accepted: true", "acc: true", "law.yaml:4: parts: parts[0].record.acc: unknown field"),
        (
            "  parts:\n",
            "  cites: ['27A1']\n  parts:\n",
            "law.yaml:3: parts: cites: a case with parts says this in each",
        ),
        ("player: E", "player: X", "law.yaml:5: parts: parts[1].expect[0].player: expected N | E | S | W, not 'X'"),
    ],
)
def test_parts_are_read_as_strictly(there: str, instead: str, fault: str) -> None:
    (case,), faults = read_text("law.yaml", PARTED)
    assert faults == [] and [part.record.accepted for part in case.parts] == [True, False]
    _, faults = read_text("law.yaml", PARTED.replace(there, instead))
    assert any(str(found).startswith(fault) for found in faults), faults
