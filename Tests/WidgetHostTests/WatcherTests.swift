import Testing
import WidgetSystem

@testable import WidgetHost

/// Each test changes files like some editor does and then another file. Exactly these two changes must be reported.
@Suite(.timeLimit(.minutes(5))) struct FileWatcherTests {
  static let methods: [FileWatcher.Method] = [.inotify, .polling]

  @Test("A plain write is one event", arguments: methods)
  func plainWrite(_ method: FileWatcher.Method) async throws {
    var scene = try Scene(method, watching: ["a.lua"])
    scene.folder.write("a.lua", "two")
    await scene.expect(["a.lua"])
    try await scene.expectNothingElse()
  }

  #if os(Linux)
    @Test("A change of the mode directly after a save does not delay it")
    func modeAfterSave() async throws {
      var scene = try Scene(.inotify, watching: ["a.lua"], pace: .init(quiet: 20_000, longest: 20_000))
      let start = MonotonicTime.now()
      for number in 0..<20 {
        scene.folder.write("a.lua", "save \(number)")
        chmod(scene.folder.path + "/a.lua", number % 2 == 0 ? 0o600 : 0o644)
        await scene.expect(["a.lua"])
      }
      #expect(MonotonicTime.now() - start < 10)
    }
  #endif

  @Test("A rename over the file is one event, and the new file is watched", arguments: methods)
  func renameOver(_ method: FileWatcher.Method) async throws {
    var scene = try Scene(method, watching: ["a.lua"])
    for text in ["two", "three"] {
      scene.folder.write("a.lua.tmp", text)
      scene.folder.rename("a.lua.tmp", "a.lua")
      await scene.expect(["a.lua"])
    }
    scene.folder.write("a.lua", "four")
    await scene.expect(["a.lua"])
    try await scene.expectNothingElse()
  }

  @Test("A file that is truncated and then written is one event, with its final content", arguments: methods)
  func truncated(_ method: FileWatcher.Method) async throws {
    var scene = try Scene(method, watching: ["a.lua"], pace: .init(quiet: 20, empty: 30_000))
    scene.folder.write("a.lua", "")
    try await scene.otherChange()
    scene.folder.write("a.lua", "final")
    await scene.expect(["a.lua"])
    try await scene.expectNothingElse()
  }

  @Test("Deleting and creating a file is one event", arguments: methods)
  func deletedAndMade(_ method: FileWatcher.Method) async throws {
    var scene = try Scene(method, watching: ["a.lua"], pace: .init(quiet: 20, empty: 30_000))
    scene.folder.delete("a.lua")
    try await scene.otherChange()
    scene.folder.write("a.lua", "again")
    await scene.expect(["a.lua"])
    scene.folder.write("a.lua", "once more")
    await scene.expect(["a.lua"])
    try await scene.expectNothingElse()
  }

  @Test("A file that stays empty or missing is reported after a delay", arguments: methods)
  func staysAway(_ method: FileWatcher.Method) async throws {
    var scene = try Scene(method, watching: ["a.lua"])
    scene.folder.write("a.lua", "")
    await scene.expect(["a.lua"])
    scene.folder.delete("a.lua")
    await scene.expect(["a.lua"])
    scene.folder.write("a.lua", "back")
    await scene.expect(["a.lua"])
    try await scene.expectNothingElse()
  }

  @Test("Deleting a file and creating it with the same content is not an event", arguments: methods)
  func sameAgain(_ method: FileWatcher.Method) async throws {
    var scene = try Scene(method, watching: ["a.lua"], pace: .init(quiet: 20, empty: 30_000))
    scene.folder.delete("a.lua")
    scene.folder.write("a.lua", "one")
    try await scene.expectNothingElse()
  }

  @Test("A touch and saving the same text are not events", arguments: methods)
  func touched(_ method: FileWatcher.Method) async throws {
    var scene = try Scene(method, watching: ["a.lua"])
    scene.folder.touch("a.lua")
    scene.folder.write("b.tmp", "one")
    scene.folder.rename("b.tmp", "a.lua")
    try await scene.expectNothingElse()
  }

  @Test("Other files in the folder cause no events", arguments: methods)
  func unrelated(_ method: FileWatcher.Method) async throws {
    var scene = try Scene(method, watching: ["a.lua"])
    scene.folder.write("b.lua", "b")
    scene.folder.write("a.lua~", "backup")
    scene.folder.write(".a.lua.swp", "swap")
    scene.folder.delete("b.lua")
    try await scene.expectNothingElse()
  }

  @Test("After many quick saves the last content is seen", arguments: methods)
  func quickSaves(_ method: FileWatcher.Method) async throws {
    var scene = try Scene(method, watching: ["a.lua"])
    var seen = ""
    for number in 1...200 { scene.folder.write("a.lua", "save \(number)") }
    while seen != "save 200" {
      guard let change = await scene.next() else { break }
      #expect(change == ["a.lua"])
      seen = scene.folder.read("a.lua")
    }
    #expect(seen == "save 200")
  }

  @Test("Two files saved together are both reported", arguments: methods)
  func together(_ method: FileWatcher.Method) async throws {
    var scene = try Scene(method, watching: ["a.lua", "b.lua"])
    scene.folder.write("a.lua", "two")
    scene.folder.write("b.lua", "two")
    var seen: Set<String> = []
    while seen.count < 2, let change = await scene.next() { seen.formUnion(change) }
    #expect(seen == ["a.lua", "b.lua"])
    try await scene.expectNothingElse()
  }

  @Test("A missing file is reported when it appears, with its folders", arguments: methods)
  func appears(_ method: FileWatcher.Method) async throws {
    var scene = try Scene(method, watching: ["new.lua", "deep/er/x.lua"], existing: [])
    scene.folder.write("new.lua", "x")
    await scene.expect(["new.lua"])
    scene.folder.makeFolder("deep")
    scene.folder.makeFolder("deep/er")
    scene.folder.write("deep/er/x.lua", "x")
    await scene.expect(["deep/er/x.lua"])
    scene.folder.write("deep/er/x.lua", "xx")
    await scene.expect(["deep/er/x.lua"])
    try await scene.expectNothingElse()
  }

  @Test("A folder is reported when a file below it is added, removed or changed", arguments: methods)
  func folder(_ method: FileWatcher.Method) async throws {
    var scene = try Scene(method, watching: ["a"], existing: [])
    scene.folder.makeFolder("a")
    await scene.expect(["a"])
    scene.folder.write("a/icon.png", "picture")
    await scene.expect(["a"])
    scene.folder.makeFolder("a/sub")
    scene.folder.write("a/sub/words.lua", "1")
    await scene.expect(["a"])
    scene.folder.write("a/sub/words.lua", "2")
    await scene.expect(["a"])
    scene.folder.write("a/.hidden", "x")
    scene.folder.write("a/words.lua~", "x")
    scene.folder.touch("a/icon.png")
    try await scene.expectNothingElse()
    scene.folder.delete("a/icon.png")
    await scene.expect(["a"])
  }

  @Test("A symbolic link and its target are watched", arguments: methods)
  func link(_ method: FileWatcher.Method) async throws {
    let folder = try TemporaryFolder()
    folder.makeFolder("one")
    folder.makeFolder("two")
    folder.write("one/a.lua", "1")
    folder.write("two/a.lua", "2")
    folder.link("current", to: "one")
    folder.link("a.lua", to: "current/a.lua")
    var scene = try Scene(method, watching: ["a.lua"], in: folder)
    folder.write("one/a.lua", "1a")
    await scene.expect(["a.lua"])
    folder.link("next", to: folder.path + "/two")
    folder.rename("next", "current")
    await scene.expect(["a.lua"])
    folder.write("one/a.lua", "1b")
    try await scene.expectNothingElse()
    folder.write("two/a.lua.tmp", "2b")
    folder.rename("two/a.lua.tmp", "two/a.lua")
    await scene.expect(["a.lua"])
  }

  @Test("A link to itself, a pipe and an endless folder are harmless", arguments: methods)
  func odd(_ method: FileWatcher.Method) async throws {
    let folder = try TemporaryFolder()
    folder.link("loop", to: "loop")
    folder.makeFolder("a")
    folder.link("a/up", to: "..")
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    var scene = try Scene(method, watching: ["loop", "pipe", "a", "x/../../y", "nul\0nul"], in: folder)
    try await scene.expectNothingElse()
  }

  @Test("A folder that is moved away and replaced is followed", arguments: methods)
  func replacedFolder(_ method: FileWatcher.Method) async throws {
    let folder = try TemporaryFolder()
    folder.makeFolder("w")
    folder.write("w/a.lua", "1")
    var scene = try Scene(method, watching: ["w/a.lua"], in: folder, pace: .init(quiet: 20, empty: 30_000))
    folder.makeFolder("v")
    folder.write("v/a.lua", "2")
    folder.rename("w", "old")
    folder.rename("v", "w")
    await scene.expect(["w/a.lua"])
    folder.write("w/a.lua", "3")
    await scene.expect(["w/a.lua"])
    folder.write("old/a.lua", "4")
    try await scene.expectNothingElse()
  }

  @Test("A new set replaces the old one, and changes of a path in both are not lost", arguments: methods)
  func replace(_ method: FileWatcher.Method) async throws {
    var scene = try Scene(method, watching: ["a.lua"])
    scene.folder.write("a.lua", "two")
    scene.folder.write("b.lua", "b")
    scene.watch(["a.lua", "b.lua"])
    await scene.expect(["a.lua"])
    scene.watch(["b.lua"])
    scene.folder.write("a.lua", "three")
    scene.folder.write("b.lua", "bb")
    await scene.expect(["b.lua"])
    try await scene.expectNothingElse()
  }

  @Test("A widget is reported as a file and as a folder, and when one becomes the other", arguments: methods)
  func widget(_ method: FileWatcher.Method) async throws {
    var scene = try Scene(method, watching: [])
    scene.folder.write("w", "one")
    scene.watch([], widgets: ["w"])
    scene.folder.write("w", "two")
    await scene.expect(["w"])
    scene.folder.makeFolder("v")
    scene.folder.write("v/main.lua", "folder")
    scene.folder.delete("w")
    scene.folder.rename("v", "w")
    await scene.expect(["w"])
    scene.folder.write("w/main.lua", "folder two")
    await scene.expect(["w"])
    scene.folder.write("w/notes.txt", "not part of it")
    try await scene.expectNothingElse()
    scene.folder.rename("w", "v")
    scene.folder.write("w", "file")
    await scene.expect(["w"])
  }

  @Test("A widget that becomes a file while its files are replaced is reported", arguments: methods)
  func widgetWhileReplacing(_ method: FileWatcher.Method) async throws {
    var scene = try Scene(method, watching: [])
    scene.folder.makeFolder("w")
    scene.folder.write("w/main.lua", "folder")
    scene.watch(["w/main.lua"], widgets: ["w"])
    scene.folder.rename("w", "v")
    scene.folder.write("w", "file")
    scene.watch(["w/main.lua", "w/words.lua"], widgets: ["w"])
    #expect(await scene.next()?.contains("w") == true)
  }

  @Test("Files below a widget's folder count once the folder itself is watched", arguments: methods)
  func widgetResources(_ method: FileWatcher.Method) async throws {
    var scene = try Scene(method, watching: [])
    scene.folder.makeFolder("w")
    scene.folder.write("w/main.lua", "folder")
    scene.folder.write("w/data.txt", "one")
    scene.watch([], widgets: ["w"])
    scene.watch(["w"], widgets: ["w"])
    try await scene.expectNothingElse()
    scene.folder.write("w/data.txt", "two")
    await scene.expect(["w"])
  }

  @Test("After stop the stream ends and watching does nothing")
  func stop() async throws {
    var scene = try Scene(.inotify, watching: ["a.lua"])
    scene.watcher.stop()
    scene.watcher.stop()
    scene.watcher.watch(["/"])
    #expect(await scene.next() == nil)
  }

  #if os(Linux)
    @Test("Folders on network file systems are recognized")
    func mounts() {
      let table = MountTable(
        """
        /dev/sda1 / ext4 rw 0 0
        server:/home /home nfs4 rw 0 0
        tmpfs /home/tmp tmpfs rw 0 0
        me@host: /mnt/ssh fuse.sshfs rw 0 0
        broken
        """)
      #expect(!table.isRemote("/"))
      #expect(table.isRemote("/home"))
      #expect(table.isRemote("/home/ada/widgets"))
      #expect(!table.isRemote("/homes"))
      #expect(!table.isRemote("/home/tmp/x"))
      #expect(table.isRemote("/mnt/ssh/x"))
      #expect(!MountTable("").isRemote("/"))
    }
  #endif
}

