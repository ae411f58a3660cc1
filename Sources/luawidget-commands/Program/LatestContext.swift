import WidgetHost
import WidgetModel
import WidgetServices

extension CompositionRoot {
  /// The context of the snapshot that was stored last, so its place gets the new view.
  func latestContext(of instance: String, _ reason: UpdateReason) -> WidgetContext {
    let newest = try? stores.snapshots.newest(of: instance)
    let shown = newest?.context ?? SnapshotContext(locale: locale.identifier, timeZone: locale.timeZone)
    return WidgetContext(
      reason: reason, size: shown.size, displayMode: shown.displayMode, family: shown.family, colorScheme: shown.colorScheme,
      textSize: shown.textSize, locale: shown.locale, timeZone: shown.timeZone, surface: shown.surface, isVisible: false,
      lastUpdate: newest?.updatedAt)
  }
}
