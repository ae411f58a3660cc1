public import WidgetModel

/// Notifications as MessagePack values, for the notifier and for the store of scheduled ones.
extension UserNotification {
  public var wire: LuaValue {
    .table([
      "sender": sender.wire, "key": .string(key), "id": LuaValue(id), "title": .string(title), "body": .string(body),
      "icon": LuaValue(icon), "urgency": .string(urgency.rawValue), "category": category?.wire ?? .null,
      "due": dueAt.map { .number($0) } ?? .null,
    ])
  }

  /// - Returns: nil unless every field has its type and every text is within its limit.
  public init?(wire: LuaValue) {
    guard let sender = NotificationSender(wire: wire["sender"]), let key = wire["key"].string, Self.isKey(key),
      let title = wire["title"].string, title.count <= Self.titleLimit, let body = wire["body"].string,
      body.count <= Self.bodyLimit, let urgency = wire["urgency"].string.flatMap(Urgency.init)
    else { return nil }
    var category: NotificationCategory?
    if !wire["category"].isNull {
      guard let declared = NotificationCategory(wire: wire["category"]) else { return nil }
      category = declared
    }
    if let due = wire["due"].double, !due.isFinite { return nil }
    self.init(
      sender: sender, key: key, id: wire["id"].string, title: title, body: body, icon: wire["icon"].string, urgency: urgency,
      category: category, dueAt: wire["due"].double)
  }
}

extension NotificationSender {
  var wire: LuaValue {
    .table([
      "instance": .string(instance), "name": .string(name), "path": LuaValue(path), "entry": LuaValue(entryID),
      "settings": .array(settings.map { .array([.string($0.name), .string($0.value)]) }),
    ])
  }

  init?(wire: LuaValue) {
    guard let instance = wire["instance"].string, let name = wire["name"].string, let pairs = wire["settings"].array else {
      return nil
    }
    var settings: [Setting] = []
    for pair in pairs {
      guard case .array(let parts) = pair, parts.count == 2, let name = parts[0].string, let value = parts[1].string else {
        return nil
      }
      settings.append(Setting(name: name, value: value))
    }
    self.init(instance: instance, name: name, path: wire["path"].string, settings: settings, entryID: wire["entry"].string)
  }
}

extension NotificationCategory {
  fileprivate var wire: LuaValue {
    .table([
      "id": .string(id), "actions": .array(actions.map(\.wire)), "minimal": .array(minimal.map { .string($0) }),
    ])
  }

  fileprivate init?(wire: LuaValue) {
    guard let id = wire["id"].string, let actions = wire["actions"].array, let minimal = wire["minimal"].array,
      actions.count <= Self.actionLimit
    else { return nil }
    let decoded = actions.compactMap(NotificationAction.init(wire:))
    guard decoded.count == actions.count else { return nil }
    self.init(id: id, actions: decoded, minimal: minimal.compactMap(\.string))
  }
}

extension NotificationAction {
  fileprivate var wire: LuaValue {
    .table([
      "id": .string(id), "title": .string(title), "foreground": .boolean(isForeground), "destructive": .boolean(isDestructive),
      "authentication": .boolean(requiresAuthentication), "placeholder": LuaValue(placeholder),
    ])
  }

  fileprivate init?(wire: LuaValue) {
    guard let id = wire["id"].string, let title = wire["title"].string else { return nil }
    self.init(
      id: id, title: title, isForeground: wire["foreground"].boolean ?? false,
      isDestructive: wire["destructive"].boolean ?? false, requiresAuthentication: wire["authentication"].boolean ?? false,
      placeholder: wire["placeholder"].string)
  }
}

extension NotificationResponse {
  public var wire: LuaValue {
    .table([
      "sender": sender.wire, "id": LuaValue(id), "category": LuaValue(category), "action": .string(action),
      "text": LuaValue(text),
    ])
  }

  public init?(wire: LuaValue) {
    guard let sender = NotificationSender(wire: wire["sender"]), let action = wire["action"].string else { return nil }
    self.init(
      sender: sender, id: wire["id"].string, category: wire["category"].string, action: action, text: wire["text"].string)
  }
}
