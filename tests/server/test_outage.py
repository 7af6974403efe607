"""The credit for the death of a server process: since its last heartbeat, bounded, and never more than was lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sumito.play.commands import Credit
from sumito.play.events import TimeCredit
from sumito.server.outage import DEAD_MS, MOST_MS, Outage, credit_ms, credit_name, is_dead

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


def test_credits_of_an_outage_follow_each_other_without_a_gap() -> None:
    outage = Outage("boot", 10_000)
    first = outage.credit([], 40_000)
    assert first == Credit("boot since 10000", 35_000)  # with five seconds for players to come back
    log = [TimeCredit(40_000, first.boot, first.ms)]
    assert outage.credit(log, 40_000) is None
    second = outage.credit(log, 70_000)
    assert second == Credit("boot since 40000", 30_000)
    log.append(TimeCredit(70_000, second.boot, second.ms))
    assert outage.credit(log, 71_000) == Credit("boot since 70000", 1_000)
    assert outage.credit(log, 69_000) is None  # the clock of the machine was set back


def test_only_credits_of_the_same_outage_count() -> None:
    log = [TimeCredit(40_000, "boot", 1_000), TimeCredit(41_000, "other since 9000", 1_000)]
    assert Outage("boot", 10_000).credit(log, 42_000) == Credit("boot since 10000", 37_000)
    # The same server, later: it has lived meanwhile.
    assert Outage("other", 50_000).credit(log, 60_000) == Credit("other since 50000", 15_000)
