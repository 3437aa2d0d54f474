#!/usr/bin/env bash
#
# check-docs.sh COMMAND: checks the documentation and the texts in the sources. Needs Python 3.9.
#
#   examples          compile and run every example in three modes, replay every transcript, and
#                     build the programs in Tests/Programs
#   record            write what the commands print today into the transcripts
#   links             find dead links, and public types that no page of Documentation/Modules names
#   symbols           compile clients that name every public symbol after one import, in two modes
#   site              make the site of the manual and reference in .build/docs
#   getting-started   do what Documentation/GettingStarted.md says, in an empty folder
#   server            build the program of Documentation/Servers.md, and send it uploads
#   walk [--record]   install, use and remove `uti`, and compare its output with a transcript
#   language          limit marked words and patterns, and check the spelling (see --help)
#
# The commands use the modules and the `uti` that the tests are built with; UTI names another `uti`.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

has_command python3 || fail "Python 3 is not installed." "Debian has it: apt-get install python3"
set_home
case "$*" in
examples* | record* | site* | symbols* | walk* | language*--command*)
  require_swift
  find_tested_flags
  # The reference reads comments in the sources, which must be those that were compiled.
  [[ $1 != site ]] || run_swift build "${tested[@]}" >&2
  UTI_BUILD=$(run_swift build "${tested[@]}" --show-bin-path)
  ;;
esac
export UTI_BUILD=${UTI_BUILD-} UTI_MINIMUM_SWIFT_VERSION=$minimum_swift_version
exec python3 -B "$root/Scripts/documentation" "$@"
