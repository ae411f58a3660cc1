extension ViewNode {
  /// Whether ``visitImages(_:)`` visits any.
  public var hasImages: Bool {
    if case .image = content { return true }
    return style.effects?.backgroundImage != nil || children.contains(where: \.hasImages)
  }

  /// Visits every image source in tree order. The visitor may replace it.
  public mutating func visitImages(_ visit: (inout ImageSource) -> Void) {
    if case .image(var source, let mode) = content {
      visit(&source)
      content = .image(source, mode: mode)
    }
    if style.effects?.backgroundImage != nil, var own = style.effects, var source = own.backgroundImage {
      visit(&source)
      own.backgroundImage = source
      style.effects = own
    }
    for index in children.indices { children[index].visitImages(visit) }
  }
}
