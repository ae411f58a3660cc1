import WidgetModel
import WidgetServices

extension HostSession {
  /// Checks, inside an operation, that it is allowed.
  ///
  /// - Throws: `permission denied: device "disk" (not in the manifest); add device = { "disk" } ...`. The first refusal of an update
  ///   is remembered: the update is then a denied one, whatever the script makes of the error.
  func permit(_ permission: Permission) throws(HostError) {
    if grants.isAllowed(permission) { return }
    let what = permission.value.map { "\(permission.kind) \"\($0)\"" } ?? permission.kind
    let reason: String
    let remedy: String
    if !declares(permission) {
      reason = "not in the manifest"
      remedy = "add \(Self.declaration(of: permission)) to permissions in \(script.chunkName)"
    } else if grants.denied.contains(permission) {
      reason = "you said no"
      remedy = "luawidget permissions allow \(script.chunkName) \(permission)"
    } else {
      reason = "nobody has allowed it"
      remedy = "run it with --allow \(permission), or on a terminal, where you are asked"
    }
    noteDenial("\(what) (\(reason))", remedy: remedy)
    throw HostError("permission denied: \(what) (\(reason)); \(remedy)")
  }

  private func declares(_ permission: Permission) -> Bool { manifest.permissions.list.contains(permission) }

  private static func declaration(of permission: Permission) -> String {
    switch permission {
    case .notify: "notify = true"
    case .group(let name): "groups = { \"\(name)\" }"
    default: "\(permission.kind) = { \"\(permission.value ?? "")\" }"
    }
  }

  /// Remembers the first refusal of an update.
  func noteDenial(_ message: String, remedy: String?) {
    if denial == nil { denial = Failure(.denied, message, remedy: remedy) }
  }

  /// Which hosts this widget may reach: the public ones of its manifest, and what the user allowed, at any address.
  var policy: NetPolicy {
    var policy = NetPolicy(scriptName: script.chunkName)
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
