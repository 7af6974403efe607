"""Set-up shared by every test."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from effort import LARGE

# Reproducible, and without deadlines: the machines that run this are shared.
for name, number in (("quick", 40), ("large", 300)):
    settings.register_profile(
        name, max_examples=number, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
    )
settings.load_profile("large" if LARGE else "quick")

# Commands speak the system's language; here it is English, wherever the tests run.
os.environ["LC_ALL"] = "C.UTF-8"

REPOSITORY = Path(__file__).resolve().parents[1]


def pytest_sessionstart() -> None:
    """A sanitizer run that silently tests the normal build is worse than none: check which file is loaded."""
    import sumito._native

    if expected := os.environ.get("SUMITO_EXPECT_IN"):
        file = Path(sumito._native.__file__ or "").resolve()
        if not file.is_relative_to(Path(expected).resolve()):
            pytest.exit(f"expected the native module in {expected}, loaded {file}", returncode=4)


@pytest.fixture
def repository() -> Path:
    return REPOSITORY
