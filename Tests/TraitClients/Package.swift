// swift-tools-version: 6.2

import PackageDescription

// Scripts/check.sh traits builds these programs with several sets of traits: `UTI_TRAITS` is
// `default`, or a list of names, which may be empty.
let selection = Context.environment["UTI_TRAITS"] ?? "default"
let traits: Set<Package.Dependency.Trait> =
  selection == "default"
  ? [.defaults] : Set(selection.split(separator: ",").map { .trait(name: String($0)) })

// Names that a client may give its targets. A name that a target of the package has too could not be resolved.
let names = [
  "CBaseRegistry",
  "CByteSearch",
  "CBzip2",
  "CInterface",
  "CLZMA",
  "CLanguageTable",
  "CLibXML2",
  "CProgramStart",
  "CSQLiteSession",
  "CSystemCalls",
  "CZlib",
  "CZstandard",
  "CommandLineInterface",
  "CommandOutput",
  "DataFormats",
  "DesktopIntegration",
  "DocumentStorage",
  "DocumentTypes",
  "FileCoordination",
  "FileWatching",
  "RegistrySite",
  "TypeDetection",
  "TypeGraph",
  "XMLFormats",
]

let package = Package(
  name: "TraitClients",
  dependencies: [.package(name: "swift-uniform-types", path: "../..", traits: traits)],
  targets: names.map { .target(name: $0) } + [
    .executableTarget(
      name: "CoreClient",
      dependencies: [.product(name: "UniformTypes", package: "swift-uniform-types")]
        + names.map { .target(name: $0) }
    ),
    .executableTarget(
      name: "FoundationClient",
      // As Documentation/Platforms.md describes, together with the module of Apple's systems.
      dependencies: [
        .product(
          name: "UniformTypeIdentifiers", package: "swift-uniform-types",
          condition: .when(platforms: [.linux]))
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
