"""`manage.py confirm_wording`: record that the engine's procedures were read or written anew beside a published wording."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from laws import confirming
from laws.editing.confirming import confirm_as_programmer, procedures
from laws.editing.rules import keeper_of
from laws.models import Edition


class Command(BaseCommand):
    """For the programmer who has read the procedures of an installation beside what its editors have published."""

    help = (
        "Record that the procedures hold under wordings that editors have published here. Without a text it lists those "
        "that are not confirmed. For the shipped digest see confirm_procedures."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The texts as they are listed; who and why go on record."""
        parser.add_argument("texts", nargs="*", metavar="TEXT", help="as listed: 27B1(a)")
        parser.add_argument("--edition", default="duplicate-2017", help="default: duplicate-2017")
        parser.add_argument("--by", help="the email address of the account of the person who has read them")
        parser.add_argument("--reason", default="", help="what was read or written anew")

    def handle(self, *, texts: list[str], edition: str, by: str | None, reason: str, **options: Any) -> None:
        """List, or record each."""
        kept = Edition.objects.filter(slug=edition).first()
        if kept is None:
            raise CommandError(f"There is no edition {edition}.")
        found = confirming.moved(edition)
        if not texts:
            for one in found:
                laws = ", ".join(procedures(one)) or "no law"
                self.stdout.write(f"{one.text} from {one.first_day}: procedures of {laws}")
            if not found:
                self.stdout.write("The engine follows the law as published here, for every day.")
            return
        actor = User.objects.filter(email=by or "", is_active=True).first()
        keeper = keeper_of(kept)
        if actor is None:
            raise CommandError("--by: expected the email address of an account here.")
        if keeper is None:
            raise CommandError(f"Nobody maintains {edition} here, so nobody changes it.")
        if unknown := set(texts) - {one.text for one in found}:
            raise CommandError(f"{', '.join(sorted(unknown))}: not among those that are not confirmed.")
        for one in found:
            if one.text not in texts:
                continue
            try:
                confirm_as_programmer(actor=actor, body=keeper.body, edition=kept, wording=one, reason=reason)
            except ValidationError as refused:
                raise CommandError("--reason: " + " ".join(refused.messages)) from refused
            self.stdout.write(f"{one.text} from {one.first_day}: confirmed")
