import WidgetModel
import WidgetServices

/// A request to the owner of an instance's lease.
enum HostRequest: Sendable, Equatable {
  static let version: Int64 = 7
  /// Bytes per request or reply.
  static let maximumBytes = 256 << 10

  /// Runs a handler of the script.
  case call(instance: String, HandlerCall, SnapshotContext)
  /// Updates the instance and replies when the update has ended.
  ///
  /// - context: A context the asking process shows the widget in.
  case update(instance: String, UpdateReason, SnapshotContext?)
  /// Passes on what has arrived for the instance.
  case events(instance: String, EventBatch)
  /// Something was changed for all instances of a widget. For every host, whoever has the lease.
  case changed(Change, widget: String)
  /// Puts an instance's card in front of the others. For every host, whoever has the lease.
  case show(instance: String, seconds: Double)

  enum Change: String, Sendable {
    /// A secret was stored.
    case secret
    /// Decisions about permissions were revoked.
    case permissions
  }

  /// The instance it's about; for a change the widget with all its instances.
  var instance: String {
    switch self {
    case .call(let instance, _, _), .update(let instance, _, _), .events(let instance, _), .show(let instance, _): instance
    case .changed(_, let widget): widget
    }
  }

  /// Whether it can be done twice.
  var isRepeatable: Bool {
    switch self {
    case .call, .events: false
    case .update, .changed, .show: true
    }
  }

  var bytes: [UInt8] {
    let fields: [LuaValue]
    switch self {
    case .call(let instance, .tap(let control), let context):
      fields = [
        "tap", .string(instance), control.id.map { .string($0) } ?? .null, .string(control.label),
        .array(control.position.map { .integer(Int64($0)) }), .string(context.key), control.others.map { .integer($0) } ?? .null,
        control.input.map { .string($0.text) } ?? .null, .boolean(control.input?.isFinal ?? false), .boolean(control.isRemote),
      ]
    case .call(let instance, .open(let url), let context):
      fields = ["open", .string(instance), .string(url), .string(context.key)]
    case .call(let instance, .respond(let response), let context):
      fields = ["respond", .string(instance), response.wire, .string(context.key)]
    case .update(let instance, let reason, let context):
      fields = ["update", .string(instance), .string(reason.rawValue), context.map { .string($0.key) } ?? .null]
    case .events(let instance, let batch):
      let batch = batch.fitting(bytes: Self.maximumBytes - 4096)
      fields = ["events", .string(instance), .array(batch.events.map(\.luaValue)), .integer(Int64(batch.dropped))]
    case .changed(let change, let widget): fields = ["changed", .string(widget), .string(change.rawValue)]
    case .show(let instance, let seconds): fields = ["show", .string(instance), .number(seconds)]
    }
    return MessagePack.encode(.array([.integer(Self.version)] + fields))
  }

  /// Whether an untrusted message is a request from another version of luawidget.
  static func isFromOtherVersion(_ bytes: [UInt8]) -> Bool {
    guard let version = try? MessagePack.decode(bytes).array?.first?.integer else { return false }
    return version != Self.version
  }

  /// Reads an untrusted message.
  init?(_ bytes: [UInt8]) {
    guard let parts = try? MessagePack.decode(bytes).array, parts.first?.integer == Self.version, parts.count >= 3,
      let instance = parts[2].string, !instance.isEmpty
    else { return nil }
    switch (parts[1].string, parts.count) {
    case ("tap", 11):
      guard let label = parts[4].string, let path = parts[5].array,
        let context = parts[6].string.flatMap(SnapshotContext.init(key:))
      else { return nil }
      let position = path.compactMap { $0.integer.flatMap { Int(exactly: $0) } }
      guard position.count == path.count, parts[3].isNull || parts[3].string != nil, parts[7].isNull || parts[7].integer != nil,
        parts[8].isNull || parts[8].string != nil, let isFinal = parts[9].boolean,
        let isRemote = parts[10].boolean
      else { return nil }
      var control = ControlReference(id: parts[3].string, label: label, position: position, others: parts[7].integer)
      control.isRemote = isRemote
      control.input = parts[8].string.map { FieldInput($0, isFinal: isFinal) }
      self = .call(instance: instance, .tap(control), context)
    case ("open", 5):
      guard let url = parts[3].string, let context = parts[4].string.flatMap(SnapshotContext.init(key:)) else { return nil }
      self = .call(instance: instance, .open(url), context)
    case ("respond", 5):
      guard let response = NotificationResponse(wire: parts[3]), response.sender.instance == instance,
        let context = parts[4].string.flatMap(SnapshotContext.init(key:))
      else { return nil }
      self = .call(instance: instance, .respond(response), context)
    case ("update", 5):
      guard let reason = parts[3].string.flatMap(UpdateReason.init) else { return nil }
      self = .update(instance: instance, reason, parts[4].string.flatMap(SnapshotContext.init(key:)))
    case ("events", 5):
      guard let values = parts[3].array, let dropped = parts[4].integer.flatMap(Int.init(exactly:)), dropped >= 0 else {
        return nil
      }
      let events = values.compactMap(WidgetEvent.init)
      guard events.count == values.count else { return nil }
      self = .events(instance: instance, EventBatch(events, dropped: dropped))
    case ("show", 4):
      guard let seconds = parts[3].double, seconds.isFinite else { return nil }
      self = .show(instance: instance, seconds: seconds)
    case ("changed", 4):
      guard let change = parts[3].string.flatMap(Change.init) else { return nil }
      self = .changed(change, widget: instance)
    default: return nil
    }
  }
}

/// The owner's reply.
enum RequestReply: Sendable, Equatable {
  case done
  /// The script wants its widget brought up, in response to a notification.
  case shown
  case failed(Failure)
  /// The tapped control isn't in the new view.
  case controlMissing
  /// This process has no worker for the instance.
  case notOwner
  /// Too many requests are waiting.
  case busy
  /// The request is from another version of luawidget.
  case otherVersion

  var failure: Failure? { if case .failed(let failure) = self { failure } else { nil } }

  var bytes: [UInt8] {
    let fields: [LuaValue] =
      switch self {
      case .done: ["done"]
      case .shown: ["shown"]
      case .failed(let failure): ["failed", failure.stored]
      case .controlMissing: ["control missing"]
      case .notOwner: ["not owner"]
      case .busy: ["busy"]
      case .otherVersion: ["other version"]
      }
    return MessagePack.encode(.array(fields))
  }

  /// Reads an untrusted message.
  init?(_ bytes: [UInt8]) {
    guard let parts = try? MessagePack.decode(bytes).array else { return nil }
    switch (parts.first?.string, parts.count) {
    case ("done", 1): self = .done
    case ("shown", 1): self = .shown
    case ("control missing", 1): self = .controlMissing
    case ("not owner", 1): self = .notOwner
    case ("busy", 1): self = .busy
    case ("other version", 1): self = .otherVersion
    case ("failed", 2):
      guard var failure = Failure(stored: parts[1]) else { return nil }
      failure.message = String(cutting: Array(failure.message.utf8), to: 1000)
      self = .failed(failure)
    default: return nil
    }
  }
}
