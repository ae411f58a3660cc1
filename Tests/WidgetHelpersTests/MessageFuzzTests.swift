import Foundation
import Testing
import WidgetModel

@testable import WidgetHelpers

@Suite struct MessageFuzzTests {
  @Test("random and mutated bytes are decoded or malformed, and never trap")
  func messages() {
    let cases = ProcessInfo.processInfo.environment["FUZZ_CASES"].flatMap { Int($0) } ?? 4000
    let corpus: [[UInt8]] = [
      [1, 1, ["lua": "Lua 5.4.4", "landlock": 7, "seccomp": true]], [2, "cache.get", ["key", .null, 1]],
      [3, ["result": "no_data"], [120, 4096]],
      [
        4,
        [
          "kind": "script", "message": "boom", "file": "a.lua", "line": 3,
          "traceback": [["a.lua", 3], ["a.lua", .integer(.max)]],
        ], [],
      ],
      [5, "warning", LuaValue(stringBytes: [0xFF])],
    ].map { MessagePack.encode(.array($0)) }
    var seed: UInt64 = 11
    func next(_ bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return bound == 0 ? 0 : Int((seed >> 33) % UInt64(bound))
    }
    var accepted = 0
    for _ in 0..<cases {
      var bytes = corpus[next(corpus.count)]
      for _ in 0..<(1 + next(3)) where !bytes.isEmpty {
        let index = next(bytes.count)
        switch next(3) {
        case 0: bytes[index] = UInt8(next(256))
        case 1: bytes.remove(at: index)
        default: bytes.insert(UInt8(next(256)), at: index)
        }
      }
      if (try? WorkerMessage(bytes)) != nil { accepted += 1 }
    }
    #expect(accepted > 0 && accepted < cases)
  }
}
