/// Gives the tests a separate directory to coordinate in, before the first of them begins.
///
/// Programs of the user, and tests of another working copy, meet in `$XDG_RUNTIME_DIR`. Locks on
/// items do not matter, because no other program has the items; but a coordinator asks all
/// processes with presenters. Programs that tests start inherit the variable. There is nothing to
/// call.
#ifndef C_TEST_DIRECTORIES_H
#define C_TEST_DIRECTORIES_H

/// The directory; empty where none could be made, and the variable is as it was then.
extern const char *const uti_test_runtime_directory;

#endif
