#!/usr/bin/env bash
#
# check-traits.sh [TRAITS...]: builds the programs of Tests/TraitClients with several sets of traits,
# each in a mount namespace in which only the libraries of its traits are installed, and compares their
# answers with the tables of that folder. A set is `none`, `default`, or names with commas between them;
# without an argument it builds the empty set, each trait alone, and the default.
#
# The check is skipped with a message if the system allows no mount namespace.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

package=$root/Tests/TraitClients
default_traits=Declarations,Zlib,LZMA,Bzip2,Zstandard

# The library of each trait: its name for the linker, its pkg-config file, its headers and one of them.
libraries=(
  'Declarations xml2 libxml-2.0 libxml2 libxml/parser.h'
  'Zlib z zlib zlib.h zlib.h'
  'LZMA lzma liblzma lzma.h lzma.h'
  'Bzip2 bz2 bzip2 bzlib.h bzlib.h'
  'Zstandard zstd libzstd zstd.h zstd.h'
)

# has_trait TRAITS NAME
has_trait() {
  [[ ,$1, == *,$2,* ]]
}

# Prints the development files of the libraries of absent traits, as patterns below /usr.
#
# development_files TRAITS
development_files() {
  local row trait name config headers folder
  for row in "${libraries[@]}"; do
    read -r trait name config headers _ <<<"$row"
    has_trait "$1" "$trait" && continue
    printf '%s\n' "include/$headers" "share/pkgconfig/$config.pc"
    for folder in lib lib64 'lib/*-linux-*'; do
      printf '%s\n' "$folder/lib$name.so" "$folder/lib$name.a" "$folder/pkgconfig/$config.pc"
    done
  done
}

# Prints a header of the library of each absent trait.
#
# absent_headers TRAITS
absent_headers() {
  local row trait header
  for row in "${libraries[@]}"; do
    read -r trait _ _ _ header <<<"$row"
    has_trait "$1" "$trait" || printf '%s\n' "$header"
  done
}

# Runs a command in a mount namespace in which the development files of the libraries of absent traits
# do not exist. The libraries themselves stay, because the compiler needs some of them.
#
# run_with TRAITS COMMAND...
run_with() {
  local files headers
  files=$(development_files "$1")
  headers=$(absent_headers "$1")
  shift
  # shellcheck disable=SC2016 # the shell inside expands it
  "${namespace[@]}" bash -c '
    set -euo pipefail
    files=$1 headers=$2
    shift 2
    mount -t tmpfs none /mnt
    for folder in /usr /usr/local; do
      layers=/mnt/${folder##*/}
      mkdir "$layers" "$layers/upper" "$layers/work"
      mount -t overlay none "$folder" \
        -o "lowerdir=$folder,upperdir=$layers/upper,workdir=$layers/work"
      for file in $files; do rm -rf -- "$folder"/$file; done
    done
    for header in $headers; do
      if clang -E -x c -I/usr/include/libxml2 - <<<"#include <$header>" >/dev/null 2>&1; then
        printf "error: %s is still found in the namespace\n" "$header" >&2
        exit 1
      fi
    done
    exec "$@"' bash "$files" "$headers" "$@" </dev/null
}

# Prints the traits whose libraries a program needs, in the order of the list.
traits_needed() {
  local dynamic row trait name found=()
  dynamic=$(readelf --dynamic --wide -- "$1")
  for row in "${libraries[@]}"; do
    read -r trait name _ <<<"$row"
    if [[ $dynamic == *"[lib$name.so"* ]]; then found+=("$trait"); fi
  done
  (
    IFS=,
    printf '%s' "${found[*]-}"
  )
}

# Prints the answers that the client with a set of traits has to print.
#
# expected_answers TRAITS
expected_answers() {
  local question answer trait better
  while IFS=$'\t' read -r question answer trait better; do
    if [[ -n $trait ]] && has_trait "$1" "$trait"; then answer=$better; fi
    printf '%s\t%s\n' "$question" "$answer"
  done < <(grep -v '^#' -- "$package/answers.tsv")
}

# The core must not call the module of the standard library for regular expressions, which would add a
# megabyte to a program that is linked statically.
#
# check_modules FOLDER
check_modules() {
  local used
  used=$(nm --undefined-only -- "$1"/{UTITypeDetection,UTITypeGraph,UTIPlatform,UTIPortable,UniformTypes}.build/*.o |
    grep -o '\S*17_StringProcessing\S*' | sort -u || true)
  [[ -z $used ]] ||
    fail "The core calls functions of the module _StringProcessing:" "$used" \
      "Search bytes instead of characters."
}

# check SELECTION: builds the programs with one set of traits and runs them.
check() {
  local traits=$1 scratch=$root/.build/traits/others
  case $1 in
  none)
    traits=''
    # Nothing that another set has built may hide a missing condition.
    scratch=$root/.build/traits/none
    ;;
  default) traits=$default_traits ;;
  esac
  local build=(swift build --package-path "$package" --scratch-path "$scratch") folder
  export UTI_TRAITS=$1
  [[ -n $traits ]] || UTI_TRAITS=''
  if ! run_with "$traits" "${build[@]}" >"$work/log" 2>&1; then
    cat -- "$work/log" >&2
    fail "The clients cannot be built with the traits: $1"
  fi
  folder=$("${build[@]}" --show-bin-path </dev/null)

  local environment=("HOME=$work" "XDG_DATA_DIRS=$work/data" LANG=C)
  env -i "${environment[@]}" "$folder/CoreClient" "$work/samples/"* >"$work/answers"
  expected_answers "$traits" | diff --unified - "$work/answers" ||
    fail "The client has other answers with the traits: $1"
  env -i "${environment[@]}" "$folder/FoundationClient" "$package/Package.swift" >"$work/answer"
  [[ $(<"$work/answer") == $'Package.swift\tpublic.swift-source' ]] ||
    fail "The client with Foundation has another answer with the traits $1: $(<"$work/answer")"

  local needed
  needed=$(traits_needed "$folder/CoreClient")
  [[ $needed == "$traits" ]] ||
    fail "With the traits $1 the client needs the libraries of: ${needed:-no trait}"
  [[ -n $traits ]] || check_modules "$folder"
  say "$1: the libraries of ${needed:-no trait}, $(wc -l <"$work/answers") answers as expected"
}

require_swift
install_dependencies
set_home
# Targets that only this repository builds would be added to the manifest.
unset UTI_BENCHMARKS UTI_FUZZING

namespace=(unshare --mount)
((EUID == 0)) || namespace+=(--user --map-root-user)
if ! has_command unshare || ! "${namespace[@]}" mount -t tmpfs none /mnt 2>/dev/null; then
  say "skipped: the system allows no mount namespace"
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
mkdir -p -- "$work/samples" "$work/data/uniform-types"
cp -- "$package/declared-here.plist" "$work/data/uniform-types"
while IFS=$'\t' read -r name content; do
  base64 --decode <<<"$content" >"$work/samples/$name"
done < <(grep -v '^#' -- "$package/samples.tsv")

if ((!$#)); then
  set -- none Declarations Zlib LZMA Bzip2 Zstandard default
fi
for selection in "$@"; do
  check "$selection"
done
