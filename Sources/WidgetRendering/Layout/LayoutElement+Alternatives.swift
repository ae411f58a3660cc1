import WidgetModel

extension LayoutElement {
  /// The first view that is whole in the space, else the last one.
  func measureAlternatives(_ proposal: Proposal) -> Measurement {
    guard let chosen = present.first(where: { $0.isWhole(in: proposal) }) ?? present.last else { return Measurement(size: .zero) }
    let inner = chosen.measure(proposal)
    let result = Measurement(size: inner.size, baseline: inner.baseline)
    result.children = [Measurement.Child(element: chosen, x: 0, y: 0, measurement: inner)]
    result.showsNothing = inner.showsNothing
    return result
  }

  /// Whether its ideal width fits, and then its height.
  private func isWhole(in proposal: Proposal) -> Bool {
    if let width = proposal.width, measure(.ideal).size.width > width + 0.001 { return false }
    guard let height = proposal.height else { return true }
    return measure(Proposal(width: proposal.width, height: nil)).size.height <= height + 0.001
  }
}
