"""From the state of a match to the panel beside the city, phase by phase. Pure functions without Kivy.

What a finger has done without the game knowing comes in as `hand.Hand`; what runs beside the game (time left,
the best solution, the camera) comes in as arguments. `panel.panel` picks the panel of the moment.
"""
