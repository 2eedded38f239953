"""manage.py tells: how far the options of generated questions give themselves away. `make tells` calls it."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from django.core.management.base import BaseCommand, CommandError

from exams import scenarios
from exams.bank.content import BrokenContent, Content, check
from exams.bank.tells import guesses
from exams.bank.tells.signs import SIGNS, options_of

if TYPE_CHECKING:
    from exams.bank.tells.measure import Measured, Shares

WRONG_INPUT = 2
KIND = "best_ruling"
NEW: Final = 0.40
"""The largest rate at which keys may be guessed on paths, or laws, that were not learned from."""
MIXED: Final = 0.50
"""The largest where questions of the same paths were."""
LETTERS: Final = (0.21, 0.29)
"""Between these the share of every letter lies in each law that has ENOUGH questions."""
LONGEST: Final = (0.20, 0.30)
"""Between these lies the share of questions whose longest option is right."""
ENOUGH: Final = 400


class Command(BaseCommand):
    """Measure how often somebody who reads only the options picks the right one."""

    help = "Measure how often the right option can be guessed from the options alone, and list what gives it away."
    # No page is shown and no table read.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--law", default=scenarios.ALL, help="One procedure, as 27; all of them unless told.")
        parser.add_argument("--count", type=int, default=2500, help="How many questions (2500).")
        parser.add_argument("--seed", type=int, default=1, help="The same seed gives the same questions (1).")
        parser.add_argument(
            "--each", action="store_true", help="So many questions of each law; without it laws take turns."
        )
        parser.add_argument(
            "--file", help="Measure the questions of a file instead, as the bank exports them (JSON lines)."
        )
        parser.add_argument("--wordings", type=int, default=10, help="How many wordings to list of each law (10).")
        parser.add_argument(
            "--hold",
            action="store_true",
            help=f"End with code 1 where a target is missed: keys guessed in more than --new ({NEW}) on new paths or new laws, "
            f"or more than --mixed ({MIXED}) with paths that are known; the longest option right outside {LONGEST[0]} to "
            f"{LONGEST[1]}; a letter outside {LETTERS[0]} to {LETTERS[1]} in a law with {ENOUGH} questions or more.",
        )
        parser.add_argument("--new", type=float, default=NEW, help="For --hold.")
        parser.add_argument("--mixed", type=float, default=MIXED, help="For --hold.")
        parser.add_argument(
            "--write",
            action="store_true",
            help="Keep what was learned as the weights that the bank shows its examiners guesses by.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit code 2 and one sentence for input that cannot be used."""
        if options["count"] < 1:
            raise CommandError("--count: expected a number from 1.", returncode=WRONG_INPUT)
        if options["write"] and (options["file"] or options["law"] != scenarios.ALL):
            raise CommandError("--write: learns from generated questions of all laws.", returncode=WRONG_INPUT)
        contents = self._questions(options)
        try:
            # Here, since it is not installed where the program runs.
            from exams.bank.tells import measure
        except ModuleNotFoundError as error:
            raise CommandError(
                f"{error.name} is missing: it is installed for development only.", returncode=WRONG_INPUT
            ) from error
        try:
            measured = measure.measure(contents)
        except measure.TooFew as error:
            raise CommandError(f"{len(contents)} questions: {error}.", returncode=WRONG_INPUT) from error
        self._tell(measured, options)
        if options["write"]:
            guesses.write(measure.learn(contents, seed=options["seed"], generator=scenarios.GENERATOR_VERSION))
            self.stdout.write(f"\nKept in {guesses.FILE.name}.")
        missed = list(_missed(measured, options["new"], options["mixed"]))
        if options["hold"] and missed:
            raise CommandError("\n".join(["Missed:", *missed]), returncode=1)

    def _questions(self, options: Mapping[str, Any]) -> list[Content]:
        """Those that have one right option among several that every question words anew."""
        if options["file"]:
            contents = [one for one in _read(options["file"]) if one["kind"] == KIND and options_of(one)]
            self.stdout.write(f"{len(contents)} questions of {options['file']} in which the best ruling is chosen")
            return contents
        each = options["each"] and options["law"] == scenarios.ALL
        contents = []
        for law in scenarios.PROCEDURES if each else (options["law"],):
            try:
                # As many as there are: a narrow law may have fewer different ones.
                with suppress(scenarios.NoMoreQuestionsError):
                    contents.extend(scenarios.generate(law, count=options["count"], seed=options["seed"], kind=KIND))
            except scenarios.UnknownProcedureError as error:
                raise CommandError(f"--law: {error}.", returncode=WRONG_INPUT) from error
        laws = "all laws" if options["law"] == scenarios.ALL else f"Law {options['law']}"
        self.stdout.write(f"{len(contents)} questions, {laws}, seed {options['seed']}")
        return contents

    def _tell(self, measured: Measured, options: Mapping[str, Any]) -> None:
        say = self.stdout.write
        say("\nThe right option guessed from the options alone")
        for way, rate in measured.rates.items():
            say(f"  {way:10} {'too few' if rate is None else f'{rate:.3f}'}  (chance {measured.chance:.3f})")
        say("\nWhich option is right: share by letter, and of the longest and the shortest option")
        say(
            f"  {'law':8}{'questions':>10}  {'  '.join(f'{one:>5}' for one in measured.whole.letters)}  longest  shortest"
        )
        for shares in (*measured.laws, measured.whole):
            say(_row(shares, measured.whole.letters))
        say("\nWords that speak against an option: " + " | ".join(measured.against))
        say("Words that speak for it: " + " | ".join(measured.for_))
        say("\nOptions that stand out, and how many of them are right")
        for name, (borne, right) in measured.signs.items():
            say(f"  {name:10} {borne:5}  {right / borne:.3f}  {(SIGNS[name].__doc__ or '').splitlines()[0]}")
        say("\nWordings that are right far too seldom or too often")
        for law, found in measured.wordings.items():
            for wording, tally in found[: options["wordings"]]:
                say(f"  {law:8}offered {tally.offered:3} times, right {tally.right:3}: {wording}")
            if left := len(found[options["wordings"] :]):
                say(f"  {law:8}and {left} more (--wordings {len(found)})")


