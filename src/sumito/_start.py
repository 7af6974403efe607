"""Let Ctrl-C end the command line without a traceback while it imports modules.

`import sumito` runs before any code of the command line. This module does nothing in other programs.
"""

import os
import signal
import sys
from itertools import pairwise


def is_command_line() -> bool:
    """Return whether this process is `sumito` or `python -m sumito`."""
    script = os.path.basename(sys.argv[0]) if sys.argv else ""
    return script in ("sumito", "sumito.exe") or ("-m", "sumito") in pairwise(sys.orig_argv)


def end_at_interrupt() -> None:
    """Let Ctrl-C end the process at once. Signals that the shell has told it to ignore stay ignored."""
    if is_command_line() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def raise_at_interrupt() -> None:
    """Let Ctrl-C raise KeyboardInterrupt again."""
    if is_command_line() and signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
