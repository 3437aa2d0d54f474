public import Foundation
public import UniformTypes

/// A way of creating a document that people are offered, such as from a template.
public struct CreateDocumentAction: Hashable, Sendable {
  /// What way it is.
  public var intent: Document.CreationIntent
  /// What people read, such as "New Letter".
  public var title: String
  /// The type of the document; nil for the default type of the controller.
  public var contentType: UTType?
  /// What the document begins with, which stays as it is; nil for an empty one.
  public var template: URL?
  /// The name of the document, without a number and an extension.
  public var name: String

  /// Makes a way.
  ///
  /// - Parameters:
  ///   - intent: what way it is.
  ///   - title: what people read.
  ///   - contentType: the type of the document.
  ///   - template: what the document begins with.
  ///   - name: the name of the document, without a number and an extension.
  public init(
    intent: Document.CreationIntent = .default, title: String = "New Document",
    contentType: UTType? = nil, template: URL? = nil, name: String = "Untitled"
  ) {
    self.intent = intent
    self.title = title
    self.contentType = contentType
    self.template = template
    self.name = name
  }
}

/// What a program shows when it has been started without a document.
public struct LaunchOptions: Hashable, Sendable {
  /// What stands at the top, such as the name of the program.
  public var title: String
  /// The ways of creating a document, the most important one first.
  public var creations: [CreateDocumentAction]

  /// Makes options.
  ///
  /// - Parameters:
  ///   - title: what stands at the top; by default the name of the program.
  ///   - creations: the ways of creating a document.
  public init(
    title: String = ProcessInfo.processInfo.processName,
    creations: [CreateDocumentAction] = [CreateDocumentAction()]
  ) {
    self.title = title
    self.creations = creations
  }

  /// The ways as the intents that they are.
  public var creationIntents: [Document.CreationIntent] { creations.map(\.intent) }
}
