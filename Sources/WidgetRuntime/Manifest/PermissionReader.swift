import WidgetModel
import WidgetServices
import WidgetSystem

/// Decodes `permissions = { net = { "api.example.com" }, ... }`: what a widget requests, not what it gets.
enum PermissionReader {
  /// One field per kind of permission.
  static let fields: [DeclaredField<PermissionSet>] = Permission.Kind.allCases.filter(\.isInManifest).map(field)

  /// The right way to request a metric whose name was written as a key.
  static func declaration(_ key: String) -> String? {
    HostAPI.metrics.contains(key) && key != "network" ? "device = { \(key.quoted) }" : nil
  }

  private static func field(_ kind: Permission.Kind) -> DeclaredField<PermissionSet> {
    switch kind {
    case .net:
      DeclaredField(
        kind.manifestKey, listWithSettings,
        "hosts for `fetch`, such as `\"api.example.com\"` or `\"api.example.com:8443\"`; `\"*\"` is any public host. "
          + """
          `{ setting = "NAME" }` is the host of a setting of type `url`, or the hosts of a list's URLs; they may have a private address if the user sets them
          """,
        example: ["api.example.com"]
      ) { reader, name, permissions throws(ManifestError) in
        (permissions.net, permissions.netSettings) = try elements(reader, name, of: "hosts", problem: hostProblem)
      }
    case .privateNet:
      list(
        kind, "private addresses, such as `\"192.168.1.10:8080\"`; the user is asked", \.privateNet, of: "hosts",
        example: "192.168.1.4:80", problem: privateHostProblem)
    case .device:
      DeclaredField(
        kind.manifestKey, .either([.list(.choice(HostAPI.metrics)), .boolean]),
        "system metrics for `device`; `true` is all of them. The user is asked if the widget could send them anywhere",
        example: ["disk"]
      ) { reader, name, permissions throws(ManifestError) in permissions.device = try device(reader, name) }
    case .media:
      service(.media, "media players: `read` what they play, `control` them")
    case .audio:
      service(
        .audio, "the sound server: `read` its devices and volumes, `control`: set and mute them, choose the defaults")
    case .power:
      service(
        .power,
        "batteries and power profiles: `read` them, `control`: set the profile and keep the machine awake")
    case .network:
      service(
        .network, "network connections: `read` them, with the names of Wi-Fi networks",
        hint: { NetGrant($0) != nil && $0.contains(".") ? "; hosts for fetch go into net" : nil })
    case .brightness:
      service(.brightness, "the brightness of the machine's own screen: `read` it, `control` it")
    case .units:
      DeclaredField(
        kind.manifestKey, listWithSettings,
        "units of systemd, by exact names such as `\"syncthing.service\"`: their state, and controlling the user's; the user is "
          + "asked. `{ setting = \"NAME\" }` is the units that a setting of type `string`, or a list of them, names",
        example: ["syncthing.service"]
      ) { reader, name, permissions throws(ManifestError) in
        (permissions.units, permissions.unitSettings) = try elements(reader, name, of: "units") {
          UnitName.isValid($0) ? nil : "\($0.quoted) is not the name of a unit such as \"syncthing.service\""
        }
      }
    case .env:
      list(
        kind, "environment variables for `env.get`; the user is asked", \.env, of: "names of variables", example: "HOME"
      ) {
        $0.contains("=") ? "\($0.quoted) is not the name of a variable" : nil
      }
    case .run:
      list(
        kind, "programs for `run`, by name or absolute path; the user is asked", \.run, of: "programs", example: "git",
        problem: programProblem)
    case .group:
      list(
        kind, "groups to share defaults and containers with; the user is asked about a group already used by another widget",
        \.groups, of: "groups", example: "group.x",
        problem: { ContainerName.isValid($0) ? nil : "\(ContainerError.badName($0))" })
    case .files: preconditionFailure("files are requested by a setting")
    case .openURL:
      list(
        kind, "URL schemes for `open_url`; the user is asked about every scheme except `https`, `http` and `mailto`",
        \.openURL, of: "URL schemes", example: "https", transform: { $0.lowercased() }
      ) { scheme in
        if !URLScheme.isValid(scheme) { return "\(scheme.quoted) is not a URL scheme; write it without the colon" }
        return URLScheme.dangerous.contains(scheme.lowercased()) ? "\(scheme): URLs are never opened" : nil
      }
    case .clipboard: plain(kind, "putting text onto the clipboard in a tap handler", \.clipboard)
    case .notify: plain(kind, "notifications", \.notify)
    }
  }

  /// Access to a service of the machine.
  ///
  /// - Parameter hint: A remedy for a word that's something else.
  private static func service(
    _ service: MachineService, _ documentation: String, hint: @escaping @Sendable (String) -> String? = { _ in nil }
  ) -> DeclaredField<PermissionSet> {
    let names = service.levels.map(\.rawValue)
    return DeclaredField(
      service.rawValue, .either([.list(.choice(names)), .boolean]),
      "\(documentation); `true` is all of it. The user is asked if the widget could send anything anywhere", example: ["read"]
    ) { reader, name, permissions throws(ManifestError) in
      let levels: [String]
      if let all = reader[name]?.boolean {
        levels = all ? names : []
      } else {
        levels = try choices(reader, name, names, hint: hint)
      }
      permissions.services += levels.compactMap(AccessLevel.init).map { ServiceAccess(service, $0) }
    }
  }

