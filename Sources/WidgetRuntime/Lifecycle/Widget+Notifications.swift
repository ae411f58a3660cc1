import WidgetModel
import WidgetServices

extension Widget {
  /// Whether the response brings the widget up, as a click on the notification itself does.
  func isForeground(_ response: NotificationResponse) throws(Failure) -> Bool {
    guard let name = response.category else { return true }
    guard let category = session.categories[name] else {
      throw unregistered("category", name, among: session.categories.keys.sorted())
    }
    if response.action == NotificationAction.defaultID { return true }
    guard let action = category.actions.first(where: { $0.id == response.action }) else {
      throw unregistered("action", response.action, among: category.actions.map(\.id))
    }
    return action.isForeground
  }

  private func unregistered(_ kind: String, _ name: String, among names: [String]) -> Failure {
    Failure(
      .usage, "\(script.chunkName) registers no notification \(kind) \(name.quoted)\(NearestName.hint(name, among: names))")
  }
}

extension NotificationResponse {
  /// The `event` passed to `on_notification`.
  var luaValue: LuaValue {
    var fields: [String: LuaValue] = ["action": .string(action)]
    if let id { fields["id"] = .string(id) }
    if let category { fields["category"] = .string(category) }
    if let text { fields["text"] = .string(text) }
    return .table(fields)
  }
}
