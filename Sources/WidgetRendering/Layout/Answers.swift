/// What a view answered to which proposal.
///
/// Most views are asked for two or three sizes, which are found quicker by looking at each than by hashing; one deep inside stacks may
/// be asked for many.
struct Answers {
  private struct Answer {
    let proposal: Proposal
    let measurement: Measurement
  }

  private var few: [Answer] = []
  private var many: [Proposal: Measurement] = [:]

  subscript(proposal: Proposal) -> Measurement? {
    get {
      for answer in few where answer.proposal == proposal { return answer.measurement }
      return many.isEmpty ? nil : many[proposal]
    }
    set {
      guard let newValue else { return }
      if few.count < 8 { few.append(Answer(proposal: proposal, measurement: newValue)) } else { many[proposal] = newValue }
    }
  }
}
