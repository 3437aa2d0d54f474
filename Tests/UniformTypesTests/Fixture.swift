import Foundation

/// Declaration files that come with the tests.
enum Fixture {
  static func path(_ name: String) -> String {
    Bundle.module.resourcePath.map { $0 + "/Fixtures/" + name } ?? name
  }
}
