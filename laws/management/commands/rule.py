"""`manage.py rule FILE [--json]`, `--check PATH` and `--facts LAW`: the rules engine from the command line.

FILE holds a table record, a story, a ruling case, or a list of cases (YAML or JSON). Exit code 0: ruled, or every case passed;
1: a case failed, or could not be read; 2: something else could not be read, with the field and what is expected there.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final

import yaml
from django.core.management.base import BaseCommand, CommandError

from laws.auction_words import in_text
from laws.cases.comparing import Verdict, check
from laws.cases.files import read_path, read_text
from laws.cases.vocabulary import BESIDE, Outcomes, Vocabulary, in_a_case, vocabulary
from laws.diagrams import auction
from laws.diagrams.ruled import of_record, of_story
from laws.rulings.case import Asked, Doubted
from laws.rulings.contrasts import untaken
from laws.rulings.coverage import coverage, editions_with_procedures
from laws.rulings.effects import ACTIONS, RIGHTS
from laws.rulings.facts import Fact, answer_words
from laws.rulings.readers import COMPARABLE_FINDINGS, rule
from laws.rulings.record import parse_record
from laws.rulings.ruling import Ruling
from laws.rulings.schema import RECORD_SCHEMA, RULING_SCHEMA
from laws.rulings.speech import speech
from laws.rulings.story.course import Course
from laws.rulings.story.form import parse_story
from laws.rulings.story.found import refuse_unused as refuse_unused_of_story
from laws.rulings.story.schema import STORY_SCHEMA
from laws.rulings.story.walk import course
from laws.rulings.unused import not_used, refuse_unused
from laws.rulings.words import NOBODY, fill

SCHEMAS: Final = {"record": RECORD_SCHEMA, "story": STORY_SCHEMA, "ruling": RULING_SCHEMA}


class Command(BaseCommand):
    """Rule on a record, or check ruling cases."""

    help = "Rule on a table record (YAML or JSON), or check ruling cases and print what they cover."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One file to rule on, or a path to check."""
        parser.add_argument(
            "file", nargs="?", help="a record, a story, a case or a list of cases; - for standard input"
        )
        parser.add_argument("--json", action="store_true", help="print the ruling as JSON")
        parser.add_argument("--check", metavar="PATH", help="check every case in a file or folder")
        parser.add_argument("--uncovered", action="store_true", help="with --check: list each path that no case takes")
        parser.add_argument(
            "--facts", metavar="LAW", help="what the procedure of a law asks and decides: for writing a case"
        )
        parser.add_argument(
            "--edition",
            help="with --check: tell the coverage of this edition only, not of every one; with --facts: whose procedure",
        )
        parser.add_argument("--schema", choices=tuple(SCHEMAS), help="print a JSON Schema and stop")

    def handle(self, *args: Any, **options: Any) -> None:
        """Dispatch; every fault of the input ends with code 2 and nothing written."""
        try:
            if options["schema"]:
                self.stdout.write(json.dumps(SCHEMAS[options["schema"]], indent=2, ensure_ascii=False))
            elif options["check"]:
                self._check(Path(options["check"]), list_uncovered=options["uncovered"], edition=options["edition"])
            elif options["facts"]:
                self._tell_vocabulary(vocabulary(options["facts"], options["edition"] or "duplicate-2017"))
            elif options["file"]:
                self._rule(options["file"], as_json=options["json"])
            else:
                raise CommandError("name a FILE to rule on, --check PATH or --facts LAW", returncode=2)
        except OSError as error:
            raise CommandError(f"{error.filename} cannot be read: {error.strerror}", returncode=2) from error
        except (ValueError, yaml.YAMLError) as error:
            raise CommandError(str(error), returncode=2) from error

    def _rule(self, name: str, *, as_json: bool) -> None:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        data = yaml.safe_load(text)
        if isinstance(data, dict) and "story" in data and "id" not in data:
            story = parse_story(data)
            walked = course(story)
            refuse_unused_of_story(story, walked)
            if not as_json:
                self._draw(of_story(story, walked))
            self._rule_on_story(name, walked, as_json=as_json)
            return
        if isinstance(data, list) or (isinstance(data, dict) and "id" in data):
            cases, faults = read_text(name, text)
            if faults:
                raise CommandError("\n".join(map(str, faults)), returncode=2)
            rulings = [(f"{case.id} {part.label}".strip(), rule(part.record)) for case in cases for part in case.parts]
        else:
            rulings = [(name, rule(parse_record(data)))]
            refuse_unused(rulings[0][1])
        if not rulings:
            raise CommandError(f"{name}: an empty list; expected a record, a case or a list of cases", returncode=2)
        if as_json:
            found = [_as_dict(ruling) for _, ruling in rulings]
            self.stdout.write(
                json.dumps(
                    found[0] if len(found) == 1 and not isinstance(data, list) else found, indent=2, ensure_ascii=False
                )
            )
            return
        for title, ruling in rulings:
            if ruling.situation and ruling.situation.record.auction:
                self._draw(of_record(ruling.situation.record, ruling))
            self._tell(title, ruling)

    def _draw(self, diagram: Mapping[str, Any]) -> None:
        """The auction as it happened, if there were calls."""
        if diagram["calls"]:
            self.stdout.write(in_text(auction(diagram)))
            self.stdout.write("")

    def _rule_on_story(self, name: str, found: Course, *, as_json: bool) -> None:
        """The rulings of a story in their order, and what they leave."""
        if as_json:
            self.stdout.write(json.dumps(found.as_dict(), indent=2, ensure_ascii=False))
            return
        for ruled in found.rulings:
            self._tell(f"{name}, entry {ruled.at}", ruled.ruling, of_story=True)
        told = found.as_dict()
        self.stdout.write(f"Legal auction: {', '.join(told['auction']) or 'no call yet'}")
        for player, extent in told["must_pass"].items():
            self.stdout.write(f"{player} must pass: {extent}")
        for player, at in told["leads"].items():
            self.stdout.write(f"{player}'s first lead may be restricted: entry {at}")
        for look in found.looks:
            self.stdout.write(f"After play: {look.words} ({look.provision}, entry {look.at})")

    def _tell(self, title: str, ruling: Ruling, *, of_story: bool = False) -> None:
        self.stdout.write(self.style.MIGRATE_HEADING(f"{title}: Law {ruling.procedure}, {ruling.title}"))
        for step in ruling.steps:
            if isinstance(step, Asked):
                assumed = f" (taken for granted: {step.assumed})" if step.assumed else ""
                self.stdout.write(
                    f"  {step.provision:12} {ruling.words(step.fact.question)} {answer_words(step.value)}{assumed}"
                )
            elif isinstance(step, Doubted):
                self.stdout.write(f"  {step.provision:12} ~~ {ruling.words(step.words)}.")
            else:
                self.stdout.write(f"  {step.provision:12} -> {ruling.words(step.effect.words)}.")
        if ruling.pending:
            self.stdout.write(f"  {ruling.pending.provision:12} ?? {ruling.words(ruling.pending.fact.question)}")
        if not of_story and (unused := not_used(ruling)):  # a story tells the whole board, not what one ruling needs
            self.stdout.write(f"\n  Was not used: {', '.join(unused)}")
        spoken = speech(ruling)
        own = f"\n  For you: {spoken.notes}" if spoken.notes else ""
        self.stdout.write(f"\n  Say: {spoken.text}{own}\n  Receipt: {ruling.receipt()['path']}\n")

    def _tell_vocabulary(self, known: Vocabulary) -> None:
        rule = known.rule
        self.stdout.write(self.style.MIGRATE_HEADING(f"Law {rule.id}, {rule.title} ({rule.edition})"))
        if rule.declared.seats is not None:
            self.stdout.write(f"\nThe record names: {' and '.join(rule.declared.seats.needed)}")
        for words, facts in (
            ("Asked; `findings` may answer", known.asked),
            ("Matters only where it happened; the usual answer comes first", known.incidental),
        ):
            self.stdout.write(f"\n{words}:")
            for fact in facts:
                self._tell_fact(fact)
        if {fact.id for fact in known.asked} & {*COMPARABLE_FINDINGS}:
            told = " | ".join(COMPARABLE_FINDINGS)
            self.stdout.write(
                f"  comparable: {told}\n      The result of Law 23A at once, where the meanings are not told"
            )
        self.stdout.write(
            f"\nOutcomes, for `expect` and `absent`; beside its own keys each may have {', '.join(BESIDE)}:"
        )
        for name, keys in known.decided.items():
            told = "".join(f", {key}: {_choices(key, values)}" for key, values in keys.items())
            self.stdout.write(f"  {{outcome: {name}{told}}}")
        rights = {str(name): words for name, words in RIGHTS.items()}
        self._tell_words("Rights and duties, as `to`", known.decided, "to", rights)
        actions = {str(name): words for name, words in ACTIONS.items()}
        self._tell_words("What the Director does, as `what`", known.decided, "what", actions)

    def _tell_fact(self, fact: Fact) -> None:
        values = sorted(fact.values, key=lambda value: (value != fact.default, str(value)))
        self.stdout.write(f"  {fact.id}: {' | '.join(map(_written, values))}")
        chooses = f" ({NOBODY.get(fact.who, fact.who)} chooses)" if fact.who else ""
        self.stdout.write(f"      {fill(fact.question, NOBODY)}{chooses}")

    def _tell_words(self, title: str, decided: Outcomes, key: str, words: Mapping[str, str]) -> None:
        """The words for what stands under a key, each with the outcomes that can have it."""
        names: dict[str, list[str]] = {}
        for name, keys in decided.items():
            for value in keys.get(key, ()):
                if value in words:
                    names.setdefault(value, []).append(name)
        if names:
            self.stdout.write(f"\n{title}:")
        for value, found in sorted(names.items()):
            self.stdout.write(f"  {value} ({', '.join(found)})\n      {fill(words[value], NOBODY)}")

    def _check(self, path: Path, *, list_uncovered: bool, edition: str | None) -> None:
        editions = editions_with_procedures()
        if edition is not None and edition not in editions:
            raise CommandError(f"unknown edition {edition!r}; expected {', '.join(editions)}", returncode=2)
        cases, faults = read_path(path)
        if not cases and not faults:
            raise CommandError(f"{path}: no cases in it; expected *.yaml files with lists of cases", returncode=2)
        verdicts = [check(case) for case in cases]
        for fault in faults:
            self.stdout.write(f"{fault.place}: UNREADABLE {fault.case or 'file'}: {fault.words}")
        for verdict in verdicts:
            for fault in verdict.faults:
                self.stdout.write(f"{fault.place}: {_label(verdict)} {fault.case}: {fault.words}")
        disputed = [verdict.case.id for verdict in verdicts if verdict.case.disputed]
        if disputed:
            self.stdout.write(f"Disputed (the sources allow another reading): {', '.join(disputed)}")
        rulings = [ruling for verdict in verdicts for ruling in verdict.rulings.values()]
        gaps = sum(
            self._tell_coverage(rulings, slug, list_uncovered=list_uncovered)
            for slug in ([edition] if edition is not None else editions)
        )
        passed = sum(verdict.passed for verdict in verdicts)
        unreadable = len({(fault.place.partition(":")[0], fault.case or fault.place) for fault in faults})
        self.stdout.write(f"{gaps} paths that neither a case nor a generated table takes")
        told = f" ({unreadable} could not be read, with {len(faults)} faults)" if faults else ""
        self.stdout.write(f"{passed} passed, {len(verdicts) - passed + unreadable} failed{told}")
        if gaps or faults or any(not verdict.passed and not verdict.case.judgement for verdict in verdicts):
            sys.exit(1)

    def _tell_coverage(self, rulings: list[Ruling], edition: str, *, list_uncovered: bool) -> int:
        """Print the coverage of an edition; the number of paths that neither a case nor a generated table takes."""
        self.stdout.write(self.style.MIGRATE_HEADING(edition))
        items = coverage(rulings, edition)
        for item in items:
            uncited = f"; provisions no case rests on: {', '.join(item.uncited)}" if item.uncited else ""
            self.stdout.write(f"Law {item.procedure:3} {item.title}: {item.words}{uncited}")
            for why, number in item.impossible:
                self.stdout.write(f"    impossible ({number}): {why}")
            for path in item.gaps:
                self.stdout.write(f"    neither: {path.receipt()['path']}")
            if list_uncovered:
                for path in item.untouched:
                    self.stdout.write(f"    no case: {path.receipt()['path']}")
        return sum(len(item.gaps) for item in items)


def _as_dict(ruling: Ruling) -> dict[str, Any]:
    unused = not_used(ruling)
    return {**ruling.as_dict(untaken(ruling)), **({"not_used": unused} if unused else {})}


def _written(value: Any) -> str:
    """An answer as YAML has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _choices(key: str, values: Collection[Any]) -> str:
    """What a case may write under a key of an outcome; rights and actions stand in lists of their own."""
    return "see below" if key in ("to", "what") and set(values) & {*RIGHTS, *ACTIONS} else in_a_case(key, values)


def _label(verdict: Verdict) -> str:
    return "judgement" if verdict.case.judgement else "FAILED"
