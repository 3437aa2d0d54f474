import Foundation
import TestSupport
import UniformTypes

/// A machine by its shared-mime-info: without any, with the one installed here, with a newer one.
enum Machine: String, CaseIterable, Sendable {
  case bare
  case installed
  case newest

  /// The machines that can be looked at here; the bare one always can.
  static let all = allCases.filter { $0.dataDirectory != nil }

  /// The value of XDG_DATA_DIRS on the machine; nil if it has no database here.
  private var dataDirectory: String? {
    let directory =
      switch self {
      case .bare: "/nonexistent"
      case .installed: "/usr/share"
      case .newest: (Corpora.directory ?? "/nonexistent") + "/xdg"
      }
    let database = directory + "/mime/packages/freedesktop.org.xml"
    return self == .bare || FileManager.default.fileExists(atPath: database) ? directory : nil
  }

  /// The registry of a program on the machine, with directories as its top layer.
  func registry(adding directories: [String] = []) throws -> TypeRegistry {
    if directories.isEmpty, let known = Self.registries[self] { return try known.get() }
    return try load(directories)
  }

  private static let registries = Dictionary(
    uniqueKeysWithValues: all.map { machine in (machine, Result { try machine.load([]) }) })

  private func load(_ directories: [String]) throws -> TypeRegistry {
    try TypeRegistry(
      RegistryConfiguration(
        environment: ["XDG_DATA_DIRS": dataDirectory ?? ""], directories: directories,
        usesCache: false))
  }
}
