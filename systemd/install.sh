#!/usr/bin/env bash
# Makes a table of this Raspberry Pi: from now on it starts by itself, on the screen, without a desktop or a keyboard.
#
#   sudo systemd/install.sh [--hotspot NAME] [--keep-desktop] [--no-tv]
#   sudo systemd/install.sh --back
#   sudo systemd/install.sh --uninstall [--purge]
#
#   --hotspot NAME   a Wi-Fi of the table's own, for places without one; its key is made up, and shown on the board
#   --keep-desktop   Raspberry Pi OS Desktop stays as it is: the board is at /board, in a browser
#   --no-tv          leave the screen's mode alone (usual: 1280x720, even while the TV is off)
#   --back           the release before this one again
#   --uninstall      undo all of it; matches and tags stay in /var/lib/companion unless --purge
#   --root DIR       only write the files, below DIR instead of into the running system (to try this script)
#
# Safe to run again: that is also how to update, and the first thing to try when something is broken. Each step is
# checked, and the first that fails ends it with what to do. An update that does not start is taken back by itself.
# For Raspberry Pi OS Bookworm and Trixie, 64-bit, Lite and Desktop.
set -Eeuo pipefail

HERE=$(cd "$(dirname "$0")/.." && pwd)
ROOT='' HOTSPOT='' KEEP_DESKTOP='' TV=yes BACK='' UNINSTALL='' PURGE=''
GROUPS_NEEDED="gpio spi video render input audio"
PACKAGES="python3-venv python3-gpiozero python3-lgpio python3-spidev python3-evdev
          polkitd libgbm1 libdrm2 libegl1 libgles2 libgl1-mesa-dri fonts-dejavu-core"
KEEP_RELEASES=2

say()  { printf '  \342\234\223 %s\n' "$*"; }
stop() { printf '  \342\234\227 %s\n' "$1" >&2; [ -z "${2-}" ] || printf '      $ %s\n' "$2" >&2; exit 1; }

trap 'stop "line $LINENO failed: $BASH_COMMAND"' ERR

while [ $# -gt 0 ]; do
    case $1 in
        --hotspot) HOTSPOT=${2:-}; [ -n "$HOTSPOT" ] || stop "--hotspot needs a name"; shift ;;
        --root) ROOT=${2:-}; [ -d "$ROOT" ] || stop "--root needs a folder that exists"; ROOT=${ROOT%/}; shift ;;
        --keep-desktop) KEEP_DESKTOP=yes ;;
        --no-tv) TV= ;;
        --back) BACK=yes ;;
        --uninstall) UNINSTALL=yes ;;
        --purge) PURGE=yes ;;
        -h|--help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;;
        *) stop "I do not know $1" "$0 --help" ;;
    esac
    shift
done

OPT=$ROOT/opt/companion
UNIT=$ROOT/etc/systemd/system/companion.service
DROPIN=$ROOT/etc/systemd/system/companion.service.d/desktop.conf
RULES=$ROOT/etc/polkit-1/rules.d/49-companion.rules
ENV=$ROOT/etc/companion/companion.env
PROFILE=$ROOT/etc/NetworkManager/system-connections/companion-hotspot.nmconnection
DNS=$ROOT/etc/NetworkManager/dnsmasq-shared.d/companion.conf
COMMAND=$ROOT/usr/local/bin/companion
SOURCE=$OPT/source                # where it was installed from, and with which words
DATA=$ROOT/var/lib/companion
CONFIG=$ROOT/boot/firmware/config.txt
CMDLINE=$ROOT/boot/firmware/cmdline.txt
OWN=("$UNIT" "$DROPIN" "$RULES" "$COMMAND" "$SOURCE")     # what each release brings its own of
UNDO=$OPT/undo                    # what was here before, one file each
CONSOLE="consoleblank=0 vt.global_cursor_default=0"
REBOOT=''

live() { [ -z "$ROOT" ]; }
# Whether packages, users and services are touched: never with --root, but for the tests, which bring their own commands.
acts() { live || [ -n "${COMPANION_INSTALL_TEST-}" ]; }
control() { systemctl ${ROOT:+--root="$ROOT"} "$@"; }

