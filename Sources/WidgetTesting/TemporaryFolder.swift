import Foundation

/// Runs a test in a temporary folder, which is removed afterwards.
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
