#!/usr/bin/env bash
# Opens the app on whatever screen this machine has: the display it was given, a running desktop's, or the graphics
# chip itself. In: DISPLAY if set; MEEPLE_DISPLAY_WAIT_S, how long to wait for one (seconds, default 60). Arguments,
# if any, are run in place of the app. Out: the app, with DISPLAY and SDL_VIDEODRIVER set; exit code 69 and a list of
# what was tried when there is no screen. Kivy's SDL has no Wayland driver, so a Wayland desktop is used through its
# X socket, which labwc and other compositors open as well.
set -euo pipefail

readonly NO_DISPLAY=69 # EX_UNAVAILABLE of sysexits.h; the unit does not start again after it
readonly WAIT_S=${MEEPLE_DISPLAY_WAIT_S:-60}
readonly ROOT=${MEEPLE_SYSTEM_ROOT:-} # another root folder, for trying this out

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
if (($# == 0)); then set -- "$here/../.venv/bin/meeple-marshal" --fullscreen; fi

x_socket() { echo "$ROOT/tmp/.X11-unix/X${1#*:}"; }

# open_on DRIVER WHY COMMAND...: ends this script; the app takes its place.
open_on() {
    export SDL_VIDEODRIVER=$1
    echo "kiosk: $2" >&2
    exec "${@:3}"
}

try_x11() {
    local socket
    if [[ -n ${DISPLAY:-} ]]; then
        # Over the network (host:0) there is no socket to look for.
        if [[ $DISPLAY != :* || -S $(x_socket "${DISPLAY%.*}") ]]; then open_on x11 "using display $DISPLAY" "$@"; fi
        return
    fi
    for socket in "$ROOT"/tmp/.X11-unix/X*; do
        if [[ -S $socket ]]; then
            export DISPLAY=":${socket##*/X}"
            open_on x11 "using the running desktop, display $DISPLAY" "$@"
        fi
    done
}

# A desktop on its way owns the graphics chip, so that is only taken where no desktop is set up.
try_kmsdrm() {
    local card
    if [[ -n ${DISPLAY:-} || -e $ROOT/etc/systemd/system/display-manager.service ]]; then return; fi
    for card in "$ROOT"/dev/dri/card*; do
        if [[ -e $card ]]; then open_on KMSDRM "no desktop here, drawing on $card" "$@"; fi
    done
}

deadline=$((SECONDS + WAIT_S)) told=false
while true; do
    try_x11 "$@"
    try_kmsdrm "$@"
    if ((SECONDS >= deadline)); then break; fi
    if ! $told; then echo "kiosk: waiting for a screen" >&2; fi
    told=true
    sleep 0.5
done
cat >&2 <<TEXT
kiosk: no screen was found within $WAIT_S s. Tried:
  1. the display this was given (DISPLAY is '${DISPLAY:-}')
  2. a running desktop ($ROOT/tmp/.X11-unix/X*)
  3. the graphics chip ($ROOT/dev/dri/card*), unless a desktop is set up
TEXT
exit "$NO_DISPLAY"
