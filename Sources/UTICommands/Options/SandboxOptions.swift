import SystemPackage
import UTICommandLineInterface
import UTICommandOutput
internal import UTIPlatform

/// The options on the restriction of the process.
struct SandboxOptions: ParameterGroup, Hashable {
  private var isOff = false
  private var isRequired = false

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.flag(
      &isOff, "--no-sandbox",
      help: """
        Read files without restricting the process first. By default seccomp permits only the \
        system calls that reading needs, and Landlock refuses changes of files, programs and the \
        network.
        """)
    parameters.flag(
      &isRequired, "--require-sandbox",
      help: "Fail, before a file is read, if the kernel cannot restrict the process.")
  }

  var contradiction: String? {
    isOff && isRequired ? "--no-sandbox and --require-sandbox contradict each other" : nil
  }

  /// Permits changes in the folders of the files that the process writes.
  func enter(writing paths: [String]) throws {
    guard let folders = Self.opened(Self.folders(of: paths)) else {
      return try enter(.writing(in: []))
    }
    defer { for folder in folders { try? folder.close() } }
    try enter(.writing(in: folders))
  }

  /// nil is standard output.
  func enter(replacing output: String?) throws {
    if let output { try enter(writing: [output]) } else { try enter() }
  }

  /// For commands that start programs.
  static var off: SandboxOptions {
    var options = SandboxOptions()
    options.isOff = true
    return options
  }

  /// Comes before declarations are parsed.
  ///
  /// Only the cache, and what the command is going to write, can then be changed, and the command
  /// restricts the process further.
  func enter(parsingFor cache: FilePath?, writing paths: [String] = []) throws {
    let places = Self.folders(of: paths) + [cache].compactMap(\.self)
    guard let folders = Self.opened(places) else { return try enter(.writing(in: [])) }
    defer { for folder in folders { try? folder.close() } }
    try enter(paths.isEmpty ? .replacing(in: folders) : .writing(in: folders))
  }

  /// nil if the folder of a path is not known.
  private static func opened(_ places: [FilePath?]) -> [FileDescriptor]? {
    var folders: [FileDescriptor] = []
    for place in places {
      guard let folder = try? place?.openedDirectory() else {
        for folder in folders { try? folder.close() }
        return nil
      }
      folders.append(folder)
    }
    return folders
  }

  /// Each folder once, because its descriptor is open meanwhile; nil for a folder that is not known.
  ///
  /// A set would make the runtime look up conformances.
  static func folders(of paths: [String]) -> [FilePath?] {
    paths.reduce(into: []) { folders, path in
      let folder = folder(of: path)
      if !folders.contains(folder) { folders.append(folder) }
    }
  }

  /// The nearest folder that exists, in which a file is replaced; nil for a link that leads nowhere.
  private static func folder(of text: String) -> FilePath? {
    let path = FilePath(text: text)
    if path.leadsToDirectory { return path }
    let isPresent = FileStatus.present(at: path, followsLinks: false) != nil
    guard let file = isPresent ? path.resolved : path, let parent = file.splitAtLastName?.parent
    else { return nil }
    var folder = parent.orWorkingDirectory
    while FileStatus.present(at: folder) == nil, let above = folder.splitAtLastName?.parent {
      folder = above.orWorkingDirectory
    }
    return folder
  }

  /// Comes before the first file; throws if a required complete restriction is not possible.
  ///
  /// `uti doctor` reports what a kernel does not restrict.
  func enter(_ permission: ProcessRestriction.Permission = .reading) throws {
    guard !isOff else { return }
    let restriction = ProcessRestriction.enter(permission)
    guard isRequired, let gap = restriction.gaps.first else { return }
    throw CommandFailure(
      .unavailable,
      "the kernel does not restrict the process, which could \(gap); uti doctor lists all that is "
        + "not refused")
  }
}
