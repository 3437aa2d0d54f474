import UTIPlatform

/// The three streams that a program begins with.
package enum StandardStreams {
  /// Fills the places of streams that are closed with something that can neither be read nor written.
  ///
  /// What a command opens would have their numbers otherwise, and get what belongs on the streams: a
  /// queue of the system refuses it for a reason that has nothing to do with it, and a file takes it.
  package static func keepPlaces() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
      // The first free number is that of the stream. Where there is no such device, all is as it was.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
