extension ZipArchive {
  /// The format that the entries show; nil for an archive of any files.
  ///
  /// The statement of the archive comes first, then parts of one format only. A complete archive
  /// without the parts of a claimed type is not of it.
  func clue(isArchive: (String) -> Bool, claimed: [String]) -> ContainerClue? {
    let clue =
      statedType(isArchive) ?? OfficeOpenXML.clue(self) ?? packageClue() ?? documentClue()
      ?? bundleClue()
    guard isComplete, clue?.lookalikes ?? .allInContainer == .allInContainer else { return clue }
    let absent = claimed.filter { !(clue?.names.contains($0) ?? false) && isWithout($0) }
    guard !absent.isEmpty else { return clue }
    var result =
      clue
      ?? ContainerClue(
        "application/zip", seen: "the entries, all of which are known", strength: .none)
    result.absent = absent
    return result
  }

  /// Every archive of the MIME type has such a part.
  private func isWithout(_ mimeName: String) -> Bool {
    if let parts = Self.requiredParts[mimeName] {
      return !parts.contains { part in
        if part.first == "*" { return hasEntry(endingIn: String(part.dropFirst())) }
        return part.utf8.last == UInt8(ascii: "/")
          ? hasEntry(under: part) : entry(named: part) != nil
      }
    }
    // Packages of iWork also keep their objects in an archive in the archive.
    return Self.isRecognized(mimeName) && entry(named: "Index.zip") == nil
  }

  /// Names of which one is required, ends of names after an asterisk, or folders.
  ///
  /// They do not show a type alone.
  private static let requiredParts = [
    // "Wallet Developer Guide", "Pass Structure": a pass that is not signed yet has no signature.
    "application/vnd.apple.pkpass": ["pass.json"],
    // Android Developers, "Create an Android library", "Anatomy of an AAR file".
    "application/vnd.android.aar": ["AndroidManifest.xml"],
    // OGC 12-007, KML 2.3, section 5.5.
    "application/vnd.google-earth.kmz": ["*.kml"],
    // Jakarta EE Platform 10, section 8, and its specification of web applications.
    "com.sun.web-application-archive": ["WEB-INF/"],
    // Jakarta EE Platform 10, section 8: since version 5 the descriptor may be missing.
    "application/x-java-enterprise-archive": [
      "META-INF/application.xml", "*.war", "*.jar", "*.rar",
    ],
    // Firefox, "Extension structure"; older ones have a manifest in RDF or a script.
    "application/x-xpinstall": [
      "manifest.json", "install.rdf", "install.js", "chrome.manifest", "*.xpi",
    ],
    // Visual Studio, "Anatomy of a VSIX package".
    "application/x-vsix": ["extension.vsixmanifest"],
    // Setuptools, "The internal structure of Python eggs".
    "application/x-python-egg": ["EGG-INFO/"],
    // ECMA-376 part 2, section 7.2.3.
    "application/vnd.ms-officetheme": ["[Content_Types].xml"],
  ]

  /// Every archive of the type has parts that show it, unlike Java archives and comic books.
  static func isRecognized(_ mimeName: String) -> Bool {
    recognizedNames.contains(mimeName) || OfficeOpenXML.documents.contains(mimeName)
      || statedPrefixes.contains(where: mimeName.hasPrefix)
  }

  /// The types that archives state in the entry `mimetype` or in their manifest.
  private static let statedPrefixes = [
    "application/vnd.oasis.opendocument.", "application/vnd.sun.xml.", "application/epub+zip",
    "image/openraster", "application/x-krita",
  ]

  private static let recognizedNames: Set = [
    "application/vnd.android.package-archive", "application/vnd.android.app-bundle",
    "application/appx", "application/msix",
    "application/appxbundle", "application/msixbundle", "application/x-itunes-ipa",
    "application/x-ios-app",
    "application/x-wheel+zip", "application/x-nuget-package", "application/x-sketch",
    "application/vnd.apple.keynote", "application/vnd.apple.pages",
    "application/vnd.apple.numbers", "model/vnd.usdz+zip", "model/3mf",
    "application/wacz", "application/x-freecad",
    "application/x-npz", "application/vnd.openofficeorg.extension",
  ]

  /// `mimetype` (OpenDocument 1.3 part 2, section 3.3; EPUB OCF 3.3, section 4.3).
  ///
  /// Only a type of archives counts, because the entry can have any other purpose.
  private func statedType(_ isArchive: (String) -> Bool) -> ContainerClue? {
    guard let entry = entry(named: "mimetype") else { return manifestType(isArchive) }
    let stated = start(of: entry, count: 200).text
      .prefix { $0.isASCII && !$0.isWhitespace && $0 != "\0" }
    guard isArchive(String(stated)) else { return nil }
    return ContainerClue(
      String(stated), seen: "the entry mimetype, which says \(stated)", at: entry.offset,
      refutes: Self.siblings(of: String(stated)))
  }

