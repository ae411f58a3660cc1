import WidgetModel
import WidgetRendering

extension BarItem {
  /// The most characters in the bar's text, and in a line of the tooltip or the menu.
  static let (textLimit, lineLimit) = (120, 200)
  /// The most lines in a tooltip and in a menu.
  static let (tooltipLimit, menuLimit) = (40, 100)

  public init(_ snapshots: BarSnapshots, options: BarOptions) {
    var full = snapshots.full
    full.updatedAt = snapshots.currentAt
    let content = CardContent(
      full, clock: options.clock, isStale: options.isStale, isRedacted: options.isRedacted)
    let reader = BarReader(snapshots: snapshots, content: content, options: options)
    self.init(
      name: BarText.line(content.name, limit: Self.lineLimit), className: Self.className(snapshots.full.widget),
      state: Self.state(content.state), isStale: options.isStale, segments: reader.segments(),
      percentage: snapshots.full.view.flatMap { $0.percentage(isRedacted: options.isRedacted, at: options.clock.now) },
      tooltip: reader.tooltip(),
      menu: reader.menu(), gestures: Set(Gesture.allCases.filter { $0.isUseful(in: snapshots) }),
      tapCommand: options.tapCommand)
  }

  private static func state(_ state: CardContent.State) -> State {
    switch state {
    case .current: .fresh
    case .stale: .stale
    case .failed: .failed
    case .empty, .neverUpdated: .empty
    }
  }

  /// The file's stem, in characters a style sheet allows.
  private static func className(_ widget: WidgetIdentity) -> String {
    let file = widget.path?.split(separator: "/").last.map(String.init) ?? widget.name
    let stem = file.hasSuffix(".lua") ? String(file.dropLast(4)) : file
    let safe = stem.lowercased().utf8.prefix(40).map { byte -> Character in
      let isPlain = (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
      return isPlain ? Character(Unicode.Scalar(byte)) : "-"
    }
    // A class doesn't begin with a digit.
    return "widget-" + String(safe)
  }
}

extension ViewNode {
  /// The first progress or gauge in percent.
  fileprivate func percentage(isRedacted: Bool, at now: Double) -> Int? {
    guard style.hidden != true else { return nil }
    if content == .private, isRedacted { return nil }
    if case .progress(let value, _) = content { return Self.percent(style.effects?.interval?.fraction(at: now) ?? value) }
    if case .gauge(let gauge) = content { return Self.percent((gauge.value - gauge.minimum) / (gauge.maximum - gauge.minimum)) }
    for child in children { if let value = child.percentage(isRedacted: isRedacted, at: now) { return value } }
    return nil
  }

  private static func percent(_ fraction: Double) -> Int? {
    fraction.isFinite ? Int((min(1, max(0, fraction)) * 100).rounded()) : nil
  }
}
