import FromAppleRewriting
import Testing

@Suite("Observers")
struct ObserverTests {
  /// A class with methods, whose function `start` has the statement.
  static func classed(_ statement: String) -> String {
    """
    class A {
      func start() {
        \(statement)
      }
      func f(_ n: Notification) {}
      func g() {}
      func h(note: Notification) {}
      func old(_ n: NSNotification) {}
      func any(_ sender: Any?) {}
      func answer() -> Bool { true }
      @discardableResult func perhaps() -> Bool { true }
      func two(_ a: Int, _ b: Int) {}
      func wait() async {}
      func timer(_ t: Timer) {}
      func twice() {}
      func twice(_ n: Notification) {}
      @Elsewhere_Actor func isolated() {}
      static func s(_ n: Notification) {}
    }

    """
  }

  static func row(_ name: String, _ input: String, _ output: String) -> Row {
    Row(name, classed("c.addObserver(\(input))"), classed("_ = c.addObserver(\(output)"))
  }

  @Test("An observer with a selector gets a closure", arguments: rows)
  func rewrites(row: Row) {
    row.check()
  }

  static let rest = "forName: x, object: nil, queue: .main)"

  static let rows = [
    row(
      "a method", "self, selector: #selector(f(_:)), name: x, object: nil",
      "\(rest) { [weak self] in self?.f($0) }"),
    row(
      "without argument names", "self, selector: #selector(f), name: x, object: nil",
      "\(rest) { [weak self] in self?.f($0) }"),
    row(
      "without a parameter", "self, selector: #selector(g), name: x, object: nil",
      "\(rest) { [weak self] _ in self?.g() }"),
    row(
      "with a label", "self, selector: #selector(A.h), name: x, object: nil",
      "\(rest) { [weak self] in self?.h(note: $0) }"),
    row(
      "a method of another file", "self, selector: #selector(there(n:)), name: x, object: nil",
      "\(rest) { [weak self] in self?.there(n: $0) }"),
    row(
      "Any", "self, selector: #selector(any), name: x, object: nil",
      "\(rest) { [weak self] in self?.any($0) }"),
    row(
      "a result", "self, selector: #selector(answer), name: x, object: nil",
      "\(rest) { [weak self] _ in _ = self?.answer() }"),
    row(
      "a result to discard", "self, selector: #selector(perhaps), name: x, object: nil",
      "\(rest) { [weak self] _ in self?.perhaps() }"),
    row(
      "one of two by its type",
      "self, selector: #selector(twice as () -> Void), name: x, object: nil",
      "\(rest) { [weak self] _ in self?.twice() }"),
    row(
      "one of two by its curried type",
      "self, selector: #selector(twice as (A) -> (Notification) -> Void), name: x, object: nil",
      "\(rest) { [weak self] in self?.twice($0) }"),
    row(
      "one of two by its name", "self, selector: #selector(twice(_:)), name: x, object: nil",
      "\(rest) { [weak self] in self?.twice($0) }"),
    row(
      "Selector", "self, selector: Selector((\"f:\")), name: x, object: nil",
      "\(rest) { [weak self] in self?.f($0) }"),
    row(
      "a variable", "other, selector: #selector(A.g), name: x, object: nil",
      "\(rest) { [weak other = other] _ in\n      other?.g()\n    }"),
    row(
      "a member", "self.a.other, selector: #selector(A.g), name: x, object: nil",
      "\(rest) { [weak other = self.a.other] _ in\n      other?.g()\n    }"),
    row(
      "an optional chain", "a?.other, selector: #selector(A.g), name: x, object: nil",
      "\(rest) { [weak other = a?.other] _ in\n      other?.g()\n    }"),
    row(
      "a call", "make(), selector: #selector(A.g), name: x, object: nil",
      "\(rest) { [weak observer = make()] _ in\n      observer?.g()\n    }"),
    row(
      "a cast", "self as Any, selector: #selector(g), name: x, object: nil",
      "\(rest) { [weak self] _ in self?.g() }"),
    row(
      "a forced value", "self!, selector: #selector(g), name: x, object: nil",
      "\(rest) { [weak self] _ in self?.g() }"),
    row(
      "a forced variable", "o!, selector: #selector(A.g), name: x, object: nil",
      "\(rest) { [weak o = o] _ in o?.g() }"),
    row(
      "a method of a variable", "o, selector: #selector(o.g), name: x, object: nil",
      "\(rest) { [weak o = o] _ in o?.g() }"),
    row(
      "a type", "A.self, selector: #selector(A.s(_:)), name: x, object: nil",
      "\(rest) { A.s($0) }"),
    row(
      "Self", "Self.self, selector: #selector(Self.s), name: x, object: nil",
      "\(rest) { Self.s($0) }"),
    row(
      "names and objects of any form",
      "self, selector: #selector(g), name: .init(\"a\"), object: b[1]",
      "forName: .init(\"a\"), object: b[1], queue: .main) { [weak self] _ in\n      self?.g()\n    }"
    ),
    Row(
      "the receiver is an optional chain",
      classed("c?.d!.addObserver(self, selector: #selector(g), name: x, object: nil)"),
      classed("_ = c?.d!.addObserver(\(rest) { [weak self] _ in self?.g() }")),
    Row(
      "several lines",
      classed(
        """
        c.addObserver(
              self,
              selector: #selector(g),
              name: x,
              object: nil
            )  // the end
        """),
      classed(
        """
        _ = c.addObserver(
              forName: x,
              object: nil,
              queue: .main
            ) { [weak self] _ in self?.g() }  // the end
        """)),
    Row(
      "the parenthesis gets a line",
      classed("c.addObserver(\n      self, selector: #selector(g),\n      name: x, object: nil)"),
      classed(
        "_ = c.addObserver(\n      forName: x, object: nil, queue: .main\n    ) "
          + "{ [weak self] _ in self?.g() }")),
    Row(
      "aligned lines",
      classed(
        "c.addObserver(self,\n        selector: #selector(g),\n        name: x,\n        object: nil)"
      ),
      classed(
        "_ = c.addObserver(forName: x,\n        object: nil,\n        queue: .main) "
          + "{ [weak self] _ in self?.g() }")),
    Row(
      "comments between arguments",
      classed(
        "c.addObserver(self, // one\n      selector: #selector(g), /* two */ name: x, object: nil)"),
      classed(
        "_ = c.addObserver(\n      // one\n      /* two */\n      forName: x, object: nil, queue: .main) "
          + "{ [weak self] _ in self?.g() }")),
    Row(
      "a comma at the end",
      classed("c.addObserver(\n      self, selector: #selector(g), name: x, object: nil,\n    )"),
      classed(
        "_ = c.addObserver(\n      forName: x, object: nil, queue: .main,\n    ) "
          + "{ [weak self] _ in self?.g() }")),
    Row(
      "a long line",
      classed("center.addObserver(self, selector: #selector(f), name: \(long), object: nil)"),
      classed(
        "_ = center.addObserver(forName: \(long), object: nil, queue: .main) { [weak self] in\n"
          + "      self?.f($0)\n    }")),
    Row(
      "Windows line breaks",
      "class A {\r\n  init() {\r\n    c.addObserver(\r\n      self, selector: #selector(g), name: x,"
        + "\r\n      object: nil)\r\n  }\r\n  func g() {}\r\n}\r\n",
      "class A {\r\n  init() {\r\n    _ = c.addObserver(\r\n      forName: x,"
        + "\r\n      object: nil,\r\n      queue: .main\r\n    ) { [weak self] _ in self?.g() }"
        + "\r\n  }\r\n  func g() {}\r\n}\r\n"),
    Row(
      "a static function",
      "class A {\n  static func f() { c.addObserver(self, selector: #selector(g), name: x, object: nil) }\n"
        + "  @objc static func g() {}\n}\n",
      "class A {\n  static func f() { _ = c.addObserver(\(rest) { _ in self.g() } }\n"
        + "  static func g() {}\n}\n"),
    Row(
      "the main actor",
      "@MainActor class A {\n  init() { c.addObserver(self, selector: #selector(f), name: x, object: nil) }\n"
        + "  func f(_ n: Notification) {}\n}\n",
      "@MainActor class A {\n  init() { _ = c.addObserver(\(rest) { [weak self] notification in "
        + "MainActor.assumeIsolated { self?.f(notification) } } }\n  func f(_ n: Notification) {}\n}\n"
    ),
    Row(
      "the main actor of NSDocument",
      "class A: NSDocument {\n  init() { c.addObserver(self, selector: #selector(f), name: x, object: nil) }\n"
        + "  func f() {}\n}\n",
      "class A: NSDocument {\n  init() { _ = c.addObserver(\(rest) { [weak self] _ in "
        + "MainActor.assumeIsolated { self?.f() } } }\n  func f() {}\n}\n"),
    Row(
      "outside of the main actor",
      "@MainActor class A {\n  init() { c.addObserver(self, selector: #selector(f), name: x, object: nil) }\n"
        + "  nonisolated func f() {}\n}\n",
      "@MainActor class A {\n  init() { _ = c.addObserver(\(rest) { [weak self] _ in self?.f() } }\n"
        + "  nonisolated func f() {}\n}\n"),
    Row(
      "a method of a superclass",
      "class B { func f() {} }\nclass A: B {\n"
        + "  init() { c.addObserver(self, selector: #selector(f), name: x, object: nil) }\n}\n",
      "class B { func f() {} }\nclass A: B {\n"
        + "  init() { _ = c.addObserver(\(rest) { [weak self] _ in self?.f() } }\n}\n"),
    Row(
      "an object of the notification",
      classed("c.addObserver(self, selector: #selector(old), name: x, object: nil)"),
      classed(
        "_ = c.addObserver(\(rest) { [weak self] in\n      self?.old(NSNotification("
          + "name: $0.name, object: $0.object, userInfo: $0.userInfo))\n    }")),
  ]