  /// The manifest's type for the package (OpenDocument 1.3 part 2, section 4.3).
  private func manifestType(_ isArchive: (String) -> Bool) -> ContainerClue? {
    guard let entry = entry(named: "META-INF/manifest.xml") else { return nil }
    let start = start(of: entry, count: 2048)
    for element in start.split(separator: UInt8(ascii: "<"))
    where element.contains("full-path=\"/\"") {
      let attributes = element.text.split(separator: "\"")
      guard let name = attributes.firstIndex(where: { $0.hasSuffix("media-type=") }),
        name + 1 < attributes.endIndex
      else { continue }
      let stated = String(attributes[name + 1])
      guard isArchive(stated) else { continue }
      return ContainerClue(
        stated, seen: "the entry META-INF/manifest.xml, which says \(stated)", at: entry.offset,
        refutes: Self.siblings(of: stated))
    }
    return nil
  }

  /// Other templates and parts (OpenDocument 1.3 part 3, appendix C; OpenOffice.org 1.0).
  private static func siblings(of stated: String) -> [String] {
    let endings = ["-template", "-master", "-web", ".template", ".global"]
    let ending = endings.first(where: stated.endsWithBytes) ?? ""
    let document = String(stated.dropLast(ending.count))
    return ([""] + endings).map { document + $0 }
  }

  private func packageClue() -> ContainerClue? {
    if let manifest = entry(named: "AndroidManifest.xml"), isCompiled(manifest) {
      return ContainerClue(
        "application/vnd.android.package-archive",
        seen: "the entry AndroidManifest.xml of a compiled program", at: manifest.offset)
    }
    if entry(named: "AndroidManifest.xml") != nil, entry(named: "classes.jar") != nil {
      return ContainerClue(
        "application/vnd.android.aar", seen: "the entries AndroidManifest.xml and classes.jar")
    }
    if entry(named: "BundleConfig.pb") != nil, hasEntry(under: "base/") {
      return ContainerClue(
        "application/vnd.android.app-bundle", seen: "the entry BundleConfig.pb")
    }
    if entry(named: "AppxMetadata/AppxBundleManifest.xml") != nil {
      return ContainerClue(
        "application/appxbundle", "application/msixbundle",
        seen: "the entry AppxMetadata/AppxBundleManifest.xml")
    }
    if entry(named: "AppxManifest.xml") != nil, entry(named: "AppxBlockMap.xml") != nil {
      return ContainerClue(
        "application/appx", "application/msix",
        seen: "the entries AppxManifest.xml and AppxBlockMap.xml")
    }
    if entries.contains(where: {
      $0.name.hasPrefix("Payload/") && Array($0.name.utf8)[...].contains(".app/")
    }) {
      return ContainerClue(
        "application/x-ios-app", "com.apple.itunes.ipa", "application/zip",
        seen: "an application in the folder Payload")
    }
    if let manifest = entry(named: "install.rdf"),
      start(of: manifest, count: 2048).contains("http://www.mozilla.org/2004/em-rdf#")
    {
      return ContainerClue(
        "application/x-xpinstall", seen: "the vocabulary of browser extensions in install.rdf",
        at: manifest.offset)
    }
    if entry(named: "META-INF/mozilla.rsa") != nil, entry(named: "manifest.json") != nil {
      return ContainerClue(
        "application/x-xpinstall", seen: "the entries META-INF/mozilla.rsa and manifest.json")
    }
    if hasEntry(endingIn: ".dist-info/WHEEL") {
      return ContainerClue(
        "application/x-wheel+zip", "application/x-python-wheel",
        seen: "an entry WHEEL in a dist-info folder")
    }
    if entry(named: "[Content_Types].xml") != nil,
      files.contains(where: { $0.isAtRoot && $0.name.endsWithBytes(of: ".nuspec") })
    {
      return ContainerClue(
        "application/x-nuget-package", "application/x-nupkg",
        seen: "a nuspec entry beside [Content_Types].xml")
    }
    return javaClue()
  }

  /// A program is next to it, or it is binary XML (Android, "ResourceTypes.h").
  private func isCompiled(_ manifest: Entry) -> Bool {
    entry(named: "classes.dex") != nil || entry(named: "resources.arsc") != nil
      || start(of: manifest, count: 4).elementsEqual([3, 0, 8, 0])
  }

