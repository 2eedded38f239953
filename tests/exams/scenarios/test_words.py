"""A words file that cannot be right is refused, each fault with its file and line."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from exams.scenarios.narration import balance
from exams.scenarios.narration.checking import faults_of, unused
from exams.scenarios.narration.narrative import narratives
from exams.scenarios.narration.paths import paths
from exams.scenarios.narration.reading import read
from exams.scenarios.narration.when import ALWAYS
from exams.scenarios.narration.words import BadWords, Words, checked, filled, schemas, texts
from laws.rulings.calls import CALLS
from laws.rulings.readers import explore
from laws.rulings.seats import Seat
from laws.sources.lines import read_checked

GOOD: Final = """\
procedure: '11'
topic: forfeiture
places: [told]
hard: {forfeited: yes}
plain: [acted_first]
stage:
  lost: {forfeited: yes}
  kept: {forfeited: [no, not asked]}
kinds:
  what: {waited: {acted_first: no}, acted: {}}
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
    shaped = read_checked(path, schemas()["law"], found)
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
        ("  forfeited:\n    yes:\n", "  forfieted:\n    yes:\n", 16, "'forfieted' is no fact that the engine knows"),
        ("    no: {tell: [They did not.]}", "    nay: {tell: [They did not.]}", 19, "forfeited has no answer 'nay'"),
        ("    no: {tell: [They did not.]}\n", "", 15, "no sentence for forfeited: no"),
        (
            "hard: {forfeited: yes}",
            "hard: [{forfeited: yes}, {forfeited: no, table: empty}]",
            4,
            "so `hard` cannot ask for a table",
        ),
        ("plain: [acted_first]", "plain: [misinformed]", 5, "Law 11 does not ask misinformed"),
        ("  no_right:rectification:", "  no_right:rectify:", 25, "no path decides no_right:rectify"),
        ("plain: [acted_first]", "found: {forfeited: {perhaps: It was}}", 5, "forfeited has no answer 'perhaps'"),
        ("plain: [acted_first]", "found: {misinformed: {yes: They were}}", 5, "Law 11 does not ask misinformed"),
        ("plain: [acted_first]", "unwritten: ['no_right:fly']", 5, "no path decides no_right:fly"),
        ("{told}", "{tolt}", 17, "nothing fills {tolt}"),
        ("cites: [11A]", "cites: [11Z]", 31, "11Z is not a provision of duplicate-2017"),
        ("why: the right was lost", "why: that is for 99A1", 30, "99A1 is not a provision of duplicate-2017"),
        ("- when: {forfeited: yes}", "- when: {forfeited: perhaps}", 27, "forfeited has no answer 'perhaps'"),
        ("- when: {forfeited: yes}", "- when: {misinformed: yes}", 27, "Law 11 does not ask misinformed"),
        (
            "- when: {forfeited: yes}",
            "- when: {acted_first: no, forfeited: yes}",
            27,
            "no path of Law 11 is like this",
        ),
        ("- when: {forfeited: yes}", "- when: {table: empty}", 27, "'empty' is not among the names under `table`"),
        (
            "stage:\n  lost: {forfeited: yes}",
            "stage:\n  lost: {forfeited: maybe}",
            7,
            "forfeited has no answer 'maybe'",
        ),
        ("[no, not asked]", "no", 6, "nothing stages acted_first: no"),
        ("{waited: {acted_first: no}", "{waited: {misinformed: no}", 10, "Law 11 does not ask misinformed"),
        (
            "plain: [acted_first]",
            "unchecked: [{check: taste, because: nobody has any}]",
            5,
            "there is no check 'taste'",
        ),
        ("topic: forfeiture", "topics: forfeiture", 1, "topics"),
        ("    why: the right was lost\n", "", 29, "'why' is a required property"),
    ],
)
def test_a_fault_has_its_file_and_line(tmp_path: Path, old: str, new: str, line: int, said: str) -> None:
    assert old in GOOD
    found = faults(tmp_path, GOOD.replace(old, new, 1))
    assert any(said in one and f"law_11.yaml:{line}:" in one for one in found), found


BY_PATH: Final = """\
  no_right:rectification:
  - {when: {acted_first: yes}, say: They acted}
  - {when: {forfeited: yes}, say: They waited}
"""


