#!/usr/bin/env bash
# Sets Meeple Marshal up on Debian or Raspberry Pi OS, and runs, checks or removes it. Safe to repeat: what is
# already there is left alone. In: the checkout this file stands in, os-release, apt and pip as this machine has
# them configured. Out: apt packages, .venv beside this file, messages on stdout, failures on stderr.
# Exit codes: 0 done, 1 a step or a check failed, 2 wrong usage or a system this does not support.
set -Eeuo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
readonly HERE VENV="$HERE/.venv"
readonly SYSTEM_PYTHON=/usr/bin/python3
readonly OS_RELEASE=${MEEPLE_OS_RELEASE:-/etc/os-release}
readonly MODEL_FILE=${MEEPLE_MODEL_FILE:-/proc/device-tree/model}

# What a minimal Debian lacks. The X11 and GL libraries are opened by Kivy's bundled SDL while it runs, so no
# package manager knows that they are needed: gbm, drm, egl and gles for a Pi without a desktop (KMSDRM), xi6 for
# touch under X11, mtdev for touch without a desktop (and Kivy logs a trace at each start without it). Sound's
# libasound and mtdev have a new name in trixie.
readonly BASE_PACKAGES=(ca-certificates python3 python3-venv
    libgl1 libgl1-mesa-dri libegl1 libgles2 libgbm1 libdrm2
    libx11-6 libxrender1 libxext6 libxcursor1 libxfixes3 libxi6 libxrandr2)
readonly BOOKWORM_PACKAGES=(libasound2 libmtdev1) TRIXIE_PACKAGES=(libasound2t64 libmtdev1t64)
readonly TEST_PACKAGES=(git shellcheck xdotool xvfb)
# Only apt has the camera stack; lgpio from apt spares compiling it. Python finds both through the system packages.
readonly PI_PACKAGES=(python3-lgpio python3-picamera2)

DRY_RUN=false COMMAND="" CHANGED=false LISTS_FETCHED=false
STEP="reading the command" HINT="" LOG=""
APP_ARGUMENTS=() FAILED=()

usage() {
    cat <<'TEXT'
Usage: ./setup.sh [--dry-run] [COMMAND]

  (none)      set up: system packages, .venv, the app itself; then say what hardware was found
  run         set up if needed, then open the app (what follows `run` is handed to it)
  test        set up with the developers' tools, then run every check
  uninstall   remove .venv; games, settings and system packages stay

  --dry-run   say what would be done and change nothing; stands before `run`
  --help      this text

Needs 64-bit Debian or Raspberry Pi OS, 12 (bookworm) or 13 (trixie), and root or sudo for system packages.
For trying it out, MEEPLE_OS_RELEASE and MEEPLE_MODEL_FILE name other files to read than /etc/os-release and
/proc/device-tree/model.
TEXT
}

say() { printf '%s\n' "$*"; }
complain() { printf 'setup.sh: %s\n' "$*" >&2; }

# refuse SENTENCE: nothing was changed yet, and nothing will be.
refuse() {
    complain "$*"
    exit 2
}

# step SENTENCE HINT: says what happens now, and remembers what to try should it fail.
step() {
    STEP=$1 HINT=$2
    say "$STEP ..."
}

on_error() {
    trap - ERR
    ((BASH_SUBSHELL == 0)) || exit 1 # the shell that started this one reports it
    if [[ -s $LOG ]]; then tail -n 25 "$LOG" >&2; fi
    complain "this step failed: $STEP."
    if [[ -n $HINT ]]; then complain "try this: $HINT"; fi
    exit 1
}
trap on_error ERR
trap '[[ -z $LOG ]] || rm -f "$LOG"' EXIT

# quietly COMMAND...: its output is shown only when it fails. The `if` keeps the error trap from firing while
# stderr still goes to the log.
quietly() {
    if ! "$@" >"$LOG" 2>&1 </dev/null; then return 1; fi
}

as_root() {
    if ((EUID == 0)); then
        "$@"
    elif [[ -t 0 ]]; then
        sudo "$@"
    else
        sudo -n "$@" # nobody is there to type a password
    fi
}

# as_owner COMMAND...: under `sudo ./setup.sh`, what lies in the checkout still belongs to whoever owns that.
as_owner() {
    local owner home
    owner=$(stat -c %U "$HERE")
    if ((EUID != 0)) || [[ $owner == root || $owner == UNKNOWN ]]; then
        "$@"
    else
        home=$(getent passwd "$owner" | cut -d: -f6)
        runuser -u "$owner" -- env HOME="$home" "$@"
    fi
}

