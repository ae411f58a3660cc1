import WidgetSystem

/// Tmux's `#(command)` in `status-right` or `status-left`. Tmux expands the output as a format.
struct TmuxWriter: BarWriter {
  var showsBoards: Bool { true }

  func bytes(_ items: [BarItem], isFollowing: Bool) -> [UInt8] {
    let texts = items.map { $0.segments.map(Self.text).joined(separator: " ") }.filter { !$0.isEmpty }
    return Array(texts.joined(separator: " | ").utf8) + [0x0A]
  }

  func message(_ line: String) -> String { Self.escaped(line) }

  private static func text(_ segment: BarItem.Segment) -> String {
    let text = escaped(segment.text)
    var style = segment.color.map { ["fg=\(BarText.hex($0))"] } ?? []
    if segment.isStrong { style.append("bold") }
    return style.isEmpty ? text : "#[\(style.joined(separator: ","))]\(text)#[default]"
  }

  /// Escapes number signs by doubling them.
  static func escaped(_ text: String) -> String { BarText.replacing("#", with: "##", in: text) }
}
