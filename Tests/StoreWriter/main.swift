import WidgetModel
import WidgetServices
import WidgetSystem

// StoreWriter FOLDER NAME FIRST: writes increasing numbers into the stores below FOLDER until it's killed. After each write
// acknowledged by a store it prints the store and the number, so a test knows which values must be stored.

func fail(_ message: String) -> Never {
  let bytes = Array("failed: \(message)\n".utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
  exit(1)
}

/// One system call: after a kill the line is complete or missing.
func acknowledge(_ store: String, _ number: Int64) {
  let bytes = Array("\(store) \(number)\n".utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

guard CommandLine.arguments.count == 4, let first = Int64(CommandLine.arguments[3]) else { fail("FOLDER NAME FIRST") }
let folder = CommandLine.arguments[1]
let name = CommandLine.arguments[2]

@Sendable func hear(_ notice: StoreNotice) { fail("\(notice)") }

let defaults = SQLiteDefaultsStore(.data(StorePath(folder + "/data/defaults.db"), onNotice: hear))
let cache = SQLiteCacheStore(.cache(StorePath(folder + "/cache/cache.db"), onNotice: hear))
let containers = FolderContainerStore(root: StorePath(folder + "/data/containers"))

do {
  var number = first
  while number < .max {
    // Large enough for several pages, so a commit is more than one write.
    let filling = LuaValue.bytes([UInt8](repeating: UInt8(truncatingIfNeeded: number), count: Int(number % 23) * 700))
    try defaults.apply([
      .set(suite: "group.storm", key: name, value: .integer(number)),
      .set(suite: "group.storm", key: "\(name)-fill", value: filling),
      .set(suite: "group.storm", key: "\(name)-copy", value: .integer(number)),
    ])
    acknowledge("defaults", number)
    try cache.apply(
      [
        .set(key: name, value: .integer(number), expiresAt: nil), .set(key: "\(name)-fill", value: filling, expiresAt: nil),
        .set(key: "\(name)-copy", value: .integer(number), expiresAt: nil),
      ], of: "storm", at: Double(number))
    acknowledge("cache", number)
    let lines = String(repeating: "\(number)\n", count: 2000)
    try containers.write(Array(lines.utf8), to: "deep/\(name).txt", in: "group.storm")
    acknowledge("container", number)
    number += 1
  }
} catch { fail("\(error)") }