# --- the system ------------------------------------------------------------------------------------------------

os_field() { sed -n "s/^$1=\"\{0,1\}\([^\"]*\)\"\{0,1\}\$/\1/p" "$OS_RELEASE" | head -n 1; }

check_system() {
    STEP="looking at this system" HINT="run this on Debian or Raspberry Pi OS, 12 or 13"
    [[ -r $OS_RELEASE ]] || refuse "$OS_RELEASE is missing; this needs Debian or Raspberry Pi OS, 12 or 13."
    local id version name arch
    id=$(os_field ID) version=$(os_field VERSION_ID) name=$(os_field PRETTY_NAME)
    [[ $id-$version =~ ^(debian|raspbian)-(12|13)$ ]] ||
        refuse "this is ${name:-an unknown system}; it needs Debian or Raspberry Pi OS, 12 or 13, and nothing was changed."
    arch=$(dpkg --print-architecture)
    [[ $arch == amd64 || $arch == arm64 ]] ||
        refuse "this system is built for $arch; it needs a 64-bit one (amd64 or arm64), and nothing was changed."
    if [[ -x $SYSTEM_PYTHON ]]; then
        "$SYSTEM_PYTHON" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' ||
            refuse "$SYSTEM_PYTHON is $("$SYSTEM_PYTHON" -V); it must be 3.11 to 3.13, and nothing was changed."
    fi
    DEBIAN_VERSION=$version
}

on_a_pi() { [[ -r $MODEL_FILE ]] && tr -d '\0' <"$MODEL_FILE" | grep -q 'Raspberry Pi'; }

