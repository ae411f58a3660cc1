public import WidgetModel
public import WidgetServices

extension Widget {
  /// The name of a widget that was shown; the id of any other one.
  private func name(of id: String) -> String {
    ((try? services.snapshots.list()) ?? []).first { $0.widget.id == id }?.widget.name ?? id
  }

  /// Settles the permissions: those that running the widget grants, those that the user allowed for this run, earlier decisions for the
  /// same manifest, and finally by asking.
  func settlePermissions(_ manifest: [UInt8]) throws(Failure) {
    let store = services.grants
    let id = identity.id
    var wanted = session.manifest.permissions
    // The host of a URL set by the user is allowed for this run; a default's host is requested like any other.
    var fromSettings: [Permission] = []
    for name in wanted.netSettings {
      guard let host = settings[name]?.string.flatMap({ try? WebAddress(parsing: $0) })?.hostAndPort else { continue }
      if configuration.assignments.contains(where: { $0.name == name }) {
        fromSettings.append(.net(host))
      } else {
        wanted.net.append(host)
      }
    }
    // An unreadable store has no decisions: the widget runs with just the permissions that running it grants.
    let records = (try? store.records(of: id, manifest: manifest)) ?? []
    func users(_ group: String) -> [String] { (try? store.users(ofGroup: group, besides: id)) ?? [] }
    var grants = Grants(declared: wanted, records: records, given: configuration.given + fromSettings, rules: services.denyRules)
    {
      !users($0).isEmpty
    }
    var decided = grants.allowed.filter { permission, source in
      guard records.first(where: { $0.permission == permission })?.isAllowed != true else { return false }
      if case .group = permission { return true }
      return source == .given && (configuration.given.contains(permission) || !fromSettings.contains(permission))
    }.map { GrantRecord($0.key, isAllowed: true) }
    // With nothing to ask, earlier questions about another manifest end.
    if let ask = configuration.askForPermissions {
      var request = PermissionRequest(
        widget: identity, manifest: manifest, name: session.manifest.name ?? identity.name, permissions: grants.pending,
        programs: [:], groupUsers: [:])
      for permission in grants.pending {
        if case .run(let name) = permission { request.programs[name] = services.programs.resolve(name) }
        if case .group(let name) = permission { request.groupUsers[name] = users(name).map { self.name(of: $0) } }
      }
      for (permission, decision) in ask(request) where grants.pending.contains(permission) && decision != .notNow {
        grants.decide(permission, isAllowed: decision != .never)
        if decision != .once {
          decided.append(GrantRecord(permission, isAllowed: decision == .always))
        } else {
          audit(.allowedOnce, permission)
        }
      }
    }
    for (permission, _) in grants.allowed {
      guard case .run(let name) = permission else { continue }
      session.programs[name] =
        records.first { $0.permission == permission }?.program ?? services.programs.resolve(name)
    }
    for index in decided.indices {
      if case .run(let name) = decided[index].permission { decided[index].program = session.programs[name] }
    }
    session.grants = grants
    session.requested = wanted.list
    warnOfUnrequested(wanted.list)
    guard !decided.isEmpty else { return }
    decided.sort { $0.permission < $1.permission }
    do {
      try store.remember(decided, of: id, manifest: manifest)
      for record in decided {
        audit(record.isAllowed ? .allowed : .denied, record.permission, detail: record.program ?? "")
      }
    } catch {
      onConsole(ConsoleLine(.warning, "the decision about permissions was not stored: \(error)"))
    }
  }

  private func audit(_ kind: AuditEvent.Kind, _ permission: Permission, detail: String = "") {
    services.audit.record(
      AuditEvent(time: services.clock.now(), kind, widget: identity.id, "\(permission)", detail: detail))
  }

  /// Warns of permissions that the user allows and the manifest doesn't request, such as a misspelt program or host. A widget that
  /// requests no host may use one that only the script knows.
  private func warnOfUnrequested(_ requested: [Permission]) {
    let hosts = Set(requested.compactMap(Self.host))
    for permission in configuration.given where permission.kind != .device && !requested.contains(permission) {
      if let host = Self.host(permission), hosts.isEmpty || hosts.contains(host) { continue }
      let similar = requested.filter { $0.kind == permission.kind }.map { "\($0)" }
      let hint = NearestName.of("\(permission)", among: similar).map { "; did you mean \($0)?" } ?? ""
      onConsole(ConsoleLine(.warning, "you allowed \(permission), but the manifest doesn't request it\(hint)"))
    }
  }

  private static func host(_ permission: Permission) -> NetGrant.Scope? {
    guard permission.kind == .net || permission.kind == .privateNet else { return nil }
    return permission.value.flatMap { NetGrant($0)?.scope }
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

  /// One question per permission, in order.
  public var questions: [PermissionQuestion] { permissions.map(question) }

  public func question(_ permission: Permission) -> PermissionQuestion {
    PermissionQuestion(instance: widget.instance, manifest: manifest, permission: permission)
  }
}

/// A question's identity. A decision belongs to the question the user saw, and to no other permission, manifest or instance.
public struct PermissionQuestion: Sendable, Hashable {
  public var instance: String
  public var manifest: [UInt8]
  public var permission: Permission
}

/// The user's decision about one permission.
public enum PermissionDecision: Sendable, Equatable {
  /// Allowed and remembered.
  case always
  /// Allowed for this run.
  case once
  /// Denied for this run; asked again the next time.
  case notNow
  /// Denied and remembered.
  case never
}

/// Asks the user and returns the decisions.
public typealias PermissionPrompt = @Sendable (PermissionRequest) -> [Permission: PermissionDecision]
