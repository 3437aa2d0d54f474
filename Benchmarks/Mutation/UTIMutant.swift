internal import Glibc

/// The mutant that this process runs, copied into each target with mutants.
///
/// `UTI_MUTANT` has its number. `UTI_MUTANT_REACHED` names a file with a byte for each number; a byte
/// becomes 1 when the code of its mutant runs, in this process or in one that it starts.
enum UTIMutant {
  private static let active = getenv("UTI_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0

  // The bytes are only ever set to 1, and a lost write is repeated by the next run.
  private nonisolated(unsafe) static let reached: UnsafeMutablePointer<UInt8>? = {
    guard let path = getenv("UTI_MUTANT_REACHED") else { return nil }
    let file = open(path, O_RDWR | O_CLOEXEC)
    var status = stat()
    guard file >= 0, fstat(file, &status) == 0 else { return nil }
    defer { close(file) }
    let memory = mmap(nil, Int(status.st_size), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    return memory == MAP_FAILED ? nil : memory?.assumingMemoryBound(to: UInt8.self)
  }()

  /// Returns whether a mutant is active, and records that its code runs.
  static func isActive(_ number: Int) -> Bool {
    if let reached { reached[number] = 1 }
    return number == active
  }
}
