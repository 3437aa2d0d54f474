// swift-tools-version: 6.2

import PackageDescription

// Scripts/check-traits.sh builds these programs with several sets of traits: `UTI_TRAITS` is
// `default`, or a list of names, which may be empty.
let selection = Context.environment["UTI_TRAITS"] ?? "default"
let traits: Set<Package.Dependency.Trait> =
  selection == "default"
  ? [.defaults] : Set(selection.split(separator: ",").map { .trait(name: String($0)) })

let package = Package(
  name: "TraitClients",
  dependencies: [.package(name: "swift-uniform-types", path: "../..", traits: traits)],
  targets: [
    .executableTarget(
      name: "CoreClient",
      dependencies: [.product(name: "UniformTypes", package: "swift-uniform-types")]
    ),
    .executableTarget(
      name: "FoundationClient",
      // As Documentation/Platforms.md describes, beside the module of Apple's systems.
      dependencies: [
        .product(
          name: "UniformTypeIdentifiers", package: "swift-uniform-types",
          condition: .when(platforms: [.linux]))
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
