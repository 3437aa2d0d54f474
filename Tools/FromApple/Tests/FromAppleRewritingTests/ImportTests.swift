import FromAppleRewriting
import Testing

@Suite("Imports")
struct ImportTests {
  @Test("A module of Apple is replaced as the table says", arguments: rows)
  func replaces(row: Row) {
    row.check()
  }

  static let rows = [
    Row("UIKit", "import UIKit\n", "import UniformDocuments\n"),
    Row("AppKit", "import AppKit\n", "import UniformDocuments\n"),
    Row("Cocoa", "import Cocoa\n", "import UniformDocuments\n"),
    Row("SwiftUI", "import SwiftUI\n", "import UniformDocuments\n"),
    Row("Combine", "import Combine\n", "import UniformDocuments\n"),
    Row("types stay", stays: "import UniformTypeIdentifiers\nimport Foundation\n"),
    Row("the C functions stay", stays: "import CoreServices\nimport MobileCoreServices\n"),
    Row("other packages stay", stays: "import Logging\n@testable import Notes\n"),
    Row("no line break at the end", "import UIKit", "import UniformDocuments"),
    Row(
      "one import is left, with the comments",
      "// The header.\n\nimport SwiftUI  // views\nimport UIKit  // documents\nimport Foundation\n",
      "// The header.\n\nimport UniformDocuments  // views\n// documents\nimport Foundation\n"),
    Row(
      "an import that exists is kept, and the other one goes",
      "import UIKit\nimport UniformDocuments\n", "import UniformDocuments\n"),
    Row(
      "two in a line", "import UIKit; import AppKit; import Foundation\n",
      "import UniformDocuments; import Foundation\n"),
    Row(
      "attributes and access levels stay",
      "@preconcurrency import AppKit\n@_exported public import UIKit\n",
      "@preconcurrency import UniformDocuments\n@_exported public import UniformDocuments\n"),
    Row(
      "one declaration", "import class UIKit.UIDocument\nimport struct SwiftUI.FileWrapper\n",
      "import class UniformDocuments.UIDocument\nimport struct UniformDocuments.FileWrapper\n"),
    Row(
      "a submodule",
      "import UIKit.UIGestureRecognizerSubclass\nimport CoreServices.LaunchServices\n",
      "import UniformDocuments\nimport CoreServices\n"),
    Row(
      "a comment in the statement", "import /* for documents */ UIKit\n",
      "import /* for documents */ UniformDocuments\n"),
    Row("Windows line breaks", "import UIKit\r\nimport SwiftUI\r\n", "import UniformDocuments\r\n"),
    Row(
      "a condition without Linux",
      "#if canImport(UIKit)\n  import UIKit\n#elseif os(macOS)\n  import AppKit\n#endif\n"
        + "class A: UIDocument {}\n",
      "#if canImport(UIKit)\n  import UIKit\n#elseif os(macOS)\n  import AppKit\n#else\n"
        + "  import UniformDocuments\n#endif\nclass A: UIDocument {}\n"),
    Row(
      "a condition that is not for documents",
      stays: "#if canImport(Combine)\nimport Combine\n#endif\nclass A {}\n"),
    Row(
      "a condition with Linux",
      stays: "#if canImport(UIKit)\nimport UIKit\n#else\nimport UniformDocuments\n#endif\n"),
    Row(
      "the clause for Linux", "#if os(iOS)\nimport UIKit\n#else\nimport AppKit\n#endif\n",
      "#if os(iOS)\nimport UIKit\n#else\nimport UniformDocuments\n#endif\n"),
    Row(
      "a condition of the build", "#if DEBUG\nimport SwiftUI\n#endif\nimport UIKit\n",
      "#if DEBUG\nimport UniformDocuments\n#endif\nimport UniformDocuments\n"),
    Row(
      "a condition below an import", "import UIKit\n#if DEBUG\nimport SwiftUI\n#endif\n",
      "import UniformDocuments\n#if DEBUG\n#endif\n"),
    Row(
      "operators in conditions",
      "#if !os(Linux) && DEBUG || targetEnvironment(simulator)\nimport UIKit\n#endif\n"
        + "#if DEBUG || (os(Linux))\nimport AppKit\n#endif\n",
      "#if !os(Linux) && DEBUG || targetEnvironment(simulator)\nimport UIKit\n#endif\n"
        + "#if DEBUG || (os(Linux))\nimport UniformDocuments\n#endif\n"),
    Row(
      "a block with other code",
      stays: "#if os(iOS)\nimport UIKit\nlet color = 1\n#endif\nclass A: UIDocument {}\n",
      problems: "1:1: the file uses UIDocument, and its #if with imports has other code"),
    Row(
      "a module without a counterpart", stays: "import Foundation\nimport CoreData\n",
      problems: "2:1: the module CoreData does not exist on Linux"),
  ]

  @Test("The products of the imports are listed")
  func products() {
    let result = rewrite(
      SourceFile("import UIKit\nimport MobileCoreServices\nimport CoreTransferable\n"))
    #expect(result.products == ["CoreServices", "CoreTransferable", "UniformDocuments"])
  }
}
