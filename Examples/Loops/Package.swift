// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Loops",
  dependencies: [.package(name: "swift-uniform-types", path: "../..", traits: [])],
  targets: [
    .systemLibrary(name: "CUV", pkgConfig: "libuv", providers: [.apt(["libuv1-dev"])]),
    .systemLibrary(name: "CSDL", pkgConfig: "sdl2", providers: [.apt(["libsdl2-dev"])]),
    // The work of the main actor that both loops run.
    .target(name: "Work"),
    .executableTarget(
      name: "uv-loop",
      dependencies: [
        "CUV", "Work", .product(name: "UniformMainLoop", package: "swift-uniform-types"),
      ]
    ),
    .executableTarget(
      name: "sdl-loop",
      dependencies: [
        "CSDL", "Work", .product(name: "UniformMainLoop", package: "swift-uniform-types"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
