internal import CSystemCalls

/// The line that is printed about a document when the process traps.
final class TrapNote: Sendable {
  // Unsafe in name only: the notes themselves are made for any thread.
  nonisolated(unsafe) private let note = uti_trap_note_make()

  /// Sets the line.
  ///
  /// - Parameter place: The path or URL of a document whose changes no file has; nil for no line.
  func set(_ place: String?) {
    guard let place else { return uti_trap_note_set(note, nil) }
    uti_trap_note_set(
      note,
      "\(place): error: the program crashed with changes that no file has, and they are lost; "
        + "open the document again\n")
  }

  deinit { uti_trap_note_discard(note) }
}
