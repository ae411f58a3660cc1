public import Foundation
import Synchronization
public import WidgetSystem

/// A program started by a test.
///
/// Not Foundation's `Process`: on Linux that keeps two descriptors per process, and crashes the tests beyond 1023.
public final class ChildProcess: Sendable {
  public let processIdentifier: Int32
  private let status = Mutex<Int32?>(nil)

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - environment: All its variables; nil passes on ours.
  ///   - directory: The working directory; nil is ours.
  ///   - input: Its standard input; nil is `/dev/null`, like the other two. The caller's copies stay open.
  public init(
    _ executable: URL, _ arguments: [String], environment: [String: String]? = nil, directory: URL? = nil,
    input: WidgetSystem.FileDescriptor? = nil, output: WidgetSystem.FileDescriptor? = nil,
    errors: WidgetSystem.FileDescriptor? = nil
  ) throws {
    var descriptors: AssociationList<Int32, WidgetSystem.FileDescriptor> = [:]
    for (target, source) in [(0, input), (1, output), (2, errors)] as [(Int32, WidgetSystem.FileDescriptor?)] {
      if let source { descriptors[target] = source }
    }
    let variables = environment ?? ProcessInfo.processInfo.environment
    let launch = ProcessLaunch(
      executable.path, [executable.path] + arguments, environment: variables.map { "\($0)=\($1)" }, descriptors: descriptors,
      directory: directory?.path)
    processIdentifier = try launch.start()
  }

  /// A program outliving its test would disturb the others.
  deinit {
    guard !hasEnded else { return }
    kill(processIdentifier, SIGKILL)
    end()
  }

  /// Runs a program until it ends.
  /// - Parameter input: The program's input; less than a pipe holds (64 KiB), unless the program reads everything before writing.
  /// - Returns: Its status as in ``end()``, and its standard output.
  public static func run(
    _ executable: URL, _ arguments: [String], environment: [String: String]? = nil, directory: URL? = nil, input: String = ""
  ) throws -> (status: Int32, output: String) {
    let (standardInput, standardOutput) = (try WidgetSystem.Pipe(), try WidgetSystem.Pipe())
    defer { standardOutput.reader.close() }
    let process: ChildProcess
    do {
      defer {
        standardInput.reader.close()
        standardOutput.writer.close()
      }
      process = try ChildProcess(
        executable, arguments, environment: environment, directory: directory, input: standardInput.reader,
        output: standardOutput.writer)
    } catch {
      standardInput.writer.close()
      throw error
    }
    // A program that reads nothing may have ended already.
    try? standardInput.writer.writeAll(Array(input.utf8))
    standardInput.writer.close()
    let text = String(decoding: try standardOutput.reader.readAll(limit: 64 << 20), as: UTF8.self)
    return (process.end(), text)
  }

  public var hasEnded: Bool { reap(WNOHANG) != nil }

  /// Waits until the process has ended.
  ///
  /// - Returns: The exit status, or the negative number of the signal that ended it.
  @discardableResult
  public func end() -> Int32 {
    while true {
      if let status = status.withLock({ $0 }) { return status }
      // Without the lock, so other threads can ask meanwhile.
      var information = siginfo_t()
      _ = waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOWAIT)
      if let status = reap(WNOHANG) { return status }
    }
  }

  /// Asks it to end (SIGTERM).
  public func terminate() {
    status.withLock { if $0 == nil { kill(processIdentifier, SIGTERM) } }
  }

  private func reap(_ options: Int32) -> Int32? {
    status.withLock { status in
      if let status { return status }
      var ended: Int32 = 0
      guard waitpid(processIdentifier, &ended, options) == processIdentifier else { return nil }
      let signal = ended & 0x7f
      status = signal == 0 ? (ended >> 8) & 0xff : -signal
      return status
    }
  }
}

/// Runs blocking work on its own thread. In the cooperative pool, such tests could take all threads from the tasks they're
/// waiting for.
public func onOwnThread<Result>(_ work: @escaping () throws -> Result) async throws -> Result {
  nonisolated(unsafe) let work = work
  return try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Result, any Error>) in
    do {
      try DetachedThread.start(stackBytes: 8 << 20) {
        nonisolated(unsafe) let result = Swift.Result { try work() }
        continuation.resume(with: result)
      }
    } catch {
      continuation.resume(throwing: error)
    }
  }
}
