import WidgetSystem

/// The size of a terminal in cells, from 1 x 1 to 10,000 x 10,000.
public struct TerminalSize: Sendable, Equatable, Hashable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), 10_000)
    self.rows = min(max(rows, 1), 10_000)
  }

  /// The assumed size if none is known.
  public static let fallback = TerminalSize(columns: 80, rows: 24)

  /// A terminal's size (`TIOCGWINSZ`), or else `COLUMNS` and `LINES`, or else 80 x 24.
  ///
  /// The descriptor needn't be a terminal: `COLUMNS` then sets the width of output to a pipe or file.
  public init(of descriptor: Int32, environment: [String: String] = [:]) {
    let window = winsize(of: descriptor) ?? winsize()
    func dimension(_ reported: UInt16, _ variable: String, _ fallback: Int) -> Int {
      if reported > 0 { return Int(reported) }
      if let value = environment[variable].flatMap({ Int($0) }), value > 0 { return value }
      return fallback
    }
    self.init(
      columns: dimension(window.ws_col, "COLUMNS", TerminalSize.fallback.columns),
      rows: dimension(window.ws_row, "LINES", TerminalSize.fallback.rows))
  }
}

extension winsize {
  /// A terminal window's size (`TIOCGWINSZ`); nil if unknown.
  init?(of descriptor: Int32) {
    self.init()
    #if canImport(Darwin)
      let request = UInt(0x4008_7468)  // TIOCGWINSZ, a macro that Swift doesn't import there
    #else
      let request = UInt(TIOCGWINSZ)
    #endif
    guard ioctl(descriptor, request, &self) == 0 else { return nil }
  }
}

/// Whether a descriptor is a terminal (`isatty`).
public func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