def _row(shares: Shares, letters: Mapping[str, float]) -> str:
    told = "  ".join(f"{shares.letters.get(one, 0):5.3f}" for one in letters)
    marked = "  letters outside" if shares.questions >= ENOUGH and _letters_outside(shares) else ""
    name = shares.law or "all"
    return f"  {name:8}{shares.questions:10}  {told}  {shares.longest:7.3f}  {shares.shortest:8.3f}{marked}"


def _letters_outside(shares: Shares) -> list[str]:
    least, most = LETTERS
    return [f"{letter} {share:.3f}" for letter, share in shares.letters.items() if not least <= share <= most]


def _missed(measured: Measured, new: float, mixed: float) -> Iterator[str]:
    """Every target that is missed, in a sentence."""
    for way, rate in measured.rates.items():
        most = mixed if way == "mixed" else new
        if rate is not None and rate > most:
            yield f"  {way}: {rate:.3f} guessed right, at most {most:.2f} wanted."
    least, most = LONGEST
    if not least <= measured.whole.longest <= most:
        yield f"  the longest option is right in {measured.whole.longest:.3f}; {least} to {most} wanted."
    for shares in measured.laws:
        if shares.questions >= ENOUGH and (found := _letters_outside(shares)):
            yield f"  {shares.law}: {', '.join(found)} of the right options; {LETTERS[0]} to {LETTERS[1]} wanted."


def _read(name: str) -> Iterator[Content]:
    """The questions of a file. Refuses what is no question."""
    try:
        lines = Path(name).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"--file: {error}", returncode=WRONG_INPUT) from error
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                content = json.loads(line)
                check(content)
            except (ValueError, BrokenContent) as error:
                raise CommandError(f"{name}, line {number}: {error}", returncode=WRONG_INPUT) from error
            yield content
