internal import UTITypeGraph

/// The reason for a finding, by its place in the registry, converted on request for display.
enum EvidenceReference {
  case glob(GlobIndex)
  /// The name's extension, which the declaration of a type states.
  indirect case tag(TypeIndex, value: String)
  case magic(rule: Int, offset: Int, Excerpt)
  case encoding(TextEncoding)
  indirect case seen(Observation)
  /// A reason that is costly to put into words.
  case deferred(@Sendable (RegistryImage) -> Evidence)
  indirect case stated(Evidence)

  /// The first bytes of something, few enough to be kept in place.
  struct Excerpt {
    private var words: (UInt64, UInt64) = (0, 0)
    private let count: UInt8

    init(_ bytes: UnsafeRawBufferPointer) {
      let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(Evidence.longestExcerpt))
      count = UInt8(truncatingIfNeeded: bytes.count)
      withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: bytes) }
    }

    var bytes: [UInt8] { withUnsafeBytes(of: words) { Array($0.prefix(Int(count))) } }
  }

  /// An observation in the bytes.
  struct Observation {
    let basis: Evidence.Basis
    let words: Words
    let type: TypeIndex
    var offset: Int?
    /// nil when no declaration has the root element.
    var rootElement: RootElementIndex?
  }

  /// A sentence with words of the file; it may have no second part.
  struct Words {
    let start: StaticString
    var word = ""
    var secondStart: StaticString = ""
    var secondWord = ""

    var text: String {
      "\(start)\(word)" + (secondWord.isEmpty ? "" : "\(secondStart)\(secondWord)")
    }
  }

  /// The form for display.
  func evidence(in image: RegistryImage) -> Evidence {
    switch self {
    case .glob(let glob):
      let match = image.globMatch(glob)
      return Evidence(
        .name, .pattern(match.pattern, weight: match.weight),
        type: image.identifier(of: match.type), origin: match.origin)
    case .tag(let type, let value):
      return Evidence(
        .name, .tag(value), type: image.identifier(of: type),
        origin: image.extensionTag(value, of: type)?.origin)
    case .magic(let rule, let offset, let excerpt):
      let (type, priority, origin) = image.magicRuleSummary(rule)
      return Evidence(
        .content, .magic(priority: priority), type: image.identifier(of: type), offset: offset,
        bytes: excerpt.bytes, origin: origin)
    case .encoding(let encoding):
      return Evidence(.text, .words("text in \(encoding.rawValue)"))
    case .seen(let seen):
      return Evidence(
        seen.basis, .words(seen.words.text), type: image.identifier(of: seen.type),
        offset: seen.offset, origin: seen.rootElement.map(image.origin))
    case .deferred(let evidence):
      return evidence(image)
    case .stated(let evidence):
      return evidence
    }
  }
}

extension RegistryImage {
  fileprivate func extensionTag(_ value: String, of type: TypeIndex) -> TypeTag? {
    let key = TagClass.filenameExtension.key(for: value)
    return tags(of: type).first {
      $0.tag.tagClass == .filenameExtension && $0.tag.tagClass.key(for: $0.tag.value) == key
    }
  }
}
