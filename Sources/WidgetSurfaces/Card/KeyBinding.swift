import WidgetModel
import WidgetRuntime

/// A terminal command; ``KeyBinding`` lists their keys.
enum KeyCommand: Sendable, Hashable {
  case up, down, left, right, next, previous, pageUp, pageDown, first, last, scrollUp, scrollDown, find, nextMatch, previousMatch
  case press, toggleMode, refresh, edit, hide, showAgain, moveUp, moveDown
  /// Chooses an answer to the selected card's permission question. It takes precedence over the key's other commands.
  case choose(PermissionDecision)
  case add, refreshAll, listHidden, editBoard, output, help, redraw, cancel, quit, interrupt
}

/// A command's keys and words: the only table of them. A board has all commands, a single widget those that concern it.
struct KeyBinding: Sendable {
  var command: KeyCommand
  /// The keys; the help shows the first two.
  var keys: [Key]
  /// The words in the bottom line, as a key of ``HostWords``.
  var label: String

  private init(_ command: KeyCommand, _ keys: Key..., label: String = "") {
    self.command = command
    self.keys = keys
    self.label = label
  }

  private static let plain: [KeyBinding] = [
    KeyBinding(.up, .up, .character("k"), label: phrase("select")),
    KeyBinding(.down, .down, .character("j"), label: phrase("select")),
    KeyBinding(.left, .left), KeyBinding(.right, .right),
    KeyBinding(.next, .tab, label: phrase("select")), KeyBinding(.previous, .backTab),
    KeyBinding(.pageUp, .pageUp), KeyBinding(.pageDown, .pageDown),
    KeyBinding(.first, .home, .character("g")), KeyBinding(.last, .end, .character("G")),
    KeyBinding(.scrollUp, .scrollUp), KeyBinding(.scrollDown, .scrollDown),
    KeyBinding(.find, .character("/"), label: phrase("find")),
    KeyBinding(.nextMatch, .character("n"), label: phrase("next match")),
    KeyBinding(.previousMatch, .character("N")),
    KeyBinding(.press, .enter, .character(" "), label: phrase("press")), KeyBinding(.toggleMode, .character("m")),
    KeyBinding(.refresh, .character("r"), label: phrase("refresh")), KeyBinding(.edit, .character("e"), label: phrase("edit")),
    KeyBinding(.hide, .character("h"), label: phrase("hide")), KeyBinding(.showAgain, .character("u")),
    KeyBinding(.moveUp, .shiftUp, .character("K"), .shiftLeft), KeyBinding(.moveDown, .shiftDown, .character("J"), .shiftRight),
    KeyBinding(.add, .character("a"), label: phrase("add")), KeyBinding(.refreshAll, .character("R")),
    KeyBinding(.listHidden, .character("H"), label: phrase("skip hidden")), KeyBinding(.editBoard, .character("E")),
    KeyBinding(.output, .character("l"), label: phrase("output")), KeyBinding(.help, .character("?"), label: phrase("help")),
    KeyBinding(.redraw, .control("l")), KeyBinding(.cancel, .escape, label: phrase("cancel")),
    KeyBinding(.quit, .character("q"), .control("d"), label: phrase("quit")),
    KeyBinding(.interrupt, .control("c"), label: phrase("quit")),
  ]

  private static let choices = PermissionDecision.choices.map { choice in
    KeyBinding(.choose(choice), .character(choice.key), label: choice.title)
  }

  static let all = plain + choices

  private static let commands = Dictionary(
    plain.flatMap { binding in binding.keys.map { ($0, binding.command) } }, uniquingKeysWith: { first, _ in first })

  /// A key's command while no card is asking a question.
  static func command(for key: Key) -> KeyCommand? { commands[key] }

  static func of(_ command: KeyCommand) -> KeyBinding? { all.first { $0.command == command } }
}

extension Key {
  /// The name in help and footers.
  func name(isUTF8: Bool) -> String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let character): "Ctrl-\(character.uppercased())"
    case .alt(let character): "Alt-\(character)"
    case .enter: "Enter"
    case .tab: "Tab"
    case .backTab: "Shift+Tab"
    case .escape: "Esc"
    case .backspace: "Backspace"
    case .delete: "Delete"
    case .insert: "Insert"
    case .up: isUTF8 ? "↑" : "Up"
    case .down: isUTF8 ? "↓" : "Down"
    case .left: isUTF8 ? "←" : "Left"
    case .right: isUTF8 ? "→" : "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .shiftUp: "Shift+" + Key.up.name(isUTF8: isUTF8)
    case .shiftDown: "Shift+" + Key.down.name(isUTF8: isUTF8)
    case .shiftLeft: "Shift+" + Key.left.name(isUTF8: isUTF8)
    case .shiftRight: "Shift+" + Key.right.name(isUTF8: isUTF8)
    case .paste, .click, .drag, .release, .scrollUp, .scrollDown, .focusGained, .focusLost, .cursorPosition: ""
    }
  }
}
