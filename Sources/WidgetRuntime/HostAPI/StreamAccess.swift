import WidgetModel
import WidgetServices
import WidgetSystem

/// The streams a running update subscribes to. Nothing is opened here: the host does that when the update has succeeded.
struct StreamAccess {
  private let session: HostSession

  init(_ session: HostSession) { self.session = session }

  /// - Returns: `{ value = true }` or `{ error = err }`.
  func subscribe(_ options: LuaValue) throws(HostError) -> LuaValue {
    let others = Self.others(in: options)
    if options["url"].string == nil, let other = others.first {
      guard ["event", "headers", "kind", "send"].allSatisfy({ options[$0].isNull }) else {
        throw HostError(
          "subscribe: \(["file", "folder"].contains(other) ? "a \(other)" : other) takes no kind, event, headers or send")
      }
    }
    switch (options["url"].string, others.first, others.count) {
    case (let url?, nil, _): return try subscribe(to: url, options)
    case (nil, "file"?, 1): return try subscribe(toFile: options["file"].string ?? "")
    case (nil, "folder"?, 1): return try subscribe(toFolder: options["folder"].string ?? "")
    case (nil, "units"?, 1): return try subscribeToUnits()
    case (nil, let name?, 1): if let service = MachineService(rawValue: name) { return try add(.service(service), "subscribe") }
    default: break
    }
    throw HostError(
      "subscribe takes a url, a file or a folder, or one service such as media = true, as in subscribe { url = \"https://...\" }")
  }

  /// The names of options besides a URL: `file`, `folder`, `units`, or a service.
  private static func others(in options: LuaValue) -> [String] {
    ["file", "folder"].filter { options[$0].string != nil } + services(options).map(\.rawValue)
      + (options["units"].boolean == true ? ["units"] : [])
  }

  /// The services that options name: `{ media = true }`.
  static func services(_ options: LuaValue) -> [MachineService] {
    MachineService.allCases.filter { options[$0.rawValue].boolean == true }
  }

  /// Keeps the machine awake, as long as a stream would be open.
  ///
  /// - Parameter reason: nil ends it.
  func inhibit(_ function: String, _ reason: String?) throws(HostError) -> LuaValue {
    if session.collectsStreams, let reason { return try append(.awake(reason: reason), function) }
    guard session.collectsStreams || session.tap != .none else {
      throw HostError("\(function) works only in perform_update and in a tap handler")
    }
    if !session.collectsStreams { session.newInhibition = .some(reason.map { .awake(reason: $0) }) }
    return ["value": true]
  }

  /// - Returns: `{ value = true }` or `{ error = err }`.
  func lines(_ words: ProgramWords) throws(HostError) -> LuaValue {
    // The path the name stood for when it was allowed.
    guard let path = session.programs[words.name] ?? session.services.programs.resolve(words.name) else {
      return session.returned("run.lines", kind: "connect", "there is no program \(words.name)")
    }
    guard !session.grants.rules.denies(.run(path)) else {
      return session.returned("run.lines", kind: "denied", "config.toml denies the program \(path)")
    }
    session.auditUse(of: .run(words.name), detail: path)
    return try add(.program(name: words.name, path: path, arguments: words.arguments), "run.lines")
  }

  private func subscribe(to url: String, _ options: LuaValue) throws(HostError) -> LuaValue {
    guard let colon = url.firstRange(of: "://") else {
      throw HostError("subscribe: \(String(url.prefix(80)).quoted) is not a URL; it needs https:// or wss://")
    }
    // A WebSocket begins with a request of HTTP, at the same port (RFC 6455 section 3).
    let scheme = Self.webSocketSchemes[url[..<colon.lowerBound].lowercased()]
    let isWebSocket = scheme != nil || options["kind"].string == "websocket"
    guard scheme == nil || options["kind"].string != "sse" else {
      throw HostError("subscribe: a URL with wss:// is a WebSocket; leave out kind")
    }
    guard !isWebSocket || options["event"].isNull else {
      throw HostError("subscribe: a WebSocket has no types of events; leave out event")
    }
    guard isWebSocket || options["send"].isNull else {
      throw HostError("subscribe: send is for a WebSocket; add kind = \"websocket\", or write wss://")
    }
    let source = url
    let url = scheme.map { $0 + url[colon.lowerBound...] } ?? url
    var request: FetchRequest
    do throws(HostError) {
      request = try FetchRequest(
        ["url": .string(url), "headers": options["headers"]], partition: session.identity.instance)
    } catch { throw HostError("subscribe: \(error.message)") }
    request.cacheMode = .noStore
    if isWebSocket { request.webSocketOpening = try Self.messages(options["send"]) }
    do throws(FetchError) {
      // Checked again at every connection.
      try request.check(session.policy)
    } catch {
      return FetchAccess(session, policy: session.policy).refusal(error)
    }
    return try add(.serverSent(request, source: source, name: options["event"].string), "subscribe")
  }

