import Foundation
import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

/// GLib's reader and writer of bookmarks, through the library of this machine.
private struct GLibBookmarks {
  private typealias New = @convention(c) () -> OpaquePointer?
  private typealias Free = @convention(c) (OpaquePointer?) -> Void
  private typealias Flag =
    @convention(c) (OpaquePointer?, UnsafePointer<CChar>, OpaquePointer?) -> Int32
  private typealias Texts = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Pointers?
  private typealias TextsOf =
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>, UnsafeMutableRawPointer?, OpaquePointer?
    ) -> Pointers?
  private typealias TextOf =
    @convention(c) (OpaquePointer?, UnsafePointer<CChar>, OpaquePointer?) -> UnsafePointer<CChar>?
  private typealias Registration =
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>, UnsafePointer<CChar>,
      UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, UnsafeMutablePointer<UInt32>,
      UnsafeMutablePointer<Int>, OpaquePointer?
    ) -> Int32
  private typealias Add =
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>?
    ) -> Void
  typealias Pointers = UnsafeMutablePointer<UnsafePointer<CChar>?>

  private let library: UnsafeMutableRawPointer
  private let file: OpaquePointer?

  init?() {
    guard let library = dlopen("libglib-2.0.so.0", RTLD_NOW) else { return nil }
    self.library = library
    guard let symbol = dlsym(library, "g_bookmark_file_new") else { return nil }
    file = unsafeBitCast(symbol, to: New.self)()
  }

  static let library = Requirement("install libglib2.0-0", if: GLibBookmarks() != nil)

  private func function<Function>(_ name: String, _ type: Function.Type) throws -> Function {
    unsafeBitCast(try #require(dlsym(library, name)), to: type)
  }

  func load(_ path: String) throws -> Bool {
    try function("g_bookmark_file_load_from_file", Flag.self)(file, path, nil) != 0
  }

  func save(_ path: String) throws -> Bool {
    try function("g_bookmark_file_to_file", Flag.self)(file, path, nil) != 0
  }

  func addresses() throws -> [String] {
    strings(try function("g_bookmark_file_get_uris", Texts.self)(file, nil))
  }

  func applications(of address: String) throws -> [String] {
    strings(try function("g_bookmark_file_get_applications", TextsOf.self)(file, address, nil, nil))
  }

  func groups(of address: String) throws -> [String] {
    strings(try function("g_bookmark_file_get_groups", TextsOf.self)(file, address, nil, nil))
  }

  func mimeType(of address: String) throws -> String? {
    try function("g_bookmark_file_get_mime_type", TextOf.self)(file, address, nil)
      .map { String(cString: $0) }
  }

  func isPrivate(_ address: String) throws -> Bool {
    try function("g_bookmark_file_get_is_private", Flag.self)(file, address, nil) != 0
  }

  /// The command, how often, and when.
  func registration(
    of application: String, for address: String
  ) throws -> (command: String, count: UInt32, time: Int) {
    var command: UnsafeMutablePointer<CChar>?
    var (count, time) = (UInt32(0), 0)
    let isFound = try function("g_bookmark_file_get_app_info", Registration.self)(
      file, address, application, &command, &count, &time, nil)
    #expect(isFound != 0)
    return (command.map { String(cString: $0) } ?? "", count, time)
  }

  func add(_ application: String, to address: String) throws {
    try function("g_bookmark_file_add_application", Add.self)(
      file, address, application, "\(application) %u")
  }

  private func strings(_ pointers: Pointers?) -> [String] {
    guard var pointer = pointers else { return [] }
    var strings: [String] = []
    while let text = pointer.pointee {
      strings.append(String(cString: text))
      pointer += 1
    }
    return strings
  }
}

@Suite("The list and GLib", .requires(GLibBookmarks.library))
struct RecentListMatchesGLib {
  private let scratch: ScratchDirectory
  private let file: FilePath

  init() throws {
    scratch = try ScratchDirectory()
    file = scratch.path.appending("recently-used.xbel")
  }

