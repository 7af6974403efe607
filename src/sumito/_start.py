"""Let Ctrl-C end the command line without a traceback while it imports modules.

`import sumito` runs before any code of the command line. This module does nothing in other programs.
It uses the built-in module `_signal`: `signal` imports `enum`, which takes time in which Ctrl-C prints a traceback.
"""

import _signal  # type: ignore[import-not-found]
import os
import sys
from itertools import pairwise


def is_command_line() -> bool:
    """Return whether this process is `sumito` or `python -m sumito`."""
    script = os.path.basename(sys.argv[0]) if sys.argv else ""
    return script in ("sumito", "sumito.exe") or ("-m", "sumito") in pairwise(sys.orig_argv)


def end_at_interrupt() -> None:
    """Let Ctrl-C end the process at once. Signals that the shell has told it to ignore stay ignored."""
    if is_command_line() and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)


def raise_at_interrupt() -> None:
    """Let Ctrl-C raise KeyboardInterrupt again."""
    if is_command_line() and _signal.getsignal(_signal.SIGINT) == _signal.SIG_DFL:
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)
