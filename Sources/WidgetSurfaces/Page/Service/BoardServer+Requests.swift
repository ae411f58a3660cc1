import WidgetHelpers
import WidgetModel
import WidgetRendering
import WidgetServices
import WidgetSystem

/// Requests: who asks for what, and whether they may.
extension BoardServer {
  /// A request from a browser with a session.
  struct Visit {
    var request: HTTPRequestMessage
    var query: FormFields?
    var session: String
    /// Whether the browser is on this machine, as far as its address and the page's tell.
    var isHere: Bool

    /// Whether the page's script sent it; otherwise a form did.
    var wantsJSON: Bool { request.field("accept")?.hasPrefix("application/json") == true }
  }

  func respond(to request: HTTPRequestMessage, _ response: ResponseChannel) async {
    metrics.requests += 1
    let host: RequestGuard.Host
    do throws(RequestGuard.Refusal) { host = try requestGuard.check(request) } catch {
      metrics.refusedRequests += 1
      return error == .misdirected
        ? problem(421, "Misdirected Request", response) : problem(403, "Cross-origin requests are refused", response)
    }
    if allowOrigin(of: request, response), request.method == "OPTIONS" { return response.respond(204, [], body: []) }
    let parts = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let query = FormFields(parts.count > 1 ? Array(parts[1].utf8) : []) else {
      return problem(400, "The query is not valid: it has wrong escapes or too many fields", response)
    }
    if let name = query.repeatedName {
      // Other names are quoted nowhere.
      let known = RenderingQuery.names.contains(name) ? name : "a name"
      return problem(400, "The query has \(known) more than once", response)
    }
    let route: Route
    do throws(Route.Failure) { route = try Route(method: request.method, path: String(parts[0])) } catch {
      metrics.refusedRequests += 1
      switch error {
      case .notFound:
        guard host == .own, session(of: request) != nil, request.field("accept")?.contains("text/html") == true else {
          return problem(404, "Not Found", response)
        }
        return page(ProblemPage.missing(words), status: 404, response)
      case .methodNotAllowed(let allowed):
        return problem(405, "Method Not Allowed", response, [HTTPField("allow", allowed)])
      }
    }
    switch route {
    case .asset(let name): return asset(name, request, response)
    case .health: return text(200, "ok\n", response)
    case .login where host == .own: return login(token: query["token"], isRefused: false, status: 200, response)
    case .begin where host == .own: return begin(request, response)
    case .push(let id): return await push(id, query, request, response)
    case .bringToFront(let id): return await bringToFront(id, query, request, response)
    case .card, .metrics:
      let keys = Self.bearers(request) + (query["key"].map { [$0] } ?? [])
      guard keys.count < 2 else {
        metrics.refusedRequests += 1
        return problem(400, "The request has more than one key", response)
      }
      if let key = keys.first {
        guard let scope = scope(ofKey: key) else {
          metrics.refusedRequests += 1
          return problem(401, "The key is not valid", response, [HTTPField("www-authenticate", "Bearer")])
        }
        guard scope == (route == .metrics ? .metrics : .widgets) else {
          metrics.refusedRequests += 1
          return problem(403, Self.refusal(of: scope), response)
        }
        return await shared(route, query, request, response, isShared: true)
      }
      if route == .metrics {
        // A session opens the board, not the monitoring of this machine.
        metrics.refusedRequests += 1
        return needsKey("luawidget key add NAME --metrics makes one", response)
      }
    default: break
    }
    if host == .own, cookies(cookieName, of: request).count > 1 {
      metrics.refusedRequests += 1
      return problem(
        400, "The request has this page's cookie more than once: remove this address's cookies in the browser and sign in again",
        response)
    }
    // Other servers on this machine receive a shared host's cookies.
    guard host == .own, let session = session(of: request) else {
      metrics.refusedRequests += 1
      // An image or a program's request isn't a browser's visit to a page.
      if case .card = route, request.field("accept")?.contains("text/html") != true {
        return needsKey("luawidget key add NAME makes one, and the page Access too", response)
      }
      if route.isForm || route == .events { return problem(401, "The session has ended: load the page again", response) }
      return login(token: nil, isRefused: false, status: 401, response)
    }
    response.keepConnection()
    if access.touch(session, now: now) { saveAccess() }
    let visit = Visit(
      request: request, query: query, session: session,
      isHere: request.isFromLoopback && request.field("host").map(requestGuard.isOnlyOfThisMachine) == true)
    if route.isForm { return await form(route, visit, response) }
    switch route {
    case .board: await boardPage(visit, response)
    case .add: await addPage(visit, problem: nil, response)
    case .settings: await settingsPage(id: query["widget"] ?? "", visit, response)
    case .access: await accessPage(visit, newKey: nil, response)
    case .confirm: confirmPage(query["decision"] ?? "", visit, isRefused: false, response)
    case .events: await openStream(visit, response)
    case .webManifest:
      respond(200, "application/manifest+json", Array(WebManifest.text(name: title).utf8), response)
    case .font(let name): await font(name, response)
    case .ground(let name): groundImage(name, response)
    case .card: await shared(route, query, request, response, isShared: false)
    default: problem(404, "Not Found", response)
    }
  }

