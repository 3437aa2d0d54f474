internal import TypeGraph

/// What a finding rests on, as it is found: by its place in the registry.
///
/// It becomes an ``Evidence``, with the words and origins that people read, when someone asks.
enum Ground {
  /// A pattern that the name matches.
  case glob(GlobIndex)
  /// The name's extension, which the declaration of a type states.
  indirect case tag(TypeIndex, value: String)
  /// A magic rule that the bytes meet.
  case magic(rule: Int, offset: Int, Excerpt)
  /// That the bytes are text.
  case encoding(TextEncoding)
  /// What shows in the bytes by no rule of the registry.
  indirect case seen(Observation)
  /// What the registry has no place for.
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

    /// Three bytes that are not zero, for zeros are everywhere, and no ID3 tag, which stands before
    /// any kind of sound.
    var isStrong: Bool {
      withUnsafeBytes(of: words) { bytes in
        var nonzero = 0
        for byte in bytes where byte != 0 { nonzero &+= 1 }
        return nonzero >= 3 && !(count == 3 && bytes.starts(with: "ID3".utf8))
      }
    }
  }

  /// What a look at the bytes has shown.
  struct Observation {
    let basis: Verdict.Basis
    let words: Words
    let type: TypeIndex
    var offset: Int?
    /// What states that the type is known by it; nil when no declaration does.
    var rootElement: RootElementIndex?
  }

  /// A sentence with words of the file's own; the second part is left out where it has none.
  struct Words {
    let start: StaticString
    var word = ""
    var secondStart: StaticString = ""
    var secondWord = ""

    var text: String {
      "\(start)\(word)" + (secondWord.isEmpty ? "" : "\(secondStart)\(secondWord)")
    }
  }

  /// Whether bytes that an accident cannot produce stand in the file.
  var hasStrongBytes: Bool {
    guard case .magic(_, _, let excerpt) = self else { return false }
    return excerpt.isStrong
  }

  /// The layer that states what this rests on; nil when no declaration does.
  func layer(in image: RegistryImage) -> DeclarationSource.Layer? {
    switch self {
    case .glob(let glob): image.layer(of: glob)
    case .magic(let rule, _, _): image.layer(ofMagicRule: rule)
    case .tag(let type, let value):
      image.extensionTag(value, of: type)?.origin?.source.layer
    case .seen(let observation): observation.rootElement.map(image.layer)
    case .stated(let evidence): evidence.origin?.source.layer
    case .encoding: nil
    }
  }

  /// The reason in the form that people read.
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
    case .stated(let evidence):
      return evidence
    }
  }
}

extension RegistryImage {
  /// The extension tag of a type that a value stands for.
  fileprivate func extensionTag(_ value: String, of type: TypeIndex) -> TypeTag? {
    let key = TagClass.filenameExtension.key(for: value)
    return tags(of: type).first {
      $0.tag.tagClass == .filenameExtension && $0.tag.tagClass.key(for: $0.tag.value) == key
    }
  }
}
