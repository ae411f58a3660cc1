/// Answers to yes-or-no questions about a kind of view, declared once per kind (``ViewKind/traits``).
///
/// Layout and formats ask for a trait instead of listing kinds, so a new kind only matters where it's drawn, read or stored.
public struct ViewTraits: OptionSet, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  // MARK: Containers

  /// Arranges other views side by side.
  public static let row = ViewTraits(rawValue: 1 << 0)
  /// Arranges other views below each other.
  public static let column = ViewTraits(rawValue: 1 << 1)
  /// Draws other views on top of each other.
  public static let layers = ViewTraits(rawValue: 1 << 2)
  /// Shows one of the views inside.
  public static let alternatives = ViewTraits(rawValue: 1 << 3)
  /// Arranges other views in rows of cells.
  public static let grid = ViewTraits(rawValue: 1 << 4)

  // MARK: Content

  /// Is laid out as text: words, an icon, or an icon before words.
  public static let text = ViewTraits(rawValue: 1 << 5)
  /// Has words to read; an icon alone has none.
  public static let words = ViewTraits(rawValue: 1 << 6)
  /// Is drawn in the colour of text and icons.
  public static let ink = ViewTraits(rawValue: 1 << 7)
  /// Names the value at the other end of a row.
  public static let label = ViewTraits(rawValue: 1 << 8)
  /// Is the value at the end of a row starting with a label.
  public static let value = ViewTraits(rawValue: 1 << 9)
  /// Runs the script's `action` wherever it's shown.
  public static let control = ViewTraits(rawValue: 1 << 10)
  /// Moves without an update.
  public static let animated = ViewTraits(rawValue: 1 << 11)
  /// Shows nothing, whatever its style.
  public static let blank = ViewTraits(rawValue: 1 << 12)
  /// Only separates its neighbours.
  public static let separator = ViewTraits(rawValue: 1 << 13)

  /// Lets the user change a value; the views inside are its parts.
  public static let field = ViewTraits(rawValue: 1 << 18)

  // MARK: Size

  /// Takes all the width it's offered; ``ViewContent/fillsWidth`` knows the exceptions.
  public static let fillsWidth = ViewTraits(rawValue: 1 << 14)
  /// Draws larger in a larger frame.
  public static let scales = ViewTraits(rawValue: 1 << 15)
  /// Takes the same size in every proposal it fits in.
  public static let naturalSize = ViewTraits(rawValue: 1 << 16)
  /// Has a height depending only on its width.
  public static let naturalHeight = ViewTraits(rawValue: 1 << 17)

  /// The arrangement of the views inside.
  public enum Axis: Sendable { case horizontal, vertical, depth, alternatives, grid }

  /// nil for a view without children.
  public var axis: Axis? {
    guard takesChildren else { return nil }
    if contains(.column) { return .vertical }
    if contains(.row) { return .horizontal }
    if contains(.layers) { return .depth }
    return contains(.grid) ? .grid : .alternatives
  }

  /// Whether other views can be inside.
  public var takesChildren: Bool { rawValue & 0b11111 != 0 }

  /// Whether there's nothing to conceal in the view itself.
  public var isStructure: Bool { takesChildren || contains(.blank) || contains(.separator) }
}

extension ViewKind {
  public var traits: ViewTraits {
    switch self {
    case .hstack: .row
    case .vstack, .group, .card, .private: .column
    case .zstack, .overlay: .layers
    case .fits: .alternatives
    case .grid: .grid
    case .text, .label: [.text, .words, .ink, .label, .value, .naturalSize, .naturalHeight]
    case .date, .link: [.text, .words, .ink, .value, .naturalSize, .naturalHeight]
    case .icon: [.text, .ink, .value, .naturalSize, .naturalHeight]
    case .activityIndicator: [.text, .ink, .animated, .naturalHeight]
    case .button: [.text, .words, .ink, .value, .control, .naturalHeight]
    case .toggle: [.text, .words, .value, .control, .naturalHeight]
    case .progress: [.value, .fillsWidth, .naturalHeight]
    case .gauge: [.value, .fillsWidth]
    case .chart, .circle, .rectangle, .capsule, .path: [.fillsWidth, .scales]
    case .image: .scales
    case .textField, .picker, .slider, .stepper, .dateField: [.row, .field]
    case .spacer: .blank
    case .divider: .separator
    }
  }
}

extension ViewContent {
  public var traits: ViewTraits { kind.traits }

  /// Whether it takes all the width it's offered, whatever its style: a bar does, a ring doesn't.
  public var fillsWidth: Bool {
    if case .progress(_, let shape) = self { return shape == .bar }
    if case .gauge(let gauge) = self { return !gauge.shape.isRound }
    return traits.contains(.fillsWidth)
  }

  /// The columns of a grid.
  public var columns: [GridColumn] { if case .grid(let columns) = self { columns } else { [] } }

  /// The words the script gave the view.
  public var words: String? {
    if case .text(let text) = self { return text }
    if case .label(let text, _) = self { return text }
    if case .link(let text, _) = self { return text }
    if case .button(let text, _) = self { return text }
    if case .toggle(let text, _) = self { return text }
    if case .activityIndicator(let text) = self { return text }
    return nil
  }

  /// The name of the icon the view consists of, or that precedes its words.
  public var iconName: String? {
    if case .icon(let name) = self { return name }
    if case .label(_, let name) = self { return name }
    if case .button(_, let name) = self { return name }
    return nil
  }
}

extension ViewNode {
  public var isContainer: Bool { content.traits.takesChildren }

  public var isSpacer: Bool { content.kind == .spacer }

  public var isControl: Bool { content.traits.contains(.control) }

  /// The view's text as the script wrote it; nil for views that aren't text.
  public var text: String? {
    if case .link("", let url) = content { url } else { content.words }
  }

  /// The spans of a text; nil if it has none, or if its text has been replaced since they were made.
  public var styledText: [TextSpan]? {
    guard !spans.isEmpty, case .text(let text) = content, spans.map(\.text).joined() == text else { return nil }
    return spans
  }
}
