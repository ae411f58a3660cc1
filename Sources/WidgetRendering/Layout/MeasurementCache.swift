/// The sizes of a view that were measured, by proposal.
///
/// Most views have two or three, which a linear search finds faster than hashing does; one deep inside stacks may
/// have many.
struct MeasurementCache {
  private struct Entry {
    let proposal: Proposal
    let measurement: Measurement
  }

  private var few: [Entry] = []
  private var many: [Proposal: Measurement] = [:]

  subscript(proposal: Proposal) -> Measurement? {
    get {
      for entry in few where entry.proposal == proposal { return entry.measurement }
      return many.isEmpty ? nil : many[proposal]
    }
    set {
      guard let newValue else { return }
      if few.count < 8 { few.append(Entry(proposal: proposal, measurement: newValue)) } else { many[proposal] = newValue }
    }
  }
}
