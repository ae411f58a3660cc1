import Synchronization
import WidgetEngine

/// A `luawidget-painter` that is started when the first picture is wanted, kept for the next, and replaced when it dies.
///
/// It draws one picture at a time; others wait. Calls block: use a thread that may.
public final class PainterProcess: Sendable {
  private let executable: String
  private let environment: [String]
  private let running = Mutex<Running?>(nil)

  private struct Running: ~Copyable {
    var process: WorkerProcess
    var channel: FrameChannel
  }

  /// - Parameters:
  ///   - executable: Path of `luawidget-painter`.
  ///   - environment: Of the user. The painter gets only what tells it where the user's fonts are.
  public init(executable: String, environment: [String: String] = [:]) {
    self.executable = executable
    self.environment = ["HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"].compactMap { name in
      environment[name].map { "\(name)=\($0)" }
    }
  }

  /// Draws.
  ///
  /// - Parameter seconds: How long it may take. A painter that is not done by then is ended.
  /// - Throws: What the painter says of the request or its images; or `cannotStart`, `died`, `timeout`, `badAnswer`, after which
  ///   the next request gets another painter.
  public func paint(_ request: PaintRequest, within seconds: Double = 10) throws(PaintError) -> PaintedPicture {
    let payload = request.encoded()
    guard payload.count <= PaintRequest.maximumSize else { throw .badRequest("\(payload.count) bytes") }
    let deadline = MonotonicTime.now() + seconds
    let answer: Result<PaintAnswer, PaintError> = running.withLock { running in
      do throws(PaintError) {
        // One that died while nobody looked is replaced at once.
        if running != nil, !Self.send(payload, to: &running, until: deadline) { Self.end(&running) }
        if running == nil {
          running = try start()
          guard Self.send(payload, to: &running, until: deadline) else { throw Self.problem(.closed, &running, seconds) }
        }
        return .success(try Self.receive(from: &running, until: deadline, seconds))
      } catch { return .failure(error) }
    }
    return try answer.get().result.get()
  }

  /// Ends the painter; the next request starts another one.
  public func stop() { running.withLock { Self.end(&$0) } }

  /// The painter's process id, while there is one: for measurements and tests.
  public var processID: Int32? { running.withLock { $0?.process.pid } }

  private func start() throws(PaintError) -> Running {
    let ends: (ours: Int32, theirs: Int32)
    do { ends = try FrameChannel.pair() } catch { throw .cannotStart(path: executable, reason: error.text) }
    let program = Spawner.Program(path: executable, name: "luawidget-painter", descriptors: [0, 1], environment: environment)
    let spawned = Spawner.shared.spawn(program, socket: ends.theirs)
    closeDescriptor(ends.theirs)
    let channel = FrameChannel(
      descriptor: ends.ours, maximumIncoming: PaintAnswer.maximumSize, maximumOutgoing: PaintRequest.maximumSize)
    switch spawned {
    case .success(let pid): return Running(process: WorkerProcess(pid: pid), channel: channel)
    case .failure(let error): throw .cannotStart(path: executable, reason: error.text)
    }
  }

  /// - Returns: false when nobody listens.
  private static func send(_ payload: [UInt8], to running: inout Running?, until deadline: Double) -> Bool {
    do {
      try running?.channel.send(payload, deadline: deadline)
      return true
    } catch { return false }
  }

  private static func receive(
    from running: inout Running?, until deadline: Double, _ seconds: Double
  ) throws(PaintError) -> PaintAnswer {
    let payload: [UInt8]
    do {
      payload = try running?.channel.receive(deadline: deadline) ?? []
    } catch { throw problem(error, &running, seconds) }
    do {
      return try PaintAnswer(decoding: payload)
    } catch {
      end(&running)
      throw error
    }
  }

  /// What a silent or closed socket means. The painter is gone afterwards.
  private static func problem(_ failure: FrameChannel.Failure, _ running: inout Running?, _ seconds: Double) -> PaintError {
    defer { end(&running) }
    switch failure {
    case .deadline: return .timeout(seconds: seconds)
    case .tooLarge(let length): return .badAnswer("\(length) bytes")
    case .closed: return .died(running?.process.waitOrKill(after: 1) ?? .exited(status: -1))
    }
  }

  private static func end(_ running: inout Running?) {
    running?.process.kill()
    running = nil
  }
}
