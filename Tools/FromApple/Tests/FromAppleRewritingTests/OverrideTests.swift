import FromAppleRewriting
import Testing

@Suite("Overrides in extensions")
struct OverrideTests {
  @Test("An override moves from an extension into its class", arguments: rows)
  func moves(row: Row) {
    row.check()
  }

  static let rows = [
    Row(
      "a function with its comment",
      """
      class A: B {
        var a = 1
      }

      extension A {
        func b() {}

        // MARK: - Overrides

        /// Saves.
        override func c() {
          // Nothing.
        }  // the end

        func d() {}
      }

      """,
      """
      class A: B {
        var a = 1

        /// Saves.
        override func c() {
          // Nothing.
        }  // the end
      }

      extension A {
        func b() {}

        // MARK: - Overrides

        func d() {}
      }

      """),
    Row(
      "all members, from an extension that goes",
      "class A: B {\n}\n\nextension A {\n  override var a: Int { 1 }\n\n  override func b() {}\n}\n",
      "class A: B {\n  override var a: Int { 1 }\n\n  override func b() {}\n}\n"),
    Row(
      "adjacent members",
      "class A: B {}\nextension A {\n  override func a() {}\n  override func b() {}\n\n  func c() {}\n}\n",
      "class A: B {\n  override func a() {}\n\n  override func b() {}\n}\nextension A {\n  func c() {}\n}\n"
    ),
    Row(
      "an extension with a conformance stays",
      "class A: B {\n  var a = 1\n}\nextension A: C {\n  override func b() {}\n}\n",
      "class A: B {\n  var a = 1\n\n  override func b() {}\n}\nextension A: C {\n}\n"),
    Row(
      "an extension with a comment stays",
      "class A: B {\n  var a = 1\n}\nextension A {\n  // Later.\n\n  override func b() {}\n}\n",
      "class A: B {\n  var a = 1\n\n  override func b() {}\n}\nextension A {\n  // Later.\n}\n"),
    Row(
      "a comment at the end of the class stays in its place",
      "class A: B {\n  var a = 1\n  // The end.\n}\nextension A {\n  override func b() {}\n}\n",
      "class A: B {\n  var a = 1\n  // The end.\n\n  override func b() {}\n}\n"),
    Row(
      "an override with an attribute and an observer",
      """
      class A: B {}

      extension A {
        @objc
        override func start() {
          c.addObserver(self, selector: #selector(stop), name: x, object: nil)
        }

        @objc func stop() {}
      }

      """,
      """
      class A: B {
        override func start() {
          _ = c.addObserver(forName: x, object: nil, queue: .main) { [weak self] _ in self?.stop() }
        }
      }

      extension A {
        func stop() {}
      }

      """),
    Row(
      "a nested class",
      "enum N {\n  class A: B {\n  }\n}\nextension N.A {\n  override func a() {\n\n    b()\n  }\n}\n",
      "enum N {\n  class A: B {\n    override func a() {\n\n      b()\n    }\n  }\n}\n"),
    Row(
      "Windows line breaks",
      "class A: B {\r\n  var a = 1\r\n}\r\n\r\nextension A {\r\n  override func b() {}\r\n}\r\n",
      "class A: B {\r\n  var a = 1\r\n\r\n  override func b() {}\r\n}\r\n"),
    Row(
      "one block of a condition",
      "#if DEBUG\nclass A: B {\n}\nextension A {\n  override func b() {}\n}\n#endif\n",
      "#if DEBUG\nclass A: B {\n  override func b() {}\n}\n#endif\n"),
    Row("an override in a class", stays: "class A: B {\n  override func b() {}\n}\n"),
    Row(
      "a class of another file", stays: "extension A {\n  override func b() {}\n}\n",
      problems:
        "2:3: b overrides in an extension, which needs Objective-C: the class is not in this"),
    Row(
      "another condition",
      stays: "class A: B {}\n#if DEBUG\nextension A {\n  override func b() {}\n}\n#endif\n",
      problems: "4:3: b overrides in an extension, which needs Objective-C: the class is not in the"
    ),
    Row(
      "a where clause",
      stays: "class A<T>: B {}\nextension A where T: C {\n  override func b() {}\n}\n",
      problems:
        "3:3: b overrides in an extension, which needs Objective-C: the extension has a where"),
    Row(
      "an extension of an actor",
      stays: "class A: B {}\n@MainActor extension A {\n  override func b() {}\n}\n",
      problems:
        "3:3: b overrides in an extension, which needs Objective-C: the extension is @MainActor"),
    Row(
      "one line", stays: "class A: B {}\nextension A { override func b() {} }\n",
      problems: "2:15: b overrides in an extension, which needs Objective-C: other code"),
  ]
}
