import Synchronization
import Testing
import WidgetServices
import WidgetSystem

/// A temporary folder for one test, deleted with its contents when the test ends.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    var name = Array("/tmp/luawidget-stores-XXXXXX".utf8CString)
    path = name.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress, mkdtemp(start) != nil else { return "/nowhere" }
      return String(cString: start)
    }
  }

  deinit { Self.delete(path) }

  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// Its entries, sorted, without the files SQLite keeps next to an open database.
  var names: [String] { Self.entries(path).filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted() }

  static func entries(_ path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func delete(_ path: String) {
    for name in entries(path) { delete("\(path)/\(name)") }
    if unlink(path) != 0 { rmdir(path) }
  }
}

func write(_ bytes: [UInt8], to path: String) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  defer { close(descriptor) }
  _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
}

func contents(of path: String) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return [] }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 16 << 20)
  let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
  return Array(bytes.prefix(max(0, count)))
}

/// Permission bits.
func mode(of path: String) -> UInt32 {
  var info = stat()
  return stat(path, &info) == 0 ? UInt32(info.st_mode) & 0o777 : 0
}

func exists(_ path: String) -> Bool {
  var info = stat()
  return lstat(path, &info) == 0
}

/// Collects a store's notices.
final class Notices: Sendable {
  private let list = Mutex<[StoreNotice]>([])

  var all: [StoreNotice] { list.withLock { $0 } }
  var handler: @Sendable (StoreNotice) -> Void { { notice in self.list.withLock { $0.append(notice) } } }
}

/// The implementations to run shared conformance tests against.
enum StoreImplementation: CaseIterable, CustomTestStringConvertible {
  case sqlite, memory
  var testDescription: String { "\(self)" }
}
