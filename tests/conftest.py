"""Set-up shared by every test."""

import gc
import logging
import os
import shutil
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
import structlog
from hypothesis import HealthCheck, settings

from effort import LARGE

# Reproducible, and without deadlines, because the test machines are shared.
for name, number in (("quick", 40), ("large", 300)):
    settings.register_profile(
        name, max_examples=number, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
    )
settings.load_profile("large" if LARGE else "quick")

# Commands use the language of the system. In the tests it is always English.
os.environ["LC_ALL"] = "C.UTF-8"

# No test touches the games of the person who runs it.
os.environ["SUMITO_DATA"] = tempfile.mkdtemp(prefix="sumito-tests-")

REPOSITORY = Path(__file__).resolve().parents[1]


def pytest_sessionstart() -> None:
    """Check which native module is loaded, so that a sanitizer run does not silently test the normal build."""
    import sumito._native

    if expected := os.environ.get("SUMITO_EXPECT_IN"):
        file = Path(sumito._native.__file__ or "").resolve()
        if not file.is_relative_to(Path(expected).resolve()):
            pytest.exit(f"expected the native module in {expected}, loaded {file}", returncode=4)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Search for no garbage during the collection, nor later among the collected: they are 300,000 objects."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_unconfigure() -> None:
    """Let the end of Python find the garbage again: else the bindings report leaks."""
    gc.unfreeze()


@pytest.fixture(autouse=True)
def default_logs() -> Iterator[None]:
    """Forget the log that a command has configured: it writes to the captured output of its test."""
    yield
    if structlog.is_configured():
        structlog.reset_defaults()
        logging.basicConfig(handlers=[], force=True)


def pytest_sessionfinish() -> None:
    """Remove the data folder of the tests."""
    shutil.rmtree(os.environ["SUMITO_DATA"], ignore_errors=True)


@pytest.fixture
def repository() -> Path:
    return REPOSITORY
