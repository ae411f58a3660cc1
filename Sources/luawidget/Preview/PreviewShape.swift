import WidgetModel
import WidgetRendering

/// A row of a preview: a panel's two modes, and the families.
enum PreviewShape: Hashable {
  case panel, compact
  case family(WidgetFamily)

  /// Points: what the host has. Width is exact, height a limit.
  static let host = Size(width: 360, height: 640)

  /// Those that a widget is made for.
  static func all(for manifest: Manifest) -> [PreviewShape] {
    let panels: [PreviewShape] = manifest.largestDisplayMode == .compact ? [.compact] : [.panel, .compact]
    return panels + WidgetFamily.allCases.filter(manifest.families.contains).map(PreviewShape.family)
  }

  var family: WidgetFamily? { if case .family(let family) = self { family } else { nil } }
  var mode: DisplayMode { self == .compact ? .compact : .expanded }
  var size: Size { SurfaceSize.available(in: Self.host, mode: mode, family: family) }

  /// A family's card has one height; others are as high as their view.
  func height(_ textSize: TextSize) -> Double? {
    switch family {
    case nil: nil
    case .inline: SurfaceSize.inlineCardHeight(bodySize: TextStyle.body.size(at: textSize))
    default: size.height
    }
  }

  var caption: String {
    switch self {
    case .family(.inline): "inline: one line, \(words(size.width)) wide"
    case .panel: "panel, expanded: \(words(Self.host.width)) wide"
    case .compact: "panel, compact: \(words(Self.host.width)) wide, a view of \(words(SurfaceSize.compactHeight))"
    case .family(let family): "\(family.rawValue): \(words(size.width)) x \(words(size.height))"
    }
  }

  private func words(_ points: Double) -> String { "\(Int(points))" }
}
