import Testing
import WidgetSystem

/// A directory deleted with all its contents at the end of a test.
final class TemporaryDirectory {
  let path: String

  init() throws {
    var template = Array("/tmp/widget-system.XXXXXX".utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    for name in (try? Directory.names(at: path)) ?? [] where unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
    rmdir(path)
  }

  func file(_ name: String, _ text: String = "") throws -> String {
    try AtomicFile.write(Array(text.utf8), to: "\(path)/\(name)")
    return "\(path)/\(name)"
  }
}

@Suite struct RegularFileTests {
  @Test("a complete file is read up to the limit") func limit() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.file("a", "12345")
    #expect(try RegularFile.read(path, limit: 5) == Array("12345".utf8))
    #expect(throws: RegularFile.Problem.tooLarge(5)) { try RegularFile.read(path, limit: 4) }
    #expect(try RegularFile.read(try folder.file("empty"), limit: 0) == [])
    #expect(throws: RegularFile.Problem.system(SystemError(code: ENOENT))) { try RegularFile.read(path + "x", limit: 5) }
  }

  @Test("directories, devices, pipes and links are not regular files") func otherKinds() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.file("a", "12345")
    #expect(mkfifo(folder.path + "/fifo", 0o600) == 0)
    #expect(symlink(path, folder.path + "/link") == 0)
    for other in [folder.path, "/dev/null", folder.path + "/fifo"] {
      #expect(throws: RegularFile.Problem.notRegular) { try RegularFile.read(other, limit: 5) }
    }
    #expect(throws: RegularFile.Problem.notRegular) { try RegularFile.read(folder.path + "/link", limit: 5, followsLinks: false) }
    #expect(try RegularFile.read(folder.path + "/link", limit: 5) == Array("12345".utf8))
  }

  @Test("a file with two names can be refused") func hardLinks() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.file("a", "1")
    #expect(link(path, folder.path + "/b") == 0)
    #expect(throws: RegularFile.Problem.severalLinks) {
      try RegularFile.read(closing: try Directory(folder.path).file("b"), limit: 5, singleLink: true)
    }
  }

  @Test("files of /proc, whose size is 0, are read") func proc() throws {
    #if os(Linux)
      #expect(try !RegularFile.read("/proc/self/status", limit: 64 << 10).isEmpty)
    #endif
  }
}

@Suite struct AtomicFileTests {
  @Test("a file is replaced, and nothing else is left behind") func replace() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.file("a", "old")
    try AtomicFile.write(Array("new".utf8), to: path, permissions: 0o600)
    #expect(try RegularFile.read(path, limit: 9) == Array("new".utf8))
    #expect(try FileStatus(path: path).permissions == 0o600)
    #expect(try Directory.names(at: folder.path) == ["a"])
  }

  @Test("unfinished files of a killed writer, even of the same process id, are not in the way") func leftovers() throws {
    let folder = try TemporaryDirectory()
    for name in ["a.\(getpid()).tmp", AtomicFile.temporaryPrefix, AtomicFile.temporaryPrefix + "\(getpid())"] {
      _ = try folder.file(name, "left behind")
    }
    #expect(try RegularFile.read(try folder.file("a", "new"), limit: 9) == Array("new".utf8))
  }

  @Test("a failed write leaves the old file and no other") func failure() throws {
    let folder = try TemporaryDirectory()
    #expect(mkdir(folder.path + "/d", 0o700) == 0)
    _ = try folder.file("d/x")
    #expect(throws: SystemError.self) { try folder.file("d", "a directory is not replaced") }
    #expect(try Directory.names(at: folder.path) == ["d"])
    #expect(throws: SystemError(code: ENOENT)) { try folder.file("none/a") }
    #expect(throws: SystemError(code: EISDIR)) { try AtomicFile.write([], to: folder.path + "/") }
  }

  @Test("a full disk is an error") func fullDisk() throws {
    #if os(Linux)
      let full = try FileDescriptor.open("/dev/full", O_WRONLY)
      defer { full.close() }
      #expect(throws: SystemError(code: ENOSPC)) { try full.writeAll([1]) }
    #endif
  }
}

@Suite struct DirectoryTests {
  @Test("a link is never followed below an open directory") func links() throws {
    let outside = try TemporaryDirectory()
    _ = try outside.file("secret", "1")
    let folder = try TemporaryDirectory()
    #expect(symlink(outside.path, folder.path + "/link") == 0)
    #expect(symlink(outside.path + "/secret", folder.path + "/file") == 0)
    let directory = try Directory(folder.path)
    #expect(throws: SystemError.self) { try directory.directory("link") }
    #expect(throws: SystemError.self) { try directory.file("file") }
    #expect(throws: SystemError.self) { try Directory(folder.path + "/link", followsLinks: false) }
    #expect(try Directory(folder.path + "/link").names() == ["secret"])
    #expect(try directory.status(of: "link").kind == .symbolicLink)
    #expect(try directory.remove("link"))
    #expect(try !directory.remove("link"))
    #expect(try Directory.names(at: outside.path) == ["secret"])
  }

  @Test("names can be read repeatedly") func names() throws {
    let folder = try TemporaryDirectory()
    for name in ["b", "a", ".c"] { _ = try folder.file(name) }
    let directory = try Directory(folder.path)
    for _ in 0..<2 { #expect(try directory.names().sorted() == [".c", "a", "b"]) }
    #expect(try directory.names(limit: 2).count == 2)
    try directory.makeDirectory("d")
    try directory.makeDirectory("d")
    #expect(try directory.directory("d").names() == [])
  }

  @Test("a missing folder is made wherever its parent is, also at the top, and the reason names what's in the way") func making()
    throws
  {
    let folder = try TemporaryDirectory()
    _ = try Directory.make(folder.path + "/a/b//c")
    #expect(try Directory.names(at: folder.path + "/a/b") == ["c"])
    let top = "/luawidget-test-\(UInt64.random(in: .min ... .max))"
    do throws(SystemError) {
      _ = try Directory.make(top)
      #expect(try Directory("/").remove(top.dropFirst().description))
    } catch {
      // Not as root.
      #expect([EACCES, EROFS].contains(error.code))
    }
    #expect(FileStatus.nearestFolder(of: folder.path + "/a/x/y/file") == folder.path + "/a")
    #expect(FileStatus.nearestFolder(of: "/nowhere/file") == "/" && FileStatus.nearestFolder(of: "/file") == "/")
  }
}

@Suite struct LockProblemTests {
  @Test("trying a lock makes no name, which a killed process would leave behind") func unnamed() throws {
    #if os(Linux)
      let folder = try TemporaryDirectory()
      let before = try FileStatus(path: folder.path)
      usleep(20_000)
      #expect(try Directory(folder.path).lockProblem() == nil)
      #expect(try FileStatus(path: folder.path) == before)
    #endif
  }
}
