/// Counts the text a layout reads and measures, in bytes. What ``TextCache`` knows is read once.
///
/// A view measures its text once for each size it's offered, so a few long texts inside nested stacks can mean any amount of work.
/// Once it's spent, long texts are cut: see ``LayoutElement/takeText()``.
final class TextWork {
  /// The most bytes a card's layout reads before it cuts long texts. Cards with a screen of text need about 20,000.
  static let most = 512 << 10
  /// The length of a text that's never cut, in bytes.
  static let short = 200

  private(set) var spent = 0
  /// The work of the whole card.
  private let measuring: MeasuringWork?

  init(_ measuring: MeasuringWork? = nil) { self.measuring = measuring }

  var isSpent: Bool { spent >= Self.most || measuring?.isSpent == true }

  /// Whether the card shows a notice instead: then nothing more is read.
  var isOver: Bool { measuring?.isSpent == true }

  /// Counts that a text is looked up, which reads it once and fast.
  func add(lookup bytes: Int) { measuring?.add(bytes: bytes / 16) }

  func add(_ bytes: Int) {
    spent += bytes
    measuring?.add(bytes: bytes)
  }
}

extension ViewText {
  /// The text shortened to what a line or two show; the same if it's short.
  func cut(_ ellipsis: String) -> ViewText {
    guard let text, text.utf8.count > TextWork.short else { return self }
    var cut = self
    // A Unicode scalar has at most four bytes.
    cut.text = String(text.unicodeScalars.prefix(max(0, TextWork.short / 4 - ellipsis.utf8.count))) + ellipsis
    return cut
  }
}
