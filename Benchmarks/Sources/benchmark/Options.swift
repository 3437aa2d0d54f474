/// What the command line asks for.
struct Options {
  /// Parts of names; a comparison is run when it has one of them, or when there are none.
  var filters: [String] = []
  /// Whether a missed threshold ends the run with a failure.
  var isChecking = false
  /// The database that images are built from, and that types are looked up in.
  var database = "/usr/share/mime/packages/freedesktop.org.xml"
  /// The number of files of the bulk comparison.
  var fileCount = 20_000
  /// A list of paths, each ended by a NUL, to use instead of a synthetic tree.
  var pathList: String?
  /// The command whose cold start is measured; nil when there is none.
  var command: String?
  /// Where files are put.
  var folder = "/tmp/uniform-types-benchmarks"
  /// The thresholds to keep.
  var thresholds = "Benchmarks/thresholds.tsv"

  /// - Throws: ``UsageError`` at the first word that is not understood.
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
  /// A number of things, of which there is at least one.
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

/// A command line that is not understood.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ message: String) { description = message }
}
