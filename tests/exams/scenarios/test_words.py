"""A words file that cannot be right is refused, each fault with its file and line."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from exams.scenarios.narration.checking import faults_of
from exams.scenarios.narration.words import SCHEMA, BadWords, Texts, document, read
from laws.sources.lines import read_checked

GOOD: Final = """\
procedure: '11'
topic: forfeiture
places: [told]
hard: {forfeited: yes}
plain: [acted_first]
answers:
  acted_first:
    yes: {tell: []}
    no: {tell: []}
  forfeited:
    yes:
      tell: ['You find, {told}, that {others} lost it.']
      if: '{others} had lost the right'
    no: {tell: [They did not.]}
  gained_by_ignorance:
    nobody: {tell: []}
    the non-offenders: {tell: []}
    the offenders: {tell: []}
decisions:
  no_right:rectification: They may not
mistakes:
- when: {forfeited: yes}
  rulings:
  - ruling: They may.
    why: the right was lost
    cites: [11A]
texts:
  openings: [One., Two.]
  ends: {yes: It ended., no: It went on.}
"""


def faults(tmp_path: Path, text: str) -> list[str]:
    """Everything that is said of a file with this text."""
    path = tmp_path / "law_11.yaml"
    path.write_text(text, encoding="utf-8")
    found: list[str] = []
    shaped = read_checked(path, SCHEMA, found)
    if shaped is None:
        return found
    try:
        return faults_of(read(shaped))
    except BadWords as error:
        return list(error.faults)


def test_words_that_are_right_have_no_fault(tmp_path: Path) -> None:
    assert faults(tmp_path, GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("  forfeited:\n    yes:\n", "  forfieted:\n    yes:\n", 11, "'forfieted' is no fact that the engine knows"),
        ("    no: {tell: [They did not.]}", "    nay: {tell: [They did not.]}", 14, "forfeited has no answer 'nay'"),
        ("    no: {tell: [They did not.]}\n", "", 10, "no sentence for forfeited: no"),
        ("plain: [acted_first]", "plain: [misinformed]", 5, "Law 11 does not ask misinformed"),
        ("  no_right:rectification:", "  no_right:rectify:", 20, "no path of Law 11 decides no_right:rectify"),
        ("{told}", "{tolt}", 12, "nothing fills {tolt}"),
        ("cites: [11A]", "cites: [11Z]", 26, "11Z is not a provision of duplicate-2017"),
        ("why: the right was lost", "why: that is for 99A1", 25, "99A1 is not a provision of duplicate-2017"),
        ("- when: {forfeited: yes}", "- when: {forfeited: perhaps}", 22, "forfeited has no answer 'perhaps'"),
        ("- when: {forfeited: yes}", "- when: {misinformed: yes}", 22, "Law 11 does not ask misinformed"),
        (
            "- when: {forfeited: yes}",
            "- when: {acted_first: no, forfeited: yes}",
            22,
            "no path of Law 11 is like this",
        ),
        ("- when: {forfeited: yes}", "- when: {table: empty}", 22, "'empty' is not among the names under `table`"),
        ("topic: forfeiture", "topics: forfeiture", 1, "topics"),
        ("    why: the right was lost\n", "", 24, "'why' is a required property"),
    ],
)
def test_a_fault_has_its_file_and_line(tmp_path: Path, old: str, new: str, line: int, said: str) -> None:
    assert old in GOOD
    found = faults(tmp_path, GOOD.replace(old, new, 1))
    assert any(said in one and f"law_11.yaml:{line}:" in one for one in found), found


def test_an_answer_that_no_path_gives_is_a_sentence_nobody_can_reach(tmp_path: Path) -> None:
    text = GOOD.replace("plain:", "plain:").replace(
        "decisions:", "  misinformed:\n    yes: {tell: [They were misinformed.]}\ndecisions:", 1
    )
    assert any("nobody can reach this" in one for one in faults(tmp_path, text))


def test_texts_are_asked_for_by_name_and_answer() -> None:
    found = Texts(document("law_10"))
    assert len(found.lines("settled", True, "revoke")) == 2
    assert "revoke" in found.part("settled", False)
    with pytest.raises(KeyError, match=r"law_10\.yaml: no texts / settled / maybe"):
        found.lines("settled", "maybe")
    with pytest.raises(KeyError, match=r"law_10\.yaml:\d+: expected one text"):
        found.line("settled", True, "revoke")
