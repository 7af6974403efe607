"""The socket protocol of online games: the messages of both sides, as types. `PROTOCOL` names their version.

Times are whole milliseconds since 1970, by the clock of the server. Players are numbers of seats, in the order of play.
docs/online-protocol.md describes who sends what, and when.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, json

PROTOCOL: Final = "sumito.1"
"""The name of the subprotocol. A server refuses a socket that asks for another one."""


ClientNumber: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""A number that a client chooses. JavaScript has no other whole numbers."""


class _Message(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """A message has its type in the field `t`."""


class _Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a message."""


# ---- commands of players


class Move(_Part, frozen=True, tag_field="kind", tag="move"):
    """Play a move."""

    move: str
    """In Aba-Pro notation."""


class Phrase(_Part, frozen=True, tag_field="kind", tag="phrase"):
    """Say a set phrase."""

    phrase: str


class Resign(_Part, frozen=True, tag_field="kind", tag="resign"):
    """Resign."""


class OfferDraw(_Part, frozen=True, tag_field="kind", tag="offer_draw"):
    """Offer a draw."""


class AcceptDraw(_Part, frozen=True, tag_field="kind", tag="accept_draw"):
    """Accept a draw."""


class DeclineDraw(_Part, frozen=True, tag_field="kind", tag="decline_draw"):
    """Decline a draw."""


class AskTakeback(_Part, frozen=True, tag_field="kind", tag="ask_takeback"):
    """Ask to take back one's last move."""


class AcceptTakeback(_Part, frozen=True, tag_field="kind", tag="accept_takeback"):
    """Accept a takeback."""


class DeclineTakeback(_Part, frozen=True, tag_field="kind", tag="decline_takeback"):
    """Decline a takeback."""


class AddTime(_Part, frozen=True, tag_field="kind", tag="add_time"):
    """Give the opponents more time."""


class Abort(_Part, frozen=True, tag_field="kind", tag="abort"):
    """Abort the game before its second ply."""


class ClaimWin(_Part, frozen=True, tag_field="kind", tag="claim_win"):
    """Claim the win after the opponents have left."""


class ClaimDraw(_Part, frozen=True, tag_field="kind", tag="claim_draw"):
    """Claim a draw after the opponents have left."""


class Dismiss(_Part, frozen=True, tag_field="kind", tag="dismiss"):
    """Let the absent player to move leave a game of several players."""


class OfferRematch(_Part, frozen=True, tag_field="kind", tag="offer_rematch"):
    """Offer another game."""


class AcceptRematch(_Part, frozen=True, tag_field="kind", tag="accept_rematch"):
    """Accept another game."""


class DeclineRematch(_Part, frozen=True, tag_field="kind", tag="decline_rematch"):
    """Decline another game."""


PlayerCommand: TypeAlias = (
    Move
    | Phrase
    | Resign
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | AskTakeback
    | AcceptTakeback
    | DeclineTakeback
    | AddTime
    | Abort
    | ClaimWin
    | ClaimDraw
    | Dismiss
    | OfferRematch
    | AcceptRematch
    | DeclineRematch
)


# ---- from the client


class Watch(_Message, frozen=True, tag="watch"):
    """Subscribe to a game."""

    game: str
    version: ClientNumber | None
    """The version that the client has; None if it has none."""


class Leave(_Message, frozen=True, tag="leave"):
    """End the subscription of a game."""

    game: str


class AskState(_Message, frozen=True, tag="state"):
    """Ask for the whole game."""

    game: str


class Do(_Message, frozen=True, tag="do"):
    """Send a command. The client repeats it until it is answered."""

    game: str
    id: ClientNumber
    """The client's number of the command."""
    version: ClientNumber
    """The version that the player saw."""
    do: PlayerCommand


class Ping(_Message, frozen=True, tag="ping"):
    """Ask for the time and the versions of the client's games."""

    n: ClientNumber
    games: dict[str, ClientNumber]


class Lobby(_Message, frozen=True, tag="lobby"):
    """Start or stop following the open seeks."""

    on: bool
    several: bool = False
    """Whether the client also plays games of several players. Others do not see those seeks."""


class FollowYours(_Message, frozen=True, tag="yours"):
    """Start or stop following the own games and seeks."""

    on: bool


ClientMessage: TypeAlias = Watch | Leave | AskState | Do | Ping | Lobby | FollowYours


# ---- from the server


class Seat(_Part, frozen=True):
    """A player's seat."""

    color: str
    name: str
    """In English; empty if the seat is free."""
    guest: int | None
    """The number of a guest; None if the seat is free."""
    you: bool
    here: bool
    """Whether the player is connected."""
    claim_at: int | None
    """When the others can claim the game, or dismiss this player, because this player is away."""
    left: bool | UnsetType = UNSET
    """Whether the player has left a game that the others play on; unset if the game has two players."""


class Leaving(_Part, frozen=True):
    """A player who has left a game of several players because of a resignation, time or absence.

    Those without marbles or moves leave by the rules, and are not listed.
    """

    seat: int
    ply: int
    """The number of moves before."""
    cause: str
    """resignation, time or absence."""


class Control(_Part, frozen=True):
    """A time control."""

    kind: str
    time_ms: int
    increment_ms: int
    delay_ms: int


class GameTerms(_Part, frozen=True):
    """The terms of a game."""

    start: str
    layout: str | None
    rules: dict[str, bool | int | str]
    control: Control
    takebacks: bool
    watchers: bool
    appointment_ms: int | None
    """When the game begins, if its seats are taken by then; None for at once."""


class ClockState(_Part, frozen=True):
    """The clock at the server's time `at`."""

    remaining: tuple[int, ...]
    running: int | None
    at: int
    delay_left: int


class Offers(_Part, frozen=True):
    """The players who offer a draw or a rematch, or ask for a takeback."""

    draw: tuple[int, ...]
    takeback: tuple[int, ...]
    rematch: tuple[int, ...]


class GameOutcome(_Part, frozen=True):
    """The end of a game."""

    termination: str
    winners: tuple[int, ...]


class SaidPhrase(_Part, frozen=True):
    """A phrase that a player said."""

    seat: int
    phrase: str
    version: int


class Game(_Message, frozen=True, tag="game"):
    """A game, without its first `from_ply` moves. A client with a version of at least `base` has these moves."""

    game: str
    version: int
    base: int
    from_ply: int
    moves: tuple[str, ...]
    status: str
    """waiting, playing or over."""
    seats: tuple[Seat, ...]
    clock: ClockState | None
    turn: int
    offers: Offers
    deadline: int | None
    """When the player to move loses or leaves, or when the game is aborted if not every player has moved."""
    can: tuple[str, ...]
    """The kinds of commands that the receiver can send now."""
    outcome: GameOutcome | None
    rematch: str | None
    """The id of the next game."""
    phrases: tuple[SaidPhrase, ...]
    watchers: int
    terms: GameTerms | UnsetType = UNSET
    """Only with the whole game."""
    leavings: tuple[Leaving, ...] | UnsetType = UNSET
    """All of them, in their order; unset if the game has two players."""


class Done(_Message, frozen=True, tag="done"):
    """The command is stored."""

    game: str
    id: int
    version: int


class Refused(_Message, frozen=True, tag="refused"):
    """The command was refused. The client has the words for the code, and its own core explains an illegal move."""

    game: str
    id: int
    version: int
    code: str


class Current(_Message, frozen=True, tag="current"):
    """The client has the current version."""

    game: str
    version: int


class Pong(_Message, frozen=True, tag="pong"):
    """The answer to a ping."""

    n: int
    now: int
    games: dict[str, int]


class Gone(_Message, frozen=True, tag="gone"):
    """There is no such game, or the client may not see it."""

    game: str


class SeatPresence(_Part, frozen=True):
    """The presence of a player."""

    here: bool
    claim_at: int | None


class Presence(_Message, frozen=True, tag="presence"):
    """Players or watchers have come or gone."""

    game: str
    version: int
    seats: tuple[SeatPresence, ...]
    watchers: int


class Seeker(_Part, frozen=True):
    """A guest who looks for a game of several players."""

    guest: int
    color: str | None
    """The colour that the guest wants; None for any."""
    you: bool


class Seek(_Part, frozen=True):
    """A game that somebody looks for, or several who wait for more."""

    id: int
    """To accept it; if it is yours, to withdraw it."""
    guest: int
    """The number of the guest who looks for it; of several, the one who waits longest."""
    yours: bool
    """Whether the receiver looks for it, alone or with others."""
    terms: GameTerms
    color: str | None
    """The colour that the guest wants; None for any."""
    seekers: tuple[Seeker, ...] | UnsetType = UNSET
    """Those who look for it, who waits longest first; unset if the game has two players."""
    players: int | UnsetType = UNSET
    """The number of players that the game needs; unset if it has two."""


class Seeks(_Message, frozen=True, tag="seeks"):
    """All open seeks, the oldest first."""

    seeks: tuple[Seek, ...]


class YourGame(_Part, frozen=True):
    """A running game of the receiver."""

    game: str
    status: str
    """waiting or playing."""
    your_turn: bool
    deadline: int | None
    color: str
    """The colour of the receiver."""
    ply: int
    layout: str | None
    opponents: tuple[int | None, ...]
    """The numbers of the other guests, partners included, in the order of play; None for a free seat."""
    appointment: int | None


class Yours(_Message, frozen=True, tag="yours"):
    """The running games of the receiver, those with the own turn first, and the open seeks."""

    games: tuple[YourGame, ...]
    seeks: tuple[Seek, ...]


class Stopping(_Message, frozen=True, tag="stopping"):
    """The server is about to stop. The client reconnects."""


ServerMessage: TypeAlias = Game | Done | Refused | Current | Pong | Gone | Presence | Seeks | Yours | Stopping

encode: Final = json.Encoder().encode
decode_client: Final = json.Decoder(ClientMessage).decode
decode_server: Final = json.Decoder(ServerMessage).decode
