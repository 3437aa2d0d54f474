#!/usr/bin/env bash
#
# costs.sh [SHAPE...]: measures the cost of hostile declarations.
#
# Each shape of costs.awk is written to a temporary folder in two sizes, with an honest declaration of
# the same size. For both, `uti lint`, `uti compile` and one question of a registry with the declarations
# are timed, and update-mime-database if it is installed and reads the format. Prints a table in Markdown:
# seconds of processor time, and megabytes above 100. UTI names the `uti` to measure; by default the
# release build. The limit of a command is 60 seconds.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
uti=${UTI-$root/.build/release/uti}
[[ -x $uti ]] || { printf 'costs.sh: there is no %s; run Scripts/release.sh\n' "$uti" >&2; exit 69; }
[[ -x /usr/bin/time ]] || { printf 'costs.sh: GNU time is needed (apt-get install time)\n' >&2; exit 69; }

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
shapes=("$@")
if (($# == 0)); then
  read -r -d '' -a shapes < <(awk -v shape=list -f "$root/Benchmarks/costs.awk") || true
fi

write() { # write SHAPE COUNT FILE
  awk -v shape="$1" -v n="$2" -f "$root/Benchmarks/costs.awk" >"$3"
}

# Prints the processor time and the peak of memory of a command; TO after the limit.
measure() { # measure COMMAND...
  local seconds memory status=0
  /usr/bin/time -o "$work/time" -f '%U %S %M' -- timeout 60 "$@" >"$work/out" 2>&1 </dev/null || status=$?
  ((status < 128)) || { printf 'signal %d' "$((status - 128))"; return; }
  ((status != 124)) || { printf 'over 60'; return; }
  read -r seconds memory < <(tail -n 1 "$work/time" | awk '{ printf "%.2f %d\n", $1 + $2, $3 / 1024 }')
  ((memory <= 100)) && printf '%s' "$seconds" || printf '%s (%d MB)' "$seconds" "$memory"
}

# Measures one file and prints three cells; the look-up uses a cached registry.
cells() { # cells FILE
  local registry=$work/registry extension=${1##*.}
  rm -rf -- "$registry" "$work/cache"
  mkdir -p -- "$registry"
  cp -- "$1" "$registry/costly.$extension"
  printf '%s | ' "$(measure "$uti" lint "$1")"
  printf '%s | ' "$(measure "$uti" compile --output "$work/image" "$registry")"
  ask "$registry" >/dev/null
  printf '%s | ' "$(ask "$registry")"
}

ask() { # ask REGISTRY
  XDG_CACHE_HOME=$work/cache XDG_DATA_DIRS=/nonexistent XDG_DATA_HOME=/nonexistent \
    measure "$uti" identify --registry "$1" "$work/abc.a.a.a.txt" "$work/blob"
}

upstream() { # upstream FILE
  [[ $1 == *.xml ]] && command -v update-mime-database >/dev/null || { printf -- '- |'; return; }
  rm -rf -- "$work/mime"
  mkdir -p -- "$work/mime/packages"
  cp -- "$1" "$work/mime/packages/costly.xml"
  printf '%s |' "$(measure update-mime-database "$work/mime")"
}

printf 'A text\n' >"$work/abc.a.a.a.txt"
head -c 131072 -- "$uti" | tail -c 65536 >"$work/blob"
printf '| shape | n | MB | lint | compile | ask | honest: lint | compile | ask | update-mime-database |\n'
printf '|---|---|---|---|---|---|---|---|---|---|\n'
for shape in "${shapes[@]}"; do
  for count in 500 2000; do
    case $shape in
    dense | clique | p_dense) ((count == 500)) || count=1000 ;;
    alternative_matches | p_long_identifiers) ((count == 500)) || continue ;;
    *_patterns | *_aliases | p_many_extensions) ((count == 500)) && count=5000 || count=200000 ;;
    esac
    extension=xml honest=honest bytes_of_type=213
    [[ $shape != p_* ]] || { extension=plist honest=p_honest bytes_of_type=305; }
    write "$shape" "$count" "$work/costly.$extension"
    size=$(stat -c %s -- "$work/costly.$extension")
    write "$honest" "$((size / bytes_of_type + 1))" "$work/honest.$extension"
    printf '| %s | %d | %s | ' "$shape" "$count" "$(awk -v s="$size" 'BEGIN { printf "%.2f", s / 1e6 }')"
    cells "$work/costly.$extension"
    cells "$work/honest.$extension"
    upstream "$work/costly.$extension"
    printf '\n'
  done
done
