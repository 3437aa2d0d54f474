import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

@Suite("The list shared by programs") struct SharedRecentLists {
  private let scratch: ScratchDirectory
  private let file: FilePath

  init() throws {
    scratch = try ScratchDirectory()
    file = scratch.path.appending("recently-used.xbel")
  }

  private func list(
    _ name: String = "Notes", store: any FileStore = SystemFileStore(), isPrivate: Bool = false
  ) -> RecentDocumentList {
    RecentDocumentList(
      path: file, application: RecentDocumentList.Application(name: name), groups: ["Office"],
      isPrivate: isPrivate, store: store,
      now: { Date(timeIntervalSince1970: 1_800_000_000.25) },
      report: { Issue.record("\($0)") })
  }

  private func note(_ address: String, in list: RecentDocumentList) async {
    list.note(BookmarkAddress(href: address), mimeType: "text/plain", keeping: 1000)
    await list.finish()
  }

  private var text: String { scratch.text("recently-used.xbel") ?? "" }

  @Test("A new list has the form of GLib's, and addresses are spelled as GLib does")
  func newList() async throws {
    await note("file:///a%2Db/%C3%A4%20'x'%26%5B.txt", in: list(isPrivate: true))
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <xbel version="1.0"
              xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks"
              xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info"
        >
          <bookmark href="file:///a-b/%C3%A4%20'x'&amp;%5B.txt" \
        added="2027-01-15T08:00:00.250000Z" modified="2027-01-15T08:00:00.250000Z" \
        visited="2027-01-15T08:00:00.250000Z">
            <info>
              <metadata owner="http://freedesktop.org">
                <mime:mime-type type="text/plain"/>
                <bookmark:groups>
                  <bookmark:group>Office</bookmark:group>
                </bookmark:groups>
                <bookmark:applications>
                  <bookmark:application name="Notes" exec="'Notes %u'" \
        modified="2027-01-15T08:00:00.250000Z" count="1"/>
                </bookmark:applications>
                <bookmark:private/>
              </metadata>
            </info>
          </bookmark>
        </xbel>

        """)
  }

  private static let xbel = """
    <xbel version="1.0" xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks" \
    xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info">
    """

  /// Lists as other programs write them.
  static let lists: [String] = [
    xbel + "\n<!-- kept --><title>My list</title>\n</xbel>",
    xbel + "<bookmark href='file:///tmp/a.txt'/></xbel>",
    xbel + "<bookmark href='file:///tmp/a.txt' modified='x' odd='>'><title>A > b</title>"
      + "</bookmark></xbel>",
    xbel + "<bookmark href='file://localhost/tmp/./a.txt' modified = \"y\"\t><info/>"
      + "</bookmark></xbel>",
    xbel + "<folder><bookmark href='file:///tmp/%61.txt'><info><metadata owner='http://kde.org'>"
      + "<own>1 &amp; <![CDATA[</info>]]></own></metadata></info></bookmark></folder>\r\n</xbel>",
    xbel + "<bookmark href='file:///tmp/a.txt'><info>\n  <metadata owner='http://freedesktop.org'>"
      + "<mime:mime-type type='text/x-odd'/><bookmark:groups/><bookmark:applications>"
      + "<bookmark:application name='gedit' exec=\"'gedit %u'\" timestamp='1' count='7'/>"
      + "</bookmark:applications></metadata></info></bookmark></xbel>",
    "\u{FEFF}<xbel xmlns:b='http://www.freedesktop.org/standards/desktop-bookmarks'>\n"
      + "<bookmark href='file:///tmp/a.txt'><info><metadata owner='http://freedesktop.org'>"
      + "<b:applications><b:application name='Notes' exec='old' modified='2020-01-01T00:00:00Z' "
      + "count='41'/>\n<b:application name='other'/></b:applications></metadata></info></bookmark>"
      + "<bookmark href='http://a/'/></xbel><!-- end -->",
    xbel + "<bookmark href='file:///tmp/b.txt'/></xbel>",
    "<xbel version='1.0'/>",
  ]

  @Test(
    "Entries of other programs stay byte for byte, whatever is added and removed",
    arguments: lists)
  func foreign(original: String) async throws {
    try Data(original.utf8).write(to: URL(filePath: file.string))
    let list = list("Notes <&\"'>")
    let before = try BookmarkFile(Array(original.utf8))
    await note("file:///tmp/a.txt", in: list)
    let noted = text
    // Nothing of the original is missing: it is what is left without what was put in.
    var rest = Substring(noted)
    for character in original.dropByteOrderMark where !"'xy\"/".unicodeScalars.contains(character) {
      guard let index = rest.unicodeScalars.firstIndex(of: character) else {
        Issue.record("\(character) of \(original) is missing in \(noted)")
        break
      }
      rest = rest[rest.unicodeScalars.index(after: index)...]
    }
    let after = try BookmarkFile(Array(noted.utf8))
    #expect(after.bookmarks.count == before.bookmarks.count + (before.hasNote ? 0 : 1))
    #expect(after.bookmarks(of: list.application.name).count == 1)
    let bookmark = try #require(after.bookmark(of: BookmarkAddress(href: "file:///tmp/a.txt")))
    #expect(bookmark.mimeType != nil && bookmark.groupNames == ["Office"])
    let old = before.bookmark(of: BookmarkAddress(href: "file:///tmp/a.txt"))
    #expect(bookmark.registrations.count == (old?.registrations.count ?? 0) + 1)
    #expect(bookmark.href == old?.href ?? "file:///tmp/a.txt")
    // Once more replaces what was noted, and nothing else.
    await note("file:///tmp/a.txt", in: list)
    let again = try BookmarkFile(Array(text.utf8))
    #expect(again.bookmarks.count == after.bookmarks.count)
    #expect(
      again.bookmark(of: BookmarkAddress(href: "file:///tmp/a.txt"))?
        .registration(of: list.application.name)?.count == 2)
    #expect(text.count == noted.count)
    // The others' registrations outlive ours.
    list.clear()
    await list.finish()
    let cleared = try BookmarkFile(Array(text.utf8))
    #expect(
      cleared.bookmarks.flatMap(\.registrations).map(\.name)
        == before.bookmarks.flatMap(\.registrations).map(\.name))
    #expect(cleared.bookmarks(of: list.application.name).isEmpty)
  }

  @Test("Our own registration is counted, under the prefix of the list")
  func counting() async throws {
    try Data(Self.lists[6].utf8).write(to: URL(filePath: file.string))
    await note("file:///tmp/a.txt", in: list())
    #expect(text.contains("<b:application name=\"Notes\" exec=\"'Notes %u'\""))
    #expect(text.contains("count=\"42\""))
    #expect(text.hasSuffix("<bookmark href='http://a/'/></xbel><!-- end -->"))
  }

  @Test("P2: simultaneous changes of the list by several programs lose no entries")
  func concurrent() async throws {
    let lists = (0..<4).map { list("Program \($0)") }
    for number in 0..<25 {
      for list in lists {
        list.note(
          BookmarkAddress(href: "file:///\(list.application.name)/\(number)"),
          mimeType: "text/plain", keeping: 1000)
      }
    }
    for list in lists { await list.finish() }
    let file = try BookmarkFile(Array(text.utf8))
    #expect(file.bookmarks.count == 100)
    for list in lists { #expect(file.bookmarks(of: list.application.name).count == 25) }
    #expect(try scratch.contents().keys.sorted() == ["recently-used.xbel"])
  }

  @Test("A list that a program without a lock puts in place at any moment is not lost")
  func conflict() async throws {
    await note("file:///first", in: list())
    let path = file
    let theirs = Self.xbel + "<bookmark href=\"file:///theirs\"/></xbel>"
    let isDone = Mutex(false)
    let store = InterposedFileStore.failing { call, _ in
      guard case .rename(_, _, .exchanging) = call,
        isDone.withLock({ done in
          defer { done = true }
          return !done
        })
      else { return nil }
      // As GLib does it: a new file, and rename(2).
      let new = path.string + ".GLIB"
      try? Data(theirs.utf8).write(to: URL(filePath: new))
      rename(new, path.string)
      return nil
    }
    await note("file:///second", in: list(store: store))
    #expect(isDone.withLock { $0 })
    let found = try BookmarkFile(Array(text.utf8))
    #expect(found.bookmarks.map(\.href) == ["file:///theirs", "file:///second"])
    #expect(try scratch.contents().keys.sorted() == ["recently-used.xbel"])
  }

  @Test("A link to the list stays, and its destination is the list")
  func link() async throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path.string + "/dots", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: file.string, withDestinationPath: "dots/list")
    await note("file:///first", in: list())
    #expect(scratch.text("dots/list")?.contains("file:///first") == true)
    #expect(try scratch.contents()["recently-used.xbel"] == "-> dots/list")
  }

  @Test(
    "Times are read in the formats of all programs",
    arguments: [
      ("2020-01-02T03:04:05Z", "2020-01-02T03:04:05.000000Z"),
      ("2020-01-02T03:04:05.5Z", "2020-01-02T03:04:05.500000Z"),
      ("2020-01-02T03:04:05.123456789Z", "2020-01-02T03:04:05.123456Z"),
      ("2020-01-02T03:04:05+01:30", "2020-01-02T01:34:05.000000Z"),
      ("2020-01-02T03:04:05-01:00", "2020-01-02T04:04:05.000000Z"),
      ("yesterday", nil), ("2020-01-02", nil), ("", nil),
    ])
  func moments(text: String, expected: String?) {
    #expect(BookmarkTime(text)?.text == expected)
  }
}

extension String {
  fileprivate var dropByteOrderMark: String.UnicodeScalarView.SubSequence {
    unicodeScalars.drop { $0 == "\u{FEFF}" }
  }
}

extension BookmarkFile {
  fileprivate var hasNote: Bool {
    bookmark(of: BookmarkAddress(href: "file:///tmp/a.txt")) != nil
  }
}
