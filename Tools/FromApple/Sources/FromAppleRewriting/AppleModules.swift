/// The table of imports of Documentation/ComingFromApple.md.
enum AppleModules {
  /// The modules whose import changes, with the module here.
  static let replacements = [
    "AppKit": "UniformDocuments",
    "Cocoa": "UniformDocuments",
    "Combine": "UniformDocuments",
    "SwiftUI": "UniformDocuments",
    "UIKit": "UniformDocuments",
  ]

  /// The modules of the package that clients import, with their products.
  static let products = [
    "CoreServices": "CoreServices",
    "CoreTransferable": "CoreTransferable",
    "MobileCoreServices": "CoreServices",
    "UniformDocuments": "UniformDocuments",
    "UniformTypeIdentifiers": "UniformTypeIdentifiers",
    "UniformTypes": "UniformTypes",
  ]

  /// Names of `UniformDocuments` that show that a file is about documents.
  static let documentNames: Set<String> = [
    "FileDocument", "FileWrapper", "NSDocument", "NSDocumentController", "NSFileCoordinator",
    "NSFilePresenter", "NSFileVersion", "NSItemProvider", "ObservableObject",
    "ReferenceFileDocument", "UIDocument", "UndoManager",
  ]

  /// Modules of Apple's platforms that neither Swift nor the package has on Linux.
  static let absent: Set<String> = [
    "AVFoundation", "AVKit", "Accelerate", "AppIntents", "ApplicationServices",
    "AuthenticationServices", "BackgroundTasks", "CloudKit", "Contacts", "CoreAudio", "CoreData",
    "CoreGraphics", "CoreImage", "CoreLocation", "CoreMedia", "CoreSpotlight",
    "CoreText", "CoreVideo", "CryptoKit", "Darwin", "EventKit", "FileProvider",
    "FinderSync", "ImageIO", "IOKit", "JavaScriptCore", "LinkPresentation", "LocalAuthentication",
    "MapKit", "MessageUI", "Metal", "MetalKit", "NaturalLanguage", "ObjectiveC", "PDFKit",
    "PencilKit", "Photos", "PhotosUI", "Quartz", "QuartzCore", "QuickLook", "QuickLookThumbnailing",
    "QuickLookUI", "SafariServices", "SceneKit", "Security", "SpriteKit", "StoreKit", "SwiftData",
    "UserNotifications", "Vision", "VisionKit", "WatchKit", "WebKit", "WidgetKit", "os",
  ]
}
