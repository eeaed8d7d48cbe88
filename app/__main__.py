"""`python -m app`: the touchscreen app, or one of the commands."""

from app.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
