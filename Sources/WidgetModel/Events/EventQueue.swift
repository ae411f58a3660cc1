/// Events waiting for their widget. When it's full, the oldest ones are dropped and counted: a widget shows the newest state.
public struct EventQueue: Sendable {
  public static let maximumCount = 256
  /// Bytes of all events, less than a message to a worker can hold.
  public static let maximumBytes = 4 << 20

  private var waiting: [WidgetEvent] = []
  private var bytes = 0
  private var dropped = 0

  public init() {}

  public var isEmpty: Bool { waiting.isEmpty && dropped == 0 }

  public mutating func append(_ event: WidgetEvent) {
    waiting.append(event)
    bytes += event.bytes
    var excess = 0
    while waiting.count - excess > Self.maximumCount || bytes > Self.maximumBytes {
      bytes -= waiting[excess].bytes
      excess += 1
    }
    waiting.removeFirst(excess)
    dropped += excess
  }

  public mutating func append(_ batch: EventBatch) {
    dropped += batch.dropped
    for event in batch.events { append(event) }
  }

  /// Removes everything.
  public mutating func take() -> EventBatch {
    defer { self = EventQueue() }
    return EventBatch(waiting, dropped: dropped)
  }
}
