import Foundation

/// Runs a test in a temporary folder, which is removed afterwards.
public func withTemporaryFolder<Result>(_ body: (_ path: String) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "luawidget-test-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder.path)
}
