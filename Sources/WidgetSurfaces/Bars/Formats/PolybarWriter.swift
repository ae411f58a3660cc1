/// Polybar's `custom/script`: one line with tags such as `%{F#ff0000}`.
struct PolybarWriter: BarWriter {
  func bytes(_ items: [BarItem], isFollowing: Bool) -> [UInt8] {
    var line = ""
    if let item = items.first, !item.segments.isEmpty {
      line = item.segments.map { Self.text($0, of: item) }.joined(separator: " ")
      for (button, gesture) in [(2, Gesture.middleClick), (3, .rightClick), (4, .scrollUp), (5, .scrollDown)]
      where item.gestures.contains(gesture) {
        line = Self.clickable(line, button, item.shellCommand(.gesture(gesture)))
      }
    }
    return Array(line.utf8) + [0x0A]
  }

  func message(_ line: String) -> String { Self.escaped(line) }

  private static func text(_ segment: BarItem.Segment, of item: BarItem) -> String {
    var text = escaped(segment.text)
    if let color = segment.color { text = "%{F\(BarText.hex(color))}\(text)%{F-}" }
    return clickable(text, 1, item.shellCommand(segment.tap.map { .tap($0) } ?? .gesture(.click)))
  }

  /// Makes a text clickable. The command ends at a colon without a backslash and can't contain a line break.
  private static func clickable(_ text: String, _ button: Int, _ command: String?) -> String {
    guard let command, !command.contains(where: \.isNewline), !command.contains("\\:") else { return text }
    return "%{A\(button):\(BarText.replacing(":", with: "\\:", in: command)):}\(text)%{A}"
  }

  /// Escapes a text so no tag can begin in it. Polybar has no escape, so an invisible space follows each percent sign that could
  /// begin one.
  static func escaped(_ text: String) -> String {
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