is_installed() { [[ $(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]; }

is_offered() { apt-cache show "$1" >/dev/null 2>&1; }

apt_get() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@"; }

# install_packages NAME...: only what is missing, and no package lists are fetched when nothing is.
install_packages() {
    local package missing=()
    for package in "$@"; do is_installed "$package" || missing+=("$package"); done
    if ((${#missing[@]} == 0)); then
        say "All $# system packages are there."
        return
    fi
    if $DRY_RUN; then
        say "Would install ${#missing[@]} system packages: ${missing[*]}"
        return
    fi
    if ((EUID != 0)) && ! command -v sudo >/dev/null; then
        refuse "system packages are missing (${missing[*]}); run this as root, or install sudo."
    fi
    if ! $LISTS_FETCHED; then
        step "Fetching the list of system packages" \
            "check the network and the clock (date), then run: apt-get update"
        quietly apt_get update
        LISTS_FETCHED=true
    fi
    step "Installing ${#missing[@]} system packages (${missing[*]})" \
        "check the free disk space (df -h /), then run: apt-get install ${missing[*]}"
    quietly apt_get install -y --no-install-recommends "${missing[@]}"
    CHANGED=true
}

install_system_side() {
    local package wanted=("${BASE_PACKAGES[@]}") offered=()
    if ((DEBIAN_VERSION >= 13)); then wanted+=("${TRIXIE_PACKAGES[@]}"); else wanted+=("${BOOKWORM_PACKAGES[@]}"); fi
    if [[ $COMMAND == test ]]; then wanted+=("${TEST_PACKAGES[@]}"); fi
    install_packages "${wanted[@]}"
    if ! on_a_pi; then return; fi
    for package in "${PI_PACKAGES[@]}"; do
        if is_installed "$package" || is_offered "$package"; then
            offered+=("$package")
        else
            say "$package is not offered here (Raspberry Pi OS has it): what it drives stays off."
        fi
    done
    if ((${#offered[@]} > 0)); then install_packages "${offered[@]}"; fi
}

# --- the virtual environment -----------------------------------------------------------------------------------

lock_file() { if [[ $1 == test ]]; then echo requirements-dev.lock; else echo requirements.lock; fi; }

python_version() { "$SYSTEM_PYTHON" -c 'import sys; print("%d.%d" % sys.version_info[:2])'; }

# fingerprint KIND: changes whenever what is installed for KIND ("run" or "test") has to be installed again.
fingerprint() { (cd "$HERE" && python_version && sha256sum "$(lock_file "$1")" pyproject.toml); }

stamp() { echo "$VENV/.meeple-marshal-$1"; }

# venv_fits: a venv made for another folder or another Python, or left half made (pip comes last), cannot be mended,
# only made anew.
venv_fits() {
    local settings
    [[ -x $VENV/bin/python && -x $VENV/bin/pip && -r $VENV/pyvenv.cfg ]] || return 1
    settings=$(<"$VENV/pyvenv.cfg")
    [[ $settings == *"include-system-site-packages = true"* &&
        $settings == *"version = $(python_version)."* && "$settings"$'\n' == *" $VENV"$'\n'* ]]
}

# is_current KIND: the stamp fits, and every pinned package is still found (a version that Debian has too is not
# installed a second time, so removing it there removes it here).
is_current() {
    [[ -x $SYSTEM_PYTHON ]] && venv_fits && [[ -x $VENV/bin/meeple-marshal && -r $(stamp "$1") ]] &&
        [[ $(<"$(stamp "$1")") == "$(fingerprint "$1")" ]] &&
        "$VENV/bin/python" -I - "$HERE/$(lock_file "$1")" <<'PYTHON'
import importlib.metadata, pathlib, sys
from pip._vendor.packaging.requirements import Requirement

for line in pathlib.Path(sys.argv[1]).read_text().splitlines():
    pin = Requirement(line.rstrip(" \\")) if "==" in line else None
    if pin and (not pin.marker or pin.marker.evaluate()):
        try:
            found = importlib.metadata.version(pin.name)
        except importlib.metadata.PackageNotFoundError:
            sys.exit(1)
        if found not in pin.specifier:
            sys.exit(1)
PYTHON
}

venv_pip() { as_owner env PIP_USER=0 "$VENV/bin/python" -m pip --disable-pip-version-check --no-input "$@"; }

install_python_side() {
    local kind="run" lock
    if [[ $COMMAND == test ]]; then kind="test"; fi
    lock=$(lock_file "$kind")
    if is_current "$kind"; then
        say "The Python packages of $lock are there."
        return
    fi
    if $DRY_RUN; then
        say "Would make or update $VENV from $lock, and install the app into it."
        return
    fi
    unset PYTHONPATH PYTHONHOME
    # Python empties the folder first and looks whether it is a link afterwards: it would be somebody else's.
    [[ ! -L $VENV ]] || refuse "$VENV is a link to $(readlink -f "$VENV"); remove the link first."
    if ! venv_fits; then
        step "Making the virtual environment (Python $(python_version))" \
            "remove $VENV and try again; if that fails too, run: apt-get install python3-venv"
        quietly as_owner "$SYSTEM_PYTHON" -m venv --clear --system-site-packages "$VENV"
    fi
    as_owner rm -f "$(stamp run)" "$(stamp test)"
    step "Installing the Python packages of $lock (this can take some minutes)" \
        "check the network and the free disk space (df -h), then run ./setup.sh again"
    quietly venv_pip install --require-hashes --only-binary=:all: -r "$HERE/$lock"
    step "Installing the app itself" "remove $VENV and run ./setup.sh again"
    quietly venv_pip install --no-deps --no-build-isolation --no-index -e "$HERE"
    # The developers' lock holds everything of the other one, so it counts for both.
    fingerprint run | as_owner tee "$(stamp run)" >/dev/null
    if [[ $kind == test ]]; then fingerprint test | as_owner tee "$(stamp test)" >/dev/null; fi
    CHANGED=true
}

# --- the solver ------------------------------------------------------------------------------------------------

SOLVER_DIR=app/games/mutant_meeples

# solver_print: changes with every source file of the solver and with the pins.
solver_print() {
    (cd "$HERE" && python_version && find "$SOLVER_DIR" -name '*.py' -print0 | sort -z |
        xargs -0 cat "$(lock_file run)" | sha256sum)
}

compile_solver() {
    local mark=$VENV/.meeple-marshal-solver
    if [[ -x $SYSTEM_PYTHON && -r $mark && $(<"$mark") == "$(solver_print)" ]]; then return; fi
    if $DRY_RUN; then
        say "Would compile the solver for this machine."
        return
    fi
    step "Compiling the solver for this machine (some minutes on a Pi, once)" \
        "check the free disk space (df -h), then run ./setup.sh again"
    as_owner find "$HERE/$SOLVER_DIR" -name '*.nb[ic]' -delete
    # The byte code of what the solver loads is kept as well: without it every start takes half a second more.
    (cd "$HERE" && quietly as_owner env -u PYTHONDONTWRITEBYTECODE "$VENV/bin/python" -c \
        'from app.games.mutant_meeples.solver import warm; warm()')
    solver_print | as_owner tee "$mark" >/dev/null
}

look_around() {
    if $DRY_RUN; then
        say "Would then say what hardware is here (meeple-marshal doctor)."
        return
    fi
    say "Looking at what is here:"
    (cd "$HERE" && as_owner "$VENV/bin/python" -m app doctor </dev/null) ||
        say "The look round found something that needs a hand (see above); the set-up itself is complete."
}

# The source of picamera2, to read only: tests hold our use of it against it. It lies beside the packages of the
# virtual environment, not among them, so that nothing takes it for a camera.
fetch_picamera2_source() {
    local lock=$HERE/requirements-picamera2.lock folder=$VENV/share/picamera2-source
    if cmp -s "$lock" "$folder/pinned"; then return; fi
    if $DRY_RUN; then
        say "Would fetch the source of picamera2, for the tests to read."
        return
    fi
    step "Fetching the source of picamera2, for the tests to read" \
        "check the network, then run ./setup.sh test again"
    as_owner rm -rf "$folder"
    as_owner mkdir -p "$folder"
    quietly venv_pip install --no-deps --no-compile --require-hashes --only-binary=:all: --target "$folder" \
        -r "$lock"
    as_owner cp "$lock" "$folder/pinned"
}

set_up() {
    check_system
    if ! $DRY_RUN; then LOG=$(mktemp); fi
    install_system_side
    install_python_side
    if [[ $COMMAND == test ]]; then fetch_picamera2_source; fi
    compile_solver
}

# --- commands --------------------------------------------------------------------------------------------------

run_app() {
    set_up
    if $DRY_RUN; then
        say "Would then open the app."
        return
    fi
    if $CHANGED; then look_around; fi
    # Not from another folder, so that paths among the arguments hold. The app says itself what is wrong, and its
    # exit code goes through.
    as_owner "$VENV/bin/meeple-marshal" "${APP_ARGUMENTS[@]}" || exit $?
}

# check NAME COMMAND...: one check of `test`; all of them run, so that one report names every failure.
check() {
    local name=$1 started=$SECONDS
    shift
    say "== $name"
    if as_owner "$@" </dev/null; then
        say "== $name: good ($((SECONDS - started)) s)"
    else
        FAILED+=("$name")
        say "== $name: FAILED ($((SECONDS - started)) s)"
    fi
}

run_checks() {
    set_up
    look_around
    if $DRY_RUN; then
        say "Would then run ruff, mypy, shellcheck and pytest."
        return
    fi
    cd "$HERE"
    local scripts=(setup.sh .ci/run systemd/*.sh) bin=$VENV/bin
    check "ruff check" "$bin/ruff" check .
    check "ruff format" "$bin/ruff" format --check .
    check "mypy" "$bin/mypy"
    check "shellcheck" shellcheck "${scripts[@]}"
    # Whole groups stay on one worker: tests that share a display say so with xdist_group.
    check "pytest" "$bin/python" -m pytest -n 2 --dist loadgroup -m "not pi and not tour"
    if ((${#FAILED[@]} > 0)); then
        complain "failed: $(printf '%s, ' "${FAILED[@]}" | sed 's/, $//')"
        exit 1
    fi
    say "Every check is good."
}

# The same rule as default_state_dir() in app/table/wiring.py; a test compares the two.
state_dir() {
    # shellcheck disable=SC2016 # the owner's shell fills these in, not this one
    as_owner bash -c 'echo "${XDG_STATE_HOME:-$HOME/.local/state}/meeple-marshal"'
}

uninstall() {
    if $DRY_RUN; then
        say "Would remove $VENV and meeple_marshal.egg-info."
    else
        STEP="Removing $VENV" HINT="run this as the owner of $HERE"
        say "$STEP ..."
        rm -rf "$VENV" "$HERE/meeple_marshal.egg-info"
    fi
    say "Your games and settings stay in $(state_dir); delete that folder to lose them."
    say "The system packages stay too; other programs may use them."
}

read_arguments() {
    while (($# > 0)); do
        case $1 in
        --dry-run) DRY_RUN=true ;;
        --help)
            usage
            exit 0
            ;;
        run | test | uninstall)
            [[ -z $COMMAND ]] || refuse "one command at a time, but got $COMMAND and $1; see --help."
            COMMAND=$1
            if [[ $COMMAND == run ]]; then
                APP_ARGUMENTS=("${@:2}")
                [[ " ${APP_ARGUMENTS[*]} " != *" --dry-run "* ]] || refuse "--dry-run stands before run."
                return
            fi
            ;;
        *)
            usage >&2
            refuse "there is no command or option $1."
            ;;
        esac
        shift
    done
}

main() {
    read_arguments "$@"
    case $COMMAND in
    run) run_app ;;
    test) run_checks ;;
    uninstall) uninstall ;;
    *)
        set_up
        look_around
        if ! $DRY_RUN; then say "Ready. Open the app with: ./setup.sh run"; fi
        ;;
    esac
}

main "$@"
