import CUTISystemCalls
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import UTIFileWatching

/// The ways in which programs save: each is one change, and never a move or a deletion.
@Suite struct ProgramsThatSave {
  struct Program: Sendable, CustomTestStringConvertible {
    let name: String
    /// The program that must be installed; nil if every machine has it.
    let needs: String?
    let script: String
    var testDescription: String { name }
  }

  static let programs = [
    Program(
      name: "vim, renaming the old file", needs: "vim",
      script: "vim -u NONE -N -es -c 'set backupcopy=no backup' -c '%s/old/new/' -c wq a.txt"),
    Program(
      name: "vim, writing a copy", needs: "vim",
      script: "vim -u NONE -N -es -c 'set backupcopy=yes' -c '%s/old/newer/' -c wq a.txt"),
    Program(
      name: "vim, as it comes", needs: "vim",
      script: "vim -u NONE -N -es -c '%s/old/new/' -c wq a.txt"),
    Program(name: "sed -i", needs: nil, script: "sed -i s/old/new/ a.txt"),
    Program(name: "sed -i with a copy", needs: nil, script: "sed -i.bak s/old/new/ a.txt"),
    Program(
      name: "rsync", needs: "rsync", script: "mkdir s; echo rsynced > s/a.txt; rsync s/a.txt a.txt"),
    Program(
      name: "git checkout", needs: "git",
      script: """
        export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b \
          GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
        git checkout -q other -- a.txt
        """),
    Program(name: "a shell", needs: nil, script: "echo new > a.txt; echo more >> a.txt"),
    // As nano saves: in place, truncated first.
    Program(name: "truncating and writing", needs: nil, script: ": > a.txt; echo new > a.txt"),
    // As emacs saves with backup-by-copying off: the old file is renamed, the new one made.
    Program(
      name: "emacs, renaming to a backup", needs: nil, script: "mv a.txt a.txt~; echo new > a.txt"),
    // As GLib and Qt save: a temporary file, made safe, renamed over the old one.
    Program(
      name: "GLib and Qt", needs: nil,
      script: "echo new > .goutputstream-ABC; sync .goutputstream-ABC; mv .goutputstream-ABC a.txt"),
    // As LibreOffice saves: a temporary file elsewhere, copied over the old one.
    Program(
      name: "LibreOffice", needs: nil, script: "echo new > lu1.tmp; cat lu1.tmp > a.txt; rm lu1.tmp"
    ),
    Program(name: "deleting and making anew", needs: nil, script: "rm a.txt; echo new > a.txt"),
    Program(name: "install", needs: nil, script: "echo new > b; install -m 644 b a.txt; rm b"),
  ]

  @Test("J4 to J6, J11, J19: a save of a program is one change", arguments: programs)
  func saves(program: Program) throws {
    // The way of saving of a missing program is among those without a program.
    let needed = Requirement.programs(program.needs ?? "bash")
    guard needed.isMet(for: "saves of \(program.name)") else { return }
    let place = try WatchedPlace(["a.txt": "old\n"])
    if program.needs == "git" { try prepareRepository(place) }
    let watch = place.watch("a.txt")
    #expect(try place.shell(program.script) == 0)
    #expect(place.events() == [.changed([])])
    #expect(watch.path == place.path("a.txt"))
    // Whatever it did, the watch goes on.
    try place.write("a.txt", "another text")
    #expect(place.events() == [.changed([])])
  }

  private func prepareRepository(_ place: WatchedPlace) throws {
    let script = """
      export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b \
        GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
      git init -q . && git add . && git commit -q -m old && git checkout -q -b other &&
        echo other > a.txt && git commit -q -a -m other && git checkout -q -
      """
    #expect(try place.shell(script) == 0)
  }

  @Test("J19: a move during a save is concluded when both are over")
  func halves() throws {
    let place = try WatchedPlace(["a.txt": "old"])
    place.watch("a.txt")
    try place.rename("a.txt", "a.txt~")
    place.watcher.step(to: .milliseconds(1))
    #expect(place.events(within: .milliseconds(300)) == [])
    try place.write("a.txt", "new")
    #expect(place.events() == [.changed([])])
    try place.rename("a.txt", "a.txt.bak")
    #expect(place.events() == [.moved(to: place.path("a.txt.bak"))])
  }
}
