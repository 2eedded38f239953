"""The frames of what is said for and against options: varied where they can be, the same question always alike."""

from __future__ import annotations

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
    assert told == [f"{seat} has not called (36A)." for seat in ("East", "West", "South")]


def test_a_fact_is_told_once_and_then_what_would_be_right() -> None:
    told = whys(
        ONE_FACT.format("East"), ONE_FACT.format("East"), "Correct (36A): West has not called.", ONE_FACT.format("West")
    )
    assert "East has not called" in told[0]
    assert "if East had called" in told[1].lower().replace("east", "East")
    assert "if West had called" in told[3].lower().replace("west", "West")
    ruled = ONE_FACT.replace("This", "The ruling").format("East")
    assert whys(ruled, ruled)[1] == "The ruling would be right if East had called (36A)."


def test_a_reason_that_holds_twice_is_given_twice_as_it_is() -> None:
    assert whys("Nobody is barred (29A).", "Nobody is barred (29A).") == ["Nobody is barred (29A)."] * 2


def test_no_sentence_begins_in_the_middle_of_a_conversation() -> None:
    told = [whys(ONE_FACT.format("East"), ONE_FACT.format("West"), seed=str(seed)) for seed in range(9)]
    assert not [why for one in told for why in one if why.startswith(("But ", "Not here", "Again", "Here too"))]
