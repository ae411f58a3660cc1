import WidgetSystem

/// Questions to the terminal, from the moment that they are asked to the moment when it is settled what it can do.
struct FeatureDetection: Sendable {
  private enum State: Sendable, Equatable {
    case notAsked
    /// - until: Seconds of the monotonic clock.
    case waiting(until: Double)
    /// Its time is up. What it still says counts from then on.
    case late
    case settled
  }

  let capabilities: TerminalCapabilities
  let environment: [String: String]
  private var state = State.notAsked
  private var choice = GraphicsPreference.none
  private var passesThrough = false
  /// Empty of one that is asked nothing, or says nothing.
  private var answers = TerminalResponses()

  init(_ capabilities: TerminalCapabilities, _ environment: [String: String]) {
    self.capabilities = capabilities
    self.environment = environment
  }

  /// Seconds that a terminal may think: the one at the end of a long line is not slower, but farther away.
  static func patience(_ environment: [String: String]) -> Double {
    ["SSH_CONNECTION", "SSH_TTY"].contains { environment[$0]?.isEmpty == false } ? 1 : 0.2
  }

  var hasBegun: Bool { state != .notAsked }

  /// What still comes counts.
  private var isOpen: Bool { state != .notAsked && state != .settled }

  /// The last answer, which all terminals give, has not come.
  var isOwed: Bool { isOpen && answers.attributes == nil }

  /// When waiting ends; nil when nobody waits.
  var deadline: Double? { if case .waiting(let until) = state { until } else { nil } }

  /// Begins; once.
  ///
  /// - Parameter canAnswer: Whether answers can arrive at all.
  /// - Returns: What to write. Empty when there is nothing to ask, and it is settled already what the terminal can do.
  mutating func begin(_ choice: GraphicsPreference, _ subjects: TerminalQueries.Subjects, canAnswer: Bool, now: Double) -> [UInt8]
  {
    guard state == .notAsked else { return [] }
    self.choice = choice
    let questions = TerminalQueries(subjects, capabilities)
    guard canAnswer, !questions.bytes.isEmpty else {
      state = .settled
      return []
    }
    passesThrough = questions.passesThrough
    state = .waiting(until: now + Self.patience(environment))
    return questions.bytes
  }

  /// - Returns: Whether it is settled by this what the terminal can do.
  mutating func take(_ new: [TerminalResponse]) -> Bool {
    // Answers to what nobody has asked change nothing.
    guard isOpen else { return false }
    for answer in new { answers.take(answer) }
    guard answers.attributes != nil, !passesThrough || answers.hasAnsweredForGraphics else { return false }
    state = .settled
    return true
  }

  /// The time is up.
  mutating func expire() -> Bool {
    guard case .waiting = state else { return false }
    state = .late
    return true
  }

  /// Mode 2027 is off and can be switched on.
  var switchesGraphemesOn: Bool { answers.modes[2027] == .reset }

  /// - Parameter measured: The size of a cell as the system knows it, for a terminal that does not say.
  func features(measured: TerminalFeatures.CellSize?) -> TerminalFeatures {
    TerminalFeatures(
      graphics: choice.graphics(answers, capabilities, environment), synchronizedOutput: answers.knows(2026),
      graphemeClusters: answers.knows(2027), cell: answers.cell ?? measured)
  }
}

extension TerminalFeatures.CellSize {
  /// From the window's size in pixels (`TIOCGWINSZ`); nil where that is not known.
  init?(of descriptor: Int32) {
    var window = winsize()
    #if canImport(Darwin)
      let request = UInt(0x4008_7468)  // TIOCGWINSZ, a macro that Swift does not import there
    #else
      let request = UInt(TIOCGWINSZ)
    #endif
    guard ioctl(descriptor, request, &window) == 0, window.ws_col > 0, window.ws_row > 0 else { return nil }
    self.init(width: Int(window.ws_xpixel / window.ws_col), height: Int(window.ws_ypixel / window.ws_row))
  }
}
