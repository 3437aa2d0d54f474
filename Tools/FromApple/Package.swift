// swift-tools-version: 6.2

import PackageDescription

// A separate package, so that users of the library compile neither it nor swift-syntax.
let package = Package(
  name: "FromApple",
  products: [.executable(name: "from-apple", targets: ["from-apple"])],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1")
  ],
  targets: [
    .target(
      name: "FromAppleRewriting",
      dependencies: [
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftParserDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ]
    ),
    .executableTarget(name: "from-apple", dependencies: ["FromAppleRewriting"]),
    .testTarget(name: "FromAppleRewritingTests", dependencies: ["FromAppleRewriting"]),
    .testTarget(name: "FromAppleTests", dependencies: ["from-apple"]),
  ],
  swiftLanguageModes: [.v6]
)
