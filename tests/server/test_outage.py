"""The credit for the death of a server process: since its last heartbeat, bounded, and never more than was lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sumito.server.outage import DEAD_MS, MOST_MS, credit_ms, credit_name, is_dead

TIMES = st.integers(0, 100_000)


@given(TIMES, TIMES, TIMES)
def test_credit_never_exceeds_the_time_lost(heartbeat_ms: int, turn_started_ms: int, now_ms: int) -> None:
    credit = credit_ms(heartbeat_ms, turn_started_ms, now_ms)
    assert 0 <= credit <= MOST_MS
    assert credit <= max(0, now_ms - heartbeat_ms)
    assert credit <= max(0, now_ms - turn_started_ms)


def test_credit_starts_with_the_last_heartbeat_or_the_turn() -> None:
    assert credit_ms(10_000, 0, 10_700) == 700
    assert credit_ms(10_000, 12_000, 15_000) == 3_000
    assert credit_ms(10_000, 0, 100_000) == MOST_MS


def test_a_quick_return_does_not_use_up_the_credit_for_a_death() -> None:
    assert not is_dead(10_000, 10_000 + DEAD_MS)
    assert is_dead(10_000, 10_001 + DEAD_MS)
    assert credit_name("boot", 10_000, 10_001 + DEAD_MS) == "boot"
    assert credit_name("boot", 10_000, 10_000 + DEAD_MS) != "boot"