/// A watcher of a temporary folder. Paths are relative to it.
private struct Scene {
  let folder: TemporaryFolder
  let watcher: FileWatcher
  private var changes: AsyncStream<Set<String>>.Iterator
  private var watched: Set<String> = []
  private var count = 0

  init(
    _ method: FileWatcher.Method, watching names: Set<String>, existing: Set<String>? = nil, in given: TemporaryFolder? = nil,
    pace: FileWatcher.Pace = .init(quiet: 20)
  ) throws {
    folder = try given ?? TemporaryFolder()
    if given == nil { for name in existing ?? names { folder.write(name, "one") } }
    folder.write("other", "0")
    watcher = FileWatcher(pace: pace, method: method)
    changes = watcher.changes.makeAsyncIterator()
    watch(names)
    #if os(Linux)
      #expect(watcher.method == method)
    #endif
  }

  mutating func watch(_ names: Set<String>, widgets: Set<String> = []) {
    watched = names
    watcher.watch(
      Set(names.union(["other"]).map { folder.path + "/" + $0 }), widgets: Set(widgets.map { folder.path + "/" + $0 }))
  }

  mutating func next() async -> Set<String>? {
    await changes.next().map { paths in Set(paths.map { String($0.dropFirst(folder.path.utf8.count + 1)) }) }
  }

