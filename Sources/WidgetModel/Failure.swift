/// Why an update, or a widget, failed: data for logs and views.
public struct Failure: Error, Sendable, Equatable {
  /// Distinguished by what the reader would do next.
  public enum Kind: String, Sendable, Equatable, FieldValue {
    /// The widget itself returned `update_result.failed`.
    case reported
    /// There's no such file.
    case missing
    /// The file couldn't be read, or isn't a widget.
    case unreadable
    /// The text doesn't compile, or the manifest is wrong.
    case load
    /// A Lua error while the script ran.
    case script
    /// The script returned a view with a wrong field or type.
    case view
    /// The user's settings don't fit the manifest.
    case usage
    /// A permission is missing.
    case denied
    case killedTime = "killed-time"
    case killedMemory = "killed-memory"
    /// The worker died from a signal the broker didn't send, or violated the protocol.
    case crashed
    /// The widget's data couldn't be stored: a full disk, a folder without write permission.
    case storage
    /// An error of luawidget itself: the worker couldn't be started, a bug.
    case internalError = "internal"
  }

  public var kind: Kind
  /// One or two sentences, without the location.
  public var message: String
  public var location: SourceLocation?
  /// Innermost call first.
  public var traceback: [SourceLocation]
  /// The next step, if any.
  public var remedy: String?

  public init(
    _ kind: Kind, _ message: String, at location: SourceLocation? = nil, traceback: [SourceLocation] = [],
    remedy: String? = nil
  ) {
    self.kind = kind
    self.message = message
    self.location = location
    self.traceback = traceback
    self.remedy = remedy
  }
}

/// A line of a script. `file` is the chunk's name as the author knows it: `flight.lua`, `flight/times.lua`.
public struct SourceLocation: Sendable, Equatable, Hashable {
  public var file: String
  /// From 1.
  public var line: Int

  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }
}

extension Failure: FieldCoded {
  public init() { self.init(.internalError, "") }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("kind", &kind)
    coder.code("message", &message)
    coder.code("location", &location)
    coder.code("traceback", &traceback)
    coder.code("remedy", &remedy)
  }
}

extension SourceLocation: FieldCoded {
  public init() { self.init(file: "", line: 0) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("file", &file)
    coder.code("line", &line)
  }
}

/// A line a script printed or logged.
public struct ConsoleLine: Sendable, Equatable {
  /// How important a line is; `print` for lines of Lua's `print`.
  public enum Level: String, Sendable, Equatable, CaseIterable { case print, debug, info, warning, error }

  public var level: Level
  public var text: String

  public init(_ level: Level, _ text: String) {
    self.level = level
    self.text = text
  }
}
