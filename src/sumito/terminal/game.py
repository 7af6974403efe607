"""The game at a terminal: people who type in turn, or people against the computer."""

from __future__ import annotations

import os
import re
import shlex
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final, TextIO

from sumito.core import WHITE, Direction, MoveKind
from sumito.engine import LEVELS, Level
from sumito.learn.catalogue import catalogue
from sumito.learn.coach import warning
from sumito.learn.reasons import explain
from sumito.terminal.computers import Computers, first_level, typed_level_for
from sumito.terminal.console import Console, program
from sumito.terminal.failures import InputError, file_problem, one_line, quoted
from sumito.terminal.game_file import GameFile, cause_of_leaving, player_tag
from sumito.terminal.screen import GameScreen
from sumito.terminal.thinker import Thinker
from sumito.terminal.typed_moves import NoMoveError, TypedError, explain_typed

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from contextlib import AbstractContextManager

    from sumito.core import Board, Color, Move
    from sumito.engine import Analysis
    from sumito.learn.catalogue import Catalogue
    from sumito.learn.sentence import Value
    from sumito.terminal.board_text import Look

# The commands as the help page shows them, each with the message that describes it.
_HELP: Final = {
    "moves": "terminal.help.moves",
    "why c3-c5 NW": "terminal.help.why",
    "hint": "terminal.help.hint",
    "level 4": "terminal.help.level",
    "undo": "terminal.help.undo",
    "board": "puzzle.help_board",
    "flip": "terminal.help.flip",
    "draw": "terminal.help.draw",
    "resign": "terminal.help.resign",  # another message with several players
    "new": "terminal.help.new",
    "save FILE.apgn": "terminal.help.save",
    "help": "terminal.help.help",
    "quit": "terminal.help.quit",
}
_KINDS: Final = ("explain.ejects", "term.sumito", "explain.in_line", "explain.broadside")
_SHORT: Final = {"q": "quit", "exit": "quit", "h": "help", "?": "help"}
_MOVE_LIKE: Final = re.compile(r"[a-z]\d", re.ASCII | re.IGNORECASE)


