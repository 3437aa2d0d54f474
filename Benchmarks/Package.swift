// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that nobody who depends on the library resolves or builds it.
let package = Package(
  name: "Benchmarks",
  dependencies: [
    .package(name: "swift-uniform-types", path: ".."),
    .package(url: "https://github.com/apple/swift-system", from: "1.4.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CFloorXML",
      pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev", "pkg-config"])]
    ),
    .target(name: "CFloors", dependencies: ["CFloorXML"]),
    .target(name: "CSynchronization"),
    .target(name: "Measure"),
    .target(name: "Workloads"),
    .executableTarget(
      name: "benchmark",
      dependencies: [
        "CFloors",
        "Measure",
        "Workloads",
        .product(name: "UniformTypes", package: "swift-uniform-types"),
      ]
    ),
    // Foundation, which saving is compared with, would slow the start of the other program.
    .executableTarget(
      name: "benchmark-saving",
      dependencies: [
        "CSynchronization",
        "Measure",
        .product(name: "Documents", package: "swift-uniform-types"),
        .product(name: "UniformTypeIdentifiers", package: "swift-uniform-types"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets
where target.type != .system && !["CFloors", "CSynchronization"].contains(target.name) {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
