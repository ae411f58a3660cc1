import Testing
import WidgetModel

@testable import WidgetRendering

/// Tests over every Unicode scalar.
@Suite struct AllScalarsTests {
  /// Unsafe on a terminal, on a page or in a log: controls, line and paragraph separators, bidirectional controls, tags.
  static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x200B, 0x2060, 0xFEFF,
      0xE0000...0xE007F:
      true
    default: false
    }
  }

  @Test("JSON escapes unsafe characters, and a parser restores them")
  func json() throws {
    for chunk in stride(from: 0, to: 0x110000, by: 0x4000).map({ start in
      String(String.UnicodeScalarView((start..<start + 0x4000).compactMap { Unicode.Scalar(UInt32($0)) }))
    }) {
      let snapshot = Snapshot(
        widget: WidgetIdentity(id: "w", instance: "w", name: "w"), view: ViewNode(.text(chunk)), result: .newData,
        reason: .launch,
        updatedAt: 0)
      let bytes = JSONFormat().render(snapshot, in: Size(width: 320, height: 100), options: RenderingOptions())
      let written = String(decoding: bytes, as: UTF8.self)
      #expect(!written.dropLast().unicodeScalars.contains { Self.isDangerous($0) && $0 != "\n" })
    }
  }
}
