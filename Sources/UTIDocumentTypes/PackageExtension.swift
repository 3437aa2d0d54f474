internal import UniformTypes

/// All processes must agree on the packages, whatever registry a document uses.
@_cdecl("uti_is_package_extension")
package func isPackageExtension(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let name = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  let type = TypeRegistry.current.type(filenameExtension: name, conformingTo: .package)
  return type?.isDeclared ?? false ? 1 : 0
}
