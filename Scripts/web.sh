#!/usr/bin/env bash
#
# web.sh build|test|check [FOLDER]: the engine for browsers and Node.
#
#   build   compile the portable part for WebAssembly, and make the package `uniformtypes` in .build/web or in
#           a folder: the module, its JavaScript and types, README.md, LICENSE and index.html
#   test    run the tests of the built package in Node, ask about altered files, open the page in headless
#           Chromium, and compare answers with `uti` if UTI names one. UTI_CORPORA names a folder of further
#           files.
#   check   build and test
#
# index.html contains the engine, so that it works without a server. The build needs Swift, gzip and Python,
# and no package from a registry. The tests are skipped with a message without Node 18 or later.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"
# shellcheck source=support/embedded.sh
source "$root/Scripts/support/embedded.sh"
# shellcheck source=support/library-version.sh
source "$root/Scripts/support/library-version.sh"

build() {
  local output=${1-$root/.build/web}
  local functions
  require_swift
  has_command python3 || fail "Python 3 is not installed." "Debian has it: apt-get install python3"
  work=$(mktemp -d)
  trap 'rm -rf -- "$work"' EXIT
  prepare_embedded "$work" || exit 0
  build_embedded "$wasm_target" -Osize WebEngine "$root/Web/Engine"
  mapfile -t functions < <(sed -n 's/^@_cdecl("\(.*\)")$/\1/p' "$root/Web/Engine/Exports.swift")
  mkdir -p -- "$output"
  link_wasm "$work/uniformtypes.wasm" "${functions[@]}"
  install -m 644 -t "$output" -- "$work/uniformtypes.wasm" "$root"/LICENSE \
    "$root"/Web/{README.md,uniformtypes.js,uniformtypes.d.ts}
  sed "s/\"version\": \"0.0.0\"/\"version\": \"$library_version\"/" "$root/Web/package.json" >"$output/package.json"
  python3 -B "$root/Web/page.py" "$root/Web" "$work/uniformtypes.wasm" >"$work/index.html"
  install -m 644 -t "$output" -- "$work/index.html"
  say "$output: the module has $(stat --format=%s -- "$output/uniformtypes.wasm") bytes, $(
    gzip -9 --stdout -- "$output/uniformtypes.wasm" | wc --bytes
  ) with gzip"
}

run_tests() {
  local output=${1-$root/.build/web} folders=(/usr) log
  if ! has_command node || ! node --eval 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)'; then
    say "skipped: Node 18 or later is not installed, so the module for browsers is not tested"
    exit 0
  fi
  log="$(UNIFORMTYPES_WEB=$output node --test --test-reporter tap "$root/Web/tests/engine.test.mjs" 2>&1)" || {
    printf '%s\n' "$log" >&2
    fail "The module for browsers fails its tests."
  }
  say "the module in Node: $(sed -n 's/^# pass \([0-9]*\)$/\1/p' <<<"$log") tests pass"
  node "$root/Web/tests/mutants.mjs" "$output" 100000 1 "$root/Tests" "$root/Registry" \
    ${UTI_CORPORA:+"$UTI_CORPORA/files"} >&2 || fail "The module for browsers stops at an altered file."
  # The Python that Debian's selenium is installed for may be another one.
  if [[ -x /usr/bin/chromedriver ]] && /usr/bin/python3 -c 'import selenium' 2>/dev/null; then
    /usr/bin/python3 -B "$root/Web/tests/page.py" "$output/index.html" >&2 ||
      fail "The page for dropped files fails its test in Chromium."
  else
    say "skipped: chromium-driver or python3-selenium is not installed, so the page is not opened"
  fi
  if [[ -z ${UTI-} ]]; then
    say "skipped: the answers are not compared without uti"
    exit 0
  fi
  [[ -z ${UTI_CORPORA-} ]] || folders+=("$UTI_CORPORA")
  node "$root/Web/tests/compare.mjs" "$output" "$UTI" 2000 "${folders[@]}" ||
    fail "The module for browsers has other answers than uti."
}

command=${1-}
[[ -z $command ]] || shift
case $command in
build) build "$@" ;;
test) run_tests "$@" ;;
check)
  build "$@"
  run_tests "$@"
  ;;
*) fail "unknown command: ${command:-none}" "usage: bash Scripts/web.sh build|test|check [FOLDER]" ;;
esac
