/// The lines of xbar, SwiftBar and Argos: the text in the bar, `---`, and a menu. Parameters follow a vertical bar.
struct MenuWriter: BarWriter {
  var dialect: any MenuDialect

  func bytes(_ items: [BarItem], isFollowing: Bool) -> [UInt8] {
    guard let item = items.first else { return [0x0A] }
    var lines: [String] = []
    if !item.segments.isEmpty {
      let colors = Set(item.segments.map(\.color))
      let color = colors.count == 1 ? item.segments[0].color : nil
      lines.append(line(item.text, color.map { [dialect.color($0)] } ?? []))
      if item.segments.count > 0 { lines.append("---") }
      lines += item.menu.map { entry($0, item) }
    }
    return Array(lines.joined(separator: "\n").utf8) + [0x0A]
  }

  func message(_ line: String) -> String { line.isEmpty ? line : Self.escaped(line) }

  private func entry(_ entry: BarItem.MenuEntry, _ item: BarItem) -> String {
    switch entry {
    case .separator: return "---"
    case .text(let segment): return line(segment.text, segment.color.map { [dialect.color($0)] } ?? [])
    case .link(let text, let url):
      guard let url = MenuParameter("href", url) else { return line(text, []) }
      return line(text, [url])
    case .control(let text, _, let target):
      guard let command = item.tapCommand, let program = command.first else { return line(text, []) }
      let words = command.dropFirst() + [target.text]
      let parameters = words.enumerated().map { MenuParameter("param\($0 + 1)", $1) }
      guard let shell = MenuParameter(dialect.commandKey, program), !parameters.contains(where: { $0 == nil }) else {
        return line(text, [])
      }
      return line(
        text,
        [shell] + parameters.compactMap { $0 } + [MenuParameter(flag: "terminal", false), MenuParameter(flag: "refresh", true)])
    }
  }

  private func line(_ text: String, _ parameters: [MenuParameter]) -> String {
    "\(Self.escaped(text)) | " + (parameters + dialect.literal).map(\.text).joined(separator: " ")
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
protocol MenuDialect: Sendable {
  /// The parameter with the program to run.
  var commandKey: String { get }
  /// Switches off everything that changes the text.
  var literal: [MenuParameter] { get }
}

extension MenuDialect {
  func color(_ color: UInt32) -> MenuParameter { MenuParameter(literal: "color=" + BarText.hex(color)) }
}

/// `key="value"`
struct MenuParameter: Sendable {
  let text: String

  fileprivate init(literal text: String) { self.text = text }

  init(flag key: String, _ value: Bool) { text = "\(key)=\(value)" }

  /// - Returns: nil for a value the programs quote differently, or that would end the line.
  init?(_ key: String, _ value: String) {
    let isPlain = value.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F && $0 != "\"" && $0 != "\\" && $0 != "|"
    }
    guard isPlain, !value.isEmpty else { return nil }
    text = "\(key)=\"\(value)\""
  }
}
