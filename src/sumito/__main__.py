"""Run the command line: `python -m sumito`."""

import sys

from sumito.cli import main

if __name__ == "__main__":
    sys.exit(main())
