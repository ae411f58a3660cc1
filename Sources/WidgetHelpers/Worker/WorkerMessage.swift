import WidgetModel

/// A message from a worker, decoded from untrusted bytes. Texts are shortened to the limits below.
enum WorkerMessage: Equatable {
  /// Lines per call.
  static let maximumLogLines = 200
  /// Bytes per line.
  static let maximumLogBytes = 1024
  /// Bytes per error message.
  static let maximumErrorBytes = 500
  /// Bytes of a chunk's name in an error.
  static let maximumChunkBytes = 255

  case ready(version: Int64, WorkerSandbox)
  case hostCall(name: String, arguments: [LuaValue])
  case returned(LuaValue, WorkerStatistics)
  case raised(ScriptError, WorkerStatistics)
  case log(ConsoleLine)
  /// The worker is about to end itself because it exceeded a budget, at this line in this phase.
  case stopped(SourceLocation, Phase?)

  /// The message numbers, by their names in `worker.h`.
  private enum Number: Int64 {
    case ready = 1
    case hostCall, `return`, error, log, stopped
  }

  /// - Parameter shorten: Shortens texts.
  /// - Throws: Why it isn't a message, for developers.
  init(_ payload: [UInt8], shorten: TextShortening = { String(cutting: $0, to: $1) }) throws(Malformed) {
    let message: LuaValue
    do { message = try MessagePack.decode(payload) } catch {
      throw Malformed(error == .stackedMarks ? "a name in a table \(StackedMarks.problem)" : "not MessagePack: \(error)")
    }
    guard case .array(let parts) = message, let number = parts.first?.integer else { throw Malformed("not a message") }
    switch (Number(rawValue: number), parts.count) {
    case (.ready, 3):
      guard let version = parts[1].integer else { throw Malformed("ready without a version") }
      self = .ready(version: version, WorkerSandbox(parts[2]))
    case (.hostCall, 3):
      guard let name = parts[1].string, let arguments = parts[2].array else { throw Malformed("host call without a name") }
      self = .hostCall(name: name, arguments: arguments)
    case (.return, 3):
      self = .returned(parts[1], WorkerStatistics(parts[2]))
    case (.error, 3):
      self = .raised(ScriptError(parts[1], shorten), WorkerStatistics(parts[2]))
    case (.log, 3):
      guard let text = parts[2].stringBytes else { throw Malformed("log without text") }
      let level = parts[1].string.flatMap(ConsoleLine.Level.init) ?? .print
      self = .log(ConsoleLine(level, shorten(text, Self.maximumLogBytes)))
    case (.stopped, 4):
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

/// The numbers of messages to a worker, by their names in `worker.h`.
enum WorkerCall: Int64 {
  case hello = 1
  case call, answer, limits
}

/// Shortens a worker's text to a number of bytes. Workers send more than the limit, so the owner can mask secrets first.
public typealias TextShortening = @Sendable (_ text: [UInt8], _ limit: Int) -> String

/// A call's cost as measured by the worker: for display, never for decisions.
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

/// The active sandbox features, as reported by the worker when it's ready: for display, never for decisions.
public struct WorkerSandbox: Sendable, Equatable {
  /// The version of Lua: `Lua 5.4.4`.
  public var lua = ""
  /// The kernel's Landlock version; 0 when it has none.
  public var landlock: Int64 = 0
  public var seccomp = false
  public var parentDeath = false
  public var noNewPrivileges = false
  public var notDumpable = false
  /// On files, processes, core dumps and the stack.
  public var limits = false
  public var addressSpace = false

  public init() {}

  init(_ value: LuaValue) {
    func flag(_ name: String) -> Bool { value[name].boolean ?? false }
    lua = value["lua"].string ?? ""
    landlock = value["landlock"].integer ?? 0
    seccomp = flag("seccomp")
    parentDeath = flag("parent_death")
    noNewPrivileges = flag("no_new_privileges")
    notDumpable = flag("not_dumpable")
    limits = flag("limits")
    addressSpace = flag("address_space")
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
      origin: value["origin"].string.flatMap(Origin.init),
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
  /// Decodes a location sent by a worker; nil without a name and a positive line.
  fileprivate init?(chunk: LuaValue, line: LuaValue, _ shorten: TextShortening) {
    guard let name = chunk.stringBytes, let number = Int(clamping: line) else { return nil }
    self.init(file: shorten(name, WorkerMessage.maximumChunkBytes), line: number)
  }
}

extension Int {
  /// A line number from outside: nil unless it's a positive integer.
  fileprivate init?(clamping value: LuaValue) {
    guard let integer = value.integer, let line = Int(exactly: integer), line > 0 else { return nil }
    self = line
  }
}
