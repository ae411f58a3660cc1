public import WidgetModel

/// A view laid out, and what it had to leave out.
public struct FittedView: Sendable, Equatable {
  public var view: LaidOutView
  public var report: FitReport
}

/// Everything a layout has left out because it didn't fit.
public struct FitReport: Sendable, Equatable {
  public var omissions: [Omission] = []

  public init(_ omissions: [Omission] = []) { self.omissions = omissions }

  public var isEmpty: Bool { omissions.isEmpty }

  /// A few words: `2 of 6 rows left out`.
  public var summary: String {
    guard let first = omissions.first else { return "" }
    let own = first.part == .number ? "a number left out" : "\(first.leftOut) of \(first.count) \(first.part.rawValue) left out"
    return omissions.count > 1 ? own + ", and more" : own
  }

  /// One line for each omission.
  ///
  /// - Parameter card: Names the card: its family and text size.
  public func lines(card: String) -> [String] { omissions.map { "\(card): \($0.description)" } }

  /// `small, text size accessibility5`
  public static func card(_ family: WidgetFamily?, _ textSize: TextSize) -> String {
    (family?.rawValue ?? "card") + (textSize == .large ? "" : ", text size \(textSize.rawValue)")
  }

  /// The most omissions of a card to report.
  static let most = 20

  /// A gap: something missing from one container, or a number that's a placeholder.
  public struct Omission: Sendable, Equatable {
    public enum Part: String, Sendable, Equatable, FieldValue, CaseIterable { case rows, views, number }

    public var kind: ViewKind
    /// Where the script made the view; nil if unknown.
    public var line: Int?
    public var part: Part
    public var leftOut: Int
    public var count: Int

    public init(_ kind: ViewKind, line: Int? = nil, part: Part, leftOut: Int, of count: Int) {
      (self.kind, self.line, self.part, self.leftOut, self.count) = (kind, line, part, leftOut, count)
    }

    init(_ view: ViewNode, leftOut: Int, of count: Int, isColumn: Bool) {
      self.init(view.content.kind, line: view.line, part: isColumn ? .rows : .views, leftOut: leftOut, of: count)
    }

    /// `ui.grid in line 40: 2 of 6 rows left out`
    public var description: String {
      let place = line.map { " in line \($0)" } ?? ""
      switch part {
      case .rows, .views: return "ui.\(kind.rawValue)\(place): \(leftOut) of \(count) \(part.rawValue) left out"
      case .number: return "ui.\(kind.rawValue)\(place): no space for its number"
      }
    }
  }
}

extension FitReport: FieldCoded {
  public mutating func code(_ coder: inout some FieldCoder) { coder.code("omissions", &omissions) }

  public init() { self.init([]) }
}

extension FitReport.Omission: FieldCoded {
  public init() { self.init(.group, part: .rows, leftOut: 0, of: 0) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("kind", &kind)
    coder.code("line", &line)
    coder.code("part", &part)
    coder.code("left_out", &leftOut)
    coder.code("count", &count)
  }
}
