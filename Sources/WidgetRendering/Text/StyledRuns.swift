public import WidgetModel

/// Divides a text view's lines into runs of equal style.
///
/// Layout breaks the plain text into lines and then inserts hyphens and ellipses and leaves out spaces, so a line is matched with
/// the spans scalar by scalar. Text outside all spans is drawn in the view's own style.
struct StyledRuns {
  private let spans: [TextSpan]
  /// The scalars of all spans, each with the index of its span.
  private let source: [(scalar: Unicode.Scalar, span: Int)]
  private var position = 0
  /// Scalars that aren't at the position. Looking for each again would take quadratic time if a long run of optional ones is there.
  private var missing: Set<Unicode.Scalar> = []

  init(_ spans: [TextSpan]) {
    self.spans = spans
    source = spans.enumerated().flatMap { index, span in span.text.unicodeScalars.map { ($0, index) } }
  }

  /// The runs of the next line. nil as a span is the view's own style.
  mutating func runs(of line: String) -> [(text: String, span: TextSpan?)] {
    indexedRuns(of: line).map { ($0.text, $0.span.map { spans[$0] }) }
  }

  /// The runs of the next line with the indices of their spans.
  mutating func indexedRuns(of line: String) -> [(text: String, span: Int?)] {
    var runs: [(text: String, span: Int?)] = []
    let scalars = Array(line.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let span = match(scalar, remaining: scalars.count - index - 1) ?? runs.last?.span
      if !runs.isEmpty, runs[runs.count - 1].span == span || scalar.properties.isGraphemeExtend {
        runs[runs.count - 1].text.unicodeScalars.append(scalar)
      } else {
        runs.append((String(scalar), span))
      }
    }
    return runs
  }

  subscript(span: Int) -> TextSpan { spans[span] }

  /// The span a scalar belongs to; nil if layout inserted it.
  private mutating func match(_ scalar: Unicode.Scalar, remaining: Int) -> Int? {
    guard !missing.contains(scalar) else { return nil }
    var next = position
    while next < source.count, source[next].scalar != scalar, Self.isOptional(source[next].scalar) { next += 1 }
    if next < source.count, source[next].scalar == scalar {
      position = next + 1
      missing.removeAll()
      return source[next].span
    }
    // After an ellipsis the end of the text follows.
    let end = source.count - remaining
    if scalar == "…", end > position {
      position = end
      missing.removeAll()
    } else {
      missing.insert(scalar)
    }
    return nil
  }

  /// White space, soft hyphens and invisible characters, which layout may leave out.
  private static func isOptional(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

extension TextSpan {
  /// The fields a view can have too.
  var style: ViewStyle {
    var style = ViewStyle()
    style.font = font
    style.weight = weight
    style.italic = italic
    style.monospaced = monospaced
    style.color = color ?? (link == nil ? nil : .named(.accent))
    return style
  }
}

/// The lines of a text with spans, in parts with a single font and colour.
public struct StyledText {
  public struct Part {
    public var text: String
    public var font: ResolvedFont
    /// nil is the view's own.
    public var color: Color?
    public var isUnderlined: Bool
    public var isStruckThrough: Bool
    /// A click's target; nil for anything unsafe to open.
    public var link: String?
  }

  private var runs: StyledRuns

  public init(_ spans: [TextSpan]) { runs = StyledRuns(spans) }

  /// The parts of the view's next line.
  public mutating func parts(of line: LaidOutText, in view: LaidOutView) -> [Part] {
    let own = line.font ?? view.style.font
    return runs.indexedRuns(of: line.text).map { text, index in
      var part = Part(text: text, font: own, color: nil, isUnderlined: false, isStruckThrough: false)
      guard let index else { return part }
      let span = runs[index]
      if let fonts = view.style.spanFonts { part.font = fonts.font(of: index, in: own) }
      part.color = span.style.color
      part.isUnderlined = span.underline ?? (span.link != nil)
      part.isStruckThrough = span.strikethrough == true
      part.link = span.link.flatMap { LinkTarget($0)?.url }
      return part
    }
  }
}