class TerminalGame:
    """A game that reads lines from one stream, and writes boards and text to another.

    `computers` are the players that the computer plays, each with its level. With `coach`, a person's moves that give a
    marble away to the computer need a confirmation. The command words are English in every language. `options` is added
    to the command that continues the game later, such as ` --lang pl`.
    """

    def __init__(
        self,
        board: Board,
        source: TextIO,
        out: TextIO,
        look: Look,
        file: GameFile | None = None,
        *,
        computers: Mapping[Color, Level] | None = None,
        coach: bool = False,
        thinker: Thinker | None = None,
        words: Catalogue | None = None,
        options: str = "",
    ) -> None:
        self.board = board
        self._file = file or GameFile()
        self._words = words or catalogue("en")
        self._console = Console(source, out)
        self._options = options
        self._look = look
        self._screen = GameScreen(self._console, look, self._words)
        self._computers = Computers(computers or {})
        self._screen.orientation = 3 if self._persons() == [WHITE] and len(board.players) == 2 else 0
        self._coach = coach
        self._warned = -1  # the number of plies at the last warning: there is one a move
        self._thinker = thinker or Thinker()
        self._thinking_shown = False
        self._commands = {
            "help": self._help,
            "moves": self._moves,
            "hint": self._hint,
            "think": self._think,
            "friend": self._friend,
            "undo": self._undo,
            "board": self._show,
            "flip": self._flip,
            "draw": self._draw,
            "resign": self._resign,
            "new": self._new,
        }
        self._with_argument = {
            "why": self._why,
            "save": self._save,
            "level": self._set_level,
            "thinking": self._set_thinking,
        }

    def run(self) -> int:
        """Play until `quit`, the end of the input, or Ctrl-C at a prompt. Return the exit code.

        Raises:
            InputError: the record's name cannot be the name of a file.
            OSError: the record cannot be written.
        """
        self._console.complete(self._completions)
        self._file.check(self.board)
        self._file.keep(self.board, self._engine_names())
        try:
            self._reply()
            self._console.tell(" ".join((self._players(), *self._teams(), self._how_to_start())))
            self._console.say("")
            self._show()
            while self._step():
                pass
        except (EOFError, KeyboardInterrupt):
            self._console.say("")
        self._leave()
        return 0

    # ---- text

    def _say(self, message: str, **parameters: Value) -> str:
        return self._words.say(message, **parameters)

    def _tell(self, message: str, **parameters: Value) -> None:
        self._console.tell(self._say(message, **parameters))

    def _notation(self, text: str) -> str:
        return self._words.notation(text)

    def _players(self) -> str:
        return self._computers.text(self.board, self._words)

    def _teams(self) -> list[str]:
        """Return the sentence that names the teams, if there are teams."""
        if not self._has_teams():
            return []
        (player, partner), (enemy, other) = self.board.sides
        return [self._say("terminal.teams", player=player, partner=partner, enemy=enemy, other=other)]

    def _has_teams(self) -> bool:
        return len(self.board.sides) < len(self.board.players)

    def _how_to_start(self) -> str:
        if self._abandoned():
            return self._how()
        example = self._example()
        if example is None:
            return self._say("terminal.start.over")
        return self._say("terminal.start", move=self._notation(example))

    def _example(self) -> str | None:
        """Return a move that a person can play, as text; None if nobody can play on."""
        moves = sorted(self._open_moves(), key=lambda move: (-len(move.cells), move.kind is MoveKind.BROADSIDE, move))
        return self.board.format_move(moves[0]) if moves else None

    def _show(self) -> None:
        self._screen.show(self.board, self._computers)

    # ---- players

    def _completions(self) -> list[str]:
        return [*self._command_names(), *map(self.board.format_move, self._open_moves())]

    def _open_moves(self) -> Collection[Move]:
        """Return the moves that a person can play now."""
        return () if self._abandoned() else self.board.legal_moves

    def _command_names(self) -> list[str]:
        return [*self._commands, *self._with_argument, "quit"]

    def _engine_names(self) -> dict[str, str]:
        """Return the tags of a record that name the computer."""
        return {player_tag(color): level.name for color, level in self._computers.levels.items()}

    def _reply(self) -> None:
        """Let the computer play until a person is to move. It stops when the last person has left."""
        while self.board.outcome is None and self.board.turn in self._computers.levels and self._persons():
            self._reply_once(self._computers.levels[self.board.turn])

    def _persons(self) -> list[Color]:
        """Return the people who have not left."""
        return [color for color in self.board.active if color not in self._computers.levels]

    def _abandoned(self) -> bool:
        """Return whether the game could go on, but all people have left it."""
        return self.board.outcome is None and not self._persons()

    def _reply_once(self, level: Level) -> None:
        board = self.board
        with self._thinker.hurry, self._waiting():
            move = self._thinker.move(board, level.id)
        if self._thinking_shown and self._thinker.thoughts is not None:
            shown = self._screen.show_variations(board, self._thinker.thoughts)
            if move not in shown:
                text = self._notation(board.format_move(move))
                self._tell("terminal.not_best", move=text, level=level.number)
            self._console.say("")
        board.play(move)
        self._keep()

    def _waiting(self) -> AbstractContextManager[None]:
        return self._console.waiting(self._say("play.thinking"), f"({self._say('terminal.hurry')})")

    # ---- moves and commands

    def _step(self) -> bool:
        """Ask for a line and obey it. Return False to leave the game."""
        line = self._console.ask(self._prompt())
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        name = _SHORT.get(word.lower(), word.lower())
        if not line:
            self._show()
        elif name in self._with_argument:
            self._with_argument[name](rest)
        elif rest and name in self._command_names():
            self._tell("terminal.no_argument", command=self._notation(word), text=self._notation(quoted(rest)))
        elif name == "quit":
            self._offer_to_save()
            return False
        elif name in self._commands:
            self._commands[name]()
        else:
            self._play(line)
        return True

    def _prompt(self) -> str:
        if self.board.outcome is not None or self._abandoned():
            return self._say("terminal.prompt.over")
        # In colour the sign would have the colour of the text, not of the marble.
        sign = "" if self._look.colored else f" {self._notation(self._look.symbol(self.board.turn))}"
        message = "terminal.prompt" if len(self.board.players) == 2 else "several.prompt"
        return self._say(message, player=self.board.turn, marble=sign)

    def _play(self, line: str) -> None:
        try:
            explanation = explain_typed(self.board, line)
        except TypedError as error:
            self._misread(line, error)
            return
        if self._abandoned():
            self._tell("terminal.abandoned")
        elif explanation.move is None:
            self._tell("puzzle.illegal", why=self._screen.explanation_text(explanation))
        elif self._is_meant(explanation.move):
            self.board.play(explanation.move)
            self._changed()
        else:
            self._console.say("")
            self._show()

    def _is_meant(self, move: Move) -> bool:
        """Ask before a move that gives a marble away, once a move. Return whether to play it."""
        plies = len(self.board.history)
        if not self._coach or not self._computers.levels or self._warned == plies:
            return True
        careful = warning(self.board, move)
        if careful is None:
            return True
        self._warned = plies
        after = self.board.copy()
        after.play(move)
        self._screen.show_marked(after, careful.marks)
        self._console.tell(self._screen.explanation_text(careful))
        return self._agrees("terminal.coach.anyway")

    def _misread(self, line: str, error: TypedError) -> None:
        """Explain a line that is neither a move nor a command."""
        problem = error.text(self._words)
        if _MOVE_LIKE.match(line) and self._abandoned():  # the problem may name moves, and nobody can play them
            self._console.tell(self._how())
            return
        if _MOVE_LIKE.match(line):
            self._console.tell(f"{problem} {self._how()}" if isinstance(error, NoMoveError) else problem)
            return
        word = line.partition(" ")[0]
        near = get_close_matches(word.lower()[:20], self._command_names(), n=1)
        if near and word.upper() not in Direction.__members__:
            how = self._say("terminal.did_you_mean", command=self._notation(near[0]))
        else:
            how = self._how()
        self._console.tell(f"{self._say('terminal.unknown', text=self._notation(quoted(line)))} {how}")

    def _how(self) -> str:
        example = self._example()
        if example is None:
            why = "terminal.abandoned" if self._abandoned() else "refusal.game_over"
            return f"{self._say(why)} {self._say('terminal.start.over')}"
        return self._say("terminal.how", move=self._notation(example))

    # ---- commands

    def _help(self) -> None:
        page = dict(_HELP)
        self._tell("terminal.help.move")
        if self._has_teams():
            self._tell("terminal.help.team")
            page["resign"] = "terminal.help.resign.team"
        elif len(self.board.players) > 2:
            page["resign"] = "terminal.help.resign.several"
        self._tell("terminal.help.cell")
        self._tell("terminal.help.commands")
        self._console.table(
            (self._notation(command), self._say(message, **self._level_numbers())) for command, message in page.items()
        )

    def _moves(self) -> None:
        board = self.board
        texts: dict[str, list[str]] = {kind: [] for kind in _KINDS}
        for move in board.legal_moves:
            if board.is_sumito(move):
                kind = "explain.ejects" if board.is_ejection(move) else "term.sumito"
            else:
                kind = f"explain.{move.kind}"
            texts[kind].append(board.format_move(move))
        self._console.table(
            (self._say(kind), self._notation(" ".join(sorted(moves)))) for kind, moves in texts.items() if moves
        )
        self._tell("terminal.moves", n=len(board.legal_moves))

    def _why(self, rest: str) -> None:
        if not rest:
            self._tell("terminal.why")
            return
        try:
            explanation = explain_typed(self.board, rest)
        except TypedError as error:
            problem = error.text(self._words)
            how = self._say("terminal.why")
            self._console.tell(f"{problem} {how}" if isinstance(error, NoMoveError) else problem)
            return
        why = self._screen.explanation_text(explanation)
        if explanation.move is not None:
            self._tell("terminal.legal", move=self._notation(self.board.format_move(explanation.move)), why=why)
        else:
            self._tell("puzzle.illegal", why=why)
        self._screen.show_marked(self.board, explanation.marks)

    def _hint(self) -> None:
        if self._over():
            return
        with self._thinker.hurry, self._waiting():
            move = self._thinker.hint(self.board)
        why = self._screen.explanation_text(explain(self.board, move.cells, move.direction))
        self._tell("terminal.hint", move=self._notation(self.board.format_move(move)), why=why)

    def _think(self) -> None:
        if self._over():
            return
        with self._thinker.hurry, self._waiting():
            analysis: Analysis = self._thinker.think(self.board)
        self._screen.show_variations(self.board, analysis)

    def _set_thinking(self, rest: str) -> None:
        state = rest.lower()
        if state not in ("on", "off"):
            self._tell("terminal.thinking.how")
            return
        self._thinking_shown = state == "on"
        self._tell(f"terminal.thinking.{state}")

    def _level_numbers(self) -> dict[str, Value]:
        """Return the lowest and the highest number of a level, for messages."""
        return {"least": first_level(self.board).number, "most": len(LEVELS)}

    def _set_level(self, rest: str) -> None:
        try:
            level = typed_level_for(self.board, rest.lower())
        except ValueError:
            text = self._say("terminal.level.how", **self._level_numbers())
            if len(self.board.players) > 2:
                text = f"{text} {self._players()}"
            elif self._computers.levels:
                (now,) = self._computers.levels.values()
                text = f"{text} {self._say('terminal.level.now', level=now.number)}"
            self._console.tell(text)
            return
        if self._computers.levels:
            self._computers = Computers(dict.fromkeys(self._computers.levels, level))
        else:
            self._computers = Computers.against(self.board, self.board.turn, level)
        self._console.tell(self._players())
        self._keep()

    def _friend(self) -> None:
        self._computers = Computers({})
        self._console.tell(self._players())
        self._keep()

    def _undo(self) -> None:
        outcome = self.board.outcome
        if outcome is not None and self.board.reopen():
            self._tell(f"terminal.undo.{outcome.termination}")
            self._changed()
            return
        # The replies of the computer go with the player's move.
        back = self.board.copy()
        taken: list[str] = []
        causes: list[str] = []  # of players who come back
        while True:
            before = back.copy()
            try:
                move = back.undo()
            except IndexError:
                self._tell("terminal.undo.none")
                return
            if move is None:
                causes.append(cause_of_leaving(before))
            else:
                taken.append(back.format_move(move))
            if back.turn not in self._computers.levels:
                break
        for _ in (*taken, *causes):
            self.board.undo()
        if taken:
            self._tell("terminal.undone", moves=self._notation(" ".join(reversed(taken))))
        for cause in causes:
            self._tell(f"terminal.undo.{cause}")
        self._changed()

    def _flip(self) -> None:
        self._screen.orientation = 3 - self._screen.orientation
        self._console.say("")
        self._show()

    def _new(self) -> None:
        if self.board.outcome is None and not self._abandoned():
            self._tell("terminal.new.running")
            return
        self._file.begin_another(self.board, self._engine_names())
        self.board = self.board.start()
        self._changed()

    def _over(self) -> bool:
        """Return whether nobody can play on, and say so: the game is over, or all people have left it."""
        if self.board.outcome:
            self._tell("refusal.game_over")
        elif self._abandoned():
            self._tell("terminal.abandoned")
        return self.board.outcome is not None or self._abandoned()

    def _draw(self) -> None:
        if self._over():
            return
        player = self.board.turn
        others = [color for color in self.board.active if color is not player]
        computers = [color for color in others if color in self._computers.levels]
        people = [color for color in others if color not in computers]
        if not all(map(self._computer_agrees, computers)):
            self._tell("terminal.draw.computer")
        elif not all(self._agrees("terminal.draw.offer", player=player, enemy=enemy) for enemy in people):
            self._tell("terminal.draw.declined")
        else:
            self.board.agree_draw()
            self._changed()

    def _computer_agrees(self, color: Color) -> bool:
        with self._thinker.hurry, self._waiting():
            return self._thinker.agrees_to_draw(self.board, color)

    def _resign(self) -> None:
        if self._over():
            return
        if self._agrees(self._question_to_resign(), player=self.board.turn):
            self.board.resign()
            self._changed()
        else:
            self._tell("terminal.continues")

    def _question_to_resign(self) -> str:
        """Return the message that asks whether to resign. It tells what happens then."""
        if self._has_teams():
            return "terminal.resign.team"
        if len(self.board.active) == 2:  # the other one wins
            return "terminal.resign"
        return "terminal.resign.last" if len(self._persons()) == 1 else "terminal.resign.several"

    def _agrees(self, message: str, **parameters: Value) -> bool:
        question = f"{self._say(message, **parameters)} {self._notation('(y/n)')}"
        return self._console.agrees(question, self._say("terminal.yes_or_no"))

    # ---- files

    def _save(self, rest: str) -> None:
        if not rest:
            self._tell("terminal.save.how")
            return
        if self._file.is_empty(self.board):
            self._console.tell(f"{self._say('play.no_moves')} {self._say('terminal.save.nothing')}")
            return
        name = os.path.expanduser(rest)
        if not os.path.exists(name) and not os.path.splitext(name)[1]:
            name += ".apgn"
        if os.path.exists(name) and not self._agrees("terminal.save.exists", file=self._notation(name)):
            self._tell("terminal.save.nothing")
        elif self._save_to(name):
            self._tell_command(f"--resume {shlex.quote(name)}")

    def _save_to(self, name: str) -> bool:
        """Save the game, or tell why it cannot be saved. Return whether it is saved."""
        try:
            self._file.save(name, self.board, self._engine_names())
        except (OSError, InputError, ValueError) as error:
            self._tell("terminal.save.failed", problem=self._problem(error))
            return False
        self._tell("terminal.saved", n=len(self.board.history), file=self._notation(name))
        return True

    def _offer_to_save(self) -> None:
        """Ask whether to save a game that has changed since it was saved."""
        name = self._file.latest
        if (
            name is not None
            and self._file.current(self.board, self._engine_names()) is None
            and self._agrees("terminal.save.again", file=self._notation(name))
        ):
            self._save_to(name)

    def _keep(self) -> None:
        """Save the game to its record. If that fails, the game continues without it."""
        try:
            self._file.keep(self.board, self._engine_names())
        except OSError as error:
            self._tell("terminal.record.failed", problem=self._problem(error))

    def _problem(self, error: Exception) -> str:
        return self._notation(one_line(file_problem(error) if isinstance(error, OSError) else error))

    def _changed(self) -> None:
        """Save the game after a change, let the computer reply, and show the board."""
        self._keep()
        self._console.say("")
        self._reply()
        self._show()

    def _leave(self) -> None:
        """Tell how to continue later."""
        if self.board.outcome is not None:
            self._tell("terminal.bye")
            return
        file = self._file.current(self.board, self._engine_names())
        if file is not None:
            self._tell_command(f"--resume {shlex.quote(file)}")
            return
        options = f"--position '{self.board.position()}'"
        self._tell_command(options + self._computers.options(self.board))

    def _tell_command(self, options: str) -> None:
        """Show the command that continues this game. It is not wrapped, so that it can be copied."""
        if self._coach and self._computers.levels:
            options += " --coach"
        self._console.say(
            self._say("terminal.later"), f"  {self._notation(f'{program()} play {options}{self._options}')}"
        )
