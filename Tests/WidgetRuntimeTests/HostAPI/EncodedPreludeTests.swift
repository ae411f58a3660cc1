import Foundation
import Testing
import WidgetModel

@testable import WidgetRuntime

@Suite struct EncodedPreludeTests {
  /// `RECORD_SNAPSHOTS=1` writes it.
  @Test("the API in a release build is that of the declarations")
  func bytes() throws {
    let encoded = MessagePack.encode(HostAPI.prelude)
    guard ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil else {
      #expect(EncodedPrelude.recorded == encoded, "`make golden` writes it")
      return
    }
    let lines = stride(from: 0, to: encoded.count, by: 24).map { start in
      encoded[start...].prefix(24).map(String.init).joined(separator: ", ")
    }
    let source = """
      // Written by `make golden`.

      extension EncodedPrelude {
        // swift-format-ignore
        static let recorded: [UInt8] = [
          \(lines.joined(separator: ",\n    ")),
        ]
      }

      """
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources/WidgetRuntime/HostAPI/EncodedPrelude+Bytes.swift")
    try Data(source.utf8).write(to: file.standardized)
    Issue.record("recorded \(file.standardized.path)")
  }
}
