import WidgetModel

/// One view of every kind, as an author would write it, for the golden files.
let viewGallery: [(name: String, view: ViewNode)] = [
  (
    "text",
    vstack(
      text("Large title") { $0.font = .style(.largeTitle) }, text("Title") { $0.font = .style(.title2) },
      text("Body text that is long enough to need a second line in a narrow card."),
      text("Secondary, centred") {
        $0.color = .named(.secondary); $0.align = .center
      },
      text("One line only, cut at its end because it is far too long") { $0.lineLimit = 1 },
      text("Two lines, then an ellipsis: the rest of this text is not to be seen by anyone who reads it.") {
        $0.lineLimit = 2; $0.font = .style(.footnote)
      },
      text("Italic serif") {
        $0.italic = true; $0.font = .custom(size: 20, weight: .light, design: .serif)
      },
      text("1234567890") {
        $0.monospaced = true; $0.color = .pair(light: .rgb(0x005500), dark: .rgb(0x88FF88))
      },
      text("Shrinks to fit: a long headline") {
        $0.minScale = 0.5; $0.lineLimit = 1; $0.font = .style(.title)
      })
  ),
  (
    "label",
    vstack(
      view(.label("Checked in", icon: "checkmark")) { $0.color = .named(.green) }, view(.label("No icon", icon: nil)),
      view(.label("A tomato", icon: "🍅")), view(.label("Nobody knows this icon", icon: "no.such.icon")),
      view(.icon("cloud.rain")) { $0.font = .style(.largeTitle) },
      view(.icon("heart.fill")) {
        $0.color = .named(.red); $0.accessibility = "liked"
      })
  ),
  (
    "date",
    vstack(
      view(.date(1_795_262_700, style: .time)), view(.date(1_795_262_700, style: .date)),
      view(.date(1_795_262_700, style: .relative)), view(.date(1_795_262_100, style: .offset)),
      view(.date(1_795_262_700, style: .timer)), view(.date(.nan, style: .time)))
  ),
  (
    "link",
    vstack(
      view(.link("The manual", url: "https://example.com/a?b=c&d=e")), view(.link("", url: "mailto:a@example.com")),
      view(.link("An app", url: "myflight://check-in")), view(.link("Refused", url: "javascript:alert(1)")))
  ),
  (
    "image",
    hstack(
      view(.image(.bytes(tinyPNG), mode: .fit)) {
        $0.width = 48; $0.height = 32; $0.accessibility = "a red dot"; $0.cornerRadius = 6
      },
      view(.image(.bytes(Array("<svg onload='x'>".utf8)), mode: .fill)),
      view(.image(.reference("maps/berlin.png?x=1"), mode: .fit)))
  ),
  (
    "stacks",
    vstack(
      hstack(text("Boarding") { $0.color = .named(.secondary) }, spacer(), text("12:05") { $0.font = .style(.headline) }),
      hstack(text("left"), divider(), text("middle"), spacer(20), text("right")), divider(),
      hstack(
        vstack(text("a"), text("longer")) {
          $0.align = .trailing; $0.spacing = 0
        }, vstack(text("b"), progress(0.3))
      ) { $0.align = .top },
      hstack(
        text("A long text beside another one, that has to be broken into lines"), text("short"), text("12 345 km")),
      view(
        .zstack,
        [
          view(.text("")) {
            $0.width = 80; $0.height = 40; $0.background = .named(.blue); $0.cornerRadius = 8
          }, text("on top") { $0.color = .rgb(0xFFFFFF) },
        ]), view(.card(header: .hidden), [text("in a card")]) { $0.background = .translucent(.named(.teal), opacity: 0.3) },
      view(.group, [text("in a group")]),
      view(
        .fits,
        [
          text("an alternative that is far too long for any card of this width, so that it is never shown"),
          text("an alternative"),
        ]),
      view(.hstack, [view(.label("right to left", icon: "star")), spacer(), text("12:05")]) { $0.layoutDirection = .rightToLeft },
      view(.vstack, [])
    ) { $0.spacing = 8 }
  ),
  (
    "grid",
    view(
      .grid(columns: [
        GridColumn(.automatic), GridColumn(.flexible, align: .center), GridColumn(.fixed(60), align: .trailing),
      ]),
      [
        text("Mon"), view(.icon("cloud.rain")), text("12°"), text("Tuesday"), view(.icon("sun.max")), text("21°"), text("Wed"),
      ]
    ) { $0.spacing = 6 }
  ),
  (
    "frame",
    vstack(
      text("padded, bordered") {
        $0.padding = EdgeInsets(top: 4, left: 12, bottom: 4, right: 12); $0.border = .named(.accent); $0.cornerRadius = 10
      },
      text("faint") { $0.opacity = 0.5 }, text("keeps its room") { $0.hidden = true },
      text("120 wide") {
        $0.width = 120; $0.background = .named(.yellow); $0.align = .trailing
      },
      text("all there is") {
        $0.maxWidth = .infinity; $0.background = .pair(light: .rgb(0xDDEEFF), dark: .rgb(0x223344)); $0.align = .center
      },
      text("odd numbers") {
        $0.width = .nan; $0.height = -5; $0.padding = EdgeInsets(all: .infinity); $0.maxHeight = 40; $0.aspectRatio = .nan
      })
  ),
  (
    "progress",
    vstack(
      progress(0.71), view(.progress(0.3, shape: .circle)) { $0.accessibility = "30 % done" },
      progress(.nan), progress(2), vstack(progress(1)) { $0.color = .named(.red) })
  ),
  (
    "gauge",
    hstack(
      view(.gauge(Gauge(0.71, text: "CPU", valueText: "71 %"))) { $0.color = .named(.orange) },
      view(.gauge(Gauge(12, minimum: -20, maximum: 40, text: "Outside", valueText: "12 °C", shape: .bar))),
      view(.gauge(Gauge(0))))
  ),
  (
    "charts",
    vstack(
      view(.chart(Chart(.line, [ChartSeries([1, 3, nil, 2, 5, 4.5])], labels: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]))),
      view(
        .chart(
          Chart(
            .bar, [ChartSeries([3, -1, 4], name: "in"), ChartSeries([2, 2, 1], name: "out", color: .named(.pink))],
            labels: ["Q1", "Q2", "Q3"]))),
      view(.chart(Chart(.area, [ChartSeries([10, 40, 35, 60])], minimum: 0, maximum: 100, showsAxes: false))) { $0.height = 60 },
      view(.chart(Chart(.spark, [ChartSeries([1, 2, 4, 3, 7, 6, 9])]))),
      view(.chart(Chart(.pie, [ChartSeries([50, 30, 20])], labels: ["Swift", "Lua", "C"]))),
      view(.chart(Chart(.line, [ChartSeries([])]))), view(.chart(Chart(.pie, [ChartSeries([1])]))))
  ),
  (
    "shapes",
    vstack(
      hstack(
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
      vstack(view(.progress(0.6, shape: .bar)), view(.button("Tinted", icon: nil))) { $0.setEffect(\.tint, to: .named(.purple)) },
      hstack(
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
        $0.setEffect(\.backgroundImage, to: .bytes(tinyPNG))
      })
  ),
  (
    "controls",
    vstack(
      hstack(button("Refresh", icon: "arrow.clockwise"), button("Check in", action: 2), button("", icon: "gear", action: 3)),
      toggle("On", isOn: true), toggle("Off", isOn: false), view(.button("No action", icon: nil)),
      view(.vstack, [text("Tap me")], action: 9) { $0.accessibility = "opens the map" })
  ),
  (
    "fields",
    vstack(
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
      })
  ),
  (
    "activity",
    vstack(view(.activityIndicator("Looking up LY315")), view(.activityIndicator(nil)))
  ),
  ("private", vstack(text("Balance"), view(.private, [text("1 234.56 €"), text("IBAN DE00")]))),
  (
    "accessibility",
    vstack(
      hstack(text("▲"), text("3.2")) { $0.accessibility = "up 3.2 percent" },
      text("71%") {
        $0.accessibility = "71 percent used"; $0.id = "used"; $0.transition = .fade
      })
  ),
]

/// A field with its parts.
private func field(_ kind: InputField.Kind, _ edit: (inout InputField) -> Void) -> ViewNode {
  var field = InputField(kind)
  field.onChange = 10
  edit(&field)
  return ViewNode(.field(field), children: field.parts(), action: field.onSubmit)
}

private func shape(_ shape: Shape, width: Double = 32, _ edit: (inout ViewEffects) -> Void) -> ViewNode {
  var effects = ViewEffects()
  edit(&effects)
  return view(.shape(shape)) {
    ($0.width, $0.height) = (width, 32)
    $0.effects = effects
  }
}

/// A PNG of one pixel.
let tinyPNG: [UInt8] = [
  0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0,
  0x90, 0x77, 0x53, 0xDE, 0, 0, 0, 0x0C, 0x49, 0x44, 0x41, 0x54, 8, 0xD7, 0x63, 0xF8, 0xCF, 0xC0, 0, 0, 3, 1, 1, 0, 0x18, 0xDD,
  0x8D, 0xB0, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
]
