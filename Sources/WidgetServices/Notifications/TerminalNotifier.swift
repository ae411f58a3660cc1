import Synchronization
import WidgetModel
import WidgetSystem

/// Notifications by the terminal (OSC 99, 9 and 777). They have no actions.
///
/// Later ones are stored, and shown when due by this process if it's still running, else by the next one with a channel.
public final class TerminalNotifier: Notifier {
  private let escape: TerminalNotification?
  private let scheduled: any ScheduledNotificationStore
  private let write: @Sendable ([UInt8]) -> Bool
  private let timers = Mutex<[String: Task<Void, Never>]>([:])

  /// - Parameters:
  ///   - escape: nil for a terminal without notifications.
  ///   - write: Writes to the terminal; returns false without one. nil uses the controlling terminal.
  public init(
    _ escape: TerminalNotification?, scheduled: any ScheduledNotificationStore,
    write: (@Sendable ([UInt8]) -> Bool)? = nil
  ) {
    self.escape = escape
    self.scheduled = scheduled
    self.write = write ?? ControllingTerminal.write
  }

  deinit { for timer in timers.withLock({ $0.values.map(\.self) }) { timer.cancel() } }

  public func post(_ notification: UserNotification) throws(NotificationError) {
    let escape = try available()
    if let due = notification.dueAt, due > WallTime.now() {
      do throws(StoreError) { try scheduled.save(notification) } catch { throw .failed(reason: "\(error)") }
      return start(notification, at: due, escape)
    }
    _ = try? scheduled.remove(notification.key)
    guard write(escape.bytes(of: notification)) else { throw Self.noTerminal }
  }

  public func cancel(_ key: String) throws(NotificationError) {
    let escape = try available()
    timers.withLock { $0.removeValue(forKey: key) }?.cancel()
    _ = try? scheduled.remove(key)
    if let bytes = escape.bytes(closing: key) { _ = write(bytes) }
  }

  public func resume() throws(NotificationError) {
    let escape = try available()
    for notification in (try? scheduled.all()) ?? [] { start(notification, at: notification.dueAt ?? 0, escape) }
  }

  private static let noTerminal = NotificationError.unavailable(reason: "there is no terminal")

  private func available() throws(NotificationError) -> TerminalNotification {
    guard let escape else { throw .unavailable(reason: "the terminal shows no notifications") }
    // A process without a terminal must not take notifications that would not be seen.
    guard write([]) else { throw Self.noTerminal }
    return escape
  }

  private func start(_ notification: UserNotification, at due: Double, _ escape: TerminalNotification) {
    let timer = Task { [weak self] in
      // A sleeping computer stops the clock of a long sleep.
      while WallTime.now() < due {
        do { try await Task.pause(seconds: min(60, max(0.01, due - WallTime.now()))) } catch { return }
      }
      guard let self else { return }
      timers.withLock { $0[notification.key] = nil }
      guard (try? scheduled.remove(notification.key)) == true else { return }
      _ = write(escape.bytes(of: notification))
    }
    timers.withLock { $0.updateValue(timer, forKey: notification.key) }?.cancel()
  }
}

/// The escape sequences for showing a notification in a terminal.
public struct TerminalNotification: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    /// kitty's desktop notifications: OSC 99.
    case osc99
    /// iTerm2, WezTerm, Ghostty: OSC 9.
    case osc9
    /// foot, urxvt: OSC 777.
    case osc777
  }

  public var kind: Kind
  /// Whether tmux passes the sequence on to the outer terminal.
  public var isInTmux: Bool

  public init(_ kind: Kind, isInTmux: Bool = false) {
    self.kind = kind
    self.isInTmux = isInTmux
  }

  /// - Returns: nil for a terminal not known to show notifications.
  public init?(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    // tmux replaces TERM_PROGRAM; these variables name the terminal it was started in.
    let program = environment["TMUX"] == nil ? environment["TERM_PROGRAM"] : environment["LC_TERMINAL"]
    let kind: Kind
    if environment["KITTY_WINDOW_ID"] != nil || term == "xterm-kitty" {
      kind = .osc99
    } else if ["iTerm.app", "iTerm2", "WezTerm", "ghostty"].contains(program) || term == "xterm-ghostty" {
      kind = .osc9
    } else if term.hasPrefix("foot") || term.hasPrefix("rxvt-unicode") {
      kind = .osc777
    } else {
      return nil
    }
    self.init(kind, isInTmux: environment["TMUX"] != nil)
  }

  public func bytes(of notification: UserNotification) -> [UInt8] {
    let title = Self.plain(notification.title)
    let body = Self.plain(notification.body)
    switch kind {
    case .osc99:
      let urgency = ["low": 0, "normal": 1, "critical": 2][notification.urgency.rawValue] ?? 1
      let options = "i=\(notification.key):e=1:u=\(urgency)"
      let first = sequence("99;\(options):d=\(body.isEmpty ? 1 : 0):p=title;\(Base64.text(Array(title.utf8)))")
      return body.isEmpty ? first : first + sequence("99;\(options):d=1:p=body;\(Base64.text(Array(body.utf8)))")
    // A single text. A number at its start would mean progress.
    case .osc9: return sequence("9;\(Self.plain(notification.sender.name)): \(title)" + (body.isEmpty ? "" : " – \(body)"))
    case .osc777:
      return sequence("777;notify;\(title.map { $0 == ";" ? "," : String($0) }.joined());\(body)")
    }
  }

  /// - Returns: nil if notifications can't be closed.
  public func bytes(closing key: String) -> [UInt8]? {
    kind == .osc99 ? sequence("99;i=\(key):p=close;") : nil
  }

  private func sequence(_ content: String) -> [UInt8] {
    let sequence = "\u{1B}]\(content)\u{1B}\\"
    guard isInTmux else { return Array(sequence.utf8) }
    return Array("\u{1B}Ptmux;\(sequence.map { $0 == "\u{1B}" ? "\u{1B}\u{1B}" : String($0) }.joined())\u{1B}\\".utf8)
  }

  /// One line without control characters.
  private static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in scalar.properties.generalCategory == .control ? " " : scalar }))
  }
}
