"""`python -m tflint_autograph`. Holds nothing but the call of the command line."""

from tflint_autograph.cli.main import console

console()
