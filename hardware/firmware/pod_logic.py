"""What a pod does, without pins and clock: contacts to presses, letters to lamps, and the talk with the host.

Pure, for MicroPython and CPython alike. Times are microseconds modulo 2**32, as the protocol says them.
"""

from .pod_protocol import VERSION, Lines, pack, unpack

CLOCK_PERIOD = 1 << 32
SPIKE_US = 2000  # a closure shorter than this is a spike on the wire
OPEN_US = 30_000  # a contact open for this long is let go; shorter gaps are chatter
RESEND_US = 100_000
RESEND_SOON_US = 40_000  # when the host says that something is missing; 16 lines take as long at 115200 baud
JUMP_US = 1_000_000  # no turn of the loop takes as long: the clock has jumped
HELLO_EVERY_US = 1_000_000
UNHEARD_US = 2_000_000  # this long without a line, the pod says hello by itself
HOST_GONE_US = 5_000_000  # a host pings every second; this long without a line, nobody listens
MOST_WAITING = 128  # edges kept until they are acknowledged: all buttons hammered for some seconds
MOST_AT_ONCE = 16  # edges sent again in one go
NUMBER_PERIOD = 1 << 16


def since(now_us: int, then_us: int) -> int:
    """Microseconds from `then_us` to `now_us`, over the wrap-around; 0 when `then_us` is a little later."""
    passed = (now_us - then_us) % CLOCK_PERIOD
    return passed if passed < CLOCK_PERIOD // 2 else 0


class Debounce:
    """One contact, by the rules of `hardware.debounce`: pressed once closed for SPIKE_US in one piece, let go
    once open for OPEN_US in one piece. A press counts from the first touch, which is OPEN_US back at most."""

    def __init__(self, pressed: bool) -> None:
        self.pressed = pressed
        self.began_us = 0  # when the press or release that `sample` told last began
        self._level = pressed
        self._quiet = True
        self._moved_us = 0
        self._touched_us = 0

    def sample(self, now_us: int, level: bool) -> int:
        """Take the contact as it is now; 1 when a press is certain by now, -1 for a release, else 0."""
        change = self._settle(now_us)
        if level != self._level:
            if level and self._quiet:
                self._touched_us = now_us
                self._quiet = False
            self._level = level
            self._moved_us = now_us
        return change

    def _settle(self, now_us: int) -> int:
        lasted_us = since(now_us, self._moved_us)
        if not self._level and lasted_us >= OPEN_US:
            self._quiet = True
        if self._level == self.pressed or lasted_us < (SPIKE_US if self._level else OPEN_US):
            return 0
        self.pressed = self._level
        self.began_us = self._moved_us
        if not self.pressed:
            return -1
        if since(self._moved_us, self._touched_us) <= OPEN_US:
            self.began_us = self._touched_us
        return 1


STEP_US = 250_000
PATTERNS = {"-": ".", "m": "#", "c": "#####.", "x": ".", "y": "##..", "p": "#.......", "h": "#."}
"""For each light letter what the lamp does in one step after the other, over and over; # shines."""


