import WidgetRendering
import WidgetServices

/// The arguments of `luawidget serve`.
package struct ServeArguments: CommandArguments {
  package static let standardPort = 8630

  package var board: String?
  package var port = standardPort
  package var exposed: String?
  package var names: [String] = []
  package var socket: String?
  package var origins: [String] = []
  package var isWatching = false
  package var showsAddress = false
  package var isQuiet = false
  package var upgradeAction = UpgradeAction.restart

  package init() {}

  package static let name = "serve"
  package static let abstract = "Show a board as a web page."
  package static let discussion = """
    Keeps the widgets of the board current and prints a one-time sign-in link for the page. The browser you open it in stays \
    signed in, and you get another link for the next browser. The link's host is a name under localhost that belongs to this board, \
    because browsers send cookies to every port of a host. Only this machine can reach the page, unless you give --expose.

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
      """,
      note: """
        There, a key opens images; browsers sign in only at the board's own name and at those of --name. 0.0.0.0 means every address.
        """),
    .option(
      "socket", \.socket, valueName: "path", completion: .file, conflicts: ["expose"],
      "Listen at this Unix socket instead of a port, for a proxy or for ssh -L. Only this user can connect.",
      note: "--port is then the port of the tunnel, for the address that is printed."
    ),
    .option(
      "name", \.names, valueName: "host",
      "A name or address for browsers to sign in at; may be repeated. It must belong to this page alone.",
      note: """
        Browsers send the cookie of a name to every port of it: another server with this name could take over the board. Requests for \
        any other name are refused, so no website can reach the page through its own name.
        """),
    .option(
      "allow-origin", \.origins, valueName: "origin",
      "Another site whose pages may load widgets with a key, such as https://dashboard.example; may be repeated."),
    .onUpgrade(\.upgradeAction),
    .flag(
      "address", \.showsAddress, conflicts: ["expose", "socket", "name", "allow-origin", "watch"],
      "Print the sign-in link of the running server and exit. A service doesn't print it: others may read the journal."),
    .flag("watch", \.isWatching, "Open the console, for authors: it shows what your widgets print."),
    .flag("quiet", short: "q", \.isQuiet, "Print only the link."),
  ]

  package var problem: String? {
    guard (0...65_535).contains(port) else { return "--port takes 0 to 65535, got \(port)" }
    if socket != nil, port == 0 { return "--socket needs the port of the tunnel in --port, not 0" }
    if let wrong = names.first(where: { !Self.isHost($0) }) {
      return "--name takes a host such as pi.local or 192.168.1.20, without a port, got \"\(terminalSafe(wrong, limit: 80))\""
    }
    if let shared = names.first(where: { Self.host($0)?.isThisMachine == true }) {
      return """
        --name \(terminalSafe(shared, limit: 80)): every server on this machine has this name, and browsers would send the board's \
        cookie to all of them
          try: leave out --name; the board has a name of its own under localhost
        """
    }
    if let wrong = origins.first(where: { !Self.isOrigin($0) }) {
      return """
        --allow-origin takes an origin such as https://dashboard.example, without a path, got \
        "\(terminalSafe(wrong, limit: 80))"
        """
    }
    return nil
  }

  /// A scheme, a host and a port if it isn't the scheme's own, as browsers send it.
  private static func isOrigin(_ text: String) -> Bool {
    guard let address = try? WebAddress(parsing: text) else { return false }
    let port = address.port == (address.scheme == .https ? 443 : 80) ? "" : ":\(address.port)"
    return text.lowercased() == "\(address.scheme.rawValue)://\(address.host)\(port)"
  }

  /// Whether the text can be a host in a URL: a name, an IPv4 address, or an IPv6 address with or without brackets.
  /// Browsers send no other form in `Host`, so a name with a dot at its end, and `127.1`, would match nothing.
  private static func isHost(_ text: String) -> Bool { host(text) != nil && !text.hasSuffix(".") }

  private static func host(_ text: String) -> WebHost? {
    try? WebHost(parsing: text.contains(":") && !text.hasPrefix("[") ? "[\(text)]" : text)
  }
}
