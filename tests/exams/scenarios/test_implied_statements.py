"""Choose all that are right: no statement that follows from the ruling is ever offered as a wrong one.

The patterns are those that readers have found, looked for in the words of the questions alone.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from exams.scenarios import PROCEDURES, generate

PLAY = tuple(law for law in PROCEDURES if 41 <= int(re.sub(r"\D", "", law)) <= 64 and law != "41D")
"""The laws of the play, but for one whose rulings are too short to be asked so."""
SEEDS = (2, 19, 45)
_MUST_PLAY = re.compile(r"^(?P<who>\w+) must play (?P<card>the .\S+) at (?P=who)'s turn\.$")
_NO_PENALTY = re.compile(r"^(?P<card>The .\S+) (is no|does not become a) penalty card\.$")
_NOT = re.compile(r"(?<=\bmay) not\b|(?<=\bwas) not(?= allowed)| do not\b")
_IF_TAKEN_BACK = re.compile(r"^If taken back, (?P<card>the .\S+) becomes a penalty card\.$")
_NO_TRICK = re.compile(r"^No trick (is transferred|goes (over|to \S+))\.$")
_NONE_SAID = re.compile(
    r"\b[Nn]o trick (is transferred|goes|changes hands)|did not revoke|the revoke is not established|on the twelfth trick"
)


def statements(law: str) -> list[tuple[list[str], list[str], str]]:
    """The right and the wrong statements of some questions of a law, each with all that is said of the ruling."""
    found = []
    for seed in SEEDS:
        for one in generate(law, count=16, seed=seed, kind="choose_all"):
            content: dict[str, Any] = one.content if hasattr(one, "content") else one
            if not content["question"].startswith("Which of these are part"):
                continue
            right = [it["text"] for it in content["options"] if it["id"] in content["key"]]
            wrong = [it["text"] for it in content["options"] if it["id"] not in content["key"]]
            found.append((right, wrong, content["explanation"]["say"]))
    return found


@pytest.mark.parametrize("law", PLAY)
def test_nothing_that_the_ruling_says_is_wrong(law: str) -> None:
    for right, wrong, said in statements(law):
        # Where declarer has chosen, that it is declarer's own choice is no part of the ruling any more.
        assert not any("may not consult" in text for text in (*right, *wrong)), right
        for text in wrong:
            clause = text.removesuffix(".")
            # A clause of a right statement.
            assert not any(one.startswith((f"{clause}, and", f"{clause},", f"{clause};")) for one in right), (
                text,
                right,
            )
            assert not any(one.lower().endswith(f"and {text.lower()}") for one in right), (text, right)
            # A sentence of what is said to the table.
            assert text not in re.split(r"(?<=[.?!]) ", said), (text, said)
            if _NO_TRICK.match(text):
                assert not _NONE_SAID.search(f"{said} {' '.join(right)}"), (text, said)
            if free := _NO_PENALTY.match(text):
                settled = rf"{free['card']} (stands|stays played|goes back)"
                assert not re.search(settled, f"{said} {' '.join(right)}", re.IGNORECASE), (text, said)
            # One of a permission and its denial is right whatever the law.
            assert _NOT.sub("", text) not in {_NOT.sub("", one) for one in right}, (text, right)
            # What has to lie there as a penalty card is one under any condition.
            if under := _IF_TAKEN_BACK.match(text):
                lies = f"{under['card']} becomes a major penalty card."
                assert lies[:1].upper() + lies[1:] not in right, (text, right)
            if must := _MUST_PLAY.match(text):
                # A major penalty card has to be played at the first turn at which it can be.
                lies = f"{must['card']} (remains|stays) (on the table|face up).* major penalty card"
                assert not re.search(lies, f"{said} {' '.join(right)}", re.IGNORECASE), (text, said)
                assert f"must play {must['card']} at the first legal opportunity" not in said, (text, said)
