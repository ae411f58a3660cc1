public import WidgetModel

/// The controls of a view with a handler, in tree order, found in one pass.
public struct ViewControls: Sendable {
  /// All controls, drawn or not.
  public let all: [ControlReference]
  /// The indices of those that are drawn.
  private let drawn: [Int]
  private let indices: [Int: Int]
  /// The indices of the text and date fields.
  private let textFields: Set<Int>

  public init(_ view: ViewNode) {
    var search = Search()
    search.visit(view, isDrawn: true)
    let total = search.digests.reduce(0, &+)
    all = zip(search.found, search.digests).map { control, digest in
      var control = control
      control.others = Self.others(total &- digest)
      return control
    }
    drawn = search.drawn
    indices = search.indices
    textFields = search.textFields
  }

  /// The drawn controls that a click presses: in a text field, something has to be typed.
  public var pressable: some Collection<ControlReference> {
    drawn.lazy.filter { !textFields.contains($0) }.map { all[$0] }
  }

  /// The control with a handler; nil if there is none.
  public func control(action: Int) -> ControlReference? { indices[action].map { all[$0] } }

  /// Identifies the controls of a view except the one at a position.
  static func others(than position: [Int], in view: ViewNode) -> Int64 {
    var search = Search()
    search.visit(view, isDrawn: true)
    return others(zip(search.found, search.digests).reduce(0) { $1.0.position == position ? $0 : $0 &+ $1.1 })
  }

  /// A digest of a set of controls, of 63 bits.
  private static func others(_ sum: UInt64) -> Int64 { Int64(sum >> 1) }

  private struct Search {
    var found: [ControlReference] = []
    /// A digest of each control's position and name. Sums of them are digests of all but one.
    var digests: [UInt64] = []
    var drawn: [Int] = []
    var indices: [Int: Int] = [:]
    var textFields: Set<Int> = []
    private var path: [Int] = []

    mutating func visit(_ node: ViewNode, isDrawn: Bool) {
      let isDrawn = isDrawn && node.style.hidden != true
      if let action = node.action {
        let control = ControlReference(id: node.style.id, label: node.label, position: path)
        if indices[action] == nil { indices[action] = found.count }
        if node.textField != nil { textFields.insert(found.count) }
        if isDrawn { drawn.append(found.count) }
        digests.append(control.longDigest)
        found.append(control)
      }
      path.append(0)
      for (index, child) in node.children.enumerated() {
        path[path.count - 1] = index
        visit(child, isDrawn: isDrawn)
      }
      path.removeLast()
    }
  }
}

extension ControlReference {
  /// 64 bits (FNV-1a) of its position and its `id`, or else its label.
  fileprivate var longDigest: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for index in position {
      var rest = UInt64(index)
      repeat {
        add(UInt8(truncatingIfNeeded: rest))
        rest >>= 8
      } while rest > 0
      add(UInt8(ascii: "."))
    }
    for byte in (id ?? label).utf8 { add(byte) }
    return hash
  }
}
