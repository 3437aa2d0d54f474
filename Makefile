# Targets:
#
#   build            debug build of everything, tests included
#   release          optimised build of the command `uti`
#   test             all tests; ARGUMENTS="--filter NAME" runs some
#   explore          follow the states of coordination further than the tests do (an hour; much memory)
#   soak             let several processes save one document for minutes, by all kinds of paths
#   lint             fail where a Swift file departs from .swift-format
#   format           format every Swift file in place
#   registry         compile Registry into the embedded base image and table of languages
#   check-registry   fail when the embedded image or table is not current
#   docs             make a site of the manual and the reference in .build/docs
#   bench            measure beside floors and beside other libraries (minutes; nothing is tested)
#   check            what continuous integration runs
#   install          put what `make release` has built below DESTDIR/PREFIX: `uti`, its manual pages,
#                    completions for bash, zsh and fish, the licence; nothing is built
#   uninstall        take it away again
#   deb              make a Debian package in .build and check it; ARGUMENTS=--try installs, tries and
#                    removes it
#   dist             make a tarball for any Linux of this kind of processor in .build, and try it
#   clean            remove what was built
#
# Variables: PREFIX (/usr/local), DESTDIR, ARGUMENTS, SWIFT_FLAGS for the release build in place of
# the static link that Scripts/release.sh chooses, such as SWIFT_FLAGS=--static-swift-stdlib.

PREFIX ?= /usr/local
DESTDIR ?=
ARGUMENTS ?=
SWIFT_FLAGS ?=

.PHONY: build release test explore soak lint format registry check-registry docs bench check install uninstall deb dist clean

build:
	swift build --build-tests

release:
	bash Scripts/release.sh $(SWIFT_FLAGS)

test:
	bash Scripts/test.sh $(ARGUMENTS)

explore:
	UTI_STATES=20000000 bash Scripts/test.sh --filter Exploration

soak:
	bash Scripts/soak.sh $(ARGUMENTS)

lint:
	bash Scripts/format.sh --check

format:
	bash Scripts/format.sh

registry:
	bash Scripts/registry.sh

check-registry:
	bash Scripts/registry.sh --check

docs:
	bash Scripts/docs.sh

bench: release
	bash Benchmarks/peers.sh
	cd Benchmarks && swift run -c release benchmark run --check --command ../.build/release/uti

check:
	bash .ci/run

install:
	bash Scripts/install.sh "$(DESTDIR)$(PREFIX)"

uninstall:
	bash Scripts/install.sh "$(DESTDIR)$(PREFIX)" --uninstall

deb:
	bash Scripts/deb.sh $(ARGUMENTS)

dist:
	bash Scripts/dist.sh

clean:
	swift package clean
