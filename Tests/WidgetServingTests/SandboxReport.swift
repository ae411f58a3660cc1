import Foundation
import WidgetTesting

/// What `luawidget-server --sandbox` prints.
enum SandboxReport {
  static func run() throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "luawidget-server")
    process.arguments = ["--sandbox", "/etc/passwd"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.start()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.end()
    return String(decoding: bytes, as: UTF8.self)
  }
}