  /// The sentence about a key at an address it doesn't open.
  static func refusal(of scope: ProgramKeys.Scope) -> String {
    switch scope {
    case .widgets: "The key opens only widgets"
    case .metrics: "The key opens only /metrics"
    case .push: "The key only sends events to its widget"
    case .show: "The key only puts its widget in front"
    }
  }

  func needsKey(_ advice: String, _ response: ResponseChannel) {
    problem(401, "This address needs a key: \(advice)", response, [HTTPField("www-authenticate", "Bearer")])
  }

  /// The keys of `Authorization: Bearer KEY` (RFC 6750). Other schemes are for a proxy.
  static func bearers(_ request: HTTPRequestMessage) -> [String] {
    request.fields.filter { $0.name == "authorization" }.compactMap { field in
      let parts = field.value.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts[0].lowercased() == "bearer" else { return nil }
      return parts.count > 1 ? String(parts[1]).trimmingHTTPSpace : ""
    }
  }

  /// Lets a page of a named origin read the response, without cookies.
  ///
  /// - Returns: Whether the request comes from such a page.
  private func allowOrigin(of request: HTTPRequestMessage, _ response: ResponseChannel) -> Bool {
    guard !address.origins.isEmpty else { return false }
    var fields = [HTTPField("vary", "origin")]
    let origin = request.field("origin").flatMap { address.isAllowed(origin: $0) ? $0.lowercased() : nil }
    if let origin {
      fields.append(HTTPField("access-control-allow-origin", origin))
      if request.method == "OPTIONS" {
        fields += [
          HTTPField("access-control-allow-methods", "GET, HEAD"), HTTPField("access-control-allow-headers", "Authorization"),
          HTTPField("access-control-max-age", "600"),
        ]
      }
    }
    response.add(fields)
    return origin != nil
  }

  private func shared(
    _ route: Route, _ query: FormFields?, _ request: HTTPRequestMessage, _ response: ResponseChannel, isShared: Bool
  ) async {
    if case .card(let id, let format) = route {
      await renderedCard(id, format, query, request, response, isShared: isShared)
    } else {
      await metricsPage(response)
    }
  }

  // MARK: Sessions

  /// The cookie's name. Two servers for the same board have the same host, and each knows its own sessions.
  var cookieName: String { "luawidget-board-\(address.port)" }

  /// A session's cookie. It's for this host only: `Domain` would include the hosts below it. The server decides when a session
  /// ends.
  func cookie(_ session: String, seconds: Int) -> HTTPField {
    HTTPField("set-cookie", "\(cookieName)=\(session); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(seconds)")
  }

  /// Two cookies are none: who reads the request could disagree about which one counts.
  func session(of request: HTTPRequestMessage) -> String? {
    let cookies = cookies(cookieName, of: request)
    return cookies.count == 1 ? cookies.first { access.isSession($0, now: now) } : nil
  }

  func cookie(_ name: String, of request: HTTPRequestMessage) -> String? { cookies(name, of: request).first }

