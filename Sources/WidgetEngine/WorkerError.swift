public import WidgetModel

/// Why a worker gave no result. Told apart by the exit status, by what the broker itself did, or by the protocol; never by
/// message text, which a script can forge.
public enum WorkerError: Error, Sendable, Equatable {
  /// The script raised, did not compile, or returned something that cannot cross. The worker lives on.
  case script(ScriptError)
  /// Passed its memory limit (bytes).
  case killedMemory(limit: Int)
  /// Passed its processor budget.
  case killedCPU(Phase, milliseconds: Int)
  /// Gave no sign of life while Lua ran, so the broker killed it (seconds).
  case overdue(Phase, seconds: Double)
  /// The update as a whole took too long (seconds).
  case updateTimeout(seconds: Double)
  /// Died by a signal, or ended with a status, that nobody asked for.
  case crashed(WorkerDeath)
  /// Sent something that is not the protocol.
  case protocolViolation(String)
  /// Speaks another version: two installations are mixed.
  case versionMismatch
  /// Ended because of a frame that it could not take: the broker's mistake.
  case unreadableFrame
  /// The program could not be started.
  case cannotStart(path: String, reason: String)
  /// Killed because nobody wants its answer any more.
  case cancelled
  /// The answer to a host call was the end: the runtime's own reason.
  case aborted(Failure)
}

/// A Lua error, as the worker reports it.
public struct ScriptError: Sendable, Equatable {
  public enum Kind: String, Sendable { case script, syntax, value }

  public var kind: Kind
  public var message: String
  public var location: SourceLocation?
  public var traceback: [SourceLocation]

  public init(kind: Kind, message: String, location: SourceLocation? = nil, traceback: [SourceLocation] = []) {
    self.kind = kind
    self.message = message
    self.location = location
    self.traceback = traceback
  }
}

/// How a process ended.
public enum WorkerDeath: Sendable, Equatable {
  case exited(status: Int32)
  case signalled(Int32)
}
