public import WidgetModel
public import WidgetServices

extension Widget {
  /// The name of a widget that was shown; the id of any other one.
  private func name(of id: String) -> String {
    ((try? services.snapshots.list()) ?? []).first { $0.widget.id == id }?.widget.name ?? id
  }

  /// Settles the permissions: those that running the widget grants, those that the user allowed for this run, earlier decisions for the
  /// same manifest, and finally by asking.
  func settlePermissions(_ manifest: [UInt8]) {
    var wanted = session.manifest.permissions
    // The host of a URL set by the user is allowed for this run; a default's host is requested like any other.
    var fromSettings: [Permission] = []
    for name in wanted.netSettings {
      if let host = hostOfSecret(name) {
        fromSettings.append(.net(host))
        continue
      }
      guard let setting = session.manifest.settings.first(where: { $0.name == name }) else { continue }
      let isAssigned = configuration.assignments.contains { $0.name == name }
      let defaults = setting.hosts(in: setting.defaultValue)
      for host in setting.hosts(in: settings[name] ?? .null) {
        if isAssigned || !defaults.contains(host) {
          fromSettings.append(.net(host))
        } else if NetGrant(host)?.isPrivate == true {
          // Running the widget opens no device of the user's network.
          wanted.privateNet.append(host)
        } else {
          wanted.net.append(host)
        }
      }
    }
    wanted.folders = session.folders.sorted { $0.key < $1.key }.map(\.value)
    for setting in session.manifest.settings where wanted.unitSettings.contains(setting.name) {
      for unit in setting.unitNames(in: settings[setting.name] ?? .null) ?? [] where !wanted.units.contains(unit) {
        wanted.units.append(unit)
      }
    }
    session.computeGrants(
      from: GrantBasis(manifest: manifest, declared: wanted, given: configuration.given, fromSettings: fromSettings))
    session.requested = wanted.list
    warnOfUnrequested(session.grants.unrequested, wanted.list + fromSettings)
    // Without a home folder nothing is ever stored.
    if let problem = session.grantProblem, problem.location != nil, !wanted.list.isEmpty {
      let text = advising("your decisions about permissions cannot be read: \(problem)", try: problem.remedy)
      onConsole(ConsoleLine(.warning, text))
    }
    storeClaims(manifest)
    askForPermissions()
  }

  /// The host of a URL that's a secret, which only the user can have set; nil for other settings.
  private func hostOfSecret(_ name: String) -> String? {
    guard session.manifest.settings.contains(where: { $0.name == name && $0.isSecretURL }) else { return nil }
    // Loading the script reports what's wrong with a secret.
    return ((try? secrets()) ?? [:])[name]?.string.flatMap { try? WebAddress(parsing: $0) }?.hostAndPort
  }

  /// Notices decisions changed by other processes, and asks about what's undecided now.
  func resettlePermissions() {
    if session.refreshGrants() { askForPermissions() }
  }

  /// Stores what this run allows without a question: by an option, and a group for its first user.
  private func storeClaims(_ manifest: [UInt8]) {
    guard let basis = session.grantBasis else { return }
    let stored = basis.stored
    let requested = basis.declared.list + basis.fromSettings
    let given = Set(configuration.given.flatMap { $0.parts(of: requested) })
    let claims = session.grants.allowed.keys.filter { permission in
      guard stored.records.first(where: { $0.permission == permission })?.isAllowed != true else { return false }
      let isClaim = permission.kind == .group && configuration.claimsGroups
      guard isClaim || given.contains(permission) else { return false }
      return services.runDecisions.isFirst(
        .allowed, permission, of: identity.id, manifest: manifest, latest: stored.revocations.latest(permission))
    }
    store(claims.map { GrantRecord($0, isAllowed: true) })
  }

  private func askForPermissions() {
    // With nothing to ask, earlier questions about another manifest end.
    guard let ask = configuration.askForPermissions, let basis = session.grantBasis else { return }
    let pending = session.grants.pending
    var request = PermissionRequest(
      widget: identity, manifest: basis.manifest, name: session.manifest.name ?? identity.name, permissions: pending,
      programs: [:], groupUsers: [:], waysOut: basis.declared.waysOut, revocations: basis.stored.revocations)
    for permission in pending {
      if case .run(let name) = permission { request.programs[name] = services.programs.resolve(name) }
      if case .group(let name) = permission { request.groupUsers[name] = session.users(ofGroup: name).map { self.name(of: $0) } }
    }
    var decided: [GrantRecord] = []
    for (permission, decision) in ask(request) where pending.contains(permission) {
      switch decision {
      case .always, .never: decided.append(GrantRecord(permission, isAllowed: decision == .always))
      case .once:
        session.decideThisTime(permission, isAllowed: true)
        let isNew = services.runDecisions.isFirst(
          .allowedOnce, permission, of: identity.id, manifest: basis.manifest,
          latest: basis.stored.revocations.latest(permission))
        if isNew { audit(.allowedOnce, permission) }
      case .notNow: session.postponed.insert(permission)
      }
    }
    store(decided)
  }

