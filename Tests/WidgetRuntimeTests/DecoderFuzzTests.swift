import Foundation
import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetRuntime

/// Bytes a broken worker could send, through every decoder in the broker. `FUZZ_CASES` sets how many.
@Suite struct DecoderFuzzTests {
  static let cases = ProcessInfo.processInfo.environment["FUZZ_CASES"].flatMap { Int($0) } ?? 4000

  private static let corpus: [[UInt8]] = [
    [
      "result": "new_data", "has_content": true, "preferred_size": ["width": 0, "height": 84.5], "refresh_after": 600,
      "generation": 3,
      "insets": ["top": 0, "left": 16, "bottom": 16, "right": 16],
      "content": [
        "type": "vstack", "line": 3, "file": "a.lua", "spacing": 4,
        "children": [
          ["type": "text", "text": "Boarding", "font": ["size": 12, "weight": "bold"], "color": "red", "line_limit": 1],
          ["type": "progress", "value": 0.5, "shape": "circle"], ["type": "button", "text": "Go", "action": 1],
          ["type": "image", "src": "a.png"], ["type": "date", "date": 1.5, "style": "relative"],
        ],
      ],
    ],
    [
      "name": "Flight", "refresh": "5m", "families": ["small"], "limits": ["memory": "16MB", "cpu": "500ms"],
      "settings": ["number": ["type": "string", "default": "LY315"]], "url_schemes": ["myflight"],
      "permissions": ["net": ["api.example.com"], "device": ["disk"], "groups": ["group.x"], "notify": true], "@line": 1,
    ],
    ["result": "failed", "reason": LuaValue(stringBytes: [0xFF, 0x1B]), "has_content": false],
  ].map { MessagePack.encode($0) }

  @Test("random and mutated bytes end in a value or a typed error, in every decoder")
  func decoders() {
    var generator = SeededGenerator(seed: 7)
    var decoded = 0
    var views = 0
    var manifests = 0
    for _ in 0..<Self.cases {
      let bytes = Self.input(&generator)
      guard let value = try? MessagePack.decode(bytes) else { continue }
      decoded += 1
      if (try? Presentation(value, proposed: .single)) != nil { views += 1 }
      if (try? ManifestDecoder.decode(value)) != nil { manifests += 1 }
      _ = try? ViewDecoder.decode(value["content"])
      // An accepted value can be sent again, and survives the round trip.
      let encoded = MessagePack.encode(value)
      if let again = try? MessagePack.decode(encoded) { #expect(MessagePack.encode(again) == encoded) }
    }
    #expect(decoded > Self.cases / 20 && decoded < Self.cases && views > 0 && manifests > 0, "\(decoded) \(views) \(manifests)")
  }

  private static func input(_ generator: inout SeededGenerator) -> [UInt8] {
    if Int.random(in: 0..<8, using: &generator) == 0 {
      return (0..<Int.random(in: 0...64, using: &generator)).map { _ in .random(in: 0...255, using: &generator) }
    }
    var bytes = corpus.randomElement(using: &generator) ?? []
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0...5, using: &generator) {
      case 0...2: bytes[index] = .random(in: 0...255, using: &generator)
      case 3: bytes.remove(at: index)
      case 4: bytes.insert(.random(in: 0...255, using: &generator), at: index)
      default: bytes.removeSubrange(index...)
      }
    }
    return bytes
  }
}
