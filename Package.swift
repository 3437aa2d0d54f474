// swift-tools-version: 6.2

import PackageDescription

/// Set by continuous integration so that a warning in our own targets fails the build, while a
/// newer compiler's warnings never break those who depend on the package.
let treatsWarningsAsErrors = Context.environment["UTI_WARNINGS_AS_ERRORS"] == "1"

let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

let grdb = Target.Dependency.product(
  name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["ManagedDocuments"]))

let declarations = Target.Dependency.target(
  name: "UTITypeDeclarations", condition: .when(traits: ["Declarations"]))

let package = Package(
  name: "swift-uniform-types",
  products: [
    .library(
      name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers", "UniformTypes"]),
    // The same without URLs and objects, for programs that do without Foundation.
    .library(name: "UniformTypes", targets: ["UniformTypes"]),
    .library(name: "UniformDocuments", targets: ["UniformDocuments"]),
    // The document class of UIKit alone, without NSDocument, SwiftUI's documents and the controller.
    .library(name: "UniformDocumentCore", targets: ["UniformDocumentCore"]),
    // Classes of Foundation that Linux lacks: UndoManager, FileWrapper, ObservableObject.
    .library(name: "UniformFoundationAdditions", targets: ["UniformFoundationAdditions"]),
    // The item providers of Foundation, which Linux lacks.
    .library(name: "UniformItemProviders", targets: ["UniformItemProviders"]),
    // Values that are exported to item providers and imported from them.
    .library(name: "CoreTransferable", targets: ["CoreTransferable", "UniformItemProviders"]),
    // The names of the years before UTType, for sources that still have them.
    .library(name: "CoreServices", targets: ["CoreServices", "MobileCoreServices"]),
    // The work of the main actor in the loops of toolkits; with the trait GLib, in GLib's loop.
    .library(name: "UniformMainLoop", targets: ["UniformMainLoop"]),
    // Needs the trait of the same name.
    .library(name: "UniformManagedDocuments", targets: ["UniformManagedDocuments"]),
    .executable(name: "uti", targets: ["UTIProgram"]),
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
    .trait(name: "Digests", description: "Digests of files in uti, through Nettle."),
    .trait(
      name: "ManagedDocuments", description: "Documents in SQLite databases, through GRDB.",
      enabledTraits: ["Declarations"]),
    .trait(name: "GLib", description: "Serves the main actor in GLib's main loop, for GTK."),
    .default(enabledTraits: ["Declarations", "Zlib", "LZMA", "Bzip2", "Zstandard", "Digests"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-system", from: "1.4.0"),
    // Resolved only for clients with the trait ManagedDocuments.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  // Data flows one way: a target imports only targets listed above it.
  targets: [
    .systemLibrary(
      name: "CUTILibXML2",
      pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev", "pkg-config"])]
    ),
    .systemLibrary(name: "CUTIZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CUTILZMA", pkgConfig: "liblzma", providers: [.apt(["liblzma-dev"])]),
    .systemLibrary(name: "CUTIBzip2", providers: [.apt(["libbz2-dev"])]),
    .systemLibrary(name: "CUTIZstandard", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CUTINettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(
      name: "CUTIGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev", "pkg-config"])]),
    .target(name: "CUTIBaseRegistry", exclude: ["base.registry", "formats.table"]),
    .target(name: "CUTILanguageTable", exclude: ["languages.table"]),
    .target(name: "CUTISystemCalls"),
    .target(name: "CUTIByteSearch"),
    .target(name: "CUTIProgramStart"),

    // Values and functions that need no operating system.
    .target(name: "UTIPortable"),
    // The only target that imports the C library. Target names are unique in a whole package graph,
    // so all targets that are not products have a prefix.
    .target(name: "UTIPlatform", dependencies: ["CUTISystemCalls", "UTIPortable", system]),
    // Imports nothing of types and documents, so that a program with a toolkit can use it alone.
    .target(
      name: "UniformMainLoop",
      dependencies: [
        "CUTISystemCalls", "UTIPlatform",
        .target(name: "CUTIGLib", condition: .when(traits: ["GLib"])),
      ]
    ),
    // Formats that Swift reads by itself, so that the storage of documents may import it.
    .target(name: "UTIDataFormats", dependencies: ["UTIPlatform"]),
    // XML through libxml2, and property lists.
    .target(name: "UTIXMLFormats", dependencies: ["CUTILibXML2", "UTIDataFormats", "UTIPlatform"]),
    .target(
      name: "UTITypeGraph", dependencies: ["CUTIByteSearch", "CUTISystemCalls", "UTIPortable"]),
    // Formats and signatures of PRONOM, and the program that finds all of them in one pass.
    .target(name: "UTIFormatSignatures", dependencies: ["CUTIByteSearch", "UTIPortable"]),
    .target(
      name: "UTITypeDeclarations",
      dependencies: [
        "UTIDataFormats", "UTIFormatSignatures", "UTITypeGraph", "UTIPlatform", "UTIXMLFormats",
        system,
      ]
    ),
    .target(
      name: "UTITypeDetection",
      dependencies: [
        "CUTIByteSearch", "CUTILanguageTable", "CUTISystemCalls", "UTIFormatSignatures",
        "UTITypeGraph", "UTIPlatform", "UTIPortable", system,
        .target(name: "CUTIZlib", condition: .when(traits: ["Zlib"])),
        .target(name: "CUTILZMA", condition: .when(traits: ["LZMA"])),
        .target(name: "CUTIBzip2", condition: .when(traits: ["Bzip2"])),
        .target(name: "CUTIZstandard", condition: .when(traits: ["Zstandard"])),
      ]
    ),
    .target(
      name: "UniformTypes",
      dependencies: [
        "CUTIBaseRegistry", "CUTISystemCalls", "UTITypeDetection", "UTITypeGraph", "UTIPlatform",
        declarations,
        system,
      ]
    ),
    .target(
      name: "UniformTypeIdentifiers",
      dependencies: [
        "UTITypeDetection", "UTITypeGraph", "UTIPlatform", "UniformTypes", declarations, system,
      ]
    ),
    .target(name: "CoreServices", dependencies: ["UniformTypeIdentifiers"]),
    .target(name: "MobileCoreServices", dependencies: ["CoreServices"]),
    .target(
      name: "UTIDocumentStorage",
      dependencies: ["CUTISystemCalls", "UTIDataFormats", "UTIPlatform", system]),
    .target(
      name: "UTIFileWatching", dependencies: ["CUTISystemCalls", "UTIPlatform", system]),
    // Paths as URLs and times as dates.
    .target(name: "UTIFoundationBridge", dependencies: ["UTIPlatform", system]),
    // The classes of Foundation that need no storage: UndoManager, ObservableObject.
    .target(
      name: "UTIChangeTracking", dependencies: ["UTIFoundationBridge", "UTIPlatform"]),
    .target(
      name: "UniformFoundationAdditions",
      dependencies: [
        "UTIChangeTracking", "UTIDocumentStorage", "UTIFoundationBridge", "UTIPlatform", system,
      ]
    ),
    .target(
      name: "UTIFileCoordination",
      dependencies: [
        "CUTISystemCalls", "UTIDocumentStorage", "UTIFileWatching", "UTIFoundationBridge",
        "UTIPlatform", system,
      ]
    ),
    // Declared types of documents; defines for coordination which extensions are packages.
    .target(name: "UTIDocumentTypes", dependencies: ["UTITypeGraph", "UniformTypes"]),
    .target(
      name: "UniformItemProviders",
      dependencies: [
        "UTIDocumentTypes", "UTIFileCoordination", "UTIPlatform", "UniformTypeIdentifiers",
        "UniformTypes",
      ]),
    .target(
      name: "CoreTransferable",
      dependencies: [
        "UniformItemProviders", "UTIPlatform", "UniformTypeIdentifiers", "UniformTypes",
      ]),
    // Checking, converting and writing declarations, which no client of UTType compiles.
    .target(
      name: "UTIDeclarationTools",
      dependencies: [
        "UTIDataFormats", "UTITypeDeclarations", "UTITypeDetection", "UTITypeGraph",
        "UTIPlatform",
        "UniformTypes", "UTIXMLFormats", system,
      ]
    ),
    // The counterpart of UIDocument with all that it needs, which UniformDocuments exports again.
    .target(
      name: "UniformDocumentCore",
      dependencies: [
        "CUTISystemCalls", "UTIDocumentStorage", "UTIFileCoordination", "UTIFileWatching",
        "UTIFoundationBridge", "UniformFoundationAdditions", "UTITypeDetection", "UTITypeGraph",
        "UTIPlatform", "UniformTypeIdentifiers", "UniformTypes", system,
      ]
    ),
    .target(
      name: "UniformDocuments",
      dependencies: [
        "CoreServices", "UniformDocumentCore", "UTIDataFormats", "UTIDocumentTypes",
        "UTIFoundationBridge",
        "UniformFoundationAdditions", "UniformItemProviders", "UTITypeDetection", "UTITypeGraph",
        "UTIPlatform",
        "UniformTypes", "UTIXMLFormats", system,
      ]
    ),
    // Command lines, their help, manual pages and completions; knows no type. A target named
    // `CommandLine` would hide the enumeration of the standard library.
    .target(name: "UTICommandLineInterface", dependencies: ["UTIPlatform", system]),
    // What commands read and write: results, failures, standard streams, files; knows no type.
    .target(
      name: "UTICommandOutput",
      dependencies: [
        "UTICommandLineInterface", "UTIDataFormats", "UTIDocumentStorage", "UTIPlatform", system,
      ]
    ),
    // Applications by type, and the installation of declarations for desktops.
    .target(
      name: "UTIDesktopIntegration",
      dependencies: [
        "UTICommandOutput", "UTIDataFormats", "UTIDeclarationTools", "UTIDocumentStorage",
        "UTITypeDeclarations",
        "UTITypeGraph", "UTIPlatform", "UniformTypes", system,
      ]
    ),
    // A target cannot depend on a trait as a whole, so each of its files does.
    .target(
      name: "CUTISQLiteSession",
      cSettings: [.define("MANAGED_DOCUMENTS", .when(traits: ["ManagedDocuments"]))],
      linkerSettings: [.linkedLibrary("sqlite3", .when(traits: ["ManagedDocuments"]))]
    ),
    .target(
      name: "UniformManagedDocuments",
      dependencies: [
        "CUTISQLiteSession", "CUTISystemCalls", "UTIDocumentStorage", "UTIFileCoordination",
        "UTIFoundationBridge", "UniformDocuments", "UTIPlatform", "UniformTypeIdentifiers",
        "UniformTypes", grdb, system,
      ]
    ),
    // Pages and pictures of types.
    .target(
      name: "UTIRegistrySite",
      dependencies: [
        "UTICommandOutput", "UTIDataFormats", "UTIDocumentStorage", "UTITypeGraph", "UTIPlatform",
        "UniformTypes", "UTIXMLFormats", system,
      ]
    ),
    .target(
      name: "UTICommands",
      dependencies: [
        "CUTISystemCalls", "UTICommandLineInterface", "UTICommandOutput", "UTIDataFormats",
        "UTIDeclarationTools",
        "UTIDesktopIntegration", "UTIDocumentStorage", "UTIDocumentTypes", "UTIFileWatching",
        "UTIRegistrySite",
        "UTITypeDeclarations", "UTIFormatSignatures", "UTITypeDetection", "UTITypeGraph",
        "UTIPlatform", "UTIPortable", "UniformTypes", system,
        .target(name: "CUTIZlib", condition: .when(traits: ["Zlib"])),
        .target(name: "CUTINettle", condition: .when(traits: ["Digests"])),
      ]
    ),
    .executableTarget(name: "UTIProgram", dependencies: ["CUTIProgramStart", "UTICommands"]),

    .target(name: "TestSupport", dependencies: [system], path: "Tests/TestSupport"),
    .target(
      name: "DeclarationTestSupport",
      dependencies: ["TestSupport", "UTITypeDeclarations", "UTITypeGraph"],
      path: "Tests/DeclarationTestSupport",
      exclude: ["Fixtures"]),
    .target(
      name: "StorageTestSupport",
      dependencies: ["UTIDocumentStorage", "TestSupport", "UTIPlatform", system],
      path: "Tests/StorageTestSupport"),
    .target(
      name: "ChangeTrackingTestSupport", dependencies: ["UTIChangeTracking"],
      path: "Tests/ChangeTrackingTestSupport"),
    .target(
      name: "FoundationTestSupport",
      dependencies: [
        "ChangeTrackingTestSupport", "UniformFoundationAdditions", "TestSupport", system,
      ],
      path: "Tests/FoundationTestSupport"),
    // The rules that hold for every document class, and their checker.
    .target(
      name: "DocumentTestSupport", dependencies: ["UniformDocuments", system],
      path: "Tests/DocumentTestSupport"),
    // Linked into test bundles only; the programs that tests start inherit its environment.
    .target(name: "CTestDirectories", path: "Tests/CTestDirectories"),
    // The order of targets and folders, read from the sources.
    .testTarget(name: "PackageStructureTests", dependencies: ["TestSupport"]),
    .testTarget(name: "PortableTests", dependencies: ["TestSupport", "UTIPortable"]),
    .testTarget(name: "PlatformTests", dependencies: ["TestSupport", "UTIPlatform", system]),
    .testTarget(
      name: "TypeGraphTests",
      dependencies: ["CUTIByteSearch", "TestSupport", "UTITypeGraph", "UTIPlatform"]),
    .executableTarget(
      name: "MainLoopProbe",
      dependencies: [
        "CUTISystemCalls", "UniformMainLoop", "UTIPlatform",
        .target(name: "CUTIGLib", condition: .when(traits: ["GLib"])),
      ],
      path: "Tests/MainLoopProbe"
    ),
    .testTarget(
      name: "UniformMainLoopTests",
      dependencies: ["UniformMainLoop", "MainLoopProbe", "TestSupport"]),
    .testTarget(
      name: "DataFormatsTests", dependencies: ["UTIDataFormats", "TestSupport", "UTIPlatform"]),
    .testTarget(
      name: "XMLFormatsTests",
      dependencies: [
        "UTIDataFormats", "DeclarationTestSupport", "TestSupport", "UTITypeDeclarations",
        "UTITypeGraph",
        "UTIPlatform", "UTIXMLFormats",
      ]
    ),
    .testTarget(
      name: "FormatSignaturesTests",
      dependencies: [
        "TestSupport", "UTITypeDeclarations", "UTIDataFormats", "UTIFormatSignatures",
        "UTIPortable", "UTITypeDetection",
      ]
    ),
    .testTarget(
      name: "TypeDeclarationsTests",
      dependencies: [
        "UTIDataFormats", "DeclarationTestSupport", "TestSupport", "UTITypeDeclarations",
        "UTITypeGraph",
        "UTIPlatform",
      ]
    ),
    .testTarget(
      name: "DeclarationToolsTests",
      dependencies: [
        "UTIDataFormats", "DeclarationTestSupport", "UTIDeclarationTools", "TestSupport",
        "UTITypeDeclarations", "UTITypeDetection", "UTITypeGraph", "UTIPlatform",
        "UTIXMLFormats",
      ]
    ),
    .testTarget(
      name: "TypeDetectionTests",
      dependencies: [
        "CUTIByteSearch", "CUTISystemCalls", "TestSupport", "UTITypeDeclarations",
        "UTITypeDetection",
        "UTITypeGraph", "UTIPlatform", system,
      ]
    ),
    .testTarget(
      name: "UniformTypesTests",
      dependencies: [
        "TestSupport", "UTITypeDetection", "UTITypeGraph", "UTIPlatform", "UniformTypes", system,
      ],
      resources: [.copy("Fixtures")]
    ),
    .testTarget(
      name: "UniformTypeIdentifiersTests",
      dependencies: [
        "TestSupport", "UTITypeDeclarations", "UTITypeDetection", "UniformTypeIdentifiers",
      ]
    ),
    .testTarget(
      name: "CoreServicesTests",
      dependencies: ["CoreServices", "MobileCoreServices"],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .testTarget(name: "ClientCodeTests", dependencies: ["UniformTypeIdentifiers"]),
    .testTarget(
      name: "DocumentTypesTests",
      dependencies: ["UTIDocumentTypes", "UTITypeGraph", "UniformTypes"]
    ),
    .executableTarget(
      name: "SaveProbe", dependencies: ["UTIDocumentStorage", system], path: "Tests/SaveProbe"),
    .testTarget(
      name: "DocumentStorageTests",
      dependencies: [
        "CUTISystemCalls", "CTestDirectories", "UTIDocumentStorage", "SaveProbe",
        "StorageTestSupport",
        "TestSupport", "UTIPlatform", system,
      ]
    ),
    .testTarget(
      name: "FileWatchingTests",
      dependencies: [
        "CUTISystemCalls", "UTIDocumentStorage", "UTIFileWatching", "TestSupport", "UTIPlatform",
        system,
      ]
    ),
    .testTarget(
      name: "FoundationBridgeTests",
      dependencies: ["TestSupport", "UTIFoundationBridge", "UTIPlatform", system]),
    .testTarget(
      name: "ChangeTrackingTests",
      dependencies: ["ChangeTrackingTestSupport", "TestSupport", "UTIChangeTracking"]),
    .testTarget(
      name: "UniformFoundationAdditionsTests",
      dependencies: [
        "CTestDirectories", "UTIDocumentStorage", "UniformFoundationAdditions",
        "FoundationTestSupport",
        "StorageTestSupport", "TestSupport", "UTIPlatform", system,
      ]
    ),
    .testTarget(
      name: "UniformItemProvidersTests",
      dependencies: [
        "CTestDirectories", "UniformItemProviders", "TestSupport", "UniformTypeIdentifiers",
      ]),
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
      name: "DocumentProbe", dependencies: ["UniformDocuments", system], path: "Tests/DocumentProbe"
    ),
    .executableTarget(
      name: "EndingProbe", dependencies: ["UniformDocuments"], path: "Tests/EndingProbe"),
    .executableTarget(
      name: "MainTypeProbe", dependencies: ["UniformDocuments"], path: "Tests/MainTypeProbe"),
    .executableTarget(
      name: "ObserverProbe",
      dependencies: [
        "UniformDocuments", "UniformMainLoop",
        .target(name: "CUTIGLib", condition: .when(traits: ["GLib"])),
      ],
      path: "Tests/ObserverProbe"
    ),
    .executableTarget(
      name: "CoordinationProbe",
      dependencies: ["UTIFileCoordination", "TestSupport", system],
      path: "Tests/CoordinationProbe"
    ),
    .target(
      name: "CoordinationTestSupport",
      dependencies: ["UTIFileCoordination", "TestSupport", system],
      path: "Tests/CoordinationTestSupport"),
    .testTarget(
      name: "FileCoordinationTests",
      dependencies: [
        "CTestDirectories", "CoordinationProbe", "CoordinationTestSupport", "UTIDocumentStorage",
        "UTIFileCoordination", "UTIFileWatching", "UTIFoundationBridge", "StorageTestSupport",
        "TestSupport", "UTIPlatform", system,
      ]
    ),
    .testTarget(
      name: "UniformDocumentsTests",
      dependencies: [
        "CUTISystemCalls", "CTestDirectories", "CoordinationProbe", "CoordinationTestSupport",
        "UniformDocumentCore", "DocumentProbe", "UTIDocumentStorage", "UTIDocumentTypes",
        "UniformDocuments", "DocumentTestSupport",
        "EndingProbe", "MainTypeProbe", "ObserverProbe",
        "UTIFileCoordination", "UTIFileWatching", "UTIFoundationBridge",
        "UniformFoundationAdditions",
        "FoundationTestSupport", "StorageTestSupport", "TestSupport", "UTITypeGraph", "UTIPlatform",
        "UniformTypeIdentifiers", "UniformTypes", system,
      ]
    ),
    .executableTarget(
      name: "ManagedProbe", dependencies: ["UniformDocuments", "UniformManagedDocuments", grdb],
      path: "Tests/ManagedProbe"),
    .testTarget(
      name: "UniformManagedDocumentsTests",
      dependencies: [
        "CTestDirectories", "DocumentTestSupport", "UniformDocuments", "UniformManagedDocuments",
        "ManagedProbe",
        "TestSupport",
        "UTIPlatform", "UniformTypeIdentifiers", grdb,
      ]
    ),
    // Sources written for another system in Swift 5, whose language mode they keep.
    .testTarget(
      name: "DocumentSamplesTests",
      dependencies: ["CTestDirectories", "UniformDocuments"],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    // Sources in the style of new programs, in which the main actor is the default isolation.
    .testTarget(
      name: "DocumentIsolationTests",
      dependencies: ["CTestDirectories", "UniformDocuments", "UniformTypes"],
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
    // Documents written for SwiftUI, in both language modes that such code uses; the second target
    // is a link to the sources of the first.
    .testTarget(
      name: "FileDocumentTests",
      dependencies: [
        "CTestDirectories", "DocumentTestSupport", "UTIDocumentTypes", "UniformDocuments",
        "UniformTypeIdentifiers", system,
      ]
    ),
    .testTarget(
      name: "FileDocumentSwift5Tests",
      dependencies: [
        "CTestDirectories", "DocumentTestSupport", "UTIDocumentTypes", "UniformDocuments",
        "UniformTypeIdentifiers", system,
      ],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .testTarget(
      name: "CommandLineInterfaceTests", dependencies: ["TestSupport", "UTICommandLineInterface"]),
    .testTarget(
      name: "CommandOutputTests",
      dependencies: [
        "TestSupport", "UTICommandLineInterface", "UTICommandOutput", "UTIDataFormats",
        "UTIDocumentStorage", "UTIPlatform", system,
      ]
    ),
    .testTarget(
      name: "DesktopIntegrationTests",
      dependencies: [
        "TestSupport", "UTITypeDeclarations", "UTICommandOutput", "UTIDataFormats",
        "UTIDesktopIntegration", "UTIPlatform", "UTITypeGraph", "UniformTypes", system,
      ]
    ),
    .testTarget(
      name: "RegistrySiteTests",
      dependencies: [
        "TestSupport", "UTICommandOutput", "UTIPlatform", "UTIRegistrySite", "UTITypeGraph",
        "UniformTypes", system,
      ]
    ),
    .testTarget(
      name: "UTICommandsTests",
      dependencies: [
        "CUTISystemCalls", "UTICommandLineInterface", "UTICommandOutput", "UTIDataFormats",
        "UTIDesktopIntegration", "UTIRegistrySite", "TestSupport", "UTITypeDetection",
        "UTICommands",
        "UTIPlatform", "UTIProgram",
      ],
      resources: [.copy("Fixtures")]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The C library. Swift 6.3 compares each of its functions with the declaration in the header.
#if compiler(>=6.3)
// Scripts/library.sh build links the second product into the libraries that are installed.
package.products += [
  .library(name: "uniformtypes", type: .dynamic, targets: ["UTICInterface"]),
  .library(name: "uniformtypes-static", type: .static, targets: ["UTICInterface"]),
]
let interfaceDependencies: [Target.Dependency] = [
  "CUniformTypes", "UTIFormatSignatures", "UTITypeDetection", "UTITypeGraph", "UTIPlatform",
  "UniformTypes", system,
  .target(name: "UTITypeDeclarations", condition: .when(traits: ["Declarations"])),
]
package.targets += [
  .target(name: "CUniformTypes"),
  .target(name: "UTICInterface", dependencies: interfaceDependencies),
  .testTarget(
    name: "CInterfaceTests",
    dependencies: ["CUniformTypes", "TestSupport", "UTICInterface", "UTITypeGraph", "UniformTypes"]),
]
#endif

// Fuzzing needs instrumented code and a separate entry point; Scripts/sanitize.sh fuzz links it.
if Context.environment["UTI_FUZZING"] == "1" {
  for name in ["FuzzBytes", "FuzzNames", "FuzzDeclarations", "FuzzImages"] {
    package.products.append(.library(name: name, type: .static, targets: [name]))
    package.targets.append(
      .target(
        name: name,
        dependencies: [
          "UTIDeclarationTools", "UTITypeDeclarations", "UTIPortable", "UTITypeDetection",
          "UTITypeGraph", "UniformTypes",
        ],
        path: "Fuzzing/\(name)"
      )
    )
  }
}

// Some test targets alone, for Scripts/test.sh --only; several names have commas between them.
if let names = Context.environment["UTI_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

// Benchmarks have separate dependencies, which no client should build; Benchmarks/run.sh builds
// them, and continuous integration builds them together with the tests.
if Context.environment["UTI_BENCHMARKS"] == "1" {
  let benchmarks: [(name: String, dependencies: [Target.Dependency])] = [
    ("Measure", ["UTIPlatform"]),
    ("Workloads", ["UTIPlatform"]),
    (
      "benchmark",
      [
        "CFloors", "Measure", "UTITypeDeclarations", "UTITypeDetection", "UTITypeGraph",
        "UTIPlatform",
        "UniformTypes", "Workloads",
      ]
    ),
    // Foundation, which saving is compared with, would slow the start of the other programs.
    (
      "benchmark-saving",
      [
        "CSynchronization", "UniformDocuments", "Measure", "UTIPlatform", "UniformTypeIdentifiers",
        system,
      ]
    ),
    (
      "benchmark-managed",
      ["UniformDocuments", "UniformManagedDocuments", "UTIDocumentStorage", grdb, system]
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
  "CUTIBaseRegistry", "CUTIByteSearch", "CFloors", "CUTILanguageTable", "CUTIProgramStart",
  "CUTISQLiteSession",
  "CSynchronization", "CUTISystemCalls", "CTestDirectories", "CUniformTypes",
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
  // Optimizing the tests takes longer than it saves when they run.
  if target.type == .test {
    settings.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
  }
  if treatsWarningsAsErrors {
    settings.append(.treatAllWarnings(as: .error))
  }
  target.swiftSettings = settings
}
