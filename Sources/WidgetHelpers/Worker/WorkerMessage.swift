import WidgetModel

/// A message from a worker, decoded from untrusted bytes. Texts are shortened to the limits below.
enum WorkerMessage: Equatable {
  /// Lines of a call.
  static let maximumLogLines = 200
  /// Bytes of a line.
  static let maximumLogBytes = 1024
  /// Bytes of an error message.
  static let maximumErrorBytes = 500
  /// Bytes of the name of a chunk in an error.
  static let maximumChunkBytes = 255

  case ready(version: Int64, WorkerSandbox)
  case hostCall(name: String, arguments: [LuaValue])
  case returned(LuaValue, WorkerStatistics)
  case raised(ScriptError, WorkerStatistics)
  case log(ConsoleLine)
  /// The worker is about to end itself because a budget is exceeded, at this line of this phase.
  case stopped(SourceLocation, Phase?)

  /// - Parameter shorten: How texts are shortened.
  /// - Throws: The reason why it is not a message, for developers.
  init(_ payload: [UInt8], shorten: TextShortening = { String(cutting: $0, to: $1) }) throws(Malformed) {
    let message: LuaValue
    do { message = try MessagePack.decode(payload) } catch { throw Malformed("not MessagePack: \(error)") }
    guard case .array(let parts) = message, let number = parts.first?.integer else { throw Malformed("not a message") }
    switch (number, parts.count) {
    case (1, 3):
      guard let version = parts[1].integer else { throw Malformed("ready without a version") }
      self = .ready(version: version, WorkerSandbox(parts[2]))
    case (2, 3):
      guard let name = parts[1].string, let arguments = parts[2].array else { throw Malformed("host call without a name") }
      self = .hostCall(name: name, arguments: arguments)
    case (3, 3):
      self = .returned(parts[1], WorkerStatistics(parts[2]))
    case (4, 3):
      self = .raised(ScriptError(parts[1], shorten), WorkerStatistics(parts[2]))
    case (5, 3):
      guard let text = parts[2].stringBytes else { throw Malformed("log without text") }
      let level = parts[1].string.flatMap(ConsoleLine.Level.init) ?? .print
      self = .log(ConsoleLine(level, shorten(text, Self.maximumLogBytes)))
    case (6, 4):
      guard let location = SourceLocation(chunk: parts[1], line: parts[2], shorten) else {
        throw Malformed("stopped without a line")
      }
      self = .stopped(location, parts[3].string.flatMap(Phase.init))
    default:
      throw Malformed("message \(number) with \(parts.count) parts")
    }
  }

  struct Malformed: Error, Equatable {
    var reason: String
    init(_ reason: String) { self.reason = reason }
  }
}

/// Shortens a worker's text to a number of bytes. Workers send more than a limit, so that the owner can mask secrets before.
public typealias TextShortening = @Sendable (_ text: [UInt8], _ limit: Int) -> String

/// The cost of a call as the worker measured it, for display and never for decisions.
public struct WorkerStatistics: Sendable, Equatable {
  public var cpuMicroseconds: Int64
  public var heapBytes: Int64

  init(_ value: LuaValue) {
    let parts = value.array ?? []
    cpuMicroseconds = parts.first?.integer ?? 0
    heapBytes = parts.dropFirst().first?.integer ?? 0
  }

  public init() {
    cpuMicroseconds = 0
    heapBytes = 0
  }
}

extension ScriptError {
  init(_ value: LuaValue, _ shorten: TextShortening) {
    let traceback = (value["traceback"].array ?? []).prefix(10).compactMap { entry -> SourceLocation? in
      guard let parts = entry.array, parts.count == 2 else { return nil }
      return SourceLocation(chunk: parts[0], line: parts[1], shorten)
    }
    self.init(
      kind: value["kind"].string.flatMap(Kind.init) ?? .script,
      message: shorten(value["message"].stringBytes ?? [], WorkerMessage.maximumErrorBytes),
      location: SourceLocation(chunk: value["file"], line: value["line"], shorten), traceback: traceback,
      latestFailure: CallFailure(value["failure"], shorten))
  }
}

extension CallFailure {
  fileprivate init?(_ value: LuaValue, _ shorten: TextShortening) {
    guard let message = value["message"].stringBytes, !message.isEmpty else { return nil }
    func text(_ bytes: [UInt8]) -> String { shorten(bytes, WorkerMessage.maximumErrorBytes) }
    let remedy = value["remedy"].stringBytes ?? []
    self.init(kind: text(value["kind"].stringBytes ?? []), message: text(message), remedy: remedy.isEmpty ? nil : text(remedy))
  }
}

extension SourceLocation {
  /// As a worker sends it; nil without a name and a positive line.
  fileprivate init?(chunk: LuaValue, line: LuaValue, _ shorten: TextShortening) {
    guard let name = chunk.stringBytes, let number = Int(clamping: line) else { return nil }
    self.init(file: shorten(name, WorkerMessage.maximumChunkBytes), line: number)
  }
}

extension Int {
  /// A line number from outside: nil unless it is a positive integer.
  fileprivate init?(clamping value: LuaValue) {
    guard let integer = value.integer, let line = Int(exactly: integer), line > 0 else { return nil }
    self = line
  }
}
