"""`python -m tflint_autograph`. Holds nothing but the call of the command line."""

import sys

from tflint_autograph.cli.main import run

sys.exit(run())
