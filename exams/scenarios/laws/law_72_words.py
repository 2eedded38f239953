"""The words of questions on Law 72."""

from __future__ import annotations

from typing import Final

LAWFUL: Final = (
    (
        "{name} thought for two minutes before choosing a line in a difficult slam, and it was the right one",
        "Nobody needs that long for a finesse!",
    ),
    (
        "{name} opened with one point less than everybody else and bought the contract",
        "No sound player opens that hand!",
    ),
    (
        "{name} gave up a trick that could have been won, so as to make sure of the contract",
        "It is a player's business to win tricks!",
    ),
    (
        "Doubled three down, {name} and {partner} still scored better than if their opponents had made game",
        "They bid without any hope of making it!",
    ),
    (
        "{name} led from a doubleton king, and declarer never thought of it",
        "No textbook leads from that!",
    ),
    (
        "{name} played the first ten tricks quickly in an even tempo and left declarer little time to count",
        "You cannot think at that speed!",
    ),
    (
        "{name} passed a good hand throughout, judging rightly that the opponents would get too high",
        "With that hand one has to bid!",
    ),
)
"""What a player did, as every player may, and what somebody says against it."""
