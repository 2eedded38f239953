"""What pages show of a version: the question as asked, and the ruling explained.

Both are built key by key from the stored content. A page that gets `asked` cannot leak the key, whatever its template
does, because the key is not in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exams.bank.models import QuestionVersion


@dataclass(frozen=True)
class Option:
    """One ruling to choose from; the letter is how people speak of it."""

    id: str
    letter: str
    text: str


@dataclass(frozen=True)
class Asked:
    """All that a candidate may see before the paper is marked."""

    stem: list[str]
    question: str
    auction: Mapping[str, Any] | None
    hands: Mapping[str, Any] | None
    options: list[Option]


@dataclass(frozen=True)
class WrongOption(Option):
    """An option that is not the key: why it fails, and whether this candidate fell for it."""

    why: str
    chosen: bool


@dataclass(frozen=True)
class Explained:
    """The director's ruling with its reasons.

    outcomes: what is decided about calls, players and score. attending: the rights, duties and information that go with it.
    """

    key: Option
    chosen: Option | None
    say: str
    steps: list[Mapping[str, Any]]
    outcomes: list[Mapping[str, Any]]
    attending: list[Mapping[str, Any]]
    others: list[WrongOption]
    cites: list[str]

    @property
    def right(self) -> bool:
        """Whether the option chosen is the ruling."""
        return self.chosen == self.key


def asked(version: QuestionVersion) -> Asked:
    """The question as a candidate meets it."""
    content = version.content
    return Asked(
        stem=content["stem"],
        question=content["question"],
        auction=content["diagrams"].get("auction"),
        hands=content["diagrams"].get("hands"),
        options=_options(content),
    )


def explained(version: QuestionVersion, chosen: str | None = None) -> Explained:
    """The ruling explained, to somebody who chose the option of that id."""
    content = version.content
    explanation = content["explanation"]
    options = {option.id: option for option in _options(content)}
    return Explained(
        key=options[content["key"]],
        chosen=options.get(chosen) if chosen else None,
        say=explanation["say"],
        steps=explanation["steps"],
        outcomes=[outcome for outcome in explanation["outcomes"] if outcome.get("main", True)],
        attending=[outcome for outcome in explanation["outcomes"] if not outcome.get("main", True)],
        others=[
            WrongOption(**vars(options[option["id"]]), why=option["why"], chosen=option["id"] == chosen)
            for option in content["options"]
            if option["id"] != content["key"]
        ],
        cites=explanation["cites"],
    )


def _options(content: Mapping[str, Any]) -> list[Option]:
    return [Option(option["id"], option["id"].upper(), option["text"]) for option in content["options"]]
