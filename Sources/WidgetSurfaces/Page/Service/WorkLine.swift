import WidgetSystem

/// Long computations on threads of their own: neither the board's requests nor its updates wait for them.
///
/// Those for one widget run one after the other, and widgets take turns: a slow one holds up itself, and others only while every place
/// is taken.
actor WorkLine {
  enum Failure: Error {
    /// Too many are waiting.
    case busy
    case system(SystemError)
  }

  private static let maximumWaiting = 64
  private static let maximumOfOneWidget = 32
  /// A view may nest 32 levels deep.
  private static let stackBytes = 8 << 20

  private struct Waiting {
    var widget: String
    var start: CheckedContinuation<Void, Never>
  }

  private var freePlaces: Int
  /// Widgets with a running computation.
  private var running: Set<String> = []
  private var waiting: [Waiting] = []
  /// The turn in which each widget ran last; a widget that never did comes first.
  private var turns: [String: Int] = [:]
  private var turn = 0

  /// - Parameter places: How many computations may run at the same time.
  init(places: Int) { freePlaces = places }

  /// Runs a computation for a widget, or for whoever else has this name.
  func run<Value: Sendable>(for widget: String, _ work: @escaping @Sendable () -> Value) async throws(Failure) -> Value {
    let ofThis = waiting.count { $0.widget == widget }
    guard waiting.count < Self.maximumWaiting, ofThis < Self.maximumOfOneWidget else { throw .busy }
    if freePlaces > 0, !running.contains(widget) {
      take(widget)
    } else {
      // The place has been taken for it when it goes on.
      await withCheckedContinuation { waiting.append(Waiting(widget: widget, start: $0)) }
    }
    defer { leave(widget) }
    return try await Self.onThread(work).get()
  }

  private func take(_ widget: String) {
    freePlaces -= 1
    running.insert(widget)
    turn += 1
    turns[widget] = turn
  }

  private func leave(_ widget: String) {
    freePlaces += 1
    running.remove(widget)
    while freePlaces > 0 {
      let ready = waiting.indices.filter { !running.contains(waiting[$0].widget) }
      guard let next = ready.min(by: { turns[waiting[$0].widget, default: 0] < turns[waiting[$1].widget, default: 0] }) else {
        break
      }
      let job = waiting.remove(at: next)
      take(job.widget)
      job.start.resume()
    }
    if waiting.isEmpty, running.isEmpty { turns = [:] }
  }

  /// The number of computations that wait, for tests.
  var waitingCount: Int { waiting.count }

  private static func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Result<Value, Failure> {
    await withCheckedContinuation { continuation in
      do throws(SystemError) {
        try DetachedThread.start(stackBytes: stackBytes) { continuation.resume(returning: .success(work())) }
      } catch {
        continuation.resume(returning: .failure(.system(error)))
      }
    }
  }
}
