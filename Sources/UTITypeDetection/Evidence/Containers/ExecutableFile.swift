/// The kind of an ELF file (System V ABI, chapters 4 and 5; the GNU extension DT_FLAGS_1).
///
/// The header states it; only the dynamic section distinguishes a program that runs at any address
/// from a shared library.
struct ExecutableFile {
  private let window: ByteWindow
  private let isWide: Bool
  private let isBigEndian: Bool

  private static let object = "application/x-object"
  private static let executable = "application/x-executable"
  private static let positionIndependent = "application/x-pie-executable"
  private static let sharedLibrary = "application/x-sharedlib"
  private static let core = "application/x-core"

  /// Numbers of the format, under the names that the ABI gives them.
  private enum Number {
    static let object = 1  // ET_REL
    static let program = 2  // ET_EXEC
    static let dynamicObject = 3  // ET_DYN
    static let core = 4  // ET_CORE
    static let dynamicSegment = 2  // PT_DYNAMIC
    static let interpreterSegment = 3  // PT_INTERP
    static let endOfTags = 0  // DT_NULL
    static let libraryName = 14  // DT_SONAME
    static let debugger = 21  // DT_DEBUG
    static let flags = 0x6FFF_FFFB  // DT_FLAGS_1
    static let programFlag = 0x0800_0000  // DF_1_PIE
  }

  /// No linker writes that many headers or tags; a file that states more is read as far as this.
  private static let headerCountLimit = 64
  private static let tagByteCountLimit = 16384

  /// nil when the bytes are not an ELF file.
  init?(_ window: ByteWindow) {
    let head = window.head
    // An AppImage states its own format within the identification.
    guard head.count >= 64, head.has("\u{7F}ELF"), !head.has("AI", at: 8), 1...2 ~= head[4],
      1...2 ~= head[5]
    else { return nil }
    self.window = window
    isWide = head[4] == 2
    isBigEndian = head[5] == 2
  }

  private var header: ArraySlice<UInt8> { Array(window.head.prefix(64))[...] }

  /// nil when the dynamic section is beyond the bytes that can be read.
  func clue() -> ContainerClue? {
    switch number(header, 16, 2) {
    case Number.object: clue(Self.object, "the kind of the file in the header", at: 16)
    case Number.program: clue(Self.executable, "the kind of the file in the header", at: 16)
    case Number.core: clue(Self.core, "the kind of the file in the header", at: 16)
    case Number.dynamicObject: dynamicClue()
    default: nil
    }
  }

  private func dynamicClue() -> ContainerClue? {
    var dynamic: (offset: Int, count: Int)?
    var hasInterpreter = false
    for header in programHeaders() {
      guard let kind = number(header, 0, 4) else { break }
      if kind == Number.interpreterSegment { hasInterpreter = true }
      if kind == Number.dynamicSegment,
        let offset = isWide ? number(header, 8, 8) : number(header, 4, 4),
        let count = isWide ? number(header, 32, 8) : number(header, 16, 4)
      {
        dynamic = (offset, count)
      }
    }
    let tags = dynamic.map { self.tags(at: $0.offset, count: $0.count) } ?? [:]
    guard let dynamic, !tags.isEmpty else {
      // Symbols that were split off for a debugger keep the headers and lose the sections.
      return window.reachesEnd
        ? library("the headers, which lead to no dynamic section of a program", at: 16) : nil
    }
    if let flags = tags[Number.flags] {
      return flags & Number.programFlag != 0
        ? program("the flag DF_1_PIE in the dynamic section", at: dynamic.offset)
        : library("the flags of the dynamic section, without DF_1_PIE", at: dynamic.offset)
    }
    // Linkers did not write the flag before 2015. Libraries that can be run have a name.
    if hasInterpreter, tags[Number.debugger] != nil, tags[Number.libraryName] == nil {
      return program("an interpreter, and a place for debuggers", at: dynamic.offset)
    }
    return library("the dynamic section, which is none of a program", at: dynamic.offset)
  }

  private func program(_ words: String, at offset: Int) -> ContainerClue {
    clue(Self.positionIndependent, words, at: offset)
  }

  private func library(_ words: String, at offset: Int) -> ContainerClue {
    clue(Self.sharedLibrary, words, at: offset)
  }

  /// The clue of one kind, which refutes all others; a program at any address is a program.
  private func clue(_ name: String, _ words: String, at offset: Int) -> ContainerClue {
    let programs =
      name == Self.positionIndependent ? [] : [Self.executable, Self.positionIndependent]
    return ContainerClue(
      [name], seen: words, at: offset,
      refutes: ([Self.object, Self.sharedLibrary, Self.core] + programs).filter { $0 != name })
  }

  private func programHeaders() -> [ArraySlice<UInt8>] {
    let header = header
    guard let offset = isWide ? number(header, 32, 8) : number(header, 28, 4), offset > 0,
      let size = number(header, isWide ? 54 : 42, 2), size == (isWide ? 56 : 32),
      let count = number(header, isWide ? 56 : 44, 2), count > 0
    else { return [] }
    let table = window.bytes(at: offset, count: min(count, Self.headerCountLimit) * size)
    return stride(from: 0, to: table.count, by: size).map { table.part($0, size) }
  }

  private func tags(at offset: Int, count: Int) -> [Int: Int] {
    let width = isWide ? 8 : 4
    let section = window.bytes(at: offset, count: min(count, Self.tagByteCountLimit))
    var tags: [Int: Int] = [:]
    for place in stride(from: 0, to: section.count, by: 2 * width) {
      guard let tag = number(section, place, width), tag != Number.endOfTags else { break }
      // An address in the upper half is ignored.
      tags[tag] = number(section, place + width, width) ?? 0
    }
    return tags
  }

  private func number(_ bytes: ArraySlice<UInt8>, _ offset: Int, _ width: Int) -> Int? {
    isBigEndian ? bytes.big(offset, width) : bytes.little(offset, width)
  }
}
