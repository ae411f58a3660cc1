import WidgetSystem

/// The lines of xbar, SwiftBar and Argos: the text in the bar, `---`, and a menu. Parameters follow a vertical bar.
struct MenuWriter: BarWriter {
  var dialect: MenuDialect

  func bytes(_ items: [BarItem], isFollowing: Bool) -> [UInt8] {
    guard let item = items.first else { return [0x0A] }
    var lines: [String] = []
    if !item.segments.isEmpty {
      let colors = Set(item.segments.map(\.color))
      let color = colors.count == 1 ? item.segments[0].color : nil
      lines = [line(item.text, color), "---"] + item.menu.map { entry($0, item) }
    } else if dialect.showsHidden {
      lines = [line("·", nil), "---", line("\(item.name) has nothing to show", nil), "---"] + item.menu.map { entry($0, item) }
    } else if dialect.hidesWithoutItem {
      lines = ["---"]
    }
    return Array(lines.joined(separator: "\n").utf8) + [0x0A]
  }

  func message(_ line: String) -> String { line.isEmpty ? line : Self.escaped(line) }

  private func entry(_ entry: BarItem.MenuEntry, _ item: BarItem) -> String {
    switch entry {
    case .separator: return "---"
    case .text(let segment): return line(segment.text, segment.color)
    case .link(let text, let url):
      guard let url = MenuParameter("href", url) else { return line(text, nil) }
      return line(text, [url])
    case .control(let text, _, let target):
      guard let command = command(target, item) else { return line(text, nil) }
      return line(text, command + [MenuParameter(flag: "terminal", false), MenuParameter(flag: "refresh", true)])
    }
  }

  /// The parameters that run a tap; nil if there is none, or if they cannot be quoted.
  private func command(_ target: TapTarget, _ item: BarItem) -> [MenuParameter]? {
    if dialect.takesShellCommand {
      return item.shellCommand(target).flatMap { MenuParameter(dialect.commandKey, shellWord: $0) }.map { [$0] }
    }
    guard let words = item.tapCommand.map({ $0 + [target.text] }) else { return nil }
    let parameters = words.enumerated().map { MenuParameter($0 == 0 ? dialect.commandKey : "param\($0)", $1) }
    return parameters.contains { $0 == nil } ? nil : parameters.compactMap { $0 }
  }

  private func line(_ text: String, _ color: UInt32?) -> String {
    line(text, color.map { [MenuParameter(literal: "color=" + BarText.hex($0))] } ?? [])
  }

  private func line(_ text: String, _ parameters: [MenuParameter]) -> String {
    let literal = dialect.off.map { MenuParameter(flag: $0, false) }
    return "\(Self.escaped(text)) | " + (parameters + literal).map(\.text).joined(separator: " ")
  }

  /// Escapes a text so it can neither begin the parameters, nor be a separator, a submenu, or SwiftBar's end of a stream.
  static func escaped(_ text: String) -> String {
    var scalars = Array(BarText.replacing("|", with: "\u{2502}", in: text).unicodeScalars)
    if scalars.first == "-" {
      scalars[0] = scalars.dropFirst().first.map { ("0"..."9").contains($0) } == true ? "\u{2212}" : "\u{2010}"
    }
    if scalars.first == "~" { scalars[0] = "\u{223C}" }
    var safe = String.UnicodeScalarView()
    safe.append(contentsOf: scalars)
    // An empty line would be dropped.
    return safe.isEmpty ? "\u{2002}" : String(safe)
  }
}

/// The differences between xbar, SwiftBar and Argos.
struct MenuDialect: Sendable {
  /// The parameter with the program to run.
  var commandKey = "bash"
  /// The parameters that would change the text, all switched off. An unknown one is an error of the whole plugin in xbar.
  var off: [String]
  /// Whether ``commandKey`` has a whole shell command, rather than a program whose words follow as `param1` and so on.
  var takesShellCommand = false
  /// Whether an item without text is shown nevertheless, so that it needs one.
  var showsHidden = false
  /// Whether a menu without an item hides it. Without both, the name of the plugin's file is shown.
  var hidesWithoutItem = false

  static let xbar = MenuDialect(commandKey: "shell", off: ["emojize", "ansi"], showsHidden: true)
  static let swiftBar = MenuDialect(off: ["emojize", "symbolize", "ansi", "md"])
  /// Argos, and kargos.
  static let argos = MenuDialect(
    off: ["emojize", "ansi", "unescape", "useMarkup"], takesShellCommand: true, hidesWithoutItem: true)
}

/// `key="value"`
struct MenuParameter: Sendable {
  let text: String

  fileprivate init(literal text: String) { self.text = text }

  init(flag key: String, _ value: Bool) { text = "\(key)=\(value)" }

  /// A value as a word of a shell command.
  ///
  /// - Returns: nil for a value that would end the line.
  init?(_ key: String, shellWord value: String) {
    guard !value.contains(where: \.isNewline) else { return nil }
    text = "\(key)=\(BarText.shellWord(value))"
  }

  /// - Returns: nil for a value that the programs quote differently, or that would end the line.
  init?(_ key: String, _ value: String) {
    let isPlain = value.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F && $0 != "\"" && $0 != "\\" && $0 != "|"
    }
    guard isPlain, !value.isEmpty else { return nil }
    text = "\(key)=\"\(value)\""
  }
}
