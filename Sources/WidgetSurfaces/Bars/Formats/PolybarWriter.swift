import WidgetSystem

/// Polybar's `custom/script` and lemonbar: one line with tags such as `%{F#ff0000}`. Lemonbar prints the commands of clicks.
struct PolybarWriter: BarWriter {
  var isLemonbar: Bool

  /// Lemonbar has one input for everything that it shows.
  var showsBoards: Bool { isLemonbar }

  func bytes(_ items: [BarItem], isFollowing: Bool) -> [UInt8] {
    let lines = items.prefix(isLemonbar ? items.count : 1).map(line).filter { !$0.isEmpty }
    return Array(lines.joined(separator: "  ").utf8) + [0x0A]
  }

  func message(_ line: String) -> String { escaped(line) }

  private func line(_ item: BarItem) -> String {
    guard !item.segments.isEmpty else { return "" }
    var line = item.segments.map { text($0, of: item) }.joined(separator: " ")
    for (button, gesture) in [(2, Gesture.middleClick), (3, .rightClick), (4, .scrollUp), (5, .scrollDown)]
    where item.gestures.contains(gesture) {
      line = clickable(line, button, item.shellCommand(.gesture(gesture)))
    }
    return line
  }

  private func text(_ segment: BarItem.Segment, of item: BarItem) -> String {
    var text = escaped(segment.text)
    if let color = segment.color { text = "%{F\(BarText.hex(color))}\(text)%{F-}" }
    return clickable(text, 1, item.shellCommand(segment.tap.map { .tap($0) } ?? .gesture(.click)))
  }

  /// The command ends at a colon without a backslash. A line break cannot be part of it, nor in lemonbar the end of a tag.
  private func clickable(_ text: String, _ button: Int, _ command: String?) -> String {
    guard let command, !command.contains(where: \.isNewline), !command.contains("\\:"), !(isLemonbar && command.contains("}"))
    else { return text }
    return "%{A\(button):\(BarText.replacing(":", with: "\\:", in: command)):}\(text)%{A}"
  }

  /// No tag can begin in a text. Lemonbar reads two percent signs as one. Polybar has no escape, so an invisible space follows each
  /// percent sign that a tag could begin with.
  private func escaped(_ text: String) -> String {
    if isLemonbar { return BarText.replacing("%", with: "%%", in: text) }
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "{", safe.last == "%" { safe.append("\u{200B}") }
      safe.append(scalar)
    }
    // A tag may follow.
    if safe.last == "%" { safe.append("\u{200B}") }
    return String(safe)
  }
}
