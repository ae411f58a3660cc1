public import WidgetModel
import WidgetServices

extension Widget {
  /// The images that a view refers to: files of the widget's own folder, and `https` addresses that the widget may reach.
  ///
  /// Each is checked like the URL of a `fetch`. Images that cannot be loaded are left out, and a painter draws a placeholder. At most as
  /// many are fetched as an update may fetch. They are not stored.
  public func pictures(of view: ViewNode) async -> [String: [UInt8]] {
    var names: [String] = []
    view.collectReferences(&names)
    var pictures: [String: [UInt8]] = [:]
    var remote: [String] = []
    for name in names where pictures[name] == nil && !remote.contains(name) {
      if !name.contains("://") {
        guard let bytes = try? script.resources.read(name) else { continue }
        session.noteRead("\(script.resources.path)/\(name)")
        pictures[name] = bytes
      } else if name.lowercased().hasPrefix("https://"), remote.count < configuration.fetchLimit {
        remote.append(name)
      }
    }
    let results = await services.fetcher.fetchAll(remote.map { FetchRequest($0) }, policy: session.policy)
    for (name, result) in zip(remote, results) {
      if case .success(let response) = result, response.isOK { pictures[name] = response.body }
    }
    return pictures
  }
}

extension ViewNode {
  fileprivate func collectReferences(_ names: inout [String]) {
    if case .image(.reference(let name), _) = content { names.append(name) }
    for child in children { child.collectReferences(&names) }
  }
}
