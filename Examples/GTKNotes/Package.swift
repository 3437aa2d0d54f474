// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "GTKNotes",
  dependencies: [.package(name: "swift-uniform-types", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CGtk", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
    .executableTarget(
      name: "gtk-notes",
      dependencies: [
        "CGtk",
        .product(name: "Documents", package: "swift-uniform-types"),
        .product(name: "UniformTypeIdentifiers", package: "swift-uniform-types"),
      ],
      path: "Sources/GTKNotes",
      resources: [.copy("GTKNotes.plist"), .copy("Templates")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
