/// A way to end a program.
enum End: String, CaseIterable {
  /// The main function returns.
  case returning = "return"
  /// The main actor calls `exit`.
  case exit
  /// The main actor calls `exit` in the middle of a save.
  case exitWhileSaving = "exit-while-saving"
  /// The main actor calls `exit`, while another access holds the item.
  case exitBesideHeldItem = "exit-beside-held-item"
  /// An observer of the state calls `exit` when a closing begins, and again at each later change.
  case exitInObserver = "exit-in-observer"
  /// The completion handler of a save calls `exit`.
  case exitInHandler = "exit-in-handler"
  /// Another thread calls `exit`, while the main actor is free.
  case exitOnThread = "exit-on-thread"
  /// Another thread calls `exit`, while the main actor waits for something else.
  case exitBesideBlockedMain = "exit-beside-blocked-main"
  /// The main actor calls `quick_exit`.
  case quickExit = "quick_exit"
  /// The main actor calls `_exit`, which no library hears of.
  case immediateExit = "_exit"
  /// The main function throws.
  case uncaughtError = "throw"
  /// The main actor calls `fatalError`.
  case fatalError
  /// The main actor calls functions without end.
  case stackOverflow = "stack-overflow"
  /// The process runs another program.
  case execution = "exec"
  /// The process closes all documents, and runs another program.
  case executionAfterClosing = "close-all-exec"
  /// The code that returns the contents calls `exit`.
  case exitInContents = "exit-in-contents"
  /// The main function returns; the contents take longer than the end of a program waits.
  case slowContents = "slow-contents"
  /// SIGQUIT, of which the program says nothing.
  case quit = "SIGQUIT"
  /// SIGXCPU, of which the program says nothing.
  case processorTime = "SIGXCPU"
  /// SIGALRM, of which the program says nothing.
  case alarm = "SIGALRM"
  /// SIGUSR1, of which the program says nothing.
  case user1 = "SIGUSR1"
  /// SIGUSR2, of which the program says nothing.
  case user2 = "SIGUSR2"
  /// The main actor reads outside an array.
  case outOfBounds = "out-of-bounds"
  /// SIGTERM, of which the program says nothing.
  case termination = "SIGTERM"
  /// SIGTERM after `saveDocuments(beforeEndingBy:)`.
  case handledTermination = "SIGTERM-handled"
  /// SIGINT, of which the program says nothing.
  case interrupt = "SIGINT"
  /// SIGKILL, three seconds after the edit.
  case killed = "SIGKILL"
  /// SIGKILL right after the edit.
  case killedAtOnce = "SIGKILL-at-once"
  /// The last reference goes away, then the main function returns.
  case dropped
  /// The last reference goes away; three and a half seconds later the program calls `_exit`.
  case droppedLongBefore = "dropped-then-_exit"
  /// A save with a completion handler, for which the main function does not wait.
  case unawaitedSave = "unawaited-save"
  /// A close with a completion handler, for which the main function does not wait.
  case unawaitedClose = "unawaited-close"
  /// A task that saves and closes, for which the main function does not wait.
  case unawaitedTask = "unawaited-task"
}
