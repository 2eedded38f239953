"""`manage.py pocket_rulings [FILE]`: how large the bundle of rulings for a phone is, and how long it takes to make.

With a file the bundle is written there, to be looked at.
"""

from __future__ import annotations

import gzip
import json
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from laws.assistant import pocket


class Command(BaseCommand):
    """Print the figures of the bundle, or write it."""

    help = (
        "Print how large the bundle of rulings for a phone without a network is, table by table, and the time it takes."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where it goes."""
        parser.add_argument("file", nargs="?", type=Path, help="write the bundle as JSON to this file")

    def handle(self, *args: Any, **options: Any) -> None:
        """A line for each table, and one for the whole."""
        began = time.perf_counter()
        text = pocket.bundle_text()
        took = time.perf_counter() - began
        for name, table in json.loads(text).items():
            if isinstance(table, list | dict):
                self.stdout.write(f"{name:>10}  {len(table):6,} rows  {_sizes(json.dumps(table, ensure_ascii=False))}")
        self.stdout.write(f"{'all':>10}  {'':11}  {_sizes(text)}, made in {took:.1f} s")
        if options["file"]:
            try:
                options["file"].write_text(text, encoding="utf-8")
            except OSError as error:
                raise CommandError(f"{options['file']} cannot be written: {error.strerror}") from error


def _sizes(text: str) -> str:
    data = text.encode()
    return f"{len(data) / 1000:8,.1f} kB, {len(gzip.compress(data)) / 1000:6,.1f} compressed"
