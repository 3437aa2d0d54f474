internal import SystemPackage

extension SyncClient {
  /// Names as texts that are compared: no two names are one text.
  ///
  /// Where the name of an item is no UTF-8, each byte of all names is a character.
  struct NameText {
    private let isOfBytes: Bool

    /// - Parameter base: the name of the item.
    init(of base: FilePath.Component) {
      isOfBytes = String(validating: base.bytes, as: UTF8.self) == nil
    }

    func text(_ name: FilePath.Component) -> String {
      guard isOfBytes else { return name.string }
      return String(String.UnicodeScalarView(name.bytes.map { Unicode.Scalar($0) }))
    }

    /// A copy with the names of people and computers as these are written.
    func people(of copy: Copy) -> Copy {
      guard isOfBytes else { return copy }
      func written(_ text: String?) -> String? {
        text.map {
          String(
            decoding: $0.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }, as: UTF8.self)
        }
      }
      var copy = copy
      copy.host = written(copy.host)
      copy.user = written(copy.user)
      return copy
    }
  }
}