  private static let webSocketSchemes = ["ws": "http", "wss": "https"]
  private static let maximumOpeningBytes = 16 << 10

  /// The messages to send once the WebSocket is open.
  private static func messages(_ value: LuaValue) throws(HostError) -> [String] {
    let values = value.isNull ? [] : value.array ?? [value]
    let texts = values.compactMap(\.string)
    guard texts.count == values.count else { throw HostError("subscribe: send must be text in UTF-8, or a list of texts") }
    guard texts.reduce(0, { $0 + $1.utf8.count + 64 }) <= maximumOpeningBytes else {
      throw HostError("subscribe: send can have \(maximumOpeningBytes >> 10) KiB")
    }
    return texts
  }

  private func subscribeToUnits() throws(HostError) -> LuaValue {
    let names = session.requestedUnits
    guard !names.isEmpty else { throw HostError("subscribe: permissions.units names no unit") }
    for name in names { try session.permit(.unit(name)) }
    return try add(.units(names), "subscribe")
  }

  private func subscribe(toFile value: String) throws(HostError) -> LuaValue {
    guard let name = FileSetting.name(of: value), let path = session.files[name] else {
      throw HostError("subscribe: file must be a setting of type file, as in subscribe { file = settings.log }")
    }
    return try add(.file(source: value, path: path), "subscribe")
  }

  private func subscribe(toFolder value: String) throws(HostError) -> LuaValue {
    let folder = try FolderFileAccess(session).folder(value, "subscribe", as: "subscribe { folder = settings.notes }")
    return try add(.folder(source: value, path: folder.path), "subscribe")
  }

  private func check(_ function: String) throws(HostError) {
    guard session.collectsStreams else { throw HostError("\(function) works only in perform_update") }
    guard session.receivesEvents else {
      throw HostError("\(function) needs a function for what arrives: add function on_event(events) ... end")
    }
  }

  /// An equal stream counts once.
  private func add(_ request: StreamRequest, _ function: String) throws(HostError) -> LuaValue {
    try check(function)
    return try append(request, function)
  }

  private func append(_ request: StreamRequest, _ function: String) throws(HostError) -> LuaValue {
    if !session.newStreams.contains(request) {
      guard session.newStreams.count < StreamRequest.limit else {
        throw HostError("\(function): a widget can have \(StreamRequest.limit) streams")
      }
      session.newStreams.append(request)
    }
    return ["value": true]
  }
}

extension HostSession {
  /// The streams of the latest successful update that the user still allows.
  var permittedStreams: [StreamRequest] {
    if streams.isEmpty { return [] }
    let policy = policy
    return streams.filter { stream in
      switch stream {
      // The user chose it.
      case .file: true
      case .folder(_, let path): grants.isAllowed(.files(.read, path))
      case .service(let service): grants.isAllowed(.service(service, AccessLevel.read.rawValue))
      case .units(let names): names.allSatisfy { grants.isAllowed(.unit($0)) }
      case .awake: grants.isAllowed(.service(.power, AccessLevel.control.rawValue))
      case .program(let name, let path, _): grants.isAllowed(.run(name)) && !grants.rules.denies(.run(path))
      case .serverSent(let request, _, _): (try? request.check(policy)) != nil
      }
    }
  }
}
