import WidgetRendering
import WidgetServices

/// The arguments of `luawidget serve`.
package struct ServeArguments: CommandArguments {
  package static let standardPort = 8630

  package var board: String?
  package var port = standardPort
  package var exposed: String?
  package var names: [String] = []
  package var isWatching = false
  package var isQuiet = false

  package init() {}

  package static let name = "serve"
  package static let abstract = "Show a board as a web page."
  package static let discussion = """
    Keeps the widgets of the board current and prints a one-time sign-in link for the page. The browser you open it in stays \
    signed in, and you get another link for the next browser. Only this machine can reach the page, unless you give --expose.

    Exit status: 130 and 143 after SIGINT and SIGTERM; 1 (the port can't be used), 2 (usage error), 6 (internal error).
    """

  package static let declarations: [ArgumentDeclaration<Self>] = [
    .option("board", \.board, valueName: "name", completion: .board, "The board. (default: today)"),
    .option("port", \.port, "The port; 0 chooses a free one."),
    .option(
      "expose", \.exposed, valueName: "address",
      """
      Also accept connections from other machines, at this address of this machine. The connection isn't encrypted: anyone who can \
      read your network traffic can see the board and press its buttons.
      """, note: "0.0.0.0 means every address; name the ones you use in browsers with --name."),
    .option(
      "name", \.names, valueName: "host",
      "A name or address of this machine for browsers to use; may be repeated.",
      note: "Requests for any other name are refused, so no website can reach the page through its own name."),
    .flag("watch", \.isWatching, "Open the console, for authors: it shows what your widgets print."),
    .flag("quiet", short: "q", \.isQuiet, "Print only the link."),
  ]

  package var problem: String? {
    guard (0...65_535).contains(port) else { return "--port takes 0 to 65535, got \(port)" }
    if let wrong = names.first(where: { !Self.isHost($0) }) {
      return "--name takes a host such as pi.local or 192.168.1.20, without a port, got \"\(terminalSafe(wrong, limit: 80))\""
    }
    return nil
  }

  /// Whether the text can be a host in a URL: a name, an IPv4 address, or an IPv6 address with or without brackets.
  private static func isHost(_ text: String) -> Bool {
    if text.contains(":") {
      return IPAddress(ipv6: text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text) != nil
    }
    return text.utf8.count <= 253
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        !label.isEmpty && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
      }
  }
}
