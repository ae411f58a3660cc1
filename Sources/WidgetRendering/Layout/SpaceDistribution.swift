/// Distributes the space of a stack among its children.
///
/// If all children fit at their ideal length, they get it, and expanding ones share the rest. Otherwise higher priorities are
/// served first while the others keep their minimum; within a priority, the least flexible child chooses first from an equal
/// share. Spacers take what remains.
struct SpaceDistribution {
  struct Item {
    var minimum: Double
    var expands: Bool
    var priority: Double
    var isSpacer: Bool
  }

  var items: [Item]
  /// Rounds a share down to whole cells.
  var floor: (Double) -> Double

  /// - Parameters:
  ///   - space: nil gives every child its ideal length.
  ///   - ideal: Returns the ideal length of the child with this index.
  ///   - choose: Proposes a length to the child with this index and returns the length it takes. Called once per child.
  func distribute(
    _ space: Double?, ideal: (_ index: Int) -> Double, choose: (_ index: Int, _ offer: Double?) -> Double
  ) {
    guard let space else {
      for index in items.indices { _ = choose(index, nil) }
      return
    }
    var remaining = max(0, space)
    func offer(_ index: Int, _ length: Double) {
      let length = max(0, min(length, remaining))
      remaining = max(0, remaining - choose(index, length))
    }
    let minimums = items.map { $0.isSpacer ? 0 : $0.minimum }
    if minimums.reduce(0, +) > remaining { return compress(minimums, offer) }

    let spacers = items.indices.filter { items[$0].isSpacer }
    let others = items.indices.filter { !items[$0].isSpacer }
    // Spacers keep their minimum as far as the other minimums allow.
    let wantedBySpacers = spacers.reduce(0) { $0 + items[$1].minimum }
    let spacerLength = min(wantedBySpacers, remaining - minimums.reduce(0, +))
    remaining -= spacerLength

    let ideals = items.indices.map { items[$0].isSpacer ? 0 : max(items[$0].minimum, ideal($0)) }
    let needed = others.reduce(0) { $0 + ideals[$1] }
    if needed <= remaining {
      for index in others where !items[index].expands { offer(index, ideals[index]) }
      shareEqually(others.filter { items[$0].expands }, minimums: ideals, remaining: { remaining }, offer)
    } else {
      let priorities = Set(others.map { items[$0].priority }).sorted(by: >)
      for priority in priorities {
        let group = others.filter { items[$0].priority == priority }
        let reserved = others.filter { items[$0].priority < priority }.reduce(0) { $0 + minimums[$1] }
        func flexibility(_ index: Int) -> Double { items[index].expands ? .infinity : ideals[index] - minimums[index] }
        // Ties are broken by index, so equal views have equal layouts.
        let order = group.sorted { (flexibility($0), $0) < (flexibility($1), $1) }
        shareEqually(order, minimums: minimums, remaining: { remaining - reserved }, offer)
      }
    }
    remaining += spacerLength
    for (served, index) in spacers.enumerated() { offer(index, floor(remaining / Double(spacers.count - served))) }
  }

  private func shareEqually(
    _ order: [Int], minimums: [Double], remaining: () -> Double, _ offer: (Int, Double) -> Void
  ) {
    var later = order.reduce(0) { $0 + minimums[$1] }
    for (served, index) in order.enumerated() {
      later -= minimums[index]
      let share = floor(remaining() / Double(order.count - served))
      offer(index, min(max(share, minimums[index]), remaining() - later))
    }
  }

  /// Serves views by priority and position until no space is left, if not even the minimums fit.
  private func compress(_ minimums: [Double], _ offer: (Int, Double) -> Void) {
    let order = items.indices.sorted { (-items[$0].priority, $0) < (-items[$1].priority, $1) }
    for index in order { offer(index, minimums[index]) }
  }
}
