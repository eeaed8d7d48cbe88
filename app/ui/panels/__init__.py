"""The panels beside the city, one for each moment of a match. Importing this package imports nothing else."""
