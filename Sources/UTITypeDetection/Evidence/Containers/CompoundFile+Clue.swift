extension CompoundFile {
  /// nil for a storage of any format.
  func clue() -> ContainerClue? {
    streamClue() ?? classClue() ?? (isComplete ? Self.otherClue : nil)
  }

  /// A storage without the streams of the formats that require one.
  private static let otherClue = ContainerClue(
    storage, seen: "the streams, all of which are known", strength: .none, lacks: streamTypes)

  private static let storage = "application/x-ole-storage"

  /// All files have one of the streams (MS-DOC, MS-XLS, MS-PPT and MS-OXMSG, section 2.1; HWP 5.0).
  private static let streamTypes = [
    "application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint",
    "application/vnd.ms-outlook", "application/vnd.visio", "application/x-hwp",
  ]

  /// Streams of one program only, by their names in the specifications.
  private static let streams: [(name: String, mimeName: String)] = [
    ("WordDocument", "application/msword"),
    // The sheets of Works also have the stream of Excel.
    ("WksSSWorkBook", "application/vnd.ms-works"),
    ("Workbook", "application/vnd.ms-excel"),
    ("Book", "application/vnd.ms-excel"),
    ("PowerPoint Document", "application/vnd.ms-powerpoint"),
    ("PP40", "application/vnd.ms-powerpoint"),
    ("VisioDocument", "application/vnd.visio"),
    ("Quill", "application/vnd.ms-publisher"),
    ("__properties_version1.0", "application/vnd.ms-outlook"),
    ("HwpSummaryInformation", "application/x-hwp"),
    ("\u{5}HwpSummaryInformation", "application/x-hwp"),
    ("MatOST", "application/vnd.ms-works"),
    ("MM", "application/vnd.ms-works"),
    ("StarWriterDocument", "application/vnd.stardivision.writer"),
    ("StarCalcDocument", "application/vnd.stardivision.calc"),
    ("StarChartDocument", "application/vnd.stardivision.chart"),
    ("StarMathDocument", "application/vnd.stardivision.math"),
    ("NativeContent_MAIN", "application/x-quattropro"),
    ("PerfectOffice_MAIN", "application/vnd.wordperfect"),
    ("Props9", "application/vnd.ms-project"),
    ("Props12", "application/vnd.ms-project"),
    ("Props14", "application/vnd.ms-project"),
    ("PageMaker", "application/x-pagemaker"),
    ("Catalog", "application/vnd.microsoft.windows.thumbnail-cache"),
    ("SwDocContentMgr", "application/sldworks"),
  ]

  /// Office Open XML under a password (MS-OFFCRYPTO, section 2.3.4); the name shows the document.
  func encryptedClue() -> ContainerClue? {
    guard item(named: "EncryptedPackage") != nil, item(named: "EncryptionInfo") != nil else {
      return nil
    }
    return ContainerClue(
      Self.storage, seen: "the stream EncryptedPackage",
      lookalikes: .types(OfficeOpenXML.documents))
  }

  private func streamClue() -> ContainerClue? {
    for (name, mimeName) in Self.streams where item(named: name) != nil {
      let readable = String(name.unicodeScalars.drop { $0.value < 0x20 })
      // A registry may lack the type, and the streams exclude others still.
      return ContainerClue(
        mimeName, Self.storage, seen: "the stream \(readable)",
        variants: Self.variants(of: mimeName),
        lookalikes: .types(Self.olderStarTypes(of: mimeName)),
        lacks: Self.streamTypes.filter { $0 != mimeName })
    }
    return starDrawClue()
  }

  /// All programs of Corel share one stream.
  private static func variants(of mimeName: String) -> [String] {
    switch mimeName {
    case "application/vnd.wordperfect":
      [mimeName, "application/x-quattropro", "application/x-corelpresentations"]
    case "application/vnd.stardivision.writer": [mimeName, mimeName + "-global"]
    default: [mimeName]
    }
  }

  private static let starPrefix = "application/vnd.stardivision."

  /// Versions 3 and 4 of StarOffice have the streams of version 5.
  private static func olderStarTypes(of mimeName: String) -> [String] {
    guard mimeName.hasPrefix(starPrefix) else { return [] }
    let older = "application/x-star" + mimeName.dropFirst(starPrefix.count)
    return [older, older + "-global"]
  }

  /// The class of the root distinguishes drawings and presentations with a stream StarDrawDocument.
  private func starDrawClue() -> ContainerClue? {
    guard items.contains(where: { $0.name.hasPrefix("StarDrawDocument") }) else { return nil }
    let isPresentation = Self.impressClasses.contains(rootClass)
    return ContainerClue(
      isPresentation
        ? "application/vnd.stardivision.impress" : "application/vnd.stardivision.draw",
      seen: "the stream StarDrawDocument and the class of "
        + (isPresentation ? "presentations" : "drawings"),
      lookalikes: .types(
        ["draw", "impress"].flatMap {
          let mimeName = Self.starPrefix + $0
          return [mimeName] + Self.olderStarTypes(of: mimeName)
        }))
  }

  /// StarImpress 3.0, 4.0 and 5.0.
  private static let impressClasses: Set<String> = [
    "45c2b302ad4ad111921100802474e9f3", "25b7c8c0d21acf11a7ab00aa006e9c49",
    "21725c56be7bd1118e010060970bef52",
  ]

  /// Digits are in the order of the bytes.
  private static let classes: [String: String] = [
    "84100c0000000000c000000000000046": "application/x-msi",
    "86100c0000000000c000000000000046": "application/microsoftpatch",
    "82100c0000000000c000000000000046": "application/x-msi",
    "0012020000000000c000000000000046": "application/vnd.ms-publisher",
    "0112020000000000c000000000000046": "application/vnd.ms-publisher",
    "0609020000000000c000000000000046": "application/msword",
    "2008020000000000c000000000000046": "application/vnd.ms-excel",
    "108d81649b4fcf1186ea00aa00b929e8": "application/vnd.ms-powerpoint",
    "141a020000000000c000000000000046": "application/vnd.visio",
    "0b0d020000000000c000000000000046": "application/vnd.ms-outlook",
    "0067615654c1ce11855300aa00a1f95b": "image/vnd.fpx",
  ]

  private func classClue() -> ContainerClue? {
    Self.classes[rootClass].map {
      ContainerClue($0, seen: "the root storage, of class \(rootClass)")
    }
  }
}
