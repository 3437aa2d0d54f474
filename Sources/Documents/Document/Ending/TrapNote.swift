internal import CUTISystemCalls
internal import SystemPackage

/// The line about a document that is printed when the process traps.
final class TrapNote: Sendable {
  // Unsafe in name only: the functions for notes may be called on any thread.
  nonisolated(unsafe) private let note = uti_trap_note_make()

  /// The knowledge of changes that no file has.
  enum Loss {
    case certain
    /// There may be changes that were not registered.
    case possible
    /// The class itself keeps the changes in a folder.
    case keptByClass(FilePath)
  }

  /// Sets the line.
  ///
  /// - Parameters:
  ///   - loss: The knowledge of changes of a document; nil for no line.
  ///   - place: The path or URL of the document.
  func set(_ loss: Loss?, _ place: String) {
    switch loss {
    case nil: uti_trap_note_set(note, nil)
    case .certain:
      uti_trap_note_set(
        note,
        "\(place): error: the program ended at once with changes that no file has, and they are lost; "
          + "find the cause of this end\n")
    case .keptByClass(let folder):
      uti_trap_note_set(
        note,
        "\(place): note: the program ended at once with changes that the file lacks; nothing is lost, "
          + "because \(folder) has them; open the document again\n")
    case .possible:
      uti_trap_note_set(
        note,
        "\(place): error: the program ended at once, and changes of the last seconds are lost if they were "
          + "not registered; register changes, and find the cause of this end\n")
    }
  }

  deinit { uti_trap_note_discard(note) }
}
