#!/usr/bin/env bash
#
# Measures other libraries and commands, and this one, for the same questions, if they are installed.
# Prints one table: nanoseconds for each name, pair and file, and for each start of a command, as medians
# of rounds in which all take turns.
#
#   FILES=20000 ROUNDS=5 bash Benchmarks/peers.sh [UTI]
#
# UTI is the command whose start is timed; by default the release build. All are asked for the MIME
# types of names and extensions, and for files by path.
set -euo pipefail

here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
files=${FILES-20000}
rounds=${ROUNDS-5}
if ! [[ $files =~ ^[1-9][0-9]*$ && $rounds =~ ^[1-9][0-9]*$ ]]; then
  echo "peers.sh: FILES and ROUNDS are numbers above zero" >&2
  exit 64
fi
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT

ours=$(bash "$here/run.sh" --build benchmark)
uti=${1-$here/../.build/release/uti}

"$ours" names 1000 "$folder/names"
"$ours" extensions 1000 "$folder/extensions"
"$ours" pairs 1000 "$folder/pairs"
"$ours" tree "$files" "$folder/tree" >"$folder/files"
"$ours" tree 500 "$folder/few" >"$folder/few.list"
cp -- "$(grep -m 1 '\.png$' "$folder/few.list")" "$folder/one.png"
printf '#!/bin/sh\necho hello\n' >"$folder/script"

# programs MODE: the programs that answer a kind of question, as NAME=COMMAND.
peers=("this=$ours peer")
compile() {
  local name=$1 package=$2 compiler=$3 source=$4
  shift 4
  local flags
  # shellcheck disable=SC2086 # Flags are words.
  if flags=$(pkg-config --cflags --libs "$package" 2>/dev/null) &&
    "$compiler" -O2 -fPIC -o "$folder/$name" "$here/Peers/$source" $flags "$@" 2>/dev/null; then
    peers+=("$name=$folder/$name")
  fi
}
compile glib gio-2.0 cc glib.c
compile qt6 Qt6Core c++ qt.cpp
compile qt5 Qt5Core c++ qt.cpp
compile libmagic libmagic cc magic.c

median() {
  sort -n | awk '{ value[NR] = $1 } END { if (NR) print value[int((NR + 1) / 2)] }'
}

row() {
  local question=$1 name=$2 base=$3 time=$4
  awk -v question="$question" -v name="$name" -v base="$base" -v time="$time" 'BEGIN {
    printf "%-28s %-12s %12d ns %9.2f\n", question, name, time, time / base }'
}

printf '%-28s %-12s %15s %9s\n' question who median 'x ours'
# Cases that only this library distinguishes: types from an earlier lookup, and files that a directory
# listing has reported as regular files.
declare -A ours_alone=([is-a]='types at hand' [files]='of a listing')
for mode in names extensions is-a files; do
  list=$folder/$mode
  if [[ $mode == is-a ]]; then list=$folder/pairs; fi
  for ((round = 0; round < rounds; round++)); do
    for peer in "${peers[@]}"; do
      # Others have no function for an extension alone. Some do not support a mode, and print nothing.
      asked=$mode
      if [[ $peer != this=* && $mode == extensions ]]; then asked=names; fi
      ${peer#*=} "$asked" "$list" >>"$folder/$mode.${peer%%=*}" 2>"$folder/errors" ||
        grep -q '^usage' "$folder/errors" || cat -- "$folder/errors" >&2
    done
    if [[ -n ${ours_alone[$mode]-} ]]; then
      "$ours" peer "$mode, ${ours_alone[$mode]}" "$list" >>"$folder/$mode.alone"
    fi
  done
  base=$(median <"$folder/$mode.this")
  for peer in "${peers[@]}"; do
    name=${peer%%=*}
    if [[ -s $folder/$mode.$name ]]; then
      row "$mode" "$name" "$base" "$(median <"$folder/$mode.$name")"
    fi
  done
  if [[ -n ${ours_alone[$mode]-} ]]; then
    row "$mode, ${ours_alone[$mode]}" this "$base" "$(median <"$folder/$mode.alone")"
  fi
done

starts=("this=$uti identify")
for command in 'file --mime-type -b' 'gio info -a standard::content-type' 'xdg-mime query filetype'; do
  if command -v "${command%% *}" >/dev/null; then starts+=("${command%% *}=$command"); fi
done
if [[ -x $uti ]]; then
  for item in one.png script; do
    for ((round = 0; round < rounds; round++)); do
      for start in "${starts[@]}"; do
        # shellcheck disable=SC2086 # A command is words.
        "$ours" spawn 10 ${start#*=} "$folder/$item" >>"$folder/start.$item.${start%%=*}" || true
      done
    done
    base=$(median <"$folder/start.$item.this")
    for start in "${starts[@]}"; do
      name=${start%%=*}
      row "start $item" "$name" "$base" "$(median <"$folder/start.$item.$name")"
    done
  done
else
  echo "peers.sh: $uti is not there, so no start was timed" >&2
fi
