"""What people get wrong about doubles and redoubles."""

from __future__ import annotations

from collections.abc import Iterator

from exams.scenarios.choices import Choice
from laws.rulings.ruling import Ruling


def mistakes(ruling: Ruling) -> Iterator[Choice]:
    """What people say of a double or redouble that is allowed, and of one that is not."""
    facts = dict(ruling.path)
    if "bid_since" not in facts:
        yield from _of_forbidden()
        return
    yield Choice(
        "{name}'s {noun} was not allowed.",
        "it was made over an opponent's call with nothing but passes since (19A1, 19B1).",
    )
    if facts["bid_since"]:
        yield Choice(
            "{name}'s {noun} was allowed. It counts in the score of {contract}, since nobody took it back.",
            "any later legal bid wipes out the doubles and redoubles before it (19C).",
        )
        yield Choice(
            "{name}'s {noun} was allowed. It counts in the score of {contract}, but only for the overtricks or undertricks.",
            "it does not count at all: the later bid has wiped it out (19C).",
        )
        yield Choice(
            "{name}'s {noun} was allowed and still counts.",
            "any later legal bid wipes out the doubles and redoubles before it (19C).",
        )
        yield Choice(
            "{name}'s {noun} was allowed. {name} may now choose whether it is to count in the score of {contract}.",
            "nobody has a choice: the later bid has wiped it out (19C).",
        )
        yield Choice(
            "{name}'s {noun} was allowed. It counts only if {contract} is in the same denomination as {last}.",
            "whatever the later bid names, it wipes out the doubles and redoubles before it (19C).",
        )
    else:
        yield Choice(
            "{name}'s {noun} was allowed. It does not count, since {partner} passed and did not confirm it.",
            "partner has nothing to confirm; with no bid after it the score is raised (19D).",
        )
        yield Choice(
            "{name}'s {noun} was allowed. It counts in the score of {contract} only if the other side agrees to that.",
            "nobody is asked: with no bid after it the score is raised (19D, 77).",
        )
        yield Choice(
            "{name}'s {noun} was allowed. It counts only if the contract goes down.",
            "it raises the scoring values of the contract, made or not (19D, 77).",
        )


def _of_forbidden() -> Iterator[Choice]:
    yield Choice(
        "{name}'s {noun} is not allowed. It is cancelled, and both {name} and {partner} must pass for the rest of the auction.",
        "a legal call takes its place, and only {partner} must pass, as Law 36 says (36B2).",
    )
    yield Choice(
        "{name}'s {noun} is not allowed. It is cancelled, {name} makes another call, and {partner} must pass at the next turn.",
        "{partner} must pass for longer than that; Law 36 says what follows (36B2).",
    )
    yield Choice(
        "{name}'s {noun} is not allowed. {lho} may accept it; if not, it is cancelled and {name} makes a comparable call.",
        "nobody can accept it (36B1), and {partner} must pass whatever call replaces it (36B2).",
    )
    yield Choice(
        "{name}'s {noun} is not allowed, but {lho} may accept it, and it then stands.",
        "nobody can accept a call that Law 19 does not allow (35A, 36).",
    )
    yield Choice(
        "{name}'s {noun} is not allowed. It counts as a pass, and the auction goes on with {lho}.",
        "it is cancelled under Law 36 and replaced by a legal call, which is {name}'s choice (36B2).",
    )
    yield Choice(
        "{name}'s {noun} counts as a {other}.",
        "no call is turned into another one; Law 36 deals with it (35A).",
    )
    yield Choice(
        "{name}'s {noun} is allowed, but has no effect on the score.",
        "only an opponent's bid may be doubled and only an opponent's double redoubled (19A1, 19B1).",
    )
