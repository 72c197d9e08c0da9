"""``python -m agon_games``: Agon's command line."""

import signal
import sys
from typing import NoReturn

from ._agon import run


def main() -> NoReturn:
    """Runs the command line with the arguments of this process and ends it."""
    # The commands handle Ctrl-C themselves, or end by it; Python would only take note of it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(run(["agon", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
