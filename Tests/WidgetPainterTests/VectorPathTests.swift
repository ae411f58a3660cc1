import Testing
import WidgetModel

@testable import WidgetRendering

@Suite struct VectorPathTests {
  private func path(_ data: String) -> String {
    func number(_ value: Double) -> String {
      let rounded = (value * 100).rounded() / 100
      return rounded == rounded.rounded() ? "\(Int(saturating: rounded))" : "\(rounded)"
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
    "absolute commands",
    arguments: [
      ("M1 2L3 4Z", "M1,2 L3,4 Z"),
      ("M1 2 3 4 5 6", "M1,2 L3,4 L5,6"),
      ("M1,2H5V7", "M1,2 L5,2 L5,7"),
      ("M0 0C1 2 3 4 5 6 7 8 9 10 11 12", "M0,0 C1,2 3,4 5,6 C7,8 9,10 11,12"),
      ("M1 1L2 2ZH3", "M1,1 L2,2 Z L3,1"),
      ("M.5.5-1-1", "M0.5,0.5 L-1,-1"),
      ("M10.25 1.", "M10.25,1"),
      ("m1 1l1 1h2v3z", "M1,1 L2,2 L4,2 L4,5 Z"),
      ("M0 0Q3 3 6 0T12 0", "M0,0 C2,2 4,2 6,0 C8,-2 10,-2 12,0"),
      ("M0 0C0 1 1 2 2 2S4 3 4 4", "M0,0 C0,1 1,2 2,2 C3,2 4,3 4,4"),
      ("M0 0A1 1 0 0 1 1 1", "M0,0 C0.55,0 1,0.45 1,1"),
      ("M0 0a1 1 0 111 1", "M0,0 C0,-0.55 0.45,-1 1,-1 C1.55,-1 2,-0.55 2,0 C2,0.55 1.55,1 1,1"),
      ("M1e-1 2E1", "M0.1,20"),
    ])
  func commands(_ data: String, _ elements: String) { #expect(path(data) == elements) }

  @Test(
    "an arc whose radii are next to nothing is a line, and every coordinate is a number",
    arguments: [
      "M0 0A1e-99 1e-99 0 0 1 5 5", "M0 0A1e-99 1e6 0 1 0 5 5", "M0 0A1e6 1e-99 45 1 1 5 5", "M0 0a1e-80 1e-80 0 0 0 1e-90 0",
      "M1e6 1e6A1e-99 1e-99 7 0 1 -1e6 -1e6", "M0 0A1e-99 1e-99 0 0 1 1e-99 1e-99",
    ])
  func tinyArc(_ data: String) {
    let elements = VectorPath(svg: data).elements
    #expect(elements.count >= 2)
    for element in elements {
      switch element {
      case .move(let x, let y), .line(let x, let y): #expect(x.isFinite && y.isFinite)
      case .curve(let one, let two, let end): #expect([one, two, end].allSatisfy { $0.x.isFinite && $0.y.isFinite })
      case .close: break
      }
    }
  }

  @Test(
    "reading stops at an error",
    arguments: [
      ("", ""), ("L1 1", ""), ("M1", ""), ("M1 1L2", "M1,1"), ("M1 1X3 3", "M1,1"), ("M1 1L1e9 1", "M1,1"), ("M1 1 nan", "M1,1"),
      ("M1 1A1 1 0 2 0 3 3", "M1,1"), ("M1 1Q2 2 3", "M1,1"), ("M1 1L2000000 1", "M1,1"),
      ("M1 1Z5 5", "M1,1 Z"), ("M1 1L.", "M1,1"), ("M1 1L--1 1", "M1,1"), ("12", ""),
    ])
  func errors(_ data: String, _ elements: String) { #expect(path(data) == elements) }

  @Test("random data is a path of finite numbers and bounded length")
  func anyBytes() {
    var state: UInt64 = 7
    let alphabet = Array("MmLlHhVvCcQqAaZz0123456789.-+eE, ")
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
    #expect(VectorPath(svg: "M0 0" + String(repeating: "H1", count: 20_000)).elements.count == 10_000)
  }

  @Test("every icon is read to its end, inside its square, and together they use every command")
  func icons() throws {
    #expect(IconShapes.names.count > 200)
    var commands: Set<Character> = []
    for name in IconShapes.names {
      // The appended move is reached only if everything before it was parsed.
      let data = try #require(IconShapes.path(for: name))
      let elements = VectorPath(svg: data + "M7 7").elements
      #expect(elements.last == .move(7, 7), "\(name)")
      for case .line(let x, let y) in elements { #expect((-1...25).contains(x) && (-1...25).contains(y), "\(name)") }
      commands.formUnion(data.filter(\.isLetter))
    }
    #expect(commands == Set("MLHVCZ"))
  }
}
