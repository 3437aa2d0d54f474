import SwiftSyntax

/// Names of Apple's modules without a counterpart, by their remedy.
private struct AbsentNames {
  var names: Set<String>
  var remedy: String
  /// True for words that modules of others have too.
  var needsImport: Bool

  static let page = "in Documentation/ComingFromApple.md"

  static let groups = [
    Self(
      names: [
        "AnyCancellable", "AnyPublisher", "Cancellable", "CurrentValueSubject", "Future", "Just",
        "PassthroughSubject", "Publishers",
      ],
      remedy: "see \"Combine\" \(page)", needsImport: true),
    Self(
      names: [
        "NSFetchRequest", "NSManagedObject", "NSManagedObjectContext", "NSPersistentContainer",
        "NSPersistentDocument", "UIManagedDocument",
      ],
      remedy: "see \"Core Data\" \(page)", needsImport: false),
    Self(
      names: ["DocumentGroup", "DocumentGroupLaunchScene"], remedy: "see \"SwiftUI\" \(page)",
      needsImport: false),
    Self(
      names: ["NSKeyValueObservation"], remedy: "observe with didSet, a closure or @Observable",
      needsImport: false),
    Self(names: ["Selector"], remedy: "pass a closure", needsImport: false),
    views,
  ]

  static let views = Self(
    names: [
      "App", "Binding", "NSAlert", "NSApp", "NSApplication", "NSApplicationDelegate",
      "NSBezierPath", "NSButton", "NSColor", "NSEvent", "NSFont", "NSHostingView", "NSImage",
      "NSMenu", "NSMenuItem", "NSOpenPanel", "NSOutlineView", "NSPasteboard", "NSPrintInfo",
      "NSPrintOperation", "NSSavePanel", "NSStoryboard", "NSTableView", "NSTextField", "NSTextView",
      "NSToolbar", "NSView", "NSViewController", "NSViewRepresentable", "NSWindow",
      "NSWindowController", "NSWorkspace", "ObservedObject", "Scene", "StateObject", "View",
      "WindowGroup",
    ],
    remedy: "enclose the code in #if !os(Linux), or move it; there are no views",
    needsImport: true)

  /// Names of UIKit that are not absent, or have a report of their attribute.
  private static let known: Set<String> = ["UIApplicationMain", "UIDocument"]

  static func group(of name: String) -> Int? {
    if let index = groups.firstIndex(where: { $0.names.contains(name) }) { return index }
    let isOfUIKit =
      name.hasPrefix("UI") && name.dropFirst(2).first?.isUppercase == true
      && name.contains(where: \.isLowercase) && !known.contains(name)
    return isOfUIKit ? groups.count - 1 : nil
  }
}

extension Rewriter {
  /// Notes a name without a counterpart, or one of documents.
  func noteName(_ token: TokenSyntax) {
    let name = token.text
    if AppleModules.documentNames.contains(name) { documentName = documentName ?? name }
    guard let group = AbsentNames.group(of: name), index.types[name] == nil,
      absentNames[group]?.names.contains(name) != true
    else { return }
    absentNames[group, default: (token.contentRange.lowerBound, [])].names.append(name)
  }

  /// Reports the names of each group once.
  func reportAbsentNames() {
    let modules = imports.map(\.module)
    let isOfApple = modules.contains {
      AppleModules.replacements[$0] != nil || $0 == "UniformDocuments"
    }
    for (group, found) in absentNames {
      let group = AbsentNames.groups[group]
      if group.needsImport, !isOfApple || modules.contains("OpenCombine") { continue }
      let more = found.names.count > 6 ? " and \(found.names.count - 5) more" : ""
      let shown = more.isEmpty ? found.names[...] : found.names[..<5]
      let verb = found.names.count == 1 ? "does" : "do"
      problem(
        found.offset, "\(shown.joined(separator: ", "))\(more) \(verb) not exist on Linux",
        remedy: group.remedy)
    }
  }
}
