// swift-tools-version: 6.2

import PackageDescription

/// Set by continuous integration so that a warning in our own targets fails the build, while a
/// newer compiler's warnings never break those who depend on the package.
let treatsWarningsAsErrors = Context.environment["UTI_WARNINGS_AS_ERRORS"] == "1"

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
    // The same without URLs and objects, for programs that do without Foundation.
    .library(
      name: "UniformTypes",
      targets: ["UniformTypes", "TypeDetection", "TypeDeclarations", "TypeGraph"]
    ),
    .library(name: "Documents", targets: ["Documents", "DocumentTypes"]),
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
  // Data goes one way: a target imports only targets listed above it.
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
    .target(
      name: "DirectoryListing",
      dependencies: [.product(name: "SystemPackage", package: "swift-system")]
    ),
    .target(name: "TypeGraph", dependencies: ["CByteSearch", "CSystemCalls"]),
    .target(
      name: "TypeDeclarations",
      dependencies: [
        "CLibXML2",
        "DirectoryListing",
        "TypeGraph",
        .product(name: "SystemPackage", package: "swift-system"),
      ]
    ),
    .target(
      name: "TypeDetection",
      dependencies: [
        "CByteSearch",
        "CLZMA",
        "CLanguageTable",
        "CSystemCalls",
        "CZlib",
        "DirectoryListing",
        "TypeGraph",
        .target(name: "CBzip2", condition: .when(traits: ["Bzip2"])),
        .target(name: "CZstandard", condition: .when(traits: ["Zstandard"])),
        .product(name: "SystemPackage", package: "swift-system"),
      ]
    ),
    .target(
      name: "UniformTypes",
      dependencies: [
        "CBaseRegistry",
        "CSystemCalls",
        "DirectoryListing",
        "TypeDeclarations",
        "TypeDetection",
        "TypeGraph",
        .product(name: "SystemPackage", package: "swift-system"),
      ]
    ),
    .target(
      name: "UniformTypeIdentifiers",
      dependencies: [
        "TypeDeclarations",
        "TypeDetection",
        "TypeGraph",
        "UniformTypes",
        .product(name: "SystemPackage", package: "swift-system"),
      ]
    ),
    .target(
      name: "DocumentStorage",
      dependencies: [
        "CSystemCalls",
        "DirectoryListing",
        "TypeGraph",
        .product(name: "SystemPackage", package: "swift-system"),
      ]
    ),
    .target(
      name: "FileWatching",
      dependencies: [
        "CSystemCalls",
        "DocumentStorage",
        .product(name: "SystemPackage", package: "swift-system"),
      ]
    ),
    .target(name: "CoreServices", dependencies: ["UniformTypeIdentifiers"]),
    .target(name: "MobileCoreServices", dependencies: ["CoreServices"]),
    .target(name: "DocumentTypes", dependencies: ["TypeGraph", "UniformTypes"]),
    .target(
      name: "Documents",
      dependencies: [
        "CSystemCalls",
        "DirectoryListing",
        "DocumentStorage",
        "DocumentTypes",
        "FileWatching",
        "TypeDeclarations",
        "TypeDetection",
        "TypeGraph",
        "UniformTypeIdentifiers",
        "UniformTypes",
        .product(name: "SystemPackage", package: "swift-system"),
      ]
    ),
    .target(
      name: "UTICommands",
      dependencies: [
        "CSystemCalls",
        "DirectoryListing",
        "DocumentStorage",
        "DocumentTypes",
        "FileWatching",
        "TypeDeclarations",
        "TypeDetection",
        "TypeGraph",
        "UniformTypes",
        .product(name: "SystemPackage", package: "swift-system"),
      ]
    ),
    .executableTarget(name: "uti", dependencies: ["CProgramStart", "UTICommands"]),

    .target(name: "TestSupport", path: "Tests/TestSupport"),
    // Linked into the tests, and not into programs that they start, which inherit what it does.
    .target(name: "CTestDirectories", path: "Tests/CTestDirectories"),
    .testTarget(
      name: "TypeGraphTests", dependencies: ["CByteSearch", "TestSupport", "TypeGraph"]),
    .testTarget(
      name: "TypeDeclarationsTests",
      dependencies: ["TestSupport", "TypeDeclarations", "TypeGraph"],
      resources: [.copy("Fixtures")]
    ),
    .testTarget(
      name: "TypeDetectionTests",
      dependencies: [
        "CByteSearch", "CSystemCalls", "TestSupport", "TypeDeclarations", "TypeDetection",
        "TypeGraph",
        .product(name: "SystemPackage", package: "swift-system"),
      ]
    ),
    .testTarget(
      name: "UniformTypesTests",
      dependencies: ["TestSupport", "TypeDetection", "TypeGraph", "UniformTypes"],
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
    .testTarget(
      name: "FileWatchingTests",
      dependencies: [
        "CSystemCalls", "DocumentStorage", "FileWatching", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ]
    ),
    .executableTarget(
      name: "SaveProbe",
      dependencies: ["Documents", .product(name: "SystemPackage", package: "swift-system")],
      path: "Tests/SaveProbe"
    ),
    .executableTarget(
      name: "CoordinationProbe",
      dependencies: [
        "Documents", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/CoordinationProbe"
    ),
    .testTarget(
      name: "DocumentsTests",
      dependencies: [
        "CSystemCalls", "CTestDirectories", "CoordinationProbe", "DocumentStorage",
        "DocumentTypes", "Documents", "FileWatching", "SaveProbe", "TestSupport", "TypeGraph",
        "UniformTypeIdentifiers",
        .product(name: "SystemPackage", package: "swift-system"),
      ]
    ),
    // Written for another system and another year, whose language mode it keeps.
    .testTarget(
      name: "DocumentSamplesTests",
      dependencies: ["CTestDirectories", "Documents"],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    // Written as new programs are, with everything on the main actor that says nothing else.
    .testTarget(
      name: "DocumentIsolationTests",
      dependencies: ["CTestDirectories", "Documents", "UniformTypes"],
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
    // Documents written for SwiftUI, in both language modes that such code is in; the second target
    // is a link to the sources of the first.
    .testTarget(
      name: "FileDocumentTests",
      dependencies: [
        "CTestDirectories", "DocumentTypes", "Documents", "UniformTypeIdentifiers",
        .product(name: "SystemPackage", package: "swift-system"),
      ]
    ),
    .testTarget(
      name: "FileDocumentSwift5Tests",
      dependencies: [
        "CTestDirectories", "DocumentTypes", "Documents", "UniformTypeIdentifiers",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .testTarget(
      name: "UTICommandsTests",
      dependencies: ["TestSupport", "UTICommands", "uti"],
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
