internal import SystemPackage

extension SyncClient {
  /// Names as texts for comparison, where different names give different texts.
  ///
  /// If the name of the item is not valid UTF-8, each byte of all names becomes a character.
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

    /// Returns a copy whose user and host are decoded as UTF-8.
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
