#!/usr/bin/env bash
#
# python.sh: measures the Python package, mimetypes, python-magic, magika, puremagic and filetype.
#
# WHEEL names a built wheel (Python/build.sh builds one otherwise), FILES folders of files (the fixtures and
# sources of this repository) and PYTHON the interpreter. The peers come from PyPI, and libmagic from
# Debian's libmagic1. A peer that cannot be installed is left out.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=../Scripts/install-dependencies.sh
source "$root/Scripts/install-dependencies.sh"

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
"${PYTHON-python3}" -m venv "$work/environment"
python=$work/environment/bin/python
pip=("$python" -m pip --quiet --disable-pip-version-check install)
for package in 'setuptools>=77' pyarrow python-magic magika puremagic filetype; do
  "${pip[@]}" "$package" || say "note: $package cannot be installed"
done
wheel=${WHEEL-}
if [[ -z $wheel ]]; then wheel=$(PYTHON=$python bash "$root/Python/build.sh" "$work/wheel"); fi
"${pip[@]}" --no-index --no-deps "$wheel"
read -r -a folders <<<"${FILES-$root/Tests $root/Sources/UTITypeDetection $root/Documentation}"
cd -- "$work"
"$python" "$root/Benchmarks/Python/peers.py" "${folders[@]}"