  private func javaClue() -> ContainerClue? {
    guard entry(named: "META-INF/MANIFEST.MF") != nil else { return nil }
    if hasEntry(under: "WEB-INF/") {
      return ContainerClue(
        "com.sun.web-application-archive", "application/java-archive",
        seen: "a folder WEB-INF beside its manifest",
        lookalikes: .allInContainer)
    }
    if entry(named: "META-INF/application.xml") != nil {
      return ContainerClue(
        "com.sun.enterprise-application-archive", "application/java-archive",
        seen: "the entry META-INF/application.xml",
        lookalikes: .allInContainer)
    }
    return ContainerClue(
      "application/java-archive", seen: "the entry META-INF/MANIFEST.MF",
      lookalikes: .allInContainer)
  }

  private func documentClue() -> ContainerClue? {
    if let clue = IWorkArchive.clue(self) { return clue }
    if let clue = sceneClue() ?? mapClue() { return clue }
    if entry(named: "META-INF/manifest.xml") != nil, entry(named: "description.xml") != nil {
      return ContainerClue(
        "application/vnd.openofficeorg.extension",
        seen: "the entries META-INF/manifest.xml and description.xml",
        lookalikes: .allInContainer)
    }
    if entry(named: "ComicInfo.xml") != nil {
      return ContainerClue("application/vnd.comicbook+zip", seen: "the entry ComicInfo.xml")
    }
    if let only = files.first, files.dropFirst().isEmpty, only.name.endsWithBytes(of: ".fb2") {
      return ContainerClue(
        "application/x-zip-compressed-fb2", seen: "the only entry, \(only.name)")
    }
    if ["document.json", "meta.json", "user.json"].allSatisfy({ entry(named: $0) != nil }),
      hasEntry(under: "pages/")
    {
      return ContainerClue(
        "application/x-sketch", "image/x-sketch", "application/sketch",
        seen: "the entries document.json, meta.json and user.json beside pages")
    }
    return nil
  }

  /// A layer of a scene comes first, and nothing is compressed ("USDZ File Format Specification").
  private func sceneClue() -> ContainerClue? {
    guard let first = files.first,
      [".usda", ".usdc", ".usd"].contains(where: first.name.endsWithBytes),
      files.allSatisfy({ $0.method == 0 })
    else { return nil }
    return ContainerClue(
      "model/vnd.usdz+zip", seen: "the first entry, the layer \(first.name), not compressed",
      at: first.offset)
  }

  /// `doc.kml`, or one file next to the folders that it refers to, so not photographs with a map.
  ///
  /// Source: KML documentation, "KMZ Files".
  private func mapClue() -> ContainerClue? {
    let atRoot = files.filter { $0.isAtRoot }
    guard
      let map = entry(named: "doc.kml")
        ?? files.first.flatMap({ first in
          first.name.endsWithBytes(of: ".kml") && atRoot.elementsEqual([first]) ? first : nil
        })
    else { return nil }
    return ContainerClue(
      "application/vnd.google-earth.kmz", seen: "the entry \(map.name)", at: map.offset)
  }

  private func bundleClue() -> ContainerClue? {
    if !files.isEmpty, files.allSatisfy({ $0.name.endsWithBytes(of: ".npy") }) {
      return ContainerClue(
        "application/x-npz", "application/x-numpy-archive",
        seen: "the entries, all of them npy arrays")
    }
    if ["pass.json", "manifest.json", "signature"].allSatisfy({ entry(named: $0) != nil }) {
      return ContainerClue(
        "application/vnd.apple.pkpass", seen: "the entries pass.json, manifest.json and signature")
    }
    if entry(named: "modrinth.index.json") != nil {
      return ContainerClue(
        "application/x-modrinth-modpack+zip", seen: "the entry modrinth.index.json")
    }
    if entry(named: "datapackage.json") != nil, hasEntry(under: "archive/") {
      return ContainerClue(
        "application/wacz", "application/x-wacz",
        seen: "the entry datapackage.json beside the folder archive")
    }
    if entry(named: "Document.xml") != nil, entry(named: "GuiDocument.xml") != nil {
      return ContainerClue(
        "application/x-extension-fcstd", "application/x-freecad",
        seen: "the entries Document.xml and GuiDocument.xml")
    }
    return nil
  }
}

/// The iWork program that wrote a document.
///
/// Since 2013 objects are in `Index/*.iwa`; only presentations have slides there, and the first
/// object of a text has type 10000. Older documents have one XML file, named by the program.
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
    guard let type = firstObjectType(archive.start(of: document, count: 64)) else {
      guard archive.hasEntry(under: "Index/Tables/") else { return nil }
      return ContainerClue(
        numbers, seen: "the tables in the folder Index", strength: .insideHint)
    }
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

  /// The type is in field 1 of field 2 of the object's description (message, then type).
  ///
  /// Four bytes of header, the length of the Snappy stream and the object's length precede it.
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
