import CUTIBaseRegistry
package import UTITypeGraph

/// The formats of PRONOM that the package's table relates to types.
package enum FormatTable {
  /// The relation of a format to its type.
  package enum Relation: String, Sendable {
    case same = "is"
    case version = "version-of"
  }

  package struct Format: Hashable, Sendable {
    /// PRONOM's identifier, such as `fmt/18`.
    package let puid: String
    package let relation: Relation
  }

  /// nil for a format without a row.
  package static func type(
    ofFormat puid: String
  ) -> (identifier: TypeIdentifier, relation: Relation)? {
    for line in bytes.split(separator: newline) {
      let fields = line.split(separator: tab, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      for (list, relation) in [(fields[1], Relation.same), (fields[2], .version)]
      where list.split(separator: comma).contains(where: { $0.elementsEqual(puid.utf8) }) {
        let identifier = String(decoding: fields[0], as: UTF8.self)
        return (TypeIdentifier(canonical: identifier), relation)
      }
    }
    return nil
  }

  /// All formats with a row.
  static var puids: Set<String> {
    var puids: Set<String> = []
    for line in bytes.split(separator: newline) {
      for list in line.split(separator: tab, omittingEmptySubsequences: false).dropFirst() {
        for puid in list.split(separator: comma) {
          puids.insert(String(decoding: puid, as: UTF8.self))
        }
      }
    }
    return puids
  }

  /// The formats that are the type come first, and then its versions.
  package static func formats(of type: TypeIdentifier) -> [Format] {
    guard let line = line(of: type.rawValue) else { return [] }
    var formats: [Format] = []
    let lists = line.split(separator: tab, omittingEmptySubsequences: false).dropFirst()
    for (list, relation) in zip(lists, [Relation.same, .version]) {
      for puid in list.split(separator: comma) {
        formats.append(Format(puid: String(decoding: puid, as: UTF8.self), relation: relation))
      }
    }
    return formats
  }

  // Inlined into a getter of a type, it makes the compiler crash (Swift 6.3.1).
  @inline(never)
  static func puids(of type: TypeIdentifier) -> [String] { formats(of: type).map { $0.puid } }

  private static let (newline, tab, comma) = (
    UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: ",")
  )

  static var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: uti_format_table(), count: uti_format_table_size())
  }

  /// A binary search, because nearly all types have none and each list of tags asks.
  private static func line(of type: String) -> Slice<UnsafeRawBufferPointer>? {
    let bytes = bytes
    var (lower, upper) = (0, bytes.count)
    while lower < upper {
      var start = (lower + upper) / 2
      while start > lower, bytes[start - 1] != newline { start -= 1 }
      let line = bytes[start..<upper].prefix { $0 != newline }
      let name = line.prefix { $0 != tab }
      if name.elementsEqual(type.utf8) { return line }
      if name.lexicographicallyPrecedes(type.utf8) {
        lower = min(line.endIndex + 1, upper)
      } else {
        upper = start
      }
    }
    return nil
  }
}

extension RegistrySnapshot {
  /// The type of a format in the package's table, or else with the identifier of a derived type;
  /// nil for tags of other classes.
  func type(ofFormat tag: Tag) -> TypeIndex? {
    guard tag.tagClass == .format, view != .freedesktop else { return nil }
    let identifier =
      FormatTable.type(ofFormat: tag.value)?.identifier ?? TypeIdentifier.ofFormat(tag.value)
    return identifier.flatMap(describedType)
  }
}
