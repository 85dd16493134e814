"""`python -m stoneage_rules` is the command `stoneage`."""

import sys

from stoneage_rules.cli import main

if __name__ == "__main__":
    sys.exit(main())
