import WidgetModel

/// The protocol between a program sending notifications and `luawidget-notifier` (`docs/notifications.md`).
package enum NotifierProtocol {
  package static let version: Int64 = 1
  /// Bytes of a frame in either direction.
  package static let maximumFrame = 64 << 10
  /// The descriptor of a started notifier's first connection.
  package static let descriptor: Int32 = 3
}

/// A message to the notifier.
package enum NotifierRequest: Sendable, Equatable {
  case post(UserNotification)
  case cancel(key: String)
  /// Shows scheduled notifications when they're due. The notifier does so from the start.
  case resume

  package var encoded: [UInt8] {
    let parts: [LuaValue] =
      switch self {
      case .post(let notification): [.integer(NotifierProtocol.version), "post", notification.wire]
      case .cancel(let key): [.integer(NotifierProtocol.version), "cancel", .string(key)]
      case .resume: [.integer(NotifierProtocol.version), "resume"]
      }
    return MessagePack.encode(.array(parts))
  }

  /// - Returns: nil for any other message, and for one from another version.
  package init?(decoding payload: [UInt8]) {
    guard case .array(let parts)? = try? MessagePack.decode(payload), parts.count >= 2,
      parts[0].integer == NotifierProtocol.version
    else { return nil }
    switch (parts[1].string, parts.count) {
    case ("post", 3):
      guard let notification = UserNotification(wire: parts[2]) else { return nil }
      self = .post(notification)
    case ("cancel", 3):
      guard let key = parts[2].string else { return nil }
      self = .cancel(key: key)
    case ("resume", 2): self = .resume
    default: return nil
    }
  }
}

/// A message from the notifier.
package enum NotifierReply: Sendable, Equatable {
  /// The first message from a started notifier: it serves the connection.
  case ready
  /// The first message instead, if another notifier is running or about to end.
  case busy
  case done
  case failed(NotificationError)

  package var encoded: [UInt8] {
    let parts: [LuaValue] =
      switch self {
      case .ready: ["ready"]
      case .busy: ["busy"]
      case .done: ["done"]
      case .failed(.unavailable(let reason)): ["unavailable", .string(reason)]
      case .failed(.tooMany(let limit)): ["too_many", .integer(Int64(limit))]
      case .failed(.failed(let reason)): ["failed", .string(reason)]
      }
    return MessagePack.encode(.array(parts))
  }

  package init?(decoding payload: [UInt8]) {
    guard case .array(let parts)? = try? MessagePack.decode(payload), let name = parts.first?.string else { return nil }
    let reason = parts.count > 1 ? String((parts[1].string ?? "").prefix(500)) : ""
    switch name {
    case "ready": self = .ready
    case "busy": self = .busy
    case "done": self = .done
    case "unavailable": self = .failed(.unavailable(reason: reason))
    case "too_many": self = .failed(.tooMany(limit: parts.count > 1 ? parts[1].integer.flatMap { Int(exactly: $0) } ?? 0 : 0))
    case "failed": self = .failed(.failed(reason: reason))
    default: return nil
    }
  }
}
