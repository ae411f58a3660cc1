import WidgetModel

extension Snapshot {
  /// The same without what is inside `private` views.
  var redacted: Snapshot {
    var snapshot = self
    snapshot.view = view?.redacted
    return snapshot
  }
}

extension ViewNode {
  fileprivate var redacted: ViewNode {
    var node = self
    if case .private = content {
      node.children = []
      node.style.accessibility = nil
    } else {
      node.children = children.map(\.redacted)
    }
    return node
  }
}