# put MODE FILE: write standard input there, whole or not at all.
put() {
    mkdir -p "$(dirname "$2")"
    cat >"$2.new"
    chmod "$1" "$2.new"
    mv -f "$2.new" "$2"
}

installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q '^install ok installed$'; }

# ---- the steps

check_machine() {
    live && [ "$(id -u)" != 0 ] && stop "this needs root" "sudo $0"
    [ -e "$ROOT/etc/debian_version" ] || stop "this is no Raspberry Pi OS"
    [ "$(dpkg --print-architecture)" = arm64 ] || ! live ||
        stop "this system is not 64-bit: install the 64-bit Raspberry Pi OS (Zero 2 W, 3, 4, 5)"
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        stop "Python is too old: Raspberry Pi OS Bookworm or newer is needed"
    [ -e "$CONFIG" ] || stop "there is no $CONFIG: Raspberry Pi OS Bookworm or newer is needed"
    say "the machine: $(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' "$ROOT/etc/os-release")"
}

# RPi.GPIO and rpi-lgpio are two of the same name: never both. What is there stays, but a Pi 5 needs rpi-lgpio.
gpio_package() {
    if installed python3-rpi.gpio && ! grep -q 'Raspberry Pi 5\|Compute Module 5' "$ROOT/proc/device-tree/model" 2>/dev/null
    then echo python3-rpi.gpio
    else echo python3-rpi-lgpio
    fi
}

install_packages() {
    acts || return 0
    local package gpio missing=()
    gpio=$(gpio_package)
    for package in $PACKAGES "$gpio"; do installed "$package" || missing+=("$package"); done
    if [ ${#missing[@]} -gt 0 ]; then
        export DEBIAN_FRONTEND=noninteractive
        apt-get -q update
        apt-get -q install -y --no-install-recommends "${missing[@]}" ||
            stop "a package could not be installed" "sudo apt-get install ${missing[*]}"
    fi
    for package in $PACKAGES "$gpio"; do
        installed "$package" || stop "$package is missing" "sudo apt-get install $package"
    done
    if installed python3-rpi.gpio && installed python3-rpi-lgpio; then
        stop "RPi.GPIO and rpi-lgpio are both installed" "sudo apt-get remove python3-rpi.gpio"
    fi
    say "the libraries ($gpio)"
}

make_user() {
    acts || return 0
    local group
    getent passwd companion >/dev/null ||
        useradd --system --user-group --home-dir /var/lib/companion --no-create-home --shell /usr/sbin/nologin companion
    for group in $GROUPS_NEEDED; do
        getent group "$group" >/dev/null || groupadd --system "$group"
        usermod -aG "$group" companion
    done
    for group in $GROUPS_NEEDED; do
        id -nG companion | tr ' ' '\n' | grep -qx "$group" ||
            stop "the user companion is not in the group $group" "sudo usermod -aG $group companion"
    done
    say "the user companion, in $GROUPS_NEEDED"
}

# keep FILE: remember it as it was before the first installation.
keep() { mkdir -p "$UNDO"; [ -e "$UNDO/$(basename "$1")" ] || cp -p "$1" "$UNDO/"; }

set_up_boot() {
    if ! grep -q '^dtparam=spi=on$' "$CONFIG"; then
        keep "$CONFIG"
        { cat "$CONFIG"; printf '\n[all]\ndtparam=spi=on\n'; } | put 644 "$CONFIG"
        REBOOT=yes
    fi
    local word line words=()
    # A desktop that stays keeps its screen; else no blanking, no cursor, and a picture though the TV is off at the start.
    [ -n "$KEEP_DESKTOP" ] || read -ra words <<<"$CONSOLE${TV:+ video=HDMI-A-1:1280x720@60D}"
    line=$(tr -d '\n' <"$CMDLINE")
    for word in "${words[@]}"; do
        case "$word: $line " in
            video=*" video="*) ;;       # a mode that somebody has chosen stays
            *": "*" $word "*) ;;
            *) line="$line $word" ;;
        esac
    done
    if [ "$line" != "$(tr -d '\n' <"$CMDLINE")" ]; then
        keep "$CMDLINE"
        echo "$line" | put 644 "$CMDLINE"
        REBOOT=yes
    fi
    grep -q '^dtparam=spi=on$' "$CONFIG" || stop "SPI is not on" "sudo raspi-config nonint do_spi 0"
    [ "$(wc -l <"$CMDLINE")" -le 1 ] || stop "$CMDLINE must be one line" "sudo cp $UNDO/cmdline.txt $CMDLINE"
    say "SPI and the screen, from the next start on"
}

