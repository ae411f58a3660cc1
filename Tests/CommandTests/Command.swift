import Foundation
import WidgetSystem
import WidgetTesting

/// Runs the built program with its own stores.
struct Command {
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "luawidget-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL

  static var program: URL {
    // Another build, for sanitizers; otherwise the one in the test bundle's folder.
    if let path = ProcessInfo.processInfo.environment["LUAWIDGET_TEST_PROGRAM"] { return URL(filePath: path) }
    return URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "luawidget")
  }

  /// Writes a file below the test's folder.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  @discardableResult
  func write(_ bytes: Data, to name: String) throws -> String {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: file)
    return file.path
  }

  func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Outcome {
    try run(arguments, environment: environment)
  }

  func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
    try start(Self.program, arguments, environment: environment)
  }

  func start(_ program: URL, _ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
    let environment = [
      "HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC",
    ].merging(environment) { $1 }
    // Files, because a full pipe would block.
    let output = folder.appending(path: "output-\(UUID().uuidString)")
    let errors = folder.appending(path: "errors-\(UUID().uuidString)")
    let files = try [output, errors].map { try FileDescriptor.open($0.path, O_WRONLY | O_CREAT, mode: 0o600) }
    defer { for file in files { file.close() } }
    let process = try ChildProcess(
      program, arguments, environment: environment, directory: folder, output: files[0], errors: files[1])
    return Outcome(
      status: process.end(), output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8))
  }

  /// A copy of the program with its helpers, for tests that replace it.
  func copiedProgram() throws -> URL {
    let build = Self.program.deletingLastPathComponent()
    let program = folder.appending(path: "bin/luawidget")
    let files = FileManager.default
    try files.createDirectory(at: folder.appending(path: "bin"), withIntermediateDirectories: true)
    for name in try files.contentsOfDirectory(atPath: build.path) where name.hasPrefix("luawidget-") && !name.contains(".") {
      try files.createSymbolicLink(at: folder.appending(path: "bin/\(name)"), withDestinationURL: build.appending(path: name))
    }
    try copyProgram(Self.program, to: program)
    return program
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}

/// Runs a test with its own stores.
func withCommand<Result>(_ body: (Command) async throws -> Result) async throws -> Result {
  let command = try Command()
  defer { command.remove() }
  return try await body(command)
}