def test_a_decision_is_worded_by_the_path(tmp_path: Path) -> None:
    text = GOOD.replace("  no_right:rectification: They may not\n", BY_PATH)
    assert faults(tmp_path, text) == []
    words = read(checked(tmp_path / "law_11.yaml", "law"))
    said = {balance.wording(words, path).partition(".")[0] for path in explore("11")}
    assert {"They acted", "They waited"} & said, said
    unknown = faults(tmp_path, text.replace("{acted_first: yes}, say", "{misinformed: yes}, say"))
    assert any("law_11.yaml:26: Law 11 does not ask misinformed" in one for one in unknown)
    unfilled = faults(tmp_path, text.replace("They waited", "'{whoever} waited'"))
    assert any("law_11.yaml:27: nothing fills {whoever}" in one for one in unfilled), unfilled


@pytest.mark.parametrize(
    ("written", "line", "said"),
    [
        ("no_right:rectification: [11A, 11Z]", 36, "11Z is not a provision of duplicate-2017"),
        ("no_right:rectification: [11A, 81C5, 11A]", 36, "11A stands twice"),
        ("no_right:rectification: [81C5, 11A]", 36, "81C5 is shown as the best, but the ruling does not cite it"),
        ("no_right:rectify: [11A]", 36, "no path decides no_right:rectify"),
        ("no_right:rectification: []", 36, "[] is not valid"),
        ("no_right:rectification:\n  - {when: {table: empty}, by: []}", 37, "'empty' is not among the names"),
        ("no_right:rectification:\n  - {when: {misinformed: yes}, by: [11A]}", 37, "Law 11 does not ask misinformed"),
        ("no_right:rectification:\n  - {when: {forfeited: yes}, by: [11Z]}", 37, "11Z is not a provision"),
    ],
)
def test_a_provision_that_does_not_say_a_decision_has_its_file_and_line(
    tmp_path: Path, written: str, line: int, said: str
) -> None:
    assert faults(tmp_path, f"{GOOD}cited:\n  no_right:rectification: [11A, 81C5]\n") == []
    found = faults(tmp_path, f"{GOOD}cited:\n  {written}\n")
    assert any(said in one and f"law_11.yaml:{line}:" in one for one in found), found


def test_an_answer_that_no_path_gives_is_a_sentence_nobody_can_reach(tmp_path: Path) -> None:
    text = GOOD.replace("plain:", "plain:").replace(
        "decisions:", "  misinformed:\n    yes: {tell: [They were misinformed.]}\ndecisions:", 1
    )
    assert any("nobody can reach this" in one for one in faults(tmp_path, text))


def test_the_kind_of_a_path_is_the_first_whose_condition_it_fulfils() -> None:
    found = texts("law_24")
    assert (
        found.kind("seen", {"exposed_when": "after the auction", "led": True, "defends": True}) == "led by a defender"
    )
    assert found.kind("seen", {"exposed_when": "after the auction", "led": False}) == "dropped after the auction"


def test_places_are_filled_with_players_and_calls() -> None:
    line = texts("law_27").line("beliefs", "misread", last=CALLS["2H"], lower=CALLS["1H"])
    assert line == "I thought the 2♥ was 1♥."
    assert filled(
        "{seat} {call} {nothing}{count}", {"seat": Seat.N, "call": CALLS["X"], "nothing": None, "count": 3}
    ) == ("North double 3")


def test_texts_are_asked_for_by_name_and_answer() -> None:
    found = texts("law_10")
    assert len(found.lines("settled", True, "revoke")) == 2
    assert "revoke" in found.part("settled", False)
    with pytest.raises(KeyError, match=r"law_10\.yaml: no texts / settled / maybe"):
        found.lines("settled", "maybe")
    with pytest.raises(KeyError, match=r"law_10\.yaml:\d+: expected one text"):
        found.line("settled", True, "revoke")


SHARED: Final = """\
singly: yes
table: [crowded]
answers:
  forfeited:
    yes: {considered: '{others} had lost it'}
decisions:
  no_right:rectification: They may not any more
silent: [duty:fly]
lists:
  lost:
  - when: {table: crowded}
    rulings:
    - ruling: 'They may, says {law}.'
      why: the right was lost ({law})
  - rulings:
    - ruling: They may later.
      why: it was lost for good
      cites: ['{law}']
"""
LIKE: Final = """\
- when: {acted_first: yes}
  like: lost
  with: {law: 11A}
texts:"""


