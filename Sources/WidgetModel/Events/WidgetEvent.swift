/// Something that arrived for a widget between its updates: a message of a stream, a line of a file or a program, or what
/// `luawidget push` sent.
public struct WidgetEvent: Sendable, Equatable {
  /// Bytes of ``data``.
  public static let maximumBytes = 64 << 10
  /// Bytes of the other texts.
  static let maximumNameBytes = 1 << 10

  /// The ``source`` and the ``name`` of what a program sent.
  public static let pushed = "push"

  /// Where it came from: a URL, a program's name, the value of a file's setting or `push`.
  public var source: String
  /// A server's own name for it (`message` if it gives none), `line`, `exit` or `push`.
  public var name: String
  public var data: String
  /// A server's number for it.
  public var id: String?
  /// When it arrived, in seconds since 1970.
  public var time: Double

  public init(source: String, name: String, data: String, id: String? = nil, time: Double) {
    self.source = source
    self.name = name
    self.data = data
    self.id = id
    self.time = time
  }

  /// Its size, for limits.
  var bytes: Int { source.utf8.count + name.utf8.count + data.utf8.count + (id?.utf8.count ?? 0) + 64 }

  /// The form that scripts get, and that hosts send to each other.
  public var luaValue: LuaValue {
    var fields: [String: LuaValue] = [
      "source": .string(source), "name": .string(name), "data": .string(data), "time": .number(time),
    ]
    if let id { fields["id"] = .string(id) }
    return .table(fields)
  }

  /// Reads an untrusted value.
  ///
  /// - Returns: nil for what ``luaValue`` doesn't write, and for texts that are too long.
  public init?(_ value: LuaValue) {
    guard let source = value["source"].string, let name = value["name"].string, let data = value["data"].string,
      let time = value["time"].double, time.isFinite, value["id"].isNull || value["id"].string != nil
    else { return nil }
    self.init(source: source, name: name, data: data, id: value["id"].string, time: time)
    guard [source, name, id ?? ""].allSatisfy({ $0.utf8.count <= Self.maximumNameBytes }), data.utf8.count <= Self.maximumBytes
    else { return nil }
  }
}

/// The events that arrived since the script got the events before.
public struct EventBatch: Sendable, Equatable {
  public var events: [WidgetEvent]
  /// Older events that were dropped because too many were waiting.
  public var dropped: Int

  public init(_ events: [WidgetEvent] = [], dropped: Int = 0) {
    self.events = events
    self.dropped = dropped
  }

  public var isEmpty: Bool { events.isEmpty && dropped == 0 }

  /// The newest events that fit into so many bytes; the others count as dropped.
  public func fitting(bytes: Int) -> EventBatch {
    var room = bytes
    let kept = events.reversed().prefix { event in
      room -= event.bytes
      return room >= 0
    }
    return EventBatch(kept.reversed(), dropped: dropped + events.count - kept.count)
  }
}
