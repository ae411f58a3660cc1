package import WidgetRendering

/// A request's method and path.
package enum Route: Sendable, Equatable {
  /// Requests that change nothing.
  case board, login, add, settings, access, confirm, events, webManifest, health, metrics
  case asset(String)
  /// A font of cards on the board.
  case font(String)
  /// The background image of the board's theme.
  case ground(String)
  /// A widget in a format served to hosts.
  case card(id: String, OutputFormat)
  /// Where a program sends events to a widget.
  case push(id: String)
  /// Where a program puts a widget's card in front.
  case bringToFront(id: String)

  /// Forms.
  case begin, tap, refresh, move, place, hide, show, mode, remove, addWidget, changeSettings, decide, makeKey, revokeKey, logout

  package enum Failure: Error, Sendable, Equatable {
    case notFound
    /// - allowed: The path's methods.
    case methodNotAllowed(allowed: String)
  }

  private static let pages: [String: Route] = [
    "/": .board, "/login": .login, "/add": .add, "/settings": .settings, "/access": .access, "/confirm": .confirm,
    "/events": .events,
    "/manifest.webmanifest": .webManifest, "/healthz": .health, "/metrics": .metrics,
  ]

  private static let forms: [String: Route] = [
    "/login": .begin, "/tap": .tap, "/refresh": .refresh, "/move": .move, "/place": .place, "/hide": .hide, "/show": .show,
    "/mode": .mode, "/remove": .remove, "/add": .addWidget, "/settings": .changeSettings, "/permissions": .decide,
    "/access/key": .makeKey, "/access/revoke": .revokeKey, "/logout": .logout,
  ]

  /// The path of the fonts.
  static let fonts = "/fonts/"

  /// The path of the theme's background image.
  static let grounds = "/theme/"

  private static func groundRoute(_ path: String) -> Route? {
    let name = path.dropFirst(grounds.count)
    return path.hasPrefix(grounds) && isName(name) ? .ground(String(name)) : nil
  }

  private static func fontRoute(_ path: String) -> Route? {
    guard path.hasPrefix(fonts), path.hasSuffix(".otf") else { return nil }
    let name = path.dropFirst(fonts.count).dropLast(4)
    return isName(name) ? .font(String(name)) : nil
  }

  private static func isName(_ name: Substring) -> Bool {
    let isName =
      (1...32).contains(name.utf8.count) && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    return isName
  }

  /// - Parameter path: Without the query.
  package init(method: String, path: String) throws(Failure) {
    let page = Self.pages[path] ?? Self.assetRoute(path) ?? Self.fontRoute(path) ?? Self.groundRoute(path) ?? Self.cardRoute(path)
    let form = Self.forms[path] ?? Self.programRoute(path)
    switch method {
    case "GET", "HEAD":
      if let page {
        self = page
        return
      }
    case "POST":
      if let form {
        self = form
        return
      }
    default: break
    }
    guard page != nil || form != nil else { throw .notFound }
    throw .methodNotAllowed(
      allowed: [page.map { _ in "GET, HEAD" }, form.map { _ in "POST" }].compactMap { $0 }.joined(separator: ", "))
  }

  /// Whether it changes something, so it needs a page's token.
  package var isForm: Bool { Self.forms.values.contains(self) }

  private static func assetRoute(_ path: String) -> Route? {
    guard path.hasPrefix("/assets/") else { return nil }
    let name = String(path.dropFirst(8))
    return Assets.all[name] == nil ? nil : .asset(name)
  }

  /// The path of events, followed by a percent-encoded id.
  package static let push = "/push/"

  /// The path for a card in front, followed by a percent-encoded id.
  package static let front = "/show/"

  /// The beginnings of the paths that programs post to.
  package static let programs = [push, front]

  private static func programRoute(_ path: String) -> Route? {
    guard let prefix = programs.first(where: path.hasPrefix), !path.dropFirst(prefix.count).contains("/"),
      let id = FormFields.decoded(Array(path.dropFirst(prefix.count).utf8)[...], plusIsSpace: false), !id.isEmpty
    else { return nil }
    return prefix == push ? .push(id: id) : .bringToFront(id: id)
  }

  /// `/widgets/disk.png`. The id is percent-encoded.
  private static func cardRoute(_ path: String) -> Route? {
    guard path.hasPrefix("/widgets/"), let dot = path.lastIndex(of: "."),
      let format = OutputFormat.allCases.first(where: {
        $0.isServed && $0.fileExtensions.first.map { $0 == path[path.index(after: dot)...] } == true
      })
    else { return nil }
    let name = path[path.index(path.startIndex, offsetBy: 9)..<dot]
    guard !name.contains("/"), let id = FormFields.decoded(Array(name.utf8)[...], plusIsSpace: false), !id.isEmpty else {
      return nil
    }
    return .card(id: id, format)
  }
}
