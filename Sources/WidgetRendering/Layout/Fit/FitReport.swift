public import WidgetModel

/// A view laid out, and what it had to leave out.
public struct FittedView: Sendable, Equatable {
  public var view: LaidOutView
  public var report: FitReport
  /// Whether it's a notice instead of the view: that takes too much work.
  var isNotice = false

  init(view: LaidOutView, report: FitReport) { (self.view, self.report) = (view, report) }
}

/// Everything a layout has left out because it didn't fit.
public struct FitReport: Sendable, Equatable {
  public var omissions: [Omission] = []

  public init(_ omissions: [Omission] = []) { self.omissions = omissions }

  public var isEmpty: Bool { omissions.isEmpty }

  /// Whether a larger card would show more rows, views or numbers.
  public var lacksViews: Bool { omissions.contains { $0.part != .text } }

  /// Whether something to tap is missing.
  public var hasControl: Bool { omissions.contains(where: \.hasControl) }

  /// A few words: `2 of 6 rows left out`.
  public var summary: String {
    guard let first = omissions.first else { return "" }
    let own =
      switch first.part {
      case .number: "\(first.numbers) left out"
      case .text: "\(first.texts) cut"
      case .rows, .views: "\(first.leftOut) of \(first.count) \(first.part.rawValue) left out"
      }
    return own + (omissions.count > 1 ? ", and more" : "") + (hasControl ? ", including controls" : "")
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
    public enum Part: String, Sendable, Equatable, FieldValue, CaseIterable { case rows, views, number, text }

    public var kind: ViewKind
    /// Where the script made the view; nil if unknown. That of a number or a text may be the view it's in.
    public var line: Int?
    public var part: Part
    public var leftOut: Int
    public var count: Int
    /// The first row or view that's missing: its text in quotation marks, or the line where the script made it; empty if unknown.
    public var first: String
    /// Whether something to tap is missing.
    public var hasControl = false

    public init(_ kind: ViewKind, line: Int? = nil, part: Part, leftOut: Int, of count: Int, first: String = "") {
      (self.kind, self.line, self.part, self.leftOut, self.count, self.first) = (kind, line, part, leftOut, count, first)
    }

    /// - Parameters:
    ///   - missing: The views of each row that's left out.
    init(_ view: ViewNode, of count: Int, isColumn: Bool, missing: [[LayoutElement]]) {
      self.init(
        view.content.kind, line: view.line, part: isColumn ? .rows : .views, leftOut: missing.count, of: count,
        first: Self.name(of: missing.first ?? []))
      hasControl = missing.contains { $0.contains(where: \.hasControl) }
    }

    /// Texts that are cut, or a gauge's that have no space.
    init(cut view: LayoutElement, in container: ViewNode) {
      self.init(container.content.kind, line: container.line, part: .text, leftOut: 1, of: 1, first: Self.name(of: [view]))
    }

    private static func name(of elements: [LayoutElement]) -> String {
      // Nothing private is told.
      guard !elements.contains(where: \.isRedacted) else { return "" }
      func texts(_ view: ViewNode) -> [String] {
        view.content == .private ? [] : (view.text.map { [$0] } ?? []) + view.children.flatMap(texts)
      }
      let words = elements.flatMap { texts($0.node) }.filter { !$0.isEmpty }.prefix(6).joined(separator: " ")
      guard words.isEmpty else {
        let safe = terminalSafe(words, limit: 60)
        return "\"\(safe.count > longestName ? safe.prefix(longestName) + "…" : safe[...])\""
      }
      return elements.lazy.compactMap(\.node.line).first.map { "line \($0)" } ?? ""
    }

    private static let longestName = 40

    /// `a number`
    fileprivate var numbers: String { leftOut == 1 ? "a number" : "\(leftOut) numbers" }

    /// `a text`
    fileprivate var texts: String { leftOut == 1 ? "a text" : "\(leftOut) texts" }

    /// `ui.grid in line 40: 2 of 6 rows left out, from "RE 1 12:21"`
    public var description: String {
      let place = line.map { " in line \($0)" } ?? ""
      switch part {
      case .rows, .views:
        let which = first.isEmpty ? "" : leftOut == 1 ? ": \(first)" : ", from \(first)"
        let controls = hasControl ? ", including controls" : ""
        return "ui.\(kind.rawValue)\(place): \(leftOut) of \(count) \(part.rawValue) left out\(controls)\(which)"
      case .number: return "ui.\(kind.rawValue)\(place): no space for \(numbers)"
      case .text:
        let which = first.isEmpty ? "" : leftOut == 1 ? ": \(first)" : ", the first one \(first)"
        return "ui.\(kind.rawValue)\(place): \(texts) cut\(which)"
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
    coder.code("first", &first)
    coder.code("has_control", &hasControl)
  }
}
