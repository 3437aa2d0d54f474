internal import Glibc

/// A shared library that is loaded when it is first asked for, and done without where it is missing.
///
/// What a stream of xz or bzip2 holds is worth a look, but not a library that every program with
/// this package has to be linked with, nor a second implementation of formats that hostile files
/// abuse. Where the library is missing the answer is that of the compressed stream.
struct LoadedLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Nil when the system has no such library.
  ///
  /// - Parameter name: the name with the version of the interface, such as `liblzma.so.5`.
  init?(_ name: String) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
    self.handle = handle
  }

  /// A function of the library; nil when it has none of that name.
  ///
  /// - Parameter type: the function's type as the library's header declares it.
  func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
    // A function pointer of C has the size and the form of the address that dlsym(3) gives.
    dlsym(handle, name).map { unsafeBitCast($0, to: type) }
  }
}
