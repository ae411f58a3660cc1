import WidgetModel
import WidgetServices

/// Everything a widget's grants are computed from.
struct GrantBasis {
  /// The user's decision for this run, which a later revocation ends.
  struct ThisTime {
    var isAllowed: Bool
    /// ``Revocations/latest(_:)`` when the user decided.
    var revocation: Int
  }

  /// The encoded manifest.
  let manifest: [UInt8]
  /// The permissions requested by the manifest, including hosts from settings.
  let declared: PermissionSet
  /// Allowed by an option of this run. A revocation ends it.
  let given: [Permission]
  /// Hosts of URLs the user set. They're settings, not decisions.
  let fromSettings: [Permission]
  var thisTime: [Permission: ThisTime] = [:]
  /// The stored decisions when the grants were computed.
  var stored = StoredDecisions()
  /// The store's state just before they were read.
  var revision: GrantRevision?
  /// config.toml when the grants were computed.
  var rules = DenyRules.none
}

extension HostSession {
  /// The user's decisions as they are now.
  ///
  /// A store that can't be read has no decisions: the widget runs with just the permissions that need none.
  private func decisions(for manifest: [UInt8]) -> StoredDecisions {
    do throws(StoreError) {
      let stored = try services.grants.decisions(of: identity.id, manifest: manifest)
      grantProblem = nil
      return stored
    } catch {
      grantProblem = error
      return StoredDecisions()
    }
  }

  private var revision: GrantRevision? { (try? services.grants.revision()) ?? nil }

  /// Computes the grants for a manifest.
  func computeGrants(from basis: GrantBasis) {
    var basis = basis
    basis.revision = revision
    (basis.stored, basis.rules) = (decisions(for: basis.manifest), services.denyRules.current)
    apply(basis)
  }

  /// Looks at the user's decisions and rules again, so that changes by another process count for the operation about to begin.
  ///
  /// - Returns: Whether they have changed.
  @discardableResult
  func refreshGrants() -> Bool {
    guard let basis = grantBasis else { return false }
    let (revision, rules) = (revision, services.denyRules.current)
    guard revision == nil || revision != basis.revision || rules != basis.rules else { return false }
    let stored = decisions(for: basis.manifest)
    grantBasis?.revision = revision
    guard stored != basis.stored || rules != basis.rules else { return false }
    var changed = basis
    (changed.revision, changed.stored, changed.rules) = (revision, stored, rules)
    apply(changed)
    return true
  }

  /// Applies a decision about a question for this run, and nothing else.
  func decideThisTime(_ permission: Permission, isAllowed: Bool) {
    guard var basis = grantBasis else { return }
    basis.thisTime[permission] = GrantBasis.ThisTime(
      isAllowed: isAllowed, revocation: basis.stored.revocations.latest(permission))
    apply(basis)
  }

  /// The other widgets using a group.
  func users(ofGroup name: String) -> [String] {
    (try? services.grants.users(ofGroup: name, besides: identity.id)) ?? []
  }

  private func apply(_ new: GrantBasis) {
    var basis = new
    let revocations = basis.stored.revocations
    basis.thisTime = basis.thisTime.filter { $1.revocation == revocations.latest($0) }
    // A revocation names what was requested; an option may cover several requests.
    let requested = basis.declared.list
    let given = basis.given.filter { option in
      ([option] + option.parts(of: requested)).allSatisfy {
        services.runDecisions.isInForce($0, of: identity.id, latest: revocations.latest($0))
      }
    }
    grants = Grants(
      declared: basis.declared, records: basis.stored.records, given: given + basis.thisTime.filter(\.value.isAllowed).keys,
      settings: basis.fromSettings, refused: basis.thisTime.filter { !$1.isAllowed }.map(\.key),
      rules: basis.rules.locating(requested, by: services.programs.resolve)
    ) {
      // Once you've revoked a group, using it first isn't enough any more.
      revocations.latest(.group($0)) > 0 || !users(ofGroup: $0).isEmpty
    }
    var programs: [String: String] = [:]
    for (permission, _) in grants.allowed {
      guard case .run(let name) = permission else { continue }
      let stored = basis.stored.records.first { $0.permission == permission && $0.isAllowed }?.program
      // A program allowed for this run keeps the path it had then.
      programs[name] = stored ?? self.programs[name] ?? services.programs.resolve(name)
    }
    self.programs = programs
    grantBasis = basis
  }
}
