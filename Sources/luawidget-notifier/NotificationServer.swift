import WidgetServices

/// An event caused by the user or the server.
enum ServerEvent: Equatable {
  case closed(UInt32)
  case action(UInt32, id: String)
  case reply(UInt32, text: String)
  /// Proves to the window system that the user wants a window now. It precedes the action.
  case activationToken(UInt32, String)
  /// The server ended, and its notifications with it.
  case lost
}

/// The desktop's notification server (Desktop Notifications Specification 1.2).
final class NotificationServer {
  static let name = "org.freedesktop.Notifications"
  private static let daemon = "org.freedesktop.DBus"
  private static let path = "/org/freedesktop/Notifications"

  private let bus: Bus
  /// Queried once per server.
  private var knownCapabilities: Set<String>?
  /// The unique name of the server's connection; nil while there's no server.
  private var owner: String?

  init(_ bus: Bus) throws(BusError) {
    self.bus = bus
    for member in ["NotificationClosed", "ActionInvoked", "ActivationToken", "NotificationReplied"] {
      try bus.watch(sender: Self.name, interface: Self.name, member: member)
    }
    try bus.watch(sender: Self.daemon, interface: Self.daemon, member: "NameOwnerChanged")
    // After the watch, so no change is missed. An error means nobody has the name.
    owner = try? bus.call(Self.daemon, "/org/freedesktop/DBus", Self.daemon, "GetNameOwner") { $0.append(Self.name) }.readText()
  }

  func capabilities() throws(BusError) -> Set<String> {
    if let knownCapabilities { return knownCapabilities }
    let reply = try bus.call(Self.name, Self.path, Self.name, "GetCapabilities")
    let capabilities = Set(reply.readTexts(limit: 100) ?? [])
    knownCapabilities = capabilities
    return capabilities
  }

  /// - Parameter replaced: The number of the notification to replace; 0 for none.
  /// - Returns: Its number, and the actions it offers.
  func show(_ notification: UserNotification, replacing replaced: UInt32, note: String? = nil) throws(BusError)
    -> (number: UInt32, actions: [FreedesktopNotification.Action])
  {
    let shown = FreedesktopNotification(notification, capabilities: try capabilities(), note: note)
    let reply = try bus.call(Self.name, Self.path, Self.name, "Notify") { message in
      message.append(shown.applicationName)
      message.append(replaced)
      message.append(shown.icon)
      message.append(shown.summary)
      message.append(shown.body)
      message.append(shown.actions.flatMap { [$0.id, $0.label] })
      message.container("a", "{sv}") {
        for (name, value) in shown.hints.sorted(by: { $0.key < $1.key }) {
          message.container("e", "sv") {
            message.append(name)
            switch value {
            case .byte(let byte): message.container("v", "y") { message.append(byte) }
            case .text(let text): message.container("v", "s") { message.append(text) }
            }
          }
        }
      }
      message.append(shown.timeout)
    }
    guard let number = reply.readNumber(), number != 0 else { throw BusError(message: "the server returned no number") }
    return (number, shown.actions)
  }

  /// Closes a notification. It's no error if it's already gone.
  func close(_ number: UInt32) {
    _ = try? bus.call(Self.name, Self.path, Self.name, "CloseNotification") { $0.append(number) }
  }

  /// The event for a signal; nil for a signal that doesn't matter.
  ///
  /// Any client on the bus can send these signals to this connection, so only the current server's count.
  func event(_ member: String, _ message: BusMessage) -> ServerEvent? {
    guard let sender = message.sender, sender == (member == "NameOwnerChanged" ? Self.daemon : owner) else { return nil }
    switch member {
    case "NotificationClosed": return message.readNumber().map { .closed($0) }
    case "ActionInvoked": return Self.event(message) { .action($0, id: $1) }
    case "NotificationReplied": return Self.event(message) { .reply($0, text: $1) }
    case "ActivationToken": return Self.event(message) { .activationToken($0, $1) }
    case "NameOwnerChanged":
      guard message.readText() == Self.name, let before = message.readText(), let after = message.readText() else { return nil }
      owner = after.isEmpty ? nil : after
      guard !before.isEmpty else { return nil }
      knownCapabilities = nil
      return .lost
    default: return nil
    }
  }

  private static func event(_ message: BusMessage, _ make: (UInt32, String) -> ServerEvent) -> ServerEvent? {
    guard let number = message.readNumber(), let text = message.readText() else { return nil }
    return make(number, text)
  }
}
