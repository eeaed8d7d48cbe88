"""The names that the keys of a keyboard go by in the wiring file. Pure data."""

KEY_NAMES = frozenset(
    {chr(code) for code in range(ord("!"), ord("~") + 1) if not chr(code).isupper() and chr(code) != "|"}
    | {f"f{number}" for number in range(1, 16)}
    | {f"numpad{digit}" for digit in range(10)}
    | {"numpadadd", "numpaddecimal", "numpaddivide", "numpadenter", "numpadmul", "numpadsubstract"}
    | {"up", "down", "left", "right", "home", "end", "pageup", "pagedown", "insert", "delete"}
    | {
        "spacebar",
        "tab",
        "enter",
        "escape",
        "backspace",
        "shift",
        "rshift",
        "lctrl",
        "rctrl",
        "alt",
        "alt-gr",
    }
    | {"capslock", "numlock", "screenlock", "pause", "print", "compose", "super", "pipe"}
    | {"\u00e0", "\u00e8", "\u00e9", "\u00f9", "\u00b4", "\u00a8", "\u00ac", "\u00a6"}
)
"""The names a key can have: those that Kivy's `Keyboard.keycodes` gives to the screen."""
