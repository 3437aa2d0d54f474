#!/usr/bin/env bash
#
# starts.sh [ROUNDS]: measures each question from the start of the process to its answer, beside file, gio
# and xdg-mime if they are installed.
#
# In each round every command runs once, in turn, so all of them meet the same load; the cached registry
# exists already. Prints a table in Markdown: the median in milliseconds, and the median of the ratios to
# `file --mime-type` in the same round. 101 rounds by default. UTI names the `uti` to measure; by default
# the release build.
set -euo pipefail
export LC_ALL=C.UTF-8

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
uti=${UTI-$root/.build/release/uti}
rounds=${1-101}
[[ -x $uti ]] || { printf 'starts.sh: there is no %s; run Scripts/release.sh\n' "$uti" >&2; exit 69; }
command -v file >/dev/null || { printf 'starts.sh: file is needed (apt-get install file)\n' >&2; exit 69; }

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cd -- "$work"
export XDG_CACHE_HOME=$work/cache
printf '\211PNG\r\n\032\n' >one.png

questions=(
  'file --mime-type one.png' 'uti identify one.png' 'uti one.png' 'uti explain one.png'
  'uti lookup .png' 'uti info public.png' 'uti conforms public.png public.image'
  'uti why public.png public.data' 'uti tree public.png' 'uti decode dyn.ah62d4rv4ge8wy'
  'uti encode .xyz' 'uti document one.png' 'uti list' 'uti search jpeg' 'uti --version' 'uti --help'
  'uti identify --help' 'gio info -a standard::content-type one.png' 'gio mime image/png'
  'xdg-mime query filetype one.png' 'xdg-mime query default image/png'
)

times=()
for ((round = -1; round < rounds; round++)); do
  for index in "${!questions[@]}"; do
    read -r -a words <<<"${questions[index]}"
    command -v "${words[0]}" >/dev/null || [[ ${words[0]} == uti ]] || continue
    [[ ${words[0]} != uti ]] || words[0]=$uti
    begin=$EPOCHREALTIME
    "${words[@]}" >/dev/null 2>&1 || true
    end=$EPOCHREALTIME
    # The first round warms up.
    ((round < 0)) || times+=("$index $((${end/./} - ${begin/./}))")
  done
done

printf '| question | ms | ratio to file |\n|---|---|---|\n'
printf '%s\n' "${times[@]}" | awk -v questions="$(printf '%s;' "${questions[@]}")" '
  function median(values, count,   i, j, t) {
    for (i = 2; i <= count; i++) {
      t = values[i]
      for (j = i - 1; j >= 1 && values[j] > t; j--) values[j + 1] = values[j]
      values[j + 1] = t
    }
    return count % 2 ? values[(count + 1) / 2] : (values[count / 2] + values[count / 2 + 1]) / 2
  }
  BEGIN { total = split(questions, name, ";") - 1 }
  { n = ++count[$1]; time[$1, n] = $2 }
  END {
    for (q = 0; q < total; q++) {
      if (!count[q]) continue
      for (i = 1; i <= count[q]; i++) { values[i] = time[q, i]; ratios[i] = time[q, i] / time[0, i] }
      printf "| `%s` | %.2f | %.2f |\n", name[q + 1], median(values, count[q]) / 1000, median(ratios, count[q])
    }
  }'
