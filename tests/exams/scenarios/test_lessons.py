"""Every law that questions are staged for has its lesson, true to its procedure; a file that is not says where."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from exams import scenarios
from exams.scenarios import lessons as files
from exams.scenarios.lessons import LONGEST_BRANCH, LONGEST_IDEA, Lesson, lessons, read
from exams.scenarios.narration.words import BadWords
from laws.rulings.facts import FACTS, answer_words

LESSONS = lessons()


def test_every_procedure_that_questions_are_staged_for_is_taught() -> None:
    taught = [procedure for lesson in LESSONS.values() for procedure in lesson.procedures]
    assert sorted(taught) == sorted(scenarios.PROCEDURES)


def test_lessons_come_in_the_order_of_the_law_book() -> None:
    first = [lesson.procedures[0] for lesson in LESSONS.values()]
    assert first == [procedure for procedure in scenarios.PROCEDURES if procedure in first]


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.law)
def test_each_table_goes_its_own_way(lesson: Lesson) -> None:
    for branch in lesson.branches:
        fitting = [
            other
            for other in lesson.branches
            if other.procedure == branch.procedure
            and all(branch.answers.get(fact) == answer for fact, answer in other.when.items())
        ]
        assert fitting == [branch]
        assert branch.path in scenarios.stageable()
    said = [branch.does for branch in lesson.branches]
    assert len(set(said)) == len(said)


def test_answers_are_those_of_the_engine() -> None:
    for lesson in LESSONS.values():
        for branch in lesson.branches:
            for fact, answer in branch.when.items():
                assert answer in {answer_words(value) for value in FACTS[fact].values}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one lesson, whose file a test spoils."""
    shutil.copy(files.FOLDER / "law_27.yaml", tmp_path)
    return tmp_path


def spoiled(folder: Path, old: str, new: str) -> list[str]:
    """What is said of the file once the first of these words is the other."""
    file = folder / "law_27.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadWords) as refused:
        read(folder)
    return list(refused.value.faults)


@pytest.mark.parametrize(
    ("old", "new", "key", "said"),
    [
        ("must replace it, and", "must replace it. And", "idea.1", "expected one sentence"),
        ("must replace it, and", f"must replace it, {'and ' * LONGEST_IDEA}", "idea.1", "at most"),
        ("and the auction goes on from it.", "and " * LONGEST_BRANCH + ".", "branches.0.does", "at most"),
        ("lho_accepts: 'yes'", "lho_accept: 'yes'", "branches.0.when.lho_accept", "asks no lho_accept; it asks"),
        ("lowest_same: 'yes'", "lowest_same: perhaps", "branches.1.when.lowest_same", "the answers are no; yes"),
        ("lho_accepts: 'no', lowest_same", "lho_called: 'yes', lowest_same", "branches.1.when", "no table"),
        (", lowest_same: 'yes'", "", "branches.2.when", "goes the way of branch 1 too"),
        ("law: '27'", "law: '28'", "law", "staged for no procedure '28'"),
        ("law: '27'", "law: '27'\nprocedures: ['27', '30']", "procedures", "no branch is of 30"),
    ],
)
def test_a_fault_is_told_with_its_file_line_and_key(folder: Path, old: str, new: str, key: str, said: str) -> None:
    told = spoiled(folder, old, new)
    assert any(one.split(": ")[0].rpartition("/")[2].startswith("law_27.yaml:") for one in told)
    assert any(f": {key}: " in one and said in one for one in told), told


def test_a_fourth_sentence_or_an_unknown_key_is_refused(folder: Path) -> None:
    assert any("is too long" in one for one in spoiled(folder, "branches:", "- One more sentence.\nbranches:"))
    shutil.copy(files.FOLDER / "law_27.yaml", folder)
    assert any("unexpected" in one for one in spoiled(folder, "idea:", "lead: x\nidea:"))


def test_a_second_lesson_on_a_law_is_refused(folder: Path) -> None:
    shutil.copy(folder / "law_27.yaml", folder / "law_28.yaml")
    with pytest.raises(BadWords, match=r"law_28.yaml:1: law: Law 27 has a lesson in another file"):
        read(folder)
