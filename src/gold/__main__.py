"""Turns `python -m gold` into the `gold` command, which Debian's linker of the same name may hide."""

from gold.cli import main

if __name__ == "__main__":
    main()
