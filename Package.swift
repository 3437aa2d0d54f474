// swift-tools-version: 6.2

import PackageDescription

/// Set by continuous integration so that a warning in our own targets fails the build, while a
/// newer compiler's warnings never break those who depend on the package.
let treatsWarningsAsErrors = Context.environment["UTI_WARNINGS_AS_ERRORS"] == "1"

let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

let grdb = Target.Dependency.product(
  name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["ManagedDocuments"]))

let declarations = Target.Dependency.target(
  name: "TypeDeclarations", condition: .when(traits: ["Declarations"]))

let package = Package(
  name: "swift-uniform-types",
  products: [
    // The values that verdicts and findings are made of can be imported by their own names.
    .library(
      name: "UniformTypeIdentifiers",
      targets: ["UniformTypeIdentifiers", "UniformTypes", "TypeDetection", "TypeGraph"]
    ),
    // The same without URLs and objects, for programs that do without Foundation.
    .library(name: "UniformTypes", targets: ["UniformTypes", "TypeDetection", "TypeGraph"]),
    // The readers of declaration files and their errors, which need libxml2.
    .library(name: "TypeDeclarations", targets: ["TypeDeclarations"]),
    // Checks, converts and writes declarations; for tools, not for programs that ask about types.
    .library(name: "DeclarationTools", targets: ["DeclarationTools"]),
    .library(name: "Documents", targets: ["Documents", "DocumentTypes", "FileCoordination"]),
    // Classes of Foundation that Linux lacks: UndoManager, FileWrapper, ObservableObject.
    .library(name: "FoundationAdditions", targets: ["FoundationAdditions"]),
    // The item providers of Foundation, which Linux lacks.
    .library(name: "ItemProviders", targets: ["ItemProviders"]),
    // Values that are exported to item providers and imported from them.
    .library(name: "CoreTransferable", targets: ["CoreTransferable", "ItemProviders"]),
    // The names of the years before UTType, for sources that still have them.
    .library(name: "CoreServices", targets: ["CoreServices", "MobileCoreServices"]),
    // Needs the trait of the same name.
    .library(name: "ManagedDocuments", targets: ["ManagedDocuments"]),
    .executable(name: "uti", targets: ["uti"]),
  ],
  // With `traits: []` the products UniformTypes and UniformTypeIdentifiers need no system library.
  traits: [
    .trait(
      name: "Declarations",
      description: "Reads declaration files and the databases of the system, through libxml2."),
    .trait(
      name: "Zlib", description: "Looks inside gzip and zlib streams and ZIP entries, through zlib."
    ),
    .trait(name: "LZMA", description: "Looks inside xz, lzip and LZMA streams, through liblzma."),
    .trait(name: "Bzip2", description: "Looks inside bzip2 streams, through libbz2."),
    .trait(name: "Zstandard", description: "Looks inside Zstandard streams, through libzstd."),
    .trait(
      name: "ManagedDocuments", description: "Documents in SQLite databases, through GRDB.",
      enabledTraits: ["Declarations"]),
    .default(enabledTraits: ["Declarations", "Zlib", "LZMA", "Bzip2", "Zstandard"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-system", from: "1.4.0"),
    // Resolved only for clients with the trait ManagedDocuments.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
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
        "CByteSearch", "CLanguageTable", "CSystemCalls", "TypeGraph", "UTIPlatform", system,
        .target(name: "CZlib", condition: .when(traits: ["Zlib"])),
        .target(name: "CLZMA", condition: .when(traits: ["LZMA"])),
        .target(name: "CBzip2", condition: .when(traits: ["Bzip2"])),
        .target(name: "CZstandard", condition: .when(traits: ["Zstandard"])),
      ]
    ),
    .target(
      name: "UniformTypes",
      dependencies: [
        "CBaseRegistry", "CSystemCalls", "TypeDetection", "TypeGraph", "UTIPlatform", declarations,
        system,
      ]
    ),
    .target(
      name: "UniformTypeIdentifiers",
      dependencies: [
        "TypeDetection", "TypeGraph", "UTIPlatform", "UniformTypes", declarations, system,
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
    .target(
      name: "ItemProviders",
      dependencies: ["FileCoordination", "UTIPlatform", "UniformTypeIdentifiers", "UniformTypes"]),
    .target(
      name: "CoreTransferable",
      dependencies: ["ItemProviders", "UTIPlatform", "UniformTypeIdentifiers", "UniformTypes"]),
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
        "CSystemCalls", "CoreServices", "DataFormats", "DocumentStorage", "DocumentTypes",
        "FileCoordination", "FileWatching", "FoundationAdditions", "ItemProviders", "TypeDetection",
        "TypeGraph",
        "UTIPlatform", "UniformTypeIdentifiers", "UniformTypes", "XMLFormats", system,
      ]
    ),
    // Command lines, their help, manual pages and completions; knows no type. A target named
    // `CommandLine` would hide the enumeration of the standard library.
    .target(name: "CommandLineInterface", dependencies: ["UTIPlatform", system]),
    // What commands read and write: results, failures, standard streams, files.
    .target(
      name: "CommandOutput",
      dependencies: [
        "CommandLineInterface", "DataFormats", "DocumentStorage", "TypeDeclarations",
        "TypeDetection", "UTIPlatform", "UniformTypes", system,
      ]
    ),
    // Applications by type, and the installation of declarations for desktops.
    .target(
      name: "DesktopIntegration",
      dependencies: [
        "CommandOutput", "DataFormats", "DeclarationTools", "DocumentStorage", "TypeDeclarations",
        "TypeGraph", "UTIPlatform", "UniformTypes", system,
      ]
    ),
    // A target cannot depend on a trait as a whole, so each of its files does.
    .target(
      name: "CSQLiteSession",
      cSettings: [.define("MANAGED_DOCUMENTS", .when(traits: ["ManagedDocuments"]))],
      linkerSettings: [.linkedLibrary("sqlite3", .when(traits: ["ManagedDocuments"]))]
    ),
    .target(
      name: "ManagedDocuments",
      dependencies: [
        "CSQLiteSession", "DocumentStorage", "Documents", "UTIPlatform", "UniformTypeIdentifiers",
        "UniformTypes", grdb, system,
      ]
    ),
    // Pages and pictures of types.
    .target(
      name: "RegistrySite",
      dependencies: [
        "CommandOutput", "DataFormats", "DocumentStorage", "TypeGraph", "UTIPlatform",
        "UniformTypes", "XMLFormats", system,
      ]
    ),
    .target(
      name: "UTICommands",
      dependencies: [
        "CSystemCalls", "CommandLineInterface", "CommandOutput", "DataFormats", "DeclarationTools",
        "DesktopIntegration", "DocumentStorage", "DocumentTypes", "FileWatching", "RegistrySite",
        "TypeDeclarations", "TypeDetection", "TypeGraph", "UTIPlatform", "UniformTypes", system,
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
    // The order of targets and folders, read from the sources.
    .testTarget(name: "PackageStructureTests", dependencies: ["TestSupport"]),
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
      dependencies: [
        "TestSupport", "TypeDetection", "TypeGraph", "UTIPlatform", "UniformTypes", system,
      ],
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
    .testTarget(
      name: "ItemProvidersTests",
      dependencies: ["CTestDirectories", "ItemProviders", "TestSupport", "UniformTypeIdentifiers"]),
    // Values as they are written for other systems, in both language modes; the second target is a
    // link to the sources of the first.
    .testTarget(
      name: "CoreTransferableTests",
      dependencies: ["CTestDirectories", "CoreTransferable", "UniformTypeIdentifiers"]),
    .testTarget(
      name: "CoreTransferableSwift5Tests",
      dependencies: ["CTestDirectories", "CoreTransferable", "UniformTypeIdentifiers"],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .executableTarget(
      name: "DocumentProbe", dependencies: ["Documents", system], path: "Tests/DocumentProbe"),
    .executableTarget(name: "EndingProbe", dependencies: ["Documents"], path: "Tests/EndingProbe"),
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
        "DocumentProbe", "DocumentStorage", "DocumentTypes", "Documents", "EndingProbe",
        "FileCoordination", "FileWatching", "FoundationAdditions",
        "FoundationTestSupport", "StorageTestSupport", "TestSupport", "TypeGraph", "UTIPlatform",
        "UniformTypeIdentifiers", "UniformTypes", system,
      ]
    ),
    .executableTarget(
      name: "ManagedProbe", dependencies: ["Documents", "ManagedDocuments", grdb],
      path: "Tests/ManagedProbe"),
    .testTarget(
      name: "ManagedDocumentsTests",
      dependencies: [
        "CTestDirectories", "Documents", "ManagedDocuments", "ManagedProbe",
        "UTIPlatform", "UniformTypeIdentifiers", grdb,
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
      dependencies: [
        "CSystemCalls", "CommandLineInterface", "CommandOutput", "DataFormats",
        "DesktopIntegration", "RegistrySite", "TestSupport", "TypeDetection", "UTICommands",
        "UTIPlatform", "uti",
      ],
      resources: [.copy("Fixtures")]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The C library. Swift 6.3 compares each of its functions with the declaration in the header.
#if compiler(>=6.3)
// Scripts/library.sh links the second product into the libraries that are installed.
package.products += [
  .library(name: "uniformtypes", type: .dynamic, targets: ["CInterface"]),
  .library(name: "uniformtypes-static", type: .static, targets: ["CInterface"]),
]
let interfaceDependencies: [Target.Dependency] = [
  "CUniformTypes", "TypeDetection", "TypeGraph", "UTIPlatform", "UniformTypes", system,
  .target(name: "TypeDeclarations", condition: .when(traits: ["Declarations"])),
]
package.targets += [
  .target(name: "CUniformTypes"),
  .target(name: "CInterface", dependencies: interfaceDependencies),
]
#endif

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

// One test target alone, for Scripts/test.sh --only.
if let name = Context.environment["UTI_TESTS"] {
  package.targets.removeAll { $0.type == .test && $0.name != name }
}

// Benchmarks have dependencies of their own, which no client should build; Benchmarks/run.sh builds
// them, and continuous integration builds them together with the tests.
if Context.environment["UTI_BENCHMARKS"] == "1" {
  let benchmarks: [(name: String, dependencies: [Target.Dependency])] = [
    ("Measure", ["UTIPlatform"]),
    ("Workloads", ["UTIPlatform"]),
    (
      "benchmark",
      [
        "CFloors", "Measure", "TypeDeclarations", "TypeDetection", "TypeGraph", "UTIPlatform",
        "UniformTypes", "Workloads",
      ]
    ),
    // Foundation, which saving is compared with, would slow the start of the other programs.
    (
      "benchmark-saving",
      ["CSynchronization", "Documents", "Measure", "UTIPlatform", "UniformTypeIdentifiers", system]
    ),
    (
      "benchmark-managed",
      ["CSQLiteSession", "Documents", "ManagedDocuments", "UTIPlatform", grdb]
    ),
  ]
  package.targets += [
    .systemLibrary(
      name: "CFloorXML",
      path: "Benchmarks/Sources/CFloorXML",
      pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev", "pkg-config"])]
    ),
    .target(
      name: "CFloors", dependencies: ["CFloorXML"], path: "Benchmarks/Sources/CFloors"),
    .target(name: "CSynchronization", path: "Benchmarks/Sources/CSynchronization"),
  ]
  for (name, dependencies) in benchmarks {
    let path = "Benchmarks/Sources/\(name)"
    package.targets.append(
      name.hasPrefix("benchmark")
        ? .executableTarget(name: name, dependencies: dependencies, path: path)
        : .target(name: name, dependencies: dependencies, path: path))
  }
}

let targetsInC = [
  "CBaseRegistry", "CByteSearch", "CFloors", "CLanguageTable", "CProgramStart", "CSQLiteSession",
  "CSynchronization", "CSystemCalls", "CTestDirectories", "CUniformTypes",
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
