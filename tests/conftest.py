"""Set-up shared by every test."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Reproducible and unhurried: the machines that run this are shared.
settings.register_profile("project", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("project")

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
