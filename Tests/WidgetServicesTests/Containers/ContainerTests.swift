import Foundation
import Testing
import WidgetServices

@Suite struct ContainerTests {
  private let folder = TemporaryFolder()

  private func make(_ implementation: StoreImplementation = .sqlite, limits: ContainerLimits = ContainerLimits())
    -> any ContainerStore
  {
    implementation == .memory
      ? MemoryContainerStore() : FolderContainerStore(root: StorePath(folder("containers")), limits: limits)
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test("files are written, listed and removed", arguments: StoreImplementation.allCases)
  func roundTrip(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    #expect(try store.read("a.txt", in: "group.x") == nil)
    #expect(try store.list(nil, in: "group.x") == [])
    #expect(try store.remove("a.txt", in: "group.x") == false)
    try store.write(bytes("one"), to: "a.txt", in: "group.x")
    try store.write([0, 255], to: "deep/er/b.bin", in: "group.x")
    try store.write(bytes("two"), to: "a.txt", in: "group.x")
    #expect(try store.read("a.txt", in: "group.x") == bytes("two"))
    #expect(try store.read("deep/er/b.bin", in: "group.x") == [0, 255])
    #expect(try store.read("a.txt", in: "group.y") == nil)
    #expect(try store.list(nil, in: "group.x") == ["a.txt", "deep/"])
    #expect(try store.list("deep", in: "group.x") == ["er/"])
    #expect(try store.remove("a.txt", in: "group.x"))
    #expect(try store.list(nil, in: "group.x") == ["deep/"])
  }

  @Test(
    "invalid paths are rejected, not repaired", arguments: StoreImplementation.allCases,
    [
      "", ".", "..", "../x", "a/../b", "/etc/passwd", "a//b", "a/", "~", "a b", "a\0b", "ä", "ａ", "a\u{301}", "CON:", "a\\b",
      "a/b/c/d/e/f/g/h/i",
    ])
  func badPaths(_ implementation: StoreImplementation, path: String) {
    #expect(throws: ContainerError.badPath(path)) { try make(implementation).write([1], to: path, in: "group.x") }
    #expect(throws: ContainerError.badPath(path)) { try make(implementation).read(path, in: "group.x") }
  }

  @Test(
    "invalid container names too",
    arguments: ["", ".", "..", "group..x", ".x", "x.", "-x", "x-", "a/b", "gröup", "a\0", String(repeating: "a", count: 65)])
  func badNames(name: String) {
    #expect(throws: ContainerError.badName(name)) { try make().read("a", in: name) }
    #expect(!ContainerName.isValid(name))
  }

  @Test("no link leads outside: of a file, a folder, the container itself, or a hard link")
  func links() throws {
    let store = make()
    try store.write(bytes("in"), to: "file", in: "group.x")
    let root = folder("containers")
    let secret = folder("secret")
    try Data("secret".utf8).write(to: URL(filePath: secret))
    try FileManager.default.createDirectory(atPath: folder("outside"), withIntermediateDirectories: true)
    try Data("secret".utf8).write(to: URL(filePath: folder("outside/file")))
    #expect(symlink(secret, root + "/group.x/link") == 0)
    #expect(symlink(folder("outside"), root + "/group.x/folder") == 0)
    #expect(symlink(folder("outside"), root + "/group.y") == 0)
    #expect(link(secret, root + "/group.x/hard") == 0)
    #expect(throws: ContainerError.notAFile("link")) { try store.read("link", in: "group.x") }
    #expect(throws: ContainerError.notAFile("hard")) { try store.read("hard", in: "group.x") }
    #expect(throws: ContainerError.notAFolder("folder")) { try store.read("folder/file", in: "group.x") }
    #expect(throws: ContainerError.notAFolder("folder")) { try store.write([1], to: "folder/new", in: "group.x") }
    #expect(throws: ContainerError.notAFolder("group.y")) { try store.read("file", in: "group.y") }
    #expect(try store.list(nil, in: "group.x") == ["file", "hard"])
    // Removing removes the name, never its target.
    #expect(try store.remove("link", in: "group.x"))
    #expect(try store.remove("folder", in: "group.x"))
    #expect(try String(contentsOfFile: secret, encoding: .utf8) == "secret")
    #expect(FileManager.default.fileExists(atPath: folder("outside/file")))
  }

  @Test("a pipe does not block; devices and folders are not read")
  func special() throws {
    let store = make()
    try store.write(bytes("in"), to: "folder/file", in: "group.x")
    #expect(mkfifo(folder("containers/group.x/pipe"), 0o600) == 0)
    #expect(throws: ContainerError.notAFile("pipe")) { try store.read("pipe", in: "group.x") }
    #expect(throws: ContainerError.isAFolder("folder")) { try store.read("folder", in: "group.x") }
    #expect(throws: ContainerError.isAFolder("folder")) { try store.write([1], to: "folder", in: "group.x") }
    #expect(throws: ContainerError.notAFolder("file")) { try store.write([1], to: "folder/file/below", in: "group.x") }
    #expect(throws: ContainerError.notEmpty("folder")) { try store.remove("folder", in: "group.x") }
    #expect(try store.exists("folder", in: "group.x") && store.exists("folder/file", in: "group.x"))
    #expect(try !store.exists("other", in: "group.x") && !store.exists("folder/file/below", in: "group.x"))
    #expect(try !store.exists("other/file", in: "group.x"))
    #expect(try store.list(nil, in: "group.x") == ["folder/"])
  }

  @Test(
    "an invalid path is reported with the reason and is shortened",
    arguments: [
      ("", "\"\" is not a valid container path: it is empty"), ("/a", "\"/a\" is not a valid container path: it begins with /"),
      ("a/", "\"a/\" is not a valid container path: it ends in /"), ("a//b", "it contains an empty name"),
      ("../x", ". and .. are not allowed"), ("a/b/c/d/e/f/g/h/i", "it is nested more than 8 folders deep"),
      ("é", "names may contain letters"),
      (
        String(repeating: "n", count: 300),
        "\"\(String(repeating: "n", count: 40))...\" is not a valid container path: a name exceeds"
      ),
    ])
  func pathProblems(_ path: String, _ message: String) {
    #expect("\(ContainerError.badPath(path))".contains(message))
  }

  @Test("a sparse file counts with its length")
  func sparse() throws {
    var limits = ContainerLimits()
    (limits.file, limits.total) = (1000, 5000)
    let store = make(limits: limits)
    try store.write([1], to: "a", in: "group.x")
    #expect(truncate(folder("containers/group.x/a"), 1001) == 0)
    #expect(throws: ContainerError.tooLarge(path: "a", bytes: 1001, limit: 1000)) { try store.read("a", in: "group.x") }
    #expect(truncate(folder("containers/group.x/a"), 1 << 40) == 0)
    #expect(throws: ContainerError.quota(bytes: 5000)) { try store.write([1], to: "b", in: "group.x") }
    // A small file can replace it.
    try store.write([1], to: "a", in: "group.x")
    try store.write([1], to: "b", in: "group.x")
  }

  @Test("quotas: bytes of a file, bytes and files of a container; existing files remain")
  func quotas() throws {
    var limits = ContainerLimits()
    (limits.file, limits.total, limits.files) = (10, 25, 4)
    let store = make(limits: limits)
    let ten = [UInt8](repeating: 1, count: 10)
    #expect(throws: ContainerError.tooLarge(path: "a", bytes: 11, limit: 10)) {
      try store.write(ten + [1], to: "a", in: "group.x")
    }
    try store.write(ten, to: "a", in: "group.x")
    try store.write(ten, to: "b", in: "group.x")
    #expect(throws: ContainerError.quota(bytes: 25)) { try store.write(ten, to: "c", in: "group.x") }
    try store.write([1, 2, 3, 4, 5], to: "c", in: "group.x")
    try store.write([], to: "d", in: "group.x")
    #expect(throws: ContainerError.tooManyFiles(limit: 4)) { try store.write([], to: "e", in: "group.x") }
    try store.write([1], to: "a", in: "group.x")
    #expect(try store.list(nil, in: "group.x") == ["a", "b", "c", "d"])
    #expect(try store.read("b", in: "group.x") == ten)
    try store.write(ten, to: "a", in: "group.other")
  }

