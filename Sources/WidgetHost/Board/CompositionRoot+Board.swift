import WidgetHelpers
import WidgetModel
public import WidgetRuntime

extension CompositionRoot {
  /// The configuration of a widget on a board.
  public func configuration(for entry: BoardEntry) -> WidgetConfiguration {
    var configuration = WidgetConfiguration(
      assignments: entry.settings, given: entry.allow, locale: locale.identifier, timeZone: locale.timeZone,
      seed: nil)
    configuration.place = self.configuration.place
    configuration.budgets = configuration.budgets.set(to: self.configuration.limits)
    configuration.fetchLimit = self.configuration.limits.fetches ?? configuration.fetchLimit
    configuration.apply(entry)
    return configuration
  }
}

extension WidgetConfiguration {
  /// The user's time zone now, which changes with the system's, or the one of a fixed time.
  public func timeZone(now root: CompositionRoot) -> String { fixedTime == nil ? root.locale.timeZone : timeZone }

  /// Takes over what a board file says about the widget, besides its settings and permissions.
  package mutating func apply(_ entry: BoardEntry) {
    entryID = entry.explicitID
    refresh = entry.refresh
    settingsLabel = "set"
  }
}
