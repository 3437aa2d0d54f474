// swift-tools-version: 6.2

import PackageDescription

let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")

let package = Package(
  name: "Server",
  dependencies: [
    .package(name: "swift-uniform-types", path: "../..", traits: []),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.0.0",
      traits: ["FullFoundation"]),
    .package(url: "https://github.com/apple/swift-nio", from: "2.90.0"),
  ],
  targets: [
    .target(
      name: "FileServer",
      dependencies: [
        hummingbird,
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "UniformTypes", package: "swift-uniform-types"),
      ]
    ),
    .executableTarget(name: "server", dependencies: ["FileServer", hummingbird]),
  ],
  swiftLanguageModes: [.v6]
)
