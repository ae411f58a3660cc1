/// What a view answered to which proposal.
///
/// Most views are asked for two or three sizes, which are found quicker by looking at each than by hashing; one deep inside stacks may
/// be asked for many.
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
