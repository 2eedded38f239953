"""The level of a question follows from its path through the law, and from nothing else."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from exams.scenarios import KINDS, generate
from exams.scenarios.covering import way_of
from exams.scenarios.levels import CLUB, CONGRESS, Levelled, level_of
from exams.scenarios.narration.paths import paths, with_incidents
from exams.scenarios.plots import PLOTS
from tests.walking import faults

ONE_LEVEL: Final = {
    "11": (CONGRESS, "whether somebody acted first, and so lost a right, is judged on every path"),
    "16B": (CONGRESS, "what is extraneous, suggested and an alternative is judged on every path"),
    "16D": (CONGRESS, "whether what was learned interferes is judged on every path"),
    "17": (CONGRESS, "its only path, passes that rob a player of a turn, is rare"),
    "17A": (CLUB, "it only asks when the auction period begins"),
    "20F": (CONGRESS, "every path is about misinformation"),
    "21": (CONGRESS, "whether there was misinformation is judged on every path"),
    "23": (CONGRESS, "whether two calls are comparable is judged on every path"),
    "52": (CLUB, "declarer accepts the other card, has to, or does not, and no more is ever asked"),
}
"""The laws whose questions are all of one level, and why."""
_CORRECTED: Final = (
    "out_of_rotation=no/lho_called=no/replaced_early=no/lho_accepts=no/replacement_kind=a sufficient bid"
)


@cache
def levels(procedure: str) -> dict[str, Levelled]:
    """The level of each path that a question can take."""
    plot = PLOTS[procedure]
    return {way: level_of(plot, one) for way, one in paths(procedure).items() if way not in plot.left_out}


def level(path: str) -> Levelled:
    """The level of a path, by its name in a receipt."""
    return levels(path.split("/")[0])[path]


def test_every_law_has_questions_of_both_levels_or_it_is_said_why_not() -> None:
    with faults() as walk:
        for procedure in PLOTS:
            with walk.at(f"Law {procedure}"):
                found = {one.level for one in levels(procedure).values()}
                one_level = ONE_LEVEL.get(procedure)
                assert found == ({one_level[0]} if one_level else {CLUB, CONGRESS})


def test_incidental_facts_do_not_change_the_level() -> None:
    with faults() as walk:
        for procedure, plot in PLOTS.items():
            usual = {one.usual_path: level_of(plot, one) for one in paths(procedure).values()}
            for one in with_incidents(procedure):
                if one.usual_path in usual:
                    with walk.at(one.receipt()["path"]):
                        assert level_of(plot, one) == usual[one.usual_path]


def test_every_kind_of_question_of_a_path_has_its_level() -> None:
    found = set()
    with faults() as walk:
        for question in generate("all", count=120, seed=21):
            path = way_of(question["receipt"]["path"])
            with walk.at(f"{question['kind']} {path}"):
                assert question["level"] == level(path).level
            found.add(question["kind"])
        for question in generate("64", count=12, seed=21, kind="number"):
            path = way_of(question["receipt"]["path"])
            with walk.at(f"number {path}"):
                assert question["level"] == level(path).level
    # Numbers are asked for by few laws, and a batch of all need not meet one where its turn comes.
    assert {*KINDS} - {"written"} >= found >= {*KINDS} - {"written", "number"}


@pytest.mark.parametrize("procedure", ["23", "27", "30", "31", "32"])
def test_what_a_comparison_comes_to_does_not_show_in_the_level(procedure: str) -> None:
    """All ways on from the first test of two calls have one level, with everything before it as it was."""
    found: dict[str, set[str]] = {}
    for path, one in levels(procedure).items():
        before, compared, _ = path.partition("/similar=")
        if compared:
            found.setdefault(before, set()).add(one.level)
    assert found
    assert {len(some) for some in found.values()} == {1}, found


def test_the_reasons_are_told_where_it_is_congress_and_only_there() -> None:
    with faults() as walk:
        for procedure in PLOTS:
            for path, one in levels(procedure).items():
                with walk.at(path):
                    assert (one.level == CONGRESS) == bool(one.reasons)


@pytest.mark.parametrize(
    ("path", "reasons"),
    [
        # Two calls are compared: the same test has the same level, whatever it comes to.
        ("23/similar=yes", {"The ruling turns on a judgement (23A1)."}),
        (
            "23/similar=no/subset=no/same_purpose=no",
            {"The ruling turns on a judgement (23A1).", "The ruling turns on a judgement (23A3)."},
        ),
        ("23/similar=no/subset=yes", {"It is rare, so this law's words keep it for congress."}),
        # On the way through an irregularity it is club, whichever test decides.
        (f"27/{_CORRECTED}/lowest_same=yes", set()),
        (f"27/{_CORRECTED}/lowest_same=no/similar=yes", set()),
        (f"27/{_CORRECTED}/lowest_same=no/similar=no/subset=yes", set()),
        (f"27/{_CORRECTED}/lowest_same=no/similar=no/subset=no/same_purpose=yes", set()),
        (f"27/{_CORRECTED}/lowest_same=no/similar=no/subset=no/same_purpose=no", set()),
        # It was judged whether the call was intended, and partner has called since: nothing turns on it.
        ("25/called_again=no/unintended=yes/partner_called=yes", set()),
        ("25/called_again=no/unintended=no", {"The ruling turns on a judgement (25A2)."}),
        ("27/out_of_rotation=no/lho_called=yes", set()),
        (
            "27/out_of_rotation=yes/whose_turn=offender's partner/lho_called=yes",
            {"More than one thing is irregular (27A2)."},
        ),
        # An artificial pass is a bid out of rotation to the law.
        (
            "30/whose_turn=offender's RHO/rho_called=no/lho_called=no/lho_accepts=no/pass_artificial=yes/rho_passes=yes",
            {"Laws 30 and 31 meet.", "It is rare, so this law's words keep it for congress."},
        ),
    ],
)
def test_why_a_path_is_for_congress(path: str, reasons: set[str]) -> None:
    assert set(level(path).reasons) == reasons


def test_scores_information_explanations_and_regulations_are_for_congress() -> None:
    told = {reason for procedure in PLOTS for one in levels(procedure).values() for reason in one.reasons}
    for words in (
        "The score is adjusted (15A3).",
        "It is about information that may not be used (16A2).",
        "The opponents are misinformed: an explanation has to be put right.",
        "It depends on a regulation (40B2(a)(iv)).",
    ):
        assert words in told, sorted(told)


def test_questions_of_one_path_tell_whether_they_came_about_in_the_same_way() -> None:
    """Players and calls do not count: a bid that was not seen is one cause, whichever it was."""
    made = list(generate("27", count=40, seed=3, kind="best_ruling"))
    causes = {(one["receipt"]["path"], one["generator"]["cause"]) for one in made}
    assert len({one["receipt"]["path"] for one in made}) < len(causes) < len(made)
    assert len({cause for _path, cause in causes}) <= 4
