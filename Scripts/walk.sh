#!/usr/bin/env bash
#
# walk.sh [--record]: what somebody does who has never seen `uti`, from `make install` to nothing left:
# installs what is built into a folder of its own, identifies, filters, explains, declares a type, checks
# and installs it, sees the desktop agree, and takes everything away again.
#
# What each command prints is compared with Scripts/walk.transcript, and what is on the disk afterwards
# with what was there before. UTI=FILE takes another program than release.sh's; --record writes the
# transcript anew. Where gio or update-mime-database is missing, the desktop is left out.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

transcript=$root/Scripts/walk.transcript
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
home=$work/home
mkdir -p -- "$home/Pictures"
printf 'GIF89a\1\0\1\0' >"$home/Pictures/dot.gif"
printf 'GIF89a\1\0\1\0' >"$home/Pictures/two words.png"
printf '# Notes\n' >"$home/Pictures/notes.md"
cat >"$home/Blueprint.plist" <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
  <key>CFBundleIdentifier</key>
  <string>org.acme.drafting</string>
  <key>UTExportedTypeDeclarations</key>
  <array>
    <dict>
      <key>UTTypeIdentifier</key>
      <string>org.acme.drafting.blueprint</string>
      <key>UTTypeDescription</key>
      <string>Blueprint</string>
      <key>UTTypeConformsTo</key>
      <string>public.json</string>
      <key>UTTypeTagSpecification</key>
      <dict>
        <key>public.filename-extension</key>
        <string>blueprint</string>
        <key>public.mime-type</key>
        <string>application/vnd.acme.blueprint+json</string>
      </dict>
    </dict>
  </array>
</dict>
</plist>
END
sed 's/<string>org.acme.drafting.blueprint</<string>org acme blueprint</; s/public\.json/public.jsno/' \
  "$home/Blueprint.plist" >"$home/Misspelt.plist"
printf '{}\n' >"$home/house.blueprint"
(cd -- "$work" && find . | LC_ALL=C sort) >"$work.before"
trap 'rm -rf -- "$work" "$work.before" "$work.output"' EXIT

has_desktop=yes
for program in gio update-mime-database; do
  command -v "$program" >/dev/null || has_desktop=
done

# Runs a command as the stranger, and shows it with what it prints and, unless it is 0, its status.
walk() {
  printf '$ %s\n' "$1"
  local status=0
  (cd -- "$home" && env -i HOME="$home" PATH="$work/prefix/bin:/usr/bin:/bin" LC_ALL=C.UTF-8 \
    XDG_DATA_DIRS=/nonexistent UTI="${UTI-}" bash -c "$1" 2>&1) || status=$?
  if ((status != 0)); then printf '[%d]\n' "$status"; fi
}

desktop() {
  if [[ $has_desktop ]]; then walk "$1"; fi
}

{
  walk "make --silent -C $root install PREFIX=$work/prefix"
  walk 'uti Pictures/*'
  walk 'uti identify -r0 --conforming-to public.image --print path Pictures | xargs -0 ls -1'
  walk 'uti identify --is public.image Pictures/notes.md'
  walk "uti explain 'Pictures/two words.png' | head -n 5"
  walk 'uti house.blueprint'
  walk 'uti lint Misspelt.plist'
  walk 'uti install Misspelt.plist'
  walk 'uti lint Blueprint.plist'
  walk 'uti install --dry-run Blueprint.plist'
  desktop 'uti install Blueprint.plist | cut -f1 | sort | uniq -c'
  desktop 'uti house.blueprint'
  desktop 'uti conforms house.blueprint public.json'
  desktop 'gio info -a standard::content-type house.blueprint | grep content-type'
  desktop 'uti install Blueprint.plist'
  desktop 'uti apps house.blueprint'
  desktop 'uti uninstall Blueprint | cut -f1 | sort | uniq -c'
  desktop 'uti house.blueprint'
  # The one thing that is kept beside what was asked for, which may go at any time.
  walk 'rm -r .cache'
  walk "make --silent -C $root uninstall PREFIX=$work/prefix"
} | sed -e "s|$root|SOURCE|g" -e "s|$work|WORK|g" >"$work.output"

if [[ ${1-} == --record ]]; then
  [[ $has_desktop ]] || fail "The desktop has to be there to be recorded." "Install libglib2.0-bin."
  cp -- "$work.output" "$transcript"
fi
if [[ $has_desktop ]] && ! diff -- "$transcript" "$work.output" >&2; then
  fail "The walk went otherwise than Scripts/walk.transcript has it." \
    "Correct what is wrong, or record it anew: bash Scripts/walk.sh --record"
fi
if ! (cd -- "$work" && find . | LC_ALL=C sort) | diff -- "$work.before" - >&2; then
  fail "Something is left, or something is gone." "See the difference above."
fi
say "The walk went as it is written, and nothing is left"