  private func list(isPrivate: Bool = false) -> RecentDocumentList {
    RecentDocumentList(
      path: file,
      application: RecentDocumentList.Application(name: "Notes & Co", command: "it's --open %u"),
      groups: ["Office", "<Work>"], isPrivate: isPrivate, store: SystemFileStore(),
      now: { Date(timeIntervalSince1970: 1_800_000_000) }, report: { Issue.record("\($0)") })
  }

  private func note(_ url: URL, in list: RecentDocumentList, as mimeType: String) async {
    list.note(BookmarkAddress(url), mimeType: mimeType, keeping: 10)
    await list.finish()
  }

  @Test("GLib reads our entries, and we read entries that GLib writes over them")
  func bothWays() async throws {
    let list = list()
    let url = URL(filePath: "/somewhere/ä & 'b' [c].txt")
    await note(url, in: list, as: "text/plain")
    await note(url, in: list, as: "text/plain")
    let elsewhere = try #require(URL(string: "notes://a/b?c=d&e"))
    await note(elsewhere, in: list, as: "text/html")
    let glib = try #require(GLibBookmarks())
    #expect(try glib.load(file.string))
    let address = "file:///somewhere/%C3%A4%20&%20'b'%20%5Bc%5D.txt"
    #expect(try glib.addresses() == [address, "notes://a/b?c=d&e"])
    #expect(try glib.mimeType(of: address) == "text/plain")
    #expect(try glib.groups(of: address).sorted() == ["<Work>", "Office"])
    #expect(try glib.applications(of: address) == ["Notes & Co"])
    #expect(try !glib.isPrivate(address))
    let registration = try glib.registration(of: "Notes & Co", for: address)
    #expect(registration.command == "it's --open \(address)")
    #expect(registration.count == 2 && registration.time == 1_800_000_000)

    try glib.add("gedit", to: address)
    try glib.add("gedit", to: "file:///theirs.txt")
    #expect(try glib.save(file.string))
    let theirs = try String(contentsOfFile: file.string, encoding: .utf8)
    #expect(
      list.addresses(atMost: 10) == [BookmarkAddress(href: "notes://a/b?c=d&e")])
    await note(url, in: list, as: "text/plain")
    let again = try #require(GLibBookmarks())
    #expect(try again.load(file.string))
    #expect(try again.addresses().count == 3)
    #expect(try again.applications(of: address).sorted() == ["Notes & Co", "gedit"])
    #expect(try again.registration(of: "Notes & Co", for: address).count == 3)
    list.clear()
    await list.finish()
    let last = try #require(GLibBookmarks())
    #expect(try last.load(file.string))
    #expect(try last.addresses().sorted() == [address, "file:///theirs.txt"])
    #expect(try last.applications(of: address) == ["gedit"])
    #expect(theirs.contains("gedit"))
  }

  @Test("An entry that is private for us is private for GLib")
  func hidden() async throws {
    await note(URL(filePath: "/a.txt"), in: list(isPrivate: true), as: "text/plain")
    let glib = try #require(GLibBookmarks())
    #expect(try glib.load(file.string))
    #expect(try glib.isPrivate("file:///a.txt"))
  }

  @Test("GLib can read every list that we change", arguments: SharedRecentLists.lists)
  func foreign(original: String) async throws {
    try Data(original.utf8).write(to: URL(filePath: file.string))
    let before = try #require(GLibBookmarks())
    // GLib refuses what it has no word for; what it reads, it must read afterwards too.
    let wasReadable = try before.load(file.string)
    let list = list()
    await note(URL(filePath: "/tmp/a.txt"), in: list, as: "text/plain")
    let glib = try #require(GLibBookmarks())
    #expect(try glib.load(file.string) || !wasReadable)
    if wasReadable {
      let address = try #require(
        glib.addresses().first {
          BookmarkAddress(href: $0) == BookmarkAddress(href: "file:///tmp/a.txt")
        })
      #expect(try glib.applications(of: address).contains("Notes & Co"))
    }
  }
}
