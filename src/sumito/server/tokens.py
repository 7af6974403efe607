"""Secret tokens, their hashes, and the public ids of games."""

from __future__ import annotations

import hashlib
import secrets
import string
from typing import Final

_BASE62: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase
_ID_LENGTH: Final = 10  # 59 bits, so that nobody finds a game by guessing


def new_session_token() -> str:
    """Return a random session id of 256 bits. Only its hash is stored."""
    return secrets.token_urlsafe(32)


def new_invitation_token() -> str:
    """Return the random secret of an invitation, of 128 bits. Only its hash is stored."""
    return secrets.token_urlsafe(16)


def token_hash(token: str) -> bytes:
    """Return the SHA-256 of a token. Tokens are random, so the hash needs no salt."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def is_game_id(text: str) -> bool:
    """Return whether a text has the form of the id of a game."""
    return len(text) == _ID_LENGTH and text.isascii() and text.isalnum()


def new_game_id() -> str:
    """Return a random public id of a game."""
    return "".join(secrets.choice(_BASE62) for _ in range(_ID_LENGTH))
