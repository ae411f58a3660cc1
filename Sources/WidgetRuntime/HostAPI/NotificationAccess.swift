import WidgetModel
import WidgetServices
import WidgetSystem

/// The user's notifications, five an hour per widget.
struct NotificationAccess {
  static let categoryLimit = 32
  private static let nameLimit = 100

  private let session: HostSession

  init(_ session: HostSession) { self.session = session }

  /// - Returns: `{ value = true }` or `{ error = err }`.
  func post(_ fields: LuaValue) throws(HostError) -> LuaValue {
    func text(_ name: String) -> String? { fields[name].displayText?.visibleControls }
    guard let title = text("title"), !title.isEmpty else { throw HostError("notify: title must not be empty") }
    var notification = UserNotification(
      sender: session.notificationSender, id: text("id").map { String($0.prefix(UserNotification.idLimit)) },
      title: String(title.prefix(UserNotification.titleLimit)),
      body: String((text("body") ?? "").prefix(UserNotification.bodyLimit)), icon: fields["icon"].string ?? session.manifest.icon)
    if let urgency = fields["urgency"].string.flatMap(UserNotification.Urgency.init) { notification.urgency = urgency }
    if let name = fields["category"].string {
      guard let category = session.categories[name] else {
        let names = session.categories.keys.sorted()
        throw HostError(
          "notify: no category \(name.quoted) is registered"
            + NearestName.hint(
              name, among: names,
              otherwise: names.isEmpty ? "call notify.category first" : "categories are \(names.joined(separator: ", "))"))
      }
      notification.category = category
    }
    do throws(DurationError) {
      let delay = fields["after"].isNull ? 0 : try DurationText.seconds(fields["after"])
      if delay > 0 { notification.dueAt = session.now() + delay }
    } catch { throw HostError("notify: after: \(error)") }
    guard try takeQuota() else {
      return session.returned("notify", kind: "quota", "a widget may show \(NotificationLimit.count) notifications an hour")
    }
    do throws(NotificationError) { try session.services.notifier.post(notification) } catch {
      if case .tooMany = error { return session.returned("notify", kind: "quota", "\(error)") }
      return session.returned("notify", kind: "connect", "notify: \(error)")
    }
    return ["value": true]
  }

  func cancel(_ id: String) {
    let id = String(id.visibleControls.prefix(UserNotification.idLimit))
    try? session.services.notifier.cancel(UserNotification.key(id, of: session.notificationSender))
  }

  // MARK: Categories

  func register(_ fields: LuaValue) throws(HostError) {
    let id = try Self.name(fields["id"], "id")
    var category = NotificationCategory(id: id, actions: [])
    for (index, declared) in (fields["actions"].array ?? []).enumerated() {
      let action = try Self.action(declared, "actions[\(index + 1)]")
      guard !category.actions.contains(where: { $0.id == action.id }) else {
        throw HostError("notify.category: two actions have the id \(action.id.quoted)")
      }
      category.actions.append(action)
    }
    guard (1...NotificationCategory.actionLimit).contains(category.actions.count) else {
      throw HostError(
        "notify.category: \(id.quoted) has \(category.actions.count) actions; it must have 1 to \(NotificationCategory.actionLimit)"
      )
    }
    category.minimal = (fields["minimal"].array ?? []).compactMap(\.string)
    guard category.minimal.count <= NotificationCategory.minimalLimit else {
      throw HostError("notify.category: minimal has \(category.minimal.count) actions; it must have at most 2")
    }
    let names = category.actions.map(\.id)
    if let unknown = category.minimal.first(where: { !names.contains($0) }) {
      throw HostError(
        "notify.category: minimal: \(id.quoted) has no action \(unknown.quoted)"
          + NearestName.hint(unknown, among: names, otherwise: "actions are \(names.joined(separator: ", "))"))
    }
    guard session.categories[id] != nil || session.categories.count < Self.categoryLimit else {
      throw HostError("notify.category: a widget may register \(Self.categoryLimit) categories")
    }
    session.categories[id] = category
  }

  private static func action(_ fields: LuaValue, _ path: String) throws(HostError) -> NotificationAction {
    let id = try name(fields["id"], "\(path).id")
    guard id != NotificationAction.defaultID else {
      throw HostError("notify.category: \(path).id: \"\(id)\" is what a click on the notification itself is called")
    }
    let input = fields["text_input"]
    return NotificationAction(
      id: id, title: try name(fields["title"], "\(path).title"), isForeground: fields["foreground"].boolean ?? false,
      isDestructive: fields["destructive"].boolean ?? false,
      requiresAuthentication: fields["authentication_required"].boolean ?? false,
      placeholder: input.isNull
        ? nil
        : String((input["placeholder"].string ?? input.array?.first?.string ?? "").visibleControls.prefix(nameLimit)))
  }

  private static func name(_ value: LuaValue, _ path: String) throws(HostError) -> String {
    let text = (value.displayText ?? "").visibleControls
    guard !text.isEmpty, text.count <= nameLimit, !text.contains("\n") else {
      throw HostError("notify.category: \(path) must have 1 to \(nameLimit) characters in one line")
    }
    return text
  }

  /// Counts a notification, across all processes.
  private func takeQuota() throws(HostError) -> Bool {
    do {
      return try session.services.notificationQuota.take(widget: session.identity.id, at: session.now())
    } catch { throw HostError("notify: \(error)") }
  }
}

extension HostSession {
  /// The widget as a notification's sender. Secrets the user set are left out: they would be stored with it.
  var notificationSender: NotificationSender {
    let secrets = manifest.settings.filter { $0.isSecret }.map(\.name)
    return NotificationSender(
      instance: identity.instance, name: (manifest.name ?? identity.name).visibleControls.replacing("\n", with: " "),
      path: identity.path,
      settings: assignments.filter { !secrets.contains($0.name) }.map { .init(name: $0.name, value: $0.value) },
      entryID: entryID)
  }
}

extension String {
  /// The text with control and formatting characters as visible escapes; line breaks stay.
  fileprivate var visibleControls: String {
    var text = ""
    for scalar in unicodeScalars {
      let isHarmless =
        scalar == "\n" || !(scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format)
      text += isHarmless ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }
    return text
  }
}
