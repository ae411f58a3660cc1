import Testing

@testable import WidgetPainter
@testable import WidgetRendering

@Suite struct VectorPathTests {
  private func path(_ data: String) -> String {
    func number(_ value: Double) -> String {
      let rounded = (value * 100).rounded() / 100
      return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
    return VectorPath(svg: data).elements.map { element in
      switch element {
      case .move(let x, let y): "M\(number(x)),\(number(y))"
      case .line(let x, let y): "L\(number(x)),\(number(y))"
      case .curve(let one, let two, let end):
        "C" + [one, two, end].map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
      case .close: "Z"
      }
    }.joined(separator: " ")
  }

  @Test(
    "every command, absolute and relative",
    arguments: [
      ("M1 2L3 4Z", "M1,2 L3,4 Z"),
      ("m1 2l3 4z", "M1,2 L4,6 Z"),
      ("M1 2 3 4 5 6", "M1,2 L3,4 L5,6"),
      ("m1 2 3 4", "M1,2 L4,6"),
      ("M1,2H5V7h-1v-1", "M1,2 L5,2 L5,7 L4,7 L4,6"),
      ("M0 0C1 2 3 4 5 6S9 9 10 10", "M0,0 C1,2 3,4 5,6 C7,8 9,9 10,10"),
      ("M10 10c1 1 2 2 3 3s1 1 2 2", "M10,10 C11,11 12,12 13,13 C14,14 14,14 15,15"),
      ("M0 0S1 1 2 2", "M0,0 C0,0 1,1 2,2"),
      ("M0 0Q3 3 6 0T12 0", "M0,0 C2,2 4,2 6,0 C8,-2 10,-2 12,0"),
      ("M0 0q3 3 6 0t6 0", "M0,0 C2,2 4,2 6,0 C8,-2 10,-2 12,0"),
      ("M0 0A5 5 0 0 1 10 0", "M0,0 C0,-2.76 2.24,-5 5,-5 C7.76,-5 10,-2.76 10,0"),
      ("M0 0a5 5 0 0010 0", "M0,0 C0,2.76 2.24,5 5,5 C7.76,5 10,2.76 10,0"),
      ("M0 0A1 1 0 0 1 10 0", "M0,0 C0,-2.76 2.24,-5 5,-5 C7.76,-5 10,-2.76 10,0"),
      ("M0 0A0 5 0 0 1 10 0", "M0,0 L10,0"),
      ("M1 1A5 5 0 0 1 1 1", "M1,1"),
      ("M1 1l1 1zl2 2", "M1,1 L2,2 Z L3,3"),
      ("M.5.5-1-1", "M0.5,0.5 L-1,-1"),
      ("M1e1 1E-1L+2+3", "M10,0.1 L2,3"),
    ])
  func commands(_ data: String, _ elements: String) { #expect(path(data) == elements) }

  @Test(
    "what is broken counts up to the break",
    arguments: [
      ("", ""), ("L1 1", ""), ("M1", ""), ("M1 1L2", "M1,1"), ("M1 1X3 3", "M1,1"), ("M1 1L1e9 1", "M1,1"), ("M1 1 nan", "M1,1"),
      ("M1 1A1 1 0 2 0 3 3", "M1,1"), ("M1 1Z5 5", "M1,1 Z"), ("M1 1L.", "M1,1"), ("M1 1L--1 1", "M1,1"), ("12", ""),
    ])
  func broken(_ data: String, _ elements: String) { #expect(path(data) == elements) }

  @Test("any bytes are some path, and never too long a one")
  func anyBytes() {
    var state: UInt64 = 7
    let alphabet = Array("MmLlHhVvCcSsQqTtAaZz0123456789.-+eE, ")
    for _ in 0..<2000 {
      var data = "M0 0"
      for _ in 0..<60 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        data.append(alphabet[Int(state >> 33) % alphabet.count])
      }
      for case .curve(let one, let two, let end) in VectorPath(svg: data).elements {
        let isFinite = [one.x, one.y, two.x, two.y, end.x, end.y].allSatisfy { $0.isFinite }
        #expect(isFinite, "\(data)")
      }
    }
    #expect(VectorPath(svg: "M0 0" + String(repeating: "h1", count: 20_000)).elements.count == 10_000)
  }

  @Test("every icon's shape is read to its end, inside its box")
  func icons() throws {
    #expect(IconShapes.names.count > 200)
    for name in IconShapes.names {
      // What stands behind it is reached only when all of it was understood.
      let data = try #require(IconShapes.path(for: name))
      let elements = VectorPath(svg: data + "M7 7").elements
      #expect(elements.last == .move(7, 7), "\(name)")
      for case .line(let x, let y) in elements { #expect((-1...25).contains(x) && (-1...25).contains(y), "\(name)") }
    }
  }
}
