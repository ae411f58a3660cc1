public import WidgetModel

/// The contexts a bar asks for views in.
public struct BarContexts: Sendable {
  public var colorScheme: ColorScheme
  /// BCP 47.
  public var locale: String
  /// A tz database name. The system's can change.
  public var timeZone: String { zone() }
  private let zone: @Sendable () -> String

  public init(
    colorScheme: ColorScheme = .dark, locale: String = "en-US", timeZone: @autoclosure @escaping @Sendable () -> String = "UTC"
  ) {
    self.colorScheme = colorScheme
    self.locale = locale
    zone = timeZone
  }

  /// The snapshot for the tooltip and the menu.
  public func full(_ reason: UpdateReason, lastUpdate: Double? = nil) -> WidgetContext {
    context(nil, reason, Size(width: 360, height: 640), lastUpdate)
  }

  /// The context of the bar itself.
  public func inline(_ reason: UpdateReason, lastUpdate: Double? = nil) -> WidgetContext {
    context(.inline, reason, Size(width: 360, height: SurfaceSize.inlineHeight), lastUpdate)
  }

  private func context(
    _ family: WidgetFamily?, _ reason: UpdateReason, _ size: Size, _ lastUpdate: Double?
  ) -> WidgetContext {
    WidgetContext(
      reason: reason, size: size, family: family, colorScheme: colorScheme, locale: locale, timeZone: timeZone, surface: .bar,
      host: .bar, lastUpdate: lastUpdate)
  }
}
