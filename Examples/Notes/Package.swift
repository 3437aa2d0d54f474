// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Notes",
  dependencies: [.package(name: "swift-uniform-types", path: "../..")],
  targets: [
    .executableTarget(
      name: "notes",
      dependencies: [
        .product(name: "UniformDocuments", package: "swift-uniform-types"),
        .product(name: "UniformTypeIdentifiers", package: "swift-uniform-types"),
      ],
      path: "Sources/Notes",
      resources: [.copy("Notes.plist")]
    ),
    .target(name: "CPseudoTerminal", path: "Tests/CPseudoTerminal"),
    .testTarget(name: "NotesTests", dependencies: ["CPseudoTerminal", "notes"]),
  ],
  swiftLanguageModes: [.v6]
)
