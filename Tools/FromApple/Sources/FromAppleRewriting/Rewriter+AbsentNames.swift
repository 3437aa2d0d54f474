import SwiftSyntax

extension Rewriter {
  /// Names without a counterpart, with a remedy.
  private static let remedies: [String: String] = {
    let page = "in Documentation/ComingFromApple.md"
    let groups: [(remedy: String, names: [String])] = [
      (
        "see \"Combine\" \(page)",
        [
          "AnyCancellable", "AnyPublisher", "Cancellable", "CurrentValueSubject", "Future", "Just",
          "PassthroughSubject", "Publishers",
        ]
      ),
      (
        "see \"Core Data\" \(page)",
        [
          "NSFetchRequest", "NSManagedObject", "NSManagedObjectContext", "NSPersistentContainer",
          "NSPersistentDocument", "UIManagedDocument",
        ]
      ),
      ("see \"SwiftUI\" \(page)", ["DocumentGroup", "DocumentGroupLaunchScene"]),
      ("observe with didSet, a closure or @Observable", ["NSKeyValueObservation"]),
      ("pass a closure", ["Selector"]),
      (
        "move the code into files for Apple's platforms; there are no views",
        [
          "App", "NSApplicationDelegate", "NSHostingView", "NSView", "NSViewController",
          "NSViewRepresentable", "NSWindow", "NSWindowController", "Scene", "UIApplicationDelegate",
          "UIDocumentBrowserViewController", "UIDocumentPickerViewController",
          "UIDocumentViewController", "UIHostingController", "UISceneDelegate",
          "UITableViewController", "UIView", "UIViewController", "UIViewRepresentable", "View",
        ]
      ),
    ]
    var result: [String: String] = [:]
    for group in groups {
      for name in group.names { result[name] = group.remedy }
    }
    return result
  }()

  /// Notes a name without a counterpart, or one of documents.
  func noteName(_ token: TokenSyntax) {
    if AppleModules.documentNames.contains(token.text) { documentName = documentName ?? token.text }
    guard Self.remedies[token.text] != nil, index.types[token.text] == nil else { return }
    let offset = token.contentRange.lowerBound
    absentNames[token.text, default: (offset, 0)].count += 1
  }

  /// Reports each name once, unless the file imports a module that may have it.
  func reportAbsentNames() {
    let hasCombine = imports.contains { $0.module == "OpenCombine" }
    let hasViews = imports.contains {
      $0.module.contains("UI") && AppleModules.replacements[$0.module] == nil
    }
    for (name, place) in absentNames {
      let remedy = Self.remedies[name] ?? ""
      if hasCombine, remedy.contains("Combine") { continue }
      if hasViews, remedy.contains("views") { continue }
      let count = place.count == 1 ? "" : " (the first of \(place.count) places)"
      problem(place.offset, "\(name) does not exist on Linux\(count)", remedy: remedy)
    }
  }
}
