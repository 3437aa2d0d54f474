#!/usr/bin/env bash
#
# registry.sh [--check]: compiles Registry/types and Registry/detection into the base image that the library embeds.
# With --check it compiles to a temporary file and fails when the committed image differs.
#
# CONFIGURATION=debug|release chooses the build of `uti` that compiles; the image is the same.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

declarations=(Registry/types Registry/detection)
image=Sources/CBaseRegistry/base.registry

case "${1-}" in
--check | "") ;;
*) fail "unknown argument: $1" "usage: bash Scripts/registry.sh [--check]" ;;
esac

require_swift
install_dependencies

build=(build --package-path "$root" -c "${CONFIGURATION:-release}" --product uti)
run_swift "${build[@]}" >&2
uti=$(run_swift "${build[@]}" --show-bin-path)/uti

# Origins in the image are relative paths, so that it does not depend on where the clone is.
cd -- "$root"
if [[ ${1-} != --check ]]; then
  "$uti" compile --base --output "$image" "${declarations[@]}"
  say "Written: $image"
  exit
fi

temporary=$(mktemp -d)
trap 'rm -rf -- "$temporary"' EXIT
"$uti" compile --base --output "$temporary/base.registry" "${declarations[@]}"
if ! cmp -- "$image" "$temporary/base.registry"; then
  fail "$image is not what ${declarations[*]} compile to." \
    "Run 'make registry' (or 'bash Scripts/registry.sh') and commit the result."
fi
say "Current: $image"
