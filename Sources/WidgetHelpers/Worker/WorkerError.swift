public import WidgetModel

/// Why a worker gave no result. Told apart by the exit status, by what the broker did, or by the protocol; never by message text,
/// which a script can forge.
public enum WorkerError: Error, Sendable, Equatable {
  /// The script raised an error, didn't compile, or returned something that can't cross. The worker stays usable.
  case script(ScriptError)
  /// Exceeded its memory limit (bytes).
  case killedMemory(limit: Int)
  /// Exceeded its processor budget, at the line it was running, if known.
  case killedCPU(Phase, milliseconds: Int, at: SourceLocation? = nil)
  /// Made the broker work longer than the call's processor budget, at the latest in this host call.
  case killedHostCPU(Phase, milliseconds: Int, call: String)
  /// Was silent too long while running Lua, so the broker killed it (seconds), at the line it was running, if known.
  case overdue(Phase, seconds: Double, at: SourceLocation? = nil)
  /// The update as a whole took too long (seconds).
  case updateTimeout(seconds: Double)
  /// Ended unexpectedly, by a signal or with a status.
  case crashed(WorkerDeath)
  /// Violated the protocol.
  case protocolViolation(String)
  /// Has another protocol version: two installations are mixed up.
  case versionMismatch
  /// Rejected a frame: a bug in the broker.
  case unreadableFrame
  /// The program couldn't be started.
  case cannotStart(path: String, reason: String)
  /// Killed because the widget was cancelled.
  case cancelled
  /// Ended by the runtime during a host call.
  case aborted(Failure)
}

/// A Lua error as reported by the worker.
public struct ScriptError: Sendable, Equatable {
  /// Where a script error arose: while running, while compiling, or in a returned value.
  public enum Kind: String, Sendable { case script, syntax, value }

  /// The cause of an error, besides the script itself.
  public enum Origin: String, Sendable {
    /// The latest host call that was refused.
    case refusal
    /// ``ScriptError/latestFailure``.
    case failure
  }

  public var kind: Kind
  public var message: String
  public var origin: Origin?
  /// Why the host refused the call that raised the error, if it said so (``HostReply/refused(_:cause:)``).
  public var cause: Failure?
  public var location: SourceLocation?
  public var traceback: [SourceLocation]
  /// Why an API function returned nil in this call; the latest if there were several.
  public var latestFailure: CallFailure?

  public init(
    kind: Kind, message: String, origin: Origin? = nil, location: SourceLocation? = nil, traceback: [SourceLocation] = [],
    latestFailure: CallFailure? = nil
  ) {
    self.kind = kind
    self.message = message
    self.origin = origin
    self.location = location
    self.traceback = traceback
    self.latestFailure = latestFailure
  }
}

/// The error an API function returned along with nil.
public struct CallFailure: Sendable, Equatable {
  /// `denied`, `timeout`, `decode` and so on.
  public var kind: String
  public var message: String
  public var remedy: String?

  public init(kind: String, message: String, remedy: String? = nil) {
    self.kind = kind
    self.message = message
    self.remedy = remedy
  }
}
