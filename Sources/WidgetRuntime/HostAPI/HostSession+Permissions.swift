import WidgetModel
import WidgetServices

extension HostSession {
  /// Checks that a permission is granted.
  ///
  /// - Throws: `permission denied: device "disk" (not in the manifest); add device = { "disk" } ...`. The denial is recorded: the
  ///   user learns about it, whatever the script does with the error.
  func permit(_ permission: Permission) throws(HostError) {
    refreshGrants()
    if grants.isAllowed(permission) { return }
    audit(.refused, permission)
    let kind = permission.kind.rawValue
    let what = permission.value.map { "\(kind) \"\($0)\"" } ?? kind
    let reason: String
    let remedy: String
    if grants.rules.denies(permission) {
      reason = "denied by config.toml"
      remedy = DenyRules.remedy
    } else if !declares(permission), permission.kind.isInManifest {
      reason = "not in the manifest"
      remedy = "add \(Self.declaration(of: permission)) to permissions in \(script.chunkName)"
    } else if grants.denied.contains(permission) {
      reason = "denied earlier"
      remedy = command(allowing: permission)
    } else {
      reason = "not allowed yet"
      remedy =
        if postponed.contains(permission) {
          command(allowing: permission)
        } else if asksOnCard {
          "decide about it on the card, or: \(command(allowing: permission))"
        } else {
          "run it with --allow \(permission), or on a terminal to be asked"
        }
    }
    let denial = Failure(.denied, "\(what) (\(reason))", remedy: remedy)
    noteDenial(denial)
    throw HostError("permission denied: \(denial.message); \(remedy)", cause: denial)
  }

  /// Whether a link of a view may have a scheme. A denial is recorded.
  ///
  /// A widget that reads system metrics or services without a question, because it can't send them anywhere, would have a way out in a
  /// link that looks like any other. Its manifest has to request `open_url`, which makes reading a question.
  func mayOpen(_ scheme: String) -> Bool {
    refreshGrants()
    let readsMachine = grants.allowed.contains { $0.key.kind.isHarmlessInside && $0.value == .running }
    if URLScheme.withoutQuestion.contains(scheme), !grants.rules.denies(.openURL(scheme)), !readsMachine { return true }
    return (try? permit(.openURL(scheme))) != nil
  }

  /// Records the use of a permission that the user has decided about, and of one that starts a program.
  ///
  /// - Parameter detail: Without secrets as far as they're known.
  func auditUse(of permission: Permission, detail: String = "") {
    guard permission.kind == .run || permission.kind == .openURL || grants.allowed[permission] != .running else { return }
    audit(.used, permission, detail: detail)
  }

  private func audit(_ kind: AuditEvent.Kind, _ permission: Permission, detail: String = "") {
    services.audit.record(
      AuditEvent(time: now(), kind, widget: identity.id, mask.masked("\(permission)"), detail: mask.masked(detail)))
  }

  /// A command that works in every working folder, and for this board entry.
  private func command(allowing permission: Permission) -> String {
    let value = permission.value.map { "=" + ShellWord.quoted($0) } ?? ""
    return "luawidget permissions allow \(ShellWord.quoted(entryID ?? script.path)) \(permission.kind.rawValue)\(value)"
  }

  private func declares(_ permission: Permission) -> Bool {
    (manifest.permissions.list + requested).contains { permission.part(of: $0) != nil }
  }

  /// The permission as it'd look in the manifest: `device = { "disk" }`.
  private static func declaration(of permission: Permission) -> String {
    "\(permission.kind.manifestKey) = " + (permission.value.map { "{ \"\($0)\" }" } ?? "true")
  }

  /// The hosts the widget may reach: the manifest's public ones, and those allowed by the user, at any address.
  var policy: NetPolicy {
    refreshGrants()
    var policy = NetPolicy(scriptName: script.chunkName)
    policy.rules = grants.rules
    policy.requestedPrivate = manifest.permissions.privateNet.compactMap { NetGrant($0) }
    policy.fromSettings = (grantBasis?.fromSettings ?? []).compactMap {
      $0.kind == .net ? $0.value.flatMap { NetGrant($0) } : nil
    }
    for (permission, source) in grants.allowed {
      switch permission {
      case .net(let host):
        guard let grant = NetGrant(host) else { continue }
        policy.grants.append(grant)
        if source != .running { policy.privateGrants.append(grant) }
      case .privateNet(let host):
        guard let grant = NetGrant(host) else { continue }
        policy.privateGrants.append(grant)
      default: continue
      }
    }
    return policy
  }
}
