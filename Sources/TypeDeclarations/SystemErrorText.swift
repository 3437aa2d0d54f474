internal import SystemPackage

/// What the operating system calls an error number.
func systemErrorText(_ number: Int32) -> String {
  Errno(rawValue: number).description
}
