"""The parts screens are built from, one job each. Importing this package imports nothing else."""
