"""Looking after processes that a test started or killed."""

import time
from collections.abc import Iterable

import psutil


def lives(process: psutil.Process) -> bool:
    """Whether it still runs. A zombie does not: nobody may be there to bury it."""
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def wait_until_gone(processes: Iterable[psutil.Process], seconds: float = 20) -> list[psutil.Process]:
    """Those that still live after that time."""
    deadline = time.monotonic() + seconds
    alive = [process for process in processes if lives(process)]
    while alive and time.monotonic() < deadline:
        time.sleep(0.05)
        alive = [process for process in alive if lives(process)]
    return alive
