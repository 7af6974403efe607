"""`python -m sumito`: the command line."""

import sys

from sumito.cli import main

if __name__ == "__main__":
    sys.exit(main())
