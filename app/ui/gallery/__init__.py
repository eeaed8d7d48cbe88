"""The gallery: the design system on one screen, for those who build screens. Importing it imports no more.

Captions are the names the code has for things, and a few English words: no player sees this screen.
"""
