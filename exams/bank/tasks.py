"""Long work of the bank."""

from uuid import UUID

from celery import shared_task

from exams.bank import generation


@shared_task
def generate_questions(job_id: str) -> None:
    """Do a run of the generator; safe to deliver twice."""
    generation.run(UUID(job_id))


@shared_task
def take_up_lost_generation() -> None:
    """Queue again the runs whose worker died with them."""
    for job_id in generation.lost():
        generate_questions.delay(str(job_id))
