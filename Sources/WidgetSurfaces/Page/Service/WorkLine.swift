import WidgetSystem

/// Long computations one after the other, on threads of their own: neither the board's requests nor its updates wait for them.
///
/// Each widget has a queue. The next computation comes from the one that has used the least time, so a widget whose pictures take long
/// delays another's by one picture at most.
actor WorkLine {
  enum Failure: Error {
    /// Too many are waiting.
    case busy
    case system(SystemError)
  }

  private struct Turn {
    var number: Int
    /// Receives false if there are too many.
    var begin: CheckedContinuation<Bool, Never>
  }

  private struct Queue {
    var turns: [Turn] = []
    /// Seconds used so far, and at least as many as the widget whose turn it last was: being idle saves nothing up.
    var used: Double
  }

  private static let maximumWaiting = 32
  /// A view may nest 32 levels deep.
  private static let stackBytes = 8 << 20

  private var isWorking = false
  /// How many are waiting.
  private(set) var waiting = 0
  /// By widget.
  private var queues: [String: Queue] = [:]
  /// The seconds used by the widget whose turn it is, when it began.
  private var progress = 0.0
  private var turns = 0

  /// - Parameter widget: The widget that uses the time.
  func run<Value: Sendable>(
    for widget: String, _ work: @escaping @Sendable () -> Value
  ) async throws(Failure) -> Value {
    guard await turn(of: widget) else { throw .busy }
    let begin = MonotonicTime.now()
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      do throws(SystemError) {
        try DetachedThread.start(stackBytes: Self.stackBytes) { continuation.resume(returning: .success(work())) }
      } catch {
        continuation.resume(returning: .failure(.system(error)))
      }
    }
    ended(widget, seconds: MonotonicTime.now() - begin)
    return try result.get()
  }

  /// Waits until it's a widget's turn.
  ///
  /// - Returns: false if too many are waiting, most of them for this widget.
  private func turn(of widget: String) async -> Bool {
    if queues[widget]?.turns.isEmpty != false {
      queues[widget] = Queue(used: max(progress, queues[widget]?.used ?? 0))
    }
    guard isWorking else {
      begin(widget)
      return true
    }
    if waiting >= Self.maximumWaiting {
      guard let longest = queues.max(by: { $0.value.turns.count < $1.value.turns.count })?.key,
        let size = queues[longest]?.turns.count, size > queues[widget]?.turns.count ?? 0
      else { return false }
      queues[longest]?.turns.popLast()?.begin.resume(returning: false)
      waiting -= 1
    }
    waiting += 1
    turns += 1
    let number = turns
    return await withCheckedContinuation { queues[widget]?.turns.append(Turn(number: number, begin: $0)) }
  }

  private func begin(_ widget: String) {
    isWorking = true
    progress = max(progress, queues[widget]?.used ?? 0)
  }

  private func ended(_ widget: String, seconds: Double) {
    queues[widget, default: Queue(used: progress)].used += seconds
    let next = queues.filter { !$0.value.turns.isEmpty }.min {
      ($0.value.used, $0.value.turns.first?.number ?? 0) < ($1.value.used, $1.value.turns.first?.number ?? 0)
    }
    isWorking = false
    // A widget that has used no more than the others begins like a new one.
    queues = queues.filter { !$0.value.turns.isEmpty || $0.value.used > progress }
    guard let next = next?.key, let turn = queues[next]?.turns.removeFirst() else { return }
    waiting -= 1
    begin(next)
    turn.begin.resume(returning: true)
  }
}
