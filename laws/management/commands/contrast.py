"""`manage.py contrast RECORD [--json]`: how the ruling on one record differs by edition, and which fact would flip it.

RECORD holds a table record or one ruling case (YAML or JSON; - for standard input). Exit code 0: told; 2: something could
not be read or ruled on, with the field and what is expected there.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import yaml
from django.core.management.base import BaseCommand, CommandError

from laws.cases.files import read_text
from laws.rulings.contrasts import Difference, Flip, InEdition, editions_of, flips_of
from laws.rulings.editions import EDITIONS
from laws.rulings.facts import answer_words
from laws.rulings.readers import rule
from laws.rulings.record import TableRecord, parse_record
from laws.rulings.ruling import Ruling
from laws.rulings.unused import refuse_unused


class Command(BaseCommand):
    """Tell what a ruling depends on."""

    help = "Tell how the ruling on a table record differs by edition of the law, and which single fact would change it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The record, and the form of the answer."""
        parser.add_argument("record", help="a table record or one ruling case; - for standard input")
        parser.add_argument("--json", action="store_true", help="print it as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Every fault of the input ends with code 2 and nothing written."""
        try:
            name, record = _read(options["record"])
            editions = editions_of(record)
        except OSError as error:
            raise CommandError(f"{error.filename} cannot be read: {error.strerror}", returncode=2) from error
        except (ValueError, yaml.YAMLError) as error:
            raise CommandError(str(error), returncode=2) from error
        own = editions[0].ruling
        if own is None:
            raise CommandError(editions[0].why, returncode=2)
        flips = flips_of(own)
        if options["json"]:
            told = {
                "edition": own.edition,
                "procedure": own.procedure,
                "say": own.say(),
                "complete": own.complete,
                "editions": [_edition_as_dict(item) for item in editions[1:]],
                "facts": [_flip_as_dict(flip) for flip in flips],
            }
            self.stdout.write(json.dumps(told, indent=2, ensure_ascii=False))
            return
        self.stdout.write(self.style.MIGRATE_HEADING(f"{name}: Law {own.procedure}, {own.title}, in {own.edition}"))
        self.stdout.write(f"  Say: {own.say()}\n\nIn other editions")
        by_slug = {item.edition: item for item in editions}
        for item in editions[1:]:
            base = EDITIONS[item.edition].base
            self._tell_edition(item, by_slug.get(base.slug) if base else None)
        if not own.complete:
            self.stdout.write("\nThe ruling waits for an answer; what would flip it can be told when it is complete.")
            return
        self.stdout.write("\nWith one fact otherwise" if flips else "\nNo single fact would change the ruling.")
        for flip in flips:
            self._tell_flip(flip)

    def _tell_edition(self, item: InEdition, base: InEdition | None) -> None:
        if item.ruling and base and base.ruling and item.ruling.steps == base.ruling.steps:
            self.stdout.write(f"  {item.edition}: as in {base.edition}.")
            return
        if item.ruling is None:
            self.stdout.write(f"  {item.edition}: not told. {item.why}")
            return
        law = f"Law {item.ruling.procedure}"
        if item.ruling.complete and not item.difference:
            self.stdout.write(f"  {item.edition}, {law}: the same.")
            return
        self.stdout.write(f"  {item.edition}, {law}:")
        self._tell_difference(item.difference, item.ruling)

    def _tell_flip(self, flip: Flip) -> None:
        question = flip.ruling.words(flip.fact.question)
        answer = answer_words(flip.value)
        self.stdout.write(
            f"  {flip.provision:9} {question} {answer[:1].upper()}{answer[1:]}, not {answer_words(flip.was)}:"
        )
        self._tell_difference(flip.difference, flip.ruling)

    def _tell_difference(self, difference: Difference, other: Ruling) -> None:
        for words, provision in difference.instead_of:
            self.stdout.write(f"    no longer   {words} ({provision}).")
        for words, provision in difference.becomes:
            self.stdout.write(f"    instead     {words} ({provision}).")
        if not other.complete:
            self.stdout.write(f"    depends on  {_question(other)}")


def _read(name: str) -> tuple[str, TableRecord]:
    """The name to show, and the record."""
    text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    data = yaml.safe_load(text)
    if isinstance(data, list) and len(data) != 1:
        raise ValueError(f"{name}: a list of {len(data)} cases; expected one record or one case")
    if isinstance(data, list) or (isinstance(data, dict) and "id" in data):
        cases, faults = read_text(name, text)
        if faults:
            raise ValueError("\n".join(map(str, faults)))
        if len(cases[0].parts) > 1:
            raise ValueError(f"{name}: a case with {len(cases[0].parts)} parts; expected one record or one case")
        return cases[0].id, cases[0].record
    record = parse_record(data)
    refuse_unused(rule(record))
    return name, record


def _question(ruling: Ruling) -> str:
    pending = ruling.pending
    return "" if pending is None else f"{ruling.words(pending.fact.question)} ({pending.provision})"


def _edition_as_dict(item: InEdition) -> dict[str, Any]:
    ruling = item.ruling
    return {
        "edition": item.edition,
        "procedure": ruling.procedure if ruling else None,
        "told": ruling is not None,
        "why": item.why or None,
        "pending": (_question(ruling) or None) if ruling else None,
        "same": ruling is not None and ruling.complete and not item.difference,
        "say": ruling.say() if ruling else None,
        **_difference_as_dict(item.difference),
    }


def _flip_as_dict(flip: Flip) -> dict[str, Any]:
    return {
        "fact": flip.fact.id,
        "question": flip.ruling.words(flip.fact.question),
        "provision": flip.provision,
        "was": answer_words(flip.was),
        "answer": answer_words(flip.value),
        "pending": _question(flip.ruling) or None,
        "say": flip.ruling.say(),
        **_difference_as_dict(flip.difference),
    }


def _difference_as_dict(difference: Difference) -> dict[str, list[dict[str, str]]]:
    return {
        "becomes": [{"words": words, "provision": key} for words, key in difference.becomes],
        "instead_of": [{"words": words, "provision": key} for words, key in difference.instead_of],
    }
