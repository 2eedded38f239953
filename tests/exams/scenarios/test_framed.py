"""The frames of what is said for and against options: none twice running, the same question always alike."""

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
    told = whys("Correct (36A): North called over it.", "Correct (36A): North called over it.")
    assert told[0] != told[1]
    assert all("North called over it" in why and "36A" in why for why in told)


def test_what_has_no_frame_stays_as_it_is() -> None:
    assert whys("Nobody is barred (29A).", "") == ["Nobody is barred (29A).", ""]
    assert framed([{"id": "a", "text": "x"}], "written", "a") == [{"id": "a", "text": "x"}]
