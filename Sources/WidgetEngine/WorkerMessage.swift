import WidgetModel

/// A message from a worker, decoded from bytes that are hostile until proven otherwise.
enum WorkerMessage: Equatable {
  case ready(version: Int64, WorkerConfinement)
  case hostCall(name: String, arguments: [LuaValue])
  case returned(LuaValue, WorkerStatistics)
  case raised(ScriptError, WorkerStatistics)
  case log(ConsoleLine)

  /// - Throws: What is wrong with it, in words for a developer.
  init(_ payload: [UInt8]) throws(Malformed) {
    let message: LuaValue
    do { message = try MessagePack.decode(payload) } catch { throw Malformed("not MessagePack: \(error)") }
    guard case .array(let parts) = message, let number = parts.first?.integer else { throw Malformed("not a message") }
    switch (number, parts.count) {
    case (1, 3):
      guard let version = parts[1].integer else { throw Malformed("ready without a version") }
      self = .ready(version: version, WorkerConfinement(parts[2]))
    case (2, 3):
      guard let name = parts[1].string, let arguments = parts[2].array else { throw Malformed("host call without a name") }
      self = .hostCall(name: name, arguments: arguments)
    case (3, 3):
      self = .returned(parts[1], WorkerStatistics(parts[2]))
    case (4, 3):
      self = .raised(ScriptError(parts[1]), WorkerStatistics(parts[2]))
    case (5, 3):
      guard let text = parts[2].stringBytes else { throw Malformed("log without text") }
      let level = parts[1].string.flatMap(ConsoleLine.Level.init) ?? .print
      self = .log(ConsoleLine(level, String(decoding: text, as: UTF8.self)))
    default:
      throw Malformed("message \(number) with \(parts.count) parts")
    }
  }

  struct Malformed: Error, Equatable {
    var reason: String
    init(_ reason: String) { self.reason = reason }
  }
}

/// What a call cost, as the worker itself measured it: for display, never for decisions.
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
  init(_ value: LuaValue) {
    let traceback = (value["traceback"].array ?? []).prefix(10).compactMap { entry -> SourceLocation? in
      guard let parts = entry.array, parts.count == 2, let file = parts[0].string, let line = Int(clamping: parts[1]) else {
        return nil
      }
      return SourceLocation(file: file, line: line)
    }
    var location: SourceLocation?
    if let file = value["file"].string, let line = Int(clamping: value["line"]) {
      location = SourceLocation(file: file, line: line)
    }
    self.init(
      kind: value["kind"].string.flatMap(Kind.init) ?? .script,
      message: String(decoding: value["message"].stringBytes ?? [], as: UTF8.self),
      location: location, traceback: traceback)
  }
}

extension Int {
  /// A line number from outside: nil unless it is a positive integer.
  fileprivate init?(clamping value: LuaValue) {
    guard let integer = value.integer, let line = Int(exactly: integer), line > 0 else { return nil }
    self = line
  }
}
