/// A column of a `grid`. The grid's children fill each row from the leading column.
public struct GridColumn: Sendable, Equatable, Codable {
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

extension GridColumnWidth: Codable {
  /// The JSON names of the widths that aren't numbers.
  private enum Name: String, Codable {
    case automatic = "auto"
    case flexible = "flex"
  }

  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let points = try? value.decode(Double.self) {
      self = .fixed(points)
      return
    }
    self =
      switch try value.decode(Name.self) {
      case .automatic: .automatic
      case .flexible: .flexible
      }
  }

  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .fixed(let points): try value.encode(points)
    case .automatic: try value.encode(Name.automatic)
    case .flexible: try value.encode(Name.flexible)
    }
  }
}

extension GridColumn: FieldCoded {
  public init() { self.init(.flexible) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(
      &width,
      write: { width in
        switch width {
        case .fixed(let points): .number(points)
        case .automatic: "auto"
        case .flexible: "flex"
        }
      },
      read: { stored in
        switch stored {
        case "auto": .automatic
        case "flex": .flexible
        default: stored.double.map { .fixed($0) }
        }
      })
    coder.code(&align)
  }
}
