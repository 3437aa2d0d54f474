// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "GTKNotes",
  dependencies: [
    .package(name: "swift-uniform-types", path: "../..", traits: [.defaults, "GLib"])
  ],
  targets: [
    .systemLibrary(
      name: "CGtk", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
    // The only target that imports GTK, so that the application has no pointers.
    .target(name: "Toolkit", dependencies: ["CGtk"]),
    .executableTarget(
      name: "gtk-notes",
      dependencies: [
        "Toolkit",
        .product(name: "UniformDocuments", package: "swift-uniform-types"),
        .product(name: "UniformMainLoop", package: "swift-uniform-types"),
        .product(name: "UniformTypeIdentifiers", package: "swift-uniform-types"),
      ],
      path: "Sources/GTKNotes",
      resources: [.copy("GTKNotes.plist"), .copy("Templates")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
