package import WidgetModel

/// A browser window's properties, which decide the widgets' contexts together with the board.
package struct PageContext: Sendable, Hashable {
  /// How many columns of cards the window has. The style sheet has the same limits.
  package enum Columns: String, Sendable, CaseIterable {
    case one, two, three

    /// A card's width in points.
    package var cardWidth: Double {
      switch self {
      case .one: 358
      case .two: 374
      case .three: 440
      }
    }
  }

  package var columns: Columns
  package var colorScheme: ColorScheme

  package init(columns: Columns = .two, colorScheme: ColorScheme = .light) {
    self.columns = columns
    self.colorScheme = colorScheme
  }

  /// Reads the event stream's query. Unknown values are the defaults.
  package init(_ query: FormFields?) {
    self.init(
      columns: query?["columns"].flatMap(Columns.init) ?? .two,
      colorScheme: query?["appearance"].flatMap(ColorScheme.init(rawValue:)) ?? .light)
  }

  /// `three-dark`.
  package var name: String { "\(columns.rawValue)-\(colorScheme.rawValue)" }

  /// Reads ``name``.
  package init?(name: String) {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let columns = Columns(rawValue: String(parts[0])),
      let colorScheme = ColorScheme(rawValue: String(parts[1]))
    else { return nil }
    self.init(columns: columns, colorScheme: colorScheme)
  }

  /// A widget's context on this page.
  func context(of family: WidgetFamily?, mode: DisplayMode, locale: String, timeZone: String, reason: UpdateReason = .launch)
    -> WidgetContext
  {
    let size = SurfaceSize.view(in: Size(width: columns.cardWidth, height: 640), mode: mode, family: family, on: .page)
    return WidgetContext(
      reason: reason, size: size, displayMode: mode, family: family, colorScheme: colorScheme, locale: locale,
      timeZone: timeZone, surface: .page, host: .serve)
  }
}