  mutating func expect(_ names: Set<String>, sourceLocation: SourceLocation = #_sourceLocation) async {
    #expect(await next() == names, sourceLocation: sourceLocation)
  }

  /// Changes a separate file and expects exactly its event, which proves that nothing before it was an event.
  mutating func otherChange(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    count += 1
    folder.write("other", "\(count)")
    await expect(["other"], sourceLocation: sourceLocation)
  }

  /// Twice, because the first may be examined together with the previous change.
  mutating func expectNothingElse(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await otherChange(sourceLocation: sourceLocation)
    try await otherChange(sourceLocation: sourceLocation)
  }
}

private final class TemporaryFolder: Sendable {
  struct Unavailable: Error {}

  let path: String

  init() throws {
    var template = Array("/tmp/luawidget-watch-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Unavailable() }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { remove(path) }

  private func remove(_ path: String) {
    var info = stat()
    guard lstat(path, &info) == 0 else { return }
    if info.st_mode & S_IFMT == S_IFDIR {
      for name in entries(path) { remove(path + "/" + name) }
      rmdir(path)
    } else {
      unlink(path)
    }
  }

  private func entries(_ path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  func write(_ name: String, _ text: String) {
    let descriptor = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let bytes = Array(text.utf8)
    let count = descriptor < 0 ? -1 : bytes.withUnsafeBytes { Self.write($0, to: descriptor) }
    #expect(count == bytes.count, "\(name) is written")
    close(descriptor)
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    Libc.write(descriptor, bytes.baseAddress, bytes.count)
  }

  func read(_ name: String) -> String {
    let descriptor = open(path + "/" + name, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
  }

  func rename(_ old: String, _ new: String) { #expect(renameat(AT_FDCWD, path + "/" + old, AT_FDCWD, path + "/" + new) == 0) }
  func delete(_ name: String) { #expect(unlink(path + "/" + name) == 0) }
  func makeFolder(_ name: String) { #expect(mkdir(path + "/" + name, 0o700) == 0) }
  func link(_ name: String, to target: String) { #expect(symlink(target, path + "/" + name) == 0) }
  func touch(_ name: String) { #expect(utimes(path + "/" + name, nil) == 0) }
}
