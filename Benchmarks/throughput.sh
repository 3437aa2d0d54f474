#!/usr/bin/env bash
#
# throughput.sh: measures the identification of the files of a real tree, from the start of the command to
# its last line, compared with GLib's loop over the same files and with the system calls alone.
#
#   COUNT=60000 ROUNDS=5 bash Benchmarks/throughput.sh [UTI [FOLDER...]]
#
# UTI is the release build by default, and the folders are /usr and /opt. The list is the same each time:
# every n-th of all regular files in the order of their paths; `-r` walks through the folders and answers
# for all files. All take turns in each round, on one core and on two. The table has the medians of files
# a second. COLD=1 drops the caches of the system before each run, which requires root.
set -euo pipefail
export LC_ALL=C

here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
uti=$(realpath -- "${1-$here/../.build/release/uti}")
shift || true
folders=("${@:-/usr}")
if (($# == 0)) && [[ -d /opt ]]; then folders+=(/opt); fi
count=${COUNT-60000}
rounds=${ROUNDS-5}
if ! [[ $count =~ ^[1-9][0-9]*$ && $rounds =~ ^[1-9][0-9]*$ ]]; then
  echo "throughput.sh: COUNT and ROUNDS are numbers above zero" >&2
  exit 64
fi
[[ -x $uti ]] || { echo "throughput.sh: there is no $uti; run Scripts/release.sh" >&2; exit 69; }

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
export XDG_CACHE_HOME=$work/cache

find "${folders[@]}" -xdev -type f -readable ! -name $'*\n*' -print | sort >"$work/all"
awk -v total="$(wc -l <"$work/all")" -v count="$count" '
  { if (int(NR * count / total) > int((NR - 1) * count / total) || count >= total) print }
' "$work/all" >"$work/list"
found=$(wc -l <"$work/list")

cc -O2 -o "$work/floor" "$here/Peers/floor.c"
names=(floor)
commands=("$work/floor files $work/list")
if flags=$(pkg-config --cflags --libs gio-2.0 2>/dev/null); then
  # shellcheck disable=SC2086 # Flags are words.
  cc -O2 -o "$work/glib" "$here/Peers/glib.c" $flags
  names+=(GLib)
  commands+=("$work/glib files $work/list")
fi
for format in text tsv jsonl; do
  names+=("uti, $format")
  commands+=("$uti identify --files-from $work/list --format $format")
done

counts=()
for name in "${names[@]}"; do counts+=("$found"); done
names+=("uti -r, tsv")
commands+=("$uti identify -r --format tsv ${folders[*]}")
counts+=("$("$uti" identify -r --format tsv "${folders[@]}" 2>"$work/errors" | wc -l)")

all=$(nproc)
declare -a cores=(0)
if ((all > 1)); then cores+=(0,1); fi

times=()
for ((round = -1; round < rounds; round++)); do
  for set in "${cores[@]}"; do
    for index in "${!names[@]}"; do
      # GLib's loop and the system calls alone use one core.
      if [[ $set == 0,1 && ${names[index]} != uti* ]]; then continue; fi
      if [[ -n ${COLD-} ]]; then
        sync
        echo 3 >/proc/sys/vm/drop_caches
      fi
      begin=$EPOCHREALTIME
      # shellcheck disable=SC2086 # A command is words.
      taskset -c "$set" ${commands[index]} >"$work/output" 2>"$work/errors" ||
        [[ ${names[index]} == uti* ]]
      end=$EPOCHREALTIME
      # The first round warms up.
      ((round < 0)) || times+=("$index $set $((${end/./} - ${begin/./}))")
    done
  done
done

printf '%s files of %s, %s of them .gz, medians of %s rounds\n\n' "$found" "${folders[*]}" \
  "$(grep -c '\.gz$' "$work/list" || true)" "$rounds"
printf '| | cores | files a second | times GLib | times the floor |\n|---|---|---|---|---|\n'
printf '%s\n' "${times[@]}" | sort -k1,1n -k2,2 -k3,3n | awk \
  -v counts="${counts[*]}" -v names="$(printf '%s;' "${names[@]}")" '
  BEGIN { split(names, name, ";"); split(counts, count, " ") }
  { key = $1 " " $2; if (!(key in number)) order[++keys] = key; time[key, ++number[key]] = $3 }
  END {
    for (i = 1; i <= keys; i++) {
      key = order[i]; split(key, part, " "); n = number[key]
      # Microseconds for each file.
      median[key] = time[key, int((n + 1) / 2)] / count[part[1] + 1]
      if (name[part[1] + 1] == "GLib") glib = median[key]
      if (name[part[1] + 1] == "floor") floor = median[key]
    }
    for (i = 1; i <= keys; i++) {
      key = order[i]; split(key, part, " ")
      printf "| %s | %s | %d | %s | %.2f |\n", name[part[1] + 1], part[2] == "0" ? 1 : 2,
        1e6 / median[key], glib ? sprintf("%.1f", glib / median[key]) : "", median[key] / floor
    }
  }'
