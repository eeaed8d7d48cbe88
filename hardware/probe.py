"""What is connected to this machine, for the `doctor` command: facts, nothing is opened.

In: the roots of /dev and /proc and the user's groups (arguments, so that tests use a folder). Out: a list of
`Probe`. Only names, permissions and who holds a node are looked at, because a running app may own pins and
camera, and both allow one owner only. Something that is not there is "absent", not a fault.
"""

from __future__ import annotations

import contextlib
import grp
import importlib.util
import os
import pwd
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

# Debian's names for who may use what
GROUP_USES = {
    "gpio": "buttons",
    "video": "camera",
    "dialout": "button pods",
    "audio": "sound",
    "input": "touchscreen",
    "render": "screen",
}


class State(StrEnum):
    """OK and ABSENT are both fine; FAULT needs a hand."""

    OK = "ok"
    ABSENT = "absent"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Probe:
    """One fact: what was looked for, how it stands, details for people, and what to do ("": nothing)."""

    name: str
    state: State
    detail: str
    action: str = ""


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups this `process` has, groups the `database` lists the user in, and all `known` groups."""

    user: str
    process: frozenset[str]
    database: frozenset[str]
    known: frozenset[str]


def read_groups() -> Groups:
    """The groups of this process and of its user in the group database."""
    entries = grp.getgrall()
    names = {entry.gr_gid: entry.gr_name for entry in entries}
    ids = {*os.getgroups(), os.getegid()}
    try:
        account = pwd.getpwuid(os.geteuid())
        user, main_group = account.pw_name, account.pw_gid
    except KeyError:  # a user id without an entry, as in some containers
        user, main_group = str(os.geteuid()), os.getegid()
    listed = {entry.gr_name for entry in entries if user in entry.gr_mem or entry.gr_gid == main_group}
    return Groups(
        user=user,
        process=frozenset(names[number] for number in ids if number in names),
        database=frozenset(listed),
        known=frozenset(names.values()),
    )


def installed(module: str) -> bool:
    """True when `module` could be imported; it is not imported."""
    return importlib.util.find_spec(module) is not None


def probe_all(
    dev_root: Path = Path("/dev"),
    proc_root: Path = Path("/proc"),
    groups: Callable[[], Groups] = read_groups,
    has_module: Callable[[str], bool] = installed,
) -> list[Probe]:
    """Every fact of this machine, in a fixed order."""
    return [
        probe_pins(dev_root, proc_root, has_module),
        probe_cameras(dev_root, proc_root, has_module),
        probe_serial(dev_root),
        probe_sound(proc_root),
        *probe_groups(groups()),
    ]


def probe_pins(dev_root: Path, proc_root: Path, has_module: Callable[[str], bool]) -> Probe:
    """The pin chips of the kernel, their permissions and the libraries that drive them."""
    chips = _nodes(dev_root, r"gpiochip\d+")
    if not chips:
        return Probe("pins", State.ABSENT, "no pins on this machine: keys stand for buttons")
    missing = [name for name in ("gpiozero", "lgpio") if not has_module(name)]
    if missing:
        detail = f"{' and '.join(missing)} not installed"
        return Probe("pins", State.FAULT, detail, "sudo apt install python3-lgpio, then ./setup.sh")
    return _judge("pins", chips, proc_root, "gpio")


def probe_cameras(dev_root: Path, proc_root: Path, has_module: Callable[[str], bool]) -> Probe:
    """Video nodes, the lasting names of USB cameras and whether picamera2 is there."""
    nodes = _nodes(dev_root, r"video\d+")
    by_id = _names(dev_root / "v4l" / "by-id")
    library = "picamera2 installed" if has_module("picamera2") else "picamera2 not installed"
    if not nodes:
        return Probe("camera", State.ABSENT, f"no video nodes; {library}")
    usb = f"USB: {', '.join(by_id)}" if by_id else "no USB camera"
    judged = _judge("camera", nodes, proc_root, "video")
    return Probe("camera", judged.state, f"{judged.detail}; {usb}; {library}", judged.action)


def probe_serial(dev_root: Path) -> Probe:
    """Serial devices by their lasting names; ports without one are named as such."""
    by_id = dev_root / "serial" / "by-id"
    names = _names(by_id)
    bare = _nodes(dev_root, r"tty(ACM|USB)\d+")
    if not names and not bare:
        return Probe("serial", State.ABSENT, "no serial devices")
    closed = [node for node in ([by_id / name for name in names] or bare) if not _may_use(node)]
    if closed:
        listed = ", ".join(node.name for node in closed)
        return Probe("serial", State.FAULT, f"no permission for {listed}", joining("dialout"))
    if names:
        return Probe("serial", State.OK, ", ".join(names))
    return Probe("serial", State.OK, ", ".join(node.name for node in bare) + " (without a lasting name)")


def probe_sound(proc_root: Path) -> Probe:
    """The sound cards the kernel lists in /proc/asound/cards."""
    try:
        text = (proc_root / "asound" / "cards").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return Probe("sound", State.ABSENT, "no sound system in the kernel")
    cards = re.findall(r"^\s*\d+\s+\[[^\]]*\]:\s*(.+)$", text, re.MULTILINE)
    if not cards:
        return Probe("sound", State.ABSENT, "no sound card")
    return Probe("sound", State.OK, "; ".join(card.strip() for card in cards))


def probe_groups(groups: Groups) -> list[Probe]:
    """One fact a group: a group that is in the database but not yet in this process needs a new login."""
    probes = []
    for group, use in GROUP_USES.items():
        name = f"group {group}"
        if group in groups.process or groups.user == "root":
            probes.append(Probe(name, State.OK, f"{groups.user} may use the {use}"))
        elif group in groups.database:
            detail = f"{groups.user} is in {group} but not since this login"
            probes.append(Probe(name, State.FAULT, detail, "log in again, or restart"))
        elif group in groups.known:
            detail = f"{groups.user} is not in {group} ({use})"
            probes.append(Probe(name, State.ABSENT, detail, joining(group, groups.user)))
        else:
            probes.append(Probe(name, State.ABSENT, f"this system has no group {group} ({use})"))
    return probes


def joining(group: str, user: str = "$USER") -> str:
    """What to do to become a member of a group."""
    return f"join group {group} (sudo usermod -aG {group} {user}) and restart"


def holders(nodes: Iterable[Path], proc_root: Path) -> list[str]:
    """Programs that have one of `nodes` open, as "name (process id)"; those of other users stay hidden."""
    wanted = {str(node) for node in nodes}
    found = []
    for process in sorted(_nodes(proc_root, r"\d+"), key=lambda path: int(path.name)):
        if wanted.isdisjoint(_open_files(process)):
            continue
        try:
            program = (process / "comm").read_text(encoding="utf-8", errors="replace").strip()
        except OSError:  # it has just ended
            continue
        found.append(f"{program} ({process.name})")
    return found


def _open_files(process: Path) -> set[str]:
    """What the links of /proc/<id>/fd point to, as far as we may look."""
    targets: set[str] = set()
    try:
        links = list((process / "fd").iterdir())
    except OSError:
        return targets
    for link in links:
        with contextlib.suppress(OSError):  # closed meanwhile
            targets.add(os.readlink(link))
    return targets


def _judge(name: str, nodes: list[Path], proc_root: Path, group: str) -> Probe:
    listed = ", ".join(node.name for node in nodes)
    usable = [node for node in nodes if _may_use(node)]
    if not usable:
        return Probe(name, State.FAULT, f"no permission for {listed}", joining(group))
    users = holders(nodes, proc_root)
    in_use = f"; in use by {', '.join(users)}" if users else ""
    return Probe(name, State.OK, listed + in_use)


def _may_use(node: Path) -> bool:
    return os.access(node, os.R_OK | os.W_OK)


def _nodes(root: Path, pattern: str) -> list[Path]:
    if not root.is_dir():
        return []
    return sorted(path for path in root.iterdir() if re.fullmatch(pattern, path.name))


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