release_name() {
    local version revision
    version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$HERE/pyproject.toml")
    revision=$(git -C "$HERE" rev-parse --short HEAD 2>/dev/null || true)
    echo "$version${revision:+-$revision}-$(date +%Y%m%d%H%M%S%2N)"
}

# A release is an environment of its own, beside the older ones. `current` points to one of them.
build_release() {
    RELEASE=$OPT/releases/$(release_name)
    mkdir -p "$OPT/releases"
    python3 -m venv --system-site-packages "$RELEASE" || stop "the environment could not be made" "sudo apt-get install python3-venv"
    local source                # a copy: building would leave files of root's in here
    source=$(mktemp -d)
    trap 'rm -rf "$RELEASE" "$source"' EXIT
    (cd "$HERE" && cp -r companion firmware web hardware pyproject.toml README.md LICENSE NOTICES.md "$source/")
    local pip=("$RELEASE/bin/python" -m pip install -q --no-cache-dir --disable-pip-version-check)
    "${pip[@]}" -c "$HERE/constraints.txt" "$source" || stop "companion could not be installed: is there a network?"
    "${pip[@]}" --no-deps mfrc522==0.0.7 || stop "the reader's library could not be installed: is there a network?"
    if "$RELEASE/bin/python" -m pip list --local --format freeze | grep -qi '^\(RPi.GPIO\|rpi-lgpio\)=='; then
        stop "a second RPi.GPIO came into $RELEASE"
    fi
    "$RELEASE/bin/companion" --version >/dev/null || stop "$RELEASE/bin/companion does not run"
    rm -rf "$source"
    trap 'rm -rf "$RELEASE"' EXIT         # whatever comes between: one that was never in use is not kept
    say "the release $(basename "$RELEASE")"
}

# What a release wants of the system lies in it, each file by its place, until it is in use: so the release before has
# its own again when it is back.
write_files() {
    local system=$RELEASE/system words=()
    put 644 "$system${UNIT#"$ROOT"}" <"$HERE/systemd/companion.service"
    put 644 "$system${RULES#"$ROOT"}" <"$HERE/systemd/49-companion.rules"
    if [ -n "$KEEP_DESKTOP" ]; then
        words+=(--keep-desktop)
        put 644 "$system${DROPIN#"$ROOT"}" <<-END
			# The desktop has the screen: the board is at /board.
			[Service]
			ExecStart=
			ExecStart=/opt/companion/current/bin/companion run --devices --no-window --port 80
			StandardInput=null
		END
    fi
    [ -n "$TV" ] || words+=(--no-tv)
    put 755 "$system${COMMAND#"$ROOT"}" <<-'END'
		#!/bin/sh
		# companion, for the table that the service keeps: as its user, on its data.
		export COMPANION_DATA="${COMPANION_DATA:-/var/lib/companion}" COMPANION_PORT="${COMPANION_PORT:-80}"
		[ "${1-}" = update ] || [ "$(id -un)" = companion ] || exec sudo -u companion --preserve-env=COMPANION_DATA,COMPANION_PORT,LANG /opt/companion/current/bin/companion "$@"
		exec /opt/companion/current/bin/companion "$@"
	END
    printf '%s\n' "$HERE" "${words[@]}" | put 644 "$system${SOURCE#"$ROOT"}"
}

