import WidgetHost
package import WidgetModel

/// A browser window's properties, which decide the widgets' contexts together with the board.
package struct PageContext: Sendable, Hashable {
  /// How many columns of cards the window has. The style sheet has the same limits.
  package enum Columns: String, Sendable, CaseIterable {
    case one, two, three, four, five, six

    /// A card's width in points.
    package var cardWidth: Double {
      switch self {
      case .one: 358
      case .two: 374
      case .three: 440
      case .four, .five, .six: 390
      }
    }

    /// The width of a card as wide as the page.
    var pageWidth: Double {
      let gap = self == .two ? 20.0 : 24
      let count = Double(Self.allCases.firstIndex(of: self) ?? 0) + 1
      return count * cardWidth + (count - 1) * gap
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

  /// The width of a widget's card in points, if its family has none.
  ///
  /// - Parameter isInGrid: Whether its group has cards of a family, so all cards are as wide as a number of cells.
  func width(of entry: BoardEntry, isInGrid: Bool) -> Double {
    if entry.isFullWidth { return columns.pageWidth }
    return isInGrid ? Self.gridCardWidth : columns.cardWidth
  }

  /// Two cells and the gap between them.
  private static let gridCardWidth = SurfaceSize.size(of: .medium)?.width ?? 338

  /// A widget's context on this page.
  ///
  /// - Parameter width: The card's width, from ``width(of:isInGrid:)``.
  func context(
    of family: WidgetFamily?, width: Double, mode: DisplayMode, locale: String, timeZone: String, reason: UpdateReason = .launch
  )
    -> WidgetContext
  {
    let size = SurfaceSize.view(in: Size(width: width, height: 640), mode: mode, family: family, on: .page)
    return WidgetContext(
      reason: reason, size: size, displayMode: mode, family: family, colorScheme: colorScheme, locale: locale,
      timeZone: timeZone, surface: .page, host: .serve)
  }
}
