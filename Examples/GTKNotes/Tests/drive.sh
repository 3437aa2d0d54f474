#!/usr/bin/env bash
#
# drive.sh: builds the example GTKNotes and drives it on a virtual display: types, undoes, renames,
# kills and restarts it, saves under other types, restores versions, attaches and drops files, and
# checks the result through the accessibility interface and on disk. If GTK or a tool that drives it is
# not installed, the script says so and does nothing.
#
# Variables: GTK_NOTES=PROGRAM drives a built program; PICTURES=FOLDER keeps screenshots; PARTS, by
# default "editing filing", names the parts to drive.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../../.." && pwd -P)
# shellcheck source=../../../Scripts/install-dependencies.sh
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
  # SwiftPM warns about the flags that GTK asks for.
  build=(build --package-path "$root/Examples/GTKNotes" --scratch-path "$(client_scratch)")
  run_swift "${build[@]}" --product gtk-notes
  program=$(run_swift "${build[@]}" --show-bin-path)/gtk-notes
fi

home=$(mktemp -d)
trap 'rm -rf -- "$home"' EXIT

# The caller's files, settings and session are not used.
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
