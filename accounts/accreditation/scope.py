"""What a level covers: kinds of event, a number of tables, screens; and what of an event it does not cover.

Plain values: this knows no tables of the database, no forms and no pages.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

MOST_TABLES = 1000
"""No event has more; a larger number is a slip of the hand."""


class EventKind(models.TextChoices):
    """The kinds of event, the same for all levels; from the smallest up."""

    CLUB = "club", gettext_lazy("club session")
    CONGRESS = "congress", gettext_lazy("congress or other event of more than one club")
    STATE = "state", gettext_lazy("state or national event")


_SEVERAL = {
    EventKind.CLUB: gettext_lazy("club sessions"),
    EventKind.CONGRESS: gettext_lazy("congresses and other events of more than one club"),
    EventKind.STATE: gettext_lazy("state and national events"),
}


@dataclass(frozen=True)
class Event:
    """What matters of an event for who may direct it."""

    kind: EventKind
    tables: int
    screens: bool = False

    def sentence(self) -> str:
        """Such as: club session, 20 tables, no screens."""
        tables = ngettext("%(n)s table", "%(n)s tables", self.tables) % {"n": self.tables}
        return ", ".join((str(self.kind.label), tables, _("with screens") if self.screens else _("no screens")))


class Lack(models.TextChoices):
    """What of an event a level does not cover."""

    KIND = "kind", gettext_lazy("kind of event")
    TABLES = "tables", gettext_lazy("number of tables")
    SCREENS = "screens", gettext_lazy("screens")


@dataclass(frozen=True)
class Scope:
    """What a level covers. No kinds: the body has not said. most_tables: None, if any number is covered."""

    kinds: frozenset[EventKind] = frozenset()
    most_tables: int | None = None
    screens: bool = False

    def __bool__(self) -> bool:
        """Whether the body has said what the level covers."""
        return bool(self.kinds)

    def lacks(self, event: Event) -> tuple[Lack, ...]:
        """What of the event it does not cover; empty: it covers the event, if the body has said anything at all."""
        found = []
        if event.kind not in self.kinds:
            found.append(Lack.KIND)
        if self.most_tables is not None and event.tables > self.most_tables:
            found.append(Lack.TABLES)
        if event.screens and not self.screens:
            found.append(Lack.SCREENS)
        return tuple(found)

    def sentence(self) -> str:
        """What whoever holds the level may direct; empty where the body has not said."""
        if not self:
            return ""
        said = {"events": _listed([str(_SEVERAL[kind]) for kind in EventKind if kind in self.kinds])}
        if self.most_tables is not None:
            said["tables"] = ngettext("%(n)s table", "%(n)s tables", self.most_tables) % {"n": self.most_tables}
            if self.screens:
                return _("May direct %(events)s of up to %(tables)s, also with screens.") % said
            return _("May direct %(events)s of up to %(tables)s, without screens.") % said
        if self.screens:
            return _("May direct %(events)s of any size, also with screens.") % said
        return _("May direct %(events)s of any size, without screens.") % said


def _listed(names: Collection[str]) -> str:
    *first, last = names
    return _("%(first)s, and %(last)s") % {"first": ", ".join(first), "last": last} if first else last
