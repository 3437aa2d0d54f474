import TestSupport
import Testing
import UTIPlatform
import UTITypeGraph
import UniformTypes

/// GLib's answers, through the library of this machine.
private struct GLibContentTypes {
  private typealias IsA = @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  private let function: IsA

  /// Nil when the library is not installed.
  init?() {
    guard let library = dlopen("libgio-2.0.so.0", RTLD_NOW),
      let symbol = dlsym(library, "g_content_type_is_a")
    else { return nil }
    function = unsafeBitCast(symbol, to: IsA.self)
  }

  func isA(_ type: String, _ supertype: String) -> Bool { function(type, supertype) != 0 }

  static let library = Requirement("install libglib2.0-0", if: GLibContentTypes() != nil)
}

/// The registry of the machine, seen as GLib sees it.
private let freedesktop = TypeRegistry.current.seen(as: .freedesktop)

@Suite("The freedesktop view", .requires(GLibContentTypes.library, .database))
struct FreedesktopViewMatchesGLib {
  @Test("equals g_content_type_is_a on every pair of the machine's types")
  func allPairs() throws {
    let glib = try #require(GLibContentTypes())
    // Types of the base's own declarations are unknown to GLib.
    let types = freedesktop.types.filter { $0.isDescribedOutsideBase }
    let names = types.compactMap(\.canonicalMIMEType)
    #expect(names.count == types.count)
    #expect(names.count > 500)
    var differences: [String] = []
    for (type, name) in zip(types, names) {
      for (supertype, superName) in zip(types, names) {
        let ours = type.conforms(to: supertype)
        if ours != glib.isA(name, superName) { differences.append("\(name) \(superName): \(ours)") }
      }
    }
    #expect(
      differences.isEmpty, "\(differences.count) pairs differ, first \(differences.prefix(5))")
  }
}
