/// A column of a `grid`. Its children fill the rows from the left, one column after the other.
public struct GridColumn: Sendable, Equatable, Codable {
  public var width: GridColumnWidth
  /// nil is the grid's own.
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
  /// As wide as its widest view wants to be.
  case automatic
  /// A share of what the other columns leave.
  case flexible
}

extension GridColumnWidth: Codable {
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let points = try? value.decode(Double.self) {
      self = .fixed(points)
    } else {
      self = try value.decode(String.self) == "auto" ? .automatic : .flexible
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .fixed(let points): try value.encode(points)
    case .automatic: try value.encode("auto")
    case .flexible: try value.encode("flex")
    }
  }
}
