import WidgetModel
import WidgetServices

extension HostModule {
  static let clipboard = HostModule(
    "clipboard",
    "The clipboard of whoever taps: that of the terminal, of the browser, or of the desktop. A widget can't read it.",
    [
      HostFunction(
        "clipboard.write",
        """
        Puts a text onto the clipboard, in a tap handler, once per tap. Returns true, or nil and an error of kind `unavailable` \
        where there's no clipboard, such as after a click on a status bar. Whether the terminal or browser takes the text, nobody knows.
        """,
        HostField("text", .string, "without control characters other than tabs and newlines"),
        returns: [HostField("written", .optional(.boolean)), .error], requires: .clipboard, arguments: .storedOrShown,
        limits: "64 KiB of text"
      ).implemented(using: \.clipboard) { call, clipboard throws(HostError) in try clipboard.write(call.text(0)) }
    ])
}

/// The clipboard of whoever taps.
struct ClipboardAccess {
  private let session: HostSession

  init(_ session: HostSession) { self.session = session }

  /// - Returns: `{ value = true }` or `{ error = err }`.
  func write(_ text: String) throws(HostError) -> LuaValue {
    guard text.utf8.count <= ClipboardText.limit else {
      throw HostError("clipboard.write: the text has \(text.utf8.count) bytes; the limit is \(ClipboardText.limit)")
    }
    guard let text = ClipboardText(text) else {
      throw HostError("clipboard.write: the text must have no control characters other than tabs and newlines")
    }
    try session.tap.use(\.writesClipboard, by: "clipboard.write", "writes once a tap")
    do { try session.services.clipboard.write(text.value, for: session.identity.instance) } catch {
      return session.returned("clipboard.write", kind: ServiceError.unavailableKind, "\(error)")
    }
    return ["value": true]
  }
}
