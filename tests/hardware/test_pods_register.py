"""Pods and the table: whose button it is, which pod counts, and what is made up when one goes away."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardware.events import (
    ButtonFreed,
    ButtonPressed,
    ButtonReleased,
    ButtonStuck,
    DeviceBack,
    DeviceLost,
    HardwareEvent,
)
from hardware.lights import Light
from hardware.pods.buttons import STUCK_NS
from hardware.pods.config import PodRow, PodsConfig
from hardware.pods.edges import Edge
from hardware.pods.protocol import Hello
from hardware.pods.register import PodRegister
from hardware.pods.session import Greeted, Trouble

FIRST, SECOND = 1, 2  # connections


def greeted(pod: str = "1", *, again: bool = False, held: tuple[int, ...] = (), lamps: int = 1) -> Greeted:
    return Greeted(Hello(pod, 3, lamps, 1, 0, 0, 0), held, again)


def pressed(player: int, button: str, at_ns: int, device: str) -> ButtonPressed:
    return ButtonPressed(player, button, at_ns, device)


def a_register(config: PodsConfig | None = None) -> PodRegister:
    register = PodRegister(config or PodsConfig())
    assert register.take(FIRST, "port a", greeted(), 5) == []
    return register


def trouble(register: PodRegister, pod: str = "1") -> Trouble | None:
    return {status.pod: status.trouble for status in register.status()}[pod]


def test_a_press_belongs_to_the_player_of_the_pod() -> None:
    register = a_register()
    register.take(SECOND, "port b", greeted("2"), 5)
    events = [register.take(link, "", Edge(n, True, 9), 9) for link, n in ((FIRST, 1), (SECOND, 2))]
    assert events == [[pressed(1, "claim", 9, "pod:1:1")], [pressed(2, "up", 9, "pod:2:2")]]


def test_pods_that_swap_their_ports_keep_their_players() -> None:
    register = a_register()
    register.take(SECOND, "port b", greeted("2"), 5)
    register.over(FIRST, Trouble.UNPLUGGED, 6)
    register.over(SECOND, Trouble.UNPLUGGED, 6)
    register.take(3, "port a", greeted("2"), 7)
    register.take(4, "port b", greeted("1"), 7)
    assert register.take(4, "port b", Edge(1, True, 9), 9) == [pressed(1, "claim", 9, "pod:1:1")]


def test_a_pod_pulled_out_mid_press_lets_go_and_is_told_lost_then_back() -> None:
    register = a_register()
    register.take(FIRST, "", Edge(1, True, 9), 9)
    assert register.over(FIRST, Trouble.UNPLUGGED, 20) == [
        ButtonReleased(1, "claim", 20, "pod:1:1"),
        DeviceLost("pod:1", "unplugged"),
    ]
    assert trouble(register) is Trouble.UNPLUGGED
    assert register.take(SECOND, "port b", greeted(), 30) == [DeviceBack("pod:1")]
    assert trouble(register) is None


def test_a_pod_that_restarts_mid_press_lets_go() -> None:
    register = a_register()
    register.take(FIRST, "", Edge(1, True, 9), 9)
    assert register.take(FIRST, "port a", greeted(again=True), 20) == [
        ButtonReleased(1, "claim", 20, "pod:1:1"),
        DeviceLost("pod:1", "restarted"),
        DeviceBack("pod:1"),
    ]


def test_of_two_pods_with_one_id_the_second_is_ignored_and_both_are_named() -> None:
    register = a_register()
    assert register.take(SECOND, "port b", greeted(), 6) == []
    assert register.take(SECOND, "port b", Edge(1, True, 9), 9) == []
    assert register.take(FIRST, "port a", Edge(1, True, 9), 9) == [pressed(1, "claim", 9, "pod:1:1")]
    (status,) = register.status()
    assert status.trouble is Trouble.DOUBLE
    assert "port a" in status.fault
    assert "port b" in status.fault
    assert (register.rival(FIRST), register.rival(SECOND)) == ("", "1")
    assert register.over(SECOND, Trouble.UNPLUGGED, 10) == []
    assert trouble(register) is None


def test_the_second_of_two_takes_over_when_the_first_goes() -> None:
    register = a_register()
    register.take(SECOND, "port b", greeted(), 6)
    events = register.over(FIRST, Trouble.SILENT, 8)
    assert events == [DeviceLost("pod:1", "does not answer any more"), DeviceBack("pod:1")]
    assert register.take(SECOND, "port b", Edge(1, True, 9), 9) == [pressed(1, "claim", 9, "pod:1:1")]


def test_a_pod_that_nobody_configured_is_named_and_its_presses_are_counted_only() -> None:
    register = PodRegister(PodsConfig())
    register.take(FIRST, "port a", greeted("stranger"), 5)
    assert register.take(FIRST, "port a", Edge(1, True, 9), 9) == []
    assert trouble(register, "stranger") is Trouble.UNKNOWN
    assert register.status()[0].buttons[0].presses == 1


def test_a_pod_that_the_file_names_is_missed() -> None:
    rows = (PodRow("left", 3, (("claim", 1),), None),)
    assert trouble(PodRegister(PodsConfig(rows=rows, named=True)), "left") is Trouble.MISSING
    assert PodRegister(PodsConfig()).status() == ()  # absent by default is no fault


def test_a_stuck_button_is_named_once_and_told_when_it_is_free() -> None:
    register = a_register()
    register.take(FIRST, "", Edge(2, True, 9), 9)
    assert register.tick(9 + STUCK_NS - 1) == []
    assert register.tick(9 + STUCK_NS) == [ButtonStuck(1, "up", "pod:1:2")]
    assert register.tick(9 + 2 * STUCK_NS) == []
    at_ns = 9 + 2 * STUCK_NS
    assert register.take(FIRST, "", Edge(2, False, at_ns), at_ns) == [
        ButtonReleased(1, "up", at_ns, "pod:1:2"),
        ButtonFreed(1, "up", "pod:1:2"),
    ]


def test_a_button_held_when_its_pod_is_found_is_no_press_but_may_be_stuck() -> None:
    register = PodRegister(PodsConfig())
    assert register.take(FIRST, "port a", greeted(held=(1,)), 5) == []
    assert register.status()[0].buttons[0].level is True
    assert register.tick(5 + STUCK_NS) == [ButtonStuck(1, "claim", "pod:1:1")]
    assert register.take(FIRST, "", Edge(1, False, 9), 9) == [ButtonFreed(1, "claim", "pod:1:1")]


def test_the_diagnostics_show_level_count_and_last_edge() -> None:
    register = a_register()
    for at_ns, down in ((10, True), (20, False), (30, True)):
        register.take(FIRST, "", Edge(1, down, at_ns), at_ns)
    claim, up, _ = register.status()[0].buttons
    assert (claim.player, claim.button, claim.level, claim.pressed) == (1, "claim", True, True)
    assert (claim.presses, claim.last_edge_ns) == (2, 30)
    assert (up.presses, up.last_edge_ns, up.level) == (0, None, False)


def test_lamps_show_their_players_lights_in_the_pods_order() -> None:
    rows = (PodRow("1", 2, (("claim", 1),), 3), PodRow("1", 5, (("claim", 2),), 1))
    register = PodRegister(PodsConfig(rows=rows, named=True))
    register.take(FIRST, "port a", greeted(lamps=4), 5)
    assert register.letters(FIRST, {2: Light.HURRY, 5: Light.CLAIMED, 1: Light.OUT}) == "c-h-"
    assert register.letters(SECOND, {2: Light.HURRY}) == ""


steps = st.lists(
    st.one_of(
        st.tuples(st.just("edge"), st.sampled_from([FIRST, SECOND]), st.integers(1, 3), st.booleans()),
        st.tuples(st.just("greet"), st.sampled_from([FIRST, SECOND]), st.sampled_from("12"), st.booleans()),
        st.tuples(st.just("over"), st.sampled_from([FIRST, SECOND]), st.just(0), st.just(False)),
    ),
    max_size=40,
)


@given(steps)
def test_presses_and_releases_of_a_button_always_alternate(
    moves: list[tuple[str, int, int | str, bool]],
) -> None:
    register, events, live = PodRegister(PodsConfig()), list[HardwareEvent](), dict[int, str]()
    for now_ns, (kind, link, what, flag) in enumerate(moves):
        if kind == "edge" and link in live:
            events += register.take(link, "", Edge(int(what), flag, now_ns), now_ns)
        elif kind == "greet" and (link not in live or live[link] == what):
            again = link in live
            live[link] = str(what)
            events += register.take(link, f"port {link}", greeted(str(what), again=again), now_ns)
        elif kind == "over":
            live.pop(link, None)
            events += register.over(link, Trouble.UNPLUGGED, now_ns)
    held: set[str] = set()
    lost: set[str] = set()
    for event in events:
        if isinstance(event, ButtonPressed):
            assert event.device not in held
            assert event.device.rsplit(":", 1)[0] not in lost
            held.add(event.device)
        elif isinstance(event, ButtonReleased):
            held.remove(event.device)
        elif isinstance(event, DeviceLost):
            assert event.device not in lost
            assert not [device for device in held if device.startswith(event.device)]
            lost.add(event.device)
        elif isinstance(event, DeviceBack):
            lost.remove(event.device)
