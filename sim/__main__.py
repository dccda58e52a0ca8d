"""`python -m gostop` is `gostop`."""

from gostop.cli import main

main()
