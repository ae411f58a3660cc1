import WidgetModel
import WidgetSystem

/// The clipboard of the terminal (OSC 52), which reaches the user's own machine through ssh and tmux too. The terminal says neither
/// whether it has one nor whether it takes the text.
public struct TerminalClipboard: Clipboard {
  private let isCapable: Bool
  private let write: @Sendable ([UInt8]) -> Bool

  /// - Parameter write: Writes to the terminal; returns false without one. nil uses the controlling terminal.
  public init(environment: [String: String], write: (@Sendable ([UInt8]) -> Bool)? = nil) {
    let term = environment["TERM"] ?? "dumb"
    // The console and plain terminals would print the text.
    isCapable = !["", "dumb", "linux", "vt100", "vt102", "vt220"].contains(term)
    self.write = write ?? ControllingTerminal.write
  }

  public func write(_ text: String, for instance: String) throws(ClipboardProblem) {
    // A process without a terminal, such as one that a status bar has started.
    guard write([]) else { throw ClipboardProblem("there is no terminal, browser or desktop with a clipboard") }
    guard isCapable else { throw ClipboardProblem("this terminal has no clipboard") }
    guard write(Array("\u{1B}]52;c;\(Base64.text(Array(text.utf8)))\u{1B}\\".utf8)) else {
      throw ClipboardProblem("the terminal takes no text")
    }
  }
}
