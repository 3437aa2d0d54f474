#!/usr/bin/env bash
#
# bare-root.sh [FOLDER]: runs the commands of the section "Try it" of README.md in a new Debian root that
# has git, a C toolchain, the libraries of Swift's programs and nothing else. They run twice:
#
#   as root, in a chroot;
#   as a user without sudo and HOME, in a folder whose name has blanks and letters beyond ASCII. The
#   packages are installed by then.
#
# The root is made in FOLDER (default: .build/bare-root) by debootstrap, which needs root, and is removed at
# the end. The committed state of this clone is tested. BINDS lists more folders to mount in the root, separated by
# colons, such as a mirror of Swift packages that git's configuration names.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

((EUID == 0)) || fail "A root file system is made by root only." "Run: sudo bash Scripts/bare-root.sh"
require_swift
has_command debootstrap || install_packages debootstrap ||
  fail "debootstrap is not installed." "$(manual_command debootstrap)"

bare=${1:-$root/.build/bare-root}
toolchain=$(dirname -- "$(dirname -- "$(readlink -f -- "$(command -v swift)")")")
suite=bookworm
packages=(ca-certificates git binutils libc6-dev libgcc-12-dev libstdc++-12-dev gcc
  libcurl4 libedit2 libncurses6 libsqlite3-0 libxml2 libz3-4 tzdata)

mounts=()
clean() {
  local index
  for ((index = ${#mounts[@]} - 1; index >= 0; index--)); do umount -l -- "${mounts[index]}"; done
  rm -rf --one-file-system -- "$bare"
}
trap clean EXIT

# bind SOURCE: the folder at the same path of the root, read-only unless it is a system folder.
bind() {
  mkdir -p -- "$bare$1"
  mount --bind -- "$1" "$bare$1"
  mounts+=("$bare$1")
  case $1 in
  /dev*) ;;
  *) mount -o remount,bind,ro -- "$bare$1" ;;
  esac
}

[[ ! -e $bare ]] || fail "$bare exists already." "Remove it, or name another folder."
mkdir -p -- "$(dirname -- "$bare")"
debootstrap --variant=minbase --include="$(IFS=,; printf '%s' "${packages[*]}")" "$suite" "$bare" >&2

# The root has the package sources of this machine.
cp -a -- /etc/apt/sources.list* /etc/apt/apt.conf.d "$bare/etc/apt/" 2>/dev/null || true
if [[ -e /etc/gitconfig ]]; then cp -- /etc/gitconfig "$bare/etc/"; fi
cp -L -- /etc/resolv.conf /etc/hosts "$bare/etc/"
mount -t proc proc "$bare/proc"
mounts+=("$bare/proc")
bind /dev
bind /dev/pts
mount -t tmpfs -o mode=1777 tmpfs "$bare/dev/shm"
mounts+=("$bare/dev/shm")
bind "$toolchain"
IFS=: read -r -a binds <<<"${BINDS-}"
for folder in "${binds[@]}"; do
  bind "$folder"
  # A mirror belongs to the user of this machine.
  chroot "$bare" git config --system --add safe.directory '*'
done

# run USER FOLDER VARIABLE...: clones the package into a folder of the root, and runs the commands of
# README.md there, as the user and with these variables as the whole environment.
run() {
  local user=$1 folder=$2 line start
  shift 2
  mkdir -p -- "$bare$folder"
  git clone -q --no-hardlinks -- "$root" "$bare$folder/clone"
  # A copy of a file keeps its group, which must be one of the user.
  chroot "$bare" chown -R "$user:" -- "$folder"
  sed -n '/^## Try it/,/^## In /s/^bash Scripts/&/p' "$root/README.md" | while IFS= read -r line; do
    say "== $user: $line"
    start=$SECONDS
    chroot "$bare" setpriv --reuid="$user" --regid="$user" --init-groups env -i "$@" \
      bash -c "cd -- \"\$1\" && $line" bash "$folder/clone" </dev/null
    say "== $user: status 0 after $((SECONDS - start)) s"
  done
}

path=PATH=$toolchain/bin:/usr/bin:/bin
run root /srv/root "$path" HOME=/root
chroot "$bare" useradd --no-create-home --shell /bin/bash tester
run tester "/srv/ein Päckchen" "$path"
