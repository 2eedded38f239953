"""What readers of the questions about the play have stumbled on, who answered them from the law book alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exams.scenarios import generate


def asked(law: str, kind: str, count: int = 12, seed: int = 17) -> Iterator[dict[str, Any]]:
    for one in generate(law, count=count, seed=seed, kind=kind):
        content: dict[str, Any] = one.content if hasattr(one, "content") else one
        yield content


TWELVE = "twelfth_trick=yes"


def said(content: dict[str, Any]) -> str:
    return " ".join([*content["stem"], *(option["text"] for option in content["options"])])


def test_a_ruling_on_trick_twelve_is_put_right_by_what_is_wrong_with_it() -> None:
    """62D1, 64B6: which of two cards may be played is nothing that anybody asked about."""
    judged = [one for one in asked("62", "judge_ruling", count=60, seed=5) if TWELVE in one["receipt"]["path"]]
    assert judged
    assert all("which of two cards" not in said(content) for content in judged)
    corrected = [
        next(option["text"] for option in one["options"] if option["id"] == one["key"])
        for one in asked("63", "best_ruling", count=60, seed=5)
        if f"{TWELVE}/hands_returned=no" in one["receipt"]["path"]
    ]
    assert corrected
    assert all("must take back" in key and "No trick is transferred" in key for key in corrected)


def test_nobody_asks_for_a_high_card_that_cannot_win() -> None:
    """46B1(a): no king is called under an ace."""
    order = "23456789TJQKA"
    seen = 0
    for content in asked("46", "best_ruling", count=40):
        play = content["diagrams"]["play"]
        trick = play["tricks"][-1]["cards"]
        if "“High.”" not in content["stem"][0] or not trick:
            continue
        seen += 1
        led = trick[0]["card"][0]
        declarer = play["declarer"]
        dummy = {"N": "S", "S": "N", "E": "W", "W": "E"}[declarer]
        own = content["diagrams"]["hands"]["show"][dummy].split(".")["SHDC".index(led)]
        best = max((one["card"] for one in trick if one["card"][0] == led), key=lambda card: order.index(card[1]))
        assert max(order.index(rank) for rank in own) > order.index(best[1]), said(content)
    assert seen


def test_as_many_tricks_are_as_many_as_well() -> None:
    """64C1: the same number twice reads as a slip."""
    told = [
        text for content in asked("64", "number", count=14) for text in content["stem"] if "without the revoke" in text
    ]
    assert told
    for text in told:
        won, without = (part.split()[0] for part in (text.split(" won ")[1], text.split("have won ")[1]))
        assert ("as well" in text) is (won.removesuffix(".") == without.removesuffix(".")), text


def test_the_law_of_the_lead_and_that_of_its_player_are_both_right() -> None:
    """53A accepts every lead out of turn, 50B ranks every penalty card, and 62B1 makes a revoke card one."""
    accepted = {
        ("55", "stands"): {"53A"},
        ("56", "stands"): {"53A"},
        ("49", "penalty card"): {"49", "50B"},
        ("43", "allowed to call"): {"43A1(a)"},
    }
    for (law, words), keys in accepted.items():
        found = [
            content
            for content in asked(law, "cite_law", count=16)
            if words in content["question"] and (law != "55" or "55A" in content["key"])
        ]
        found = [content for content in found if "There is no" not in content["question"]]
        assert any(keys <= {*content["key"]} for content in found), (law, words)
        if law in ("49", "56"):
            for content in found:
                if {"56A", "49"} & {*content["key"]}:
                    assert keys <= {*content["key"]}, content["question"]


def test_a_card_that_must_go_back_is_told_from_one_that_may() -> None:
    """47A to 47D: what has to be withdrawn, and what its player may leave where it is."""
    for content in asked("47", "best_ruling", count=24):
        right = next(option["text"] for option in content["options"] if option["id"] == content["key"])
        assert " goes back to the hand" not in said(content)
        if "must put" in right:
            assert "in the hand" in right
    for content in asked("47", "choose_all", count=24):
        texts = {option["id"]: option["text"] for option in content["options"]}
        right = {texts[one] for one in content["key"]}
        wrong = {*texts.values()} - right
        if any("must put" in text for text in right):
            assert not any("may take" in text for text in wrong), (right, wrong)
