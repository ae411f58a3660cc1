/// A column of a `grid`. The grid's children fill each row from the leading column on.
public struct GridColumn: Sendable, Equatable {
  public var width: GridColumnWidth
  /// nil uses the grid's alignment.
  public var align: Alignment?

  public init(_ width: GridColumnWidth = .flexible, align: Alignment? = nil) {
    self.width = width
    self.align = align
  }
}

/// How wide a column of a `grid` is.
public enum GridColumnWidth: Sendable, Equatable {
  /// Points.
  case fixed(Double)
  /// The ideal width of its widest view.
  case automatic
  /// An equal share of the width left by the other columns.
  case flexible
}

extension GridColumnWidth: FieldValue {
  public var stored: LuaValue {
    switch self {
    case .fixed(let points): .number(points)
    case .automatic: "auto"
    case .flexible: "flex"
    }
  }

  public init?(stored: LuaValue) {
    switch stored {
    case "auto": self = .automatic
    case "flex": self = .flexible
    default:
      guard let points = stored.double else { return nil }
      self = .fixed(points)
    }
  }
}

extension GridColumn: FieldCoded {
  public init() { self.init(.flexible) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("width", &width)
    coder.code("align", &align)
  }
}
