"""What each app keeps of a person, as it says itself when it is loaded: what it is, why, how long, and what deletion does.

An app tells it in a module `kept`, which its `ready` imports. A model with a foreign key to a person of which nobody has said
anything fails a test (tests/accounts/privacy/test_holdings.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Model, QuerySet

from accounts.models import User

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Rows = Callable[[User], "QuerySet[Any]"]


@dataclass(frozen=True)
class Holding:
    """One kind of thing that is kept of a person.

    key: the name of its file in the download. rows: what there is of a person, with nothing of anybody else's and nothing that
    they may not see. shows: the columns that are told, as lookups; no other column leaves the house. why, until: why it is
    kept and how long. after: what of it is left when the account has been deleted. erase: does that. names: whether the
    name of the person stays while there are such rows.
    """

    key: str
    label: StrOrPromise
    rows: Rows
    shows: tuple[str, ...]
    why: StrOrPromise
    until: StrOrPromise
    after: StrOrPromise
    erase: Callable[[User], Any] | None = None
    names: bool = False

    @property
    def stays(self) -> bool:
        """Whether deletion leaves it as it is."""
        return self.erase is None


_holdings: dict[str, Holding] = {}
_said: set[tuple[type[Model], str]] = set()
_obstacles: list[tuple[Callable[[User], str], bool]] = []


def keep(holding: Holding, *fields: tuple[type[Model], str]) -> None:
    """Tell what is kept. fields: the foreign keys to a person that make a row theirs, each with its model."""
    if holding.key in _holdings:
        raise ValueError(f"{holding.key} is told twice.")
    _holdings[holding.key] = holding
    _said.update(fields)


def deeds(model: type[Model], *fields: str) -> None:
    """Tell that these foreign keys name who did something to a record that is not about them.

    The record stays with their name when they delete their account; that they did it is in the audit log, which they get.
    """
    _said.update((model, field) for field in fields)


def wait_for(obstacle: Callable[[User], str], *, passes: bool) -> None:
    """Tell what an account cannot be deleted before, as a sentence for the person; empty where nothing is in the way.

    passes: whether it ends by itself, so that one may ask for the deletion all the same.
    """
    _obstacles.append((obstacle, passes))


def holdings() -> list[Holding]:
    """All kinds, in the order in which the apps were loaded."""
    return list(_holdings.values())


def said() -> Iterable[tuple[type[Model], str]]:
    """The foreign keys of which somebody has said what they mean."""
    return _said


def obstacles(person: User, *, lasting: bool = False) -> list[str]:
    """What is in the way of deleting this account now, as sentences. lasting: only what does not end by itself."""
    asked = (one for one, passes in _obstacles if not (lasting and passes))
    return [told for one in asked if (told := one(person))]
