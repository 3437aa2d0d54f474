#!/usr/bin/env bash
#
# check-hardening.sh PROGRAM...: reports how release programs are protected, and fails if a protection is
# missing: a random address, relocations that are read-only after the start, a stack that is not
# executable, no segment that is both writable and executable, the embedded registry and the constants in
# read-only segments, no search path for libraries, and stack protectors in the C code.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

for tool in readelf objdump; do
  has_command "$tool" || fail "$tool is not installed." "Debian has it: apt-get install binutils"
done
(($# > 0)) || fail "No program is given." "Usage: check-hardening.sh PROGRAM..."

missing=0

# property NAME CONDITION...: prints a line for a property that holds if the condition succeeds.
property() {
  local name=$1
  shift
  if "$@"; then
    say "  yes  $name"
  else
    say "  NO   $name"
    missing=$((missing + 1))
  fi
}

# Prints the address of a section.
section() {
  readelf -SW -- "$program" | sed -n "s/.* $1  *PROGBITS  *\([0-9a-f]*\).*/\1/p"
}

has() { grep -qE -- "$1" <<<"$2"; }
lacks() { ! has "$@"; }

# Succeeds if a section at an address is in a segment that cannot be written.
is_read_only() {
  awk -v address="$1" '
    function number(text, value, index_) {
      value = 0
      text = tolower(text)
      sub(/^0x/, "", text)
      for (index_ = 1; index_ <= length(text); index_++)
        value = value * 16 + index("0123456789abcdef", substr(text, index_, 1)) - 1
      return value
    }
    BEGIN { place = number(address) }
    $1 == "LOAD" && place >= number($3) && place < number($3) + number($6) {
      found = 1
      if ($0 ~ / RW/) writable = 1
    }
    $1 == "GNU_RELRO" && place >= number($3) && place < number($3) + number($6) { protected = 1 }
    END { exit !(found && (!writable || protected)) }' <<<"$segments"
}

# Succeeds if a function of the C targets calls the function that reports a damaged stack.
has_stack_protectors() {
  objdump -d --no-show-raw-insn -- "$1" | awk '
    /^[0-9a-f]+ <uti_/ { inside = 1; next }
    /^$/ { inside = 0 }
    inside && /__stack_chk_fail/ { found = 1 }
    END { exit !found }'
}

for program; do
  say "$program"
  header=$(readelf -hW -- "$program")
  segments=$(readelf -lW -- "$program")
  dynamic=$(readelf -dW -- "$program")
  property "position-independent program" has 'Type: +DYN' "$header"
  property "read-only relocations" has 'GNU_RELRO' "$segments"
  property "immediate binding" has 'BIND_NOW|NOW' "$dynamic"
  property "stack not executable" has 'GNU_STACK .* RW ' "$segments"
  property "no segment both writable and executable" lacks 'LOAD .* RWE' "$segments"
  property "no relocations in code" lacks 'TEXTREL' "$dynamic"
  property "no search path for libraries" lacks 'RPATH|RUNPATH' "$dynamic"
  # Only a static program is linked by Scripts/support/link-read-only.
  if ! grep -q INTERP <<<"$segments"; then
    property "constants in a read-only segment" is_read_only "$(section .rodata)"
  fi
  property "embedded registry in a read-only segment" is_read_only "$(section uti_tables)"
  if readelf -SW -- "$program" | grep -qF .symtab; then
    property "stack protectors in C code" has_stack_protectors "$program"
  fi
done
((missing == 0)) || fail "$missing protections are missing." "Build with Scripts/release.sh or Scripts/deb.sh."
