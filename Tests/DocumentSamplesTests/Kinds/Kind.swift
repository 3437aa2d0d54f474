import Testing
import UniformDocuments

/// A kind of document class, as the suite drives it.
struct Kind: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let fileName: String
  let make: @Sendable @MainActor (URL) -> UIDocument
  /// Makes an edit, and says so where nothing does by itself.
  let edit: @Sendable @MainActor (UIDocument) throws -> Void
  /// The contents of the document, in words.
  let shown: @Sendable @MainActor (UIDocument) throws -> String
  /// The contents after the edit.
  let edited: String

  init<Class: UIDocument>(
    _ description: String, _ fileName: String = "a.txt", edited: String,
    make: @escaping @Sendable @MainActor (URL) -> Class,
    edit: @escaping @Sendable @MainActor (Class) -> Void,
    shown: @escaping @Sendable @MainActor (Class) -> String
  ) {
    testDescription = description
    self.fileName = fileName
    self.edited = edited
    self.make = make
    self.edit = { edit(try #require($0 as? Class)) }
    self.shown = { shown(try #require($0 as? Class)) }
  }

  /// A kind that holds strokes.
  static func drawing<Class: DrawingDocument>(
    _ description: String, make: @escaping @Sendable @MainActor (URL) -> Class
  ) -> Kind {
    Kind(description, edited: "line", make: make) {
      $0.strokes = ["line"]
      $0.updateChangeCount(.done)
    } shown: {
      $0.strokes.joined(separator: ";")
    }
  }

  /// A kind that holds a text.
  static func story<Class: StoryDocument>(
    _ description: String, make: @escaping @Sendable @MainActor (URL) -> Class
  ) -> Kind {
    Kind(description, edited: "Once", make: make) {
      $0.text = "Once"
      $0.updateChangeCount(.done)
    } shown: {
      $0.text
    }
  }
}

extension Kind {
  /// Every kind of class for UIKit, besides those with separate tests in `SampleTests`.
  static let all: [Kind] = [
    Kind("model in JSON", "a.json", edited: "Run [1]") {
      HabitDocument(fileURL: $0)
    } edit: {
      $0.habit = Habit(name: "Run", days: [1])
      $0.updateChangeCount(.done)
    } shown: {
      "\($0.habit.name) \($0.habit.days)"
    },
    Kind("generic model", "a.plist", edited: "Run") { (url) -> CodableDocument<Habit> in
      let document = CodableDocument<Habit>(fileURL: url)
      document.model = Habit(name: "")
      return document
    } edit: {
      $0.model?.name = "Run"
    } shown: {
      $0.model?.name ?? ""
    },
    Kind("archive of objects", "a.track", edited: "[1]") {
      TrackDocument(fileURL: $0)
    } edit: {
      $0.points = [["latitude": 1] as NSDictionary]
      $0.updateChangeCount(.done)
    } shown: {
      "\($0.points.compactMap { $0["latitude"] as? Int })"
    },
    Kind("text with an encoding", "a.swift", edited: "a\nb 2") {
      SourceDocument(fileURL: $0)
    } edit: {
      $0.text = "a\nb"
      $0.updateChangeCount(.done)
    } shown: {
      "\($0.text) \($0.lineCount)"
    },
    Kind("contents that a password hides", "a.vault", edited: "secret") {
      VaultDocument(fileURL: $0, password: "word")
    } edit: {
      $0["mail"] = "secret"
    } shown: {
      $0["mail"] ?? ""
    },
    Kind("class of the main actor", edited: "card") {
      BoardDocument(fileURL: $0)
    } edit: {
      $0.add("card")
    } shown: {
      $0.cards.filter { !$0.isEmpty }.joined()
    },
    Kind("class of a class of the program", "a.csv", edited: "milk,bread") {
      ShoppingDocument(fileURL: $0)
    } edit: {
      $0.items = ["milk", "bread"]
      $0.updateChangeCount(.done)
    } shown: {
      $0.items.joined(separator: ",")
    },
    Kind("package that is read when asked for", "a.rtfd", edited: "Day 3") {
      JournalDocument(fileURL: $0)
    } edit: {
      $0.text = "Day"
      $0.addPicture(Data([1, 2, 3]), named: "1.png")
    } shown: {
      "\($0.text) \($0.picture(named: "1.png")?.count ?? 0)"
    },
    Kind("package that is made anew", "a.rtfd", edited: "Intro slow") {
      PresentationDocument(fileURL: $0)
    } edit: {
      $0.metadata.slides = ["Intro"]
      $0.notes["Intro"] = "slow"
      $0.updateChangeCount(.done)
    } shown: {
      $0.metadata.slides.joined() + " " + ($0.notes["Intro"] ?? "")
    },
    Kind("package by URL", "a.rtfd", edited: "3") {
      SongDocument(fileURL: $0)
    } edit: {
      $0.tracks["bass.track"] = Data([1, 2, 3])
      $0.updateChangeCount(.done)
    } shown: {
      "\($0.tracks["bass.track"]?.count ?? 0)"
    },
    Kind("file or package", edited: "memo") {
      MemoDocument(fileURL: $0)
    } edit: {
      $0.text = "memo"
      $0.updateChangeCount(.done)
    } shown: {
      $0.text
    },
    .drawing("thumbnail among the attributes") { DrawingDocument(fileURL: $0) },
    .drawing("copy of what is replaced") { (url) -> LedgerFile in
      let document = LedgerFile(fileURL: url)
      document.backupURL = url.deletingLastPathComponent().appending(path: "backup")
      return document
    },
    .drawing("autosaving by its own rules") { (url) -> SlowDocument in
      let document = SlowDocument(fileURL: url)
      document.autosaveIsAllowed = true
      return document
    },
    .drawing("count of changes of its own") { CountedDocument(fileURL: $0) },
    .drawing("title and type of its own") { TitledDocument(fileURL: $0) },
    Kind("undo in groups", edited: "line") {
      PaintDocument(fileURL: $0)
    } edit: {
      $0.add("line")
    } shown: {
      $0.strokes.filter { !$0.isEmpty }.joined()
    },
    .story("delegate and errors") { StoryDocument(fileURL: $0) },
    .story("editor that is blocked") { LockableDocument(fileURL: $0) },
    .story("presenter of its file") { FollowingDocument(fileURL: $0) },
    .story("activity to be continued") { ContinuedDocument(fileURL: $0) },
    .story("iCloud and security scope") { CloudDocument(fileURL: $0) },
    .story("reverting by its own means") { RevertingDocument(fileURL: $0) },
  ]
}
