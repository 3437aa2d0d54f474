#!/usr/bin/env bash
#
# traits.sh [--check | TRAITS...]: measures the cost of this package for a program that looks up a type, with
# several sets of traits: the processor time of a clean debug build, the size of a release program that is
# linked statically and stripped, and the libraries that it needs. The first row has the same program
# without the package; `more` is the difference from that row. Sets are named as in
# Scripts/check.sh traits.
#
# --check measures a client without traits, and fails if it costs more than the limits below.
set -euo pipefail

# What the package adds to the debug build, in times of the debug build of 1,000 generated functions.
most_units=13
# What the package adds to the release program, in bytes.
most_bytes=6900000

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=../Scripts/install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

require_swift
install_dependencies
set_home

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# Writes a package with one program. Without a product it depends on nothing.
#
# write_client TRAITS PRODUCT
write_client() {
  local traits=$1 names dependencies='' products='' name
  rm -rf -- "$work/client"
  mkdir -p -- "$work/client/Sources/client"
  case $traits in
  none) traits='' ;;
  default) traits='.defaults' ;;
  *)
    local quoted=()
    IFS=, read -ra names <<<"$traits"
    for name in "${names[@]}"; do quoted+=("\"$name\", "); done
    traits=${quoted[*]}
    ;;
  esac
  if [[ -n $2 ]]; then
    dependencies=".package(name: \"swift-uniform-types\", path: \"$root\", traits: [$traits])"
    products=".product(name: \"$2\", package: \"swift-uniform-types\")"
    printf 'import %s\nprint(UTType(filenameExtension: "png")?.preferredMIMEType ?? "none")\n' "$2"
  else
    printf 'print("image/png")\n'
  fi >"$work/client/Sources/client/main.swift"
  cat >"$work/client/Package.swift" <<END
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "client", dependencies: [$dependencies],
  targets: [.executableTarget(name: "client", dependencies: [$products])])
END
}

# Prints the processor time of a command in seconds; its output goes to a file.
processor_time() {
  local TIMEFORMAT='%U %S' seconds
  seconds=$({ time "$@" >"$work/log" 2>&1 </dev/null; } 2>&1) || {
    cat -- "$work/log" >&2
    fail "The command failed: $*"
  }
  awk '{ printf "%.1f", $1 + $2 }' <<<"$seconds"
}

# measure LABEL TRAITS PRODUCT
measure() {
  local build=(swift build --package-path "$work/client") seconds program needed
  write_client "$2" "$3"
  "${build[@]}" --show-bin-path >/dev/null 2>&1 </dev/null
  swift package --package-path "$work/client" resolve >/dev/null 2>&1 </dev/null
  seconds=$(processor_time "${build[@]}")
  processor_time "${build[@]}" --configuration release --static-swift-stdlib >/dev/null
  program=$("${build[@]}" --configuration release --show-bin-path </dev/null)/client
  strip -- "$program"
  [[ $("$program") == image/png ]] || fail "The program has another answer with the traits $2."
  # Those of the C and C++ libraries are needed by every Swift program.
  needed=$(readelf --dynamic --wide -- "$program" |
    sed -nE -e '/\[lib(c|m|gcc_s|stdc\+\+)\.so/d' -e 's/.*\(NEEDED\).*\[(lib.*)\.so.*/\1/p' | paste -sd ' ' -)
  local bytes
  bytes=$(stat --format %s -- "$program")
  : "${base_seconds:=$seconds}" "${base_bytes:=$bytes}"
  more_seconds=$(awk -v seconds="$seconds" -v base="$base_seconds" 'BEGIN { printf "%.1f", seconds - base }')
  more_bytes=$((bytes - base_bytes))
  awk -v label="$1" -v seconds="$seconds" -v more="$more_seconds" -v bytes="$bytes" \
    -v more_bytes="$more_bytes" -v needed="${needed:-none}" 'BEGIN {
      printf "| %s | %.1f | %.1f | %.2f | %.2f | %s |\n", label, seconds, more, bytes / 1e6,
        more_bytes / 1e6, needed }'
}

check=''
if [[ ${1-} == --check ]]; then
  check=yes
  set -- none
elif ((!$#)); then
  set -- none Declarations Zlib LZMA Bzip2 Zstandard default
fi
printf '| traits | debug build, s | more | program, MB | more | libraries |\n|---|---|---|---|---|---|\n'
measure "without the package" none ''
for selection in "$@"; do
  measure "$selection" "$selection" UniformTypes
done
# The product with Foundation, for the reason to prefer the one without it.
if (($# > 1)); then
  measure "none, \`UniformTypeIdentifiers\`" none UniformTypeIdentifiers
  measure "default, \`UniformTypeIdentifiers\`" default UniformTypeIdentifiers
fi
if [[ -n $check ]]; then
  awk 'BEGIN {
    for (i = 0; i < 1000; i++) {
      printf "func sums%d(_ values: [Int]) -> [String: Int] {\n  var sums: [String: Int] = [:]\n", i
      printf "  for value in values where value %% %d != 0 {\n", i % 7 + 2
      printf "    sums[\"\\(value * %d)\", default: 0] += value\n  }\n  return sums\n}\n", i
    }
  }' >"$work/unit.swift"
  unit=$(processor_time swiftc -Onone -parse-as-library -emit-object -o "$work/unit.o" "$work/unit.swift")
  units=$(awk -v seconds="$more_seconds" -v unit="$unit" 'BEGIN { printf "%.1f", seconds / unit }')
  awk -v units="$units" -v most="$most_units" 'BEGIN { exit !(units <= most) }' ||
    fail "The package adds $units units of $unit s to the debug build of a client; at most $most_units are allowed."
  ((more_bytes <= most_bytes)) ||
    fail "The package adds $more_bytes bytes to a release program; at most $most_bytes are allowed."
  say "The package adds $units units of $unit s to the debug build of a client, and $more_bytes bytes to its release program."
fi
