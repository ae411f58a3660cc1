import WidgetSystem

/// Detects the terminal's features with queries: sends them, waits, and collects the responses.
struct FeatureDetection: Sendable {
  private enum State: Sendable, Equatable {
    case notStarted
    /// - until: Seconds of the monotonic clock.
    case waiting(until: Double)
    /// Time is up. Late responses still count.
    case late
    case complete
  }

  let capabilities: TerminalCapabilities
  let environment: [String: String]
  private var state = State.notStarted
  private var preference = GraphicsPreference.none
  private var passesThrough = false
  private var responses = TerminalResponses()
  /// When the queries were written; nil if none were.
  private var begun: Double?

  init(_ capabilities: TerminalCapabilities, _ environment: [String: String]) {
    self.capabilities = capabilities
    self.environment = environment
  }

  /// Seconds to wait for responses. Longer over SSH, because of the latency.
  static func timeout(_ environment: [String: String]) -> Double {
    ["SSH_CONNECTION", "SSH_TTY"].contains { environment[$0]?.isEmpty == false } ? 1 : 0.2
  }

  var hasBegun: Bool { state != .notStarted }

  /// Whether responses still count.
  private var isOpen: Bool { state != .notStarted && state != .complete }

  /// Whether the last response, which every terminal sends, hasn't arrived.
  var isOutstanding: Bool { isOpen && responses.attributes == nil }

  /// Whether bytes may be pieces of a response, because the last one is still to come. A terminal that hasn't sent it after 10 seconds
  /// never does.
  func expectsResponses(at now: Double) -> Bool { isOutstanding && begun.map { now < $0 + 10 } ?? false }

  /// When waiting ends; nil if nothing is expected.
  var deadline: Double? { if case .waiting(let until) = state { until } else { nil } }

  /// Starts detection, once.
  ///
  /// - Parameter canRespond: Whether responses can arrive at all.
  /// - Returns: The queries to write. Empty if there are none, which completes detection.
  mutating func begin(
    _ preference: GraphicsPreference, _ subjects: TerminalQueries.Subjects, canRespond: Bool, now: Double
  ) -> [UInt8] {
    guard state == .notStarted else { return [] }
    self.preference = preference
    let queries = TerminalQueries(subjects, capabilities)
    guard canRespond, !queries.bytes.isEmpty else {
      state = .complete
      return []
    }
    passesThrough = queries.passesThrough
    begun = now
    state = .waiting(until: now + Self.timeout(environment))
    return queries.bytes
  }

  /// - Returns: Whether detection is now complete.
  mutating func receive(_ new: [TerminalResponse]) -> Bool {
    guard isOpen else { return receiveReports(new) }
    for response in new { responses.receive(response) }
    guard responses.attributes != nil, !passesThrough || responses.hasGraphicsResponse else { return false }
    state = .complete
    return true
  }

  /// Handles reports once detection is complete: only colour changes count.
  private mutating func receiveReports(_ new: [TerminalResponse]) -> Bool {
    let reports = new.filter { if case .colorScheme = $0 { true } else { false } }
    guard reportsColorScheme, let last = reports.last else { return false }
    let before = responses.background
    responses.receive(last)
    return responses.background != before
  }

  /// Ends waiting because time is up.
  mutating func expire() -> Bool {
    guard case .waiting = state else { return false }
    state = .late
    return true
  }

  /// Whether the terminal can report colour changes (mode 2031).
  var reportsColorScheme: Bool { [.set, .reset].contains(responses.modes[2031]) }

  /// Whether mode 2027 is off and can be set.
  var enablesGraphemeClusters: Bool { responses.modes[2027] == .reset }

  /// - Parameter measured: The cell size according to the kernel, for a terminal that doesn't report it.
  func features(measured: TerminalFeatures.CellSize?) -> TerminalFeatures {
    TerminalFeatures(
      graphics: preference.graphics(responses, capabilities, environment), synchronizedOutput: responses.supports(2026),
      graphemeClusters: responses.supports(2027), cell: responses.cell ?? measured,
      background: responses.background)
  }
}

extension TerminalFeatures.CellSize {
  /// The cell size from the window's size in pixels (`TIOCGWINSZ`); nil if that's unknown.
  init?(of descriptor: Int32) {
    guard let window = winsize(of: descriptor), window.ws_col > 0, window.ws_row > 0 else { return nil }
    self.init(width: Int(window.ws_xpixel / window.ws_col), height: Int(window.ws_ypixel / window.ws_row))
  }
}
