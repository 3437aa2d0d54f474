#!/usr/bin/env bash
#
# check.sh [--load]: builds the server and tests it over HTTP on the loopback interface, in four minutes at
# most; --load measures requests a second instead. If the packages that it depends on cannot be resolved, the
# script says so and does nothing.
set -euo pipefail

here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
if ! timeout 300 swift package --package-path "$here" resolve >/dev/null 2>&1; then
  echo "skipped: the packages of the server cannot be resolved"
  exit 0
fi
build=(build --package-path "$here" --configuration release --product server)
swift "${build[@]}" >&2
exec timeout 240 python3 "$here/Tests/check.py" "$(swift "${build[@]}" --show-bin-path)/server" "$@"
