import WidgetModel
import WidgetRendering

/// A row of a preview: the two display modes, or a family.
enum PreviewShape: Hashable {
  case expanded, compact
  case family(WidgetFamily)

  /// A panel's space.
  private static let panelSize = Size(width: 360, height: 640)

  /// The shapes supported by a widget.
  static func all(for manifest: Manifest) -> [PreviewShape] {
    let panels: [PreviewShape] = manifest.largestDisplayMode == .compact ? [.compact] : [.expanded, .compact]
    return panels + WidgetFamily.allCases.filter(manifest.families.contains).map(PreviewShape.family)
  }

  /// A panel, and the family people choose most, for everything not shown in every shape.
  static func typical(of shapes: [PreviewShape]) -> [PreviewShape] {
    let family = [PreviewShape.family(.medium), .family(.small)].first(where: shapes.contains)
    return [shapes.first, family ?? shapes.first { $0.family != nil }].compactMap { $0 }
  }

  var name: String { family?.rawValue ?? (self == .compact ? "compact" : "expanded") }

  var family: WidgetFamily? { if case .family(let family) = self { family } else { nil } }
  var mode: DisplayMode { self == .compact ? .compact : .expanded }
  var size: Size { SurfaceSize.available(in: host, mode: mode, family: family) }

  /// The space in points. The width is exact, the height a maximum.
  var host: Size {
    let own = family.flatMap(SurfaceSize.size(of:))
    return Size(width: max(Self.panelSize.width, own?.width ?? 0), height: Self.panelSize.height)
  }

  /// A family's height. Other cards are as high as their view.
  func height(_ textSize: TextSize) -> Double? {
    switch family {
    case nil: nil
    case .inline: SurfaceSize.inlineCardHeight(at: textSize)
    default: size.height
    }
  }

  var caption: String {
    switch self {
    case .family(.inline): "inline: one line, \(points(size.width)) points wide"
    case .expanded: "expanded: \(points(Self.panelSize.width)) points wide"
    case .compact: "compact: \(points(Self.panelSize.width)) points wide, view at most \(points(SurfaceSize.compactHeight)) high"
    case .family(let family): "\(family.rawValue): \(points(size.width)) x \(points(size.height)) points"
    }
  }

  private func points(_ length: Double) -> String { "\(Int(saturating: length))" }
}

/// A card state shown in a preview.
enum PreviewState: CaseIterable {
  case stale, failed, unavailable, redacted, rightToLeft

  var caption: String {
    switch self {
    case .stale: "stale"
    case .failed: "failed"
    case .unavailable: "failed, without a view"
    case .redacted: "redacted"
    case .rightToLeft: "right to left"
    }
  }

  /// How long ago the view of a stale or failed widget was made, in seconds.
  private static let age = 7200.0

  /// The same widget in this state.
  func applied(to snapshot: Snapshot) -> Snapshot {
    var shown = snapshot
    switch self {
    case .stale: shown.updatedAt -= Self.age
    case .failed:
      shown.failure = shown.failure ?? Self.failure
      shown.updatedAt -= Self.age
    case .unavailable:
      shown.failure = shown.failure ?? Self.failure
      shown.view = nil
    case .redacted: break
    case .rightToLeft: shown.view?.style.layoutDirection = .rightToLeft
    }
    return shown
  }

  private static let failure = Failure(.reported, "the server does not respond")
}
