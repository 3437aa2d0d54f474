#!/usr/bin/env bash
#
# check.sh: builds the loops of libuv and SDL that serve the main actor, and compares what they print. If a
# library is not installed, the script says so and leaves its loop out.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
# shellcheck source=../../Scripts/install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"
require_swift

build=(build --package-path "$root/Examples/Loops" --scratch-path "$(client_scratch)")
# check LIBRARY PROGRAM NAME: runs a program whose timer is the library's.
check() {
  if ! pkg-config --exists "$1"; then
    say "skipped: not installed: $1"
    return
  fi
  run_swift "${build[@]}" --product "$2"
  local output expected
  output=$(timeout 60 "$(run_swift "${build[@]}" --show-bin-path)/$2" | LC_ALL=C sort)
  expected=$(printf '%s\n' 'a block of the main queue' 'a task of the main actor' \
    'a task that waited: 500500' "a timer of $3")
  [[ $output == "$expected" ]] || fail "$2 printed:" "$output"
  say "$2 serves the main actor"
}

check libuv uv-loop libuv
check sdl2 sdl-loop SDL
