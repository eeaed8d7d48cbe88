"""The program of a Raspberry Pi Pico that is a button pod; the folder is copied to the board as it is.

Written in the part of Python that MicroPython runs; annotations are read by nobody there. `pod_protocol`
(lines) and `pod_logic` (contacts, lamps, talk) are pure and also stand behind the simulated pod; `main` owns
pins and clock.
"""
