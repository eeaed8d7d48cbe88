"""Sounds: our own synthesis (`tones`), and a loudspeaker that may be missing, broken or gone (`speaker`)."""
