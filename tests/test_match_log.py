"""The log of a match, its terms and its phrases: JSON, replay, and what is refused."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from match_table import BEGIN_MS, DAY, MINUTE, Table
from sumito import BLACK, LAYOUTS, WHITE, Board, Color, Rules, TimeControl
from sumito.play import PHRASES, CommandError, Match, Terms, commands, events
from sumito.play.commands import OfferDraw, Resign
from sumito.play.events import KINDS, Event, Topic
from sumito.play.refusal import RefusalCode

EXAMPLES: list[tuple[Event, dict[str, object]]] = [
    (events.Start(1), {"k": "start", "at": 1}),
    (events.FlagFall(1), {"k": "flag", "at": 1}),
    (events.TimeCredit(1, "boot", 2), {"k": "credit", "at": 1, "boot": "boot", "ms": 2}),
    (events.PlayedMove(1, BLACK, "a1b2"), {"k": "move", "at": 1, "p": "black", "m": "a1b2"}),
    (events.PlayedMove(1, BLACK, "a1b2", 40), {"k": "move", "at": 1, "p": "black", "m": "a1b2", "lag": 40}),
    (events.Resignation(1, WHITE), {"k": "resign", "at": 1, "p": "white"}),
    (events.Offer(1, WHITE, Topic.DRAW), {"k": "offer", "at": 1, "p": "white", "of": "draw"}),
    (events.Agreement(1, WHITE, Topic.TAKEBACK), {"k": "agree", "at": 1, "p": "white", "of": "takeback"}),
    (events.Decline(1, WHITE, Topic.REMATCH), {"k": "decline", "at": 1, "p": "white", "of": "rematch"}),
    (events.TimeGift(1, WHITE, 15), {"k": "gift", "at": 1, "p": "white", "ms": 15}),
    (events.Cancellation(1, WHITE), {"k": "abort", "at": 1, "p": "white"}),
    (events.Claim(1, WHITE, False), {"k": "claim", "at": 1, "p": "white", "draw": False}),
    (events.Dismissal(1, WHITE, Color.BLUE), {"k": "dismiss", "at": 1, "p": "white", "who": "blue"}),
    (events.Remark(1, WHITE, "wow"), {"k": "say", "at": 1, "p": "white", "say": "wow"}),
    (events.Departure(1, WHITE), {"k": "leave", "at": 1, "p": "white"}),
    (events.Arrival(1, WHITE), {"k": "return", "at": 1, "p": "white"}),
]


@pytest.mark.parametrize(("event", "data"), EXAMPLES, ids=[event.kind for event, _ in EXAMPLES])
def test_the_json_form_of_an_event_is_stable(event: Event, data: dict[str, object]) -> None:
    assert event.to_json() == data
    assert Event.from_json(json.loads(json.dumps(data))) == event


def test_every_kind_has_an_example() -> None:
    assert {data["k"] for _, data in EXAMPLES} == set(KINDS)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "an event must be an object"),
        ({}, "unknown kind of event: None"),
        ({"k": "castle", "at": 1}, "unknown kind of event: 'castle'"),
        ({"k": ["start"], "at": 1}, "unknown kind of event"),
        ({"k": "start"}, "event 'start': no field 'at'"),
        ({"k": "start", "at": 1, "p": "black"}, "event 'start': unknown field 'p'"),
        ({"k": "start", "at": -1}, "event 'start': at: expected a whole number"),
        ({"k": "start", "at": True}, "event 'start': at: expected a whole number"),
        ({"k": "resign", "at": 1, "p": "puce"}, "event 'resign': p: 'puce' is not a Color"),
        ({"k": "move", "at": 1, "p": "black", "m": 5}, "event 'move': m: expected a text"),
        ({"k": "claim", "at": 1, "p": "black", "draw": 0}, "event 'claim': draw: expected true or false"),
        ({"k": "offer", "at": 1, "p": "black", "of": "tea"}, "event 'offer': of: 'tea' is not a Topic"),
    ],
)
def test_json_that_is_no_event_is_refused(data: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        Event.from_json(data)


def test_eighty_plies_take_less_than_8_kb() -> None:
    table = Table(Terms(control=TimeControl.total(10 * MINUTE)), moves=0)
    while len(table.match.board.history) < 80:
        moves = list(table.match.board.legal_moves)
        move = moves[len(table.match.log) * 7 % len(moves)]
        table.move(table.match.board.format_move(move), after=3_000, lag_ms=120)
    stored = [json.dumps(event.to_json(), separators=(",", ":")) for event in table.match.log]
    assert len(json.dumps(table.match.terms.to_json())) + sum(map(len, stored)) < 8_000
    assert Match.replay(table.match.terms, map(Event.from_json, map(json.loads, stored))) == table.match


def test_matches_with_other_terms_or_events_are_unequal() -> None:
    table = Table()
    assert table.match == Match.replay(table.match.terms, table.match.log)
    assert table.match != Match.replay(table.match.terms, table.match.log[:-1])
    assert table.match != Match.replay(Terms(), table.match.log)
    assert table.match != "a match"


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (events.Start(BEGIN_MS), "the match has begun"),
        (events.PlayedMove(BEGIN_MS, WHITE, "i5h5"), "the player is not to move"),
        (events.PlayedMove(BEGIN_MS, BLACK, "a1a2"), "illegal move"),
        (Event(BEGIN_MS), "not an event"),
    ],
)
def test_an_event_that_does_not_fit_changes_nothing(event: Event, message: str) -> None:
    table = Table(moves=0)
    before = Match.replay(table.match.terms, table.match.log)
    with pytest.raises(ValueError, match=message):
        table.match.apply(event)
    assert table.match == before


def test_no_move_before_the_start() -> None:
    with pytest.raises(ValueError, match="the player is not to move"):
        Match.replay(Terms(), [events.PlayedMove(BEGIN_MS, BLACK, "a1b2")])


def test_a_match_ends_once() -> None:
    table = Table()
    table.do(OfferDraw(BLACK))
    table.do(Resign(BLACK))
    before = Match.replay(table.match.terms, table.match.log)
    for event, _ in EXAMPLES:
        if not isinstance(event, events.Remark) and getattr(event, "topic", None) is not Topic.REMATCH:
            with pytest.raises(ValueError, match="the match is over"):
                table.match.apply(event)
    assert table.match == before


def test_repr_says_the_state() -> None:
    table = Table()
    assert repr(Match(Terms())) == "<Match of 2 players, version 0, before the start>"
    assert repr(table.match) == "<Match of 2 players, version 3, goes on>"
    table.do(Resign(BLACK))
    assert repr(table.match) == "<Match of 2 players, version 4, ended: resignation>"


# ---- terms


def test_the_default_terms() -> None:
    terms = Terms()
    assert (terms.start, terms.layout) == (Board().position(), "standard")
    assert not terms.takebacks
    assert terms.watchers
    assert terms.premove_ms == 100
    assert not terms.is_correspondence


def test_a_start_has_a_layout_only_if_named() -> None:
    start = Board("belgian-daisy").position()
    assert Terms(start=start).layout is None
    assert Terms(start=start, layout="Belgian Daisy").layout == "belgian-daisy"
    assert Terms(layout="belgian-daisy").start == start


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "terms: expected an object"),
        ({"color": "black"}, "color: no such field of terms"),
        ({"start": 5}, "start: expected str"),
        ({"start": "xyz"}, "start: not a position"),
        ({"start": "5/6/7/8/9/8/7/6/5"}, "start: not a position to play, no marbles"),
        ({"start": "sssss/6/7/8/9/8/7/6/SSSSS 0 6 b"}, "start: the game is over"),
        ({"layout": "belgian_dasy"}, "layout: no such layout"),
        ({"layout": 3}, "layout: expected str"),
        ({"layout": "standard", "start": Board("snakes").position()}, "layout: standard is not the start position"),
        ({"rules": None}, "rules: expected an object"),
        ({"rules": {"marbles": 3}}, "marbles: no such field of rules"),
        ({"rules": {"marbles_to_eject": 0}}, "rules: marbles_to_eject must be"),
        ({"control": {"kind": "sand"}}, "control: 'sand' is not a ClockKind"),
        ({"control": {"kind": "total", "time_ms": 999}}, "control: at least 1000 ms"),
        ({"control": {"kind": "total", "time_ms": DAY}}, "control: total is shorter than a day"),
        ({"control": {"kind": "shared", "time_ms": DAY}}, "control: shared is shorter than a day"),
        ({"control": {"kind": "total", "time_ms": MINUTE, "increment_ms": DAY}}, "control: an increment or a delay"),
        ({"control": {"kind": "total", "time_ms": MINUTE, "delay_ms": DAY}}, "control: an increment or a delay"),
        ({"control": {"kind": "per_move", "time_ms": DAY + 1}}, "control: a move by correspondence has 1 to 14"),
        ({"control": {"kind": "per_move", "time_ms": 15 * DAY}}, "control: a move by correspondence has 1 to 14"),
        ({"takebacks": 1}, "takebacks: expected bool"),
        ({"watchers": "yes"}, "watchers: expected bool"),
        ({"premove_ms": True}, "premove_ms: expected int"),
        ({"premove_ms": -1}, "premove_ms: must be from 0 to 1000"),
        ({"premove_ms": 1001}, "premove_ms: must be from 0 to 1000"),
        ({"appointment_ms": 1.5}, "appointment_ms: expected int"),
        ({"appointment_ms": -1, "control": {"kind": "total", "time_ms": MINUTE}}, "appointment_ms: must be at least 0"),
        ({"appointment_ms": 1}, "appointment_ms: a match by correspondence or without a clock"),
        ({"appointment_ms": 1, "control": {"kind": "per_move", "time_ms": DAY}}, "appointment_ms: a match by corr"),
    ],
)
def test_bad_terms_are_refused_by_the_name_of_the_field(data: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        Terms.from_json(data)


def test_parts_of_terms_have_their_types() -> None:
    with pytest.raises(ValueError, match=r"^rules: expected Rules"):
        Terms(rules={})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^control: expected TimeControl"):
        Terms(control={})  # type: ignore[arg-type]


CONTROLS = st.one_of(
    st.just(TimeControl.untimed()),
    st.builds(TimeControl.total, st.integers(1_000, DAY - 1), increment_ms=st.integers(0, 60_000)),
    st.builds(TimeControl.total, st.integers(1_000, DAY - 1), delay_ms=st.integers(0, 60_000)),
    st.builds(TimeControl.per_move, st.integers(1_000, DAY - 1)),
    st.builds(TimeControl.per_move, st.integers(1, 14).map(DAY.__mul__)),
    st.builds(TimeControl.shared, st.integers(1_000, DAY - 1)),
)
ALL_TERMS = st.builds(
    Terms,
    layout=st.sampled_from(sorted(LAYOUTS)),
    rules=st.builds(Rules, marbles_to_eject=st.integers(1, 6), ply_cap=st.integers(0, 300)),
    control=CONTROLS,
    takebacks=st.booleans(),
    watchers=st.booleans(),
    premove_ms=st.integers(0, 1_000),
)


@given(ALL_TERMS)
def test_terms_survive_json(terms: Terms) -> None:
    assert Terms.from_json(json.loads(json.dumps(terms.to_json()))) == terms


def test_the_json_form_of_terms_is_stable() -> None:
    assert Terms(control=TimeControl.total(MINUTE, increment_ms=1_000)).to_json() == {
        "start": "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 0 1",
        "layout": "standard",
        "rules": {
            "marbles_to_eject": 6,
            "repetition": 3,
            "ply_cap": 0,
            "quiet_cap": 0,
            "adjudication": "draw",
            "blocked": "loses",
        },
        "control": {"kind": "total", "time_ms": 60_000, "increment_ms": 1_000, "delay_ms": 0},
        "takebacks": False,
        "watchers": True,
        "premove_ms": 100,
        "appointment_ms": None,
    }


@pytest.mark.parametrize(
    ("control", "first_move", "gift", "claim"),
    [
        (TimeControl.untimed(), 30 * DAY, None, 7 * DAY),
        (TimeControl.total(MINUTE), 30_000, 15_000, 30_000),
        (TimeControl.total(20 * MINUTE), 30_000, 15_000, 2 * MINUTE),
        (TimeControl.total(120 * MINUTE), 30_000, 15_000, 5 * MINUTE),
        (TimeControl.per_move(20_000), 30_000, 15_000, 30_000),
        (TimeControl.shared(15 * MINUTE), 30_000, None, 90_000),
        (TimeControl.per_move(2 * DAY), 2 * DAY, DAY, None),
    ],
)
def test_times_that_follow_from_the_control(
    control: TimeControl, first_move: int, gift: int | None, claim: int | None
) -> None:
    terms = Terms(control=control)
    assert (terms.first_move_ms, terms.gift_ms, terms.claim_after_ms) == (first_move, gift, claim)


def test_a_match_by_appointment_begins_at_its_time_and_waits_longer_for_the_first_move() -> None:
    match = Match(Terms(control=TimeControl.total(MINUTE), appointment_ms=5_000))
    with pytest.raises(CommandError) as refusal:
        match.decide(commands.Begin(), 4_999)
    assert refusal.value.code is RefusalCode.TOO_EARLY
    assert match.can("black", at_ms=4_999) == ("abort",)
    (start,) = match.decide(commands.Begin(), 5_000)
    match.apply(start)
    assert match.deadline_ms == 5_000 + 5 * MINUTE
    assert Terms.from_json(match.terms.to_json()) == match.terms


# ---- phrases


def test_phrases_are_ends_of_message_names() -> None:
    assert 15 <= len(PHRASES) <= 25
    assert len(set(PHRASES)) == len(PHRASES)
    for phrase in PHRASES:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", phrase)
    assert {"good_luck", "well_played", "rematch", "have_to_go", "thanks"} <= set(PHRASES)


def test_players_can_be_given_as_text() -> None:
    assert Resign("Black") == Resign(Color.BLACK)  # type: ignore[arg-type]
