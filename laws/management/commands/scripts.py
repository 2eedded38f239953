"""`manage.py scripts [--write]`: calls to the table as the ruling assistant tells the Director to speak, with their times.

They stand in `fixtures/scripts.yaml`; `--write` puts them into `docs/scripts.md`.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import urlencode

import yaml
from django.conf import settings
from django.core.management.base import BaseCommand
from django.http import QueryDict

from laws.assistant.addresses import edition_of, read, rule_of
from laws.assistant.interviews import conduct
from laws.rulings.speech import Speech, speech

WORDS_A_MINUTE: Final = 150
HEAD: Final = """\
# What is said at the table

For directors. Written by `manage.py scripts --write` from `fixtures/scripts.yaml`: what the ruling assistant tells the
Director to say at each stage of a call to the table, and apart from it the Director's own steps. The times are for 150 words
a minute.
"""


class Command(BaseCommand):
    """Print the scripts, or write them."""

    help = "Print calls to the table as the assistant tells the Director to speak, with their times."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where they go."""
        parser.add_argument("--write", action="store_true", help="write docs/scripts.md")

    def handle(self, *args: Any, **options: Any) -> None:
        """The scripts as Markdown."""
        text = scripts()
        if options["write"]:
            (settings.BASE_DIR / "docs" / "scripts.md").write_text(text, encoding="utf-8")
        else:
            self.stdout.write(text)


def told() -> list[dict[str, Any]]:
    """The calls to the table: title, law, told, and the stages with what has been answered by then."""
    found: list[dict[str, Any]] = yaml.safe_load((settings.BASE_DIR / "fixtures" / "scripts.yaml").read_text("utf-8"))
    return found


def spoken(law: str, answers: Mapping[str, str]) -> Speech:
    """What the assistant says on these answers."""
    edition = edition_of("duplicate-2017")
    return speech(conduct(read(edition, rule_of(edition, law), QueryDict(urlencode(answers)))).ruling)


def seconds(words: str) -> int:
    """How long it takes to say this."""
    return round(len(words.split()) * 60 / WORDS_A_MINUTE)


def scripts() -> str:
    """All of them as Markdown."""
    return "\n".join([HEAD, *(line for one in told() for line in _script(one))])


def _script(one: Mapping[str, Any]) -> Iterator[str]:
    yield f"## Law {one['law']}: {one['title']}\n\n{one['told']}\n"
    for stage in one["stages"]:
        said = spoken(one["law"], stage["answers"])
        yield f"**{stage['when']}** ({seconds(said.now)} s)\n"
        for some in said.paragraphs:
            if not some[0].before:
                yield f"> {' '.join(sentence.words for sentence in some)}\n>"
        yield ""
        if said.do:
            yield "For you:\n"
            yield from (f"- {'When play is over: ' if step.waits else ''}{step.words}" for step in said.do)
            yield ""
