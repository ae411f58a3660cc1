import WidgetModel
import WidgetRendering

extension BarItem {
  /// The most characters in the bar's text, and in a line of the tooltip or the menu.
  static let (textLimit, lineLimit) = (120, 200)
  /// The most lines in a tooltip and in a menu.
  static let (tooltipLimit, menuLimit) = (40, 100)

  public init(_ snapshots: BarSnapshots, options: BarOptions) {
    let content = CardContent(
      snapshots.full.current(at: snapshots.checkedAt), clock: options.clock, isStale: options.isStale,
      isRedacted: options.isRedacted)
    let controls = BarControls(snapshots)
    let reader = BarReader(snapshots: snapshots, controls: controls, content: content, options: options)
    self.init(
      name: BarText.line(content.name, limit: Self.lineLimit), className: Self.className(snapshots.full.widget),
      blockName: Self.className(snapshots.full.widget) + Self.settingsSuffix(snapshots.full.widget),
      state: Self.state(content.state), isStale: options.isStale, segments: reader.segments(),
      percentage: snapshots.full.view.flatMap { $0.percentage(isRedacted: options.isRedacted, at: options.clock.now) },
      tooltip: reader.tooltip(),
      menu: reader.menu(), gestures: Set(Gesture.allCases.filter { $0.isUseful(among: controls) }),
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

  /// A class does not begin with a digit.
  private static func className(_ widget: WidgetIdentity) -> String {
    let file = widget.path?.split(separator: "/").last.map(String.init) ?? widget.name
    return "widget-" + BarText.name(file.hasSuffix(".lua") ? String(file.dropLast(4)) : file)
  }

  /// The end of a name that differs for other settings of the same widget; empty without settings.
  static func settingsSuffix(_ widget: WidgetIdentity) -> String {
    widget.instance.hasPrefix(widget.id + "-") ? "-" + widget.instance.dropFirst(widget.id.count + 1).prefix(6) : ""
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
    fraction.isFinite ? Int(saturating: (min(1, max(0, fraction)) * 100).rounded()) : nil
  }
}