  static let long = "NotificationNames.ofDocuments.changed"

  static func kept(_ name: String, _ statement: String, _ problem: String) -> Row {
    Row(name, stays: classed(statement), problems: problem)
  }

  @Test("An observer that cannot get a closure is reported, and stays", arguments: keptRows)
  func reports(row: Row) {
    row.check()
  }

  static let keptRows = [
    kept(
      "an unknown method", "c.addObserver(self, selector: #selector(there), name: x, object: nil)",
      "3:7: addObserver: there is not declared in these files"),
    kept(
      "several methods", "c.addObserver(self, selector: #selector(twice), name: x, object: nil)",
      "3:7: addObserver: twice is the name of several methods"),
    kept(
      "two parameters", "c.addObserver(self, selector: #selector(two), name: x, object: nil)",
      "3:7: addObserver: two takes several arguments"),
    kept(
      "an asynchronous method",
      "c.addObserver(self, selector: #selector(wait), name: x, object: nil)",
      "3:7: addObserver: wait is asynchronous"),
    kept(
      "another parameter", "c.addObserver(self, selector: #selector(timer), name: x, object: nil)",
      "3:7: addObserver: timer takes a Timer"),
    kept(
      "another actor", "c.addObserver(self, selector: #selector(isolated), name: x, object: nil)",
      "3:7: addObserver: isolated is isolated to Elsewhere_Actor"),
    kept(
      "a variable", "c.addObserver(self, selector: action, name: x, object: nil)",
      "3:7: addObserver: the selector action does not name a method here"),
    kept(
      "a selector of two parts",
      "c.addObserver(self, selector: Selector((\"a:b:\")), name: x, object: nil)",
      "3:7: addObserver: the selector Selector"),
    kept(
      "a getter", "c.addObserver(self, selector: #selector(getter: value), name: x, object: nil)",
      "3:7: addObserver: the selector"),
    kept(
      "a part of an expression",
      "flag ? c.addObserver(self, selector: #selector(g), name: x, object: nil) : stop()",
      "3:14: addObserver: the call is a part of an expression"),
    kept(
      "another function",
      "c.addObserver(self, selector: #selector(g), name: x, object: nil, suspensionBehavior: .drop)",
      "3:7: addObserver: the arguments are not those of a notification center"),
    kept(
      "a parameter without a name",
      "a.map { c.addObserver($0, selector: #selector(A.g), name: x, object: nil) }",
      "3:15: addObserver: the observer $0 has no name"),
    Row(
      "a variable of one of several types",
      stays: classed("c.addObserver(o, selector: #selector(o.g), name: x, object: nil)")
        + "class B {\n  func g(_ n: Notification) {}\n}\n",
      problems: "3:7: addObserver: g is the name of several methods"),
    kept(
      "removal", "c.removeObserver(self)", "3:7: removeObserver(self) does not end an observer"),
    kept(
      "removal of one", "c.removeObserver(self, name: x, object: nil)",
      "3:7: removeObserver(self) does not end an observer"),
    Row("removal at the end", stays: "class A {\n  deinit { c.removeObserver(self) }\n}\n"),
    Row("removal of a token", stays: "class A {\n  func f() { c.removeObserver(token) }\n}\n"),
    Row(
      "closures", stays: classed("_ = c.addObserver(forName: x, object: nil, queue: nil) { _ in }")),
  ]

  @Test("A method in an extension of another name of the type counts")
  func alias() {
    let input =
      "class A {\n  init() { c.addObserver(self, selector: #selector(f), name: x, object: y) }\n}\n"
      + "typealias B = A\nextension B {\n  func f() {}\n}\n"
    let result = rewrite(SourceFile(input))
    #expect(result.problems.isEmpty)
    #expect(result.text.contains("{ [weak self] _ in self?.f() } }"))
  }

  @Test("A method of another file counts")
  func index() {
    let input =
      "class A {\n  init() { c.addObserver(self, selector: #selector(f), name: x, object: y) }\n}\n"
    let result = rewrite(
      SourceFile(input),
      index: DeclarationIndex(
        [input, "extension A {\n  @objc func f() {}\n}\n"].map(SourceFile.init)))
    #expect(result.problems.isEmpty)
    #expect(result.text.contains("object: y, queue: .main) { [weak self] _ in self?.f() } }"))
  }
}
