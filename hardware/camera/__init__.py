"""Pictures of the table, from whatever camera there is.

`open_camera` in `choose.py` is the way in; every source gives `Frame`s in BGR and runs in a process of its
own.
"""
