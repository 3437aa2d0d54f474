# Functions and values about the C library, from its header. A script sources this file after
# install-dependencies.sh.
# shellcheck shell=bash

library_header=$(package_root)/Sources/CUniformTypes/include/uniformtypes.h

# library_number NAME: prints a part of the version.
library_number() {
  sed -n "s/^#define UTYPE_VERSION_$1 //p" "$library_header"
}

library_version=$(library_number MAJOR).$(library_number MINOR).$(library_number PATCH)
# The version of the binary interface: the soname changes with it.
# shellcheck disable=SC2034 # for the scripts that source this file
library_interface=$(library_number MAJOR)

# Prints the functions that the header declares, sorted.
library_functions() {
  sed -e 's,/\*.*\*/,,' -n -e 's/^[a-z].*[ *]\(utype_[a-z_]*\)(.*/\1/p' "$library_header" |
    LC_ALL=C sort -u
}