  private func cookies(_ name: String, of request: HTTPRequestMessage) -> [String] {
    request.fields.filter { $0.name == "cookie" }.flatMap { $0.value.split(separator: ";") }.compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1)
      return parts.count == 2 && parts[0].drop { $0 == " " || $0 == "\t" } == name ? String(parts[1]) : nil
    }
  }

  private func login(token: String?, isRefused: Bool, status: Int, _ response: ResponseChannel) {
    let isToken = token.map { $0.utf8.count <= 64 } ?? false
    page(LoginPage.page(token: isToken ? token : nil, isRefused: isRefused, words), status: status, response)
  }

  /// Exchanges a one-time token for a cookie.
  private func begin(_ request: HTTPRequestMessage, _ response: ResponseChannel) {
    guard let token = FormFields(request.body)?["token"], let session = access.redeem(token, now: now) else {
      metrics.refusedRequests += 1
      return login(token: nil, isRefused: true, status: 403, response)
    }
    saveAccess()
    onNewAddress(newAddress())
    redirect(to: "/", response, [cookie(session, seconds: 400 * 86_400)])
  }

  // MARK: Responses

  func respond(
    _ status: Int, _ type: String, _ body: [UInt8], _ response: ResponseChannel, _ fields: [HTTPField] = [],
    cacheControl: String = "private, no-cache", styleHash: String? = nil, isShared: Bool = false
  ) {
    response.respond(
      status,
      [HTTPField("content-type", type), HTTPField("cache-control", cacheControl)]
        + SecurityHeaders.fields(styleHash: styleHash, isShared: isShared) + fields, body: body)
  }

  func text(_ status: Int, _ text: String, _ response: ResponseChannel, _ fields: [HTTPField] = []) {
    respond(status, "text/plain; charset=utf-8", Array(text.utf8), response, fields, cacheControl: "no-store")
  }

  /// Responds with a sentence that quotes nothing from the request.
  func problem(_ status: Int, _ sentence: String, _ response: ResponseChannel, _ fields: [HTTPField] = []) {
    text(status, sentence + "\n", response, fields)
  }

  func redirect(to path: String, _ response: ResponseChannel, _ fields: [HTTPField] = []) {
    respond(303, "text/plain; charset=utf-8", [], response, [HTTPField("location", path)] + fields, cacheControl: "no-store")
  }

  func page(_ page: PagePart, status: Int = 200, _ response: ResponseChannel) {
    self.page(made(page), status: status, response)
  }

  func page(_ page: SharedPage.Made, status: Int = 200, _ response: ResponseChannel) {
    respond(status, "text/html; charset=utf-8", page.bytes, response, cacheControl: "no-store", styleHash: page.styleHash)
  }

  /// A page in the board's theme.
  func made(_ page: PagePart) -> SharedPage.Made {
    var page = page
    page.theme = PageTheme.rules(theme, image: ground.flatMap { PageTheme.StaticPath($0.address) })
    page.colorScheme = theme.colorScheme
    return SharedPage.Made(bytes: page.bytes(), styleHash: page.styleHash)
  }

  /// Responds with 304 if the client has this version.
  ///
  /// - Returns: Whether it did.
  func isUnchanged(_ request: HTTPRequestMessage, tag: String, modified: Double? = nil) -> Bool {
    if let known = request.field("if-none-match") {
      return known.split(separator: ",").contains { part in
        let value = String(part).trimmingHTTPSpace
        return value == "*" || value == tag || value == "W/\(tag)"
      }
    }
    guard let modified, let since = request.field("if-modified-since") else { return false }
    return since == HTTPDate.text(modified)
  }

  private func font(_ name: String, _ response: ResponseChannel) async {
    guard let bytes = await layouts.font(name) else { return problem(404, "Not Found", response) }
    respond(200, "font/otf", bytes, response, cacheControl: "private, max-age=31536000, immutable")
  }

  /// The theme's background image, while it has this name.
  private func groundImage(_ name: String, _ response: ResponseChannel) {
    guard let ground, ground.name == name else { return problem(404, "Not Found", response) }
    respond(
      200, ground.type.mediaType, ground.bytes, response, cacheControl: "private, max-age=31536000, immutable")
  }

  private func asset(_ name: String, _ request: HTTPRequestMessage, _ response: ResponseChannel) {
    guard let asset = Assets.all[name] else { return problem(404, "Not Found", response) }
    respond(200, asset.mediaType, asset.bytes, response, cacheControl: "public, max-age=31536000, immutable")
  }

  static func tag(_ bytes: [UInt8]) -> String { "\"\(Base64.text(Array(SHA256.hash(bytes).bytes.prefix(12)), .urlSafe))\"" }
}
