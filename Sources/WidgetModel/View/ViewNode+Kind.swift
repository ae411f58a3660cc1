extension ViewNode {
  public var isContainer: Bool { content.kind.takesChildren }

  public var isSpacer: Bool { content.kind == .spacer }

  /// Runs the script's `action` wherever it is shown.
  public var isControl: Bool {
    switch content {
    case .button, .toggle: true
    case .text, .label, .icon, .date, .link, .image, .vstack, .hstack, .zstack, .overlay, .fits, .grid, .group, .card, .private,
      .spacer, .divider, .progress, .gauge, .chart, .shape, .activityIndicator:
      false
    }
  }

  /// The spans of a text; nil when it has none, or when its text has been replaced since they were made.
  public var styledText: [TextSpan]? {
    guard !spans.isEmpty, case .text(let text) = content, spans.map(\.text).joined() == text else { return nil }
    return spans
  }

  /// The text that a view consists of, as the script wrote it; nil for views that are not text.
  public var text: String? {
    switch content {
    case .text(let text), .label(let text, _), .button(let text, _), .toggle(let text, _): text
    case .link(let text, let url): text.isEmpty ? url : text
    case .activityIndicator(let text): text
    case .icon, .date, .image, .vstack, .hstack, .zstack, .overlay, .fits, .grid, .group, .card, .private, .spacer,
      .divider, .progress, .gauge, .chart, .shape:
      nil
    }
  }
}

extension Chart {
  /// Uses extra height: a line, a bar or an area chart does.
  public var expandsVertically: Bool {
    switch type {
    case .line, .bar, .area: true
    case .spark, .pie: false
    }
  }
}
