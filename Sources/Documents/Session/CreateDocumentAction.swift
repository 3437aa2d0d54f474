public import Foundation
public import UniformTypes

/// A way of creating a document that the user is offered, such as from a template.
public struct CreateDocumentAction: Hashable, Sendable {
  /// The intent of the action.
  public var intent: Document.CreationIntent
  /// The title to display, such as "New Letter".
  public var title: String
  /// The type of the document; nil for the default type of the controller.
  public var contentType: UTType?
  /// The initial contents, which are not changed; nil for an empty document.
  public var template: URL?
  /// The name of the document, without a number and an extension.
  public var name: String

  /// Creates an action.
  ///
  /// - Parameters:
  ///   - intent: the intent of the action.
  ///   - title: the title to display.
  ///   - contentType: the type of the document.
  ///   - template: the initial contents.
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

/// The options of a program that is started without a document.
public struct LaunchOptions: Hashable, Sendable {
  /// The heading, such as the name of the program.
  public var title: String
  /// The ways of creating a document, the most important one first.
  public var creations: [CreateDocumentAction]

  /// Creates options.
  ///
  /// - Parameters:
  ///   - title: the heading; by default the name of the program.
  ///   - creations: the ways of creating a document.
  public init(
    title: String = ProcessInfo.processInfo.processName,
    creations: [CreateDocumentAction] = [CreateDocumentAction()]
  ) {
    self.title = title
    self.creations = creations
  }

  /// The intents of the ways of creating a document.
  public var creationIntents: [Document.CreationIntent] { creations.map(\.intent) }
}
