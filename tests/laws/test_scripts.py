"""The written scripts of calls to the table are what the assistant says now, and can be said in under a minute."""

from __future__ import annotations

from django.conf import settings

from laws.management.commands.scripts import scripts, seconds, spoken, told

LONGEST = 55


def test_the_written_scripts_are_what_the_assistant_says() -> None:
    written = (settings.BASE_DIR / "docs" / "scripts.md").read_text("utf-8")
    assert written == scripts(), "manage.py scripts --write"


def test_no_table_is_talked_to_for_a_minute() -> None:
    for one in told():
        for stage in one["stages"]:
            said = spoken(one["law"], stage["answers"])
            assert 0 < seconds(said.now) <= LONGEST, (one["title"], stage["when"])
