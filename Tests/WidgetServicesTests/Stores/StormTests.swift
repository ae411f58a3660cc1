import Foundation
import Testing
import WidgetModel
import WidgetServices
import WidgetSystem
import WidgetTesting

/// Two processes write continuously (Tests/StoreWriter) and are killed at random, one at a time, while the other continues.
@Suite struct StormTests {
  private let folder = TemporaryFolder()

  /// `make storm` sets it to 1000.
  private static let kills = ProcessInfo.processInfo.environment["STORM_KILLS"].flatMap(Int.init) ?? 50

  @Test("killed writers lose no acknowledged write, damage no file and leave no temporary file")
  func storm() throws {
    var writers = try ["left", "right"].map { try Writer($0, folder.path, from: 1) }
    defer { for writer in writers { writer.kill() } }
    for round in 0..<Self.kills {
      let index = Int.random(in: 0...1)
      // Some are killed before their first write.
      if round % 10 != 0 { try writers[index].waitForWrite() }
      usleep(.random(in: 0...20_000))
      let writer = writers[index]
      writer.kill()
      let next = try check(writer)
      writers[index] = try Writer(writer.name, folder.path, from: next)
    }
    for writer in writers {
      writer.kill()
      _ = try check(writer)
    }
    // After one more write, incomplete files are gone.
    try containers.write([1], to: "last", in: "group.storm")
    #expect(TemporaryFolder.entries(folder("data/containers/group.storm/deep")).sorted() == ["left.txt", "right.txt"])
    #expect(TemporaryFolder.entries(folder("data/containers/group.storm")).sorted() == ["deep", "last"])
    #expect(
      Set(TemporaryFolder.entries(folder("data"))).isSubset(of: [
        "containers", "defaults.db", "defaults.db-wal", "defaults.db-shm",
      ]))
    #expect(Set(TemporaryFolder.entries(folder("cache"))).isSubset(of: ["cache.db", "cache.db-wal", "cache.db-shm"]))
  }

  private var containers: FolderContainerStore { FolderContainerStore(root: StorePath(folder("data/containers"))) }

  /// Checks that a killed writer left exactly its last acknowledged number, or the one it was writing.
  ///
  /// - Returns: The next number for its successor.
  private func check(_ writer: Writer) throws -> Int64 {
    let notices = Notices()
    let acknowledged = try writer.acknowledged()
    let name = writer.name
    let defaults = SQLiteDefaultsStore(.data(StorePath(folder("data/defaults.db")), onNotice: notices.handler))
    let cache = SQLiteCacheStore(.cache(StorePath(folder("cache/cache.db")), onNotice: notices.handler))

    let kept = try defaults.all(in: "group.storm")
    let number = kept[name]?.integer ?? writer.first - 1
    try verify("defaults", number, acknowledged, writer.first)
    #expect(kept["\(name)-copy"] == kept[name], "a commit was cut in two")

    let cached = try cache.list(of: "storm")
    let entry = cached.first { $0.key == name }
    // A cache can lose entries, but not without a power failure.
    try verify("cache", entry?.value.integer ?? writer.first - 1, acknowledged, writer.first)
    #expect(cached.first { $0.key == "\(name)-copy" }?.value == entry?.value, "a commit was cut in two")

    let text = try containers.read("deep/\(name).txt", in: "group.storm").map { String(decoding: $0, as: UTF8.self) } ?? ""
    let lines = text.split(separator: "\n")
    #expect(lines.isEmpty || (lines.count == 2000 && Set(lines).count == 1 && text.hasSuffix("\n")), "a file was cut")
    try verify("container", lines.first.flatMap { Int64($0) } ?? writer.first - 1, acknowledged, writer.first)

    for path in [folder("data/defaults.db"), folder("cache/cache.db")] where exists(path) {
      let result = try SQLiteConnection(path).rows("PRAGMA integrity_check") { $0.text(0) }
      #expect(result == ["ok"], "\(path)")
    }
    #expect(notices.all == [])
    return max(number, entry?.value.integer ?? 0, lines.first.flatMap { Int64($0) } ?? 0) + 1
  }

  private func verify(_ store: String, _ found: Int64, _ acknowledged: [String: Int64], _ first: Int64) throws {
    // Before its first write, a store contains the previous writer's value, which may have died before reaching it.
    guard let last = acknowledged[store] else {
      #expect(found <= first, "\(store)")
      return
    }
    #expect(found == last || found == last + 1, "\(store): \(found) is there, \(last) was acknowledged")
  }
}

/// A Tests/StoreWriter process.
private struct Writer {
  let name: String
  let first: Int64
  private let process: ChildProcess
  private let output: String

  init(_ name: String, _ folder: String, from first: Int64) throws {
    self.name = name
    self.first = first
    output = "\(folder)/\(name)-\(first)-\(UUID().uuidString)"
    #expect(FileManager.default.createFile(atPath: output, contents: nil))
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(
      path: "StoreWriter")
    let file = try FileDescriptor.open(output, O_WRONLY)
    defer { file.close() }
    process = try ChildProcess(program, [folder, name, String(first)], output: file)
  }

  func waitForWrite() throws {
    for _ in 0..<30_000 where size == 0 {
      guard !process.hasEnded else { break }
      usleep(1000)
    }
    #expect(size > 0, "a writer does not write")
  }

  private var size: Int {
    var info = stat()
    return stat(output, &info) == 0 ? Int(info.st_size) : 0
  }

  func kill() {
    guard !process.hasEnded else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.end()
  }

  /// The last number of each store. The output survives the writer: each line went to a file in a single write.
  func acknowledged() throws -> [String: Int64] {
    var last: [String: Int64] = [:]
    let text = try String(contentsOfFile: output, encoding: .utf8)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let number = Int64(words[1]) else {
        Issue.record("\(name): \(line)")
        continue
      }
      last[String(words[0])] = number
    }
    unlink(output)
    return last
  }
}