def shared(tmp_path: Path, text: str = SHARED, own: str = GOOD.replace("texts:", LIKE, 1)) -> tuple[Words, list[str]]:
    """The words of a file that is like another, and everything that is said of the two."""
    documents = []
    for name, written, shape in (("law_11", own, "law"), ("odds", text, "shared")):
        path = tmp_path / f"{name}.yaml"
        path.write_text(written, encoding="utf-8")
        documents.append(checked(path, shape))
    words = read(*documents)
    return words, [*faults_of(words), *unused(documents[1], [words])]


def test_a_law_has_the_words_of_the_file_that_it_is_like(tmp_path: Path) -> None:
    words, _ = shared(tmp_path)
    assert words.singly
    # Its own come before those that it shares.
    assert words.phrases["no_right:rectification"] == ((ALWAYS, "They may not"),)
    assert words.conditions["forfeited", True] == "{others} had lost the right"
    assert words.considered["forfeited", True] == "{others} had lost it"
    assert words.table == {"crowded"}


def test_a_list_of_mistakes_stands_where_it_is_named(tmp_path: Path) -> None:
    words, _ = shared(tmp_path)
    own, crowded, later = words.mistakes
    assert own.text == "They may."
    assert (crowded.text, crowded.why) == ("They may, says 11A.", "the right was lost (11A)")
    assert later.why == "it was lost for good (11A)"
    path = {"acted_first": True, "forfeited": True}
    assert crowded.when.fits(path, frozenset({"crowded"}))
    assert not crowded.when.fits(path)
    assert later.when.fits(path)
    assert not later.when.fits({"acted_first": False})


def test_what_no_law_has_a_use_for_is_found_in_the_shared_file(tmp_path: Path) -> None:
    assert shared(tmp_path)[1] == [f"{tmp_path.name}/odds.yaml:8: no path decides duty:fly"]
    text = SHARED.replace("silent: [duty:fly]\n", "").replace("  lost:\n", "  lots:\n- \n")
    text = text.replace("- \n", "  - rulings: [{ruling: All., why: so}]\n  lost:\n")
    assert [one.partition(": ")[2] for one in shared(tmp_path, text)[1]] == ["no mistakes are like 'lots'"]


def test_a_list_that_is_not_there_is_missed(tmp_path: Path) -> None:
    with pytest.raises(BadWords, match=r"law_11\.yaml:33: there is no list 'found'"):
        shared(tmp_path, own=GOOD.replace("texts:", LIKE, 1).replace("like: lost", "like: found"))


def test_a_provision_that_a_list_is_given_is_checked(tmp_path: Path) -> None:
    _, found = shared(tmp_path, own=GOOD.replace("texts:", LIKE, 1).replace("law: 11A", "law: 11Z"))
    assert [one for one in found if "11Z is not a provision" in one and "/odds.yaml:13:" in one]


def test_an_option_that_restricts_the_first_lead_says_which_suits_declarer_may_choose_from() -> None:
    """26B: not one that the offender has specified."""
    told = {text for one in narratives() for rows in one.words.phrases.values() for _, text in rows}
    told |= {mistake.text for one in narratives() for mistake in one.words.mistakes}
    restricting = [text for text in told if "forbid" in text and "first turn to lead" in text]
    assert len(restricting) > 20
    assert [text for text in restricting if "has not specified in the legal auction" not in text] == []


@pytest.mark.parametrize("law", ["27", "30", "31", "32"])
def test_an_option_after_a_comparable_call_says_that_the_score_is_looked_at(law: str) -> None:
    """23C, 27D."""
    words = next(one.words for one in narratives() if one.procedure == law)
    for ruling in paths(law).values():
        costs_nothing = any(
            step.effect.name == "no_further_rectification" and step.provision in ("23B", "27B1(a)", "27B1(b)")
            for step in ruling.decided
        )
        looked_at = "after play if the withdrawn call helped" in balance.wording(words, ruling)
        assert looked_at == costs_nothing, ruling.usual_path
