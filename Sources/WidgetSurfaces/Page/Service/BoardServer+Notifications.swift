import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetServices

/// Notifications in browsers: each browser shows one once, however many pages it has open.
extension BoardServer {
  func connect(_ notifier: PageNotifier) {
    notifier.onChange { [weak self] notification in
      Task { await self?.notify(notification) }
    } cancel: { [weak self] key in
      Task { await self?.withdraw(key) }
    }
  }

  private func notify(_ notification: UserNotification) async {
    let widget = await board.widgets.first { $0.identity.instance == notification.sender.instance }
    let fields: [(String, String)] = [
      ("key", notification.key), ("title", terminalSafe(notification.title, limit: UserNotification.titleLimit)),
      ("body", terminalSafe(notification.body, multiline: true, limit: UserNotification.bodyLimit)), ("widget", widget?.id ?? ""),
    ]
    sendToBrowsers("notify", fields)
  }

  private func withdraw(_ key: String) { sendToBrowsers("withdraw", [("key", key)]) }

  /// To the newest page of each browser that shows notifications.
  private func sendToBrowsers(_ name: String, _ fields: [(String, String)]) {
    let object = fields.map { "\(JSONString.text($0.0)):\(JSONString.text($0.1))" }.joined(separator: ",")
    let newest = Dictionary(
      streams.filter { $0.value.showsNotifications }.map { ($0.value.session, $0.key) }, uniquingKeysWith: max)
    for stream in newest.values {
      streams[stream]?.add(other: EventStream.text(name, "{\(object)}"))
      flush(stream)
    }
  }

  func countNotifyingPages() { notifier?.setPages(streams.values.count(where: \.showsNotifications)) }
}
