"""manage.py generate: stage questions from the rules engine and put them into a body's bank."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.models import Body
from exams import scenarios
from exams.bank.content import BrokenContent, Content, check
from exams.bank.former import Former
from exams.bank.services import stage_generated
from laws.editing.regulations import told_in_a_record

WRONG_INPUT = 2


class Command(BaseCommand):
    """Generate questions for one procedure of the laws, or for all of them."""

    help = "Generate questions from the rules engine and hand them to a body's examiners for review."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--procedure", required=True, help=f"The procedure to ask about, such as 27, or {scenarios.ALL}."
        )
        kinds = ", ".join(scenarios.KINDS)
        parser.add_argument(
            "--kind",
            default=scenarios.MIX,
            help=f"One kind of question ({kinds}), {scenarios.PAIR} for pairs with one fact changed, or {scenarios.MIX} (the "
            "default).",
        )
        parser.add_argument("--count", type=int, default=20, help="How many questions (20).")
        parser.add_argument("--seed", type=int, default=1, help="The same seed gives the same questions (1).")
        parser.add_argument("--body", help="Whose bank, by its name in addresses (qba); by default HOME_BODY's.")
        output = parser.add_mutually_exclusive_group()
        output.add_argument("--dry-run", action="store_true", help="Generate and check, but store nothing.")
        output.add_argument(
            "--paths",
            action="store_true",
            help="Say which paths of the procedure become questions, and why others do not.",
        )
        output.add_argument(
            "--thrown-out",
            action="store_true",
            help="Say how many stories of the procedure are thrown out as nothing that players would do, and by which check.",
        )
        output.add_argument("--json", action="store_true", help="Print the questions, one a line, and store nothing.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit code 2 and one sentence for input that cannot be used; nothing is stored then."""
        if options["count"] < 1:
            raise CommandError("--count: expected a number from 1.", returncode=WRONG_INPUT)
        try:
            if options["paths"]:
                self._tell_paths(options["procedure"])
                return
            if options["thrown_out"]:
                self._tell_thrown_out(options["procedure"])
                return
            wanted = {name: options[name] for name in ("count", "seed", "kind")}
            body = None if options["json"] or options["dry_run"] else _body(options["body"])
            laid_down = told_in_a_record(body, timezone.localdate(timezone=body.zone)) if body else None
            former = Former.on(body.today() if body else timezone.localdate())
            for sentence in former.sentences(options["procedure"]):
                self.stderr.write(sentence)
            if former.whole(options["procedure"]):
                raise CommandError("Nothing was generated.", returncode=WRONG_INPUT)
            asking = scenarios.generate(
                options["procedure"], **wanted, regulations=laid_down, refuses=former.refuses if former else None
            )
            made = _as_many_as_there_are(asking) if former else list(asking)
            if options["json"]:
                self._print(made)
            elif body is None:
                self._try(made)
            else:
                self._store(made, body)
        except (scenarios.UnknownProcedureError, scenarios.UnknownKindError, LookupError, BrokenContent) as error:
            raise CommandError(str(error), returncode=WRONG_INPUT) from error

    def _tell_paths(self, procedure: str) -> None:
        found = [scenarios.covering(law) for law in _laws(procedure)]
        for one in found:
            self.stdout.write(f"Law {one.procedure:3} {one.asked} of {one.paths} paths become questions")
            for reason, count in one.never.items():
                self.stdout.write(f"    {count} never: {reason}")
            for theme in one.unseen:
                self.stdout.write(f"    no generated table shows {theme}")
        paths, asked = sum(one.paths for one in found), sum(one.asked for one in found)
        never, unseen = sum(sum(one.never.values()) for one in found), sum(len(one.unseen) for one in found)
        self.stdout.write(f"{asked} of {paths} paths; {never} never, each with its reason; {unseen} on no drawn table")

    def _tell_thrown_out(self, procedure: str) -> None:
        found = [scenarios.thrown_out(law) for law in _laws(procedure)]
        every: Counter[str] = Counter()
        for one in found:
            every += Counter(one.by_check)
            self.stdout.write(
                f"Law {one.procedure:3} {sum(one.by_check.values())} of {one.told} stories are thrown out"
            )
            for name, count in Counter(one.by_check).most_common():
                self.stdout.write(f"    {count} {name}")
        if len(found) > 1:
            told = sum(one.told for one in found)
            self.stdout.write(f"{every.total()} of {told} stories of all laws are thrown out")
            for name, count in every.most_common():
                self.stdout.write(f"    {count} {name}")

    def _print(self, made: Sequence[Content]) -> None:
        for content in made:
            check(content)
            self.stdout.write(json.dumps(content, ensure_ascii=False, sort_keys=True))

    def _try(self, made: Sequence[Content]) -> None:
        for content in made:
            check(content)
        different = len({content["fingerprint"] for content in made})
        self.stdout.write(f"{len(made)} generated and checked, {different} different; nothing stored.")

    def _store(self, made: Sequence[Content], body: Body) -> None:
        staged = stage_generated(body=body, contents=made)
        self.stdout.write(
            f"{len(staged.versions)} questions wait for review at {body.name}; {staged.duplicates} were already there."
        )


def _laws(procedure: str) -> Sequence[str]:
    """The laws that are meant by a procedure, or by all of them."""
    laws = tuple(scenarios.PROCEDURES) if procedure == scenarios.ALL else (procedure,)
    if unknown := set(laws) - set(scenarios.PROCEDURES):
        raise scenarios.UnknownProcedureError(
            f"no scenarios for procedure {min(unknown)!r}; there are {', '.join(scenarios.PROCEDURES)}"
        )
    return laws


def _as_many_as_there_are(asking: Iterator[Content]) -> list[Content]:
    """The questions until there are no more: where paths are left out, fewer may be left than were asked for."""
    made: list[Content] = []
    with suppress(scenarios.NoMoreQuestionsError):
        made.extend(asking)
    return made


def _body(slug: str | None) -> Body:
    """The body of that slug; when none is named the installation's home body, or the only one there is."""
    known = {body.slug: body for body in Body.objects.order_by("slug")}
    if slug is None:
        slug = next(iter(known)) if len(known) == 1 else settings.HOME_BODY
    if slug not in known:
        raise CommandError(
            f"--body: expected one of {', '.join(known) or '(there is no body yet)'}.", returncode=WRONG_INPUT
        )
    return known[slug]