  @Test("incomplete files of a killed writer are neither listed nor counted, and removed by the next write")
  func unfinished() throws {
    var limits = ContainerLimits()
    (limits.total, limits.files) = (20, 4)
    let store = make(limits: limits)
    try store.write([1], to: "folder/a", in: "group.x")
    for path in [".~unfinished-1", "folder/.~unfinished-2", "folder/.~unfinished-3"] {
      try Data(repeating: 7, count: 15).write(to: URL(filePath: folder("containers/group.x/\(path)")))
    }
    #expect(try store.list("folder", in: "group.x") == ["a"])
    try store.write([UInt8](repeating: 2, count: 19), to: "b", in: "group.x")
    #expect(TemporaryFolder.entries(folder("containers/group.x")).sorted() == ["b", "folder"])
    #expect(TemporaryFolder.entries(folder("containers/group.x/folder")) == ["a"])
  }

  @Test("concurrent writers stay below the limits together, and every file is complete")
  func simultaneous() async throws {
    var limits = ContainerLimits()
    (limits.total, limits.files) = (50_000, 6)
    let root = StorePath(folder("containers"))
    await withTaskGroup(of: Void.self) { [limits] group in
      for writer in UInt8(0)..<8 {
        group.addTask {
          let store = FolderContainerStore(root: root, limits: limits)
          for round in 0..<10 {
            let path = round % 2 == 0 ? "same" : "own\(writer)"
            do throws(ContainerError) {
              try store.write([UInt8](repeating: writer, count: 10_000), to: path, in: "group.x")
            } catch {
              #expect(error == .quota(bytes: 50_000) || error == .tooManyFiles(limit: 6))
            }
          }
        }
      }
    }
    let names = try make().list(nil, in: "group.x")
    #expect(names.count == 5 && names.contains("same"), "\(names)")
    for name in names {
      let bytes = try make().read(name, in: "group.x") ?? []
      #expect(bytes.count == 10_000 && Set(bytes).count == 1, "\(name)")
    }
    #expect(TemporaryFolder.entries(folder("containers/group.x")).sorted() == names)
  }
}
