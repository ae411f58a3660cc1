import WidgetModel

extension ViewFieldType {
  /// The type in lua-language-server's notation, so editors complete names and mark unknown ones.
  var lua: String {
    switch self {
    case .text: "string|number"
    case .icon: "IconName"
    case .boolean: "boolean"
    case .alternative: "string|number|false"
    case .length, .maximum, .number, .finite, .clamped, .time: "number"
    case .count: "integer"
    case .color: "Color"
    case .background: "Color|Gradient|BackgroundImage"
    case .stroke: "Color|StrokeGradient"
    case .border: "Color|boolean"
    case .font: "Font"
    case .insets: "Insets"
    case .choice(let names): Self.union(names)
    case .url: "string"
    case .image: "string|{ light: string, dark: string }"
    case .palette: "Color|Color[]"
    case .view: "View"
    case .columns: "integer|(number|\"auto\"|\"flex\"|{ width: number|\"auto\"|\"flex\", align?: string })[]"
    case .values: "number[]"
    case .series:
      "(number[]|{ name?: string, color?: Color, values: number[], type?: \(Self.union(Chart.seriesTypes.map(\.rawValue))), "
        + "fill?: Color|Gradient, axis?: \(Self.union(ChartAxis.allCases.map(\.rawValue))) })[]"
    case .ticks: "number[]"
    case .rules: "(number|{ value: number, label?: string, color?: Color })[]"
    case .texts: "(string|number)[]"
    case .spans: "(string|TextSpan)[]"
    case .extent: "number|string"
    case .offset: "number[]|{ x?: number, y?: number }"
    case .shadow: "boolean|number|{ radius?: number, x?: number, y?: number, color?: Color }"
    case .radius: "number|{ top_left?: number, top_right?: number, bottom_left?: number, bottom_right?: number }"
    case .path: "string"
    case .dash: "number|number[]"
    case .trim: "number[]|{ from?: number, to?: number }"
    case .action: "fun()"
    }
  }

  /// Declares the types used by ``lua``.
  static var luaAliases: String {
    """
    ---@alias IconName \(union(IconName.all))|string
    ---@alias ColorName \(union(ColorName.names))
    ---@alias Color ColorName|string|{ light: ColorName|string, dark: ColorName|string }|{ [1]: ColorName|string, opacity: number } a name, "#rrggbb" or "#rrggbbaa"
    ---@alias Gradient { gradient: Color[], direction?: \(union(Gradient.Direction.allCases.map(\.rawValue))) }
    ---@alias StrokeGradient { gradient: Color[], direction?: \(union(Gradient.Direction.allCases.map(\.rawValue))), angular?: boolean }
    ---@alias BackgroundImage { image: string|{ light: string, dark: string }, color?: Color, blur?: number }
    ---@alias TextStyle \(union(TextStyle.allCases.map(\.rawValue)))
    ---@alias Font TextStyle|{ size: number, weight?: \(union(FontWeight.allCases.map(\.rawValue))), design?: \
    \(union(FontDesign.allCases.map(\.rawValue))), relative_to?: TextStyle }
    ---@alias Insets number|{ top?: number, left?: number, bottom?: number, right?: number }

    """
  }

  private static func union(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: "|") }
}
