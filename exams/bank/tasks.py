"""Long work of the bank."""

from uuid import UUID

from celery import shared_task

from exams.bank import generation
from exams.bank.upkeep import flags
from exams.bank.upkeep.coverage import ways


@shared_task
def generate_questions(job_id: str) -> None:
    """Do a run of the generator; safe to deliver twice."""
    generation.run(UUID(job_id))


@shared_task
def take_up_lost_generation() -> None:
    """Queue again the runs whose worker died with them."""
    for job_id in generation.lost():
        generate_questions.delay(str(job_id))


@shared_task
def flag_changed_provisions() -> None:
    """Flag the versions that rest on a text of the law that has changed; safe to run twice."""
    flags.flag_changed_provisions()


@shared_task
def try_unseen_ways() -> None:
    """Find out which paths of the engine no drawn table shows, for the page of the coverage; some fifteen seconds."""
    if not ways.unseen_is_known():
        ways.try_unseen()
