public import WidgetModel

/// Why a worker gave no result. Distinguished by the exit status, by what the broker did, or by the protocol; never by message text,
/// which a script can forge.
public enum WorkerError: Error, Sendable, Equatable {
  /// The script raised, didn't compile, or returned something that can't cross. The worker stays usable.
  case script(ScriptError)
  /// Exceeded its memory limit (bytes).
  case killedMemory(limit: Int)
  /// Exceeded its processor budget, at the line that was running if it's known.
  case killedCPU(Phase, milliseconds: Int, at: SourceLocation? = nil)
  /// Was silent for too long while Lua ran, so the broker killed it (seconds), at the line that was running if it's known.
  case overdue(Phase, seconds: Double, at: SourceLocation? = nil)
  /// The update as a whole took too long (seconds).
  case updateTimeout(seconds: Double)
  /// Ended unexpectedly, by a signal or with a status.
  case crashed(WorkerDeath)
  /// Violated the protocol.
  case protocolViolation(String)
  /// Has another protocol version: two installations are mixed.
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

/// A Lua error, as the worker reports it.
public struct ScriptError: Sendable, Equatable {
  /// Where an error of a script arose: while it ran, while it was compiled, or in a value that it returned.
  public enum Kind: String, Sendable { case script, syntax, value }

  public var kind: Kind
  public var message: String
  public var location: SourceLocation?
  public var traceback: [SourceLocation]
  /// Why a function of the API returned nil in this call, the latest if there were several.
  public var latestFailure: CallFailure?

  public init(
    kind: Kind, message: String, location: SourceLocation? = nil, traceback: [SourceLocation] = [],
    latestFailure: CallFailure? = nil
  ) {
    self.kind = kind
    self.message = message
    self.location = location
    self.traceback = traceback
    self.latestFailure = latestFailure
  }
}

/// The error that a function of the API returned beside nil.
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
