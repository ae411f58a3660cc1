import Synchronization
import WidgetModel
import WidgetServices

extension Widget {
  /// Moves what earlier versions stored for a widget of the installation under its path: decisions, defaults and secrets. Its views and
  /// cached values are made again.
  ///
  /// Whatever is already there under the new identity stays. A store that fails is as good as an empty one: the update says so.
  ///
  /// - Parameter manifest: The whole encoded manifest, which decisions belong to.
  func adoptEarlierData(_ manifest: [UInt8]) {
    guard mayHaveEarlierData.load(ordering: .relaxed), script.installedName != nil else { return }
    let (old, new) = (WidgetIdentity.byPath(script, configuration).id, identity.id)
    if let records = try? services.grants.records(of: old, manifest: manifest), !records.isEmpty,
      (try? services.grants.records(of: new, manifest: manifest))?.isEmpty == true,
      (try? services.grants.remember(records, of: new, manifest: manifest)) != nil
    {
      _ = try? services.grants.revoke(nil, of: old)
    }
    if let values = try? services.defaults.all(in: old), !values.isEmpty, (try? services.defaults.all(in: new))?.isEmpty == true {
      try? services.defaults.apply(
        values.sorted { $0.key < $1.key }.map { .set(suite: new, key: $0.key, value: $0.value) } + [.removeAll(suite: old)])
    }
    for setting in session.manifest.settings where setting.isSecret {
      guard let value = try? services.secrets.value(setting.name, of: old),
        (try? services.secrets.secret(setting.name, of: new)) == .some(nil),
        (try? services.secrets.set(value, setting.name, of: new)) != nil
      else { continue }
      _ = try? services.secrets.clear(setting.name, of: old)
    }
    for instance in Set((try? services.snapshots.list())?.map(\.widget).filter { $0.id == old }.map(\.instance) ?? []) {
      try? services.snapshots.clear(instance: instance)
    }
  }
}
