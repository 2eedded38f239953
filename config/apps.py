"""What must exist before the first request or task."""

from pathlib import Path

from django.apps import AppConfig
from django.conf import settings


class ProjectConfig(AppConfig):
    """The project itself, as the app that brings pages, styles and commands belonging to no single room."""

    name = "config"

    def ready(self) -> None:
        """Make the folder of the demo's broker; Kombu expects to find it."""
        if settings.CELERY_BROKER_URL.startswith("filesystem://"):
            Path(settings.BROKER_DIR).mkdir(mode=0o700, parents=True, exist_ok=True)
