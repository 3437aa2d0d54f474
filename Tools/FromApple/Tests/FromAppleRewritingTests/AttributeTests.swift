import FromAppleRewriting
import Testing

@Suite("Attributes")
struct AttributeTests {
  @Test("Attributes of Objective-C are removed, and nothing else", arguments: rows)
  func removes(row: Row) {
    row.check()
  }

  static let rows = [
    Row("before a function", "@objc func f() {}\n", "func f() {}\n"),
    Row("with a name", "@objc(Sketch) final class Sketch {}\n", "final class Sketch {}\n"),
    Row("with a selector", "@objc(a:b:) func f() {}\n", "func f() {}\n"),
    Row("on a line", "/// Text.\n  @objc\n  func f() {}\n", "/// Text.\n  func f() {}\n"),
    Row("two on a line", "  @IBAction @objc\n  func f() {}\n", "  func f() {}\n"),
    Row("two lines", "@objc(A)\n@objcMembers\nclass A {}\n", "class A {}\n"),
    Row(
      "at the end of a line", "@MainActor @objc(A)\nclass A {}\n", "@MainActor\nclass A {}\n"),
    Row("between others", "@MainActor @objc public class A {}\n", "@MainActor public class A {}\n"),
    Row("many spaces", "@objc    var a = 1\n", "var a = 1\n"),
    Row("a comment follows", "@objc // why\nfunc f() {}\n", "// why\nfunc f() {}\n"),
    Row("a comment in the line", "@objc /* why */ func f() {}\n", "/* why */ func f() {}\n"),
    Row(
      "a comment precedes", "/* why */ @objc\nfunc f() {}\n", "/* why */\nfunc f() {}\n"),
    Row("dynamic", "@objc public dynamic var a = 1\n", "public var a = 1\n"),
    Row("dynamic on the next line", "@objc\ndynamic var a = 1\n", "var a = 1\n"),
    Row(
      "dynamic for a replacement",
      stays: "dynamic func f() {}\n@_dynamicReplacement(for: f()) func g() {}\n"),
    Row("an extension", "@objc extension A {}\n", "extension A {}\n"),
    Row("members", "@objcMembers class A {}\n", "class A {}\n"),
    Row("an enumeration", "@objc enum A: Int { case b }\n", "enum A: Int { case b }\n"),
    Row("an accessor", "var a: Int { @objc get { 1 } }\n", "var a: Int { get { 1 } }\n"),
    Row("Windows line breaks", "@objc\r\nclass A {}\r\n", "class A {}\r\n"),
    Row("tabs", "class A {\n\t@objc\tvar a = 1\n}\n", "class A {\n\tvar a = 1\n}\n"),
    Row("in texts and comments", stays: "// @objc func f()\nlet a = \"@objc dynamic\"\n"),
    Row("a macro argument", stays: "@objcName func f() {}\n"),
    Row(
      "for other platforms",
      stays: "#if canImport(ObjectiveC)\n@objc class A {}\n#else\nclass A {}\n#endif\n"),
    Row(
      "for Linux", "#if os(macOS)\n@objc class A {}\n#else\n@objc class A {}\n#endif\n",
      "#if os(macOS)\n@objc class A {}\n#else\nclass A {}\n#endif\n"),
    Row(
      "a protocol stays one of classes", "@objc protocol A { @objc func f() }\n",
      "protocol A: AnyObject { func f() }\n"),
    Row("a protocol of another", "@objc protocol A: B {}\n", "protocol A: AnyObject, B {}\n"),
    Row(
      "a protocol of objects", "@objc protocol A: NSObjectProtocol {}\n",
      "protocol A: NSObjectProtocol {}\n"),
    Row(
      "optional requirements", stays: "@objc protocol A {\n  @objc optional func f()\n}\n",
      problems: "1:16: A has optional requirements"),
    Row(
      "actions", "class A {\n  @IBAction func f(_ sender: Any?) {}\n  @IBAction func g() {}\n}\n",
      "class A {\n  func f(_ sender: Any?) {}\n  func g() {}\n}\n"),
    Row(
      "actions of views", stays: "class A {\n  @IBAction func f(_ sender: UIButton) {}\n}\n",
      problems: "2:3: @IBAction with UIButton"),
    Row(
      "outlets of views", stays: "class A {\n  @IBOutlet weak var field: NSTextField!\n}\n",
      problems: "2:3: @IBOutlet with NSTextField"),
    Row(
      "outlets of declared types", "class B {}\nclass A {\n  @IBOutlet weak var b: B?\n}\n",
      "class B {}\nclass A {\n  weak var b: B?\n}\n"),
    Row(
      "inspectable", "@IBDesignable class A { @IBInspectable var a = 1 }\n",
      "class A { var a = 1 }\n"),
    Row(
      "Core Data", stays: "class A {\n  @NSManaged var a: Int\n}\n",
      problems: "2:3: @NSManaged needs Core Data"),
    Row(
      "an application", stays: "@UIApplicationMain class A {}\n",
      problems: "1:1: @UIApplicationMain starts an application"),
  ]
}
