import WidgetModel

/// Every kind of view, as shown in its golden images.
enum Gallery {
  static let views: [(name: String, view: ViewNode)] = [
    (
      "text",
      column(
        text("Large title") { $0.font = .style(.largeTitle) }, text("Headline") { $0.font = .style(.headline) },
        text("Body, and a long line of it that has to go on in the next one."),
        text("italic") { $0.italic = true }, text("monospaced 0123") { $0.monospaced = true },
        text("Serif") { $0.font = .custom(size: 17, weight: .regular, design: .serif) },
        text("Rounded") { $0.font = .custom(size: 17, weight: .bold, design: .rounded) },
        text("cut at the end of its only line, which is this") { $0.lineLimit = 1 },
        text("Footnote, secondary") {
          $0.font = .style(.footnote)
          $0.color = .named(.secondary)
        })
    ),
    (
      "spans",
      column(
        spans(
          span("7.4°") { $0.font = .style(.title) }, span(" in "), span("Berlin") { $0.weight = .bold },
          span(", rain ") { $0.italic = true }, span("0.3 mm") { $0.monospaced = true }),
        spans(
          span("was "), span("12:05") { $0.strikethrough = true }, span(", now "),
          span("12:45") {
            $0.underline = true
            $0.color = .named(.red)
          }, span(", more in "), span("the timetable of the line") { $0.link = "https://example.com" },
          span(", which goes on in another line")),
        spans(span("שלום "), span("bold") { $0.weight = .bold }))
    ),
    (
      "scripts",
      column(
        text("Grüße, Ελληνικά, кириллица"), text("日本語 한국어 汉字"), text("שלום وسلام"), text("😀 👩‍👩‍👧‍👦 🇩🇪 ❤️ 👍🏽 1️⃣"), text("e\u{301} ﬁ Ǆ → ½"))
    ),
    (
      "label",
      column(
        view(.label("Windy", icon: "wind")), view(.label("With an emoji", icon: "🎈")),
        view(.label("A longer label that goes on in a second line", icon: "airplane")) { $0.color = .named(.purple) })
    ),
    (
      "icon",
      view(
        .grid(columns: Array(repeating: GridColumn(.flexible, align: .center), count: 6)),
        [
          "airplane", "cloud.rain", "heart.fill", "battery.75", "lock", "person", "star.fill", "gear", "calendar", "bolt",
          "house",
          "no.such.icon",
        ].map { name in
          view(.icon(name)) {
            $0.font = .style(.title)
            $0.color = name == "heart.fill" ? .named(.red) : nil
          }
        })
    ),
    (
      "shapes",
      column(
        row(
          shape(.circle) { $0.fill = .named(.orange) },
          shape(.rectangle) {
            $0.fill = .named(.blue); $0.corners = CornerRadii(topLeft: 14, bottomRight: 14)
          },
          shape(.capsule, width: 56) {
            $0.fill = .named(.green); $0.stroke = .named(.label); $0.lineWidth = 2
          },
          shape(.path("M0 1 L.5 0 L1 1 Z")) {
            $0.fillGradient = Gradient([.named(.yellow), .named(.red)]); $0.fill = .named(.orange)
          },
          shape(.path("M0 .6 Q.25 0 .5 .5 T1 .4"), width: 60) {
            $0.stroke = .named(.purple); $0.lineWidth = 3
          },
          shape(.rectangle) {
            $0.rotation = 45; $0.fill = .named(.teal)
          }),
        view(
          .overlay,
          [
            shape(.rectangle, width: 60) {
              $0.fill = .named(.indigo); $0.shadow = Shadow(radius: 6, y: 3)
            },
            text("3") {
              $0.color = .rgb(0xFFFFFF)
              $0.background = .named(.red)
              $0.cornerRadius = 10
              $0.padding = EdgeInsets(top: 0, left: 6, bottom: 0, right: 6)
              $0.setEffect(\.offset, to: Size(width: 8, height: -8))
            },
          ]
        ) { $0.align = .topTrailing },
        view(.gauge(Gauge(0.7, valueText: "70", shape: .ring))) {
          $0.height = 48
          $0.setEffect(\.lineWidth, to: 4)
        },
        view(.vstack, [view(.progress(0.6, shape: .bar)), view(.button("Tinted", icon: nil))]) {
          $0.setEffect(\.tint, to: .named(.purple))
        },
        row(
          view(.shape(.rectangle)) {
            $0.height = 8; $0.setEffect(\.relativeWidth, to: 0.5)
          }, text("half")),
        text("Two lines\nin the middle, 1111") {
          $0.setEffect(\.textAlign, to: .center)
          $0.setEffect(\.lineSpacing, to: 6)
          $0.setEffect(\.isTabular, to: true)
        },
        text("on an image") {
          $0.background = .rgb(0x404040)
          $0.cornerRadius = 8
          $0.padding = EdgeInsets(all: 8)
          $0.setEffect(\.backgroundImage, to: .reference("gradient.png"))
        })
    ),
    (
      "date",
      column(
        view(.date(noon, style: .time)), view(.date(noon, style: .date)), view(.date(noon, style: .relative)),
        view(.date(noon + 600, style: .offset)), view(.date(noon + 600, style: .timer)) { $0.monospaced = true })
    ),
    ("link", column(view(.link("swift.org", url: "https://swift.org")), view(.link("", url: "https://example.com/path")))),
    (
      "image",
      row(
        view(.image(.reference("gradient.png"), mode: .fit)) {
          $0.width = 60
          $0.height = 60
        },
        view(.image(.reference("gradient.png"), mode: .fill)) {
          $0.width = 60
          $0.height = 60
          $0.cornerRadius = 12
        },
        view(.image(.reference("missing.png"), mode: .fit)) {
          $0.width = 84
          $0.height = 60
          $0.accessibility = "A map of the way"
        })
    ),
    ("imagesize", view(.image(.reference("gradient.png"), mode: .fit))),
    (
      "stacks",
      column(
        row(text("Boarding"), spacer(), text("12:05") { $0.font = .style(.headline) }),
        row(text("A") { $0.background = .named(.yellow) }, text("B") { $0.border = .named(.red) }) { $0.spacing = 20 },
        column(text("On a ground of its own")) {
          $0.background = .pair(light: .rgb(0xE5F0FF), dark: .rgb(0x10233A))
          $0.padding = EdgeInsets(all: 10)
          $0.cornerRadius = 10
          $0.border = .named(.accent)
        },
        text("half there") { $0.opacity = 0.5 }, text("not there") { $0.hidden = true }, text("below what is not there"))
    ),
    (
      "card",
      ViewNode(
        .card(header: .hidden),
        style: {
          var style = ViewStyle()
          style.gradient = Gradient([.rgb(0x1B4F9C), .rgb(0x6FB1E8)])
          style.background = style.gradient?.likeness
          return style
        }(),
        children: [
          text("Berlin") { $0.font = .style(.headline) },
          text("14°") { $0.font = .custom(size: 44, weight: .light, design: nil) },
          text("Partly cloudy") { $0.color = .named(.secondary) },
          text("translucent") {
            $0.background = .translucent(.rgb(0xFFFFFF), opacity: 0.25)
            $0.padding = EdgeInsets(all: 6)
            $0.cornerRadius = 8
          },
        ])
    ),
    (
      "gradients",
      row(
        text("") {
          ($0.width, $0.height, $0.cornerRadius) = (50, 50, 12)
          $0.gradient = Gradient([.named(.blue), .named(.purple)], direction: .diagonal)
        },
        text("") {
          ($0.width, $0.height, $0.cornerRadius) = (50, 50, 25)
          $0.gradient = Gradient([.named(.yellow), .named(.orange), .named(.red)], direction: .radial)
        },
        text("") {
          ($0.width, $0.height) = (50, 50)
          $0.gradient = Gradient([.named(.green), .named(.clear)], direction: .right)
        })
    ),
    (
      "fits",
      column(
        view(.fits, [text("An alternative that is far too wide for the card"), text("The alternative that fits")]),
        view(.fits, [text("The first alternative"), text("The second")]))
    ),
    (
      "mirrored",
      column(
        row(view(.label("שער", icon: "airplane")), spacer(), text("B 42") { $0.font = .style(.headline) }),
        text("טיסה מלונדון לתל אביב ממריאה בזמן, והעלייה למטוס מתחילה עוד מעט"),
        text("Latin text starts at the right too"),
        view(.progress(0.3, shape: .bar)),
        row(view(.button("רענון", icon: "arrow.clockwise")), view(.toggle("Wi-Fi", isOn: true))),
        view(.chart(Chart(.line, [ChartSeries([1, 4, 2, 6])])))
      ) { $0.layoutDirection = .rightToLeft }
    ),
    (
      "zstack",
      view(
        .zstack,
        [
          text("") {
            $0.background = .named(.indigo)
            $0.width = 120
            $0.height = 60
            $0.cornerRadius = 30
          }, text("on top") { $0.color = .rgb(0xFFFFFF) },
        ]
      ) { $0.align = .center }
    ),
    (
      "grid",
      view(
        .grid(columns: [GridColumn(.automatic), GridColumn(.flexible), GridColumn(.fixed(60), align: .trailing)]),
        ["Mon", "Cloudy", "12°", "Tue", "Rain, later sun", "9°", "Wed", "Sun", "15°"].map { text($0) })
    ),
    ("divider", column(text("above"), view(.divider), row(text("left"), view(.divider), text("right")))),
    (
      "progress",
      column(
        view(.progress(0.7, shape: .bar)), view(.progress(0, shape: .bar)),
        row(
          view(.progress(0.25, shape: .circle)),
          view(.progress(1, shape: .circle)) { $0.color = .named(.green) },
          view(.progress(0.6, shape: .circle)) {
            $0.width = 60
            $0.height = 60
            $0.color = .named(.orange)
          })
      ) { $0.spacing = 12 }
    ),
    (
      "gauge",
      column(
        row(
          view(.gauge(Gauge(0.71, text: "CPU", valueText: "71%"))),
          view(.gauge(Gauge(18, minimum: -10, maximum: 40, text: "Outside", valueText: "18°"))) { $0.color = .named(.orange) }),
        view(.gauge(Gauge(3, minimum: 0, maximum: 5, text: "Level", valueText: "3", shape: .bar))))
    ),
    (
      "button",
      column(
        row(view(.button("Refresh", icon: "arrow.clockwise")), view(.button("", icon: "plus"))),
        view(.button("Check in", icon: nil)) { $0.color = .named(.green) })
    ),
    ("toggle", column(view(.toggle("Wi-Fi", isOn: true)), view(.toggle("Do not disturb", isOn: false)))),
    ("activity", view(.activityIndicator("Looking up lua"))),
    (
      "line",
      view(
        .chart(
          Chart(
            .line, [ChartSeries([3, 5, 4, nil, 8, 6, 9], name: "in"), ChartSeries([1, 2, 3, 4, 3, 2, 1], name: "out")],
            labels: ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"])))
    ),
    (
      "bar",
      view(.chart(Chart(.bar, [ChartSeries([3, -2, 5, 8]), ChartSeries([4, 1, -3, 2])], labels: ["Q1", "Q2", "Q3", "Q4"])))
    ),
    ("area", view(.chart(Chart(.area, [ChartSeries([2, 6, 4, 9, 7, 12, 10])]))) { $0.color = .named(.teal) }),
    (
      "spark",
      row(text("Load"), spacer(), view(.chart(Chart(.spark, [ChartSeries([1, 3, 2, 6, 4, 5])]))) { $0.color = .named(.green) })
    ),
    (
      "pie",
      view(.chart(Chart(.pie, [ChartSeries([50, 30, 15, 5])], labels: ["System", "Photos", "Music", "Rest"])))
    ),
    (
      "fields",
      view(
        .vstack,
        [
          field(.text) { ($0.label, $0.placeholder, $0.onSubmit) = ("Add", "Milk", 11) },
          field(.text) { ($0.text, $0.onSubmit) = ("Bread <b>&", 12) },
          field(.text) { ($0.label, $0.isSecure, $0.isFilled, $0.onSubmit) = ("Password", true, true, 13) },
          field(.picker) { ($0.label, $0.text, $0.choices) = ("City", "Berlin", ["Berlin", "London"]) },
          field(.picker) { ($0.text, $0.choices, $0.style) = ("Metric", ["Metric", "Imperial"], .segments) },
          field(.slider) { ($0.label, $0.number) = ("Volume", 0.4) },
          field(.stepper) { ($0.label, $0.number, $0.to, $0.step) = ("People", 12, 12, 1) },
          field(.date) {
            ($0.label, $0.text, $0.number, $0.to) = ("Due", "2026-11-05T15:04:09", 1_793_891_049, 4_000_000_000)
            $0.dateStyle = .dateTime
          },
        ])
    ),
    ("private", view(.private, [text("Balance"), text("1,234.56 €") { $0.font = .style(.title) }])),
  ]
}

/// A field with its parts.
private func field(_ kind: InputField.Kind, _ edit: (inout InputField) -> Void) -> ViewNode {
  var field = InputField(kind)
  field.onChange = 10
  edit(&field)
  return ViewNode(.field(field), children: field.parts(), action: field.onSubmit)
}

/// A shape of 32 points.
private func shape(_ shape: Shape, width: Double = 32, _ edit: (inout ViewEffects) -> Void) -> ViewNode {
  var effects = ViewEffects()
  edit(&effects)
  var node = ViewNode(.shape(shape))
  (node.style.width, node.style.height) = (width, 32)
  node.style.effects = effects
  return node
}
