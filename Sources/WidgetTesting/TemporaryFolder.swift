public import Foundation

/// Runs a test in a temporary folder and removes it afterwards.
public func withTemporaryFolder<Result>(_ body: (_ path: String) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "luawidget-test-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder.path)
}

/// A temporary folder for one test, removed when the test ends.
public final class TestFolder: Sendable {
  private let path = FileManager.default.temporaryDirectory.appending(path: "luawidget-test-\(UUID().uuidString)").path

  public init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  public func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }
}

/// Writes an executable script, using a child process.
///
/// If this process wrote it, a program started by another test at that moment would inherit the open file, and starting the
/// script would fail with ETXTBSY ("Text file busy").
public func writeScript(_ text: String, to path: String, mode: String = "755") throws {
  let command = "cat > \"$1\" && chmod \"$2\" \"$1\""
  let (status, _) = try ChildProcess.run(URL(filePath: "/bin/sh"), ["-c", command, "sh", path, mode], input: text)
  guard status == 0 else { throw CocoaError(.fileWriteUnknown) }
}

/// Copies a program, using a child process for the same reason as ``writeScript(_:to:mode:)``.
public func copyProgram(_ program: URL, to copy: URL) throws {
  let (status, _) = try ChildProcess.run(URL(filePath: "/bin/cp"), [program.path, copy.path])
  guard status == 0 else { throw CocoaError(.fileWriteUnknown) }
}
