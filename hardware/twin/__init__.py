"""The simulated twin: every device of a table, and the faults of real ones (docs/twin.md)."""
