// swift-tools-version: 6.2

import PackageDescription

/// Set by continuous integration so that a warning in our own targets fails the build, while a
/// newer compiler's warnings never break those who depend on the package.
let treatsWarningsAsErrors = Context.environment["UTI_WARNINGS_AS_ERRORS"] == "1"

let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

let package = Package(
  name: "swift-uniform-types",
  products: [
    // The values that verdicts and findings are made of can be imported by their own names.
    .library(
      name: "UniformTypeIdentifiers",
      targets: [
        "UniformTypeIdentifiers", "UniformTypes", "TypeDetection", "TypeDeclarations", "TypeGraph",
      ]
    ),
    // Checks, converts and writes declarations; for tools, not for programs that ask about types.
    .library(name: "DeclarationTools", targets: ["DeclarationTools"]),
    // The same without URLs and objects, for programs that do without Foundation.
    .library(
      name: "UniformTypes",
      targets: ["UniformTypes", "TypeDetection", "TypeDeclarations", "TypeGraph"]
    ),
    .library(name: "Documents", targets: ["Documents", "DocumentTypes"]),
    // Classes of Foundation that Linux lacks: UndoManager, FileWrapper, ObservableObject.
    .library(name: "FoundationAdditions", targets: ["FoundationAdditions"]),
    // The names of the years before UTType, for sources that still have them.
    .library(name: "CoreServices", targets: ["CoreServices", "MobileCoreServices"]),
    .executable(name: "uti", targets: ["uti"]),
  ],
  // Who wants no look inside such streams needs no such library: `traits: []` in a dependency.
  traits: [
    .trait(name: "Bzip2", description: "Looks inside bzip2 streams, through libbz2."),
    .trait(name: "Zstandard", description: "Looks inside Zstandard streams, through libzstd."),
    .default(enabledTraits: ["Bzip2", "Zstandard"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-system", from: "1.4.0")
  ],
  // Data flows one way: a target imports only targets listed above it.
  targets: [
    .systemLibrary(
      name: "CLibXML2",
      pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev", "pkg-config"])]
    ),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CLZMA", pkgConfig: "liblzma", providers: [.apt(["liblzma-dev"])]),
    .systemLibrary(name: "CBzip2", providers: [.apt(["libbz2-dev"])]),
    .systemLibrary(name: "CZstandard", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .target(name: "CBaseRegistry", exclude: ["base.registry"]),
    .target(name: "CLanguageTable", exclude: ["languages.table"]),
    .target(name: "CSystemCalls"),
    .target(name: "CByteSearch"),
    .target(name: "CProgramStart"),

    // The only target that imports the C library. Target names are unique in a whole package graph,
    // and a client may well have a target named `Platform`.
    .target(name: "UTIPlatform", dependencies: ["CSystemCalls", system]),
    // Formats that Swift reads by itself, so that the storage of documents may import it.
    .target(name: "DataFormats", dependencies: ["UTIPlatform"]),
    // XML through libxml2, and property lists.
    .target(name: "XMLFormats", dependencies: ["CLibXML2", "DataFormats", "UTIPlatform"]),
    .target(name: "TypeGraph", dependencies: ["CByteSearch", "CSystemCalls", "UTIPlatform"]),
    .target(
      name: "TypeDeclarations",
      dependencies: ["DataFormats", "TypeGraph", "UTIPlatform", "XMLFormats", system]),
    .target(
      name: "TypeDetection",
      dependencies: [
        "CByteSearch", "CLZMA", "CLanguageTable", "CSystemCalls", "CZlib", "TypeGraph",
        "UTIPlatform", system,
        .target(name: "CBzip2", condition: .when(traits: ["Bzip2"])),
        .target(name: "CZstandard", condition: .when(traits: ["Zstandard"])),
      ]
    ),
    .target(
      name: "UniformTypes",
      dependencies: [
        "CBaseRegistry", "CSystemCalls", "TypeDeclarations", "TypeDetection", "TypeGraph",
        "UTIPlatform", system,
      ]
    ),
    .target(
      name: "UniformTypeIdentifiers",
      dependencies: [
        "TypeDeclarations", "TypeDetection", "TypeGraph", "UTIPlatform", "UniformTypes", system,
      ]
    ),
    .target(name: "CoreServices", dependencies: ["UniformTypeIdentifiers"]),
    .target(name: "MobileCoreServices", dependencies: ["CoreServices"]),
    .target(
      name: "DocumentStorage",
      dependencies: ["CSystemCalls", "DataFormats", "UTIPlatform", system]),
    .target(
      name: "FileWatching",
      dependencies: ["CSystemCalls", "DocumentStorage", "UTIPlatform", system]),
    .target(
      name: "FoundationAdditions",
      dependencies: ["CSystemCalls", "DocumentStorage", "UTIPlatform", system]),
    .target(
      name: "FileCoordination",
      dependencies: [
        "CSystemCalls", "DocumentStorage", "FileWatching", "FoundationAdditions", "UTIPlatform",
        "UniformTypes", system,
      ]
    ),
    .target(name: "DocumentTypes", dependencies: ["TypeGraph", "UniformTypes"]),
    // Checking, converting and writing declarations, which no client of UTType compiles.
    .target(
      name: "DeclarationTools",
      dependencies: [
        "DataFormats", "TypeDeclarations", "TypeDetection", "TypeGraph", "UTIPlatform",
        "UniformTypes", "XMLFormats", system,
      ]
    ),
    .target(
      name: "Documents",
      dependencies: [
        "CSystemCalls", "DataFormats", "DocumentStorage", "DocumentTypes", "FileCoordination",
        "FileWatching", "FoundationAdditions", "TypeDetection", "TypeGraph", "UTIPlatform",
        "UniformTypeIdentifiers", "UniformTypes", "XMLFormats", system,
      ]
    ),
    .target(
      name: "UTICommands",
      dependencies: [
        "CSystemCalls", "DataFormats", "DeclarationTools", "DocumentStorage", "DocumentTypes",
        "FileWatching", "TypeDeclarations", "TypeDetection", "TypeGraph", "UTIPlatform",
        "UniformTypes", system,
      ]
    ),
    .executableTarget(name: "uti", dependencies: ["CProgramStart", "UTICommands"]),

    .target(name: "TestSupport", dependencies: [system], path: "Tests/TestSupport"),
    .target(
      name: "DeclarationTestSupport",
      dependencies: ["TestSupport", "TypeDeclarations", "TypeGraph"],
      path: "Tests/DeclarationTestSupport",
      exclude: ["Fixtures"]),
    .target(
      name: "StorageTestSupport",
      dependencies: ["DocumentStorage", "TestSupport", "UTIPlatform", system],
      path: "Tests/StorageTestSupport"),
    .target(
      name: "FoundationTestSupport",
      dependencies: ["FoundationAdditions", "TestSupport", system],
      path: "Tests/FoundationTestSupport"),
    // Linked into test bundles only; the programs that tests start inherit its environment.
    .target(name: "CTestDirectories", path: "Tests/CTestDirectories"),
    .testTarget(
      name: "TypeGraphTests",
      dependencies: ["CByteSearch", "TestSupport", "TypeGraph", "UTIPlatform"]),
    .testTarget(
      name: "DataFormatsTests", dependencies: ["DataFormats", "TestSupport", "UTIPlatform"]),
    .testTarget(
      name: "XMLFormatsTests",
      dependencies: [
        "DataFormats", "DeclarationTestSupport", "TestSupport", "TypeDeclarations", "TypeGraph",
        "UTIPlatform", "XMLFormats",
      ]
    ),
    .testTarget(
      name: "TypeDeclarationsTests",
      dependencies: [
        "DataFormats", "DeclarationTestSupport", "TestSupport", "TypeDeclarations", "TypeGraph",
        "UTIPlatform",
      ]
    ),
    .testTarget(
      name: "DeclarationToolsTests",
      dependencies: [
        "DataFormats", "DeclarationTestSupport", "DeclarationTools", "TestSupport",
        "TypeDeclarations", "TypeDetection", "TypeGraph", "UTIPlatform", "XMLFormats",
      ]
    ),
    .testTarget(
      name: "TypeDetectionTests",
      dependencies: [
        "CByteSearch", "CSystemCalls", "TestSupport", "TypeDeclarations", "TypeDetection",
        "TypeGraph", "UTIPlatform", system,
      ]
    ),
    .testTarget(
      name: "UniformTypesTests",
      dependencies: ["TestSupport", "TypeDetection", "TypeGraph", "UTIPlatform", "UniformTypes"],
      resources: [.copy("Fixtures")]
    ),
    .testTarget(
      name: "UniformTypeIdentifiersTests",
      dependencies: [
        "TestSupport", "TypeDeclarations", "TypeDetection", "UniformTypeIdentifiers",
      ]
    ),
    .testTarget(
      name: "CoreServicesTests",
      dependencies: ["MobileCoreServices"],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .testTarget(name: "ClientCodeTests", dependencies: ["UniformTypeIdentifiers"]),
    .testTarget(
      name: "DocumentTypesTests",
      dependencies: ["DocumentTypes", "TypeGraph", "UniformTypes"]
    ),
    .executableTarget(
      name: "SaveProbe", dependencies: ["DocumentStorage", system], path: "Tests/SaveProbe"),
    .testTarget(
      name: "DocumentStorageTests",
      dependencies: [
        "CSystemCalls", "CTestDirectories", "DocumentStorage", "SaveProbe", "StorageTestSupport",
        "TestSupport", "UTIPlatform", system,
      ]
    ),
    .testTarget(
      name: "FileWatchingTests",
      dependencies: [
        "CSystemCalls", "DocumentStorage", "FileWatching", "TestSupport", "UTIPlatform", system,
      ]
    ),
    .testTarget(
      name: "FoundationAdditionsTests",
      dependencies: [
        "CTestDirectories", "DocumentStorage", "FoundationAdditions", "FoundationTestSupport",
        "StorageTestSupport", "TestSupport", "UTIPlatform", system,
      ]
    ),
    .executableTarget(
      name: "DocumentProbe", dependencies: ["Documents", system], path: "Tests/DocumentProbe"),
    .executableTarget(
      name: "CoordinationProbe",
      dependencies: ["FileCoordination", "TestSupport", system],
      path: "Tests/CoordinationProbe"
    ),
    .target(
      name: "CoordinationTestSupport",
      dependencies: ["FileCoordination", "TestSupport", system],
      path: "Tests/CoordinationTestSupport"),
    .testTarget(
      name: "FileCoordinationTests",
      dependencies: [
        "CTestDirectories", "CoordinationProbe", "CoordinationTestSupport", "DocumentStorage",
        "FileCoordination", "FileWatching", "FoundationAdditions", "StorageTestSupport",
        "TestSupport", "UTIPlatform", system,
      ]
    ),
    .testTarget(
      name: "DocumentsTests",
      dependencies: [
        "CSystemCalls", "CTestDirectories", "CoordinationProbe", "CoordinationTestSupport",
        "DocumentProbe",
        "DocumentStorage", "DocumentTypes", "Documents", "FileCoordination", "FileWatching",
        "FoundationAdditions",
        "FoundationTestSupport", "StorageTestSupport", "TestSupport", "TypeGraph", "UTIPlatform",
        "UniformTypeIdentifiers", system,
      ]
    ),
    // Sources written for another system in Swift 5, whose language mode they keep.
    .testTarget(
      name: "DocumentSamplesTests",
      dependencies: ["CTestDirectories", "Documents"],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    // Sources in the style of new programs, in which the main actor is the default isolation.
    .testTarget(
      name: "DocumentIsolationTests",
      dependencies: ["CTestDirectories", "Documents", "UniformTypes"],
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
    // Documents written for SwiftUI, in both language modes that such code uses; the second target
    // is a link to the sources of the first.
    .testTarget(
      name: "FileDocumentTests",
      dependencies: [
        "CTestDirectories", "DocumentTypes", "Documents", "UniformTypeIdentifiers", system,
      ]
    ),
    .testTarget(
      name: "FileDocumentSwift5Tests",
      dependencies: [
        "CTestDirectories", "DocumentTypes", "Documents", "UniformTypeIdentifiers", system,
      ],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .testTarget(
      name: "UTICommandsTests",
      dependencies: ["TestSupport", "UTICommands", "UTIPlatform", "uti"],
      resources: [.copy("Fixtures")]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// Fuzzing needs instrumented code and an entry point of its own; Scripts/fuzz.sh links it.
if Context.environment["UTI_FUZZING"] == "1" {
  for name in ["FuzzBytes", "FuzzNames", "FuzzDeclarations", "FuzzImages"] {
    package.products.append(.library(name: name, type: .static, targets: [name]))
    package.targets.append(
      .target(
        name: name,
        dependencies: ["TypeDeclarations", "TypeDetection", "TypeGraph", "UniformTypes"],
        path: "Fuzzing/\(name)"
      )
    )
  }
}

let targetsInC = [
  "CBaseRegistry", "CByteSearch", "CLanguageTable", "CProgramStart", "CSystemCalls",
  "CTestDirectories",
]

for target in package.targets where ![.system, .plugin].contains(target.type) {
  if targetsInC.contains(target.name) { continue }
  var settings = target.swiftSettings ?? []
  settings += [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
  if treatsWarningsAsErrors {
    settings.append(.treatAllWarnings(as: .error))
  }
  target.swiftSettings = settings
}
