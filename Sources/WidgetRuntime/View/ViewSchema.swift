public import WidgetModel

extension ViewKind {
  public var summary: String {
    switch self {
    case .text: "Words."
    case .label: "An icon and words."
    case .icon: "A symbol by its name."
    case .date: "A moment; it ticks without running the script."
    case .link: "Words that open a URL."
    case .image: "A picture."
    case .vstack: "Views one under the other."
    case .hstack: "Views side by side."
    case .zstack: "Views on top of each other, the first at the back."
    case .grid: "Views in rows and columns, row by row."
    case .group: "Views that share fields."
    case .private: "Views that a redacted surface does not show."
    case .spacer: "Takes the room that is left."
    case .divider: "A thin line."
    case .progress: "How much is done."
    case .gauge: "A value between two ends."
    case .chart: "Numbers as a picture."
    case .activityIndicator: "Something is going on."
    case .button: "Runs a function when it is tapped."
    case .toggle: "A switch."
    }
  }
}

/// The fields of views, declared once.
public enum ViewSchema {
  private static let text = ViewField("text", .text, "The words.")
  private static let icon = ViewField("icon", .icon, "The symbol's name.")

  /// A kind's own fields, beside ``common``.
  public static func fields(of kind: ViewKind) -> [ViewField] {
    switch kind {
    case .text: [text]
    case .label: [text, icon]
    case .icon: [ViewField("name", .icon, "The symbol's name.", alias: "icon", isRequired: true)]
    case .date:
      [
        ViewField("date", .time, "The moment, in seconds since 1970.", isRequired: true),
        ViewField("style", .choice(DateStyle.allCases.map(\.rawValue)), "How it is written; \"time\" when not given."),
      ]
    case .link: [text, ViewField("url", .url, "What it opens.", isRequired: true)]
    case .image:
      [
        ViewField("src", .picture, "The picture.", isRequired: true),
        ViewField("mode", .choice(ImageMode.allCases.map(\.rawValue)), "Whether it is seen whole (\"fit\") or fills its room."),
      ]
    case .vstack, .hstack, .zstack, .group, .private, .divider: []
    case .grid:
      [
        ViewField(
          "columns", .columns,
          "How many columns share the width, or a list of them: points, \"auto\" (as wide as its widest view), \"flex\" (a share of "
            + "the rest), or { width = ..., align = ... }.", isRequired: true)
      ]
    case .spacer: [ViewField("min_length", .length, "The least room it takes, in points.")]
    case .progress:
      [
        ViewField("value", .clamped(0...1), "How much is done, 0 to 1.", isRequired: true),
        ViewField("shape", .choice(ProgressShape.allCases.map(\.rawValue)), "\"bar\" when not given."),
      ]
    case .gauge:
      [
        ViewField("value", .finite, "Moved between `min` and `max`.", isRequired: true),
        ViewField("min", .finite, "One end; 0 when not given."),
        ViewField("max", .finite, "The other end; 1 when not given."),
        ViewField("text", .text, "What is measured."),
        ViewField("value_text", .text, "The value in words."),
        ViewField("shape", .choice(GaugeShape.allCases.map(\.rawValue)), "\"circle\" when not given."),
      ]
    case .chart:
      [
        // `ui` sends it under the other name, because every view's own `type` is its kind.
        ViewField(
          "type", .choice(ChartType.allCases.map(\.rawValue)), "\"line\" when not given.", alias: "chart", hidesAlias: true),
        ViewField("values", .values, "The numbers of one series; NaN or json.null is a gap."),
        ViewField("series", .series, "Several series, each a list of numbers or { name = ..., color = ..., values = ... }."),
        ViewField("labels", .texts, "Below the values, or beside the parts of a pie."),
        ViewField("min", .finite, "Where the axis begins; found from the values when not given."),
        ViewField("max", .finite, "Where the axis ends."),
        ViewField(
          "baseline", .choice(ChartBaseline.allCases.map(\.rawValue)),
          "\"zero\": the axis contains 0; \"auto\": it fits the data. \"zero\" for bars and areas when not given."),
        ViewField("axes", .boolean, "Whether axes and labels are drawn; not for \"spark\" when not given."),
      ]
    case .activityIndicator: [text]
    case .button: [text, icon]
    case .toggle: [text, ViewField("on", .boolean, "Whether it is switched on.")]
    }
  }

  /// The fields of any view.
  public static let common: [ViewField] = [
    ViewField("id", .text, "Tells views apart when they change."),
    ViewField("font", .font, "A text style, or { size, weight, design }."),
    ViewField("weight", .choice(FontWeight.allCases.map(\.rawValue)), "How heavy the letters are."),
    ViewField("italic", .boolean, "Slanted letters."),
    ViewField("monospaced", .boolean, "Letters of one width."),
    ViewField("color", .color, "Of the words."),
    ViewField("background", .color, "Behind the view."),
    ViewField("padding", .insets, "Room around the view, in points."),
    ViewField("width", .length, "Points."),
    ViewField("height", .length, "Points."),
    ViewField("min_width", .length, "Points."),
    ViewField("max_width", .maximum, "Points; math.huge takes all there is."),
    ViewField("min_height", .length, "Points."),
    ViewField("max_height", .maximum, "Points; math.huge takes all there is."),
    ViewField("aspect_ratio", .number(0.01...100), "Its width divided by its height."),
    ViewField("align", .choice(Alignment.allCases.map(\.rawValue)), "Where it stands in its room."),
    ViewField("spacing", .length, "Between the views inside, in points."),
    ViewField("priority", .clamped(-100_000...100_000), "Who gets room first when there is little; 0 when not given."),
    ViewField("line_limit", .count, "The most lines; 0 is no limit."),
    ViewField("truncation", .choice(Truncation.allCases.map(\.rawValue)), "Which part goes when words do not fit."),
    ViewField("min_scale", .number(0...1), "How small letters may become before words are cut."),
    ViewField("opacity", .number(0...1), "0 is invisible."),
    ViewField("border", .border, "The colour of a thin frame; true for the usual one."),
    ViewField("corner_radius", .length, "Points."),
    ViewField("hidden", .boolean, "Keeps its room, draws nothing."),
    ViewField("transition", .choice(Transition.allCases.map(\.rawValue)), "How a changed view appears."),
    ViewField("accessibility", .text, "Read aloud, and used where a format has no pictures."),
    ViewField("action", .action, "Runs when the view is tapped.", alias: "on_tap"),
  ]

  /// Written by `ui` itself.
  static let reserved: Set<String> = ["type", "line", "file", "children"]

  private static let commonByName = index(common)
  private static let byKind: [ViewKind: [String: ViewField]] = Dictionary(
    ViewKind.allCases.map { ($0, index(fields(of: $0))) }, uniquingKeysWith: { $1 })

  /// The field that a kind of view means by a name, alias or not.
  static func field(_ name: String, of kind: ViewKind) -> ViewField? { byKind[kind]?[name] ?? commonByName[name] }

  /// All names that a kind of view knows.
  static func names(of kind: ViewKind) -> [String] {
    (fields(of: kind) + common).flatMap { [$0.name] + ($0.alias.map { [$0] } ?? []) } + (kind.takesChildren ? ["children"] : [])
  }

  private static func index(_ fields: [ViewField]) -> [String: ViewField] {
    var index: [String: ViewField] = [:]
    for field in fields {
      index[field.name] = field
      if let alias = field.alias { index[alias] = field }
    }
    return index
  }
}
