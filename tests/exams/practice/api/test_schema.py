"""The training room's API answers as the OpenAPI schema promises, and the schema says all of it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings as django_settings

from accounts.models import Role
from exams.calls import api as calls
from exams.courses.api import urls as courses
from exams.papers.models import Blueprint
from exams.practice import exercises, mocks
from exams.practice.api.urls import urlpatterns
from exams.practice.exercises import Somebody
from exams.practice.models import Learner
from exams.practice.queue import Wanted
from laws.api.schema import openapi
from tests import factories, promises
from tests.exams.practice.api.conftest import key_of

TOKEN = "c" * 32


def test_every_address_is_in_it_and_says_what_may_be_wrong() -> None:
    paths = {path: ways for path, ways in openapi()["paths"].items() if path.startswith("/api/v1/training/")}
    assert len(paths) == len(urlpatterns) + len(calls.urlpatterns) + len(courses.urlpatterns)
    names = []
    for ways in paths.values():
        for method, told in ways.items():
            names.append(told["operationId"])
            assert told["summary"] and told["tags"] == ["Training"]
            more = {"409", "413", "415", "422"} if method == "post" else set()
            assert {"200", "400", "403", "404", "429", *more} <= set(told["responses"]), told["operationId"]
            for parameter in told.get("parameters", ()):
                assert parameter.get("description"), (told["operationId"], parameter["name"])
            if method == "get":
                assert re.fullmatch(r"(list|get)_[a-z_]+", told["operationId"])
    assert len(names) == len(set(names))


def test_every_field_is_described() -> None:
    components = openapi()["components"]["schemas"]
    names = (
        "Today Unit Learner LearnerChange Erasure PracticeQuestion Exercise Asked Explained Answer LaterAnswer Taken WhatIf "
        "PracticeRun Wanted Answered LoggedReview Forecast MarkToday Plan NewPlan PlanDay PaperToSit Mock MockDetail "
        "MockQuestion SaveAnswer Sheet NewSheet Finding Lesson LessonDetail LessonTable ToldBranch LessonChart LessonEnd "
        "LessonMove SimulatedCall CallDetail UnderWay CallJudgement ReplayRow Evening BeginCall Press Course CourseDetail "
        "NewCourse CourseChange Assignment NewAssignment AssignmentDone CourseProgress OwnPart CourseInvitation "
        "NewInvitation InvitedPeople Roster RosterTold RosterLine SealedRoster LearnerLine LearnerProgress Removal "
        "ClassProgress Attended AttendanceTold EnteredAttendance EndedTutor Invited InvitationAnswer Consent Left"
    )
    for name in names.split():
        fields = components[name]["properties"].items()
        assert [field for field, told in fields if "description" not in told and "$ref" not in told] in (
            [],
            ["links"],
        ), name


@pytest.mark.django_db
def test_answers_are_as_promised(learner: Learner, paper: Blueprint, settings: Any) -> None:
    """To somebody who practises, is in a mock exam, and examines."""
    settings.API_RATES = {"anon": "100000/min", "user": "100000/min"}
    factories.person("Ruth", Role.EXAMINER, at=factories.body("Northern Rivers Bridge"))
    first, _second = exercises.ahead(exercises.start(Somebody(learner), Wanted(deck="due")), 2)
    exercises.answer(first.pk, key_of(first), sure=True)
    mocks.begin(learner, paper)
    key = factories.browser(learner.person).cookies[django_settings.SESSION_COOKIE_NAME].value
    promises.are_kept(
        "^/api/v1/training/",
        requests=5,
        dear={"BeginCall": 1},
        cookies={django_settings.SESSION_COOKIE_NAME: key, django_settings.CSRF_COOKIE_NAME: TOKEN},
        headers={"X-CSRFToken": TOKEN},
    )