def lit(letter: str, clock_us: int) -> bool:
    """Whether a lamp in this state shines at this moment."""
    pattern = PATTERNS[letter]
    return pattern[clock_us // STEP_US % len(pattern)] == "#"


class Pod:
    """The talk of one pod: its edges, numbered and kept until acknowledged, and the letters of its lamps."""

    def __init__(self, name: str, held: list[bool], lamps: int, boot: int, clock_us: int) -> None:
        """`held`: for each button whether it is down at the start; `boot`: a number other than last time."""
        self.name = name
        self.lamps = "-" * lamps
        self._contacts = [Debounce(down) for down in held]
        self._lines = Lines()
        self._boot = boot % NUMBER_PERIOD
        self._first = 0
        self._waiting: list[tuple[str, int, int]] = []
        self._sent_us = clock_us
        self._missing = False  # the host has told that it lacks edges which were sent
        self._again = False  # edges were sent again, and not all of those have arrived
        self._ticked_us = clock_us
        self._hello_us = clock_us
        self._heard_us = clock_us
        self._host = True  # until proven otherwise: the hello may be read and a press follow at once
        self._output: list[bytes] = []
        self._hello(clock_us)

    def output(self) -> bytes:
        """What is to be sent now; each byte is handed out once."""
        output = b"".join(self._output)
        self._output = []
        return output

    def sample(self, levels: list[bool], now_us: int) -> None:
        """Take all contacts as they are now, True for closed."""
        for index, contact in enumerate(self._contacts):
            change = contact.sample(now_us, levels[index])
            if change:
                self.edge(index + 1, change > 0, contact.began_us)

    def edge(self, button: int, pressed: bool, at_us: int) -> None:
        """One press or release to be told; dropped when nobody listens."""
        self._contacts[button - 1].pressed = pressed
        if not self._host:
            return
        if len(self._waiting) == MOST_WAITING:
            self._begin_anew(at_us)
        if not self._waiting:
            self._sent_us = at_us
        self._waiting.append(("press" if pressed else "release", button, at_us))
        self._send_edge(len(self._waiting) - 1)

    def tick(self, now_us: int) -> None:
        """Do what is due. Call at least every few milliseconds."""
        step_us = (now_us - self._ticked_us) % CLOCK_PERIOD
        if JUMP_US <= step_us <= CLOCK_PERIOD - JUMP_US:  # forwards or backwards: begin to wait anew
            self._sent_us = self._hello_us = self._heard_us = now_us
        self._ticked_us = now_us
        if self._host and since(now_us, self._heard_us) >= HOST_GONE_US:
            self._host = False
            self.lamps = "-" * len(self.lamps)
            self._begin_anew(now_us)
        unheard = not self._host or since(now_us, self._heard_us) >= UNHEARD_US
        if unheard and since(now_us, self._hello_us) >= HELLO_EVERY_US:
            self._hello(now_us)
        pause_us = RESEND_SOON_US if self._missing else RESEND_US
        if self._waiting and since(now_us, self._sent_us) >= pause_us:
            self._sent_us = now_us
            self._missing = False
            self._again = True
            for index in range(min(MOST_AT_ONCE, len(self._waiting))):
                self._send_edge(index)

    def heard(self, data: bytes, now_us: int) -> None:
        """Bytes from the host; damaged lines and unknown words are passed over."""
        for line in self._lines.feed(data):
            words = unpack(line)
            if words:
                self._obey(words, now_us)

    def _obey(self, words: list[str], now_us: int) -> None:
        kind, fields = words[0], words[1:]
        if kind == "who":
            self._hello(now_us)
        elif kind == "ping" and len(fields) == 1:
            self._output.append(pack("pong", fields[0], now_us, now_us))
        elif kind == "lamps" and len(fields) == 1 and len(fields[0]) == len(self.lamps):
            if all(letter in PATTERNS for letter in fields[0]):
                self.lamps = fields[0]
        elif kind == "ack" and len(fields) == 2:
            self._acknowledged(fields[0], fields[1])
        else:
            return
        self._host = True
        self._heard_us = now_us

    def _acknowledged(self, boot: str, upto: str) -> None:
        if boot != str(self._boot) or not upto.isdigit():
            return
        count = (int(upto) - self._first) % NUMBER_PERIOD
        if count <= len(self._waiting):
            self._waiting = self._waiting[count:]
            self._first = (self._first + count) % NUMBER_PERIOD
            # On a sound line an acknowledgement always takes something, and nothing is sent again.
            self._again = self._again and bool(self._waiting)
            self._missing = bool(self._waiting) and (count == 0 or self._again)

    def _begin_anew(self, now_us: int) -> None:
        """Forget what nobody took; from the other boot number the host knows that edges are missing."""
        self._boot = (self._boot + 1) % NUMBER_PERIOD
        self._first = 0
        self._waiting = []
        self._missing = self._again = False
        self._hello(now_us)

    def _send_edge(self, index: int) -> None:
        kind, button, at_us = self._waiting[index]
        self._output.append(pack(kind, (self._first + index) % NUMBER_PERIOD, button, at_us))

    def _hello(self, now_us: int) -> None:
        self._hello_us = now_us
        held = 0
        for index, contact in enumerate(self._contacts):
            if contact.pressed:
                held |= 1 << index
        buttons, lamps = len(self._contacts), len(self.lamps)
        words = (VERSION, self.name, buttons, lamps, self._boot, self._first, held, now_us)
        self._output.append(pack("hello", *words))