# use RELEASE: from now on it is the one, with its service, its command and its right to switch off.
use() {
    local file own
    for file in "${OWN[@]}"; do
        own=$OPT/releases/$1/system${file#"$ROOT"}
        [ -e "$own" ] || { rm -f "$file"; continue; }
        mkdir -p "$(dirname "$file")"
        cp -p "$own" "$file.new"
        mv -f "$file.new" "$file"
    done
    rmdir "$(dirname "$DROPIN")" 2>/dev/null || true
    ln -sfn "releases/$1" "$OPT/current.new"
    mv -fT "$OPT/current.new" "$OPT/current"
    control --quiet enable companion.service || stop "the service cannot be enabled"
    if [ -e "$DROPIN" ]; then
        [ ! -e "$UNDO/target" ] || control --quiet set-default "$(cat "$UNDO/target")"
    else
        mkdir -p "$UNDO"
        [ -e "$UNDO/target" ] || control get-default >"$UNDO/target" 2>/dev/null || echo multi-user.target >"$UNDO/target"
        control --quiet set-default multi-user.target
    fi
    if acts; then systemctl daemon-reload; fi
}

# run_or_back RELEASE: start what is in use; if it does not get ready, RELEASE is in use again, and runs.
run_or_back() {
    local now
    now=$(basename "$(readlink "$OPT/current")")
    if systemctl restart companion.service && systemctl is-active -q companion.service; then
        say "the table runs"
        return 0
    fi
    [ -n "$1" ] || stop "the table does not start" "companion doctor; journalctl -u companion -n 50"
    systemctl stop companion.service || true
    use "$1"
    rm -f "$DATA/starting"        # the broken start was not its own: it need not be careful
    systemctl restart companion.service || true
    [ "$now" != "$(basename "${RELEASE-}")" ] || rm -rf "$RELEASE"
    stop "$now did not start: $1 is back" "journalctl -u companion -n 50"
}

set_up_hotspot() {
    [ -e "$ENV" ] || printf '# COMPANION_WIFI="name of the Wi-Fi"\n# COMPANION_WIFI_KEY="its key"\n# LANG=es_ES.UTF-8\n# percent of each side left empty, for a TV that cuts off the edges:\n# COMPANION_MARGIN=3\n' | put 600 "$ENV"
    if [ -n "$HOTSPOT" ]; then
        case $HOTSPOT in *[!A-Za-z0-9\ _-]*) stop "--hotspot takes letters without accents, digits, spaces, _ and -" ;; esac
        local key
        key=$(sed -n 's/^psk=//p' "$PROFILE" 2>/dev/null || true)
        [ -n "$key" ] || key=$(tr -dc 'abcdefghjkmnpqrstuvwxyz23456789' </dev/urandom | head -c 10 || true)
        [ ${#key} -ge 8 ] || stop "no key could be made"
        sed "s/@NAME@/$HOTSPOT/; s/@KEY@/$key/" "$HERE/systemd/companion-hotspot.nmconnection" | put 600 "$PROFILE"
        put 644 "$DNS" <"$HERE/systemd/companion-dnsmasq.conf"
        { grep -v '^#* *COMPANION_WIFI\(_KEY\)\?=' "$ENV" || true    # the other lines are their owner's
          printf 'COMPANION_WIFI="%s"\nCOMPANION_WIFI_KEY="%s"\n' "$HOTSPOT" "$key"; } | put 600 "$ENV"
        if acts; then
            nmcli connection reload >/dev/null || stop "NetworkManager does not answer" "systemctl status NetworkManager"
            nmcli -t -f NAME connection | grep -qx companion-hotspot || stop "NetworkManager does not take the hotspot" "sudo nmcli connection load $PROFILE"
            REBOOT=yes
        fi
        say "the hotspot $HOTSPOT, from the next start on"
    fi
}

switch_over() {
    local before=''
    [ -e "$OPT/current/bin/companion" ] && before=$(basename "$(readlink "$OPT/current")")
    if [ -n "$before" ] && [ -e "$DATA/house" ] && acts; then
        runuser -u companion -- "$OPT/current/bin/companion" backup --data "$DATA" "$DATA/before-update.zip" >/dev/null ||
            stop "no backup could be made before the update" "companion doctor"
    fi
    if [ -n "$before" ] && [ ! -e "$OPT/current/system" ]; then      # from when releases did not bring their own
        local file
        for file in "${OWN[@]}"; do
            [ ! -e "$file" ] || { mkdir -p "$(dirname "$OPT/current/system${file#"$ROOT"}")"; cp -p "$file" "$OPT/current/system${file#"$ROOT"}"; }
        done
    fi
    trap - EXIT
    use "$(basename "$RELEASE")"
    say "the service, its command, and the right to switch off"
    acts || return 0
    # With a desktop on the screen the board has to wait for the next start.
    if [ -z "$KEEP_DESKTOP" ] && systemctl is-active -q display-manager.service; then REBOOT=yes; return 0; fi
    run_or_back "$before"
}

# The newest release that is not in use, in use; a match that only the newer one can read is set aside until it is back.
go_back() {
    live && [ "$(id -u)" != 0 ] && stop "this needs root" "sudo $0 --back"
    local now before
    now=$(basename "$(readlink "$OPT/current" || true)")
    before=$(others | sed -n 1p)
    [ -n "$before" ] || stop "there is no release before $now"
    use "$before"
    if acts; then run_or_back "$now"; fi
    say "$before runs, $now is kept: --back again returns to it"
}

# The whole releases that are not in use, the newest first.
others() {
    find "$OPT/releases" -mindepth 2 -maxdepth 2 -name system -printf '%T@ %h\n' | sort -rn | sed 's,.*/,,' |
        { grep -vxF -e "$(basename "$(readlink "$OPT/current" || true)")" || true; }
}

forget_old_releases() {
    local kept release
    kept=$(basename "$(readlink "$OPT/current")"; others | head -n "$((KEEP_RELEASES - 1))")
    for release in "$OPT"/releases/*; do
        grep -qxF -e "$(basename "$release")" <<<"$kept" || rm -rf "$release"
    done
}

uninstall() {
    live && [ "$(id -u)" != 0 ] && stop "this needs root" "sudo $0 --uninstall"
    if acts; then systemctl stop companion.service 2>/dev/null || true; fi
    control --quiet disable companion.service || true
    [ ! -e "$UNDO/target" ] || control --quiet set-default "$(cat "$UNDO/target")" || true
    local word line
    if [ -e "$UNDO/config.txt" ]; then     # only what was added: the rest may have been changed since
        line=$(sed -z 's/\n\[all\]\ndtparam=spi=on\n//' "$CONFIG")
        printf '%s\n' "$line" | put 644 "$CONFIG"
    fi
    if [ -e "$UNDO/cmdline.txt" ]; then
        line=" $(tr -d '\n' <"$CMDLINE") "
        for word in $CONSOLE video=HDMI-A-1:1280x720@60D; do
            case " $(tr -d '\n' <"$UNDO/cmdline.txt") " in *" $word "*) continue ;; esac
            line=${line/ $word / }
        done
        line=${line# }
        echo "${line% }" | put 644 "$CMDLINE"
    fi
    rm -f "${OWN[@]}" "$PROFILE" "$DNS"
    rmdir "$(dirname "$DROPIN")" 2>/dev/null || true
    rm -rf "$OPT" "$(dirname "$ENV")"
    if acts; then
        systemctl daemon-reload
        systemctl start getty@tty1.service 2>/dev/null || true
        if command -v nmcli >/dev/null; then nmcli connection reload || true; fi
    fi
    if [ -n "$PURGE" ]; then
        rm -rf "$DATA"
        if acts && getent passwd companion >/dev/null; then userdel companion; fi
        say "removed, with all matches and tags"
    else
        say "removed; matches and tags are in /var/lib/companion (--purge removes them too)"
    fi
}

if [ -n "$UNINSTALL" ]; then uninstall; exit 0; fi
if [ -n "$BACK" ]; then go_back; exit 0; fi
check_machine
install_packages
make_user
set_up_boot
build_release
write_files
set_up_hotspot
switch_over
forget_old_releases
if [ -n "$REBOOT" ]; then
    say "Ready. Restart to begin: sudo reboot"
else
    say "Ready."
fi
