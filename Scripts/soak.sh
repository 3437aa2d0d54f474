#!/usr/bin/env bash
#
# soak.sh [SECONDS]: lets four processes save one document for a minute, or SECONDS, by every kind of
# path that leads to it, with and without killing them, and fails where an acknowledged save is lost.
# Mounts take the superuser, and the file system in user space takes `bindfs`; what cannot be had is
# named and left out.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

require_swift
install_dependencies

UTI_SOAK_SECONDS=${1:-60} run_swift test --package-path "$root" "${tested[@]}" \
  --disable-testable-imports --disable-xctest --filter CompetingSavers
