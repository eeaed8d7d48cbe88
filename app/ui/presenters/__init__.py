"""What each screen shows, worked out without Kivy. Importing this package imports nothing else."""
