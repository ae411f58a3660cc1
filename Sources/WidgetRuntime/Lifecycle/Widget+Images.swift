public import WidgetModel
import WidgetServices

extension Widget {
  /// Loads the images that a view refers to: files in the folder of the widget, and `https` URLs that its manifest permits.
  ///
  /// Each URL is checked like the URL of a `fetch`, and at most as many are fetched as one update may fetch. The result omits
  /// images that cannot be loaded; the painter draws a placeholder for them. Nothing is stored.
  public func images(of view: ViewNode) async -> [String: [UInt8]] {
    var names: [String] = []
    view.collectReferences(&names)
    var images: [String: [UInt8]] = [:]
    var remote: [String] = []
    for name in names where images[name] == nil && !remote.contains(name) {
      if !name.contains("://") {
        guard let bytes = try? script.resources.read(name) else { continue }
        session.noteRead("\(script.resources.path)/\(name)")
        images[name] = bytes
      } else if name.lowercased().hasPrefix("https://"), remote.count < configuration.fetchLimit {
        remote.append(name)
      }
    }
    let results = await services.fetcher.fetchAll(remote.map { FetchRequest($0) }, policy: session.policy)
    for (name, result) in zip(remote, results) {
      if case .success(let response) = result, response.isOK { images[name] = response.body }
    }
    return images
  }
}

extension ViewNode {
  fileprivate func collectReferences(_ names: inout [String]) {
    if case .image(.reference(let name), _) = content { names.append(name) }
    for child in children { child.collectReferences(&names) }
  }
}
