#!/usr/bin/env bash
#
# gtk-notes.sh: builds Examples/GTKNotes and drives it on displays of its own: types, undoes, renames,
# kills it, starts it again, saves under other types, restores versions, attaches and drops files, and
# looks through accessibility and on the disk whether everything is there. Where GTK or what drives it
# is not installed it says so and does nothing.
#
# Variables: GTK_NOTES=PROGRAM drives that one and builds nothing; PICTURES=FOLDER keeps pictures of
# some moments there; PARTS="editing filing" says which parts are driven.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

missing=()
for program in xvfb-run xauth xdotool dbus-run-session; do
  command -v "$program" >/dev/null || missing+=("$program")
done
pkg-config --exists libadwaita-1 2>/dev/null || missing+=(libadwaita-1-dev)
/usr/bin/python3 -c 'import pyatspi' 2>/dev/null || missing+=(python3-pyatspi)
if ((${#missing[@]})); then
  say "skipped: not installed: ${missing[*]}"
  exit 0
fi

program=${GTK_NOTES-}
if [[ -z $program ]]; then
  require_swift
  # SwiftPM warns of the flags that GTK asks for, which are its own business.
  run_swift build --package-path "$root/Examples/GTKNotes" --product gtk-notes
  program=$(run_swift build --package-path "$root/Examples/GTKNotes" --show-bin-path)/gtk-notes
fi

home=$(mktemp -d)
trap 'rm -rf -- "$home"' EXIT

# Nothing of whoever runs this: neither files, nor settings, nor a session.
drive() {
  local home=$home/$1
  mkdir -p -- "$home/run" "$home/Documents" "${PICTURES:-$home/pictures}"
  chmod 700 "$home/run"
  env -i PATH="$PATH" LANG=C.UTF-8 HOME="$home" XDG_RUNTIME_DIR="$home/run" \
    LD_LIBRARY_PATH="${LD_LIBRARY_PATH-}" GSK_RENDERER=cairo GDK_BACKEND=x11 GTK_USE_PORTAL=0 \
    NO_AT_BRIDGE=0 PICTURES="${PICTURES:-$home/pictures}" PROGRAM="$program" \
    timeout 240 xvfb-run -a -s "-screen 0 900x640x24 -noreset" dbus-run-session -- \
    /usr/bin/python3 -B "$root/Examples/GTKNotes/Tests/drive.py" "$1"
}

for part in ${PARTS:-editing filing}; do
  say "-- $part"
  drive "$part"
done
