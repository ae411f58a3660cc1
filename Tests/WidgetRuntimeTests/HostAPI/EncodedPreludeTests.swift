import Foundation
import Testing
import WidgetModel

@testable import WidgetRuntime

@Suite struct EncodedPreludeTests {
  /// `RECORD_SNAPSHOTS=1` writes it.
  @Test("the API in a release build is that of the declarations")
  func text() throws {
    let encoded = String(decoding: Base64.encode(MessagePack.encode(HostAPI.prelude)), as: UTF8.self)
    guard ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil else {
      #expect(EncodedPrelude.text == encoded, "`make golden` writes it")
      return
    }
    let lines = stride(from: 0, to: encoded.count, by: 120).map { String(encoded.dropFirst($0).prefix(120)) }
    let source = """
      // Written by `make golden`.

      extension EncodedPrelude {
        /// In Base64.
        static let text = \"""
          \(lines.joined(separator: "\\\n    "))
          \"""
      }

      """
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources/WidgetRuntime/HostAPI/EncodedPrelude+Text.swift")
    try Data(source.utf8).write(to: file.standardized)
    Issue.record("recorded \(file.standardized.path)")
  }
}
