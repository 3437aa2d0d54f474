#!/usr/bin/env bash
#
# bare.sh PROGRAMS COMMAND [ARGUMENT...]: runs a command without the data of a desktop, and with only those
# programs that the table PROGRAMS declares as required. It changes the mounts of its own namespace, so
# the caller makes one: see run_bare in install-dependencies.sh.
set -euo pipefail

table=$1
shift
programs=$(mktemp -d)
mount -t tmpfs -o mode=755 none "$programs"
while IFS=$'\t' read -r program _ need; do
  if [[ $need == required ]]; then
    # Some names are links to the program that is used for them, which may be outside these folders.
    path=$(PATH=/usr/bin:/bin:/usr/sbin:/sbin type -P -- "$program")
    cp -L -- "$path" "$programs/$program"
  fi
done < <(grep -v '^#' -- "$table")

for folder in /usr/share/applications /usr/share/mime /usr/share/icons /usr/local/share; do
  if [[ -d $folder ]]; then mount -t tmpfs none "$folder"; fi
done
for folder in /usr/local/bin /usr/local/sbin /usr/sbin /sbin /usr/bin /bin; do
  if [[ -d $folder && ! -L $folder ]]; then mount --bind "$programs" "$folder"; fi
done
hash -r
PATH=/usr/bin:/bin
exec "$@"