  /// Stores decisions, except about what was revoked meanwhile. If they can't be stored, they count for this run.
  private func store(_ records: [GrantRecord]) {
    guard !records.isEmpty, let basis = session.grantBasis else { return }
    var records = records.sorted { $0.permission < $1.permission }
    for index in records.indices {
      guard case .run(let name) = records[index].permission else { continue }
      records[index].program = session.programs[name] ?? services.programs.resolve(name)
    }
    do {
      let stored = try services.grants.remember(
        records, of: identity.id, manifest: basis.manifest, unlessRevokedSince: basis.stored.revocations)
      for record in stored {
        audit(record.isAllowed ? .allowed : .denied, record.permission, detail: record.program ?? "")
      }
      session.refreshGrants()
    } catch {
      for record in records { session.decideThisTime(record.permission, isAllowed: record.isAllowed) }
      onConsole(ConsoleLine(.warning, "the decision about permissions was not stored: \(error)"))
    }
  }

  private func audit(_ kind: AuditEvent.Kind, _ permission: Permission, detail: String = "") {
    services.audit.record(
      AuditEvent(time: services.clock.now(), kind, widget: identity.id, "\(permission)", detail: detail))
  }

  /// Warns of permissions that the user allows and the widget doesn't request, such as a misspelt program: they grant nothing.
  private func warnOfUnrequested(_ given: [Permission], _ requested: [Permission]) {
    for permission in given where reportedUnrequested.insert(permission).inserted {
      let similar = requested.filter { $0.kind == permission.kind }.map { "\($0)" }
      let hint = NearestName.of("\(permission)", among: similar).map { "; did you mean \($0)?" } ?? ""
      onConsole(ConsoleLine(.warning, "you allowed \(permission), but the manifest doesn't request it\(hint)"))
    }
  }
}

extension Setting {
  /// The most units that a setting can name, each of which is asked about.
  private static let maximumUnits = 16

  /// The units that a text, or a list of texts, names. What's no name of a unit is left out: the script's call says so.
  ///
  /// - Returns: nil for a setting of another type.
  func unitNames(in value: LuaValue) -> [String]? {
    switch kind {
    case .string: break
    case .list where elements.first?.kind == .string && !isListOfRecords: break
    default: return nil
    }
    let texts = value.string.map { [$0] } ?? (value.array ?? []).compactMap(\.string)
    return Array(texts.filter(UnitName.isValid).prefix(Self.maximumUnits))
  }

  /// The hosts of a URL, or of all URLs in a list, each once.
  fileprivate func hosts(in value: LuaValue) -> [String] {
    let texts: [String?] =
      if kind == .list {
        (value.array ?? []).flatMap { element in
          elements.filter { $0.kind == .url }.map { isListOfRecords ? element[$0.name].string : element.string }
        }
      } else {
        [value.string]
      }
    var hosts: [String] = []
    for text in texts {
      guard let host = text.flatMap({ try? WebAddress(parsing: $0) })?.hostAndPort, !hosts.contains(host) else { continue }
      hosts.append(host)
    }
    return hosts
  }
}

/// A widget's permissions the user hasn't decided about.
public struct PermissionRequest: Sendable, Equatable {
  public var widget: WidgetIdentity
  /// The whole manifest requesting them, encoded, as in ``GrantStore``.
  public var manifest: [UInt8]
  /// The manifest's name, or else the file's.
  public var name: String
  public var permissions: [Permission]
  /// The file that would run for each requested program.
  public var programs: [String: String]
  /// The other widgets using each requested group.
  public var groupUsers: [String: [String]]
  /// The requested permissions by which data could leave the machine or reach another widget.
  public var waysOut: [Permission] = []
  /// The revocations so far when the question arose.
  public var revocations = Revocations()

  /// One question per permission, in order.
  public var questions: [PermissionQuestion] { permissions.map(question) }

  public func question(_ permission: Permission) -> PermissionQuestion {
    PermissionQuestion(
      instance: widget.instance, manifest: manifest, permission: permission, revocation: revocations.latest(permission))
  }
}

/// A question's identity. A decision belongs to the question the user saw, and to no other permission, manifest or instance. A
/// revocation asks anew.
public struct PermissionQuestion: Sendable, Hashable {
  public var instance: String
  public var manifest: [UInt8]
  public var permission: Permission
  /// ``Revocations/latest(_:)`` when the question arose.
  public var revocation = 0
}

/// The user's decision about one permission.
public enum PermissionDecision: Sendable, Equatable {
  /// Allowed and remembered.
  case always
  /// Allowed until this program ends or the permission is revoked.
  case once
  /// Denied for this run; asked again the next time.
  case notNow
  /// Denied and remembered.
  case never

  /// The decision if the same question comes up again: nobody wants it stored twice.
  public var repeated: PermissionDecision {
    switch self {
    case .always: .once
    case .never: .notNow
    case .once, .notNow: self
    }
  }
}

/// Asks the user and returns the decisions.
public typealias PermissionPrompt = @Sendable (PermissionRequest) -> [Permission: PermissionDecision]
