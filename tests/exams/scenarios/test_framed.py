"""The frames of what is said for and against options: none twice running, the same question always alike."""

from __future__ import annotations

import re

from exams.scenarios.narration.framed import framed


def whys(*told: str, kind: str = "best_ruling", seed: str = "a") -> list[str]:
    return [one["why"] for one in framed([{"id": "a", "text": "", "why": why} for why in told], kind, seed)]


CONDITIONS = [f"This would be right if it had been {seat}'s turn (31A2(b))." for seat in ("East", "West", "South")]


def test_conditions_are_framed_differently_and_keep_what_they_say() -> None:
    told = whys(*CONDITIONS)
    assert len({why.replace(seat, "") for why, seat in zip(told, ("East", "West", "South"), strict=True)}) == 3
    assert all("t had been" in why and why.endswith("(31A2(b)).") for why in told)


def test_the_same_question_always_reads_alike() -> None:
    assert whys(*CONDITIONS) == whys(*CONDITIONS)
    assert len({tuple(whys(*CONDITIONS, seed=str(seed))) for seed in range(20)}) == 4


def test_a_part_of_a_ruling_is_no_ruling() -> None:
    told = " ".join(whys(*CONDITIONS, CONDITIONS[0], kind="choose_all"))
    assert "part of the ruling" in told


def test_what_is_right_is_framed_too() -> None:
    told = whys("Correct (36A): North called over it.", "Correct (36A): it was East's turn.")
    assert told[0].split()[0] != told[1].split()[0]
    assert "North called over it" in told[0]
    assert "it was East's turn" in told[1]
    assert all("36A" in why for why in told)


def test_what_is_right_for_the_same_reason_says_so() -> None:
    told = whys(
        "Correct (36A): North called over it.", "Nobody is barred (29A).", "Correct (26B): North called over it."
    )
    assert "North called over it" in told[0]
    assert "for the same reason" in told[2]
    assert "26B" in told[2]


def test_what_has_no_frame_stays_as_it_is() -> None:
    assert whys("Nobody is barred (29A).", "") == ["Nobody is barred (29A).", ""]
    assert framed([{"id": "a", "text": "x"}], "written", "a") == [{"id": "a", "text": "x"}]


ONE_FACT = "This would be right if {0} had called; but {0} has not called (36A)."


def test_the_fact_of_this_table_is_told_where_one_decides() -> None:
    told = whys(*(ONE_FACT.format(seat) for seat in ("East", "West", "South")))
    assert sorted(told, key=len) == [
        *(one for one in told if re.fullmatch(r"\w+ has not called \(36A\)\.", one)),
        *(one for one in told if re.fullmatch(r"But \w+ has not called \(36A\)\.", one)),
        *(one for one in told if re.fullmatch(r"Not here: \w+ has not called \(36A\)\.", one)),
    ]


def test_a_fact_is_told_once_and_then_what_would_be_right() -> None:
    told = whys(
        ONE_FACT.format("East"), ONE_FACT.format("East"), "Correct (36A): West has not called.", ONE_FACT.format("West")
    )
    assert "East has not called" in told[0]
    assert "if East had called" in told[1].lower().replace("east", "East")
    assert "if West had called" in told[3].lower().replace("west", "West")
    ruled = ONE_FACT.replace("This", "The ruling").format("East")
    assert whys(ruled, ruled)[1] == "The ruling would be right if East had called (36A)."


def test_nothing_is_said_twice_word_for_word() -> None:
    told = whys("Nobody is barred (29A).", "Nobody is barred (29A).", "Nobody is barred (29A).")
    assert len(set(told)) == 3
    assert {one.removeprefix("Here too, ").removeprefix("Again, ") for one in told[1:]} == {"nobody is barred (29A)."}
    assert whys("East passed (30A).", "East passed (30A).")[1].endswith(" East passed (30A).")


def test_no_sentence_says_but_twice() -> None:
    twice = "This would be right if East had lost it; but East acted, but had a reason (11A)."
    assert not [seed for seed in range(9) if whys(twice, seed=str(seed))[0].startswith("But")]
