import WidgetSystem

/// How many character cells a terminal has. Always at least 1 x 1 and at most 10 000 x 10 000.
public struct TerminalSize: Sendable, Equatable, Hashable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), 10_000)
    self.rows = min(max(rows, 1), 10_000)
  }

  /// What a terminal is taken for when nobody knows better.
  public static let fallback = TerminalSize(columns: 80, rows: 24)

  /// Asks the terminal (`TIOCGWINSZ`); for what it does not say, `COLUMNS` and `LINES`; else 80 x 24.
  ///
  /// A descriptor that is no terminal is not an error: `COLUMNS` then sets the width of what goes into a pipe or a file.
  public init(of descriptor: Int32, environment: [String: String] = [:]) {
    var window = winsize()
    #if canImport(Darwin)
      let request = UInt(0x4008_7468)  // TIOCGWINSZ, a macro that Swift does not import there
    #else
      let request = UInt(TIOCGWINSZ)
    #endif
    let known = ioctl(descriptor, request, &window) == 0
    func dimension(_ asked: UInt16, _ variable: String, _ fallback: Int) -> Int {
      if known, asked > 0 { return Int(asked) }
      if let value = environment[variable].flatMap({ Int($0) }), value > 0 { return value }
      return fallback
    }
    self.init(
      columns: dimension(window.ws_col, "COLUMNS", TerminalSize.fallback.columns),
      rows: dimension(window.ws_row, "LINES", TerminalSize.fallback.rows))
  }
}

/// Whether a descriptor is a terminal (`isatty`).
public func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
