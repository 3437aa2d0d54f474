/// The iWork program that wrote a document.
///
/// Documents since 2013 store their objects in `Index/*.iwa`. Only presentations have slides there.
/// The number of the first object's type distinguishes a text document (10000) from the others (1).
/// Older documents have one XML file with a different name for each program.
enum IWorkArchive {
  private static let keynote = "application/vnd.apple.keynote"
  private static let pages = "application/vnd.apple.pages"
  private static let numbers = "application/vnd.apple.numbers"

  static func clue(_ archive: ZipArchive) -> ContainerClue? {
    if archive.entry(named: "index.apxl") != nil || archive.entry(named: "index.apxl.gz") != nil {
      return ContainerClue(keynote, seen: "the entry index.apxl")
    }
    if let entry = archive.entry(named: "index.xml") { return older(archive, entry) }
    guard let document = archive.entry(named: "Index/Document.iwa") else { return nil }
    let slides = ["Index/Slide", "Index/MasterSlide", "Index/TemplateSlide"]
    if slides.contains(where: archive.hasEntry(under:)) {
      return ContainerClue(keynote, seen: "the slides in the folder Index")
    }
    guard let type = firstObjectType(archive.start(of: document, count: 64)) else { return nil }
    return ContainerClue(
      type == 10000 ? pages : numbers,
      seen: "the first object of Index/Document.iwa, of type \(type)", at: document.offset)
  }

  private static func older(
    _ archive: ZipArchive, _ entry: ZipArchive.Entry
  ) -> ContainerClue? {
    let start = archive.start(of: entry, count: 2048)
    if start.contains("<sl:document") {
      return ContainerClue(pages, seen: "the root sl:document of index.xml", at: entry.offset)
    }
    if start.contains("<ls:document") {
      return ContainerClue(numbers, seen: "the root ls:document of index.xml", at: entry.offset)
    }
    return nil
  }

  /// The type of the first object.
  ///
  /// A chunk has four bytes of header, a Snappy stream its length, and its first literal begins
  /// with the object's description: the length, field 1 (identifier), field 2 (message), and in
  /// that field 1, the type.
  private static func firstObjectType(_ bytes: ArraySlice<UInt8>) -> Int? {
    let start = Array(bytes.dropFirst(4).prefix(32))
    guard start.count > 8 else { return nil }
    for place in 0..<start.count - 6
    where start[place] == 0x08 && start[place + 1] < 0x80 && start[place + 2] == 0x12
      && start[place + 4] == 0x08
    {
      let low = Int(start[place + 5])
      return low < 0x80 ? low : low & 0x7F | Int(start[place + 6]) << 7
    }
    return nil
  }
}
