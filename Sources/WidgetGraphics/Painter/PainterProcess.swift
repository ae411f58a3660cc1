import Synchronization
import WidgetHelpers
import WidgetSystem

/// A `luawidget-painter` that starts with the first request, stays for the next ones, and is replaced when it dies. A second one starts
/// when a request comes while the first one is at work.
///
/// Each handles one request at a time. Calls block, so make them on a thread that can.
public final class PainterProcess: Sendable {
  private let launch: HelperProcess.Launch
  private let first = Mutex<Running?>(nil)
  private let second = Mutex<Running?>(nil)

  private struct Running: ~Copyable {
    var process: SpawnedProcess
    var channel: FrameChannel
  }

  /// - Parameters:
  ///   - executable: Path of `luawidget-painter`.
  ///   - environment: The user's environment. The painter gets only the variables for locating the user's fonts.
  public init(executable: String, environment: [String: String] = [:]) {
    let user = UserFolders(environment: environment)
    let variables = [("HOME", user.home), ("XDG_DATA_HOME", user.data), ("XDG_CACHE_HOME", user.cache)].compactMap { name, path in
      path.map { "\(name)=\($0)" }
    }
    // A request and its reply are one exchange with a time limit, so a painter is neither greeted nor asked whether it's alive.
    var launch = HelperProcess.Launch(
      .painter, executable, environment: variables, maximumIncoming: PaintReply.maximumSize)
    launch.sockets = [0, 1]
    self.launch = launch
  }

  #if DEBUG
    /// Seconds for one request. Without optimization, drawing takes about ten times as long.
    public static let patience = 60.0
  #else
    /// Seconds for one request.
    public static let patience = 10.0
  #endif

  /// Sends a request and waits for the rendering.
  ///
  /// - Parameter seconds: The time limit, after which the painter is killed.
  /// - Throws: `badRequest`, `tooLarge`, `image` or `drawing` from the painter; `cannotStart`, `died`, `timeout` or `invalidReply`, after
  ///   which the next request starts another painter.
  public func paint(_ request: PaintRequest, within seconds: Double = PainterProcess.patience) throws(PaintError) -> Rendering {
    let payload = request.encoded()
    guard payload.count <= PaintRequest.maximumSize else { throw .badRequest("\(payload.count) bytes") }
    let deadline = MonotonicTime.now() + seconds
    let reply: Result<PaintReply, PaintError> = useOne { running in
      do throws(PaintError) {
        // A painter that has died since the last request is replaced at once.
        if running != nil {
          if Self.send(payload, to: &running, until: deadline) {
            // It may have died before it read the request. Drawing changes nothing, so it's repeated once.
            do throws(PaintError) { return .success(try Self.receive(from: &running, until: deadline, seconds)) } catch {
              guard case .died = error else { throw error }
            }
          }
          Self.end(&running)
        }
        if running == nil {
          running = try start()
          guard Self.send(payload, to: &running, until: deadline) else { throw Self.problem(.closed, &running, seconds) }
        }
        return .success(try Self.receive(from: &running, until: deadline, seconds))
      } catch { return .failure(error) }
    }
    return try reply.get().result.get()
  }

  /// Kills the painters. The next request starts another one.
  public func stop() {
    first.withLock { Self.end(&$0) }
    second.withLock { Self.end(&$0) }
  }

  /// The number of painters that may work at the same time.
  public static let count = 2

  /// Uses one that has nothing to do, or waits for the first one.
  private func useOne<Value: Sendable>(_ body: (inout Running?) -> Value) -> Value {
    first.withLockIfAvailable { body(&$0) } ?? second.withLockIfAvailable { body(&$0) } ?? first.withLock { body(&$0) }
  }

  /// The process id of the first painter, if it's running. For measurements and tests.
  public var processID: Int32? { first.withLock { $0?.process.pid } }

  private func start() throws(PaintError) -> Running {
    do throws(SystemError) {
      let (process, socket) = try launch.start()
      process.reapWhenEnded()
      let channel = FrameChannel(
        descriptor: socket, maximumIncoming: launch.maximumIncoming, maximumOutgoing: PaintRequest.maximumSize)
      return Running(process: process, channel: channel)
    } catch {
      throw .cannotStart(path: launch.executable, reason: error.description)
    }
  }

  /// - Returns: false if the painter has closed its socket.
  private static func send(_ payload: [UInt8], to running: inout Running?, until deadline: Double) -> Bool {
    do {
      try running?.channel.send(payload, deadline: deadline)
      return true
    } catch { return false }
  }

  private static func receive(
    from running: inout Running?, until deadline: Double, _ seconds: Double
  ) throws(PaintError) -> PaintReply {
    let payload: [UInt8]
    do {
      payload = try running?.channel.receive(deadline: deadline) ?? []
    } catch { throw problem(error, &running, seconds) }
    do {
      return try PaintReply(decoding: payload)
    } catch {
      end(&running)
      throw error
    }
  }

  /// The error for a failed read. Ends the painter.
  private static func problem(_ failure: FrameChannel.Failure, _ running: inout Running?, _ seconds: Double) -> PaintError {
    defer { end(&running) }
    switch failure {
    case .deadline: return .timeout(seconds: seconds)
    case .tooLarge(let length): return .invalidReply("\(length) bytes")
    case .closed: return .died(running?.process.waitOrKill(after: 1) ?? .exited(status: -1))
    }
  }

  private static func end(_ running: inout Running?) {
    running?.process.kill()
    running = nil
  }
}
