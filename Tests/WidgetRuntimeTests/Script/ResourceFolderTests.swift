import Dispatch
import Foundation
import Synchronization
import Testing
import WidgetSystem

@testable import WidgetRuntime

@Suite struct ResourceFolderTests {
  /// A widget's folder, and a file outside that it mustn't read.
  private final class Place {
    let root: String
    var folder: ResourceFolder { ResourceFolder(path: root + "/widget", chunkPrefix: "widget") }

    init() throws {
      var template = Array("/tmp/resource-folder.XXXXXX".utf8CString)
      root = try #require(mkdtemp(&template).map { String(cString: $0) })
      for directory in ["widget", "widget/data", "private"] { mkdir(root + "/" + directory, 0o700) }
      try write("inside", to: "widget/data/a.json")
      try write("secret", to: "private/a.json")
    }

    deinit { Self.remove(root) }

    func write(_ text: String, to name: String) throws { try AtomicFile.write(Array(text.utf8), to: root + "/" + name) }

    private static func remove(_ path: String) {
      for name in (try? Directory.names(at: path)) ?? [] where unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
      rmdir(path)
    }
  }

  @Test("a regular file is read") func regular() throws {
    let place = try Place()
    #expect(try place.folder.read("data/a.json") == Array("inside".utf8))
    #expect(try place.folder.read("./data/a.json") == Array("inside".utf8))
    #expect(throws: ResourceFolder.Problem.tooLarge(6)) { try place.folder.read("data/a.json", limit: 5) }
    #expect(throws: ResourceFolder.Problem.notFound) { try place.folder.read("data/b.json") }
    #expect(throws: ResourceFolder.Problem.notFound) { try place.folder.read("data") }
  }

  @Test(
    "names never lead out of the folder",
    arguments: ["../private/a.json", "data/../../private/a.json", "/etc/passwd", "", "a b", "."])
  func badNames(_ name: String) throws {
    let place = try Place()
    #expect(throws: ResourceFolder.Problem.badName) { try place.folder.read(name) }
  }

  @Test("symbolic links are not followed: a file, a directory, or the resource folder itself") func links() throws {
    let place = try Place()
    symlink("../private/a.json", place.root + "/widget/file.json")
    symlink("../private", place.root + "/widget/directory")
    symlink("private", place.root + "/evil")
    #expect(throws: ResourceFolder.Problem.notFound) { try place.folder.read("file.json") }
    #expect(throws: ResourceFolder.Problem.notFound) { try place.folder.read("directory/a.json") }
    let evil = ResourceFolder(path: place.root + "/evil", chunkPrefix: "evil")
    #expect(throws: ResourceFolder.Problem.notFound) { try evil.read("a.json") }
  }

  @Test("hard links, pipes and devices are not resources") func otherFiles() throws {
    let place = try Place()
    link(place.root + "/private/a.json", place.root + "/widget/link.json")
    mkfifo(place.root + "/widget/pipe", 0o600)
    for name in ["link.json", "pipe"] {
      #expect(throws: ResourceFolder.Problem.notFound) { try place.folder.read(name) }
    }
  }

  @Test("a thread that swaps files and directories for links never gets the secret read") func race() throws {
    let place = try Place()
    let root = place.root
    try place.write("inside", to: "widget/file")
    let swaps = Atomic(0)
    let isOver = Atomic(false)
    let swapper = DispatchGroup()
    swapper.enter()
    // A separate thread: the pool's threads may all be in other tests.
    Thread.detachNewThread {
      defer { swapper.leave() }
      while !isOver.load(ordering: .relaxed) {
        Self.swap(root)
        swaps.add(1, ordering: .relaxed)
      }
    }
    var successes = 0
    while swaps.load(ordering: .relaxed) == 0 { sched_yield() }
    for _ in 0..<4000 {
      for name in ["file", "data/a.json"] {
        guard let bytes = try? place.folder.read(name) else { continue }
        successes += 1
        if bytes != Array("inside".utf8) { Issue.record("read \(String(decoding: bytes, as: UTF8.self))") }
      }
    }
    isOver.store(true, ordering: .relaxed)
    swapper.wait()
    #expect(successes > 0)
    #expect(swaps.load(ordering: .relaxed) > 0)
  }

  /// Replaces a file and a directory with links to the private ones, and restores them.
  private static func swap(_ root: String) {
    for (name, target) in [("file", "../private/a.json"), ("data", "../private")] {
      rename("\(root)/widget/\(name)", "\(root)/widget/\(name).old")
      symlink(target, "\(root)/widget/\(name)")
      unlink("\(root)/widget/\(name)")
      rename("\(root)/widget/\(name).old", "\(root)/widget/\(name)")
    }
  }
}
