"""Call the modules of the web app under Node."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from typing import Any, Final

from conftest import REPOSITORY
from sumito import BLACK, WHITE, Dialect
from web.test_units import node

ANSWERS: Final = REPOSITORY / "tests/web/core_answers.mjs"
DIALECTS: Final = {Dialect.ABA_PRO: "aba_pro", Dialect.NACRE: "nacre", Dialect.PLAYSTRATEGY: "playstrategy"}
PLAYERS: Final = (BLACK, WHITE)


def answers(questions: Sequence[dict[str, object]]) -> list[Any]:
    """Return the answers of the web app's modules."""
    command = [node(), str(ANSWERS), (REPOSITORY / "src/sumito").as_uri().removeprefix("file://")]
    done = subprocess.run(command, input=json.dumps(questions), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout)
    assert len(found) == len(questions)
    return found


def plain(value: object) -> Any:  # noqa: ANN401 - what JSON makes of it
    return json.loads(json.dumps(value))
