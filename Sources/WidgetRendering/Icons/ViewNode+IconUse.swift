public import WidgetModel

extension ViewNode {
  /// Which shade of a named colour its icon has. An icon with its own colour, or one that's only a shape, such as the dot of a key,
  /// has that of the bars and lines of the same name. Any other belongs to the text beside it.
  public var iconUse: ColorUse {
    guard let name = content.iconName else { return .text }
    let ownsColor = if case .icon = content { style.color != nil } else { false }
    return ownsColor || Self.shapes.contains(name.hasSuffix(".fill") ? String(name.dropLast(5)) : name) ? .icon : .text
  }

  private static let shapes: Set<String> = [
    "app", "capsule", "circle", "diamond", "hexagon", "octagon", "oval", "pentagon", "rectangle", "seal", "square", "triangle",
  ]
}
