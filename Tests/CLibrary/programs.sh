#!/usr/bin/env bash
#
# programs.sh MAGIC REGISTRY: runs programs of the machine that are linked with libmagic on the library in the
# folder MAGIC, and fails if one of them has another result than it needs. REGISTRY is a compiled registry.
# A missing program is skipped; Debian has them: apt-get install file yara libfile-libmagic-perl ohcount rpm
set -euo pipefail

magic=$1
registry=$2
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cd -- "$work"

printf '%s\n' '%PDF-1.7' '1 0 obj' '<</Type/Catalog>>' endobj 'trailer<</Root 1 0 R>>' '%%EOF' >document
printf '%s\n' '#!/usr/bin/env python3' 'print(1)' >script
printf 'document\n' >list
ran=()
skipped=()

# replaced PROGRAM ARGUMENT...: runs a program on the library.
replaced() { LD_LIBRARY_PATH=$magic "$@" </dev/null 2>&1; }

# expect NAME WORDS OUTPUT: fails unless the output contains the words.
expect() {
  [[ $3 == *"$2"* ]] || {
    printf 'error: %s printed without "%s":\n%s\n' "$1" "$2" "$3" >&2
    exit 1
  }
}

# has PROGRAM
has() {
  if command -v "$1" >/dev/null; then ran+=("$1"); else skipped+=("$1") && return 1; fi
}

if has file; then
  # MAGIC_APPLE is the only flag that the library refuses.
  for options in --brief '--exclude elf' '--exclude soft' '--exclude text' '--exclude tar' '--exclude json' \
    '--exclude csv' '--exclude cdf' '--exclude encoding' '--exclude compress' '--exclude apptype' \
    '--exclude tokens' -E '--separator :' --mime --mime-type --mime-encoding --extension --keep-going --list \
    --dereference --no-dereference --no-buffer --no-pad --print0 --preserve-date --raw --special-files --no-sandbox \
    --uncompress --uncompress-noreport --version '--parameter bytes=100' --debug '--files-from list'; do
    read -r -a words <<<"$options"
    replaced file "${words[@]}" document >output || expect "file $options" "exit status 0" "$(tr -d '\0' <output)"
  done
  expect "file --mime" "application/pdf; charset=us-ascii" "$(replaced file --brief --mime document)"
  expect "file --magic-file" "application/pdf" "$(replaced file --mime --magic-file "$registry" document)"
  expect "file" "PDF document, version 1.7" "$(replaced file document)"
fi

if has yara; then
  cat >rules.yar <<'RULES'
import "magic"
rule name { condition: magic.mime_type() == "application/pdf" }
rule words { condition: magic.type() contains "PDF document" }
RULES
  expect "yara" $'name document\nwords document' "$(replaced yara rules.yar document)"
fi

if has perl && perl -MFile::LibMagic -e 1 2>/dev/null; then
  # shellcheck disable=SC2016
  expect "File::LibMagic" "us-ascii application/pdf image/png" "$(replaced perl -MFile::LibMagic -e '
    my $magic = File::LibMagic->new;
    my $found = $magic->info_from_filename("document");
    my $bytes = $magic->info_from_string("\x89PNG\r\n\x1a\n");
    print "$found->{encoding} $found->{mime_type} $bytes->{mime_type}\n"')"
fi

if has ohcount; then
  expect "ohcount" python "$(replaced ohcount --detect script)"
fi

if has rpmbuild; then
  cat >package.spec <<'SPEC'
Name: package
Version: 1
Release: 1
Summary: A package
License: MIT
BuildArch: noarch
%description
A package.
%install
mkdir -p %{buildroot}/usr/share/package
echo hello >%{buildroot}/usr/share/package/text
printf '#!/bin/sh\necho\n' >%{buildroot}/usr/share/package/script
chmod 755 %{buildroot}/usr/share/package/script
%files
/usr/share/package
SPEC
  replaced rpmbuild --quiet --define "_topdir $work" -bb package.spec >output ||
    expect "rpmbuild" "a package" "$(<output)"
  classes=$(rpm --query --package --fileclass RPMS/noarch/package-1-1.noarch.rpm)
  expect "rpm --fileclass" "/usr/share/package/script	POSIX shell script, ASCII text executable" "$classes"
  expect "rpm --fileclass" "/usr/share/package/text	ASCII text" "$classes"
fi

printf 'programs of others run on the interface of libmagic: %s\n' "${ran[*]-none}"
((${#skipped[@]} == 0)) || printf 'skipped: not installed: %s\n' "${skipped[*]}"
