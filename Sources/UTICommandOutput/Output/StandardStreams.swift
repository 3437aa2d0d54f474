import UTIPlatform

/// The three standard streams of a program.
package enum StandardStreams {
  /// A file opened under the number of a closed stream would receive its output.
  package static func keepPlaces() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
      // The first free number is the stream's. Without this device nothing changes.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
