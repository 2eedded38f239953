"""The generator makes nothing of paths on which the engine still reads a former text."""

from __future__ import annotations

import datetime as dt
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from exams import scenarios
from exams.bank import generation
from exams.bank.former import Former
from exams.bank.models import GenerationJob, QuestionVersion
from laws.rulings.readers import explore
from tests import factories
from tests.exams.bank.upkeep.conftest import Reword

pytestmark = pytest.mark.django_db

TODAY = timezone.localdate()


def test_a_path_is_refused_from_the_day_of_the_other_wording_on(reword: Reword) -> None:
    reword("27B1(a)", since=TODAY + dt.timedelta(days=30))
    for path in explore("27"):
        rests = any(one == "27B1(a)" or one.startswith("27B1(a)") for one in path.citations)
        assert Former.on(TODAY + dt.timedelta(days=30)).refuses(path) == rests
        assert not Former.on(TODAY + dt.timedelta(days=29)).refuses(path)


def test_a_procedure_is_asked_by_its_other_paths_and_says_what_is_left_out(reword: Reword, alice: User) -> None:
    reword("27B1(a)", since=TODAY)
    job = generation.start(body=factories.body(), actor=alice, procedure="27", count=6, seed=3)
    generation.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.error) == (GenerationJob.Status.DONE, "")
    assert "paths of Law 27 are not asked, because the engine still follows the former text of 27B1(a)." in job.left_out
    made = QuestionVersion.objects.all()
    assert made
    assert not [one for one in made if "27B1(a)" in one.provisions]


def test_a_procedure_all_of_whose_paths_rest_on_it_is_refused_with_a_sentence(
    reword: Reword, alice: User, client: Client
) -> None:
    reword("27", "Another beginning.", since=TODAY)
    with pytest.raises(generation.RunRefused, match="No questions are asked under Law 27"):
        generation.start(body=factories.body(), actor=alice, procedure="27", count=6, seed=3)
    client.force_login(alice)
    sent = {"body": factories.body().pk, "procedure": "27", "kind": "mixed", "count": 5, "seed": 1}
    assert "No questions are asked under Law 27" in client.post(reverse("bank:generate"), sent).content.decode()
    assert not GenerationJob.objects.exists()
    err = StringIO()
    with pytest.raises(CommandError, match="Nothing was generated"):
        call_command("generate", "--procedure", "27", "--dry-run", stderr=err)
    assert "the engine still follows the former text of Law 27" in err.getvalue()


def test_of_all_laws_the_others_are_asked(reword: Reword) -> None:
    reword("27", "Another beginning.", since=TODAY)
    former = Former.on(TODAY)
    made = list(scenarios.generate("all", count=40, seed=2, refuses=former.refuses))
    assert len(made) == 40
    assert not [one for one in made if one["receipt"]["path"].split("/")[0] == "27"]
    assert [*former.sentences("all")]
