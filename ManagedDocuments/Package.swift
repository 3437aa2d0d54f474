// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "ManagedDocuments",
  products: [.library(name: "ManagedDocuments", targets: ["ManagedDocuments"])],
  dependencies: [
    .package(name: "swift-uniform-types", path: ".."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.4.0"),
  ],
  targets: [
    .target(name: "CSQLiteSession", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(
      name: "ManagedDocuments",
      dependencies: [
        "CSQLiteSession",
        .product(name: "Documents", package: "swift-uniform-types"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "UniformTypeIdentifiers", package: "swift-uniform-types"),
      ]
    ),
    // Commits until it is killed, for the tests.
    .executableTarget(
      name: "managed-probe",
      dependencies: [
        "ManagedDocuments",
        .product(name: "Documents", package: "swift-uniform-types"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Sources/ManagedProbe"
    ),
    .executableTarget(
      name: "managed-benchmark",
      dependencies: [
        "CSQLiteSession",
        "ManagedDocuments",
        .product(name: "Documents", package: "swift-uniform-types"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Sources/ManagedBenchmark"
    ),
    .testTarget(
      name: "ManagedDocumentsTests",
      dependencies: [
        "ManagedDocuments",
        "managed-probe",
        .product(name: "Documents", package: "swift-uniform-types"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "UniformTypeIdentifiers", package: "swift-uniform-types"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

let treatsWarningsAsErrors = Context.environment["UTI_WARNINGS_AS_ERRORS"] == "1"

for target in package.targets where target.name != "CSQLiteSession" {
  var settings = target.swiftSettings ?? []
  settings += [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
  if treatsWarningsAsErrors {
    settings.append(.treatAllWarnings(as: .error))
  }
  target.swiftSettings = settings
}
