"""Addresses of the training room."""

from django.urls import path

from exams.practice import forecast_views, lesson_views, log_views, mock_views, plan_views, sheet_views, views

app_name = "practice"

urlpatterns = [
    path("", views.home, name="home"),
    path("start/", views.begin, name="start"),
    path("run/<uuid:run_id>/", views.go_on, name="run"),
    path("table/<uuid:exercise_id>/", views.exercise, name="exercise"),
    path("table/<uuid:exercise_id>/what-if/", views.what_if, name="what_if"),
    path("table/<uuid:exercise_id>/another/", views.another, name="another"),
    path("table/<uuid:exercise_id>/report/", views.report, name="report"),
    path("table/<uuid:exercise_id>/one-fact/", views.one_fact, name="one_fact"),
    path("sheets/", sheet_views.home, name="sheets"),
    path("sheets/<uuid:sheet_id>/questions.pdf", sheet_views.questions, name="sheet_questions"),
    path("sheets/<uuid:sheet_id>/rulings.pdf", sheet_views.rulings, name="sheet_rulings"),
    path("plan/", plan_views.plan, name="plan"),
    path("plan/end/", plan_views.end, name="plan_end"),
    path("plan.ics", plan_views.calendar, name="plan_calendar"),
    path("lessons/", lesson_views.home, name="lessons"),
    path("lessons/<str:law>/", lesson_views.lesson, name="lesson"),
    path("lessons/<str:law>/questions/", lesson_views.questions, name="lesson_questions"),
    path("mock/", mock_views.home, name="mocks"),
    path("mock/start/", mock_views.begin, name="mock_start"),
    path("mock/<uuid:mock_id>/", mock_views.mock, name="mock"),
    path("mock/<uuid:mock_id>/<int:number>/", mock_views.question, name="mock_question"),
    path("mock/<uuid:mock_id>/hand-in/", mock_views.hand_in, name="mock_hand_in"),
    path("mock/<uuid:mock_id>/give-up/", mock_views.give_up, name="mock_give_up"),
    path("forecast/", forecast_views.forecast, name="forecast"),
    path("forecast/weeks/", forecast_views.weeks, name="forecast_weeks"),
    path("findings/", log_views.findings, name="findings"),
    path("history/", log_views.history, name="history"),
    path("history/reviews.csv", log_views.reviews_csv, name="reviews_csv"),
    path("due.apkg", log_views.anki_package, name="anki_package"),
    path("settings/", log_views.settings, name="settings"),
    path("settings/delete/", log_views.delete, name="delete"),
]
