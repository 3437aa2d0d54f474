internal import SystemPackage

/// The text of the operating system for an error number.
package func systemErrorText(_ number: Int32) -> String {
  Errno(rawValue: number).description
}
