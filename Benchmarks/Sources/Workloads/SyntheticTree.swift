import UTIPlatform

/// A tree of small files of many kinds, as on a developer's machine: most are texts of a few
/// kilobytes, one in six has an undeclared name, no extension has more than a tenth.
public struct SyntheticTree {
  /// The number of files.
  public let count: Int
  private let seed: UInt64

  /// Makes a description of a tree; ``write(to:)`` makes the tree.
  ///
  /// - Parameters:
  ///   - count: the number of files.
  ///   - seed: the number that decides all else.
  public init(count: Int, seed: UInt64 = 1) {
    self.count = count
    self.seed = seed
  }

  private typealias Kind = (share: Int, family: SyntheticContent.Family, endings: [String])

  private static let kinds: [Kind] = [
    (10, .source, [".c", ".h", ".cpp", ".py", ".js", ".swift", ".go", ".rs"]),
    (8, .source, [".h", ".py", ".java", ".pm", ".rb", ".ts"]),
    (8, .text, [".txt", ".md", ".html", ".css", ".rst", ".po"]),
    (6, .json, [".json", ".map"]), (4, .script, [".sh", ".bash"]), (4, .script, [""]),
    (8, .markup, [".svg", ".xml"]), (12, .image, [".png"]), (3, .sound, [".ogg", ".oga"]),
    (4, .zip, [".zip", ".jar"]), (3, .office, [".docx"]), (2, .compound, [".doc", ".xls"]),
    (8, .gzip, [".gz", ".1.gz"]), (5, .program, [".so", ".o", ""]),
    (6, .text, ["", ".list", ".conf", ".md5sums"]), (6, .unknown, [".idx", ".pack", ".qqq"]),
    (3, .unknown, [""]),
  ]

  /// Writes the files into folders of five hundred.
  ///
  /// - Parameter directory: a path; created if it does not exist.
  /// - Returns: the paths of the files.
  /// - Throws: ``WriteError`` if a file cannot be written.
  public func write(to directory: String) throws(WriteError) -> [String] {
    var generator = SeededGenerator(seed: seed)
    var content = SyntheticContent(seed: seed)
    let shares = Self.kinds.flatMap { kind in repeatElement(kind, count: kind.share) }
    mkdir(directory, 0o755)
    var paths: [String] = []
    for number in 0..<count {
      let folder = "\(directory)/\(number / 500)"
      if number.isMultiple(of: 500) { mkdir(folder, 0o755) }
      let kind = shares[Int.random(in: 0..<shares.count, using: &generator)]
      let ending = kind.endings[Int.random(in: 0..<kind.endings.count, using: &generator)]
      // Sizes spread over three powers of ten around 1.8 KB.
      let size = 1 << Int.random(in: 6...13, using: &generator)
      let path = "\(folder)/item-\(number)\(ending)"
      try Self.write(content.bytes(kind.family, size: size + size / 2), to: path)
      paths.append(path)
    }
    return paths
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(WriteError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw WriteError(path: path, errorNumber: errno) }
    defer { close(descriptor) }
    guard UTIPlatform.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw WriteError(path: path, errorNumber: errno)
    }
  }

  /// A file of the tree that could not be written.
  public struct WriteError: Error, CustomStringConvertible {
    let path: String
    let errorNumber: Int32

    /// The path and the reason.
    public var description: String {
      "\(path): cannot write it: \(String(cString: strerror(errorNumber)))"
    }
  }
}
