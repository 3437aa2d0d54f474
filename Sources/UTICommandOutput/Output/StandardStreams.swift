import UTIPlatform

/// The three standard streams of a program.
package enum StandardStreams {
  /// Replaces each closed stream with a descriptor that can neither be read nor written.
  ///
  /// Otherwise a file that a command opens would get the number of a stream and receive its output,
  /// and other objects, such as a kernel queue, would reject it with a misleading error.
  package static func keepPlaces() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
      // The first free number is the stream's. Without this device nothing changes.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
