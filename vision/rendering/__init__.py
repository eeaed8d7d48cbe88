"""Photographs of a table rendered by Blender: real shadows, reflections and roundness, with their truth.

They show the networks what `vision.synthetic` leaves out. `scenes` draws lots, `textures` prints boards and
tables, `build` sets everything up in Blender, `render` takes the photograph. Only `build` and `render` import
`bpy`, Blender's Python module; the app needs neither.
"""
