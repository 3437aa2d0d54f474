import SystemPackage
import Testing

@testable import UTIDocumentStorage

/// Names that programs give copies which synchronize directories.
@Suite struct SyncClientNames {
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let base: String
    let client: String?
    var host: String?
    var user: String?
    var isConflict = true
    var isBasePresent = true
    var others: Set<String> = []

    init(
      _ name: String, of base: String, _ client: String?, host: String? = nil,
      user: String? = nil, isConflict: Bool = true, isBasePresent: Bool = true,
      others: Set<String> = []
    ) {
      self.name = name
      self.base = base
      self.client = client
      self.host = host
      self.user = user
      self.isConflict = isConflict
      self.isBasePresent = isBasePresent
      self.others = others
    }

    var testDescription: String { name }
  }

  static let rows = [
    Row(
      "name.sync-conflict-20261122-183000-ABCDEF7.ext", of: "name.ext", "Syncthing",
      host: "ABCDEF7"),
    Row("name.sync-conflict-20261122-183000.ext", of: "name.ext", "Syncthing"),
    Row(".sync-conflict-20261122-183000.hidden", of: ".hidden", "Syncthing"),
    Row("Makefile.sync-conflict-20261122-183000", of: "Makefile", "Syncthing"),
    Row("name.sync-conflict-20261122-183000-abcdef1.ext", of: "name.ext", nil),
    Row("name.sync-conflict-today.ext", of: "name.ext", nil),
    Row("name (conflicted copy 2026-11-22 183000).ext", of: "name.ext", "Nextcloud"),
    Row(
      "name (conflicted copy Ada_L_ 2026-11-22 183000).ext", of: "name.ext", "Nextcloud",
      user: "Ada_L_"),
    Row(".hidden (conflicted copy 2026-11-22 183000)", of: ".hidden", "Nextcloud"),
    Row("name.tar (conflicted copy 2026-11-22 183000).gz", of: "name.tar.gz", "Nextcloud"),
    Row(
      "a (conflicted copy 2026-11-22 183000) (conflicted copy 2026-11-23 183000).b",
      of: "a (conflicted copy 2026-11-22 183000).b", "Nextcloud"),
    Row(
      "a (conflicted copy 2026-11-22 183000) (conflicted copy 2026-11-23 183000).b", of: "a.b",
      nil),
    Row(
      "Name (case clash from 2026-11-22 183000).ext", of: "name.ext", "Nextcloud",
      isConflict: false),
    Row("name_conflict-20261122-183000.ext", of: "name.ext", "ownCloud"),
    Row("name_conflict-resolution.ext", of: "name.ext", nil),
    Row(
      "name (SFConflict ada@example.org 2026-11-22-18-30-00).ext", of: "name.ext", "Seafile",
      user: "ada@example.org"),
    Row("name (SFConflict 2026-11-22-18-30-00).ext", of: "name.ext", "Seafile"),
    Row(
      "name (SFConflict ada@example.org 2026-Nov-2-18-30-00).tar.gz", of: "name.tar.gz",
      "Seafile", user: "ada@example.org"),
    Row("name (SFConflict 2026-Nov-22-18-30-00).ext", of: "name.ext", "Seafile"),
    Row("name (Ada's conflicted copy 2026-11-22).ext", of: "name.ext", "Dropbox", host: "Ada"),
    Row(
      "name (desk-top's conflicted copy 2026-11-22) (1).ext", of: "name.ext", "Dropbox",
      host: "desk-top"),
    Row(
      "name (Ada\u{2019}s conflicted copy 2026-11-22).ext", of: "name.ext", "Dropbox",
      host: "Ada"),
    Row("name-desk-safeBackup-0001.ext", of: "name.ext", "OneDrive", host: "desk"),
    Row("name-b-desk-safeBackup-0001.ext", of: "name.ext", nil, others: ["name-b.ext"]),
    Row(
      "name-b-desk-safeBackup-0001.ext", of: "name-b.ext", "OneDrive", host: "desk",
      others: ["name.ext"]),
    Row("name.ext.conflict1", of: "name.ext", "rclone"),
    Row("name.conflict2.ext", of: "name.ext", "rclone"),
    Row(
      "name.ext.conflict1", of: "name.ext", "rclone", isBasePresent: false,
      others: ["name.ext.conflict2"]),
    Row("name.ext.conflict1", of: "name.ext", nil, isBasePresent: false),
    Row("name.ext.conflict", of: "name.ext", nil),
    Row(
      "name.ext.path1", of: "name.ext", "rclone", isBasePresent: false,
      others: ["name.ext.path2"]),
    Row("name.ext.path1", of: "name.ext", nil, others: ["name.ext.path2"]),
    Row(
      "name.path1.ext", of: "name.ext", "rclone", isBasePresent: false,
      others: ["name.path2.ext"]),
    Row("name.path1.ext", of: "name.ext", nil, others: ["name.path2.ext"]),
    Row("name.path1.ext", of: "name.ext", nil, isBasePresent: false),
    Row(
      "name.path2.ext", of: "name.ext", "rclone", isBasePresent: false,
      others: ["name.path1.ext"]),
    Row("name-safeBackup-0001.ext", of: "name.ext", nil),
    Row("name--safeBackup-0001.ext", of: "name.ext", nil),
    Row("name (A(da's conflicted copy 2026-11-22).ext", of: "name.ext", nil),
    Row("name (A)da's conflicted copy 2026-11-22).ext", of: "name.ext", nil),
    Row("NAME (conflicted copy 2026-11-22 183000).ext", of: "name.ext", nil),
    Row("name (conflicted copy 2026-11-22 183000).EXT", of: "name.ext", nil),
    Row("other (case clash from 2026-11-22 183000).ext", of: "name.ext", nil),
    Row("name [conflicted].ext", of: "name.ext", "pCloud"),
    Row("name (conflicted).ext", of: "name.ext", "pCloud"),
    Row("name (1).ext", of: "name.ext", nil), Row("name copy.ext", of: "name.ext", nil),
    Row("other (conflicted).ext", of: "name.ext", nil), Row("name.ext", of: "name.ext", nil),
    Row("name (conflicted).txt", of: "name.ext", nil),
  ]

  @Test("J14: a copy is recognised by its name, in the form of each client", arguments: rows)
  func names(_ row: Row) {
    let copy = SyncClient.copy(
      named: row.name, of: row.base, isBasePresent: row.isBasePresent,
      among: row.others.union([row.name]).union(row.isBasePresent ? [row.base] : []))
    #expect(copy?.client.name == row.client)
    guard let copy else { return }
    #expect(copy.host == row.host)
    #expect(copy.user == row.user)
    #expect(copy.isConflict == row.isConflict)
  }

  /// The name of an item and the parts around the mark of a copy.
  private static func parts(_ place: SyncClient.Place) -> (stem: String, rest: String) {
    switch place {
    case .beforeLastPeriod, .beforeExtension: ("name.tar", ".gz")
    case .beforeFirstPeriod: ("name", ".tar.gz")
    case .behind: ("name.tar.gz", "")
    }
  }

  private static let fitting: [Character: [Character]] = [
    "#": ["0", "9"], "%": ["a", "Z"], "@": ["A", "Z", "2", "7"],
  ]
  private static let unfitting: [Character: [Character]] = [
    "#": ["x", ".", "\u{663}"], "%": ["1", "\u{E9}", "."], "@": ["a", "0", "1", "8"],
  ]

  @Test("J14: each mark is recognised with all characters that it allows, and no others")
  func marks() {
    let base = "name.tar.gz"
    for pattern in SyncClient.patterns {
      let (stem, rest) = Self.parts(pattern.place)
      func copy(_ mark: String) -> SyncClient.Copy? {
        let name = stem + mark + rest
        guard pattern.needsPair else {
          return SyncClient.copy(named: name, of: base, isBasePresent: true, among: [base, name])
        }
        let pair = Set(pattern.marks.map { stem + $0 + rest })
        return SyncClient.copy(
          named: name, of: base, isBasePresent: false, among: pair.union([name]))
      }
      for mark in pattern.marks {
        let plain = mark.replacing("*", with: "Ada").map { Self.fitting[$0]?.first ?? $0 }
        for (index, wanted) in mark.replacing("*", with: "Ada").enumerated() {
          for character in Self.fitting[wanted] ?? [wanted] {
            var text = plain
            text[index] = character
            let found = copy(String(text))
            #expect(found?.client.name == pattern.client, "\(String(text))")
            #expect(found?.isConflict == pattern.isConflict)
            let author = mark.contains("*") ? "Ada" : nil
            #expect(author == nil || (found?.user ?? found?.host) == author)
            #expect((found?.user != nil) == (author != nil && pattern.author == .user))
          }
          for character in Self.unfitting[wanted] ?? [] {
            var text = plain
            text[index] = character
            #expect(copy(String(text)) == nil, "\(String(text))")
          }
        }
      }
    }
  }

  @Test(
    "J14: the author of a copy is text, whatever bytes the name of the item has",
    arguments: [Array("n\u{E9}".utf8), [0x6E, 0xFF]] as [[UInt8]])
  func authors(stem: [UInt8]) throws {
    func component(_ ending: String) throws -> FilePath.Component {
      let bytes = (stem + Array(ending.utf8) + [0]).map { CChar(bitPattern: $0) }
      return try #require(
        bytes.withUnsafeBufferPointer { characters in
          characters.baseAddress.flatMap { FilePath.Component(platformString: $0) }
        })
    }
    let base = try component(".txt")
    let text = SyncClient.NameText(of: base)
    for (mark, host, user) in [
      (" (conflicted copy Jos\u{E9} 2026-11-22 183000)", nil, "Jos\u{E9}"),
      (" (Jos\u{E9}'s conflicted copy 2026-11-22)", "Jos\u{E9}", nil),
    ] as [(String, String?, String?)] {
      let name = text.text(try component(mark + ".txt"))
      let copy = try #require(
        SyncClient.copy(
          named: name, of: text.text(base), isBasePresent: true, among: [name, text.text(base)]))
      let people = text.people(of: copy)
      #expect(people.host == host && people.user == user)
    }
  }

  @Test("Every pattern has a row that it matches")
  func completeness() {
    let known = Set(Self.rows.compactMap(\.client))
    #expect(known == Set(SyncClient.patterns.map(\.client)))
  }
}
