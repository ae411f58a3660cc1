import WidgetModel
import WidgetServices

extension Widget {
  /// Settles what the widget may do: by running it, by what the user gave, by what was decided for this very manifest before,
  /// and by asking.
  func settlePermissions(_ manifest: [UInt8]) throws(Failure) {
    let store = services.grants
    let id = identity.id
    let wanted = session.manifest.permissions
    var records: [GrantRecord] = []
    if !wanted.list.isEmpty || !configuration.given.isEmpty {
      // A store that cannot be read remembers nothing: the widget runs with what running it allows.
      records = (try? store.records(of: id, manifest: manifest)) ?? []
    }
    func users(_ group: String) -> [String] { (try? store.users(ofGroup: group, besides: id)) ?? [] }
    var grants = Grants(declared: wanted, records: records, given: configuration.given) { !users($0).isEmpty }
    var decided = grants.allowed.filter { permission, source in
      guard records.first(where: { $0.permission == permission })?.isAllowed != true else { return false }
      if case .group = permission { return true }
      return source == .given
    }.map { GrantRecord($0.key, isAllowed: true) }
    if !grants.pending.isEmpty, let ask = configuration.askForPermissions {
      var request = PermissionRequest(
        widget: identity, name: session.manifest.name ?? identity.name, permissions: grants.pending, programs: [:],
        groupUsers: [:])
      for permission in grants.pending {
        if case .run(let name) = permission { request.programs[name] = services.programs.resolve(name) }
        if case .group(let name) = permission { request.groupUsers[name] = users(name) }
      }
      for (permission, answer) in ask(request) where grants.pending.contains(permission) && answer != .notNow {
        grants.decide(permission, isAllowed: answer != .never)
        if answer != .once { decided.append(GrantRecord(permission, isAllowed: answer == .always)) }
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
    guard !decided.isEmpty else { return }
    do {
      try store.remember(decided.sorted { $0.permission < $1.permission }, of: id, manifest: manifest)
    } catch {
      onConsole(ConsoleLine(.warning, "the decision about permissions was not stored: \(error)"))
    }
  }
}
