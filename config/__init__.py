"""The project: settings, addresses, workers, the embedded database. It may import every app; no app imports it."""

# Loaded with Django, so that `shared_task` finds the application and its broker in every process.
from config.celery import app as celery_app

__all__ = ["celery_app"]
