import WidgetModel

extension Widget {
  /// The context the script sees: never a mode its manifest excludes, nor an accessory it has no view for.
  /// - Throws: If the widget has no view for the family.
  func offered(_ context: WidgetContext) throws(Failure) -> WidgetContext {
    var context = context
    session.use(context)
    (substitutedAccessory, assumedAccessory) = (nil, nil)
    let declared = session.manifest.families
    if !session.manifest.namesFamilies, context.surface != .bar, context.family?.isAccessory == true {
      assumedAccessory = context.family
    }
    if let family = context.family, family.isAccessory, !declared.contains(family),
      let other = declared.first(where: { $0 == .small }) ?? declared.first
    {
      substitutedAccessory = family
      context.family = other
      let host = SurfaceSize.size(of: other) ?? Size(width: 320, height: SurfaceSize.inlineHeight)
      context.size = SurfaceSize.view(in: host, mode: context.displayMode, family: other, on: context.surface)
    } else if let family = context.family, !declared.contains(family) {
      let families = session.manifest.families.map(\.rawValue).joined(separator: ", ")
      throw Failure(
        .usage, "\(script.chunkName) has no view for the family \"\(family.rawValue)\"", remedy: "it has views for: \(families)")
    }
    guard session.manifest.largestDisplayMode == .compact, context.displayMode == .expanded else { return context }
    context.displayMode = .compact
    context.size = SurfaceSize.available(in: context.size, mode: .compact)
    return context
  }
}
