"""The number of examples that Hypothesis tries: few in `make test`, many in `make test-long`."""

import os

from hypothesis import settings

LARGE = os.environ.get("SUMITO_HYPOTHESIS") == "large"
LEAST = 25


def examples(number: int) -> settings:
    """Return the settings of a property that tries `number` examples in the long tests, and a quarter in the others."""
    return settings(max_examples=number if LARGE else max(min(LEAST, number), number // 4))
