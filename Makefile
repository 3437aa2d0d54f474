# Targets:
#
#   build            build everything for debugging, tests included
#   release          build the optimised command `uti`
#   library          build the C library libuniformtypes in .build/library
#   check-library    test the C library as its users see it
#   wheel            build the Python package and its source distribution in .build/wheel
#   check-wheel      test the Python package in an empty environment
#   web              build the module for browsers and Node and a page with it in .build/web
#   check-web        test that module in Node
#   test             run all tests, optimised; ARGUMENTS="--filter NAME" selects some
#   test-storage, test-graph, test-detection, test-coordination, test-commands
#                    rebuild for debugging and run the tests of one part; see CONTRIBUTING.md
#   bare-root        run both commands of README.md in a new, almost empty Debian root (needs root, half
#                    an hour)
#   explore          follow the states of coordination further than the tests do (an hour; much memory)
#   ends             run every program that edits a document and ends, and print the table of fates
#   soak             run the tests of concurrent saves for SECONDS each (60)
#   lint             check the format, the language and the links of the sources
#   format           format every Swift file in place
#   registry         compile Registry into the embedded base image and the table of languages
#   check-registry   fail if the embedded image or table is not current
#   docs             make a site of the manual and the reference in .build/docs
#   bench            measure in turns with minimal programs and with other libraries (minutes)
#   check-figures    fail if a score or a cost of the release `uti` is worse than Benchmarks/figures.tsv
#   figures          write the measured scores and costs into that file; needs UTI_CORPORA and valgrind
#   costs            compare the costs of hostile and honest declarations (half an hour)
#   costs-search     breed costly declarations by mutation for SECONDS (60)
#   mutants          measure how many seeded mutants the tests detect, and write the table into
#                    Benchmarks/Mutation/results.md (about an hour)
#   check            run what continuous integration runs
#   install          install what `make release` has built below DESTDIR/PREFIX: `uti`, its manual
#                    pages, completions, AppStream metadata and the licence; and what `make library`
#                    has built, with its header and manual pages
#   uninstall        remove it
#   deb              make Debian packages of `uti` and of the C library in .build and check them;
#                    ARGUMENTS=--try installs, tests and removes them
#   dist             make a tarball in .build for any Linux with this processor, and test it
#   dist-source      make a tarball in .build of the committed sources with those of the dependency
#   check-dist       make both tarballs in two clones and compare them (a quarter of an hour)
#   ready            make and verify everything that a release consists of; publishes nothing
#   clean            remove build products
#
# Variables: PREFIX (/usr/local), DESTDIR, LIBDIR (lib), ARGUMENTS, SECONDS, and SWIFT_FLAGS for the release build,
# which replace the static link of Scripts/release.sh, such as SWIFT_FLAGS=--static-swift-stdlib.

PREFIX ?= /usr/local
DESTDIR ?=
LIBDIR ?= lib
ARGUMENTS ?=
SECONDS ?= 60
SWIFT_FLAGS ?=

.PHONY: bare-root build release library check-library wheel check-wheel web check-web test test-storage test-graph test-detection \
	test-coordination test-commands explore ends soak lint format registry check-registry docs bench check-figures figures costs costs-search \
	mutants check install uninstall deb dist dist-source check-dist ready clean

build:
	swift build --build-tests

release:
	bash Scripts/release.sh $(SWIFT_FLAGS)

library:
	bash Scripts/library.sh build

check-library:
	bash Scripts/library.sh check

wheel:
	bash Python/build.sh

check-wheel:
	bash Python/check.sh

web:
	bash Scripts/web.sh build

check-web:
	bash Scripts/web.sh check

test:
	bash Scripts/test.sh $(ARGUMENTS)

bare-root:
	bash Scripts/check.sh bare-root

explore:
	UTI_STATES=20000000 bash Scripts/test.sh --filter Exploration

test-storage:
	bash Scripts/test.sh --only DocumentStorageTests $(ARGUMENTS)

test-graph:
	bash Scripts/test.sh --only TypeGraphTests $(ARGUMENTS)

test-detection:
	bash Scripts/test.sh --only TypeDetectionTests $(ARGUMENTS)

test-coordination:
	bash Scripts/test.sh --only FileCoordinationTests $(ARGUMENTS)

test-commands:
	bash Scripts/test.sh --only UTICommandsTests $(ARGUMENTS)

ends:
	UTI_ENDS=all bash Scripts/test.sh --filter EndedPrograms

soak:
	UTI_SOAK_SECONDS=$(SECONDS) bash Scripts/test.sh --filter CompetingSavers

lint:
	bash Scripts/format.sh --check

format:
	bash Scripts/format.sh

registry:
	bash Scripts/registry.sh

check-registry:
	bash Scripts/registry.sh --check

docs:
	bash Scripts/check.sh docs site

bench: release
	bash Benchmarks/peers.sh
	bash Benchmarks/run.sh benchmark run --check --command .build/release/uti

check-figures:
	bash Scripts/check.sh figures $(ARGUMENTS)

figures:
	bash Scripts/check.sh figures --renew

costs: release
	bash Benchmarks/costs.sh $(ARGUMENTS)

costs-search: release
	bash Benchmarks/costs.sh --search $(SECONDS) $(ARGUMENTS)

mutants:
	bash Benchmarks/Mutation/run.sh --write

check:
	bash .ci/run

install:
	if [ -e .build/release/uti ] || [ ! -e .build/library/libuniformtypes.a ]; then \
	  bash Scripts/install.sh "$(DESTDIR)$(PREFIX)"; fi
	if [ -e .build/library/libuniformtypes.a ]; then \
	  PREFIX="$(PREFIX)" LIBDIR="$(LIBDIR)" bash Scripts/library.sh install "$(DESTDIR)$(PREFIX)"; fi

uninstall:
	bash Scripts/install.sh "$(DESTDIR)$(PREFIX)" --uninstall
	LIBDIR="$(LIBDIR)" bash Scripts/library.sh install "$(DESTDIR)$(PREFIX)" --uninstall

deb:
	bash Scripts/deb.sh uti $(ARGUMENTS)
	bash Scripts/deb.sh library $(ARGUMENTS)

dist:
	bash Scripts/dist.sh

dist-source:
	bash Scripts/dist.sh --source

check-dist:
	bash Scripts/dist.sh --twice

ready:
	bash Scripts/ready.sh

clean:
	swift package clean
