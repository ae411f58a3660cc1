import WidgetHelpers
public import WidgetRuntime

extension LeaseKeeper {
  /// For a process that updates one widget, or runs one handler, and ends.
  public convenience init(oneUpdateIn root: CompositionRoot, _ configuration: WidgetConfiguration) {
    self.init(
      store: root.services.snapshots, folder: RuntimeFolder(environment: root.environment),
      lifetime: max(LeaseKeeper.lifetime, configuration.budgets.updateTime + 10), renews: false)
  }
}
