import Foundation
import Testing
import WidgetHost
import WidgetSystem
import WidgetTesting

/// Noticing writes without opening the file.
@Suite struct WriteWatcherTests {
  @Test("a write, a new file and a replaced file are reported")
  func writes() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "luawidget-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, other) = (folder.appending(path: "a.db"), folder.appending(path: "a.db-wal"))
    try Data("one".utf8).write(to: file)
    let watcher = WriteWatcher([file.path, other.path])
    var writes = watcher.writes.makeAsyncIterator()
    let handle = try FileHandle(forUpdating: file)
    try handle.write(contentsOf: Data("longer".utf8))
    #expect(await writes.next() != nil)
    try Data("new".utf8).write(to: other)
    #expect(await writes.next() != nil)
    try Data("replaced".utf8).write(to: other, options: .atomic)
    #expect(await writes.next() != nil)
    watcher.stop()
    // Several events may remain from the last changes.
    while await writes.next() != nil {}
  }
}
