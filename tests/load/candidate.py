"""What a candidate's browser does: the pages it asks for, and the drafts its outbox sends.

Plain functions over a session that gets and posts (`requests.Session`, or locust's, which also takes the time), so that the
load and the drill let their candidates work in the same way.
"""

from __future__ import annotations

import random
import re
import uuid
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any


class Unexpected(Exception):
    """The site answered as no page of ours would have it; the message says to what, and what it was."""


@dataclass
class Form:
    """The form of a question, as the page has it."""

    attempt: str
    question: int
    sequence: int
    kind: str
    token: str
    save: str
    offered: list[str]


@dataclass
class Acknowledged:
    """The answers that the server has confirmed: by question, the last one with its number."""

    attempt: str = ""
    answers: dict[int, tuple[int, str | None]] = field(default_factory=dict)
    sequence: int = 0
    submitted: bool = False


class _Reader(HTMLParser):
    """Finds the answer's form, what it offers and its token."""

    def __init__(self) -> None:
        super().__init__()
        self.form: dict[str, str] = {}
        self.token = ""
        self.offered: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        if tag == "form" and found.get("id") == "answer":
            self.form = found
        if tag == "input" and found.get("name") == "csrfmiddlewaretoken":
            self.token = found["value"]
        if tag == "input" and found.get("name") == "option" and found.get("type") in {"radio", "checkbox"}:
            self.offered.append(found["value"])
        if tag == "li" and "data-step" in found:
            self.offered.append(found["data-step"])


def read_question(page: str) -> Form:
    """The form in the page of a question."""
    reader = _Reader()
    reader.feed(page)
    if not reader.form:
        raise Unexpected(f"a page without the form of a question: {text_of(page)}")
    data = reader.form
    return Form(
        attempt=data["data-attempt"],
        question=int(data["data-question"]),
        sequence=int(data["data-sequence"]),
        kind=data["data-kind"],
        token=reader.token,
        save=data["data-save-url"],
        offered=reader.offered,
    )


def read_token(page: str) -> str:
    """The token of the first form in a page."""
    reader = _Reader()
    reader.feed(page)
    return reader.token


def way_to_result(receipt: str) -> str | None:
    """The address of the result that a receipt leads to; None while there is none."""
    found = re.search(r'href="(/results/[0-9a-f-]{36}/)"', receipt)
    return found[1] if found else None


def text_of(page: str) -> str:
    """What a page says, shortened, for a message."""
    main = page.partition("<main")[2] or page
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())[:300]


def some_answer(form: Form, chance: random.Random) -> str:
    """An answer as the page would send it."""
    match form.kind:
        case "choose_all":
            return ",".join(sorted(chance.sample(form.offered, chance.randint(1, len(form.offered)))))
        case "order_steps":
            return ",".join(chance.sample(form.offered, len(form.offered)))
        case "cite_law":
            return chance.choice(["27B1(a)", "16B", "30A", "9A3", "72C"])
        case "number":
            return chance.choice("0123")
        case "written":
            return (
                f"I establish the facts and rule under the law that applies. {uuid.UUID(int=chance.getrandbits(128))}"
            )
        case _:
            return chance.choice(form.offered)


def draft(form: Form, answer: str | None, sequence: int) -> dict[str, Any]:
    """The JSON of a save; of a ruling to write one of many, while it is being typed."""
    typing = form.kind == "written"
    return {"question": form.question, "option": answer, "flagged": False, "sequence": sequence, "typing": typing}


def sign_of_life(form: Form) -> dict[str, Any]:
    """The JSON with which a page says that it is there."""
    return {"question": form.question, "waiting": 0, "away": None}
