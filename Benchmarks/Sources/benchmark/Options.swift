/// The options of the command line.
struct Options {
  /// Parts of names; a comparison runs if its name has one of them, or if there are none.
  var filters: [String] = []
  /// True if a missed threshold ends the run with a failure.
  var isChecking = false
  /// The database that images are built from, and that types are looked up in.
  var database = "/usr/share/mime/packages/freedesktop.org.xml"
  /// The number of files of the bulk comparison.
  var fileCount = 20_000
  /// A list of paths, each ended by a NUL, to use instead of a synthetic tree.
  var pathList: String?
  /// The command whose cold start is measured; nil without one.
  var command: String?
  /// The folder for files.
  var folder = "/tmp/uniform-types-benchmarks"
  /// The file of thresholds.
  var thresholds = "Benchmarks/thresholds.tsv"

  /// - Throws: ``UsageError`` at the first invalid word.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = Array(arguments)[...]
    while let word = rest.popFirst() {
      func value() throws(UsageError) -> String {
        guard let value = rest.popFirst() else { throw UsageError("\(word) needs a value") }
        return value
      }
      switch word {
      case "--check": isChecking = true
      case "--database": database = try value()
      case "--paths": pathList = try value()
      case "--command": command = try value()
      case "--folder": folder = try value()
      case "--thresholds": thresholds = try value()
      case "--files": fileCount = try Int(count: try value())
      case _ where word.hasPrefix("-"): throw UsageError("there is no option \(word)")
      default: filters.append(word)
      }
    }
  }

  func selects(_ name: String) -> Bool {
    filters.isEmpty || filters.contains { name.contains($0) }
  }
}

extension Int {
  /// Reads a positive number.
  init(count text: String) throws(UsageError) {
    guard let count = Int(text), count > 0 else {
      throw UsageError("\(text) is no number above zero")
    }
    self = count
  }
}

extension String {
  fileprivate func contains(_ part: String) -> Bool {
    indices.contains { self[$0...].hasPrefix(part) }
  }
}

/// An invalid command line.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ message: String) { description = message }
}
