import Testing
import WidgetModel

@testable import WidgetRendering

/// Every kind of view in every format.
@Suite struct ViewKindTests {
  /// A view of each kind. The switch makes the compiler ask for a new kind's sample.
  static func sample(of kind: ViewKind) -> ViewNode {
    let content: ViewContent =
      switch kind {
      case .text: .text("Sample")
      case .label: .label("Sample", icon: "star")
      case .icon: .icon("star")
      case .date: .date(1000, style: .relative)
      case .link: .link("Sample", url: "https://example.com")
      case .image: .image(.reference("sample.png"), mode: .fit)
      case .vstack: .vstack
      case .hstack: .hstack
      case .zstack: .zstack
      case .grid: .grid(columns: [GridColumn()])
      case .group: .group
      case .private: .private
      case .spacer: .spacer(minLength: nil)
      case .divider: .divider
      case .progress: .progress(0.5, shape: .bar)
      case .gauge: .gauge(Gauge(0.5, text: "Sample", valueText: "50 %"))
      case .chart: .chart(Chart(.line, [ChartSeries([1, 2, 3])]))
      case .activityIndicator: .activityIndicator("Sample")
      case .button: .button("Sample", icon: nil)
      case .toggle: .toggle("Sample", isOn: true)
      }
    return ViewNode(content, children: kind.takesChildren ? [ViewNode(.text("Sample"))] : [])
  }

  private func render(_ format: some SnapshotFormat, _ view: ViewNode?, isRedacted: Bool = false) throws -> String {
    let options = RenderingOptions(clock: CalendarClock(now: 1180), isRedacted: isRedacted)
    return String(decoding: try format.render(snapshot(view), in: Size(width: 320, height: 0), options: options), as: UTF8.self)
  }

  @Test("its name in JSON is its name in Lua", arguments: ViewKind.allCases)
  func names(_ kind: ViewKind) throws {
    #expect(Self.sample(of: kind).content.kind == kind)
    #expect(try render(JSONFormat(), Self.sample(of: kind)).contains("\"type\":\"\(kind.rawValue)\""))
  }

  @Test("every format draws it", arguments: ViewKind.allCases)
  func drawn(_ kind: ViewKind) throws {
    let nothing = ViewNode(.vstack)
    // A spacer is nothing but room, and nothing is said about a line.
    let isSilent = kind == .spacer || kind == .divider
    for format in [TextFormat(), ANSIFormat(), HTMLFormat(), MarkdownFormat(), SpokenFormat()] as [any SnapshotFormat] {
      let isText = format is SpokenFormat || format is MarkdownFormat && kind == .spacer
      let differs = try render(format, Self.sample(of: kind)) != render(format, nothing)
      #expect(differs == !(isText && isSilent || kind == .spacer && !(format is HTMLFormat)), "\(type(of: format).name)")
    }
  }

  @Test("every format hides it inside a private view", arguments: ViewKind.allCases)
  func redacted(_ kind: ViewKind) throws {
    let secret = ViewNode(.private, children: [Self.sample(of: kind)])
    for format in [TextFormat(), ANSIFormat(), HTMLFormat(), MarkdownFormat(), SpokenFormat(), JSONFormat()]
      as [any SnapshotFormat]
    {
      let output = try render(format, secret, isRedacted: true)
      #expect(!output.contains("Sample") && !output.contains("sample.png"), "\(type(of: format).name)")
    }
  }

  @Test("every icon with a drawing has a text or is declared decorative")
  func iconTexts() {
    let decorative = IconName.all.filter { IconText.text(for: $0) == nil }
    #expect(
      decorative == [
        "app", "chevron.down", "chevron.left", "chevron.right", "chevron.up", "circle", "circle.fill", "circle.lefthalf.filled",
        "quote.closing", "quote.opening", "square", "square.fill", "triangle", "triangle.fill",
      ])
    for name in IconName.all {
      #expect(IconText.text(for: name)?.contains(".") != true)
    }
    #expect(IconText.text(for: "🍅") == "🍅" && IconText.text(for: "no.such.icon") == nil)
    #expect(IconText.text(for: "cloud.rain.fill") == "rain" && IconText.text(for: String(repeating: "a.", count: 100)) == nil)
  }
}
