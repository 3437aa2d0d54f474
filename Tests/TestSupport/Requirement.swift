internal import Foundation
internal import SystemPackage
public import Testing

/// A property of the machine that a test needs, with the remedy if it is missing.
///
/// `Scripts/test.sh` counts the skipped tests for each remedy.
public struct Requirement: Sendable {
  /// The remedy; nil if the requirement is met.
  public let remedy: @Sendable () -> String?

  /// Creates a requirement.
  ///
  /// - Parameters:
  ///   - remedy: the remedy as a sentence without a full stop.
  ///   - isMet: a Boolean value that indicates whether the machine has the property.
  public init(_ remedy: String, if isMet: @autoclosure @escaping @Sendable () -> Bool) {
    self.remedy = { isMet() ? nil : remedy }
  }

  private init(remedy: @escaping @Sendable () -> String?) { self.remedy = remedy }

  /// Declared programs of the machine; see ``MachineProgram``.
  public static func programs(_ names: String...) -> Requirement {
    Requirement { MachineProgram.remedy(names) }
  }

  /// The collections of other authors.
  public static let corpora = Requirement("set UTI_CORPORA", if: Corpora.isPresent)

  /// The superuser.
  public static let root = Requirement("run the tests as root", if: geteuid() == 0)

  /// A user whose rights are limited.
  public static let ordinaryUser = Requirement(
    "run the tests as an ordinary user", if: geteuid() != 0)

  /// Tracing of system calls.
  public static let tracing = Requirement {
    MachineProgram.remedy(["strace"])
      ?? (TestProgram.isTraceable ? nil : "run the tests where ptrace(2) is permitted")
  }

  /// Mounting of file systems.
  public static let mounting = Requirement(
    "run the tests as root where mount(2) is permitted", if: TestProgram.canMount)

  /// Programs of a user who owns nothing.
  public static let nobody = Requirement(
    "run the tests as root, in a folder that all users can enter",
    if: geteuid() == 0 && TestProgram.canBeNobody)

  /// Loop devices, which the superuser may mount.
  public static let loopDevices = Requirement(
    "run the tests as root on a machine with loop devices",
    if: TestProgram.canMount && FileManager.default.fileExists(atPath: "/dev/loop-control"))

  /// Overlay file systems.
  public static let overlays = Requirement(
    "run the tests on a kernel that can mount an overlay on TMPDIR", if: TestProgram.canMountOverlay
  )

  /// File systems in user space.
  public static let userSpaceFiles = Requirement(
    "run the tests on a kernel with /dev/fuse",
    if: FileManager.default.fileExists(atPath: "/dev/fuse"))

  /// Files about processes.
  public static let processFiles = Requirement(
    "mount /proc", if: FileManager.default.fileExists(atPath: "/proc/self/status"))

  /// The log of the kernel.
  public static let kernelLog = Requirement(
    "run the tests as root where /proc/kmsg is readable",
    if: FileManager.default.isReadableFile(atPath: "/proc/kmsg"))

  /// Two file systems: one in memory, and one for temporary files.
  public static let twoFileSystems = Requirement(
    "run the tests where /dev/shm and TMPDIR are two file systems", if: hasTwoFileSystems)

  private static var hasTwoFileSystems: Bool {
    guard let near = try? ScratchDirectory(),
      let far = try? ScratchDirectory([:], in: NSTemporaryDirectory())
    else { return false }
    var (first, second) = (stat(), stat())
    return stat(near.path.string, &first) == 0 && stat(far.path.string, &second) == 0
      && first.st_dev != second.st_dev
  }

  /// The database of the installed shared-mime-info.
  public static let database = Requirement(
    "install shared-mime-info",
    if: FileManager.default.fileExists(atPath: "/usr/share/mime/packages/freedesktop.org.xml"))

  /// A Boolean value that indicates whether the requirement is met.
  ///
  /// If it is not, a line with the remedy is printed. Use it for one of several arguments of a test.
  ///
  /// - Parameter purpose: the part of the test that is skipped.
  public func isMet(for purpose: String) -> Bool {
    guard let remedy = remedy() else { return true }
    print("➜ Part \"\(purpose)\" skipped: \"\(remedy)\"")
    return false
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test or suite, with the remedy, unless all requirements are met.
  public static func requires(_ requirements: Requirement...) -> Self {
    .disabled(
      if: requirements.contains { $0.remedy() != nil },
      "\(requirements.compactMap { $0.remedy() }.joined(separator: "; "))")
  }
}
