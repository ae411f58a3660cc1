import ArgumentParser
import WidgetModel
import WidgetRendering

/// The options for choosing among a widget's stored snapshots by context.
struct SnapshotSelection: ParsableArguments {
  @Option(help: "Only snapshots for a family, or for none: \(SelectedFamily.names).")
  var family: SelectedFamily?

  @Option(help: "Only snapshots for a surface: \(Surface.allCases.map(\.rawValue).joined(separator: ", ")).")
  var surface: Surface?

  @Option(help: "Only snapshots for light or dark.")
  var appearance: ColorScheme?

  @Option(help: "Only snapshots for a text size, such as xLarge.")
  var textSize: TextSize?

  @Option(help: "Only snapshots for a locale, such as de-DE.")
  var locale: String?

  @Option(help: ArgumentHelp("Only snapshots for a size in points, as shown by list: 624x640.", valueName: "WxH"))
  var size: String?

  /// Whether any option is given.
  var isRestricted: Bool {
    family != nil || surface != nil || appearance != nil || textSize != nil || locale != nil || size != nil
  }

  func includes(_ context: SnapshotContext) -> Bool {
    if let family, context.family != family.family { return false }
    if let surface, context.surface != surface { return false }
    if let appearance, context.colorScheme != appearance { return false }
    if let textSize, context.textSize != textSize { return false }
    if let locale, context.locale.lowercased() != locale.lowercased() { return false }
    if let size, context.sizeText != size { return false }
    return true
  }
}

/// A family, or none.
struct SelectedFamily: ExpressibleByArgument {
  /// nil selects contexts without a family.
  var family: WidgetFamily?

  init?(argument: String) {
    family = WidgetFamily(rawValue: argument)
    if family == nil, argument != "none" { return nil }
  }

  static var allValueStrings: [String] { WidgetFamily.allCases.map(\.rawValue) + ["none"] }
  static var names: String { allValueStrings.joined(separator: ", ") }
}

extension SnapshotContext {
  /// Width and height in points: `624x640`.
  var sizeText: String { "\(Self.points(size.width))x\(Self.points(size.height))" }

  /// The context as listed: `terminal inline 624x20, dark, large, en-US, UTC`.
  var summary: String {
    let mode = displayMode == .compact ? "compact" : nil
    let shape = [surface.rawValue, family?.rawValue, mode, sizeText].compactMap { $0 }.joined(separator: " ")
    return terminalSafe("\(shape), \(colorScheme.rawValue), \(textSize.rawValue), \(locale), \(timeZone)")
  }

  private static func points(_ length: Double) -> String { Int(exactly: length.rounded()).map(String.init) ?? "\(length)" }
}
