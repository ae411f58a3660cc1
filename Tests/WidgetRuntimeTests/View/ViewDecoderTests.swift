import Testing
import WidgetModel

@testable import WidgetRuntime

@Suite struct ViewDecoderTests {
  /// A view as `ui` makes it.
  /// A text without text is empty, because nil is an error.
  static func view(_ type: String, _ fields: [String: LuaValue] = [:], line: Int64 = 7) -> LuaValue {
    let given: [String: LuaValue] = type == "text" ? ["text": ""].merging(fields) { $1 } : fields
    return .table(given.merging(["type": .string(type), "line": .integer(line), "file": "flight.lua"]) { given, _ in given })
  }

  static func message(_ value: LuaValue) -> String? {
    do {
      _ = try ViewDecoder.decode(value)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("every kind of view is decoded into its content") func kinds() throws {
    let cases: [(LuaValue, ViewContent)] = [
      (Self.view("text", ["text": "Boarding"]), .text("Boarding")),
      (Self.view("text"), .text("")),
      (Self.view("text", ["text": 5]), .text("5")),
      (Self.view("text", ["text": .bytes([0x61, 0xFF])]), .text("a\u{FFFD}")),
      (Self.view("label", ["text": "Checked in", "icon": "checkmark"]), .label("Checked in", icon: "checkmark")),
      (Self.view("icon", ["name": "star"]), .icon("star")),
      (Self.view("icon", ["icon": "star"]), .icon("star")),
      (Self.view("date", ["date": 1.5]), .date(1.5, style: .time)),
      (Self.view("date", ["date": 0, "style": "relative"]), .date(0, style: .relative)),
      (Self.view("link", ["text": "Site", "url": "https://a.example"]), .link("Site", url: "https://a.example")),
      (Self.view("link", ["text": "", "url": "myflight://x"]), .link("myflight://x", url: "myflight://x")),
      (Self.view("image", ["src": "logo.png"]), .image(.reference("logo.png"), mode: .fit)),
      (Self.view("image", ["src": .bytes([0x89, 0x50]), "mode": "fill"]), .image(.bytes([0x89, 0x50]), mode: .fill)),
      (Self.view("image", ["src": "<svg/>"]), .image(.bytes(Array("<svg/>".utf8)), mode: .fit)),
      (Self.view("vstack", ["children": []]), .vstack),
      (Self.view("hstack"), .hstack),
      (Self.view("group"), .group),
      (Self.view("zstack"), .zstack),
      (Self.view("private"), .private),
      (Self.view("grid", ["columns": 2]), .grid(columns: [GridColumn(), GridColumn()])),
      (
        Self.view("grid", ["columns": [80, "auto", "flex", ["width": 4.5, "align": "trailing"], ["align": "top"]]]),
        .grid(columns: [
          GridColumn(.fixed(80)), GridColumn(.automatic), GridColumn(.flexible), GridColumn(.fixed(4.5), align: .trailing),
          GridColumn(.flexible, align: .top),
        ])
      ),
      (Self.view("gauge", ["value": 0.25]), .gauge(Gauge(0.25))),
      (
        Self.view("gauge", ["value": 120, "min": 10, "max": 90, "text": "CPU", "value_text": "a lot", "shape": "bar"]),
        .gauge(Gauge(90, minimum: 10, maximum: 90, text: "CPU", valueText: "a lot", shape: .bar))
      ),
      (Self.view("chart", ["values": [1, .number(.nan), nil, 2.5]]), .chart(Chart(.line, [ChartSeries([1, nil, nil, 2.5])]))),
      (
        Self.view(
          "chart",
          [
            "chart": "bar", "series": [[1, 2], ["name": "B", "color": "red", "values": [3]]], "labels": ["Mo", nil, 3], "min": 0,
            "max": 10, "axes": false,
          ]),
        .chart(
          Chart(
            .bar, [ChartSeries([1, 2]), ChartSeries([3], name: "B", color: .named(.red))], labels: ["Mo", "", "3"], minimum: 0,
            maximum: 10, showsAxes: false))
      ),
      (Self.view("chart", ["chart": "pie", "values": []]), .chart(Chart(.pie, [ChartSeries([])]))),
      (Self.view("spacer"), .spacer(minLength: nil)),
      (Self.view("spacer", ["min_length": 4]), .spacer(minLength: 4)),
      (Self.view("divider"), .divider),
      (Self.view("progress", ["value": 0.5]), .progress(0.5, shape: .bar)),
      (Self.view("progress", ["value": 1.2, "shape": "circle"]), .progress(1, shape: .circle)),
      (Self.view("progress", ["value": -0.2]), .progress(0, shape: .bar)),
      (Self.view("progress", ["value": 50, "total": 200]), .progress(0.25, shape: .bar)),
      (Self.view("progress", ["value": 0, "total": 0]), .progress(0, shape: .bar)),
      (Self.view("activity_indicator", ["text": ""]), .activityIndicator(nil)),
      (Self.view("activity_indicator", ["text": "Wait"]), .activityIndicator("Wait")),
      (Self.view("button", ["text": "Check in", "icon": "airplane", "action": 1]), .button("Check in", icon: "airplane")),
      (Self.view("toggle", ["text": "Wi-Fi", "on": true, "action": 1]), .toggle("Wi-Fi", isOn: true)),
    ]
    for (value, content) in cases {
      #expect(try ViewDecoder.decode(value).content == content)
    }
  }

  @Test("a tree keeps its order, its fields and its actions") func tree() throws {
    let tree = Self.view(
      "vstack",
      [
        "spacing": 4, "align": "leading",
        "children": [
          Self.view("text", ["text": "A", "font": "headline"]), false, nil, Self.view("button", ["text": "B", "action": 3]),
          Self.view("text", ["text": "C", "on_tap": 4]),
        ],
      ])
    var style = ViewStyle()
    style.spacing = 4
    style.align = .leading
    var headline = ViewStyle()
    headline.font = .style(.headline)
    #expect(
      try ViewDecoder.decode(tree)
        == ViewNode(
          .vstack, style: style,
          children: [
            ViewNode(.text("A"), style: headline), ViewNode(.button("B", icon: nil), action: 3), ViewNode(.text("C"), action: 4),
          ]))
  }

  @Test("values of fields in all their forms") func values() throws {
    func style(_ name: String, _ value: LuaValue) throws -> ViewStyle {
      try ViewDecoder.decode(Self.view("text", [name: value])).style
    }
    #expect(try style("color", "#12aBFf").color == .rgb(0x12ABFF))
    #expect(try style("color", ["light": "red", "dark": "#000000"]).color == .pair(light: .named(.red), dark: .rgb(0)))
    #expect(try style("padding", 8).padding == EdgeInsets(all: 8))
    #expect(try style("padding", ["left": 2, "top": -4]).padding == EdgeInsets(top: 0, left: 2, bottom: 0, right: 0))
    #expect(try style("padding", []).padding == .zero)
    #expect(
      try style("font", ["size": 13, "weight": "bold", "design": "monospaced"]).font
        == .custom(size: 13, weight: .bold, design: .monospaced))
    #expect(
      try style("font", ["size": 32, "relative_to": "title"]).font
        == .custom(size: 32, weight: nil, design: nil, relativeTo: .title))
    #expect(try style("layout_direction", "right_to_left").layoutDirection == .rightToLeft)
    #expect(try style("color", "#12abff80").color == .translucent(.rgb(0x12ABFF), opacity: 128.0 / 255))
    #expect(try style("background", "blue/0.5").background == .translucent(.named(.blue), opacity: 0.5))
    let gradient = try style("background", ["gradient": ["blue", "#000000"], "direction": "right"])
    #expect(gradient.gradient == Gradient([.named(.blue), .rgb(0)], direction: .right))
    #expect(gradient.background == gradient.gradient?.likeness)
    #expect(throws: ViewError.self) { try style("background", ["gradient": ["blue"]]) }
    #expect(throws: ViewError.self) { try style("background", ["gradient": ["blue", "red"], "direction": "up"]) }
    #expect(try style("width", -5).width == 0)
    #expect(try style("width", 1e300).width == 100_000)
    #expect(try style("max_width", .number(.infinity)).maxWidth == 100_000)
    #expect(try style("line_limit", 0).lineLimit == nil)
    #expect(try style("line_limit", 2.0).lineLimit == 2)
    #expect(try style("border", true).border == .named(.tertiary))
    #expect(try style("border", false).border == nil)
    #expect(try style("color", nil).color == nil)
  }

  @Test(
    "a doubtful value is shown, with a warning",
    arguments: [
      (view("icon", ["name": "airplan"]), #"content.name: unknown icon "airplan"; did you mean "airplane"?"#),
      (view("label", ["icon": "zzzzzz"]), #"content.icon: unknown icon "zzzzzz"; `luawidget api reference` lists the names"#),
      (
        view("icon", ["name": "sun"]),
        #"content.name: unknown icon "sun"; there is "cloud.sun", "cloud.sun.bolt", "cloud.sun.rain" or "sun.dust""#
      ),
      (view("text", ["width": -5]), "content.width: -5 counts as 0: a length is not negative"),
      (view("text", ["padding": -5]), "content.padding: -5 counts as 0: padding is not negative"),
      (
        view("vstack", ["children": [view("spacer")]]),
        "content: the view is empty: no text, image or other view is in it; has_content(false) hides the widget"
      ),
    ])
  func doubt(_ value: LuaValue, _ warning: String) throws {
    var warnings: [ViewError] = []
    _ = try ViewDecoder.decode(value, warnings: &warnings)
    #expect(warnings.map(\.description) == [warning])
    #expect(warnings.first?.location == SourceLocation(file: "flight.lua", line: 7))
  }

  @Test(
    "a mistake is reported with its path and the nearest valid name",
    arguments: [
      (view("text", ["spaceing": 4]), #"content: unknown field "spaceing"; did you mean "spacing"?"#),
      (
        view("toggle", ["value": true]),
        #"content: unknown field "value"; ui.toggle has text, on and the fields of any view"#
      ),
      (view("divider", ["value": true]), #"content: unknown field "value""#),
      (view("vstak"), #"content: unknown view "vstak"; did you mean "vstack"?"#),
      (view("scroll"), #"content: unknown view "scroll""#),
      (["type": 5], "content.type: must be the name of a view, got number 5"),
      (["text": "x"], "content: is a table but not a view; make it with ui.text, ui.vstack ..."),
      (nil, "content: must be a view, got nil"),
      ("hello", #"content: must be a view, got string "hello""#),
      ([], "content: must be a view, got table"),
      (view("text", ["width": "big"]), #"content.width: must be a number or a percentage such as "50%", got string "big""#),
      (view("text", ["width": .number(.nan)]), "content.width: must be a finite number, got nan"),
      (view("text", ["max_width": .number(-.infinity)]), "content.max_width: must be a finite number, got -inf"),
      (view("text", ["text": true]), "content.text: must be text, got boolean true"),
      (view("text", ["text": ["a": 1]]), "content.text: must be text, got table"),
      (view("text", ["opacity": 3]), "content.opacity: must be a number from 0 to 1, got number 3; for a percentage write 0.03"),
      (view("text", ["line_limit": 1.5]), "content.line_limit: must be a whole number, 0 or more, got number 1.5"),
      (view("text", ["line_limit": -1]), "content.line_limit: must be a whole number, 0 or more, got number -1"),
      (view("text", ["truncation": "midle"]), #"content.truncation: "midle" is not known; did you mean "middle"?"#),
      (view("text", ["truncation": "left"]), #"content.truncation: must be "head", "middle" or "tail", got "left""#),
      (view("text", ["italic": 1]), "content.italic: must be true or false, got number 1"),
      (view("text", ["color": "gren"]), #"content.color: unknown colour "gren"; did you mean "green"?"#),
      (
        view("text", ["color": "#abc"]),
        ##"content.color: unknown colour "#abc"; write a name such as "red" or "accent", "#rrggbb" or "##
          + "{ light = ..., dark = ... }"
      ),
      (view("text", ["color": 5]), ##"content.color: must be a colour, got number 5; write "#000005""##),
      (view("text", ["color": ["light": "red"]]), "content.color: a pair needs both: { light = ..., dark = ... }"),
      (
        view("text", ["color": ["light": "red", "dark": ["light": "red", "dark": "red"]]]),
        "content.color.dark: must be a colour, got table"
      ),
      (view("text", ["font": "titel"]), #"content.font: "titel" is not known; did you mean "title"?"#),
      (
        view("text", ["font": ["weight": "bold"]]),
        "content.font: a font needs a size in points; for weight alone write weight = ... in the view"
      ),
      (view("text", ["font": ["size": 0]]), "content.font.size: must be more than 0, got number 0"),
      (
        view("text", ["font": ["size": 9, "weight": "bald"]]), #"content.font.weight: "bald" is not known; did you mean "bold"?"#
      ),
      (
        view("text", ["padding": ["lft": 1]]),
        #"content.padding: unknown side "lft"; did you mean "left"?"#
      ),
      (view("text", ["padding": ["top": "x"]]), #"content.padding.top: must be a number, got string "x""#),
      (
        view("text", ["padding": [1, 2]]),
        "content.padding: must be a number or { top = ..., left = ..., bottom = ..., right = ... }, got table"
      ),
      (view("button", ["action": "go"]), #"content.action: must be a function, got string "go""#),
      (view("text", ["action": 1, "on_tap": 2]), "content: give either action or on_tap"),
      (view("date"), "content: ui.date needs date: a number of seconds since 1970"),
      (
        view("date", ["date": "now"]),
        #"content.date: must be a number of seconds since 1970, got string "now"; write date.now() for now, or read a text with date.parse"#
      ),
      (view("progress", ["value": .number(.nan)]), "content.value: must be a finite number, got nan"),
      (view("progress"), "content: ui.progress needs value: a number"),
      (
        view("progress", ["value": 50]),
        "content.value: must be a fraction from 0 to 1; 50 looks like a percentage: write 0.5 or value = 50, total = 100"
      ),
      (view("progress", ["value": 1234]), "content.value: must be a fraction from 0 to 1, got 1234"),
      (view("progress", ["value": 1, "total": -1]), "content.total: must be 0 or more, got -1"),
      (
        view("gauge", ["value": 71]),
        "content.value: must be from min to max, which are 0 and 1 by default, got 71; write max = 100 for percent"
      ),
      (
        view("date", ["date": 1_795_348_800_000]),
        "content.date: must be a number of seconds since 1970, got number 1795348800000, which looks like milliseconds: "
          + "divide it by 1000"
      ),
      (.table(["type": "text"]), #"content: ui.text has no text: the value is nil; write "" for an empty text"#),
      (view("label"), "content: ui.label has neither text nor icon: the value is nil"),
      (view("button", ["text": "Go"]), "content: ui.button needs action: a function, as in action = function() ... end"),
      (view("toggle", ["text": "Go"]), "content: ui.toggle needs action: a function, as in action = function() ... end"),
      (view("grid"), "content: ui.grid needs columns: a number of columns or a list of them"),
      (view("grid", ["columns": 0]), "content.columns: must be a number of columns from 1 to 100, got number 0"),
      (view("grid", ["columns": 2.5]), "content.columns: must be a number of columns from 1 to 100, got number 2.5"),
      (view("grid", ["columns": []]), "content.columns: a grid has 1 to 100 columns, got 0"),
      (view("grid", ["columns": ["auto", "flx"]]), #"content.columns[2]: "flx" is not known; did you mean "flex"?"#),
      (
        view("grid", ["columns": [["widht": 3]]]),
        #"content.columns[1]: unknown field "widht"; did you mean "width"?"#
      ),
      (
        view("grid", ["columns": [["align": "leadin"]]]),
        #"content.columns[1].align: "leadin" is not known; did you mean "leading"?"#
      ),
      (
        view("grid", ["columns": [true]]),
        #"content.columns[1]: must be points, "auto", "flex" or { width = ..., align = ... }, got boolean true"#
      ),
      (view("gauge"), "content: ui.gauge needs value: a number"),
      (view("gauge", ["value": .number(.nan)]), "content.value: must be a finite number, got nan"),
      (view("gauge", ["value": 1, "min": 3]), "content.min: must be less than max (1 by default), got 3"),
      (view("gauge", ["value": 1, "min": 3, "max": 2]), "content.max: must be more than min (3), got 2"),
      (view("gauge", ["value": 1, "min": .number(-.nan)]), "content.min: must be a finite number, got nan"),
      (view("button", ["icon": 5]), "content.icon: must be the name of an icon, got number 5"),
      (view("text", ["on_tap": "x"]), #"content.on_tap: must be a function, got string "x""#),
      (view("chart"), "content: ui.chart needs values: a list of numbers, or series"),
      (view("chart", ["values": [1], "series": [[1]]]), "content: give either values or series"),
      (view("chart", ["values": [1], "chart": "lien"]), #"content.type: "lien" is not known; did you mean "line"?"#),
      (view("chart", ["values": 5]), "content.values: must be a list of numbers, got number 5"),
      (
        view("chart", ["values": [1, "2"]]),
        #"content.values[2]: must be a number, got string "2"; convert it with tonumber(...)"#
      ),
      (view("chart", ["values": .array(Array(repeating: 1, count: 2001))]), "content.values: a chart has at most 2000 values"),
      (
        view("chart", ["series": [.array(Array(repeating: 1, count: 1000)), .array(Array(repeating: 1, count: 1001))]]),
        "content.series[2]: a chart has at most 2000 values"
      ),
      (
        view("chart", ["series": .array(Array(repeating: [], count: 11))]),
        "content.series: a chart has at most 10 series, got 11"
      ),
      (
        view("chart", ["series": [["values": [1], "colour": "red"]]]),
        #"content.series[1]: unknown field "colour"; did you mean "color"?"#
      ),
      (
        view("chart", ["series": [["values": [1], "type": "pie"]]]),
        #"content.series[1].type: must be "line", "bar" or "area", got "pie""#
      ),
      (
        view("chart", ["series": [["values": [1], "axis": "rigth"]]]),
        #"content.series[1].axis: "rigth" is not known; did you mean "right"?"#
      ),
      (
        view("chart", ["series": [["values": [1], "fill": ["gradient": ["red"]]]]]),
        "content.series[1].fill.gradient: must be a list of 2 to 8 colours, got table"
      ),
      (
        view("chart", ["chart": "pie", "series": [["values": [1], "axis": "right"]]]),
        "content.series[1].axis: isn't for a pie chart; line, bar and area charts can mix series"
      ),
      (
        view("chart", ["values": [1], "right_min": 2, "right_max": 1]),
        "content.right_max: must be more than right_min (2), got 1"
      ),
      (
        view("chart", ["values": [1], "rules": 5]),
        "content.rules: must be a list of numbers or { value = ..., label = ..., color = ... }, got number 5"
      ),
      (
        view("chart", ["values": [1], "rules": ["x"]]),
        #"content.rules[1]: must be a number or { value = ..., label = ..., color = ... }, got string "x""#
      ),
      (view("chart", ["values": [1], "rules": [["label": "x"]]]), "content.rules[1]: a rule needs value: a number"),
      (
        view("chart", ["values": [1], "rules": [["value": 1, "text": "x"]]]),
        #"content.rules[1]: unknown field "text"; a rule has value, label and color"#
      ),
      (
        view("chart", ["values": [1], "rules": [["value": .number(.nan)]]]),
        "content.rules[1].value: must be a number, got number nan"
      ),
      (view("chart", ["values": [1], "ticks": 3]), "content.ticks: must be a list of numbers, got number 3"),
      (
        view("chart", ["values": [1], "ticks": .array(Array(repeating: 1, count: 21))]),
        "content.ticks: a chart has at most 20 ticks, got 21"
      ),
      (view("chart", ["series": [["name": "x"]]]), "content.series[1]: a series needs values: a list of numbers"),
      (view("chart", ["series": [["values": [true]]]]), "content.series[1].values[1]: must be a number, got boolean true"),
      (
        view("chart", ["series": [["values": [], "color": ["light": "red", "dark": 5]]]]),
        ##"content.series[1].color.dark: must be a colour, got number 5; write "#000005""##
      ),
      (
        view("chart", ["series": [5]]),
        "content.series[1]: must be a list of numbers or { name = ..., color = ..., values = ... }, got number 5"
      ),
      (view("chart", ["values": [], "min": 1, "max": 1]), "content.max: must be more than min (1), got 1"),
      (view("chart", ["values": [], "labels": [[1]]]), "content.labels[1]: must be text, got table"),
      (view("text", ["aspect_ratio": 0]), "content.aspect_ratio: must be a number from 0.01 to 100, got number 0"),
      (view("link", ["text": "x"]), "content: ui.link needs url: a URL"),
      (
        view("link", ["url": "JavaScript:alert(1)"]),
        "content.url: javascript: URLs are not allowed; write an http, https or mailto URL, or an application's own scheme"
      ),
      (view("link", ["url": "https://"]), ##"content.url: "https://" is not a complete URL"##),
      (view("link", ["url": "https:///x"]), ##"content.url: "https:///x" is not a complete URL"##),
      (view("link", ["url": "http:a.example"]), ##"content.url: "http:a.example" is not a complete URL"##),
      (view("link", ["url": "https://:80/"]), ##"content.url: "https://:80/" is not a complete URL"##),
      (view("link", ["url": "https://a@"]), ##"content.url: "https://a@" is not a complete URL"##),
      (view("link", ["url": "https:\\\\x"]), ##"content.url: "https:\\\\x" is not a complete URL"##),
      (
        view("link", ["url": "mailto:a@b?body=x&Attach=/etc/passwd"]),
        ##"content.url: may not set the field "Attach" of a message, got "mailto:a@b?body=x&Attach=/etc/passwd""##
      ),
      (view("link", ["url": "a.example"]), #"content.url: must begin with a scheme such as "https:", got "a.example""#),
      (
        view("link", ["url": "https://a\u{1B}[2J"]),
        #"content.url: must not contain spaces or control characters, got "https://a\u{1B}[2J""#
      ),
      (
        view("image", ["src": "file:///etc/passwd"]),
        "content.src: file: URLs are not allowed; write a resource's path or an https URL"
      ),
      (view("image", ["src": ""]), "content.src: must not be empty"),
      (view("text", ["children": []]), "content.children: ui.text takes no children"),
      (view("vstack", ["children": ["a": 1]]), "content.children: must be a list of views, got table"),
      (
        view("vstack", ["children": [view("text"), false, view("text", ["spacing": "x"])]]),
        #"content.children[3].spacing: must be a number, got string "x""#
      ),
      (view("vstack", ["children": [view("text"), "x"]]), #"content.children[2]: must be a view, got string "x""#),
    ] as [(LuaValue, String)])
  func problems(_ value: LuaValue, _ expected: String) { #expect(Self.message(value) == expected) }

  @Test("false is no value for a field, as it is no child, except where false means something")
  func falseValues() throws {
    let node = try ViewDecoder.decode(
      Self.view(
        "text",
        [
          "text": "a", "color": .boolean(false), "font": .boolean(false), "background": .boolean(false), "width": .boolean(false),
          "italic": .boolean(false),
        ]))
    #expect(node == (try ViewDecoder.decode(Self.view("text", ["text": "a", "italic": .boolean(false)]))))
    #expect(node.style.italic == false)
  }

  @Test("an error is at the line of the nearest view that has one") func location() {
    func location(_ value: LuaValue) -> WidgetModel.SourceLocation? {
      do {
        _ = try ViewDecoder.decode(value)
        return nil
      } catch {
        return error.location
      }
    }
    let inner = Self.view("text", ["width": "x"], line: 12)
    let withoutLine: LuaValue = ["type": "text", "width": "x"]
    #expect(
      location(Self.view("vstack", ["children": [inner]], line: 9)) == WidgetModel.SourceLocation(file: "flight.lua", line: 12))
    #expect(
      location(Self.view("vstack", ["children": [withoutLine]], line: 9))
        == WidgetModel.SourceLocation(file: "flight.lua", line: 9))
    #expect(location(withoutLine) == nil)
    #expect(location(["type": "text", "line": -1, "file": "a", "width": "x"]) == nil)
  }

  @Test("at most 2 000 views, 32 levels and 16 KiB of text are accepted") func limits() throws {
    func stack(_ count: Int) -> LuaValue {
      Self.view("vstack", ["children": .array(Array(repeating: Self.view("divider"), count: count))])
    }
    #expect(try ViewDecoder.decode(stack(1999)).children.count == 1999)
    #expect(Self.message(stack(2000)) == "content.children[2000]: a widget has at most 2000 views")

    func nested(_ depth: Int) -> LuaValue {
      (1..<depth).reduce(Self.view("text")) { value, _ in Self.view("group", ["children": [value]]) }
    }
    #expect(Self.message(nested(32)) == nil)
    let path = "content.children[1].children[1].children[1] ... .children[1]"
    #expect(Self.message(nested(33)) == "\(path): views are nested deeper than the limit of 32")
    #expect(Self.message(nested(2000)) == "\(path): views are nested deeper than the limit of 32")

    let full = String(repeating: "x", count: 16 * 1024)
    #expect(Self.message(Self.view("text", ["text": .string(full)])) == nil)
    #expect(Self.message(Self.view("text", ["text": .string(full + "x")])) == "content.text: a view holds at most 16 KiB of text")
    #expect(
      Self.message(Self.view("text", ["id": "a", "text": .string(full)])) == "content.text: a view holds at most 16 KiB of text")
  }

  @Test("a hostile value is cut and made safe in the message") func hostileText() {
    let long = String(repeating: "A", count: 5000)
    #expect(
      Self.message(Self.view("text", ["width": .string(long)]))
        == "content.width: must be a number or a percentage such as \"50%\", got string \"\(String(repeating: "A", count: 40))...\""
    )
    #expect(
      Self.message(Self.view("text", ["width": "\u{1B}]0;x\u{7}\u{202E}\""]))
        == #"content.width: must be a number or a percentage such as "50%", got string "\u{1B}]0;x\u{7}\u{202E}\"""#)
    #expect(Self.message(Self.view("divider", [long: 1])) == "content: unknown field \"\(String(repeating: "A", count: 40))...\"")
  }
}
