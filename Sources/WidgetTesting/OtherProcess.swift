public import WidgetHost
public import WidgetModel
import WidgetRuntime
public import WidgetServices
import WidgetSystem

/// What `luawidget notification-response` does when the user has responded to a notification: another process runs the handler, or has the
/// process run it that shows the widget.
///
/// - Parameter path: The widget's file.
public func respond(
  to notification: UserNotification, with action: String, path: String, in root: CompositionRoot
) async throws(Failure) -> HandlerResult {
  let session = WidgetSession(
    script: try WidgetScript(path: path), services: root.services, configuration: WidgetConfiguration())
  let shown = (try? root.stores.snapshots.newest(of: notification.sender.instance))?.context ?? SnapshotContext()
  let context = WidgetContext(
    reason: .action, size: shown.size, displayMode: shown.displayMode, family: shown.family, colorScheme: shown.colorScheme,
    textSize: shown.textSize, locale: shown.locale, timeZone: shown.timeZone, surface: shown.surface)
  let keeper = LeaseKeeper(
    store: root.services.snapshots, folder: RuntimeFolder(environment: root.environment), renews: false, clock: root.clock)
  let result = try await LeasedWidget(session, keeper: keeper).run(
    .respond(NotificationResponse(to: notification, action: action)), context: context)
  await session.close()
  return result
}
