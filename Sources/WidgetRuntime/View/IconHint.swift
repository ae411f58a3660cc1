import WidgetModel

/// Suggests names of icons.
enum IconHint {
  /// `; did you mean "sun.max"?`: the closest name, or else those that have it as a part.
  static func text(for name: String) -> String {
    if let nearest = NearestName.of(name, among: IconName.all) { return "; did you mean \"\(nearest)\"?" }
    let parts = Set(name.lowercased().split(whereSeparator: { ".-_ ".contains($0) }).map(String.init))
    let related = IconName.all.filter { !parts.isDisjoint(with: $0.split(separator: ".").map(String.init)) }
    return related.isEmpty ? "; `luawidget api reference` lists the names" : "; there is \(alternatives(related.prefix(4)))"
  }
}