  /// A permission without values, about which the user is always asked.
  private static func plain(
    _ kind: Permission.Kind, _ documentation: String, _ target: any WritableKeyPath<PermissionSet, Bool> & Sendable
  ) -> DeclaredField<PermissionSet> {
    DeclaredField(kind.manifestKey, .boolean, "\(documentation); the user is asked", default: "false", example: true) {
      reader, name, permissions throws(ManifestError) in permissions[keyPath: target] = try reader.flag(name) ?? false
    }
  }

  private static func list(
    _ kind: Permission.Kind, _ documentation: String, _ target: any WritableKeyPath<PermissionSet, [String]> & Sendable,
    of words: String,
    example: String, transform: @escaping @Sendable (String) -> String = { $0 }, problem: @escaping @Sendable (String) -> String?
  ) -> DeclaredField<PermissionSet> {
    DeclaredField(kind.manifestKey, .list(.string), documentation, example: [.string(example)]) {
      reader, name, permissions throws(ManifestError) in
      permissions[keyPath: target] = try (reader.list(name, of: words, problem: problem) ?? []).map(transform)
    }
  }

  private static let listWithSettings = HostType.list(.either([.string, .record([HostField("setting", .string)])]))

  /// Texts, and tables naming a setting.
  private static func elements(
    _ reader: RecordReader, _ name: String, of words: String, problem: @escaping (String) -> String?
  ) throws(ManifestError) -> (texts: [String], settings: [String]) {
    guard let elements = reader[name]?.array else {
      return (try reader.list(name, of: words, problem: problem) ?? [], [])
    }
    var (texts, settings): ([String], [String]) = ([], [])
    for (index, element) in elements.enumerated() {
      let place = "\(name)[\(index + 1)]"
      guard case .table = element else {
        let text = try reader.element(element, at: place, problem: problem)
        if !texts.contains(text) { texts.append(text) }
        continue
      }
      let table = try RecordReader(element, path: "\(reader.path).\(place)", words: "a text")
      try table.check(names: ["setting"])
      guard let setting = try table.text("setting", limit: 64) else { throw reader.fail(place, "must be { setting = \"NAME\" }") }
      settings.append(setting)
    }
    guard elements.count <= 100 else { throw reader.fail(name, "may list at most 100 \(words)") }
    return (texts, settings)
  }

  private static func device(_ reader: RecordReader, _ name: String) throws(ManifestError) -> [String] {
    if let all = reader[name]?.boolean { return all ? ["*"] : [] }
    return try choices(reader, name, HostAPI.metrics, also: DeviceMetric.wildcard)
  }

  /// A list of some of these words.
  private static func choices(
    _ reader: RecordReader, _ name: String, _ words: [String], also: String? = nil, hint: (String) -> String? = { _ in nil }
  ) throws(ManifestError) -> [String] {
    try reader.list(name, of: "strings") { word in
      if words.contains(word) || word == also { return nil }
      return "must be \(alternatives(words)), got \(word.quoted)\(hint(word) ?? NearestName.hint(word, among: words))"
    } ?? []
  }

  /// Finds common mistakes; the network's own rules are checked where the host is used.
  private static func hostProblem(_ host: String) -> String? {
    if host.contains("://") { return "write the host alone, without a scheme such as \"https://\": \(host.quoted)" }
    if host.contains("/") { return "write the host alone, without a path: \(host.quoted)" }
    if host.contains(where: \.isWhitespace) { return "a host has no spaces: \(host.quoted)" }
    if host.contains("*"), host != "*" { return "name every host; only \"*\" alone means any public host: \(host.quoted)" }
    return NetGrant(host) == nil ? "\(host.quoted) is not a host such as \"api.example.com\" or \"api.example.com:8443\"" : nil
  }

  /// No user could tell what allowing every device of a network means, so each is named.
  private static func privateHostProblem(_ host: String) -> String? {
    host == "*" ? "name every private address, such as \"192.168.1.10:8080\"; only net takes \"*\"" : hostProblem(host)
  }

  private static func programProblem(_ program: String) -> String? {
    // The question couldn't show that it's another program than the one it seems to be.
    if let hidden = program.unicodeScalars.first(where: { $0.properties.isDefaultIgnorableCodePoint }) {
      return "\(program.quoted) has the invisible character U+\(String(hidden.value, radix: 16, uppercase: true)); leave it out"
    }
    if program.hasPrefix("/") { return nil }
    if program.contains("/") { return "write the name of a program, or its absolute path, got \(program.quoted)" }
    return program.contains(where: \.isWhitespace) ? "name the program alone, without arguments: \(program.quoted)" : nil
  }
}
