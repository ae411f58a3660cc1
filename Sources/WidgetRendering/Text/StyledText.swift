public import WidgetModel

/// The lines of a text with spans, in parts that are drawn in one font and colour.
public struct StyledText {
  public struct Part {
    public var text: String
    /// As large as the view's font.
    public var font: ResolvedFont
    /// nil is the view's own.
    public var color: Color?
    public var isUnderlined: Bool
    public var isStruckThrough: Bool
    /// What a click opens; nil for anything that is not safe to open.
    public var link: String?
  }

  private var runs: StyledRuns

  public init(_ spans: [TextSpan]) { runs = StyledRuns(spans) }

  /// The parts of the next line of the view.
  public mutating func parts(of line: LaidOutText, in view: LaidOutView) -> [Part] {
    let own = line.font ?? view.style.font
    return runs.runs(of: line.text).map { text, span in
      var part = Part(text: text, font: own, color: nil, isUnderlined: false, isStruckThrough: false)
      guard let span else { return part }
      part.font = view.style.inherited(by: span.style, textSize: .large).font
      part.font.size = own.size
      part.color = span.style.color
      part.isUnderlined = span.underline ?? (span.link != nil)
      part.isStruckThrough = span.strikethrough == true
      part.link = span.link.flatMap { LinkTarget($0)?.url }
      return part
    }
  }
}
