"""Addresses under /api/v1/training/. They are permanent."""

from django.urls import path

from exams.practice.api import exercises, lessons, log, mocks, plans, runs, sheets, today

app_name = "practice-api"
urlpatterns = [
    path("today/", today.Today.as_view(), name="today"),
    path("units/", today.UnitList.as_view(), name="units"),
    path("settings/", today.Settings.as_view(), name="settings"),
    path("erasure/", today.Erasure.as_view(), name="erasure"),
    path("runs/", runs.RunList.as_view(), name="runs"),
    path("runs/<uuid:id>/", runs.RunDetail.as_view(), name="run"),
    path("runs/<uuid:id>/next/", runs.Next.as_view(), name="next"),
    path("exercises/", log.AnsweredList.as_view(), name="exercises"),
    path("exercises/<uuid:id>/", exercises.ExerciseDetail.as_view(), name="exercise"),
    path("exercises/<uuid:id>/answer/", exercises.Answering.as_view(), name="answer"),
    path("exercises/<uuid:id>/another/", exercises.AnotherExercise.as_view(), name="another"),
    path("exercises/<uuid:id>/one-fact/", exercises.OneFact.as_view(), name="one-fact"),
    path("exercises/<uuid:id>/what-ifs/", exercises.WhatIfs.as_view(), name="what-ifs"),
    path("exercises/<uuid:id>/report/", exercises.Reporting.as_view(), name="report"),
    path("answers/", exercises.Outbox.as_view(), name="answers"),
    path("reviews/", log.ReviewList.as_view(), name="reviews"),
    path("forecast/", log.ForecastDetail.as_view(), name="forecast"),
    path("plan/", plans.PlanDetail.as_view(), name="plan"),
    path("plan/days/", plans.PlanDays.as_view(), name="plan-days"),
    path("plan/end/", plans.PlanEnd.as_view(), name="plan-end"),
    path("papers/", mocks.PaperList.as_view(), name="papers"),
    path("mocks/", mocks.MockList.as_view(), name="mocks"),
    path("mocks/<uuid:id>/", mocks.MockDetail.as_view(), name="mock"),
    path("mocks/<uuid:id>/questions/<int:number>/", mocks.Saving.as_view(), name="mock-question"),
    path("mocks/<uuid:id>/hand-in/", mocks.HandIn.as_view(), name="mock-hand-in"),
    path("mocks/<uuid:id>/give-up/", mocks.GiveUp.as_view(), name="mock-give-up"),
    path("lessons/", lessons.LessonList.as_view(), name="lessons"),
    path("lessons/<str:law>/", lessons.LessonDetail.as_view(), name="lesson"),
    path("lessons/<str:law>/questions/", lessons.LessonQuestions.as_view(), name="lesson-questions"),
    path("sheets/", sheets.SheetList.as_view(), name="sheets"),
    path("sheets/<uuid:id>/", sheets.SheetDetail.as_view(), name="sheet"),
    path("findings/", sheets.FindingList.as_view(), name="findings"),
]
