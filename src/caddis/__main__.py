"""`python -m caddis` is `caddis`."""

from caddis.cli import main

main()
