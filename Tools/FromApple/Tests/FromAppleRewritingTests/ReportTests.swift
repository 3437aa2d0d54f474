import FromAppleRewriting
import Testing

@Suite("Reports")
struct ReportTests {
  @Test("What needs Objective-C or views is reported, and stays", arguments: rows)
  func reports(row: Row) {
    row.check()
  }

  static func call(_ name: String, _ text: String, _ problems: String...) -> Row {
    var row = Row(name, stays: "func f() {\n  \(text)\n}\n")
    row.problems = problems
    return row
  }

  static let rows = [
    call(
      "a timer",
      "Timer.scheduledTimer(timeInterval: 1, target: self, selector: #selector(g), userInfo: nil, repeats: true)",
      "2:9: a timer with a selector"),
    call(
      "a timer of a loop",
      "let t = Timer(timeInterval: 1, target: self, selector: #selector(g), userInfo: nil, repeats: false)",
      "2:11: a timer with a selector"),
    call(
      "perform", "perform(#selector(g), with: nil, afterDelay: 1)",
      "2:3: perform(_:with:afterDelay:) needs"),
    call("perform of another kind", "context.perform { save() }"),
    call(
      "observers of values", "a.addObserver(self, forKeyPath: \"b\", options: [], context: nil)",
      "2:5: addObserver(_:forKeyPath:)"),
    call(
      "removal of observers of values", "a.removeObserver(self, forKeyPath: \"b\")",
      "2:5: removeObserver(_:forKeyPath:)"),
    call("observers of key paths", "token = a.observe(\\.b) { _, _ in }", "2:13: observe(_:) of a"),
    call(
      "undo with a selector",
      "undo.registerUndo(withTarget: self, selector: #selector(g), object: 1)",
      "2:8: registerUndo(withTarget:selector:object:)"),
    call("a selector", "button.action = #selector(g)", "2:19: #selector needs"),
    call("a key path", "let path = #keyPath(A.b)", "2:14: #keyPath needs"),
    call("a publisher", "a.publisher(for: \\.b)", "2:5: publisher(for:)"),
    Row(
      "subjects", "import Combine\nlet s = PassthroughSubject<Int, Never>()\n",
      "import UniformDocuments\nlet s = PassthroughSubject<Int, Never>()\n",
      problems: ["2:9: PassthroughSubject does not exist"]),
    call("members of such names", "let a = b.App, c = Kind.View"),
    Row(
      "subjects of OpenCombine",
      stays:
        "import UniformDocuments\nimport OpenCombine\nlet s = PassthroughSubject<Int, Never>()\n"),
    Row(
      "names that occur twice", stays: "var a: Selector?\nvar b: Selector?\n",
      problems: "1:8: Selector does not exist on Linux"),
    Row(
      "values of keys",
      stays: "class A: NSObject {\n  override func observeValue(forKeyPath a: String?) {}\n}\n",
      problems: "2:17: observeValue(forKeyPath:)"),
    Row(
      "views", stays: "import UniformDocuments\nstruct A: View {\n  var a: UIColor { .red }\n}\n",
      problems: "2:11: View, UIColor do not exist on Linux"),
    Row(
      "many views",
      stays:
        "import UniformDocuments\nlet a: [Any] = [UIA1a(), UIB2b(), UIC3c(), UID4d(), UIE5e(), "
        + "UIF6f(), NSColor()]\n",
      problems: "2:17: UIA1a, UIB2b, UIC3c, UID4d, UIE5e and 2 more do not exist on Linux"),
    Row("views of others", stays: "import Widgets\nstruct A: View { let b = UIBox() }\n"),
    Row(
      "names that are not of UIKit",
      stays: "import UniformDocuments\nlet a = UID(), b = UIDocument.self\n"),
    Row(
      "a declared name",
      stays:
        "import UniformDocuments\nprotocol View {}\nstruct A: View {}\nclass UIBox {}\nlet b = UIBox()\n"
    ),
    Row(
      "other platforms",
      stays: "#if !os(Linux)\nlet a = #selector(b)\nstruct A: View {}\n#endif\n"),
  ]

  @Test("Invalid code stays, and its place is reported")
  func syntax() {
    let text = "import UIKit\n@objc class A {\n  func (\n}\n"
    let result = rewrite(SourceFile(text))
    #expect(result.text == text)
    #expect(result.changes.isEmpty)
    #expect(result.problems.count == 1)
    #expect(result.problems.first?.line == 3)
    #expect(result.problems.first?.text.hasPrefix("the file is not valid Swift: ") == true)
  }

  @Test("Changes have the lines of the text before them")
  func lines() {
    let result = rewrite(
      SourceFile("import UIKit\nimport SwiftUI\n\n@objc\nclass A {\n  @objc var a = 1\n}\n"))
    #expect(
      result.changes.map { "\($0.line): \($0.text)" } == [
        "1: import UIKit becomes import UniformDocuments",
        "2: import SwiftUI is removed, since UniformDocuments is imported already",
        "4: @objc is removed", "6: @objc is removed",
      ])
  }

  @Test("A report is one line")
  func reportLines() {
    let result = rewrite(SourceFile("@objc(\n  a\n) func f() { c.d(#selector(g),\n  h: 1) }\n"))
    #expect(result.changes.map(\.text) == ["@objc( a ) is removed"])
    #expect(result.problems.allSatisfy { !$0.text.contains("\n") })
  }

  @Test("Keys of types of URLs are replaced", arguments: keyRows)
  func keys(row: Row) {
    row.check()
  }

  static let keyRows = [
    Row(
      "a value",
      "import Foundation\nfunc f(u: URL) throws -> String? {\n"
        + "  try u.resourceValues(forKeys: [.typeIdentifierKey]).typeIdentifier\n}\n",
      "import Foundation\nimport UniformTypeIdentifiers\nfunc f(u: URL) throws -> String? {\n"
        + "  try u.resourceValues(forKeys: [.contentTypeKey]).contentType?.identifier\n}\n"),
    Row(
      "a chain and a forced value",
      "import UIKit\nfunc f(v: URLResourceValues) {\n  let k = URLResourceKey.typeIdentifierKey\n"
        + "  a(v.typeIdentifier?.count, v.typeIdentifier!)\n}\n",
      "import UniformDocuments\nfunc f(v: URLResourceValues) {\n"
        + "  let k = URLResourceKey.contentTypeKey\n"
        + "  a(v.contentType?.identifier.count, v.contentType!.identifier)\n}\n"),
    Row("another property of the name", stays: "let a = item.typeIdentifier\n"),
    Row(
      "all values", stays: "let a = v.allValues[.contentTypeKey]\n",
      problems: "1:21: allValues has no contentTypeKey"),
    Row(
      "values by reference",
      stays: "let a = try u.getResourceValue(&v, forKey: .typeIdentifierKey)\n",
      problems: "1:44: getResourceValue(_:forKey:) has no typeIdentifierKey"),
  ]
}
